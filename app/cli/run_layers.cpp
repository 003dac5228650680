#include "app/cli/run_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/training_loop.h"

namespace fovea::cli {
namespace {

// Draws the roots of the counts as bars, so that a peak does not hide the rest.
std::string barsOf(const Histogram& histogram) {
  static constexpr const char* kBars[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const auto most = std::sqrt(static_cast<double>(*std::max_element(histogram.counts.begin(), histogram.counts.end())));
  std::string bars;
  for (const std::int64_t count : histogram.counts) {
    const double height = most > 0 ? std::sqrt(static_cast<double>(count)) / most : 0;
    bars += kBars[count == 0 ? 0 : std::max(1, static_cast<int>(std::lround(height * 8)))];
  }
  return bars;
}

void printHistogram(const LayerFrame& frame, const LayerRecord& layer, const char* kind, const Histogram& histogram) {
  if (histogram.counts.empty()) return;
  fmt::print("step {:>7}  {:<20} {:<11} {:>10.3g} |{}| {:<10.3g}", frame.step, layer.layer, kind, histogram.minimum,
             barsOf(histogram), histogram.maximum);
  if (kind == std::string_view("gradients") && std::isfinite(layer.gradientNorm))
    fmt::print("  norm {:.3g}", layer.gradientNorm);
  if (kind == std::string_view("weights") && std::isfinite(layer.updateRatio))
    fmt::print("  update {:.2e} of the weights", layer.updateRatio);
  fmt::print("\n");
}

Json histogramJson(const Histogram& histogram) {
  if (histogram.counts.empty()) return nullptr;
  return {{"minimum", histogram.minimum}, {"maximum", histogram.maximum}, {"counts", histogram.counts}};
}

}  // namespace

void printLayers(std::int64_t run, const std::vector<LayerFrame>& frames, double seconds) {
  double took = 0;
  for (const LayerFrame& frame : frames) {
    took += frame.seconds;
    for (const LayerRecord& layer : frame.layers) {
      printHistogram(frame, layer, "weights", layer.weights);
      printHistogram(frame, layer, "gradients", layer.gradients);
      printHistogram(frame, layer, "activations", layer.activations);
    }
  }
  fmt::print("Run {}: {} records, which took {:.2f} s{}.\n", run, frames.size(), took,
             seconds > 0 ? fmt::format(" of {:.1f} s of training", seconds) : "");
}

void printLayersJson(std::int64_t run, const std::vector<LayerFrame>& frames) {
  for (const LayerFrame& frame : frames)
    for (const LayerRecord& layer : frame.layers)
      printJson({{"event", "layer"},
                 {"run", run},
                 {"step", frame.step},
                 {"layer", layer.layer},
                 {"weights", histogramJson(layer.weights)},
                 {"gradients", histogramJson(layer.gradients)},
                 {"activations", histogramJson(layer.activations)},
                 {"gradient_norm", numberJson(layer.gradientNorm)},
                 {"update_ratio", numberJson(layer.updateRatio)}});
}

}  // namespace fovea::cli
