// Why: what an elementwise op computes, as data: a straight line of instructions over the numbers at one position. From
// it follow the op's shape rule, reference kernel, gradient and cost, the kernels of every device, and fusion of
// chains. Values are plain and immutable in use; all functions are pure and thread-safe.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// A register holds one real number. Rules for what is not a plain number follow PyTorch:
// - A NaN goes through all arithmetic; Minimum and Maximum are NaN if either operand is; Sign of NaN is NaN, of 0 it is
// 0.
// - A comparison gives 1 or 0, and 0 if an operand is NaN.
// - Select(condition, a, b) is a where the condition is not 0, else b.
// - Power, Logarithm and the rest are those of C's <math.h>.
enum class PointwiseCode : std::uint8_t {
  Constant,
  Add,
  Subtract,
  Multiply,
  Divide,
  Minimum,
  Maximum,
  Power,
  Less,
  LessEqual,
  Equal,
  Select,
  Negate,
  Absolute,
  Sign,
  Square,
  SquareRoot,
  ReciprocalSquareRoot,
  Reciprocal,
  Exponential,
  ExponentialMinusOne,
  Logarithm,
  LogarithmOfOnePlus,
  Tanh,
  Sigmoid,
  Erf,
  Sine,
  Cosine,
  Floor,
};
inline constexpr int kPointwiseCodes = static_cast<int>(PointwiseCode::Floor) + 1;

// The word of a code in text: "mul".
const char* pointwiseName(PointwiseCode code);
// 0 for Constant, 3 for Select.
int operandCount(PointwiseCode code);
// Arithmetic operations of one instruction, as cost counts them: 1, and 4 for functions such as exp.
double operationsOf(PointwiseCode code);

struct PointwiseInstruction {
  PointwiseCode code = PointwiseCode::Constant;
  std::array<int, 3> operands{};  // registers before this one; the first operandCount(code) count
  double value = 0;               // of a constant

  bool operator==(const PointwiseInstruction& other) const;  // a NaN equals a NaN
};

// Registers 0 .. inputs-1 are the inputs; register inputs+i is the result of instruction i. Each is written once.
struct PointwiseProgram {
  static constexpr int kMaximumInputs = 64;
  static constexpr int kMaximumInstructions = 1024;
  static constexpr int kMaximumOutputs = 64;

  int inputs = 0;
  std::vector<PointwiseInstruction> instructions;
  std::vector<int> outputs;  // registers

  int registers() const { return inputs + static_cast<int>(instructions.size()); }
  bool isInput(int reg) const { return reg < inputs; }
  const PointwiseInstruction& producer(int reg) const { return instructions[static_cast<std::size_t>(reg - inputs)]; }
  // Arithmetic operations at one position.
  double operations() const;
  bool operator==(const PointwiseProgram&) const = default;
};

// InvalidArgument unless every operand is an earlier register, every output is one, and the limits are kept.
Status validate(const PointwiseProgram& program);

// "2: const 0.5, mul 0 2, max 1 3 -> 4": number of inputs, instructions with their operands, output registers.
std::string toText(const PointwiseProgram& program);
// The inverse. InvalidArgument says what is wrong and in which instruction.
Result<PointwiseProgram> parsePointwise(std::string_view text);

// `registers` has program.registers() entries, of which the caller has set the inputs; the others are filled.
void evaluate(const PointwiseProgram& program, std::span<double> registers);
void evaluate(const PointwiseProgram& program, std::span<float> registers);

// The same results with constants folded, equal instructions merged, neutral operations and unused registers removed.
// Rewrites are exact but for the sign of zeros and the rounding of folded constants.
PointwiseProgram simplify(const PointwiseProgram& program);

// `outer` with what its input `input` was replaced by output `output` of `inner`. The inputs are those of outer without
// that one, then those of inner.
PointwiseProgram compose(const PointwiseProgram& outer, int input, const PointwiseProgram& inner, int output = 0);
// Input i of the program becomes input mapping[i] of one with `inputs` inputs: for inputs that are one value.
PointwiseProgram renameInputs(const PointwiseProgram& program, std::span<const int> mapping, int inputs);

struct PointwiseGradient {
  enum class Source { Input, Output, OutputGradient };
  PointwiseProgram program;                     // an output for each wanted input, in order; constant 0: no gradient
  std::vector<std::pair<Source, int>> sources;  // what each of its inputs is, and which
};

// The gradients of the wanted inputs, given those of some outputs. Reads the outputs of `program` instead of its inputs
// where no more values are needed then. Only what is read is among the sources. At a tie of Minimum or Maximum both
// operands get half; against a constant, nothing passes: as torch.maximum and torch.relu do. An arm that a Select did
// not choose gives exactly 0, whatever its slope.
PointwiseGradient differentiate(const PointwiseProgram& program, const std::vector<bool>& wanted,
                                const std::vector<bool>& outputGradientGiven);

}  // namespace fovea
