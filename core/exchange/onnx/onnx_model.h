// Why: an ONNX model as plain values, so that only one file depends on protobuf and all others can be tested with
// hand-written models. Names follow the ONNX specification.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/tensor/tensor.h"

namespace fovea {

// Element types, numbered as in TensorProto.DataType.
enum class OnnxElement {
  Undefined = 0,
  Float = 1,
  UInt8 = 2,
  Int8 = 3,
  UInt16 = 4,
  Int16 = 5,
  Int32 = 6,
  Int64 = 7,
  String = 8,
  Bool = 9,
  Float16 = 10,
  Double = 11,
  UInt32 = 12,
  UInt64 = 13,
  Complex64 = 14,
  Complex128 = 15,
  BFloat16 = 16,
  Float8E4M3FN = 17,
  Float8E4M3FNUZ = 18,
  Float8E5M2 = 19,
  Float8E5M2FNUZ = 20,
  UInt4 = 21,
  Int4 = 22,
  Float4E2M1 = 23,
  Float8E8M0 = 24,
  UInt2 = 25,
  Int2 = 26,
  Float6E2M3 = 27,
  Float6E3M2 = 28,
};
// "float", "int8", "string", as in ONNX's own documentation.
const char* onnxElementName(OnnxElement element);
bool isReal(OnnxElement element);
bool isWhole(OnnxElement element);  // an integer type
// Whether Fovea can hold the type: real, integer or boolean.
inline bool isNumber(OnnxElement e) {
  return isReal(e) || isWhole(e) || e == OnnxElement::Bool;
}
// The smallest and largest value of an integer type; 64-bit ones rounded to f64.
std::pair<double, double> rangeOfWhole(OnnxElement element);

// The storage type: the same type if Fovea has it; f64 for other integers and E8M0, f32 for other reals of 8 bits and
// fewer.
DataType storedType(OnnxElement element);
// The type for computing: f32 and f64 unchanged, 16 bits and fewer in f32, integers in f64 (exact up to 2^53), E8M0 in
// f64, booleans as 0 and 1 in f32.
DataType computedType(OnnxElement element);

struct OnnxTensor {
  std::string name;
  OnnxElement element = OnnxElement::Float;
  Tensor tensor;  // of storedType(element)
};
// Converts to computedType() and back: integers are clamped to their range, reals of 8 and 4 bits rounded, and any
// nonzero boolean is true.
Tensor toComputed(const OnnxTensor& tensor);
OnnxTensor fromComputed(std::string name, OnnxElement element, const Tensor& computed);

struct OnnxGraph;
// An empty list of reals still differs from an empty list of integers.
using OnnxAttributeValue =
    std::variant<std::monostate, std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>,
                 std::vector<std::string>, OnnxTensor, std::shared_ptr<const OnnxGraph>>;

struct OnnxAttribute {
  std::string name;
  OnnxAttributeValue value;  // monostate: an unsupported kind, such as a sparse tensor
};

struct OnnxNode {
  std::string name;
  std::string op;
  std::string domain;                // "" is ai.onnx
  std::vector<std::string> inputs;   // "": omitted
  std::vector<std::string> outputs;  // "": unused
  std::vector<OnnxAttribute> attributes;
  std::int64_t opset = 0;  // of a node from a function with another opset; 0: the model's

  const OnnxAttribute* find(std::string_view attribute) const;
};

// The value of an attribute, or `otherwise` where the node has none of that type.
template <class T>
T attributeOr(const OnnxNode& node, std::string_view name, T otherwise) {
  const OnnxAttribute* attribute = node.find(name);
  const T* value = attribute ? std::get_if<T>(&attribute->value) : nullptr;
  return value ? *value : std::move(otherwise);
}

struct OnnxDimension {
  std::int64_t extent = -1;  // -1: not fixed
  std::string symbol;        // the name of an open extent: "batch"
};

struct OnnxValueInfo {
  std::string name;
  std::string kind = "tensor";  // or "sequence", "optional", "map", "sparse tensor"
  OnnxElement element = OnnxElement::Undefined;
  bool hasShape = false;
  std::vector<OnnxDimension> shape;
};

struct OnnxGraph {
  std::string name;
  std::vector<OnnxNode> nodes;  // each after the nodes whose outputs it reads
  std::vector<OnnxTensor> initializers;
  std::vector<OnnxValueInfo> inputs;  // in old models including the initializers
  std::vector<OnnxValueInfo> outputs;

  const OnnxTensor* findInitializer(std::string_view name) const;
  // The inputs without an initializer.
  std::vector<OnnxValueInfo> freeInputs() const;
};

struct OnnxModel {
  std::int64_t irVersion = 8;
  std::string producer;
  std::map<std::string, std::int64_t> opsets;  // by domain; "" is ai.onnx
  std::map<std::string, std::string> metadata;
  OnnxGraph graph;

  std::int64_t opset(const std::string& domain = "") const;
  std::int64_t opset(const OnnxNode& node) const { return node.opset > 0 ? node.opset : opset(node.domain); }
};

}  // namespace fovea
