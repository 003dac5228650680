// Why: what every command of fovea-cli shares: the backends, the wish for JSON, and one way to print results and
// errors.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "core/backends/device.h"
#include "core/base/cancel.h"
#include "core/base/json.h"
#include "core/network/network.h"

namespace fovea::cli {

struct Context {
  BackendRegistry backends;
  bool json = false;
  CancelToken cancel;            // set by Ctrl+C
  std::function<Status()> work;  // what the chosen command does
};

// One JSON object on a line of its own, flushed so that a reader sees it at once.
void printJson(const Json& json);
// To standard error for people; as {"event":"error",…} on standard output with --json.
void printError(const Context& context, const Error& error);

// A bar on standard error, redrawn in place on a terminal, silent otherwise.
class ProgressBar {
 public:
  explicit ProgressBar(bool enabled);
  ~ProgressBar();
  // `share` in [0, 1]; `words` go behind the bar.
  void show(double share, const std::string& words);
  void clear();

 private:
  bool enabled_;
  bool drawn_ = false;
  double last_ = -1;  // seconds of the last drawing
};

// "1:02", "2:03:04": a length of time for people.
std::string durationWords(double seconds);
// "1,234,567"
std::string countWords(std::int64_t count);
// "38.2 MB"
std::string byteWords(std::uint64_t bytes);

// Whether that is a file's path, not the name of a standard network.
bool isNetworkFile(const std::string& nameOrFile);
// A standard network by name, or a network file by path.
Result<Network> loadNetwork(const std::string& nameOrFile);

// Values from NAME=VALUE texts. InvalidArgument lists the names that the schema has.
Result<FieldValues> readAssignments(const Schema& schema, const std::vector<std::string>& assignments);

// Each adds its command, which on parsing stores its work in the context.
void addDoctorCommand(CLI::App& app, Context& context);
void addImportCommand(CLI::App& app, Context& context);
void addDatasetCommand(CLI::App& app, Context& context);
void addNetworkCommand(CLI::App& app, Context& context);
void addTrainCommand(CLI::App& app, Context& context);
void addResumeCommand(CLI::App& app, Context& context);
void addEvalCommand(CLI::App& app, Context& context);
void addInferCommand(CLI::App& app, Context& context);
void addInspectCommand(CLI::App& app, Context& context);
void addBenchCommand(CLI::App& app, Context& context);

}  // namespace fovea::cli
