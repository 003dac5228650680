// Why: every elementwise op, its gradient and its fusion depend on programs; random ones find unexpected cases.
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "core/ops/pointwise_rules.h"
#include "tests/core/ops/op_helpers.h"

namespace fovea {
namespace {

int below(Random& random, int count) {
  return static_cast<int>(random.below(static_cast<std::uint64_t>(count)));
}

// Instructions that are smooth and bounded for any operands.
const std::vector<PointwiseCode>& smoothCodes() {
  static const std::vector<PointwiseCode> codes = {
      PointwiseCode::Add,    PointwiseCode::Subtract, PointwiseCode::Multiply,
      PointwiseCode::Negate, PointwiseCode::Tanh,     PointwiseCode::Sigmoid,
      PointwiseCode::Erf,    PointwiseCode::Sine,     PointwiseCode::Cosine};
  return codes;
}

PointwiseProgram randomProgram(Random& random, bool smooth) {
  PointwiseProgram program;
  program.inputs = 1 + below(random, 4);
  const int length = 1 + below(random, 12);
  for (int i = 0; i < length; ++i) {
    PointwiseInstruction instruction;
    instruction.code = smooth ? smoothCodes()[random.below(smoothCodes().size())]
                              : static_cast<PointwiseCode>(below(random, kPointwiseCodes));
    if (below(random, 6) == 0) instruction.code = PointwiseCode::Constant;
    for (int k = 0; k < operandCount(instruction.code); ++k)
      instruction.operands[static_cast<std::size_t>(k)] = below(random, program.registers());
    if (instruction.code == PointwiseCode::Constant) {
      const std::vector<double> special = {0, 1, -1, 0.5, 2, random.normal(), 1e300, NAN, INFINITY};
      instruction.value = special[random.below(smooth ? 6 : special.size())];
    }
    program.instructions.push_back(instruction);
  }
  const int outputs = 1 + below(random, 3);
  for (int k = 0; k < outputs; ++k) program.outputs.push_back(below(random, program.registers()));
  return program;
}

std::vector<double> outputsAt(const PointwiseProgram& program, const std::vector<double>& inputs) {
  std::vector<double> registers = inputs, outputs;
  registers.resize(static_cast<std::size_t>(program.registers()));
  evaluate(program, registers);
  for (const int output : program.outputs) outputs.push_back(registers[static_cast<std::size_t>(output)]);
  return outputs;
}

std::vector<double> randomNumbers(Random& random, std::size_t count) {
  std::vector<double> numbers(count);
  for (double& number : numbers) number = random.normal();
  return numbers;
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || a == b || std::abs(a - b) <= 1e-9 * (std::abs(a) + 1e-3);
}

TEST(Pointwise, TextComesBackAsItWas) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const PointwiseProgram program = randomProgram(random, false);
    const auto read = parsePointwise(toText(program));
    ASSERT_TRUE(read.ok()) << toText(program) << ": " << read.error().text();
    ASSERT_EQ(*read, program) << toText(program);
  }
}

TEST(Pointwise, TextReadsLikeTheProgram) {
  const PointwiseProgram program = pointwiseOfTwo([](auto a, auto b) { return maximum(a * 0.1, b); });
  EXPECT_EQ(toText(program), "2: const 0.1, mul 0 2, max 1 3 -> 4");
  EXPECT_EQ(toText(PointwiseProgram{1, {}, {0}}), "1: -> 0");
}

TEST(Pointwise, MalformedTextSaysWhatIsWrong) {
  const auto message = [](const std::string& text) {
    const auto read = parsePointwise(text);
    return read.ok() ? "read" : read.error().message;
  };
  const std::string begin = "A pointwise program cannot be read: ";
  EXPECT_EQ(message(""), begin + "it must begin with the number of inputs and a colon, not the end.");
  EXPECT_EQ(message("2 add"), begin + "it must begin with the number of inputs and a colon, not \"2\".");
  EXPECT_EQ(message("1: plus 0 0 -> 1"), begin + "instruction 0 is \"plus\".");
  EXPECT_EQ(message("1: add 0 -> 1"), begin + "instruction 0 (add) needs 2 registers, not \"->\".");
  EXPECT_EQ(message("1: add 0 -1 -> 1"), begin + "instruction 0 (add) needs 2 registers, not \"-1\".");
  EXPECT_EQ(message("1: const x -> 1"), begin + "instruction 0 needs a number, not \"x\".");
  EXPECT_EQ(message("1: exp 0 exp 1 -> 2"), begin + "\",\" or \"->\" must follow instruction 0, not \"exp\".");
  EXPECT_EQ(message("1: exp 0"), begin + "\",\" or \"->\" must follow instruction 0, not the end.");
  EXPECT_EQ(message("1: exp 0 -> y"), begin + "an output must be a register, not \"y\".");
  EXPECT_EQ(message("1: exp 1 -> 1"),
            "Instruction 0 (exp) of a pointwise program reads register 1, but only 0 to 0 are known there.");
  EXPECT_EQ(message("1: exp 0 -> 2"), "A pointwise program returns register 2, but has only 0 to 1.");
  EXPECT_EQ(message("1: exp 0 ->"), "A pointwise program has 1 to 64 outputs, not 0.");
  EXPECT_EQ(message("0: const 1 -> 0"), "A pointwise program has 1 to 64 inputs, not 0.");
  EXPECT_EQ(message("99999999999: -> 0"),
            begin + "it must begin with the number of inputs and a colon, not \"99999999999\".");
  std::string endless = "1:";
  for (int i = 0; i < 5000; ++i) endless += " exp 0,";
  EXPECT_EQ(message(endless), begin + "it has more than 1024 instructions.");
  std::string outputs = "1: ->";
  for (int i = 0; i < 5000; ++i) outputs += " 0";
  EXPECT_EQ(message(outputs), begin + "it has more than 64 outputs.");
}

TEST(Pointwise, TornTextNeverReadsBeyondItself) {
  Random random(2);
  for (int i = 0; i < 3000; ++i) {
    std::string text = toText(randomProgram(random, false));
    const auto at = static_cast<std::size_t>(random.below(text.size()));
    if (i % 2 == 0)
      text.resize(at);
    else
      text[at] = static_cast<char>(random.below(256));
    const auto read = parsePointwise(text);
    if (read.ok()) {
      ASSERT_TRUE(validate(*read).ok()) << text;
    }
  }
}

TEST(Pointwise, SimplerProgramsGiveTheSame) {
  Random random(3);
  for (int i = 0; i < 4000; ++i) {
    const PointwiseProgram program = randomProgram(random, false), simple = simplify(program);
    ASSERT_TRUE(validate(simple).ok());
    ASSERT_LE(simple.instructions.size(), program.instructions.size() + 4) << toText(program);
    const auto inputs = randomNumbers(random, static_cast<std::size_t>(program.inputs));
    const auto expected = outputsAt(program, inputs), actual = outputsAt(simple, inputs);
    for (std::size_t k = 0; k < expected.size(); ++k)
      ASSERT_TRUE(same(expected[k], actual[k]))
          << toText(program) << " became " << toText(simple) << ": " << expected[k] << " and " << actual[k];
  }
}

TEST(Pointwise, SimplifyKnowsItsAlgebra) {
  const auto simple = [](const char* text) { return toText(simplify(parsePointwise(text).value())); };
  EXPECT_EQ(simple("1: const 2, const 3, mul 1 2, add 0 3 -> 4"), "1: const 6, add 0 1 -> 2");
  EXPECT_EQ(simple("2: mul 0 1, mul 1 0, add 2 3 -> 4"), "2: mul 0 1, add 2 2 -> 3");
  EXPECT_EQ(simple("1: const 1, mul 0 1, const 0, add 2 3 -> 4"), "1: -> 0");
  EXPECT_EQ(simple("1: neg 0, neg 1 -> 2"), "1: -> 0");
  EXPECT_EQ(simple("2: neg 1, add 0 2, exp 0 -> 3"), "2: sub 0 1 -> 2");
  EXPECT_EQ(simple("1: const 2, pow 0 1 -> 2"), "1: square 0 -> 1");
  EXPECT_EQ(simple("1: const 4, div 0 1 -> 2"), "1: const 0.25, mul 0 1 -> 2");
  EXPECT_EQ(simple("1: const 0, mul 0 1 -> 2"), "1: const 0, mul 0 1 -> 2") << "0 · NaN is NaN";
}

TEST(Pointwise, ComposedProgramsAreOneAfterTheOther) {
  Random random(4);
  for (int i = 0; i < 1000; ++i) {
    const PointwiseProgram outer = randomProgram(random, true), inner = randomProgram(random, true);
    const int input = below(random, outer.inputs), output = below(random, static_cast<int>(inner.outputs.size()));
    const PointwiseProgram both = compose(outer, input, inner, output);
    ASSERT_TRUE(validate(both).ok());
    auto outerInputs = randomNumbers(random, static_cast<std::size_t>(outer.inputs));
    const auto innerInputs = randomNumbers(random, static_cast<std::size_t>(inner.inputs));
    std::vector<double> inputs = outerInputs;
    inputs.erase(inputs.begin() + input);
    inputs.insert(inputs.end(), innerInputs.begin(), innerInputs.end());
    outerInputs[static_cast<std::size_t>(input)] = outputsAt(inner, innerInputs)[static_cast<std::size_t>(output)];
    const auto expected = outputsAt(outer, outerInputs), actual = outputsAt(both, inputs);
    for (std::size_t k = 0; k < expected.size(); ++k) ASSERT_TRUE(same(expected[k], actual[k])) << toText(both);
  }
}

// The gradients of sum over k of gradients[k] * output k.
std::vector<double> gradientAt(const PointwiseProgram& program, const std::vector<double>& inputs,
                               const std::vector<double>& gradients) {
  const PointwiseGradient rule =
      differentiate(program, std::vector<bool>(inputs.size(), true), std::vector<bool>(gradients.size(), true));
  const auto outputs = outputsAt(program, inputs);
  std::vector<double> sources;
  for (const auto& [source, index] : rule.sources) {
    const auto& values = source == PointwiseGradient::Source::Input    ? inputs
                         : source == PointwiseGradient::Source::Output ? outputs
                                                                       : gradients;
    sources.push_back(values[static_cast<std::size_t>(index)]);
  }
  return outputsAt(rule.program, sources);
}

TEST(Pointwise, GradientsAgreeWithDifferences) {
  Random random(5);
  constexpr double kStep = 1e-6;
  for (int i = 0; i < 1500; ++i) {
    const PointwiseProgram program = randomProgram(random, true);
    auto inputs = randomNumbers(random, static_cast<std::size_t>(program.inputs));
    const auto gradients = randomNumbers(random, program.outputs.size());
    const auto lossAt = [&] {
      const auto outputs = outputsAt(program, inputs);
      double sum = 0;
      for (std::size_t k = 0; k < outputs.size(); ++k) sum += gradients[k] * outputs[k];
      return sum;
    };
    const auto actual = gradientAt(program, inputs, gradients);
    for (std::size_t k = 0; k < inputs.size(); ++k) {
      const double original = inputs[k];
      inputs[k] = original + kStep;
      const double above = lossAt();
      inputs[k] = original - kStep;
      const double slope = (above - lossAt()) / (2 * kStep);
      inputs[k] = original;
      ASSERT_NEAR(actual[k], slope, 1e-4 * (1 + std::abs(slope) + std::abs(above)))
          << toText(program) << " input " << k;
    }
  }
}

TEST(Pointwise, GradientsReadTheOutputWhereThatIsCheaper) {
  const auto sources = [](PointwiseTerm (*formula)(PointwiseTerm)) {
    const auto rule = differentiate(pointwiseOfOne(formula), {true}, {true});
    std::string text;
    for (const auto& [source, index] : rule.sources)
      text += source == PointwiseGradient::Source::Input    ? "x"
              : source == PointwiseGradient::Source::Output ? "y"
                                                            : "d";
    return text;
  };
  EXPECT_EQ(sources(sigmoid), "yd");
  EXPECT_EQ(sources(hyperbolicTangent), "yd");
  EXPECT_EQ(sources(exponential), "yd");
  EXPECT_EQ(sources(squareRoot), "yd");
  EXPECT_EQ(sources(sine), "xd");
  EXPECT_EQ(sources([](PointwiseTerm x) { return x * 3.0; }), "d");
  EXPECT_EQ(sources([](PointwiseTerm x) { return x * sigmoid(x); }), "xd");
}

TEST(Pointwise, AnArmThatWasNotChosenGivesNoGradient) {
  // exp overflows at 1000, where the other arm is selected: 0 · infinity must not appear.
  const auto elu = pointwiseOfOne([](PointwiseTerm x) { return select(less(0.0 + x, 0.0), 2.0 * exponential(x), x); });
  EXPECT_EQ(gradientAt(elu, {1000}, {3}), std::vector<double>{3});
  EXPECT_NEAR(gradientAt(elu, {-1}, {3})[0], 6 * std::exp(-1.0), 1e-12);
}

TEST(Pointwise, TiesAreSplitAndConstantsKeepNothing) {
  const auto larger = pointwiseOfTwo([](PointwiseTerm a, PointwiseTerm b) { return maximum(a, b); });
  EXPECT_EQ(gradientAt(larger, {2, 2}, {1}), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(gradientAt(larger, {3, 2}, {1}), (std::vector<double>{1, 0}));
  const auto relu = pointwiseOfOne([](PointwiseTerm x) { return maximum(x, 0.0); });
  EXPECT_EQ(gradientAt(relu, {0}, {1}), std::vector<double>{0});
  EXPECT_EQ(gradientAt(relu, {1}, {1}), std::vector<double>{1});
  EXPECT_TRUE(std::isnan(outputsAt(relu, {NAN})[0]));
}

TEST(Pointwise, ShapesAreThoseOfBroadcasting) {
  const FieldValues sum{{"program", std::string("3: add 0 1, mul 2 3 -> 4 3")}};
  EXPECT_EQ(inferred("fused_pointwise", sum, {f32({2, 3, 4}), f32({3, 1}), f32({})}), "f32[2, 3, 4]");
  EXPECT_EQ(inferred("fused_pointwise", sum, {f32({2, 3}), f32({4}), f32({})}), "Inputs differ: [2, 3] and [4].");
  EXPECT_EQ(inferred("fused_pointwise", sum, {f32({2, 3})}), "The program has 3 inputs, but got 1.");
  EXPECT_EQ(infer("fused_pointwise", sum, {f32({2}), f32({2}), f32({2})})->size(), 2u);
  EXPECT_EQ(inferred("fused_pointwise", {{"program", std::string("?")}}, {f32({2})}),
            "A pointwise program cannot be read: it must begin with the number of inputs and a colon, not \"?\".");
}

}  // namespace
}  // namespace fovea
