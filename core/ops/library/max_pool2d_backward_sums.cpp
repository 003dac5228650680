// max_pool2d_backward_sums: dx = max_pool2d_backward(dy, indices), and sums[c] = the sum of dx over all else: the
//   gradient of the bias of a convolution in front of the pooling. It is the sum of dy, too, which is smaller.
// Shapes: as max_pool2d_backward; sums [C].
// Defaults: as max_pool2d. Gradient: none (a pass creates it after differentiation).
// Source: as max_pool2d_backward.
#include "core/ops/channel_geometry.h"
#include "core/ops/op_rules.h"
#include "core/ops/pooling_geometry.h"

namespace fovea::max_pool2d_backward_sums_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_TRY(std::vector<TensorType> outputs,
            inferOp(*findOp("max_pool2d_backward"), request.attributes, request.inputs));
  outputs.push_back({outputs[0].dtype, Shape{outputs[0].shape[1]}});
  return outputs;
}

void reference(const ReferenceRequest& request) {
  findOp("max_pool2d_backward")->reference({request.attributes, request.inputs, request.outputs.first(1)});
  const ChannelGeometry g = readChannels(request.inputs[0].type.shape);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    for (std::int64_t c = 0; c < g.channels; ++c) {
      double sum = 0;
      for (std::int64_t n = 0; n < g.batch; ++n)
        for (std::int64_t i = 0; i < g.inner; ++i) sum += static_cast<double>(request.inputs[0].as<T>()[g.at(n, c, i)]);
      request.outputs[1].as<T>()[c] = static_cast<T>(sum);
    }
  });
}

}  // namespace

OpType maxPool2dBackwardSumsOp() {
  OpType op;
  op.name = "max_pool2d_backward_sums";
  op.summary = "The gradient of max_pool2d, and its sum over each channel.";
  auto fields = poolingFields();
  fields.push_back(inputSizeField());
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"dy"}, {"indices"}};
  op.outputs = {{"dx"}, {"sums"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, 2.0 * static_cast<double>(r.inputs[0].shape.elementCount()));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::max_pool2d_backward_sums_op
