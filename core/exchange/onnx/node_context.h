// Why: what a translator of one ONNX operator sees: the node's inputs as values of a Fovea graph, its attributes, and a
// place for its outputs. Nothing here trusts the file: what is missing has a default, what is wrong is an error in
// words.
#pragma once
#include <memory>
#include <optional>

#include "core/exchange/onnx/folding_emitter.h"
#include "core/exchange/onnx/onnx_model.h"

namespace fovea {

// A value of the ONNX graph: its numbers in computedType(element).
struct OnnxValue {
  ValueId id;  // invalid for a sequence
  OnnxElement element = OnnxElement::Float;
  std::shared_ptr<const std::vector<OnnxValue>> sequence = nullptr;  // the tensors of a sequence of known length
};

// What a node needs of the graph around it.
class OnnxScope {
 public:
  virtual ~OnnxScope() = default;
  // A graph input of whole numbers as i32, which ops take for indices into `rows` rows, negative ones counted from the
  // end; invalid where the value is no such input.
  virtual ValueId asIndices(const std::string& value, std::int64_t rows) = 0;
  // Remembers that the numbers of this value must be known before the graph can be built.
  virtual void needKnown(const std::string& value) = 0;
  // Whether layers are made of the ops. They compute in f32 throughout.
  virtual bool makesLayers() const = 0;
  // Numbers of 16 bits are computed in f32; this gives them the digits that their type has. Others, and those that
  // layers are made for, stay as they are.
  virtual ValueId withDigits(ValueId value, OnnxElement element) = 0;
  // No value may have more numbers than this.
  virtual std::int64_t mostElements() const = 0;
  // The outputs of a subgraph, whose nodes see the values around it. `inputs` stand for the subgraph's own.
  virtual Result<std::vector<OnnxValue>> run(const OnnxGraph& graph, std::span<const OnnxValue> inputs) = 0;
};

class OnnxNodeContext {
 public:
  OnnxNodeContext(const OnnxNode& node, std::int64_t opset, FoldingEmitter& emitter, OnnxScope& scope,
                  std::vector<OnnxValue> inputs)
      : node_(node), opset_(opset), emitter_(emitter), scope_(scope), inputs_(std::move(inputs)) {}

  const OnnxNode& node() const { return node_; }
  std::int64_t opset() const { return opset_; }
  FoldingEmitter& emitter() { return emitter_; }
  OnnxScope& scope() { return scope_; }

  std::size_t inputCount() const { return inputs_.size(); }
  bool has(std::size_t i) const { return i < inputs_.size() && inputs_[i].id.valid(); }
  OnnxValue input(std::size_t i) const { return i < inputs_.size() ? inputs_[i] : OnnxValue{}; }
  ValueId in(std::size_t i) const { return input(i).id; }
  OnnxElement element(std::size_t i = 0) const { return input(i).element; }
  TensorType type(std::size_t i = 0) const { return emitter_.typeOf(in(i)); }
  Shape shape(std::size_t i = 0) const { return type(i).shape; }

  bool hasAttribute(std::string_view name) const { return node_.find(name) != nullptr; }
  std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
  double real(std::string_view name, double otherwise) const;
  std::string text(std::string_view name, const std::string& otherwise) const;
  std::optional<std::vector<std::int64_t>> integers(std::string_view name) const;
  std::vector<double> reals(std::string_view name) const;
  std::vector<std::string> texts(std::string_view name) const;
  const OnnxTensor* tensor(std::string_view name) const;
  const OnnxGraph* graph(std::string_view name) const;

  // The numbers of an input that shapes depend on. Unsupported where they are not known before the graph runs.
  Result<Tensor> known(std::size_t i);
  Result<std::vector<std::int64_t>> wholeNumbers(std::size_t i);
  // Those of a list that was an attribute in older opsets and is an input in newer ones; none where it is left out.
  Result<std::optional<std::vector<std::int64_t>>> listOf(std::string_view attribute, std::size_t i);

  // The tensors of a sequence. Unsupported for another value.
  Result<std::vector<OnnxValue>> sequence(std::size_t i) const;
  // Output 0, as a sequence.
  void giveSequence(std::vector<OnnxValue> parts);

  bool wants(std::size_t output) const { return output < node_.outputs.size() && !node_.outputs[output].empty(); }
  void give(std::size_t output, ValueId value, OnnxElement element);
  // Output 0, of the element type of input 0.
  void give(ValueId value) { give(0, value, element()); }
  const std::vector<OnnxValue>& outputs() const { return outputs_; }

 private:
  const OnnxNode& node_;
  std::int64_t opset_;
  FoldingEmitter& emitter_;
  OnnxScope& scope_;
  std::vector<OnnxValue> inputs_;
  std::vector<OnnxValue> outputs_;
};

// Unsupported, with words that go behind "unsupported Resize: ".
Error unsupported(std::string message);
// The axis counted from the front. InvalidArgument for one that a value of that rank does not have.
Result<int> axisOf(std::int64_t axis, int rank);
// The same for a list, without repetitions and in rising order.
Result<std::vector<std::int64_t>> axesOf(std::span<const std::int64_t> axes, int rank);

}  // namespace fovea
