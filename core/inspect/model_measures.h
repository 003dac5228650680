// Why: some facts are not in the records of a run. They are measured on a few batches of its training data: the outputs
// and gradients of each layer of a checkpoint, and the inputs of the network.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/backends/device.h"
#include "core/base/cancel.h"
#include "core/data/store/dataset.h"
#include "core/train/checkpoint.h"

namespace fovea {

// Measurements of one layer of the network without blocks, over all batches.
struct MeasuredLayer {
  std::string name;  // "block/layer" for a layer within a block
  std::string type;  // name of its LayerType
  // For each channel C of its first output [N, C, …], or [N, T, C] for sequences: the fraction of values that are
  // exactly 0, and the fraction within kSaturationMargin of a limit of the layer's range (0 for layers without limits).
  // Empty for symbols.
  std::vector<double> zeroShare{};
  std::vector<double> saturatedShare{};
  std::int64_t notFinite = 0;  // number of NaN and infinite values in its output
  // Number of its learned parameters; 0 if it has none.
  std::int64_t parameters = 0;
  double gradientNorm = 0;  // norm of the loss gradient, median over the batches; infinite if not finite
  double weightNorm = 0;
  // The same for the initial weights, on the first batch; the gradient is NaN if the run began with given weights.
  double startGradientNorm = 0;
  double startWeightNorm = 0;
};

// One channel of a network input, after the transforms.
struct MeasuredInput {
  std::string name;  // "channel 0"
  double mean = 0;
  double deviation = 0;
};

struct ModelMeasures {
  std::vector<MeasuredLayer> layers{};  // in computation order
  std::vector<MeasuredInput> inputs{};  // empty for symbols

  std::int64_t batches = 0;
  std::int64_t samples = 0;
  std::vector<std::uint32_t> records{};    // record numbers of the samples, in order
  std::int64_t distinct = 0;               // number of different inputs among the samples
  std::vector<std::uint32_t> constant{};   // records with a constant input
  std::vector<std::uint32_t> notFinite{};  // records with NaN or infinite numbers in the input
  std::int64_t labels = 0;                 // number of different labels among the samples; 0 if they have no labels
  std::int64_t mixedBatches = 0;           // batches with more than one label
  bool constantTargets = false;            // numeric targets are the same for all samples

  // For one label per sample and classes with probabilities: the fraction of samples whose predicted class is wrong
  // with a probability of at least kSureFrom. NaN otherwise.
  double sureAndWrong = 0;
  double loss = 0;       // mean over the batches; may be infinite or NaN
  double startLoss = 0;  // loss of the first batch with the initial weights; NaN if the run began with given weights

  // Relative distance of the weights from the initial ones: |w − w0| / |w0| over trainable weights of rank 2 or more
  // with an initial norm above zero. NaN if the run began with given weights.
  double moved = 0;
  double grown = 0;  // |w| / |w0| over the same weights
};

// Fraction of the output range that counts as saturated: sigmoid inputs beyond ±4.6, tanh inputs beyond ±2.3.
inline constexpr double kSaturationMargin = 0.01;
inline constexpr double kSureFrom = 0.99;

// Runs some batches of the training split, drawn and transformed as in training, forward and backward through the
// network without changing it. Fails with InvalidArgument (network and data do not fit), Corrupt (missing weights or a
// damaged sample), Cancelled, or errors of the device.
Result<ModelMeasures> measureModel(const Checkpoint& checkpoint, bool givenWeights,
                                   std::shared_ptr<const Dataset> dataset, std::shared_ptr<Device> device,
                                   const ProgressFunction& progress, const CancelToken& cancel);

}  // namespace fovea
