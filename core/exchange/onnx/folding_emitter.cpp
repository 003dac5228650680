#include "core/exchange/onnx/folding_emitter.h"

#include "core/ops/reference_half.h"

namespace fovea {
namespace {

// Larger ops on constants stay in the graph: reference kernels are slow.
constexpr std::int64_t kMostFoldedElements = std::int64_t{1} << 22;
constexpr double kMostOperations = 2e8;

}  // namespace

ValueId FoldingEmitter::add(Entry entry) {
  entries_.push_back(std::move(entry));
  return ValueId{static_cast<std::int32_t>(entries_.size()) - 1};
}

void FoldingEmitter::reportError(Error error) {
  if (status_.ok()) status_ = std::move(error);
}

Status FoldingEmitter::takeStatus() {
  return std::exchange(status_, Status());
}

ValueId FoldingEmitter::adopt(ValueId value) {
  return value.valid() ? add({graph_.typeOf(value), value, {}}) : ValueId{};
}

ValueId FoldingEmitter::constant(const Tensor& tensor) {
  return add({tensor.type(), {}, tensor});
}

TensorType FoldingEmitter::typeOf(ValueId value) const {
  return value.valid() ? entries_[static_cast<std::size_t>(value.index)].type : TensorType{};
}

const Tensor* FoldingEmitter::known(ValueId value) const {
  if (!value.valid()) return nullptr;
  const Tensor& tensor = entries_[static_cast<std::size_t>(value.index)].known;
  return tensor.defined() ? &tensor : nullptr;
}

ValueId FoldingEmitter::inner(ValueId value) {
  if (!value.valid()) return {};
  Entry& entry = entries_[static_cast<std::size_t>(value.index)];
  if (!entry.inner.valid()) entry.inner = graph_.constant(entry.known);
  return entry.inner;
}

std::vector<ValueId> FoldingEmitter::emit(std::string_view name, const FieldValues& attributes,
                                          std::span<const ValueId> inputs) {
  const OpType* op = findOp(name);
  if (!op) {
    reportError(fail(ErrorCode::Internal, "There is no op named \"" + std::string(name) + "\"."));
    return std::vector<ValueId>(1);
  }
  const std::vector<ValueId> nothing(std::max<std::size_t>(op->outputs.size(), 1));
  bool allKnown = op->reference && op->aliases.empty();
  std::vector<TensorType> types;
  for (const ValueId input : inputs) {
    if (!input.valid()) return nothing;
    types.push_back(typeOf(input));
    allKnown = allKnown && known(input);
  }
  if (!status_.ok()) return nothing;
  if (allKnown) {
    auto complete = op->attributes.complete(attributes);
    auto inferred = complete.ok() ? inferOp(*op, *complete, types) : Result<std::vector<TensorType>>(complete.error());
    if (!inferred.ok()) {
      reportError(inferred.error());
      return nothing;
    }
    std::int64_t elements = 0;
    for (const TensorType& type : *inferred) elements += type.shape.elementCount();
    if (elements <= kMostFoldedElements && costOf(*op, {*complete, types, *inferred}).flops <= kMostOperations)
      return fold(*op, *complete, inputs, *inferred);
  }
  std::vector<ValueId> innerInputs;
  for (const ValueId input : inputs) innerInputs.push_back(inner(input));
  const auto emitted = graph_.emit(name, attributes, innerInputs);
  if (!graph_.status().ok()) {
    reportError(graph_.status().error());
    return nothing;
  }
  std::vector<ValueId> outputs;
  for (const ValueId value : emitted) outputs.push_back(adopt(value));
  return outputs;
}

std::vector<ValueId> FoldingEmitter::fold(const OpType& op, const FieldValues& attributes,
                                          std::span<const ValueId> inputs, const std::vector<TensorType>& types) {
  std::vector<Tensor> kept;  // the memory that the views refer to
  std::vector<TensorView> from, to;
  for (const ValueId input : inputs) kept.push_back(*known(input));
  for (Tensor& tensor : kept) from.push_back({tensor.raw(), tensor.type()});
  std::vector<ValueId> outputs;
  for (const TensorType& type : types) {
    Tensor tensor = Tensor::zeros(type);
    to.push_back({tensor.raw(), type});
    outputs.push_back(constant(tensor));
  }
  runReference(op, {attributes, from, to});
  return outputs;
}

}  // namespace fovea
