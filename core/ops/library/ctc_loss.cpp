// ctc_loss: loss = mean over the samples of -log P(targets) / number of targets, where P is the sum over all ways to
//   stretch the targets over the T steps: each may stay for several steps, and a blank may stand before, between and
//   behind them (it must between two equal ones). A step's probabilities are the softmax of its scores.
// Shapes: scores and dscores [N,T,K], targets i32 [N,S] (the first negative one ends the row), loss one number;
// optional lengths [N] of the scores' type: each sample's valid fraction of the T steps, in (0, 1], which does not
// change when layers before the loss shorten T. A sample has ceil(length·T) valid steps, at least one; a rounding error
// of f32 in length·T adds no step. Steps after the last valid one are not read, and their gradient is 0. Without
// lengths all steps are valid. dscores is the gradient of the loss for the scores, from the same pass. Targets that
// need more steps than are valid have no alignment: their loss and gradient are 0 (skip_impossible), or the loss is
// infinite and their gradient NaN. A target of K or more, the blank as a target, or a length that is not in (0, 1]
// makes the loss and that sample's gradient NaN. A row without targets is divided by 1.
// Defaults: blank 0, skip_impossible true. Gradient: dscores times that of the loss; none for lengths. Source: Graves,
// Fernández, Gomez and Schmidhuber, "Connectionist temporal classification", 2006; mean and lengths as torch's.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/ops/ctc_alignment.h"
#include "core/ops/op_rules.h"

namespace fovea::ctc_loss_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType &scores = request.inputs[0], &targets = request.inputs[1];
  FOVEA_CHECK(needReal("input", scores));
  FOVEA_CHECK(needRank("input", scores, 3, "[N, T, K]"));
  FOVEA_CHECK(needDataType("targets", targets, DataType::Int32));
  FOVEA_CHECK(needRank("targets", targets, 2, "[N, S]"));
  if (scores.shape[0] != targets.shape[0])
    return invalidInput("There are targets for " + std::to_string(targets.shape[0]) + " samples, but " +
                        std::to_string(scores.shape[0]) + " samples.");
  if (scores.shape[1] == 0) return invalidInput("A sequence needs at least one step.");
  if (request.attributes.integer("blank") >= scores.shape[2])
    return invalidInput("The blank must be one of the " + std::to_string(scores.shape[2]) + " classes.");
  if (request.inputs.size() > 2)
    FOVEA_CHECK(needType("list of lengths", request.inputs[2], {scores.dtype, Shape{scores.shape[0]}}));
  return std::vector<TensorType>{{scores.dtype, Shape{}}, scores};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  std::vector<ValueId> gradients(r.inputs.size());
  if (r.needed[0] && r.outputGradients[0].valid())
    gradients[0] = r.emitter.emitOne("multiply", {}, {r.outputs[1], r.outputGradients[0]});
  return gradients;
}

template <class T>
double softmaxSum(const T* row, std::int64_t classes) {
  double largest = -std::numeric_limits<double>::infinity(), sum = 0;
  for (std::int64_t k = 0; k < classes; ++k) largest = std::max(largest, static_cast<double>(row[k]));
  for (std::int64_t k = 0; k < classes; ++k) sum += std::exp(static_cast<double>(row[k]) - largest);
  return largest + std::log(sum);
}

// Returns the loss of one sample over its `steps`, and writes its gradient; both times `factor` / number of targets.
template <class T>
double sampleLoss(const CtcAlignment& alignment, bool skipImpossible, std::int64_t steps, std::int64_t classes,
                  const T* scores, T* dscores, double factor) {
  std::vector<double> gradients(static_cast<std::size_t>(steps * classes)), sums(static_cast<std::size_t>(steps));
  for (std::int64_t t = 0; t < steps; ++t)
    sums[static_cast<std::size_t>(t)] = softmaxSum(scores + t * classes, classes);
  const auto logProbability = [&](std::int64_t t, std::int64_t k) {
    return static_cast<double>(scores[t * classes + k]) - sums[static_cast<std::size_t>(t)];
  };
  factor /= static_cast<double>(std::max<std::int64_t>(alignment.labelCount(), 1));
  for (std::int64_t t = 0; t < steps; ++t)
    for (std::int64_t k = 0; k < classes; ++k)
      gradients[static_cast<std::size_t>(t * classes + k)] = factor * std::exp(logProbability(t, k));
  double loss = std::numeric_limits<double>::quiet_NaN();
  if (alignment.valid())
    loss = -alignment.align(steps, logProbability, [&](std::int64_t t, std::int64_t k, double share) {
      gradients[static_cast<std::size_t>(t * classes + k)] -= factor * share;
    });
  const bool skipped = std::isinf(loss) && skipImpossible;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    if (std::isfinite(loss))
      dscores[i] = static_cast<T>(gradients[i]);
    else
      dscores[i] = skipped ? T(0) : std::numeric_limits<T>::quiet_NaN();
  }
  return skipped ? 0 : factor * loss;
}

void reference(const ReferenceRequest& request) {
  const Shape &shape = request.inputs[0].type.shape, &rows = request.inputs[1].type.shape;
  const auto* targets = request.inputs[1].as<std::int32_t>();
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    double loss = 0;
    for (std::int64_t n = 0; n < shape[0]; ++n) {
      const CtcAlignment alignment({targets + n * rows[1], static_cast<std::size_t>(rows[1])}, shape[2],
                                   request.attributes.integer("blank"));
      const std::int64_t at = n * shape[1] * shape[2];
      T* const dscores = request.outputs[1].as<T>() + at;
      const std::int64_t steps =
          request.inputs.size() > 2 ? ctcSteps(static_cast<double>(request.inputs[2].as<T>()[n]), shape[1]) : shape[1];
      const double nothing = steps > 0 ? 0 : std::numeric_limits<double>::quiet_NaN();
      std::fill(dscores + steps * shape[2], dscores + shape[1] * shape[2], static_cast<T>(nothing));
      loss += steps > 0 ? sampleLoss(alignment, request.attributes.boolean("skip_impossible"), steps, shape[2],
                                     request.inputs[0].as<T>() + at, dscores, 1.0 / static_cast<double>(shape[0]))
                        : nothing;
    }
    *request.outputs[0].as<T>() = static_cast<T>(loss);
  });
}

}  // namespace

OpType ctcLossOp() {
  OpType op;
  op.name = "ctc_loss";
  op.summary = "loss = the mean of −log P(targets) / length, P over all ways to stretch them over the steps.";
  op.attributes = Schema({integerField("blank", "Blank", "The class that stands for nothing.", 0, 0, 1e9),
                          booleanField("skip_impossible", "Skip impossible",
                                       "Targets that need more steps than there are count as nothing.", true)});
  op.inputs = {{"scores"}, {"targets"}, {.name = "lengths", .optional = true}};
  op.outputs = {{"loss"}, {"dscores"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    const double ways =
        static_cast<double>(r.inputs[1].shape.elementCount()) * static_cast<double>(r.inputs[0].shape[1]);
    return costWithFlops(r, 6.0 * static_cast<double>(r.inputs[0].shape.elementCount()) + 40.0 * ways);
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::ctc_loss_op
