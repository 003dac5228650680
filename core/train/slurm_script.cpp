#include "core/train/slurm_script.h"

#include <fmt/format.h>

namespace fovea {
namespace {

constexpr int kMostOfAnything = 100'000;

bool isSlurmWord(const std::string& word) {
  return word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-:/@+") ==
         std::string::npos;
}

Status checkJob(const SlurmJob& job) {
  const std::pair<const char*, int> counts[] = {
      {"nodes", job.nodes}, {"ranks on each node", job.ranksOnEach}, {"threads of each rank", job.threads}};
  for (const auto& [name, count] : counts)
    if (count < 1 || count > kMostOfAnything)
      return fail(ErrorCode::InvalidArgument, fmt::format("The number of {} cannot be {}.", name, count));
  if (job.gpus < 0 || job.gpus > kMostOfAnything)
    return fail(ErrorCode::InvalidArgument, fmt::format("A node cannot have {} GPUs.", job.gpus));
  if (job.gpus > 0 && (job.nodes > 1 || job.ranksOnEach > 1) && job.ranksOnEach != job.gpus)
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("The number of ranks on each node, {}, is not that of its GPUs, {}: each rank uses one GPU.",
                    job.ranksOnEach, job.gpus),
        fmt::format("Set the ranks on each node to {}, or ask for another number of GPUs.", job.gpus));
  for (const std::string* word : {&job.name, &job.time, &job.partition, &job.memory})
    if (!isSlurmWord(*word))
      return fail(ErrorCode::InvalidArgument, fmt::format("“{}” cannot stand in a Slurm script.", *word),
                  "Use letters, digits and . _ - : / @ + only.");
  if (job.arguments.empty() || (job.arguments.front() != "train" && job.arguments.front() != "resume"))
    return fail(ErrorCode::InvalidArgument, "A Slurm script trains or resumes.",
                "Put the command at the end: -- train --project DIR …");
  return {};
}

// For a POSIX shell: 'it'\''s'.
std::string quoted(const std::string& word) {
  if (!word.empty() && isSlurmWord(word)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string slurmDevices(int gpus) {
  std::string devices = gpus > 0 ? "cuda:0" : "cpu";
  for (int gpu = 1; gpu < gpus; ++gpu) devices += fmt::format(",cuda:{}", gpu);
  return devices;
}

Result<std::string> slurmScript(const SlurmJob& job) {
  FOVEA_CHECK(checkJob(job));
  std::string text = "#!/bin/bash\n";
  const auto option = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += fmt::format("#SBATCH --{}={}\n", name, value);
  };
  option("job-name", job.name);
  option("nodes", std::to_string(job.nodes));
  option("ntasks-per-node", std::to_string(job.ranksOnEach));
  option("cpus-per-task", std::to_string(job.threads));
  option("gpus-per-node", job.gpus > 0 ? std::to_string(job.gpus) : "");
  option("time", job.time);
  option("partition", job.partition);
  option("mem", job.memory);
  text += "#SBATCH --output=%x-%j.log\n\n";
  text += "# All nodes must find the program, the data set and the project under these paths.\n";
  text += "# After the time limit, `fovea-cli resume` goes on from the last checkpoint.\n";
  text += fmt::format("export OMP_NUM_THREADS={}\n", job.threads);
  text += fmt::format("exec mpirun -n {} --map-by ppr:{}:node:PE={} --bind-to core {}",
                      static_cast<std::int64_t>(job.nodes) * job.ranksOnEach, job.ranksOnEach, job.threads,
                      quoted(job.program));
  for (const std::string& argument : job.arguments) text += " " + quoted(argument);
  return text + "\n";
}

}  // namespace fovea
