#include "app/cli/command_line.h"

#include <algorithm>
#include <filesystem>

namespace fovea::cli {
namespace {

// CLI11 lets an option that may be repeated take all words that follow it, also those meant as arguments.
void takeOneValueEach(CLI::App& app) {
  for (CLI::Option* option : app.get_options())
    if (!option->get_positional()) option->allow_extra_args(false);
  for (CLI::App* part : app.get_subcommands([](CLI::App*) { return true; })) takeOneValueEach(*part);
}

// The parser may have stopped before it came to --json. What follows -- belongs to another command.
bool asksForJson(const std::vector<std::string>& arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::find(arguments.begin(), end, "--json") != end;
}

}  // namespace

std::optional<int> parseCommandLine(CLI::App& app, Context& context, int argc, char** argv) {
  takeOneValueEach(app);
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::Success& wanted) {  // --help and --version
    return context.prints() ? app.exit(wanted) : 0;
  } catch (const CLI::ParseError& error) {
    context.json = asksForJson(context.arguments);
    if (!context.prints()) return kMisused;
    if (context.json)
      printError(context, {ErrorCode::InvalidArgument, error.what(), "Run with --help for more information."});
    else
      app.exit(error);
    return kMisused;
  }
}

std::string shellWord(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-=./,:+%@";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

Status checkNew(const std::string& file, bool replace) {
  std::error_code code;
  if (file.empty() || replace || !std::filesystem::exists(file, code)) return {};
  return fail(ErrorCode::AlreadyExists, file + " is there already.", "Replace it with --replace.");
}

void addReplaceFlag(CLI::App& command, bool& replace) {
  command.add_flag("--replace", replace, "Replace a file that is there");
}

}  // namespace fovea::cli
