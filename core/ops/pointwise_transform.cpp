// Why: operations on whole programs: simplification, composition and differentiation.
#include <algorithm>
#include <numbers>

#include "core/ops/pointwise_builder.h"

namespace fovea {
namespace {

using Terms = std::vector<PointwiseTerm>;

Terms inputsOf(PointwiseBuilder& builder, int first, int count) {
  Terms terms;
  for (int i = 0; i < count; ++i) terms.push_back(builder.input(first + i));
  return terms;
}

Terms outputsOf(const PointwiseProgram& program, const Terms& registers) {
  Terms outputs;
  for (const int output : program.outputs) outputs.push_back(registers[static_cast<std::size_t>(output)]);
  return outputs;
}

// Reverse accumulation over one program.
class Differentiator {
 public:
  // `reads`: the terms to use for the registers in derivatives.
  Differentiator(PointwiseBuilder& builder, const PointwiseProgram& program, Terms reads)
      : builder_(builder), program_(program), reads_(std::move(reads)) {
    gradients_.resize(static_cast<std::size_t>(program.registers()));
  }

  void add(int reg, PointwiseTerm gradient) {
    PointwiseTerm& total = gradients_[static_cast<std::size_t>(reg)];
    total = total.valid() ? total + gradient : gradient;
  }
  void run() {
    for (int reg = program_.registers() - 1; reg >= program_.inputs; --reg)
      if (gradients_[static_cast<std::size_t>(reg)].valid()) step(program_.producer(reg), reg);
  }
  PointwiseTerm of(int reg) const {
    const PointwiseTerm gradient = gradients_[static_cast<std::size_t>(reg)];
    return gradient.valid() ? gradient : builder_.constant(0);
  }

 private:
  PointwiseTerm read(int reg) const { return reads_[static_cast<std::size_t>(reg)]; }

  void step(const PointwiseInstruction& instruction, int reg) {
    if (operandCount(instruction.code) == 1)
      stepUnary(instruction, gradients_[static_cast<std::size_t>(reg)], read(reg));
    else if (operandCount(instruction.code) >= 2)
      stepSeveral(instruction, gradients_[static_cast<std::size_t>(reg)], read(reg));
  }

  // Adds the gradients of the operands; g is the gradient of the result y.
  void stepSeveral(const PointwiseInstruction& instruction, PointwiseTerm g, PointwiseTerm y) {
    const auto [first, second, third] = instruction.operands;
    const PointwiseTerm a = read(first), b = read(second);
    switch (instruction.code) {
      case PointwiseCode::Add:
        add(first, g);
        return add(second, g);
      case PointwiseCode::Subtract:
        add(first, g);
        return add(second, -g);
      case PointwiseCode::Multiply:
        add(first, g * b);
        return add(second, g * a);
      case PointwiseCode::Divide:
        add(first, g / b);
        return add(second, -((g / b) * y));
      case PointwiseCode::Minimum:
        return stepExtreme(instruction, g, [](PointwiseTerm u, PointwiseTerm v) { return std::pair(v, u); });
      case PointwiseCode::Maximum:
        return stepExtreme(instruction, g, [](PointwiseTerm u, PointwiseTerm v) { return std::pair(u, v); });
      case PointwiseCode::Power:
        add(first, g * select(equal(b, 0.0), 0.0, b * power(a, b - 1.0)));
        return add(second, g * select(equal(a, 0.0), 0.0, y * logarithm(a)));
      case PointwiseCode::Select:
        add(second, select(a, g, 0.0));
        return add(third, select(a, 0.0, g));
      default:
        return;  // comparisons have no gradient
    }
  }

  // ordered(u, v) returns a pair whose first is the smaller if v is the result.
  template <class F>
  void stepExtreme(const PointwiseInstruction& instruction, PointwiseTerm g, F&& ordered) {
    for (std::size_t i = 0; i < 2; ++i) {
      const int mine = instruction.operands[i], others = instruction.operands[1 - i];
      const PointwiseTerm u = read(mine), v = read(others);
      const auto [small, large] = ordered(u, v);
      if (isConstant(mine)) continue;
      if (isConstant(others))
        add(mine, select(lessEqual(small, large), 0.0, g));
      else
        add(mine, select(less(small, large), 0.0, select(equal(u, v), g * 0.5, g)));
    }
  }
  bool isConstant(int reg) const {
    return !program_.isInput(reg) && program_.producer(reg).code == PointwiseCode::Constant;
  }

  void stepUnary(const PointwiseInstruction& instruction, PointwiseTerm g, PointwiseTerm y) {
    const PointwiseTerm slope = slopeOf(instruction.code, read(instruction.operands[0]), y);
    if (slope.valid()) add(instruction.operands[0], g * slope);
  }

  // Returns dy/da of y = code(a); invalid if it is 0.
  PointwiseTerm slopeOf(PointwiseCode code, PointwiseTerm a, PointwiseTerm y) {
    switch (code) {
      case PointwiseCode::Negate:
        return builder_.constant(-1);
      case PointwiseCode::Absolute:
        return sign(a);
      case PointwiseCode::Square:
        return a + a;
      case PointwiseCode::SquareRoot:
        return 0.5 / y;
      case PointwiseCode::ReciprocalSquareRoot:
        return -0.5 * (square(y) * y);
      case PointwiseCode::Reciprocal:
        return -square(y);
      case PointwiseCode::Exponential:
        return y;
      case PointwiseCode::ExponentialMinusOne:
        return y + 1.0;
      case PointwiseCode::Logarithm:
        return reciprocal(a);
      case PointwiseCode::LogarithmOfOnePlus:
        return reciprocal(a + 1.0);
      case PointwiseCode::Tanh:
        return 1.0 - square(y);
      case PointwiseCode::Sigmoid:
        return y * (1.0 - y);
      case PointwiseCode::Erf:
        return exponential(-square(a)) * (2.0 * std::numbers::inv_sqrtpi);
      case PointwiseCode::Sine:
        return cosine(a);
      case PointwiseCode::Cosine:
        return -sine(a);
      default:
        return {};
    }
  }

  PointwiseBuilder& builder_;
  const PointwiseProgram& program_;
  Terms reads_, gradients_;
};

// Builds the gradient program; its inputs are all inputs, all outputs and all output gradients, in this order.
PointwiseProgram gradientOverAll(const PointwiseProgram& program, const std::vector<bool>& wanted,
                                 const std::vector<bool>& given, bool readOutputs) {
  const auto outputs = static_cast<int>(program.outputs.size());
  PointwiseBuilder builder(program.inputs + 2 * outputs);
  Terms reads = builder.inlined(program, inputsOf(builder, 0, program.inputs));
  builder.setKeepsZeroArms(true);
  for (int k = 0; readOutputs && k < outputs; ++k)
    if (const int reg = program.outputs[static_cast<std::size_t>(k)]; !program.isInput(reg))
      reads[static_cast<std::size_t>(reg)] = builder.input(program.inputs + k);
  Differentiator differentiator(builder, program, std::move(reads));
  for (int k = 0; k < outputs; ++k)
    if (given[static_cast<std::size_t>(k)])
      differentiator.add(program.outputs[static_cast<std::size_t>(k)], builder.input(program.inputs + outputs + k));
  differentiator.run();
  Terms gradients;
  for (int i = 0; i < program.inputs; ++i)
    if (wanted[static_cast<std::size_t>(i)]) gradients.push_back(differentiator.of(i));
  return builder.finish(gradients);
}

std::vector<bool> inputsRead(const PointwiseProgram& program) {
  std::vector<bool> read(static_cast<std::size_t>(program.registers()), false);
  for (const PointwiseInstruction& instruction : program.instructions)
    for (std::size_t i = 0; i < static_cast<std::size_t>(operandCount(instruction.code)); ++i)
      read[static_cast<std::size_t>(instruction.operands[i])] = true;
  for (const int output : program.outputs) read[static_cast<std::size_t>(output)] = true;
  read.resize(static_cast<std::size_t>(program.inputs));
  return read;
}

PointwiseGradient withoutUnread(const PointwiseProgram& program, int inputs, int outputs) {
  const std::vector<bool> read = inputsRead(program);
  PointwiseGradient result;
  std::vector<int> mapping;
  for (int i = 0; i < program.inputs; ++i) {
    mapping.push_back(static_cast<int>(result.sources.size()));
    if (!read[static_cast<std::size_t>(i)]) continue;
    if (i < inputs)
      result.sources.emplace_back(PointwiseGradient::Source::Input, i);
    else if (i < inputs + outputs)
      result.sources.emplace_back(PointwiseGradient::Source::Output, i - inputs);
    else
      result.sources.emplace_back(PointwiseGradient::Source::OutputGradient, i - inputs - outputs);
  }
  result.program = renameInputs(program, mapping, static_cast<int>(result.sources.size()));
  return result;
}

}  // namespace

PointwiseProgram simplify(const PointwiseProgram& program) {
  PointwiseBuilder builder(program.inputs);
  return builder.finish(outputsOf(program, builder.inlined(program, inputsOf(builder, 0, program.inputs))));
}

PointwiseProgram compose(const PointwiseProgram& outer, int input, const PointwiseProgram& inner, int output) {
  PointwiseBuilder builder(outer.inputs - 1 + inner.inputs);
  const Terms within = builder.inlined(inner, inputsOf(builder, outer.inputs - 1, inner.inputs));
  Terms arguments = inputsOf(builder, 0, outer.inputs - 1);
  arguments.insert(arguments.begin() + input,
                   within[static_cast<std::size_t>(inner.outputs[static_cast<std::size_t>(output)])]);
  return builder.finish(outputsOf(outer, builder.inlined(outer, arguments)));
}

PointwiseProgram renameInputs(const PointwiseProgram& program, std::span<const int> mapping, int inputs) {
  PointwiseBuilder builder(inputs);
  Terms arguments;
  for (const int target : mapping) arguments.push_back(builder.input(target));
  return builder.finish(outputsOf(program, builder.inlined(program, arguments)));
}

PointwiseGradient differentiate(const PointwiseProgram& program, const std::vector<bool>& wanted,
                                const std::vector<bool>& outputGradientGiven) {
  const auto outputs = static_cast<int>(program.outputs.size());
  const auto make = [&](bool readOutputs) {
    return withoutUnread(gradientOverAll(program, wanted, outputGradientGiven, readOutputs), program.inputs, outputs);
  };
  PointwiseGradient fromInputs = make(false), fromOutputs = make(true);
  const auto cost = [](const PointwiseGradient& gradient) {
    return std::pair(gradient.sources.size(), gradient.program.operations());
  };
  return cost(fromOutputs) < cost(fromInputs) ? fromOutputs : fromInputs;
}

}  // namespace fovea
