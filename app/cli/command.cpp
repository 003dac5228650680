#include "app/cli/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/exchange/exchange.h"
#include "core/network/standard_networks.h"

namespace fovea::cli {
namespace {

constexpr int kBarWidth = 24;
constexpr double kRedrawSeconds = 0.05;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void printJson(const Json& json) {
  std::puts(formatJsonLine(json).c_str());
  std::fflush(stdout);
}

void printError(const Context& context, const Error& error) {
  // Until the ranks have joined, no other rank can report this error.
  if (!context.prints() && context.ranks) return;
  if (context.json && context.prints()) {
    printJson({{"event", "error"},
               {"code", errorCodeName(error.code)},
               {"message", error.message},
               {"advice", error.advice}});
    return;
  }
  std::fputs(("error: " + error.message + "\n").c_str(), stderr);
  if (!error.advice.empty()) std::fputs(("       " + error.advice + "\n").c_str(), stderr);
}

void printWarning(const Context& context, const std::string& message, const std::string& advice) {
  if (context.json) return printJson({{"event", "warning"}, {"message", message}, {"advice", advice}});
  std::fputs((message + (advice.empty() ? "" : " ") + advice + "\n").c_str(), stderr);
}

ProgressBar::ProgressBar(bool enabled) : enabled_(enabled && ::isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  clear();
}

void ProgressBar::show(double share, const std::string& words) {
  if (!enabled_ || (share < 1 && now() - last_ < kRedrawSeconds)) return;
  last_ = now();
  const int filled = std::clamp(static_cast<int>(share * kBarWidth + 0.5), 0, kBarWidth);
  std::string bar;
  for (int i = 0; i < kBarWidth; ++i) bar += i < filled ? "━" : "─";
  std::fputs(fmt::format("\r\033[K{} {:3.0f} %  {}", bar, share * 100, words).c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::clear() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

std::string durationWords(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds + 0.5);
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string countWords(std::int64_t count) {
  std::string digits = std::to_string(count);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > (count < 0 ? 1 : 0); at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string byteWords(std::uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  if (bytes < 1000000) return fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3);
  if (bytes < 1000000000) return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
  return fmt::format("{:.2f} GB", static_cast<double>(bytes) / 1e9);
}

bool isNetworkFile(const std::string& nameOrFile) {
  return nameOrFile.find('/') != std::string::npos || std::filesystem::path(nameOrFile).has_extension();
}

Result<Network> loadNetwork(const Context& context, const std::string& nameOrFile) {
  if (!isNetworkFile(nameOrFile)) return standardNetwork(nameOrFile);
  if (nameOrFile.ends_with(".json")) return readNetwork(nameOrFile);
  FOVEA_TRY(const auto device, context.backends.open("cpu"));
  ExchangeReport report;
  FOVEA_TRY(Checkpoint read, readExchanged(nameOrFile, {}, device, report));
  return std::move(read.network);
}

Result<FieldValues> readAssignments(const Schema& schema, const std::vector<std::string>& assignments) {
  FieldValues values;
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    const Field* field = schema.find(assignment.substr(0, equals));
    if (!field || equals == std::string::npos) {
      std::string known;
      for (const Field& each : schema.fields()) known += (known.empty() ? "" : ", ") + each.name;
      return fail(ErrorCode::InvalidArgument, "\"" + assignment + "\" cannot be set.",
                  "Write NAME=VALUE with one of: " + known + ".");
    }
    FOVEA_TRY(FieldValue value, fieldValueFromText(*field, assignment.substr(equals + 1)));
    values.set(field->name, std::move(value));
  }
  return values;
}

}  // namespace fovea::cli
