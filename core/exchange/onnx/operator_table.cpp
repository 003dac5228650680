#include "core/exchange/onnx/operator_table.h"

#include <algorithm>

namespace fovea {

std::vector<OnnxOperators> generatedOnnxOperators();

const std::vector<OnnxOperator>& allOnnxOperators() {
  static const std::vector<OnnxOperator> operators = [] {
    std::vector<OnnxOperator> all;
    for (OnnxOperators& family : generatedOnnxOperators())
      for (OnnxOperator& entry : family) all.push_back(std::move(entry));
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
  }();
  return operators;
}

const OnnxOperator* findOnnxOperator(std::string_view domain, std::string_view name) {
  const auto& all = allOnnxOperators();
  auto found = std::lower_bound(all.begin(), all.end(), name,
                                [](const auto& entry, auto wanted) { return entry.name < wanted; });
  for (; found != all.end() && found->name == name; ++found)
    if (found->domain == domain) return &*found;
  return nullptr;
}

}  // namespace fovea
