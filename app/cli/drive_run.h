// Why: `train`, `resume` and `--replay` announce, drive and summarise a run in the same way.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "app/cli/run_settings.h"
#include "app/cli/training_loop.h"

namespace fovea::cli {

// Whether the first step is walked through layer by layer, and where its tensors are written; see TrainingLoop.
struct LayerSteps {
  bool on = false;
  std::string folder{};
};

struct DriveOptions {
  bool saveAtOnce = false;                // saves the initial state, if it cannot be reproduced later
  std::vector<SettingChange> changes{};   // in order of step
  std::int64_t lastStep = 0;              // the run stops after it; 0: no limit
  ProbeRequest probe{};                   // the layers to observe
  std::vector<Breakpoint> breakpoints{};  // checked each `probe.every` steps
  LayerSteps layerSteps{};
};
Status driveRun(Context& context, Trainer& trainer, RunRecorder& recorder, const Dataset& data,
                const DriveOptions& options = {});

// A run that has not started.
struct NewRun {
  RunDescription description;
  std::shared_ptr<Dataset> data{};
  std::filesystem::path folder{};             // folder of the data set
  std::shared_ptr<const Checkpoint> start{};  // the starting weights; null: they are drawn from the seed
  std::vector<SettingChange> changes{};       // in order of step
  ProbeRequest probe{};                       // the layers to observe
  std::vector<Breakpoint> breakpoints{};      // checked each `probe.every` steps
  LayerSteps layerSteps{};
};
// Adds the run to the project, calls `begun`, and drives the run to its end.
Status beginRun(Context& context, const Project& project, NewRun run, const DeviceTeam& devices,
                const std::function<Status()>& begun = {});

// Whether no other run should begin after a run's error: a person stopped it, or the disk is full.
bool endsAllRuns(const Error& error);

// "compute", "data", "host", "nothing".
const char* waitName(StepWait wait);

// Prints the settings that differ from general defaults, with their sources.
void announceSettings(const Context& context, const RunSettings& run);

}  // namespace fovea::cli
