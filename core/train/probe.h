// Why: a probe measures a layer during training: its cost, its output, and how much its weights change. It computes a
// batch in addition to the training step, so training produces the same numbers with and without probes, and without
// probes a step only checks whether there are any.
#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/train/statistics.h"

namespace fovea {

struct ProbeRequest {
  // Names of layers; "block/conv1" for a layer within a block. Empty: no layer is observed.
  std::vector<std::string> layers;
  std::int64_t every = 1;  // steps: the next one is looked at, then each so many
  double leastSeconds = 0;  // from one look to the next
  double mostShare = 1;     // of the time of training that looking may take; 1: no limit
  bool spreads = false;     // also the histograms of weights and gradients
};

// One layer at one batch. Values that do not exist are NaN.
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
  // norm of the gradient of the loss with respect to the layer's parameters
  double gradientNorm = std::numeric_limits<double>::quiet_NaN();
  //
  // change of the parameters
  // /
  // their previous values
  //
  double updateRatio = std::numeric_limits<double>::quiet_NaN();
};

struct ProbeFrame {
  std::int64_t step = 0;  // completed steps, including the measured one
  std::vector<LayerProbe> layers{};
  double loss = std::numeric_limits<double>::quiet_NaN();  // loss of the batch, before the step
  // The time of the previous measurement relative to the training time since then; NaN for the first measurement.
  double cost = std::numeric_limits<double>::quiet_NaN();
  double seconds = 0;  // that this look took
  // How the step computes the batch. The measurement always takes it as a whole and in f32: its numbers differ a little
  // if there are several micro-batches, whose batch norms are their own, and it does not see what overflows in f16.
  std::int64_t microBatches = 1;
  std::string precision = "f32";
  std::optional<Error> error{};  // why nothing could be looked at; the probes are withdrawn then
};

// Thumbnail of one sample's output, [C, H, W], [C, D, H, W], [T, K] or [K], at most `largest` values high and wide.
Tensor thumbnailOf(const Tensor& sample, std::int64_t largest = 32);

}  // namespace fovea
