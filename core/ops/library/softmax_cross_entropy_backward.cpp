// softmax_cross_entropy_backward: dlogits[n,k] = dloss / count * (probabilities[n,k] - (k == labels[n])), where count
// is the
//   number of labels of 0 or more; a sample without label gets zeros, one with a label of K or more gets NaN.
// Shapes: dloss one number, probabilities and dlogits [N,K], labels i32 [N].
// Gradient: none (not needed for training).
// Source: Goodfellow, Bengio and Courville, "Deep Learning", 2016, section 6.2.2.3.
#include <limits>

#include "core/ops/op_rules.h"

namespace fovea::softmax_cross_entropy_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& probabilities = request.inputs[1];
  FOVEA_CHECK(needReal("list of probabilities", probabilities));
  FOVEA_CHECK(needRank("list of probabilities", probabilities, 2, "[N, K]"));
  FOVEA_CHECK(needType("gradient", request.inputs[0], {probabilities.dtype, Shape{}}));
  FOVEA_CHECK(needType("list of labels", request.inputs[2], {DataType::Int32, Shape{probabilities.shape[0]}}));
  return std::vector<TensorType>{probabilities};
}

void reference(const ReferenceRequest& request) {
  const Shape& shape = request.inputs[1].type.shape;
  const std::int64_t batch = shape[0], classes = shape[1];
  const auto* labels = request.inputs[2].as<std::int32_t>();
  const std::int64_t count = std::count_if(labels, labels + batch, [](std::int32_t label) { return label >= 0; });
  dispatchReal(request.inputs[1].type.dtype, [&]<class T>() {
    const T* probabilities = request.inputs[1].as<T>();
    T* dlogits = request.outputs[0].as<T>();
    const double factor =
        static_cast<double>(*request.inputs[0].as<T>()) / static_cast<double>(std::max<std::int64_t>(count, 1));
    for (std::int64_t n = 0; n < batch; ++n)
      for (std::int64_t k = 0; k < classes; ++k) {
        const std::int64_t at = n * classes + k;
        const double target = k == labels[n] ? 1.0 : 0.0;
        if (labels[n] < 0)
          dlogits[at] = T(0);
        else if (labels[n] >= classes)
          dlogits[at] = std::numeric_limits<T>::quiet_NaN();
        else
          dlogits[at] = static_cast<T>(factor * (static_cast<double>(probabilities[at]) - target));
      }
  });
}

}  // namespace

OpType softmaxCrossEntropyBackwardOp() {
  OpType op;
  op.name = "softmax_cross_entropy_backward";
  op.summary = "dlogits = (probabilities − 1 at the label) · dloss / number of labels.";
  op.inputs = {{"dloss"}, {"probabilities"}, {"labels"}};
  op.outputs = {{"dlogits"}};
  op.infer = infer;
  op.cost = costPerElement(2);
  op.reference = reference;
  return op;
}

}  // namespace fovea::softmax_cross_entropy_backward_op
