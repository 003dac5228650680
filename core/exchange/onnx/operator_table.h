// Why: the table of ONNX operators that Fovea supports, with their versions and attributes, from the files of
// core/exchange/onnx/operators, which the build finds. Anything an entry does not declare is refused by name instead of
// being computed with an older meaning. Built once; immutable; thread-safe.
#pragma once
#include <functional>
#include <vector>

#include "core/exchange/onnx/node_context.h"

namespace fovea {

// A supported attribute. A plain name in a list means that every value is supported.
struct OnnxKnownAttribute {
  // NOLINTNEXTLINE(google-explicit-constructor)
  OnnxKnownAttribute(const char* attribute) : name(attribute) {}

  std::string name;
  std::int64_t until = 0;                       // the last opset that has it; 0: all
  std::optional<OnnxAttributeValue> only = {};  // the only supported value
};
using OnnxKnownAttributes = std::vector<OnnxKnownAttribute>;

// An attribute that newer opsets no longer have; there it is refused.
OnnxKnownAttribute attributeUntil(std::int64_t opset, const char* name);
// An attribute supported with this value only, usually its default. For a list: all entries have the value.
OnnxKnownAttribute attributeOnlyAs(OnnxAttributeValue value, const char* name);

// One version of an operator; the specification versions operators by the opset of their domain.
struct OnnxMeaning {
  std::int64_t since;  // the newest implemented opset that changed it; older ones are implemented too
  OnnxKnownAttributes attributes = {};
  std::int64_t unknownFrom = 0;  // the first opset with an unimplemented change; 0: none
};

struct OnnxOperator {
  std::string name;
  // Emits the node's ops and sets its outputs. An error, of any code, says why the node is not supported.
  std::function<Status(OnnxNodeContext&)> translate;
  OnnxMeaning meaning;
  std::string domain = {};  // "" is ai.onnx
};
using OnnxOperators = std::vector<OnnxOperator>;

// Finds an operator by domain and name; null if it is unknown.
const OnnxOperator* findOnnxOperator(std::string_view domain, std::string_view name);
const std::vector<OnnxOperator>& allOnnxOperators();  // by name

// The newest reviewed opset of a domain; changes in newer ones are unknown. 0: another domain.
std::int64_t newestKnownOpset(std::string_view domain);
// Checks that this version of the operator is supported. Unsupported: "its meaning of opset 19 is not known, ...".
Status checkOnnxVersion(const OnnxOperator& entry, std::int64_t opset);
// Checks that all attributes of the node are supported. Unsupported: "the attribute antialias is not known".
Status checkOnnxAttributes(const OnnxKnownAttributes& known, const OnnxNode& node, std::int64_t opset);

}  // namespace fovea
