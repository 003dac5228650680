// Why: much of an ONNX graph is arithmetic on shapes and constants. An Emitter that runs an op at once where all its
// inputs are known keeps that arithmetic out of the graph, without a second meaning for any op. Not thread-safe.
#pragma once
#include "core/graph/graph.h"

namespace fovea {

// Ids given out here are this emitter's own; inner() says which value of the graph one is.
class FoldingEmitter : public Emitter {
 public:
  explicit FoldingEmitter(GraphBuilder& graph) : graph_(graph) {}

  using Emitter::emit;
  std::vector<ValueId> emit(std::string_view op, const FieldValues& attributes,
                            std::span<const ValueId> inputs) override;
  TensorType typeOf(ValueId value) const override;
  ValueId constant(const Tensor& tensor) override;
  void reportError(Error error) override;

  // A value that is in the graph already, such as an input.
  ValueId adopt(ValueId inner);
  // The numbers, where they are known; empty otherwise.
  const Tensor* known(ValueId value) const;
  // The value in the graph, as a constant of it where it is known.
  ValueId inner(ValueId value);
  // The first error since the last call, which is forgotten.
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
