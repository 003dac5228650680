// Why: the part of `inspect` that follows a run has a file of its own.
#pragma once
#include <string>

#include "app/cli/command.h"
#include "core/inspect/growth.h"

namespace fovea::cli {

struct GrowthArguments {
  bool overTime = false;
  bool filters = false;
  double seconds = 0.4;  // a frame
  std::int64_t side = 480;

  void addTo(CLI::App& command);
};
// Shows a layer at each checkpoint of `run`: the folder of its checkpoints, or one of them. `sample` is in the data
// set's format; unused for filters.
Status showGrowth(const Context& context, const GrowthArguments& arguments, const std::vector<GrowthStep>& steps,
                  const std::string& layer, const Sample& sample, const std::string& out,
                  const std::shared_ptr<Device>& device);

}  // namespace fovea::cli
