#include "core/ops/pointwise_builder.h"

#include <bit>
#include <cmath>

namespace fovea {
namespace {

bool commutes(PointwiseCode code) {
  switch (code) {
    case PointwiseCode::Add:
    case PointwiseCode::Multiply:
    case PointwiseCode::Minimum:
    case PointwiseCode::Maximum:
    case PointwiseCode::Equal:
      return true;
    default:
      return false;
  }
}

bool isPowerOfTwo(double value) {
  int exponent = 0;
  return std::isnormal(value) && std::abs(std::frexp(value, &exponent)) == 0.5 && std::isnormal(1.0 / value);
}

}  // namespace

PointwiseBuilder::PointwiseBuilder(int inputs) {
  program_.inputs = inputs;
}

PointwiseTerm PointwiseBuilder::constant(double value) {
  return append(PointwiseCode::Constant, {}, value);
}

const PointwiseInstruction* PointwiseBuilder::producer(PointwiseTerm term) const {
  return program_.isInput(term.reg) ? nullptr : &program_.producer(term.reg);
}

const PointwiseInstruction* PointwiseBuilder::producer(PointwiseTerm term, PointwiseCode code) const {
  const PointwiseInstruction* instruction = producer(term);
  return instruction && instruction->code == code ? instruction : nullptr;
}

bool PointwiseBuilder::isConstant(PointwiseTerm term, double value) const {
  const PointwiseInstruction* instruction = producer(term, PointwiseCode::Constant);
  return instruction && instruction->value == value;
}

PointwiseTerm PointwiseBuilder::append(PointwiseCode code, std::array<int, 3> operands, double value) {
  if (commutes(code) && operands[0] > operands[1]) std::swap(operands[0], operands[1]);
  const Key key{code, operands[0], operands[1], operands[2], std::bit_cast<std::uint64_t>(value)};
  const auto [known, isNew] = known_.emplace(key, program_.registers());
  if (isNew) program_.instructions.push_back({code, operands, value});
  return {this, known->second};
}

PointwiseTerm PointwiseBuilder::emit(PointwiseCode code, PointwiseTerm a, PointwiseTerm b, PointwiseTerm c) {
  const std::array<PointwiseTerm, 3> terms{a, b, c};
  if (const PointwiseTerm known = folded(code, terms); known.valid()) return known;
  if (const PointwiseTerm better = simpler(code, a, b, c); better.valid()) return better;
  std::array<int, 3> operands{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(operandCount(code)); ++i) operands[i] = terms[i].reg;
  return append(code, operands, 0);
}

// Evaluates the instruction if all operands are constants; otherwise returns an invalid term.
PointwiseTerm PointwiseBuilder::folded(PointwiseCode code, const std::array<PointwiseTerm, 3>& operands) {
  PointwiseProgram program;
  std::vector<double> registers;
  for (int i = 0; i < operandCount(code); ++i) {
    const PointwiseInstruction* known = producer(operands[static_cast<std::size_t>(i)], PointwiseCode::Constant);
    if (!known) return {};
    registers.push_back(known->value);
  }
  program.inputs = operandCount(code);
  program.instructions = {{code, {0, 1, 2}}};
  registers.push_back(0);
  evaluate(program, registers);
  return constant(registers.back());
}

PointwiseTerm PointwiseBuilder::simpler(PointwiseCode code, PointwiseTerm a, PointwiseTerm b, PointwiseTerm c) {
  switch (code) {
    case PointwiseCode::Add:
      return simplerSum(a, b);
    case PointwiseCode::Subtract:
      return simplerDifference(a, b);
    case PointwiseCode::Multiply:
      return simplerProduct(a, b);
    case PointwiseCode::Divide:
      return simplerQuotient(a, b);
    case PointwiseCode::Power:
      return simplerPower(a, b);
    case PointwiseCode::Minimum:
    case PointwiseCode::Maximum:
      return a.reg == b.reg ? a : PointwiseTerm{};
    case PointwiseCode::Select:
      return simplerSelect(a, b, c);
    default:
      return operandCount(code) == 1 ? simplerUnary(code, a) : PointwiseTerm{};
  }
}

PointwiseTerm PointwiseBuilder::simplerSum(PointwiseTerm a, PointwiseTerm b) {
  if (isConstant(a, 0)) return b;
  if (isConstant(b, 0)) return a;
  if (const auto* negated = producer(b, PointwiseCode::Negate)) return a - operand(*negated, 0);
  if (const auto* negated = producer(a, PointwiseCode::Negate)) return b - operand(*negated, 0);
  const auto* first = producer(a, PointwiseCode::Select);
  const auto* second = producer(b, PointwiseCode::Select);
  if (first && second && first->operands[0] == second->operands[0]) {
    const PointwiseInstruction left = *first, right = *second;
    if (isConstant(operand(left, 2), 0) && isConstant(operand(right, 1), 0))
      return select(operand(left, 0), operand(left, 1), operand(right, 2));
    if (isConstant(operand(left, 1), 0) && isConstant(operand(right, 2), 0))
      return select(operand(left, 0), operand(right, 1), operand(left, 2));
  }
  return {};
}

PointwiseTerm PointwiseBuilder::simplerDifference(PointwiseTerm a, PointwiseTerm b) {
  if (isConstant(b, 0)) return a;
  if (isConstant(a, 0)) return -b;
  if (const auto* negated = producer(b, PointwiseCode::Negate)) return a + operand(*negated, 0);
  return {};
}

// Moves `code` with b into the non-zero arm of a Select whose other arm is 0; invalid if a is no such Select.
PointwiseTerm PointwiseBuilder::intoArm(PointwiseCode code, PointwiseTerm a, PointwiseTerm b) {
  const auto* found = keepsZeroArms_ ? producer(a, PointwiseCode::Select) : nullptr;
  if (!found) return {};
  const PointwiseInstruction arms = *found;
  if (isConstant(operand(arms, 1), 0)) return select(operand(arms, 0), 0.0, emit(code, operand(arms, 2), b));
  if (isConstant(operand(arms, 2), 0)) return select(operand(arms, 0), emit(code, operand(arms, 1), b), 0.0);
  return {};
}

PointwiseTerm PointwiseBuilder::simplerProduct(PointwiseTerm a, PointwiseTerm b) {
  if (isConstant(a, 1)) return b;
  if (isConstant(b, 1)) return a;
  if (isConstant(a, -1)) return -b;
  if (isConstant(b, -1)) return -a;
  if (const PointwiseTerm inside = intoArm(PointwiseCode::Multiply, a, b); inside.valid()) return inside;
  if (const PointwiseTerm inside = intoArm(PointwiseCode::Multiply, b, a); inside.valid()) return inside;
  return a.reg == b.reg ? square(a) : PointwiseTerm{};
}

PointwiseTerm PointwiseBuilder::simplerQuotient(PointwiseTerm a, PointwiseTerm b) {
  if (isConstant(a, 1)) return reciprocal(b);
  if (const auto* divisor = producer(b, PointwiseCode::Constant); divisor && isPowerOfTwo(divisor->value))
    return a * (1.0 / divisor->value);
  return intoArm(PointwiseCode::Divide, a, b);
}

PointwiseTerm PointwiseBuilder::simplerPower(PointwiseTerm a, PointwiseTerm b) {
  const auto* exponent = producer(b, PointwiseCode::Constant);
  if (!exponent) return {};
  const double value = exponent->value;
  if (value == 0) return constant(1);
  if (value == 1) return a;
  if (value == 2) return square(a);
  if (value == 3) return square(a) * a;
  if (value == 0.5) return squareRoot(a);
  if (value == -0.5) return reciprocalSquareRoot(a);
  if (value == -1) return reciprocal(a);
  return value == -2 ? reciprocal(square(a)) : PointwiseTerm{};
}

PointwiseTerm PointwiseBuilder::simplerSelect(PointwiseTerm condition, PointwiseTerm a, PointwiseTerm b) {
  if (a.reg == b.reg) return a;
  if (const auto* known = producer(condition, PointwiseCode::Constant)) return known->value != 0 ? a : b;
  return {};
}

PointwiseTerm PointwiseBuilder::simplerUnary(PointwiseCode code, PointwiseTerm a) {
  const auto* found = producer(a);
  if (!found) return {};
  const PointwiseInstruction inner = *found;
  if (code == PointwiseCode::Negate) {
    if (inner.code == PointwiseCode::Negate) return operand(inner, 0);
    if (inner.code == PointwiseCode::Subtract) return operand(inner, 1) - operand(inner, 0);
    if (keepsZeroArms_ && inner.code == PointwiseCode::Select) {
      if (isConstant(operand(inner, 1), 0)) return select(operand(inner, 0), 0.0, -operand(inner, 2));
      if (isConstant(operand(inner, 2), 0)) return select(operand(inner, 0), -operand(inner, 1), 0.0);
    }
  }
  if (code == PointwiseCode::Absolute && inner.code == PointwiseCode::Absolute) return a;
  const bool signIsLost = code == PointwiseCode::Absolute || code == PointwiseCode::Square;
  const bool onlyChangesSign = inner.code == PointwiseCode::Negate || inner.code == PointwiseCode::Absolute;
  if (signIsLost && onlyChangesSign) return emit(code, operand(inner, 0));
  return {};
}

std::vector<PointwiseTerm> PointwiseBuilder::inlined(const PointwiseProgram& program,
                                                     std::span<const PointwiseTerm> arguments) {
  assert(static_cast<int>(arguments.size()) == program.inputs);
  std::vector<PointwiseTerm> terms(arguments.begin(), arguments.end());
  for (const PointwiseInstruction& instruction : program.instructions) {
    if (instruction.code == PointwiseCode::Constant) {
      terms.push_back(constant(instruction.value));
      continue;
    }
    const auto operand = [&](int index) {
      if (index >= operandCount(instruction.code)) return PointwiseTerm{};
      return terms[static_cast<std::size_t>(instruction.operands[static_cast<std::size_t>(index)])];
    };
    terms.push_back(emit(instruction.code, operand(0), operand(1), operand(2)));
  }
  return terms;
}

PointwiseProgram PointwiseBuilder::finish(std::span<const PointwiseTerm> outputs) const {
  const auto inputs = static_cast<std::size_t>(program_.inputs);
  std::vector<bool> needed(static_cast<std::size_t>(program_.registers()), false);
  for (const PointwiseTerm& output : outputs) needed[static_cast<std::size_t>(output.reg)] = true;
  for (std::size_t i = program_.instructions.size(); i-- > 0;) {
    if (!needed[inputs + i]) continue;
    const PointwiseInstruction& instruction = program_.instructions[i];
    for (std::size_t k = 0; k < static_cast<std::size_t>(operandCount(instruction.code)); ++k)
      needed[static_cast<std::size_t>(instruction.operands[k])] = true;
  }
  PointwiseProgram result;
  result.inputs = program_.inputs;
  std::vector<int> renamed(needed.size(), -1);
  for (std::size_t i = 0; i < inputs; ++i) renamed[i] = static_cast<int>(i);
  for (std::size_t i = 0; i < program_.instructions.size(); ++i) {
    if (!needed[inputs + i]) continue;
    renamed[inputs + i] = result.registers();
    PointwiseInstruction instruction = program_.instructions[i];
    for (std::size_t k = 0; k < static_cast<std::size_t>(operandCount(instruction.code)); ++k)
      instruction.operands[k] = renamed[static_cast<std::size_t>(instruction.operands[k])];
    result.instructions.push_back(instruction);
  }
  for (const PointwiseTerm& output : outputs) result.outputs.push_back(renamed[static_cast<std::size_t>(output.reg)]);
  return result;
}

}  // namespace fovea
