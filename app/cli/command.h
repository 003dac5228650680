// Why: shared by all commands of fovea-cli: the backends, the --json option, and one way to print results and errors.
#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "core/backends/device.h"
#include "core/base/cancel.h"
#include "core/base/json.h"
#include "core/base/rank_environment.h"
#include "core/network/network.h"

namespace fovea {
class Communicator;
}  // namespace fovea

namespace fovea::cli {

struct Context {
  BackendRegistry backends;
  bool json = false;
  CancelToken cancel;                   // set by Ctrl+C
  std::function<Status()> work;         // runs the chosen command
  std::vector<std::string> arguments;   // of the command line, without the program
  RankEnvironment environment;          // which rank this process is; see ranks.h
  std::shared_ptr<Communicator> ranks;  // null: this process works alone
  bool worksInRanks = false;            // the chosen command can be started as several ranks
  bool stoppedTogether = false;         // all ranks stop after the same step, because one was told to
  bool toldError = false;               // the error that ends the command is printed already

  // Only one of several ranks prints.
  bool prints() const { return environment.rank == 0; }
};

// Prints one JSON object on its own line and flushes it.
void printJson(const Json& json);
// Prints to standard error for people, or {"event":"error",…} to standard output with --json. Of several ranks only the
// first one prints, since it knows the errors of all.
void printError(const Context& context, const Error& error);
// Prints to standard error for people, or {"event":"warning",…} to standard output with --json.
void printWarning(const Context& context, const std::string& message, const std::string& advice = {});

// A progress bar on standard error, redrawn in place on a terminal, silent otherwise.
class ProgressBar {
 public:
  explicit ProgressBar(bool enabled);
  ~ProgressBar();
  // `share` in [0, 1]; `words` follow the bar.
  void show(double share, const std::string& words);
  void clear();

 private:
  bool enabled_;
  bool drawn_ = false;
  double last_ = -1;  // time of the last drawing in seconds
};

// A duration for people: "1:02", "2:03:04".
std::string durationWords(double seconds);
// "1,234,567"
std::string countWords(std::int64_t count);
// "38.2 MB"
std::string byteWords(std::uint64_t bytes);

// Whether the text is a file's path rather than the name of a standard network.
bool isNetworkFile(const std::string& nameOrFile);
// Loads a standard network by name, or the network of a file in any format that readExchanged() reads.
Result<Network> loadNetwork(const Context& context, const std::string& nameOrFile);

// Parses NAME=VALUE texts. InvalidArgument lists the schema's names.
Result<FieldValues> readAssignments(const Schema& schema, const std::vector<std::string>& assignments);

// Checks an option that takes the number of a run, as a std::int32_t.
inline CLI::Validator runNumber() {
  return CLI::Range(std::int32_t{1}, std::numeric_limits<std::int32_t>::max());
}

// Adds a part of a command, such as `list` of `runs`, which calls work(context, *arguments). `arguments` has a member
// `project`, the folder that every such part asks for.
template <class Arguments, class Work>
CLI::App* addPart(CLI::App& command, Context& context, const char* name, const char* help, Work work,
                  const std::shared_ptr<Arguments>& arguments) {
  auto* part = command.add_subcommand(name, help);
  part->add_option("--project", arguments->project, "Folder of the project")->required();
  part->add_flag("--json", context.json, "Print one JSON object a line");
  part->callback([&context, arguments, work] {
    context.work = [&context, arguments, work] { return work(context, *arguments); };
  });
  return part;
}

// Each function adds a command; parsing stores its work in the context.
void addDoctorCommand(CLI::App& app, Context& context);
void addImportCommand(CLI::App& app, Context& context);
void addDatasetCommand(CLI::App& app, Context& context);
void addNetworkCommand(CLI::App& app, Context& context);
void addTrainCommand(CLI::App& app, Context& context);
void addResumeCommand(CLI::App& app, Context& context);
void addPresetsCommand(CLI::App& app, Context& context);
void addRunsCommand(CLI::App& app, Context& context);
void addQueueCommand(CLI::App& app, Context& context);
void addSweepCommand(CLI::App& app, Context& context);
void addEvalCommand(CLI::App& app, Context& context);
void addInferCommand(CLI::App& app, Context& context);
void addInspectCommand(CLI::App& app, Context& context);
void addDiagnoseCommand(CLI::App& app, Context& context);
void addProjectCommand(CLI::App& app, Context& context);
void addBenchCommand(CLI::App& app, Context& context);
void addPlanScalingCommand(CLI::App& app, Context& context);
void addSlurmCommand(CLI::App& app, Context& context);

}  // namespace fovea::cli
