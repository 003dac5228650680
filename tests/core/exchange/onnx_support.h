// Why: tests of the ONNX exchange build small models by hand, and use the ONNX project's own if they are installed.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>

#include "core/exchange/onnx/onnx_file.h"
#include "core/exchange/onnx/onnx_program.h"

namespace fovea::testing_onnx {

inline OnnxValueInfo info(const std::string& name, OnnxElement element, std::vector<std::int64_t> extents) {
  OnnxValueInfo result;
  result.name = name;
  result.element = element;
  result.hasShape = true;
  for (const std::int64_t extent : extents) result.shape.push_back({extent, extent < 0 ? "n" : ""});
  return result;
}

inline OnnxNode node(const std::string& op, std::vector<std::string> inputs, std::vector<std::string> outputs,
                     std::vector<OnnxAttribute> attributes = {}) {
  return {op + "_" + outputs[0], op, "", std::move(inputs), std::move(outputs), std::move(attributes)};
}

inline OnnxModel modelOf(std::vector<OnnxValueInfo> inputs, std::vector<OnnxNode> nodes,
                         std::vector<OnnxValueInfo> outputs, std::vector<OnnxTensor> initializers = {},
                         std::int64_t opset = 17) {
  OnnxModel model;
  model.producer = "test";
  model.opsets[""] = opset;
  model.graph = {"graph", std::move(nodes), std::move(initializers), std::move(inputs), std::move(outputs)};
  return model;
}

inline std::shared_ptr<Device> cpu() {
  BackendRegistry registry;
  registerCpuBackend(registry);
  return registry.open("cpu").value();
}

// A serialised message field: its number, its length, its bytes.
inline std::string field(unsigned number, const std::string& content) {
  std::string result;
  const auto varint = [&](std::size_t value) {
    for (; value > 127; value >>= 7) result += static_cast<char>((value & 127) | 128);
    result += static_cast<char>(value);
  };
  varint(number << 3 | 2);
  varint(content.size());
  return result + content;
}

// The folder of the suite in Debian's libonnx-testdata; empty if it is not installed.
inline std::filesystem::path suiteFolder() {
  const std::filesystem::path folder = "/usr/share/libonnx-testdata/data";
  return std::filesystem::exists(folder) ? folder : std::filesystem::path();
}

}  // namespace fovea::testing_onnx
