// Why: many shape rules share these checks and error messages, so that the same mistake reads the same everywhere. All
// functions are pure and thread-safe.
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
// Like needType(), but an f32 parameter also accepts a 16-bit gradient, which is widened when it is read.
Status needGradient(const std::string& what, const TensorType& type, const TensorType& wanted);
// "The learning rate must be a single number, but is f32[3]."
Status needScalar(const std::string& what, const TensorType& type);
// "Inputs differ: 20×24×24 and 50×8×8."; says the element types or whole shapes where those differ instead.
Status needSame(const TensorType& a, const TensorType& b);

// Returns one output with the type of input 0, after checking that it is real.
Result<std::vector<TensorType>> sameAsFirst(const InferRequest& request);
// Like sameAsFirst(), and checks that input 1 has the same type: (dy, y) of an activation's backward op.
Result<std::vector<TensorType>> sameAsBoth(const InferRequest& request);

// A cost of `flops` whose traffic moves every input and output once.
Cost costWithFlops(const CostRequest& request, double flops);
// The usual cost of an elementwise op that does `perElement` operations for each element of output 0.
std::function<Cost(const CostRequest&)> costPerElement(double perElement);

// Converts the extents to a list attribute.
std::vector<std::int64_t> extentsOf(const Shape& shape);
// Returns a tensor of real type filled with `value`.
Tensor filledTensor(const TensorType& type, double value);

}  // namespace fovea
