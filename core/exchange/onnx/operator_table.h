// Why: which ONNX operators Fovea understands, and of each which versions and attributes: one entry each, from the
// files of core/exchange/onnx/operators, which the build finds. What an entry does not declare is refused by name
// instead of being computed as something older. Built once; immutable; thread-safe.
#pragma once
#include <functional>
#include <vector>

#include "core/exchange/onnx/node_context.h"

namespace fovea {

// An attribute that is read. A plain name in a list of them is one that is understood with every value.
struct OnnxKnownAttribute {
  // NOLINTNEXTLINE(google-explicit-constructor)
  OnnxKnownAttribute(const char* attribute) : name(attribute) {}

  std::string name;
  std::int64_t until = 0;                       // the last opset that has it; 0: the newest
  std::optional<OnnxAttributeValue> only = {};  // no other value is understood
};
using OnnxKnownAttributes = std::vector<OnnxKnownAttribute>;

// One that newer opsets no longer have: there it would mean nothing.
OnnxKnownAttribute attributeUntil(std::int64_t opset, const char* name);
// One that is understood with this value only, usually its default. A list: all of its entries are the value.
OnnxKnownAttribute attributeOnlyAs(OnnxAttributeValue value, const char* name);

// What the specification says of an operator changes with the opset of its domain.
struct OnnxMeaning {
  std::int64_t since;  // the newest opset that changed it and is implemented, as all before are
  OnnxKnownAttributes attributes = {};
  std::int64_t unknownFrom = 0;  // the opset whose change is not implemented; 0: there is none
};

struct OnnxOperator {
  std::string name;
  // Emits the node's ops and gives its outputs. An error, of any code, is why the node is not supported.
  std::function<Status(OnnxNodeContext&)> translate;
  OnnxMeaning meaning;
  std::string domain = {};  // "" is ai.onnx
};
using OnnxOperators = std::vector<OnnxOperator>;

// By domain and name; null: unknown.
const OnnxOperator* findOnnxOperator(std::string_view domain, std::string_view name);
const std::vector<OnnxOperator>& allOnnxOperators();  // by name

// The newest opset of a domain whose changes were read: what a newer one changes is not known. 0: another domain.
std::int64_t newestKnownOpset(std::string_view domain);
// Whether the operator is understood as that opset means it. Unsupported: "its meaning of opset 19 is not known, ...".
Status checkOnnxVersion(const OnnxOperator& entry, std::int64_t opset);
// Whether all attributes of the node are among the known ones. Unsupported: "the attribute antialias is not known".
Status checkOnnxAttributes(const OnnxKnownAttributes& known, const OnnxNode& node, std::int64_t opset);

}  // namespace fovea
