// Why: tests draw networks as a user does, by names and edits.
#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/network/network_edit.h"

namespace fovea {

using List = std::vector<std::int64_t>;

class Drawing {
 public:
  // Adds a layer below the others, with the outputs of `sources` as inputs in order.
  Drawing& add(const std::string& name, const std::string& type, const FieldValues& parameters = {},
               const std::vector<std::string>& sources = {}) {
    Layer layer;
    layer.type = type;
    layer.name = name;
    layer.parameters = parameters;
    layer.position = {0, 88.0 * static_cast<double>(network.layers().size())};
    apply({AddLayer{layer}, "Add"});
    for (std::size_t i = 0; i < sources.size(); ++i) connect(sources[i], name, static_cast<int>(i));
    return *this;
  }
  Drawing& connect(const std::string& source, const std::string& target, int input = 0) {
    apply({AddEdge{{id(source), 0, id(target), input}}, "Connect"});
    return *this;
  }
  void apply(const NetworkEdit& edit) {
    const Result<NetworkEdit> inverse = applyEdit(network, edit);
    ASSERT_TRUE(inverse.ok()) << inverse.error().text();
  }
  LayerId id(const std::string& name) const {
    const Layer* layer = network.findByName(name);
    return layer ? layer->id : LayerId{};
  }

  Network network;
};

// data → conv1 → relu1 → fc1 → loss, without problems.
inline Drawing smallDrawing() {
  Drawing drawing;
  drawing.add("data", "input")
      .add("conv1", "convolution", {{"filters", std::int64_t{8}}}, {"data"})
      .add("relu1", "relu", {}, {"conv1"})
      .add("fc1", "linear", {{"units", std::int64_t{10}}}, {"relu1"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  return drawing;
}

inline std::string textOf(const Network& network) {
  return formatJson(networkToJson(network));
}

}  // namespace fovea
