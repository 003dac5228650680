#include "core/ops/op_type.h"

#include <fmt/format.h>

namespace fovea {

std::vector<OpType> generatedOps();

const std::vector<OpType>& allOps() {
  static const std::vector<OpType> ops = generatedOps();
  return ops;
}

const OpType* findOp(std::string_view name) {
  for (const OpType& op : allOps())
    if (op.name == name) return &op;
  return nullptr;
}

Result<std::vector<TensorType>> inferOp(const OpType& op, const FieldValues& attributes, std::span<const TensorType> inputs) {
  std::size_t least = 0;
  for (const OpPort& port : op.inputs) least += port.optional ? 0 : 1;
  const bool variadic = !op.inputs.empty() && op.inputs.back().variadic;
  if (inputs.size() < least || (!variadic && inputs.size() > op.inputs.size()))
    return fail(ErrorCode::InvalidArgument, fmt::format("{} needs {} input{}, but got {}.", op.name, least, least == 1 ? "" : "s", inputs.size()));
  FOVEA_TRY(const FieldValues complete, op.attributes.complete(attributes));
  FOVEA_TRY(auto types, op.infer({complete, inputs}));
  for (const TensorType& type : types) FOVEA_CHECK([&]() -> Status {
    FOVEA_TRY([[maybe_unused]] const Shape checked, Shape::make(type.shape.extents()));
    return {};
  }());
  return types;
}

Cost costOf(const OpType& op, const CostRequest& request) {
  if (op.cost) return op.cost(request);
  Cost cost;
  for (const TensorType& type : request.inputs) cost.bytes += static_cast<double>(type.bytes());
  for (const TensorType& type : request.outputs) {
    cost.bytes += static_cast<double>(type.bytes());
    cost.flops += static_cast<double>(type.shape.elementCount());
  }
  return cost;
}

std::string shapeWords(const Shape& shape) {
  if (shape.rank() <= 1) return shape.rank() == 0 ? "1" : std::to_string(shape[0]);
  return fmt::format("{}", fmt::join(shape.extents().subspan(1), "×"));
}

}  // namespace fovea
