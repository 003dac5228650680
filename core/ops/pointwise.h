// Why: describes an elementwise op as data: a sequence of instructions on the numbers at one position. The op's shape
// rule, reference kernel, gradient and cost, the kernels of every device and the fusion of chains all follow from it.
// Plain values; all functions are pure and thread-safe.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// A register holds one real number. Special values follow PyTorch:
// - A NaN goes through all arithmetic; Minimum and Maximum are NaN if either operand is; Sign of NaN is NaN, of 0 it is
// 0.
// - A comparison returns 1 or 0, and 0 if an operand is NaN.
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

// The name of a code in text: "mul".
const char* pointwiseName(PointwiseCode code);
// 0 for Constant, 3 for Select.
int operandCount(PointwiseCode code);
// Arithmetic operations of one instruction, as cost counts them: 1, and 4 for functions such as exp.
double operationsOf(PointwiseCode code);

struct PointwiseInstruction {
  PointwiseCode code = PointwiseCode::Constant;
  std::array<int, 3> operands{};  // registers before this one; the first operandCount(code) count
  double value = 0;               // for Constant

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

// InvalidArgument unless every operand is an earlier register, every output is a register, and the limits hold.
Status validate(const PointwiseProgram& program);

// "2: const 0.5, mul 0 2, max 1 3 -> 4": number of inputs, instructions with their operands, output registers.
std::string toText(const PointwiseProgram& program);
// The inverse. InvalidArgument says what is wrong and in which instruction.
Result<PointwiseProgram> parsePointwise(std::string_view text);

// `registers` has program.registers() entries. The caller sets the inputs; this function fills the others.
void evaluate(const PointwiseProgram& program, std::span<double> registers);
void evaluate(const PointwiseProgram& program, std::span<float> registers);

// Returns an equivalent program with constants folded, equal instructions merged, and neutral operations and unused
// registers removed. The results are exact except for the sign of zeros and the rounding of folded constants.
PointwiseProgram simplify(const PointwiseProgram& program);

// Substitutes output `output` of `inner` for input `input` of `outer`. The new inputs are the remaining ones of outer,
// then those of inner.
PointwiseProgram compose(const PointwiseProgram& outer, int input, const PointwiseProgram& inner, int output = 0);
// Maps input i of the program to input mapping[i] of a program with `inputs` inputs; merges equal inputs.
PointwiseProgram renameInputs(const PointwiseProgram& program, std::span<const int> mapping, int inputs);

struct PointwiseGradient {
  enum class Source { Input, Output, OutputGradient };
  PointwiseProgram program;                     // one output per wanted input, in order; constant 0: no gradient
  std::vector<std::pair<Source, int>> sources;  // the kind and index of each of its inputs
};

// Returns the gradients of the wanted inputs, given those of some outputs. Reads the outputs of `program` instead of
// its inputs if that needs no more values. `sources` lists only values that are read. At a tie of Minimum or Maximum
// both operands get half; against a constant, nothing passes, as in torch.maximum and torch.relu. The arm that a Select
// did not choose gets exactly 0, whatever its slope.
PointwiseGradient differentiate(const PointwiseProgram& program, const std::vector<bool>& wanted,
                                const std::vector<bool>& outputGradientGiven);

}  // namespace fovea
