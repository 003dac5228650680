// Why: compiles a pointwise program to vector loops over blocks that fit in the L1 cache. Each step reads slots
// (inputs, outputs, block buffers, single numbers) and writes one. Immutable, hence shared between threads.
#pragma once
#include <array>
#include <vector>

#include "core/backends/cpu/simd/simd.h"
#include "core/ops/pointwise.h"

namespace fovea::cpu {

// How an input varies along one run of the output.
enum class PointwiseOperand {
  Moving,   // one input element per output element, contiguous
  Single,   // one number for the whole run
  Gathered  // anything else: copied to a buffer per block
};

struct PointwiseStep {
  PointwiseLoop loop = nullptr;
  std::array<int, 3> operands{};  // slots
  int target = 0;
};

class PointwiseSteps {
 public:
  PointwiseSteps(const PointwiseProgram& program, std::vector<PointwiseOperand> operands);

  // Slots: the inputs, then the outputs, then numbers, then block buffers.
  int inputs() const { return static_cast<int>(operands_.size()); }
  int outputs() const { return outputs_; }
  int slots() const { return firstBuffer() + buffers_; }
  int firstNumber() const { return inputs() + outputs_; }
  int numbers() const { return numbers_; }
  int firstBuffer() const { return firstNumber() + numbers_; }
  int buffers() const { return buffers_; }
  PointwiseOperand operand(int input) const { return operands_[static_cast<std::size_t>(input)]; }
  // The constant values of number slots, by number.
  const std::vector<std::pair<int, float>>& constants() const { return constants_; }

  // The number of elements per block for a block buffer.
  std::int64_t block() const { return buffers_ > 0 ? kBlock : kLongBlock; }
  // Runs the single-number steps once per run, before the blocks. `slots` has slots() pointers.
  void runSingles(float* const* slots) const { run(singles_, slots, 1); }
  void runBlock(float* const* slots, std::int64_t count) const { run(steps_, slots, count); }

  // Whether output `output` may overwrite input `input`, since nothing reads the input later.
  bool mayOverwrite(int output, int input) const;
  // The cost of one element, in elements moved.
  double work() const { return work_; }

 private:
  static constexpr std::int64_t kBlock = 1024, kLongBlock = 16384;

  class Compiler;
  static void run(const std::vector<PointwiseStep>& steps, float* const* slots, std::int64_t count) {
    for (const PointwiseStep& step : steps)
      step.loop(slots[step.operands[0]], slots[step.operands[1]], slots[step.operands[2]], slots[step.target], count);
  }

  std::vector<PointwiseOperand> operands_;
  int outputs_ = 0, numbers_ = 0, buffers_ = 0;
  std::vector<std::pair<int, float>> constants_;
  std::vector<PointwiseStep> singles_, steps_;
  double work_ = 1;
};

}  // namespace fovea::cpu
