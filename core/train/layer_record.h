// Why: how the numbers of each layer are spread, and how much a step changes them, tells over a whole run whether it
// learns as it should. These values are recorded now and then, as TrainingSettings::histogramEvery says.
// Thread-safety: values and pure functions.
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "core/train/probe.h"

namespace fovea {

// One layer at one step. Histograms without counts, and NaN, mean that there is no such thing: a layer that learns
// nothing has no weights.
struct LayerRecord {
  std::string layer;
  Histogram weights{};      // of all that the layer learns, before the step
  Histogram gradients{};    // of the loss with respect to these
  Histogram activations{};  // of its output for the batch
  double gradientNorm = std::numeric_limits<double>::quiet_NaN();
  double updateRatio = std::numeric_limits<double>::quiet_NaN();  // |change of the weights| / |weights|
};

struct LayerFrame {
  std::int64_t step = 0;  // steps done, with the one that was recorded
  double seconds = 0;     // that the recording took
  std::vector<LayerRecord> layers{};
  std::optional<Error> error{};  // why nothing could be recorded; nothing is recorded from then on
};

// The frame of probes that measured spreads, without layers of which nothing is known.
LayerFrame layerFrameOf(const ProbeFrame& frame);

}  // namespace fovea
