// Why: converts an ONNX model node by node to a network of Fovea's layers. A maker per operator, from the files of
// core/exchange/onnx/layer_makers (the build finds them), creates the layers. Other operators become primitive layers,
// one per op. Internal to onnx_import.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/exchange/onnx/onnx_import.h"
#include "core/exchange/onnx/onnx_program.h"
#include "core/exchange/onnx/operator_table.h"

namespace fovea {

// An output of a layer.
struct LayerSource {
  LayerId layer;
  int output = 0;
};

class LayerImport {
 public:
  LayerImport(const OnnxModel& model, ExchangeReport& report, const OnnxImportOptions& options)
      : model_(model), report_(report), options_(options) {}

  // Unsupported: "unsupported X: why".
  Result<Checkpoint> read();

  // For makers: the facts about a value for `batch()` samples, the layer that produces it, and setting the layer that
  // produces an output.
  const OnnxProgram::Fact& fact(const std::string& value) const;
  // Whether the value is the same for any number of samples.
  bool isKnown(const std::string& value) const;
  // The shape, with −k for k times the number of samples. Unsupported if an extent is neither of that form nor fixed.
  Result<std::vector<std::int64_t>> extentsOf(const std::string& value) const;
  // Returns the layer of a value; a known value becomes a constant layer. Unsupported if no layer produces it.
  Result<LayerSource> source(const std::string& value);
  void give(const std::string& value, LayerSource source);
  std::size_t readersOf(const std::string& value) const;

  // A transposed value: its axis i is axis order[i] of the source. Successive transpositions are combined, and only the
  // result becomes a layer.
  struct Turned {
    LayerSource source;
    std::vector<std::int64_t> order;
  };
  Result<Turned> turnedSource(const std::string& value);
  void giveTurned(const OnnxNode& node, const std::string& value, Turned turned);
  // The value with its axes in that order.
  Result<LayerSource> sourceInOrder(const OnnxNode& node, const std::string& value,
                                    const std::vector<std::int64_t>& order);

  // Adds a layer and its edges. `weights` are named like the layer's variables: "weight".
  Result<LayerId> add(const OnnxNode& node, const std::string& type, FieldValues parameters,
                      const std::vector<LayerSource>& inputs,
                      const std::vector<std::pair<std::string, Tensor>>& weights = {});
  // The same for a node with one data input and one output.
  Status become(const OnnxNode& node, const std::string& type, FieldValues parameters = {},
                const std::vector<std::pair<std::string, Tensor>>& weights = {});
  Status pass(const OnnxNode& node);  // output 0 equals input 0
  // Reshapes a source, with shapes as in extentsOf(). A reshape and its inverse cancel out.
  Result<LayerSource> reshaped(const OnnxNode& node, LayerSource source, const std::vector<std::int64_t>& from,
                               const std::vector<std::int64_t>& to);
  Result<LayerSource> permuted(const OnnxNode& node, LayerSource source, const std::vector<std::int64_t>& order);
  void approximate(std::string line) { report_.approximated.push_back(std::move(line)); }
  bool isModelInput(const std::string& value) const { return inputs_.contains(value); }
  std::int64_t batch() const { return batch_; }
  std::int64_t opset(const OnnxNode& node) const { return model_.opset(node); }
  // Adds a bias to a linear layer without one whose output has no other reader, under this name or another one; returns
  // false if that is impossible.
  bool addBias(const std::string& value, const Tensor& bias);
  // The same for a Scale layer of scalars: multiplies its output by `scale` and adds `bias`.
  bool rescale(const std::string& value, double scale, double bias);

 private:
  struct Lazy {
    Turned turned;
    std::string name;  // the node that transposed it
  };
  std::string uniqueName(const std::string& wish);
  // Remembers the layers of a value that several nodes read.
  void noteReaders(const std::string& value, LayerSource source);
  Layer& layerOf(LayerId id) { return layers_[static_cast<std::size_t>(id.index) - 1]; }
  Result<Checkpoint> readAll();
  // An input of the model: it becomes an Input layer, or has a value chosen by the user.
  struct ModelInput {
    OnnxValueInfo info;
    std::vector<std::int64_t> extents;  // of the model's value; 0 if the number of samples is open
    int axis = 0;                       // the sample axis
    bool channelsLast = false;          // pictures, whose channels the network has first
    std::optional<double> value;
  };
  Result<std::int64_t> collectInputs();
  Status readInputs();
  std::string shapeAdvice() const;
  // The user's choice for that input; a choice without a name applies to the `only` input. Null: none.
  const InputChoice* choiceFor(const std::string& name, bool only) const;
  Status checkChoices(const std::vector<OnnxValueInfo>& free, bool only) const;
  Result<int> sampleAxisOf(const ModelInput& input, const ModelInput& first, const InputChoice* choice) const;
  Status fixExtents(ModelInput& input, const InputChoice* choice);
  Status translate();
  Status addInputLayer(const ModelInput& input);
  void findWanted();
  Status readNode(const OnnxNode& node, std::size_t index);
  Result<Checkpoint> finish();
  Result<LayerId> sayOutput(const std::string& output, bool named);
  void dropUnused(const std::vector<LayerId>& saying);
  std::set<std::string> initializersOf(const std::vector<std::string>& values,
                                       const std::unordered_map<std::string, const OnnxNode*>& producers) const;
  void shareWeights();
  void dropWeights(const std::unordered_set<std::string>& layers);

  // Converts ops to primitive layers.
  Status readAsOps(const OnnxNode& node, std::size_t index);
  Status readOp(const OnnxNode& node, std::size_t at);
  Result<LayerSource> sourceOfOpValue(const OnnxNode& node, ValueId value);
  Result<FieldValues> mergedAttributes(const Node& now, const Node& more) const;
  Result<std::int64_t> mergedExtent(std::int64_t now, std::int64_t more) const;
  Result<LayerSource> constant(const std::string& name, const Tensor& now, const Tensor& more);
  Result<LayerSource> sameConstant(const OnnxNode& named, const Tensor& numbers, bool forEachSample);

  const OnnxModel& model_;
  ExchangeReport& report_;
  const OnnxImportOptions& options_;
  std::vector<Layer> layers_;  // layer i has id i + 1, so sources precede their readers
  std::vector<Edge> edges_;
  std::vector<std::pair<std::string, Tensor>> weights_;
  std::unordered_map<std::string, int> names_;  // used names, with the next free number for each
  OnnxProgram program_, more_;                  // the model for batch_ samples, and for 1.5 times as many
  std::int64_t batch_ = 2;
  bool took_ = false;  // used a shape that the model does not specify
  std::vector<ModelInput> modelInputs_;
  std::set<std::string> inputs_;
  std::unordered_map<std::string, LayerSource> sources_;
  std::unordered_map<std::string, Lazy> lazy_;
  std::unordered_map<std::int32_t, LayerSource> opSources_;  // by value of program_.drawn
  std::unordered_map<std::string, std::size_t> readers_;
  std::unordered_set<std::int32_t> readOften_;                 // layers that produce a value with several readers
  std::vector<OnnxNode> nodes_;                                // the model's nodes after pattern matching
  std::map<std::int32_t, std::string> mapped_;                 // by layer: what it was made from
  std::map<std::int32_t, std::vector<std::string>> weighted_;  // by layer with weights: what its node reads
  std::vector<bool> wanted_;                                   // by node
  std::unordered_map<std::int32_t, std::vector<std::int64_t>> reshapedFrom_;  // shapes before reshaping layers
  std::unordered_map<std::int32_t, LayerSource> reshapedSource_;
  std::map<std::int32_t, int> depths_;  // layer depths, for positions on the canvas
  std::map<int, int> lanes_;            // number of layers at each depth
};

// Creates the layers of one operator. An error says why it cannot.
struct LayerMaker {
  std::string op;
  std::function<Status(LayerImport&, const OnnxNode&)> make;
  OnnxKnownAttributes attributes;  // supported ones; a node with any other becomes ops
};
using LayerMakers = std::vector<LayerMaker>;

// An attribute, or `otherwise` if it is missing.
std::int64_t attributeOf(const OnnxNode& node, std::string_view name, std::int64_t otherwise);
double attributeOf(const OnnxNode& node, std::string_view name, double otherwise);
std::string attributeOf(const OnnxNode& node, std::string_view name, const char* otherwise);
std::vector<std::int64_t> attributeOf(const OnnxNode& node, std::string_view name,
                                      const std::vector<std::int64_t>& otherwise);
// A tensor for an input of the model with all elements `value`.
OnnxTensor filledInput(const OnnxValueInfo& info, const Shape& shape, double value);
// Reshapes f32 numbers.
Tensor plainWeights(const Tensor& tensor, const Shape& shape);
// Whether type, shape and bytes are equal.
bool sameNumbers(const Tensor& a, const Tensor& b);

}  // namespace fovea
