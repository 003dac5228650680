// Why: lets exporters write ONNX nodes without handling names, duplicate constants, or lists that are attributes in one
// opset and inputs in another. Not thread-safe; lives for one export.
#pragma once
#include <map>
#include <set>

#include "core/exchange/onnx/onnx_model.h"

namespace fovea {

class OnnxGraphWriter {
 public:
  explicit OnnxGraphWriter(std::int64_t opset) : opset_(opset) {}

  std::int64_t opset() const { return opset_; }
  // Sets the layer of the following nodes; their names begin with it.
  void setScope(std::string scope) { scope_ = std::move(scope); }
  // Returns an unused name similar to `wish`.
  std::string uniqueName(const std::string& wish);

  // Adds a node and returns the names of its outputs.
  std::vector<std::string> emit(const std::string& op, std::vector<std::string> inputs,
                                std::vector<OnnxAttribute> attributes = {}, std::size_t outputs = 1);
  std::string one(const std::string& op, std::vector<std::string> inputs, std::vector<OnnxAttribute> attributes = {}) {
    return emit(op, std::move(inputs), std::move(attributes))[0];
  }
  // Initializers.
  std::string tensor(const std::string& wish, const Tensor& values);
  std::string wholes(const std::vector<std::int64_t>& values);
  std::string number(DataType type, double value);

  // Ops whose form depends on the opset.
  std::string reshape(const std::string& x, const std::vector<std::int64_t>& shape);
  std::string transpose(const std::string& x, const std::vector<std::int64_t>& order);
  std::string slice(const std::string& x, std::int64_t axis, std::int64_t start, std::int64_t end);
  std::string squeeze(const std::string& x, std::int64_t axis);
  std::string unsqueeze(const std::string& x, std::int64_t axis);
  std::string reduceSum(const std::string& x, const std::vector<std::int64_t>& axes, bool keep);
  // Emits Softmax or LogSoftmax over one axis of a value of that rank.
  std::string softmax(const std::string& op, const std::string& x, std::int64_t axis, int rank);

  OnnxGraph& graph() { return graph_; }

 private:
  std::int64_t opset_;
  std::string scope_ = "graph";
  OnnxGraph graph_;
  std::set<std::string> names_;
  std::map<std::vector<std::int64_t>, std::string> wholes_;
  std::map<std::pair<DataType, double>, std::string> numbers_;
};

}  // namespace fovea
