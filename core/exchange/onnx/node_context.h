// Why: gives the translator of an ONNX operator the node's inputs as values of a Fovea graph, its attributes, and its
// outputs. The file is untrusted: missing items get defaults, invalid ones are errors with a message.
#pragma once
#include <memory>
#include <optional>

#include "core/exchange/onnx/folding_emitter.h"
#include "core/exchange/onnx/onnx_model.h"

namespace fovea {

// A value of the ONNX graph, with elements in computedType(element).
struct OnnxValue {
  ValueId id;  // invalid for a sequence
  OnnxElement element = OnnxElement::Float;
  std::shared_ptr<const std::vector<OnnxValue>> sequence = nullptr;  // the tensors of a sequence of known length
};

// The node's access to the surrounding graph.
class OnnxScope {
 public:
  virtual ~OnnxScope() = default;
  // Returns an integer graph input as i32, which ops use to index `rows` rows; negative indices count from the end.
  // Invalid if the value is no such input.
  virtual ValueId asIndices(const std::string& value, std::int64_t rows) = 0;
  // Records that this value must be known before the graph can be built.
  virtual void needKnown(const std::string& value) = 0;
  // Whether the ops become layers, which compute in f32 throughout.
  virtual bool makesLayers() const = 0;
  // Rounds a value computed in f32 to the precision of its 16-bit type. Other types, and values for layers, stay
  // unchanged.
  virtual ValueId withDigits(ValueId value, OnnxElement element) = 0;
  // The limit for the number of elements of a value.
  virtual std::int64_t mostElements() const = 0;
  // Runs a subgraph, whose nodes can read the outer values, and returns its outputs. `inputs` are the subgraph's own.
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

  // An input on which shapes depend. Unsupported if it is not known before the graph runs.
  Result<Tensor> known(std::size_t i);
  Result<std::vector<std::int64_t>> wholeNumbers(std::size_t i);
  // A list that is an attribute in older opsets and an input in newer ones; nothing if it is missing.
  Result<std::optional<std::vector<std::int64_t>>> listOf(std::string_view attribute, std::size_t i);

  // The tensors of a sequence. Unsupported for other values.
  Result<std::vector<OnnxValue>> sequence(std::size_t i) const;
  // Sets output 0 to a sequence.
  void giveSequence(std::vector<OnnxValue> parts);

  bool wants(std::size_t output) const { return output < node_.outputs.size() && !node_.outputs[output].empty(); }
  void give(std::size_t output, ValueId value, OnnxElement element);
  // Sets output 0, with the element type of input 0.
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

// Unsupported, with a message that follows "unsupported Resize: ".
Error unsupported(std::string message);
// The axis counted from the front. InvalidArgument if a value of that rank does not have it.
Result<int> axisOf(std::int64_t axis, int rank);
// The same for a list, sorted and without duplicates.
Result<std::vector<std::int64_t>> axesOf(std::span<const std::int64_t> axes, int rank);

}  // namespace fovea
