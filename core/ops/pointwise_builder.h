// Why: programs are written as formulas, `select(less(0, x), x, 0.1 * x)`. The builder folds constants and merges equal
// instructions as the program grows. Not thread-safe; used for one program.
#pragma once
#include <map>
#include <tuple>

#include "core/ops/pointwise.h"

namespace fovea {

class PointwiseBuilder;

// A register of the program being built. Plain numbers in formulas become constants.
struct PointwiseTerm {
  PointwiseBuilder* builder = nullptr;
  int reg = -1;

  bool valid() const { return reg >= 0; }
};

class PointwiseBuilder {
 public:
  explicit PointwiseBuilder(int inputs);
  PointwiseBuilder(const PointwiseBuilder&) = delete;
  PointwiseBuilder& operator=(const PointwiseBuilder&) = delete;

  PointwiseTerm input(int index) { return {this, index}; }
  PointwiseTerm constant(double value);
  PointwiseTerm emit(PointwiseCode code, PointwiseTerm a, PointwiseTerm b = {}, PointwiseTerm c = {});
  // Inlines `program` with the inputs `arguments` and returns all its registers, outputs included.
  std::vector<PointwiseTerm> inlined(const PointwiseProgram& program, std::span<const PointwiseTerm> arguments);
  // Returns the program without instructions that no output needs. The builder stays usable.
  PointwiseProgram finish(std::span<const PointwiseTerm> outputs) const;
  PointwiseProgram finish(std::initializer_list<PointwiseTerm> outputs) const {
    return finish(std::span<const PointwiseTerm>(outputs.begin(), outputs.size()));
  }
  bool isConstant(PointwiseTerm term, double value) const;

  // For gradients: moves a factor of a Select with an arm 0 into the other arm, so that the arm not chosen stays 0
  // whatever the factor is. Do not use it for forward formulas, where 0 · NaN is NaN.
  void setKeepsZeroArms(bool keeps) { keepsZeroArms_ = keeps; }

 private:
  using Key = std::tuple<PointwiseCode, int, int, int, std::uint64_t>;
  const PointwiseInstruction* producer(PointwiseTerm term) const;
  const PointwiseInstruction* producer(PointwiseTerm term, PointwiseCode code) const;
  PointwiseTerm operand(const PointwiseInstruction& instruction, int index) {
    return {this, instruction.operands[static_cast<std::size_t>(index)]};
  }
  PointwiseTerm append(PointwiseCode code, std::array<int, 3> operands, double value);
  PointwiseTerm folded(PointwiseCode code, const std::array<PointwiseTerm, 3>& operands);
  PointwiseTerm simplerSum(PointwiseTerm a, PointwiseTerm b);
  PointwiseTerm simplerDifference(PointwiseTerm a, PointwiseTerm b);
  PointwiseTerm simplerProduct(PointwiseTerm a, PointwiseTerm b);
  PointwiseTerm simplerQuotient(PointwiseTerm a, PointwiseTerm b);
  PointwiseTerm simplerPower(PointwiseTerm a, PointwiseTerm b);
  PointwiseTerm simplerSelect(PointwiseTerm condition, PointwiseTerm a, PointwiseTerm b);
  PointwiseTerm simplerUnary(PointwiseCode code, PointwiseTerm a);
  PointwiseTerm simpler(PointwiseCode code, PointwiseTerm a, PointwiseTerm b, PointwiseTerm c);
  PointwiseTerm intoArm(PointwiseCode code, PointwiseTerm a, PointwiseTerm b);

  PointwiseProgram program_;
  std::map<Key, int> known_;
  bool keepsZeroArms_ = false;
};

#define FOVEA_POINTWISE_BINARY(name, code)                      \
  inline PointwiseTerm name(PointwiseTerm a, PointwiseTerm b) { \
    return a.builder->emit(PointwiseCode::code, a, b);          \
  }                                                             \
  inline PointwiseTerm name(PointwiseTerm a, double b) {        \
    return name(a, a.builder->constant(b));                     \
  }                                                             \
  inline PointwiseTerm name(double a, PointwiseTerm b) {        \
    return name(b.builder->constant(a), b);                     \
  }
FOVEA_POINTWISE_BINARY(operator+, Add)
FOVEA_POINTWISE_BINARY(operator-, Subtract)
FOVEA_POINTWISE_BINARY(operator*, Multiply)
FOVEA_POINTWISE_BINARY(operator/, Divide)
FOVEA_POINTWISE_BINARY(minimum, Minimum)
FOVEA_POINTWISE_BINARY(maximum, Maximum)
FOVEA_POINTWISE_BINARY(power, Power)
FOVEA_POINTWISE_BINARY(less, Less)
FOVEA_POINTWISE_BINARY(lessEqual, LessEqual)
FOVEA_POINTWISE_BINARY(equal, Equal)
#undef FOVEA_POINTWISE_BINARY

#define FOVEA_POINTWISE_UNARY(name, code)           \
  inline PointwiseTerm name(PointwiseTerm a) {      \
    return a.builder->emit(PointwiseCode::code, a); \
  }
FOVEA_POINTWISE_UNARY(operator-, Negate)
FOVEA_POINTWISE_UNARY(absolute, Absolute)
FOVEA_POINTWISE_UNARY(sign, Sign)
FOVEA_POINTWISE_UNARY(square, Square)
FOVEA_POINTWISE_UNARY(squareRoot, SquareRoot)
FOVEA_POINTWISE_UNARY(reciprocalSquareRoot, ReciprocalSquareRoot)
FOVEA_POINTWISE_UNARY(reciprocal, Reciprocal)
FOVEA_POINTWISE_UNARY(exponential, Exponential)
FOVEA_POINTWISE_UNARY(exponentialMinusOne, ExponentialMinusOne)
FOVEA_POINTWISE_UNARY(logarithm, Logarithm)
FOVEA_POINTWISE_UNARY(logarithmOfOnePlus, LogarithmOfOnePlus)
FOVEA_POINTWISE_UNARY(hyperbolicTangent, Tanh)
FOVEA_POINTWISE_UNARY(sigmoid, Sigmoid)
FOVEA_POINTWISE_UNARY(errorFunction, Erf)
FOVEA_POINTWISE_UNARY(sine, Sine)
FOVEA_POINTWISE_UNARY(cosine, Cosine)
FOVEA_POINTWISE_UNARY(roundedDown, Floor)
#undef FOVEA_POINTWISE_UNARY

inline PointwiseTerm select(PointwiseTerm condition, PointwiseTerm a, PointwiseTerm b) {
  return condition.builder->emit(PointwiseCode::Select, condition, a, b);
}
inline PointwiseTerm select(PointwiseTerm condition, PointwiseTerm a, double b) {
  return select(condition, a, condition.builder->constant(b));
}
inline PointwiseTerm select(PointwiseTerm condition, double a, PointwiseTerm b) {
  return select(condition, condition.builder->constant(a), b);
}
inline PointwiseTerm select(PointwiseTerm condition, double a, double b) {
  return select(condition, a, condition.builder->constant(b));
}

}  // namespace fovea
