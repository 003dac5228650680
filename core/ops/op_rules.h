// Why: the words and checks that the shape rules of many ops share, so that one kind of mistake reads the same
// everywhere. All functions are pure and thread-safe.
#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "core/ops/op_type.h"

namespace fovea {

// Fields of an op's attributes. Ranges are inclusive.
Field booleanField(std::string name, std::string title, std::string help, bool value);
Field integerField(std::string name, std::string title, std::string help, std::int64_t value, double minimum,
                   double maximum);
Field realField(std::string name, std::string title, std::string help, double value, double minimum, double maximum);
// A list of `value.size()` numbers.
Field listField(std::string name, std::string title, std::string help, std::vector<std::int64_t> value, double minimum,
                double maximum);

// InvalidArgument with `message`.
Error invalidInput(std::string message);

// "The input must hold floating-point numbers (f32, f64, f16 or bf16), not i32."
Status needReal(const std::string& what, const TensorType& type);
// "The labels must be i32, not f32."
Status needDataType(const std::string& what, const TensorType& type, DataType wanted);
// "The weight must be [M, K], but is f32[3]." `form` names the axes.
Status needRank(const std::string& what, const TensorType& type, int rank, const std::string& form);
// "The bias must be f32[20], but is f32[10]."
Status needType(const std::string& what, const TensorType& type, const TensorType& wanted);
// As needType(), but a gradient for f32 may also have 16 bits: it is widened as it is read.
Status needGradient(const std::string& what, const TensorType& type, const TensorType& wanted);
// "The learning rate must be a single number, but is f32[3]."
Status needScalar(const std::string& what, const TensorType& type);
// "Inputs differ: 20×24×24 and 50×8×8."; says the element types or whole shapes where those differ instead.
Status needSame(const TensorType& a, const TensorType& b);

// One output of the same type as input 0, after checking that it is real.
Result<std::vector<TensorType>> sameAsFirst(const InferRequest& request);
// The same, and that input 1 has the same type: (dy, y) of an activation's backward.
Result<std::vector<TensorType>> sameAsBoth(const InferRequest& request);

// A cost of `flops` whose traffic moves every input and output once.
Cost costWithFlops(const CostRequest& request, double flops);
// The usual cost of an elementwise op that does `perElement` operations for each element of output 0.
std::function<Cost(const CostRequest&)> costPerElement(double perElement);

// The extents as a list attribute.
std::vector<std::int64_t> extentsOf(const Shape& shape);
// A tensor of real type with every element `value`.
Tensor filledTensor(const TensorType& type, double value);

}  // namespace fovea
