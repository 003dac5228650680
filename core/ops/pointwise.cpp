#include "core/ops/pointwise.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

namespace fovea {
namespace {

struct CodeInfo {
  const char* name;
  int operands;
  double operations;
};

constexpr double kFunction = 4;

// In the same order as PointwiseCode.
constexpr std::array<CodeInfo, kPointwiseCodes> kCodes = {{
    {"const", 0, 0},
    {"add", 2, 1},
    {"sub", 2, 1},
    {"mul", 2, 1},
    {"div", 2, 1},
    {"min", 2, 1},
    {"max", 2, 1},
    {"pow", 2, 2 * kFunction},
    {"lt", 2, 1},
    {"le", 2, 1},
    {"eq", 2, 1},
    {"select", 3, 1},
    {"neg", 1, 1},
    {"abs", 1, 1},
    {"sign", 1, 1},
    {"square", 1, 1},
    {"sqrt", 1, 1},
    {"rsqrt", 1, 2},
    {"recip", 1, 1},
    {"exp", 1, kFunction},
    {"expm1", 1, kFunction},
    {"log", 1, kFunction},
    {"log1p", 1, kFunction},
    {"tanh", 1, kFunction},
    {"sigmoid", 1, kFunction},
    {"erf", 1, kFunction},
    {"sin", 1, kFunction},
    {"cos", 1, kFunction},
    {"floor", 1, 1},
}};

const CodeInfo& infoOf(PointwiseCode code) {
  return kCodes[static_cast<std::size_t>(code)];
}

template <class T>
T orNaN(T a, T b, T result) {
  return std::isnan(a) ? a : std::isnan(b) ? b : result;
}

template <class T>
T compute(const PointwiseInstruction& instruction, T a, T b, T c) {
  switch (instruction.code) {
    case PointwiseCode::Constant:
      return static_cast<T>(instruction.value);
    case PointwiseCode::Add:
      return a + b;
    case PointwiseCode::Subtract:
      return a - b;
    case PointwiseCode::Multiply:
      return a * b;
    case PointwiseCode::Divide:
      return a / b;
    case PointwiseCode::Minimum:
      return orNaN(a, b, std::min(a, b));
    case PointwiseCode::Maximum:
      return orNaN(a, b, std::max(a, b));
    case PointwiseCode::Power:
      return std::pow(a, b);
    case PointwiseCode::Less:
      return a < b ? T(1) : T(0);
    case PointwiseCode::LessEqual:
      return a <= b ? T(1) : T(0);
    case PointwiseCode::Equal:
      return a == b ? T(1) : T(0);
    case PointwiseCode::Select:
      return a != T(0) ? b : c;
    case PointwiseCode::Negate:
      return -a;
    case PointwiseCode::Absolute:
      return std::abs(a);
    case PointwiseCode::Sign:
      return a > T(0) ? T(1) : a < T(0) ? T(-1) : a;
    case PointwiseCode::Square:
      return a * a;
    case PointwiseCode::SquareRoot:
      return std::sqrt(a);
    case PointwiseCode::ReciprocalSquareRoot:
      return T(1) / std::sqrt(a);
    case PointwiseCode::Reciprocal:
      return T(1) / a;
    case PointwiseCode::Exponential:
      return std::exp(a);
    case PointwiseCode::ExponentialMinusOne:
      return std::expm1(a);
    case PointwiseCode::Logarithm:
      return std::log(a);
    case PointwiseCode::LogarithmOfOnePlus:
      return std::log1p(a);
    case PointwiseCode::Tanh:
      return std::tanh(a);
    case PointwiseCode::Sigmoid:
      return T(1) / (T(1) + std::exp(-a));
    case PointwiseCode::Erf:
      return std::erf(a);
    case PointwiseCode::Sine:
      return std::sin(a);
    case PointwiseCode::Cosine:
      return std::cos(a);
    case PointwiseCode::Floor:
      return std::floor(a);
  }
  return std::numeric_limits<T>::quiet_NaN();
}

template <class T>
void evaluateAll(const PointwiseProgram& program, std::span<T> registers) {
  assert(static_cast<int>(registers.size()) == program.registers());
  auto target = static_cast<std::size_t>(program.inputs);
  for (const PointwiseInstruction& instruction : program.instructions) {
    std::array<T, 3> operands{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(operandCount(instruction.code)); ++i)
      operands[i] = registers[static_cast<std::size_t>(instruction.operands[i])];
    registers[target++] = compute(instruction, operands[0], operands[1], operands[2]);
  }
}

Error wrong(std::string message) {
  return fail(ErrorCode::InvalidArgument, std::move(message));
}

}  // namespace

const char* pointwiseName(PointwiseCode code) {
  return infoOf(code).name;
}
int operandCount(PointwiseCode code) {
  return infoOf(code).operands;
}
double operationsOf(PointwiseCode code) {
  return infoOf(code).operations;
}

bool PointwiseInstruction::operator==(const PointwiseInstruction& other) const {
  if (code != other.code || operands != other.operands) return false;
  return value == other.value || (std::isnan(value) && std::isnan(other.value));
}

double PointwiseProgram::operations() const {
  double sum = 0;
  for (const PointwiseInstruction& instruction : instructions) sum += operationsOf(instruction.code);
  return sum;
}

Status validate(const PointwiseProgram& program) {
  if (program.inputs < 1 || program.inputs > PointwiseProgram::kMaximumInputs)
    return wrong(fmt::format("A pointwise program has 1 to {} inputs, not {}.", PointwiseProgram::kMaximumInputs,
                             program.inputs));
  if (program.instructions.size() > PointwiseProgram::kMaximumInstructions)
    return wrong(fmt::format("A pointwise program has at most {} instructions, not {}.",
                             PointwiseProgram::kMaximumInstructions, program.instructions.size()));
  if (program.outputs.empty() || program.outputs.size() > PointwiseProgram::kMaximumOutputs)
    return wrong(fmt::format("A pointwise program has 1 to {} outputs, not {}.", PointwiseProgram::kMaximumOutputs,
                             program.outputs.size()));
  int before = program.inputs;
  for (const PointwiseInstruction& instruction : program.instructions) {
    for (int i = 0; i < operandCount(instruction.code); ++i) {
      const int operand = instruction.operands[static_cast<std::size_t>(i)];
      if (operand < 0 || operand >= before)
        return wrong(
            fmt::format("Instruction {} ({}) of a pointwise program reads register {}, but only 0 to {} are "
                        "known there.",
                        before - program.inputs, pointwiseName(instruction.code), operand, before - 1));
    }
    ++before;
  }
  for (const int output : program.outputs)
    if (output < 0 || output >= before)
      return wrong(fmt::format("A pointwise program returns register {}, but has only 0 to {}.", output, before - 1));
  return {};
}

void evaluate(const PointwiseProgram& program, std::span<double> registers) {
  evaluateAll(program, registers);
}
void evaluate(const PointwiseProgram& program, std::span<float> registers) {
  evaluateAll(program, registers);
}

}  // namespace fovea
