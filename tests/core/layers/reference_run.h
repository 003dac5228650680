// Why: runs a graph with its reference kernels, for comparison with other implementations.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/graph/graph.h"

namespace fovea {

using Floats = std::vector<double>;

inline Floats randomFloats(std::int64_t count, std::uint64_t seed) {
  Random random(seed);
  Floats numbers(static_cast<std::size_t>(count));
  for (double& number : numbers) number = random.normal();
  return numbers;
}

// Every value of `graph`; `given` holds its inputs and variables by name, as f32.
inline std::vector<Tensor> runReference(const Graph& graph, const std::map<std::string, Floats>& given) {
  std::vector<Tensor> values(graph.values().size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Value& value = graph.values()[i];
    values[i] = value.constant;
    const auto found = given.find(value.name);
    if (value.kind == ValueKind::Intermediate || found == given.end()) continue;
    values[i] = Tensor::make(value.type);
    for (std::size_t k = 0; k < found->second.size(); ++k)
      values[i].data<float>()[k] = static_cast<float>(found->second[k]);
  }
  const auto view = [&](ValueId id) {
    Tensor& tensor = values[static_cast<std::size_t>(id.index)];
    return TensorView{tensor.raw(), tensor.type()};
  };
  for (const Node& node : graph.nodes()) {
    std::vector<TensorView> in, out;
    for (const ValueId id : node.inputs) in.push_back(view(id));
    for (const ValueId id : node.outputs) {
      values[static_cast<std::size_t>(id.index)] = Tensor::make(graph.value(id).type);
      out.push_back(view(id));
    }
    node.op->reference({node.attributes, in, out});
  }
  return values;
}

inline const Tensor& valueOf(const std::vector<Tensor>& values, ValueId id) {
  return values[static_cast<std::size_t>(id.index)];
}

}  // namespace fovea
