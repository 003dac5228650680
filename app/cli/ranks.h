// Why: mpirun starts fovea-cli several times, and together these ranks train one network. Rank 0 is the program that a
// person sees: it prints, owns the project and writes all files. The other ranks print nothing and compute their part.
#pragma once
#include <filesystem>
#include <functional>

#include "app/cli/command.h"
#include "core/project/run_records.h"
#include "core/train/trainer.h"

namespace fovea::cli {

// Rank 0 chooses a run and sends this description of it to all other ranks.
struct SharedRun {
  Network network;
  TrainingSettings settings;
  std::filesystem::path data;            // folder of the data set
  std::filesystem::path checkpoint{};    // the run continues from it; empty: it starts from the beginning
  std::vector<SettingChange> changes{};  // in order of step
};

// Runs the chosen command. Unsupported: several ranks were started for a command that works alone.
Status runCommand(Context& context);

// For a command that can be started as several ranks. Runs `lead` if this process was started alone. Otherwise joins
// the ranks that the launcher started; then rank 0 runs `lead`, and the others follow it: with their own folder
// `dataset` if rank 0 uses its folder of that name, else with the folder that rank 0 uses. InvalidArgument: the ranks
// are different programs or were started with different arguments. An error of one rank ends all of them; rank 0 then
// returns an error that names the rank and the cause.
Status inRanks(Context& context, const std::string& dataset, const std::function<Status()>& lead);

// The devices that a list such as "cuda:0,cuda:1" names. With ranks that a launcher started, the one of them that this
// process uses, see deviceOfRank(); the first rank warns of devices that no rank of its machine uses.
Result<DeviceTeam> devicesOfRun(const Context& context, const std::string& list);

// Rank 0 calls it before it creates its trainer: tells the other ranks what to train, and connects the device. Does
// nothing for a process that was started alone.
Status shareRun(const Context& context, const SharedRun& run, Device& device);

// Asks all ranks before a step: true if this process or any other rank was told to stop.
Result<bool> anyRankStops(Context& context);

// Some parts of `train` need one process. Fails with Unsupported if there are several ranks; `what` names the option.
Status needOneProcess(const Context& context, bool wanted, const char* what);

}  // namespace fovea::cli
