// `fovea-cli slurm`: writes the batch script that trains with several ranks on a cluster.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/command.h"
#include "app/cli/command_line.h"
#include "core/base/file.h"
#include "core/train/slurm_script.h"

namespace fovea::cli {
namespace {

struct SlurmArguments {
  SlurmJob job;
  std::optional<int> ranks;  // nothing: as many as are needed
  std::string out;
  bool replace = false;
};

// A run that names no device trains on the GPUs that the job asks for; a resumed run keeps its own.
SlurmJob withDevices(SlurmJob job) {
  const auto namesDevice = [](const std::string& argument) {
    return argument.starts_with("--device") || argument.starts_with("device=") || argument.starts_with("--set=device=");
  };
  if (job.gpus > 0 && job.arguments.front() == "train" && std::ranges::none_of(job.arguments, namesDevice))
    job.arguments.insert(job.arguments.begin() + 1, {"--device", slurmDevices(job.gpus)});
  return job;
}

// One process uses all GPUs of a machine; of several processes, each uses one.
SlurmJob withRanks(SlurmJob job, const std::optional<int>& ranks) {
  job.ranksOnEach = ranks.value_or(job.nodes > 1 && job.gpus > 0 ? job.gpus : 1);
  return job;
}

Status writeScript(Context& context, const SlurmArguments& arguments) {
  FOVEA_TRY(const std::string text, slurmScript(withDevices(withRanks(arguments.job, arguments.ranks))));
  if (arguments.out.empty()) {
    if (context.json)
      printJson({{"event", "slurm"}, {"script", text}});
    else
      fmt::print("{}", text);
    return {};
  }
  FOVEA_CHECK(checkNew(arguments.out, arguments.replace));
  FOVEA_CHECK(writeFileAtomic(arguments.out, text));
  if (context.json)
    printJson({{"event", "slurm"}, {"file", arguments.out}});
  else
    fmt::print("Start it with: sbatch {}\n", arguments.out);
  return {};
}

}  // namespace

void addSlurmCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("slurm", "Write a Slurm script that trains with several ranks");
  auto arguments = std::make_shared<SlurmArguments>();
  SlurmJob& job = arguments->job;
  command->add_option("--out", arguments->out, "File to write; printed if left out");
  addReplaceFlag(*command, arguments->replace);
  command->add_option("--job-name", job.name, "Name of the job")->capture_default_str();
  command->add_option("--nodes", job.nodes, "Machines")->capture_default_str();
  command->add_option("--ranks", arguments->ranks,
                      "Ranks on each machine; if left out, 1, or one for each GPU of several machines");
  command->add_option("--threads", job.threads, "Processors of each rank")->capture_default_str();
  command->add_option("--gpus", job.gpus, "GPUs of each machine; a run that names no --device trains on them")
      ->capture_default_str();
  command->add_option("--time", job.time, "Limit: 24:00:00, 2-12:00:00");
  command->add_option("--partition", job.partition, "Partition of the cluster");
  command->add_option("--memory", job.memory, "Memory of each machine: 64G");
  command->add_option("--program", job.program, "Path of fovea-cli there")->capture_default_str();
  command->add_option("command", job.arguments, "After --: train or resume with its options")->required();
  command->add_flag("--json", context.json, "Print one JSON object");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return writeScript(context, *arguments); }; });
}

}  // namespace fovea::cli
