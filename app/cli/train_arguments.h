// Why: `train` and `resume` share the options that watch a run and change its settings on the way.
#pragma once
#include "app/cli/drive_run.h"

namespace fovea::cli {

struct TrainArguments {
  std::string example;
  std::string project;
  std::string network;
  std::string dataset;
  std::string name;
  std::string checkpoint;
  std::string weights;
  std::int32_t run = 0;
  std::int32_t replay = 0;
  std::int32_t asRun = 0;
  bool findRate = false;
  bool estimate = false;
  std::vector<std::string> changes;  // step:name=value
  ProbeRequest probe{{}, 100};
  std::vector<std::string> breaks;
  LayerSteps layerSteps;
  SettingArguments settings;

  // Adds the options from --change on to a command; `this` must outlive it.
  void addChangesTo(CLI::App& command);
};

// Parses the texts of --break. InvalidArgument.
Result<std::vector<Breakpoint>> readBreakpoints(const std::vector<std::string>& texts);

// Options that inspect or measure a run need a single process. Unsupported: there are several ranks.
Status needOneProcess(const Context& context, const TrainArguments& arguments);

}  // namespace fovea::cli
