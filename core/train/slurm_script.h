// Why: clusters start programs through Slurm. This writes the batch script that trains with several ranks there.
#pragma once
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

struct SlurmJob {
  std::string name = "fovea";
  int nodes = 1;
  int ranksOnEach = 1;      // ranks on each node: one for each of its GPUs, or a single process that uses them all
  int threads = 1;          // processors of each rank
  std::string time{};       // limit, as Slurm writes it: "24:00:00", "2-12:00:00"; empty: that of the partition
  std::string partition{};  // empty: the default one
  std::string memory{};     // of each node: "64G"; empty: the default
  int gpus = 0;             // on each node
  std::string program = "fovea-cli";
  std::vector<std::string> arguments;  // of the program: train … or resume …
};

// Returns the devices that the ranks of a machine share, as `--device` takes them: "cpu" without GPUs, or
// "cuda:0,cuda:1".
std::string slurmDevices(int gpus);

// The script as text. Fovea's arguments are quoted for the shell. InvalidArgument: a number is not positive, several
// ranks are not as many on each node as its GPUs, a word for Slurm holds anything but letters, digits and
// . _ - : / @ +, or the arguments do not train.
Result<std::string> slurmScript(const SlurmJob& job);

}  // namespace fovea
