#include "core/exchange/onnx/operator_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace fovea {

std::vector<OnnxOperators> generatedOnnxOperators();

namespace {

// The newest reviewed opset of each domain.
constexpr std::pair<std::string_view, std::int64_t> kNewestOpsets[] = {
    {"", 28}, {"ai.onnx.ml", 5}, {"ai.onnx.preview", 1}, {"ai.onnx.preview.training", 1}};
// A hint of opset 1 that inputs may be overwritten. It does not affect the results.
constexpr const char* kMemoryHint = "consumed_inputs";

template <class T>
bool isAll(const std::vector<T>& list, const OnnxAttributeValue& value) {
  const T* wanted = std::get_if<T>(&value);
  return wanted && std::all_of(list.begin(), list.end(), [&](const T& entry) { return entry == *wanted; });
}

bool hasValue(const OnnxAttributeValue& given, const OnnxAttributeValue& wanted) {
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&given)) return isAll(*list, wanted);
  if (const auto* number = std::get_if<std::int64_t>(&given)) return isAll(std::vector{*number}, wanted);
  if (const auto* text = std::get_if<std::string>(&given)) return isAll(std::vector{*text}, wanted);
  return false;
}

std::string textOf(const OnnxAttributeValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return "its default";
}

}  // namespace

OnnxKnownAttribute attributeUntil(std::int64_t opset, const char* name) {
  OnnxKnownAttribute attribute(name);
  attribute.until = opset;
  return attribute;
}

OnnxKnownAttribute attributeOnlyAs(OnnxAttributeValue value, const char* name) {
  OnnxKnownAttribute attribute(name);
  attribute.only = std::move(value);
  return attribute;
}

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

std::int64_t newestKnownOpset(std::string_view domain) {
  for (const auto& [name, newest] : kNewestOpsets)
    if (name == domain) return newest;
  return 0;
}

Status checkOnnxVersion(const OnnxOperator& entry, std::int64_t opset) {
  if (entry.meaning.unknownFrom > 0 && opset >= entry.meaning.unknownFrom)
    return unsupported(fmt::format("its meaning of opset {} is not known, only those up to {}",
                                   entry.meaning.unknownFrom, entry.meaning.unknownFrom - 1));
  if (const std::int64_t newest = newestKnownOpset(entry.domain); opset > newest)
    return unsupported(fmt::format("its meaning of opset {} is not known, only those up to {}", opset, newest));
  return {};
}

Status checkOnnxAttributes(const OnnxKnownAttributes& known, const OnnxNode& node, std::int64_t opset) {
  for (const OnnxAttribute& given : node.attributes) {
    if (given.name == kMemoryHint) continue;
    const auto found = std::find_if(known.begin(), known.end(), [&](const auto& k) { return k.name == given.name; });
    if (found == known.end()) return unsupported(fmt::format("the attribute {} is not known", given.name));
    if (found->until > 0 && opset > found->until)
      return unsupported(fmt::format("the attribute {} is of opset {} and before", given.name, found->until));
    if (found->only && !hasValue(given.value, *found->only))
      return unsupported(fmt::format("the attribute {} is only known as {}", given.name, textOf(*found->only)));
  }
  return {};
}

}  // namespace fovea
