#include "core/backends/cpu/elementwise/pointwise_steps.h"

#include <algorithm>

namespace fovea::cpu {

// Chooses slots and loops. Buffers have temporary numbers until all slots are known.
class PointwiseSteps::Compiler {
 public:
  Compiler(PointwiseSteps& steps, const PointwiseProgram& program) : steps_(steps), program_(program) {
    const auto registers = static_cast<std::size_t>(program.registers());
    slots_.assign(registers, -1);
    single_.assign(registers, false);
    lastRead_.assign(registers, -1);
  }

  void compile() {
    findLastReads();
    for (int i = 0; i < program_.inputs; ++i) {
      slots_[at(i)] = i;
      single_[at(i)] = steps_.operand(i) == PointwiseOperand::Single;
    }
    for (int reg = program_.inputs; reg < program_.registers(); ++reg) place(reg);
    finishOutputs();
    moveBuffers(steps_.steps_);
    steps_.numbers_ = numbers_;
    steps_.buffers_ = buffers_;
  }

 private:
  static constexpr int kFirstBuffer = 1 << 20;  // provisional, until the count of numbers is known
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  void findLastReads() {
    for (int reg = program_.inputs; reg < program_.registers(); ++reg) {
      const PointwiseInstruction& instruction = program_.producer(reg);
      for (int i = 0; i < operandCount(instruction.code); ++i) lastRead_[at(instruction.operands[at(i)])] = reg;
    }
    for (const int output : program_.outputs) lastRead_[at(output)] = program_.registers();
  }

  int numberSlot() { return program_.inputs + steps_.outputs_ + numbers_++; }

  int bufferSlot() {
    if (freeBuffers_.empty()) return kFirstBuffer + buffers_++;
    const int slot = freeBuffers_.back();
    freeBuffers_.pop_back();
    return slot;
  }

  // The first output that this register holds; -1 if none.
  int outputOf(int reg) const {
    const auto found = std::find(program_.outputs.begin(), program_.outputs.end(), reg);
    return found == program_.outputs.end() ? -1 : static_cast<int>(found - program_.outputs.begin());
  }

  void place(int reg) {
    const PointwiseInstruction& instruction = program_.producer(reg);
    if (instruction.code == PointwiseCode::Constant) {
      single_[at(reg)] = true;
      slots_[at(reg)] = numberSlot();
      steps_.constants_.emplace_back(slots_[at(reg)], static_cast<float>(instruction.value));
      return;
    }
    const int count = operandCount(instruction.code);
    bool single = true;
    for (int i = 0; i < count; ++i) single = single && single_[at(instruction.operands[at(i)])];
    single_[at(reg)] = single;
    single ? placeSingle(reg, instruction) : placeVector(reg, instruction);
  }

  void placeSingle(int reg, const PointwiseInstruction& instruction) {
    PointwiseStep step{loopOf(instruction.code, 0), {}, numberSlot()};
    step.operands = repeatedSlot(slots_[at(instruction.operands[0])]);
    for (int i = 1; i < operandCount(instruction.code); ++i)
      step.operands[at(i)] = slots_[at(instruction.operands[at(i)])];
    slots_[at(reg)] = step.target;
    steps_.singles_.push_back(step);
  }

  void placeVector(int reg, const PointwiseInstruction& instruction) {
    PointwiseStep step;
    const int count = operandCount(instruction.code);
    int repeated = 0;
    step.operands = repeatedSlot(slots_[at(instruction.operands[0])]);
    for (int i = 0; i < count; ++i) {
      const int operand = instruction.operands[at(i)];
      step.operands[at(i)] = slots_[at(operand)];
      if (!single_[at(operand)]) continue;
      if (count == 3 && i == 0)
        step.operands[0] = repeatedIntoBuffer(operand);
      else
        repeated |= 1 << (count == 3 ? i - 1 : i);
    }
    step.loop = loopOf(instruction.code, repeated);
    // Frees the operands before choosing the target: a loop may overwrite its operands.
    for (int i = 0; i < count; ++i) release(instruction.operands[at(i)], reg);
    const int output = outputOf(reg);
    step.target = output >= 0 ? program_.inputs + output : bufferSlot();
    slots_[at(reg)] = step.target;
    steps_.steps_.push_back(step);
    steps_.work_ += 0.25 * operationsOf(instruction.code);
  }

  void release(int operand, int reader) {
    const int slot = slots_[at(operand)];
    if (lastRead_[at(operand)] != reader || slot < kFirstBuffer) return;
    if (std::find(freeBuffers_.begin(), freeBuffers_.end(), slot) == freeBuffers_.end()) freeBuffers_.push_back(slot);
  }

  static std::array<int, 3> repeatedSlot(int slot) { return {slot, slot, slot}; }

  int repeatedIntoBuffer(int reg) {
    const int slot = kFirstBuffer + buffers_++;
    steps_.steps_.push_back({loopOf(PointwiseCode::Constant, 1), repeatedSlot(slots_[at(reg)]), slot});
    return slot;
  }

  // Writes outputs that no instruction wrote in place: inputs, numbers, and registers that are several outputs.
  void finishOutputs() {
    for (int k = 0; k < steps_.outputs_; ++k) {
      const int reg = program_.outputs[at(k)], target = program_.inputs + k;
      if (slots_[at(reg)] == target) continue;
      steps_.steps_.push_back(
          {loopOf(PointwiseCode::Constant, single_[at(reg)] ? 1 : 0), repeatedSlot(slots_[at(reg)]), target});
    }
  }

  void moveBuffers(std::vector<PointwiseStep>& steps) const {
    const int first = program_.inputs + steps_.outputs_ + numbers_;
    const auto move = [first](int& slot) { slot = slot >= kFirstBuffer ? slot - kFirstBuffer + first : slot; };
    for (PointwiseStep& step : steps) {
      for (int& slot : step.operands) move(slot);
      move(step.target);
    }
  }

  static PointwiseLoop loopOf(PointwiseCode code, int repeated) {
    return simd().pointwise[static_cast<int>(code)].byRepeated[repeated];
  }

  PointwiseSteps& steps_;
  const PointwiseProgram& program_;
  std::vector<int> slots_, lastRead_, freeBuffers_;
  std::vector<bool> single_;
  int numbers_ = 0, buffers_ = 0;
};

PointwiseSteps::PointwiseSteps(const PointwiseProgram& program, std::vector<PointwiseOperand> operands)
    : operands_(std::move(operands)), outputs_(static_cast<int>(program.outputs.size())) {
  Compiler(*this, program).compile();
}

bool PointwiseSteps::mayOverwrite(int output, int input) const {
  std::size_t written = steps_.size(), read = 0;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].target == inputs() + output) written = i;
    for (const int operand : steps_[i].operands)
      if (operand == input) read = i;
  }
  return read <= written;
}

}  // namespace fovea::cpu
