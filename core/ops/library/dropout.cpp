// dropout: y = mask * x / (1 - probability), mask = 1 with probability 1 - p, else 0; for training only.
// Shapes: x, y and mask (u8) of one shape; step is one i64 number: the training step, so that each step draws anew.
// Element i is kept if and only if philox({lo(e/4),hi(e/4),lo(step),hi(step)}, {lo(seed),hi(seed)})[e%4] >= p * 2^32
// with e = first + i, so the mask is the same on every device and after resuming, and each rank that computes some
// samples of a batch draws what one rank draws for them. A dropped element is 0 even where x is NaN or infinite.
// Defaults: probability 0.5, seed 0, first 0. Gradient: dropout_backward.
// Source: Srivastava et al., "Dropout: A Simple Way to Prevent Neural Networks from Overfitting", 2014.
#include "core/ops/dropout_mask.h"
#include "core/ops/op_rules.h"

namespace fovea::dropout_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_CHECK(needReal("input", request.inputs[0]));
  FOVEA_CHECK(needDataType("step", request.inputs[1], DataType::Int64));
  FOVEA_CHECK(needScalar("step", request.inputs[1]));
  return std::vector<TensorType>{request.inputs[0], {DataType::UInt8, request.inputs[0].shape}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  const FieldValues attributes{{"probability", r.attributes.real("probability")}};
  return {r.emitter.emitOne("dropout_backward", attributes, {r.outputGradients[0], r.outputs[1]}), ValueId{}};
}

void reference(const ReferenceRequest& request) {
  const double probability = request.attributes.real("probability");
  const std::int64_t seed = request.attributes.integer("seed");
  const std::int64_t step = *request.inputs[1].as<std::int64_t>();
  const std::uint64_t threshold = dropoutThreshold(probability);
  const std::int64_t first = request.attributes.integer("first");
  const TensorType& type = request.inputs[0].type;
  dispatchReal(type.dtype, [&]<class T>() {
    const T* x = request.inputs[0].as<T>();
    T* y = request.outputs[0].as<T>();
    auto* mask = request.outputs[1].as<std::uint8_t>();
    for (std::int64_t i = 0; i < type.shape.elementCount(); ++i) {
      const std::uint32_t number = dropoutBlock((first + i) / 4, step, seed)[static_cast<std::size_t>((first + i) % 4)];
      mask[i] = number >= threshold ? 1 : 0;
      y[i] = mask[i] ? static_cast<T>(static_cast<double>(x[i]) / (1.0 - probability)) : T(0);
    }
  });
}

}  // namespace

OpType dropoutOp() {
  OpType op;
  op.name = "dropout";
  op.summary = "y = mask · x / (1 − p), where each element of the mask is 0 with probability p.";
  op.attributes = Schema({realField("probability", "Probability", "The share of elements that are set to zero.", 0.5,
                                    0.0, kMaximumDropout),
                          integerField("seed", "Seed", "Another seed drops other elements.", 0,
                                       std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max()),
                          integerField("first", "First", "Elements of the whole batch before those of x.", 0, 0,
                                       std::numeric_limits<double>::max())});
  op.inputs = {{"x"}, {"step"}};
  op.outputs = {{"y"}, {"mask"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = costPerElement(2);
  op.reference = reference;
  return op;
}

}  // namespace fovea::dropout_op
