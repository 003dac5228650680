// Why: what the records of a run do not tell is measured on a few batches of its training data: what comes out of each
// layer of a checkpoint, what its gradients are, and what the network is fed with.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/backends/device.h"
#include "core/base/cancel.h"
#include "core/data/store/dataset.h"
#include "core/train/checkpoint.h"

namespace fovea {

// One layer over all batches, on the network without blocks.
struct MeasuredLayer {
  std::string name;  // a layer of a block is "block/layer"
  std::string type;  // name of its LayerType
  // Of its first output [N, C, …], by channel C: the fraction of numbers that are exactly 0, and the fraction within
  // kSaturationMargin of a limit of the layer's range (0 for layers without limits). Empty for symbols.
  std::vector<double> zeroShare{};
  std::vector<double> saturatedShare{};
  std::int64_t notFinite = 0;  // NaN and infinite numbers in its output
  // Of what it learns; 0 without learned parameters.
  std::int64_t parameters = 0;
  double gradientNorm = 0;  // of the loss, the median over the batches; infinite if it is not finite
  double weightNorm = 0;
  // The same with the weights that the run began with, on the first batch. NaN if it began with given weights.
  double startGradientNorm = 0;
  double startWeightNorm = 0;
};

// One channel of an input of the network, after the transforms.
struct MeasuredInput {
  std::string name;  // of the part, or "channel 0"
  double mean = 0;
  double deviation = 0;
};

struct ModelMeasures {
  std::vector<MeasuredLayer> layers{};  // in computation order
  std::vector<MeasuredInput> inputs{};  // empty for symbols

  std::int64_t batches = 0;
  std::int64_t samples = 0;
  std::vector<std::uint32_t> records{};    // of the samples, in their order
  std::int64_t distinct = 0;               // different inputs among the samples
  std::vector<std::uint32_t> constant{};   // records whose input is one number all over
  std::vector<std::uint32_t> notFinite{};  // records whose input has NaN or infinite numbers
  std::int64_t labels = 0;                 // different labels among the samples; 0 if they have no labels
  std::int64_t mixedBatches = 0;           // batches with more than one label
  bool constantTargets = false;            // all targets that are numbers are the same

  // For one label per sample: the fraction of samples whose predicted class is wrong with a probability of at least
  // kSureFrom. NaN otherwise.
  double sureAndWrong = 0;
  double loss = 0;       // mean over the batches; may be infinite or NaN
  double startLoss = 0;  // of the first batch with the weights that the run began with; NaN if those were given

  // How far the weights are from where the run began, relative to there: |w − w0| / |w0| over all that have a norm
  // above zero in the beginning. NaN if the run began with given weights.
  double moved = 0;
  double grown = 0;  // |w| / |w0| over the same weights
};

// A sigmoid is saturated beyond inputs of ±4.6, where its slope has fallen below 0.01; tanh likewise.
inline constexpr double kSaturationMargin = 0.01;
inline constexpr double kSureFrom = 0.99;

// Runs some batches of the training split, as training draws and transforms them, through the network forward and
// backward; nothing is changed. InvalidArgument (network and data do not fit), Corrupt (weights are missing, or a
// damaged sample), Cancelled, errors of the device.
Result<ModelMeasures> measureModel(const Checkpoint& checkpoint, bool givenWeights,
                                   std::shared_ptr<const Dataset> dataset, std::shared_ptr<Device> device,
                                   const ProgressFunction& progress, const CancelToken& cancel);

}  // namespace fovea
