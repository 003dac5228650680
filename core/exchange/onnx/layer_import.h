// Why: the layers of Fovea say what ONNX says with nodes: this reads a model node by node into a network, by a maker
// for each operator from the files of core/exchange/onnx/layer_makers, which the build finds. What no maker says
// becomes the ops that the operator is made of, each a primitive layer. Internal to onnx_import.
#pragma once
#include <map>
#include <set>
#include <unordered_map>

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

  // For makers: what the model says of a value for `batch()` samples, which layer gives it, and which layer gives an
  // output from now on.
  const OnnxProgram::Fact& fact(const std::string& value) const;
  // The same numbers for any number of samples.
  bool isKnown(const std::string& value) const;
  // The shape where −k stands for k times the number of samples. Unsupported where an extent is neither that nor fixed.
  Result<std::vector<std::int64_t>> extentsOf(const std::string& value) const;
  // A value that is known becomes a constant layer. Unsupported where no layer gives it.
  Result<LayerSource> source(const std::string& value);
  void give(const std::string& value, LayerSource source);
  std::size_t readersOf(const std::string& value) const;

  // A value whose axes a layer gives in another order: axis i of it is axis order[i] of the source. Turns follow one
  // another in models; a layer is made only of what is left of them.
  struct Turned {
    LayerSource source;
    std::vector<std::int64_t> order;
  };
  Result<Turned> turnedSource(const std::string& value);
  void giveTurned(const OnnxNode& node, const std::string& value, Turned turned);
  // The value with its axes in that order.
  Result<LayerSource> sourceInOrder(const OnnxNode& node, const std::string& value,
                                    const std::vector<std::int64_t>& order);

  // Adds a layer and its edges. `weights` are named as the layer's variables: "weight".
  Result<LayerId> add(const OnnxNode& node, const std::string& type, FieldValues parameters,
                      const std::vector<LayerSource>& inputs,
                      const std::vector<std::pair<std::string, Tensor>>& weights = {});
  // The same for a node with one data input and one output.
  Status become(const OnnxNode& node, const std::string& type, FieldValues parameters = {},
                const std::vector<std::pair<std::string, Tensor>>& weights = {});
  Status pass(const OnnxNode& node);  // output 0 is input 0
  // The same numbers under another shape, as in extentsOf(); nothing is added where a shape goes there and back.
  Result<LayerSource> reshaped(const OnnxNode& node, LayerSource source, const std::vector<std::int64_t>& from,
                               const std::vector<std::int64_t>& to);
  Result<LayerSource> permuted(const OnnxNode& node, LayerSource source, const std::vector<std::int64_t>& order);
  void approximate(std::string line) { report_.approximated.push_back(std::move(line)); }
  bool isModelInput(const std::string& value) const { return inputs_.contains(value); }
  std::int64_t batch() const { return batch_; }
  std::int64_t opset(const OnnxNode& node) const { return model_.opset(node); }
  // A bias for a linear layer without one whose output nobody else reads; false where that is not so.
  bool addBias(const std::string& value, const Tensor& bias);
  // The same for a Scale layer of plain numbers: its output times `scale`, plus `bias`.
  bool rescale(const std::string& value, double scale, double bias);

 private:
  struct Lazy {
    Turned turned;
    std::string name;  // of the node that turned it
  };
  std::string uniqueName(const std::string& wish);
  Layer& layerOf(LayerId id) { return layers_[static_cast<std::size_t>(id.index) - 1]; }
  Result<Checkpoint> readAll();
  Status readInputs();
  Result<std::vector<std::int64_t>> inputExtents(const OnnxValueInfo& info);
  Status translate(const std::vector<OnnxValueInfo>& inputs, const std::vector<std::vector<std::int64_t>>& extents);
  Status addInputLayer(const OnnxValueInfo& info, const std::vector<std::int64_t>& sample);
  void findWanted();
  Status readNode(const OnnxNode& node, std::size_t index);
  Result<Checkpoint> finish();
  Result<LayerId> sayOutput(const std::string& output, bool named);
  void dropUnused(const std::vector<LayerId>& saying);

  // Ops as layers.
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
  std::vector<Layer> layers_;  // number i has the id i + 1, so a source comes before what reads it
  std::vector<Edge> edges_;
  std::vector<std::pair<std::string, Tensor>> weights_;
  std::unordered_map<std::string, int> names_;  // taken ones, and the next number behind each
  OnnxProgram program_, more_;                  // the model for batch_ samples, and for half as many again
  std::int64_t batch_ = 2;
  bool took_ = false;  // a shape that the model does not say
  std::set<std::string> inputs_;
  std::unordered_map<std::string, LayerSource> sources_;
  std::unordered_map<std::string, Lazy> lazy_;
  std::unordered_map<std::int32_t, LayerSource> opSources_;  // by value of program_.drawn
  std::unordered_map<std::string, std::size_t> readers_;
  std::vector<OnnxNode> nodes_;                 // those of the model, patterns put together
  std::map<std::int32_t, std::string> mapped_;  // what became which layer, by layer
  std::vector<bool> wanted_;                    // by node
  std::unordered_map<std::int32_t, std::vector<std::int64_t>> reshapedFrom_;  // shapes before reshaping layers
  std::unordered_map<std::int32_t, LayerSource> reshapedSource_;
  std::map<std::int32_t, int> depths_;  // of layers, for their places on the canvas
  std::map<int, int> lanes_;            // layers that are at a depth already
};

// Makes the layers of one operator. An error is why it cannot.
struct LayerMaker {
  std::string op;
  std::function<Status(LayerImport&, const OnnxNode&)> make;
  OnnxKnownAttributes attributes;  // those that it heeds; a node with another one becomes ops
};
using LayerMakers = std::vector<LayerMaker>;

// An attribute, or what it is where it is left out.
std::int64_t attributeOf(const OnnxNode& node, std::string_view name, std::int64_t otherwise);
double attributeOf(const OnnxNode& node, std::string_view name, double otherwise);
std::string attributeOf(const OnnxNode& node, std::string_view name, const char* otherwise);
std::vector<std::int64_t> attributeOf(const OnnxNode& node, std::string_view name,
                                      const std::vector<std::int64_t>& otherwise);
// f32 numbers under another shape.
Tensor plainWeights(const Tensor& tensor, const Shape& shape);
// The same type, shape and bytes.
bool sameNumbers(const Tensor& a, const Tensor& b);

}  // namespace fovea
