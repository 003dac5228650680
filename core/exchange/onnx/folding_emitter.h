// Why: much of an ONNX graph is arithmetic on shapes and constants. This Emitter evaluates ops with known inputs at
// once, with the ops' own kernels, and keeps them out of the graph. Not thread-safe.
#pragma once
#include "core/graph/graph.h"

namespace fovea {

// Its ids are its own; inner() maps them to values of the graph.
class FoldingEmitter : public Emitter {
 public:
  explicit FoldingEmitter(GraphBuilder& graph) : graph_(graph) {}

  using Emitter::emit;
  std::vector<ValueId> emit(std::string_view op, const FieldValues& attributes,
                            std::span<const ValueId> inputs) override;
  TensorType typeOf(ValueId value) const override;
  ValueId constant(const Tensor& tensor) override;
  void reportError(Error error) override;

  // Adds a value that is already in the graph, such as an input.
  ValueId adopt(ValueId inner);
  // The value's tensor if it is known, else null.
  const Tensor* known(ValueId value) const;
  // The value in the graph; a known value becomes a constant.
  ValueId inner(ValueId value);
  // Returns and clears the first error since the last call.
  Status takeStatus();

 private:
  struct Entry {
    TensorType type;
    ValueId inner;
    Tensor known;
  };
  ValueId add(Entry entry);
  std::vector<ValueId> fold(const OpType& op, const FieldValues& attributes, std::span<const ValueId> inputs,
                            const std::vector<TensorType>& types);

  GraphBuilder& graph_;
  std::vector<Entry> entries_;
  Status status_;
};

}  // namespace fovea
