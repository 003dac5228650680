#include "app/cli/train_arguments.h"

#include "app/cli/ranks.h"

namespace fovea::cli {

void TrainArguments::addChangesTo(CLI::App& command) {
  command.add_option("--change", changes,
                     "Another value of a setting from a step on, as STEP:NAME=VALUE (200:learning_rate=0.001, …)");
  command.add_option("--probe", probe.layers,
                     "A layer to look at while it learns: time, output, gradient and update (repeat it for more)");
  command.add_option("--break", breaks,
                     "Stop where this holds: \"relu2: zeros > 0.6\" (zeros, gradient, update, mean, deviation), "
                     "\"conv1: is nan\", \"loss is nan\", \"loss > 5\" (repeat it for more)");
  command.add_flag("--step-layers", layerSteps.on,
                   "Walk through the first step layer by layer, forward and backward, and look at each tensor");
  command
      .add_option("--step-layers-out", layerSteps.folder, "Write each of these tensors into this folder as a .npy file")
      ->needs("--step-layers");
  command.add_option("--probe-every", probe.every, "Steps from one look to the next, of --probe and of --break")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
}

Result<std::vector<Breakpoint>> readBreakpoints(const std::vector<std::string>& texts) {
  std::vector<Breakpoint> breakpoints;
  for (const std::string& text : texts) {
    FOVEA_TRY(breakpoints.emplace_back(), breakpointFromText(text));
  }
  return breakpoints;
}

Status needOneProcess(const Context& context, const TrainArguments& arguments) {
  FOVEA_CHECK(needOneProcess(context, arguments.replay > 0, "--replay"));
  FOVEA_CHECK(needOneProcess(context, arguments.findRate, "--find-rate"));
  FOVEA_CHECK(needOneProcess(context, arguments.estimate, "--estimate"));
  FOVEA_CHECK(needOneProcess(context, !arguments.breaks.empty(), "--break"));
  FOVEA_CHECK(needOneProcess(context, !arguments.probe.layers.empty(), "--probe"));
  return needOneProcess(context, arguments.layerSteps.on, "--step-layers");
}

}  // namespace fovea::cli
