// Why: a probe says what a layer does while its network learns: what it costs, what comes out, and how much it changes.
// It looks at a batch beside the step that trains on it, so training gives the same numbers with and without probes,
// and a step without probes does nothing more than ask whether there are any.
#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/train/statistics.h"

namespace fovea {

struct ProbeRequest {
  // Names of layers; of a layer within a block "block/conv1". None: nothing is looked at.
  std::vector<std::string> layers;
  std::int64_t every = 1;  // steps: the next one is looked at, then each so many
  double leastSeconds = 0;  // from one look to the next
  double mostShare = 1;     // of the time of training that looking may take; 1: no limit
  bool spreads = false;     // also the histograms of weights and gradients
};

// One layer at one batch. Numbers that there are not are no numbers (NaN).
struct LayerProbe {
  std::string layer;
  double milliseconds = 0;  // of its kernels, forward and backward; what is fused counts where the fused op stands
  std::uint64_t bytes = 0;  // of its output for this batch and of its variables
  Statistics output;        // of its (first) output over the batch
  Histogram histogram;      // likewise
  Histogram weights{};      // of all that it learns, before the step; only with ProbeRequest::spreads
  Histogram gradients{};    // of the loss with respect to these; likewise
  // f32 [H, W]: the first sample's output, mean over its channels, made smaller where needed; [0, 0] of symbols.
  Tensor thumbnail{};
  double gradientNorm = std::numeric_limits<double>::quiet_NaN();  // of the loss with respect to all that it learns
  double updateRatio = std::numeric_limits<double>::quiet_NaN();   // |change of what it learns| / |what it was before|
};

struct ProbeFrame {
  std::int64_t step = 0;  // steps done, with the one that was looked at
  std::vector<LayerProbe> layers{};
  double loss = std::numeric_limits<double>::quiet_NaN();  // of the batch, before the step
  // The time of the previous look relative to the time of training since then, without looks; NaN at the first look.
  double cost = std::numeric_limits<double>::quiet_NaN();
  double seconds = 0;  // that this look took
  std::optional<Error> error{};  // why nothing could be looked at; the probes are withdrawn then
};

// Of the output of one sample, [C, H, W], [C, D, H, W], [T, K] or [K], at most `largest` numbers high and wide.
Tensor thumbnailOf(const Tensor& sample, std::int64_t largest = 32);

}  // namespace fovea
