#include "core/ops/reference_half.h"

#include <algorithm>

#include "core/tensor/half.h"

namespace fovea {
namespace {

// Converts 16-bit views to f32 tensors, whose memory `kept` holds.
std::vector<TensorView> widened(std::span<const TensorView> views, std::vector<Tensor>& kept) {
  std::vector<TensorView> result(views.begin(), views.end());
  for (TensorView& view : result) {
    if (!isHalf(view.type.dtype)) continue;
    view.type.dtype = DataType::Float32;
    kept.push_back(Tensor::make(view.type));
    view.data = kept.back().raw();
  }
  return result;
}

void convertView(const TensorView& from, const TensorView& to) {
  convertNumbers(from.type.dtype, from.data, to.type.dtype, to.data, from.type.shape.elementCount());
}

}  // namespace

void runReference(const OpType& op, const ReferenceRequest& request) {
  const auto half = [](const TensorView& view) { return isHalf(view.type.dtype); };
  if (std::none_of(request.inputs.begin(), request.inputs.end(), half) &&
      std::none_of(request.outputs.begin(), request.outputs.end(), half))
    return op.reference(request);
  std::vector<Tensor> kept;
  const auto inputs = widened(request.inputs, kept), outputs = widened(request.outputs, kept);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (half(request.inputs[i])) convertView(request.inputs[i], inputs[i]);
  op.reference({request.attributes, inputs, outputs});
  for (std::size_t i = 0; i < outputs.size(); ++i)
    if (half(request.outputs[i])) convertView(outputs[i], request.outputs[i]);
}

}  // namespace fovea
