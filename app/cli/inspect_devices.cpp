// `fovea-cli inspect --compare-devices`: finds the layer whose values differ on another device.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/inspect_parts.h"
#include "core/inspect/device_comparison.h"

namespace fovea::cli {

Status showDevices(const Context& context, const InspectArguments& arguments, const Checkpoint& checkpoint,
                   const Sample& sample) {
  FOVEA_TRY(const auto first, context.backends.open(arguments.devices.at(0)));
  FOVEA_TRY(const auto second, context.backends.open(arguments.devices.at(1)));
  ProgressBar bar(!context.json);
  auto compared = compareDevices(checkpoint, first, second, sample, context.cancel, [&](const Progress& now) {
    bar.show(static_cast<double>(now.done) / static_cast<double>(now.total), now.stage);
  });
  bar.clear();
  if (!compared.ok()) return compared.error();
  if (context.json) {
    printJson(deviceComparisonJson(*compared));
    return {};
  }
  const LayerDifference* culprit = compared->culprit();
  fmt::print("{:<30} {:>10} {:>10} {:>10}\n", "layer", "relative", "explained", "largest");
  for (const LayerDifference& layer : compared->layers)
    fmt::print("{:<30} {:>10.1e} {:>10.1e} {:>10.1e}{}{}\n", layer.name, layer.relative, layer.explained, layer.largest,
               layer.unlike > 0 ? fmt::format("  {} places without a number on one side", layer.unlike) : "",
               &layer == culprit ? "  <- first beyond rounding" : "");
  fmt::print("{}\n", comparisonWords(*compared));
  return {};
}

}  // namespace fovea::cli
