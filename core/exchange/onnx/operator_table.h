// Why: which ONNX operators Fovea understands: one entry each, from the files of core/exchange/onnx/operators, which
// the build finds. Built once; immutable; thread-safe.
#pragma once
#include <functional>
#include <vector>

#include "core/exchange/onnx/node_context.h"

namespace fovea {

struct OnnxOperator {
  std::string name;
  // Emits the node's ops and gives its outputs. An error, of any code, is why the node is not supported.
  std::function<Status(OnnxNodeContext&)> translate;
  std::string domain = {};  // "" is ai.onnx
};
using OnnxOperators = std::vector<OnnxOperator>;

// By domain and name, the meaning of every opset from 1 to 17; null: unknown.
const OnnxOperator* findOnnxOperator(std::string_view domain, std::string_view name);
const std::vector<OnnxOperator>& allOnnxOperators();  // by name

}  // namespace fovea
