// Why: the layers of Fovea say what ONNX says with nodes: this reads a model node by node into a network, by a maker
// for each operator from the files of core/exchange/onnx/layer_makers, which the build finds. Internal to onnx_import.
#pragma once
#include <map>

#include "core/exchange/exchange.h"
#include "core/exchange/onnx/onnx_program.h"

namespace fovea {

// An output of a layer.
struct LayerSource {
  LayerId layer;
  int output = 0;
};

class LayerImport {
 public:
  explicit LayerImport(const OnnxModel& model, ExchangeReport& report) : model_(model), report_(report) {}

  // Unsupported: "unsupported X: why".
  Result<Checkpoint> read();

  // For makers: what the model says of a value, which layer gives it, and which layer gives an output from now on.
  const OnnxProgram::Fact& fact(const std::string& value) const;
  bool isKnown(const std::string& value) const { return fact(value).known.defined(); }
  // Unsupported where no layer gives it: it is a number that is known, and a layer has inputs from layers only.
  Result<LayerSource> source(const std::string& value) const;
  void give(const std::string& value, LayerSource source) { sources_[value] = source; }
  std::size_t readersOf(const std::string& value) const;

  // Adds a layer and its edges. `weights` are named as the layer's variables: "weight".
  Result<LayerId> add(const OnnxNode& node, const std::string& type, FieldValues parameters,
                      const std::vector<LayerSource>& inputs,
                      const std::vector<std::pair<std::string, Tensor>>& weights = {});
  // The same for a node with one data input and one output.
  Status become(const OnnxNode& node, const std::string& type, FieldValues parameters = {},
                const std::vector<std::pair<std::string, Tensor>>& weights = {});
  Status pass(const OnnxNode& node);  // output 0 is input 0
  void approximate(std::string line) { report_.approximated.push_back(std::move(line)); }
  std::int64_t batch() const { return batch_; }
  std::int64_t opset() const { return model_.opset(); }
  // A bias for a linear layer without one whose output nobody else reads; false where that is not so.
  bool addBias(const std::string& value, const Tensor& bias);

 private:
  Status readInput();
  Status readNode(const OnnxNode& node);

  const OnnxModel& model_;
  ExchangeReport& report_;
  Checkpoint checkpoint_;
  OnnxProgram program_;
  std::int64_t batch_ = 2;
  std::map<std::string, LayerSource> sources_;
  std::map<std::int32_t, int> depths_;  // of layers, for their places on the canvas
  std::map<int, int> lanes_;            // layers that are at a depth already
};

// Makes the layers of one operator. An error is why it cannot.
struct LayerMaker {
  std::string op;
  std::function<Status(LayerImport&, const OnnxNode&)> make;
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

}  // namespace fovea
