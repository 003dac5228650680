// pad_channels: y[n,c,…] = x[n,c,…] as another type of real numbers for the channels that x has, and 0 for the others.
// Shapes: x [N,C,…], y [N,K,…] where K is the attribute channels, at least C.
// Defaults: 4 channels, to f32.
// Gradient: none (a pass creates it after differentiation).
// Source: NVIDIA, "Convolutional Layers User's Guide", on channels as tensor cores want them.
#include <fmt/format.h>

#include "core/ops/op_rules.h"
#include "core/ops/precision_rules.h"
#include "core/tensor/half.h"

namespace fovea::pad_channels_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_TRY(const DataType to, dataTypeFromName(request.attributes.text("to")));
  if (x.shape.rank() < 2) return invalidInput("The input must have channels: [N, C, …].");
  Shape shape = x.shape;
  shape[1] = request.attributes.integer("channels");
  if (shape[1] < x.shape[1])
    return invalidInput(fmt::format("The input has {} channels, which do not fit into {}.", x.shape[1], shape[1]));
  return std::vector<TensorType>{{to, shape}};
}

void reference(const ReferenceRequest& request) {
  const TensorView &x = request.inputs[0], &y = request.outputs[0];
  const std::int64_t inner = x.type.shape.elementsFrom(2), channels = x.type.shape[1], padded = y.type.shape[1];
  const auto at = [](const TensorView& view, std::int64_t element) {
    return view.as<std::byte>() + element * static_cast<std::int64_t>(byteSize(view.type.dtype));
  };
  std::fill_n(y.as<std::byte>(), y.type.bytes(), std::byte{0});
  for (std::int64_t n = 0; n < x.type.shape[0]; ++n)
    convertNumbers(x.type.dtype, at(x, n * channels * inner), y.type.dtype, at(y, n * padded * inner),
                   channels * inner);
}

}  // namespace

OpType padChannelsOp() {
  OpType op;
  op.name = "pad_channels";
  op.summary = "y = x converted to another floating-point type, with channels of zeros appended.";
  op.attributes = Schema(
      {integerField("channels", "Channels", "How many channels the result has.", 4, 1, 1 << 20), castTypeField()});
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.cost = costPerElement(1);
  op.reference = reference;
  return op;
}

}  // namespace fovea::pad_channels_op
