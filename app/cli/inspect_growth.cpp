// The part of `inspect` that follows a run: a layer at each of its checkpoints, as an animation.
#include "app/cli/inspect_growth.h"

#include <fmt/format.h>

#include "app/cli/training_loop.h"
#include "core/train/statistics.h"

namespace fovea::cli {

void GrowthArguments::addTo(CLI::App& command) {
  command.add_flag(
      "--over-time", overTime,
      "Show --layer at each checkpoint of a run, named by the folder of its checkpoints or one of them; --out "
      "is a .gif, .mp4 or .avi file");
  command.add_flag("--filters", filters, "With --over-time: the layer's filters instead of its activations");
  command.add_option("--frame-seconds", seconds, "With --over-time: how long a frame is shown")
      ->check(CLI::Range(0.01, 60.0));
  command.add_option("--side", side, "With --over-time: about how many pixels a frame is wide")
      ->check(CLI::Range(16, 4096));
}

Status showGrowth(const Context& context, const GrowthArguments& arguments, const std::vector<GrowthStep>& steps,
                  const std::string& layer, const Sample& sample, const std::string& out,
                  const std::shared_ptr<Device>& device) {
  GrowthOptions options;
  options.subject = arguments.filters ? GrowthSubject::Filters : GrowthSubject::Activations;
  options.layer = layer;
  options.side = arguments.side;
  ProgressBar bar(!context.json);
  const auto progress = [&](const Progress& now) {
    bar.show(static_cast<double>(now.done) / static_cast<double>(std::max<std::uint64_t>(1, now.total)), now.stage);
  };
  auto growth = growthOf(steps, options, sample, device, context.cancel, progress);
  bar.clear();
  if (!growth.ok()) return growth.error();
  if (!out.empty()) FOVEA_CHECK(writeMovie(out, growth->frames, arguments.seconds));
  Json list = Json::array();
  for (std::size_t i = 0; i < growth->steps.size(); ++i) {
    const GrowthStep& step = growth->steps[i];
    const Statistics numbers = statisticsOf(growth->planes[i].values<float>());
    list.push_back({{"file", step.file.filename().string()},
                    {"step", step.step},
                    {"epoch", step.epoch},
                    {"mean", numberJson(numbers.mean)},
                    {"deviation", numberJson(numbers.deviation)}});
    if (!context.json)
      fmt::print("epoch {:>4}  step {:>8}  mean {:>10.4g}  deviation {:>10.4g}\n", step.epoch, step.step, numbers.mean,
                 numbers.deviation);
  }
  const Shape& shape = growth->frames.front().shape();
  if (context.json)
    printJson({{"method", "over-time"},
               {"layer", layer},
               {"subject", arguments.filters ? "filters" : "activations"},
               {"checkpoints", list},
               {"width", shape[2]},
               {"height", shape[1]},
               {"out", out}});
  else if (!out.empty())
    fmt::print("{}\n", out);
  return {};
}

}  // namespace fovea::cli
