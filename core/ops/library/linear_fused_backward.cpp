// linear_fused_backward: dx = relu_backward(linear_backward_data(dy, weight), y) and dbias[k] = sum over n of dx[n,k]:
//   the gradient through a linear layer and the ReLU of the linear_fused before it, and the gradient of that
//   linear_fused's bias.
// Shapes: dy [N,M], weight [M,K], dx [N,K], dbias [K]; y [N,K], the result of the ReLU, or its mask u8
//   [N, 16 · ⌈K / 128⌉] as linear_fused writes it. An empty batch gives zeros.
// Gradient: none (not needed for training).
// Source: as linear_backward_data.
#include "core/ops/fused_activation.h"
#include "core/ops/linear_mask.h"
#include "core/ops/op_rules.h"

namespace fovea::linear_fused_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_TRY(std::vector<TensorType> outputs, inferOp(*findOp("linear_backward_data"), {}, request.inputs.first(2)));
  const bool masked = request.inputs[2].dtype == DataType::UInt8;
  FOVEA_CHECK(needType("result", request.inputs[2], masked ? linearMaskType(outputs[0].shape) : outputs[0]));
  outputs.push_back({outputs[0].dtype, Shape{outputs[0].shape[1]}});
  return outputs;
}

// True if a gradient passes the ReLU at [n, k].
template <class T>
bool passesAt(const TensorView& result, std::int64_t n, std::int64_t k) {
  const std::int64_t row = n * result.type.shape[1];
  if (result.type.dtype == DataType::UInt8) return (result.as<std::uint8_t>()[row + k / 8] >> k % 8 & 1) != 0;
  return passesGradient(FusedActivation::Relu, static_cast<double>(result.as<T>()[row + k]));
}

void reference(const ReferenceRequest& request) {
  findOp("linear_backward_data")->reference({request.attributes, request.inputs.first(2), request.outputs.first(1)});
  const Shape& shape = request.outputs[0].type.shape;
  dispatchReal(request.outputs[0].type.dtype, [&]<class T>() {
    T* const dx = request.outputs[0].as<T>();
    T* const dbias = request.outputs[1].as<T>();
    for (std::int64_t k = 0; k < shape[1]; ++k) {
      double sum = 0;
      for (std::int64_t n = 0; n < shape[0]; ++n) {
        T& gradient = dx[n * shape[1] + k];
        if (!passesAt<T>(request.inputs[2], n, k)) gradient = T(0);
        sum += static_cast<double>(gradient);
      }
      dbias[k] = static_cast<T>(sum);
    }
  });
}

}  // namespace

OpType linearFusedBackwardOp() {
  OpType op;
  op.name = "linear_fused_backward";
  op.summary = "dx = Σ dy[n,m] · weight[m,k] where the ReLU lets a gradient pass, else 0; dbias[k] = Σ dx[n,k].";
  op.inputs = {{"dy"}, {"weight"}, {"result"}};
  op.outputs = {{"dx"}, {"dbias"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(
        r, 2.0 * static_cast<double>(r.outputs[0].shape.elementCount()) * static_cast<double>(r.inputs[0].shape[1]));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::linear_fused_backward_op
