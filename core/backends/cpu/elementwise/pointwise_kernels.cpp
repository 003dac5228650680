// Why: one kernel for every elementwise op (OpType::pointwise): any chain of formulas is one pass over memory, in the
// layout that its inputs share; broadcast inputs are read in place.
#include <numeric>

#include "core/backends/cpu/elementwise/pointwise_walk.h"
#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"

namespace fovea::cpu {
namespace {

class PointwiseRun {
 public:
  PointwiseRun(PointwiseSteps steps, PointwiseWalk walk, bool clearsPadding)
      : steps_(std::move(steps)), walk_(std::move(walk)), clearsPadding_(clearsPadding) {
    std::int64_t period = 1;
    for (int i = 0; i < steps_.inputs(); ++i) {
      if (steps_.operand(i) != PointwiseOperand::Gathered) continue;
      ++gathered_;
      if (walk_.period(i) <= kBlock) period = std::max(period, walk_.period(i));
    }
    block_ = gathered_ > 0 ? kBlock / period * period : steps_.block();
    const auto threads = static_cast<std::int64_t>(omp_get_max_threads());
    const double work = static_cast<double>(walk_.elements()) * steps_.work();
    const std::int64_t shares = work < kParallelWork ? 1 : threads;
    // Shares begin at block boundaries, so that gathered values serve whole blocks.
    const std::int64_t alignment = std::lcm<std::int64_t>(gathered_ > 0 ? block_ : 1, 16);
    share_ = ((walk_.elements() + shares - 1) / shares + alignment - 1) / alignment * alignment;
    tasks_ = (walk_.elements() + share_ - 1) / share_;
  }

  std::size_t scratchBytes() const { return bytesOfTask() * static_cast<std::size_t>(tasks_); }

  void operator()(const KernelArguments& arguments) const {
    parallelTasks(tasks_, static_cast<double>(walk_.elements()) * steps_.work(), [&](std::int64_t task) {
      doShare(arguments, static_cast<std::byte*>(arguments.scratch) + bytesOfTask() * static_cast<std::size_t>(task),
              task * share_, std::min(walk_.elements(), (task + 1) * share_));
    });
    if (clearsPadding_)
      for (void* y : arguments.outputs) walk_.clearPadding(mutableFloats(y));
  }

 private:
  static constexpr std::int64_t kBlock = 1024;

  std::int64_t bufferFloats() const { return (block_ + 15) / 16 * 16; }
  // Pointers of the slots, numbers, buffers of the steps and of gathered inputs.
  std::size_t pointerBytes() const {
    return (static_cast<std::size_t>(steps_.slots()) * sizeof(float*) + 63) / 64 * 64;
  }
  std::size_t numberBytes() const {
    return (static_cast<std::size_t>(steps_.numbers()) * sizeof(float) + 63) / 64 * 64;
  }
  std::size_t bytesOfTask() const {
    const auto buffers = static_cast<std::size_t>(steps_.buffers() + gathered_);
    return pointerBytes() + numberBytes() + buffers * static_cast<std::size_t>(bufferFloats()) * sizeof(float);
  }

  // Sets the pointers of numbers and buffers. Returns the first buffer for gathered inputs.
  float* prepare(std::byte* scratch, float** slots) const {
    auto* numbers = reinterpret_cast<float*>(scratch + pointerBytes());
    for (int i = 0; i < steps_.numbers(); ++i) slots[steps_.firstNumber() + i] = numbers + i;
    for (const auto& [slot, value] : steps_.constants()) *slots[slot] = value;
    auto* buffer = reinterpret_cast<float*>(scratch + pointerBytes() + numberBytes());
    for (int i = 0; i < steps_.buffers(); ++i, buffer += bufferFloats()) slots[steps_.firstBuffer() + i] = buffer;
    return buffer;
  }

  void doShare(const KernelArguments& arguments, std::byte* scratch, std::int64_t begin, std::int64_t end) const {
    auto** slots = reinterpret_cast<float**>(scratch);
    float* gatherBuffer = prepare(scratch, slots);
    bool first = true;
    for (std::int64_t position = begin; position < end;) {
      const std::int64_t runEnd = std::min(end, (position / walk_.run() + 1) * walk_.run());
      for (int i = 0; i < steps_.inputs(); ++i)
        if (steps_.operand(i) != PointwiseOperand::Gathered)
          slots[i] = mutableFloats(arguments.inputs[static_cast<std::size_t>(i)]) + walk_.offset(i, position);
      for (int k = 0; k < steps_.outputs(); ++k)
        slots[steps_.inputs() + k] = mutableFloats(arguments.outputs[static_cast<std::size_t>(k)]) + position;
      steps_.runSingles(slots);
      while (position < runEnd) {
        const std::int64_t count = std::min(block_, runEnd - position);
        if (gathered_ > 0) gather(arguments, slots, gatherBuffer, position, count, first);
        first = false;
        steps_.runBlock(slots, count);
        position += count;
        for (int i = 0; i < steps_.inputs(); ++i)
          if (steps_.operand(i) == PointwiseOperand::Moving) slots[i] += count;
        for (int k = 0; k < steps_.outputs(); ++k) slots[steps_.inputs() + k] += count;
      }
    }
  }

  void gather(const KernelArguments& arguments, float** slots, float* buffer, std::int64_t position, std::int64_t count,
              bool first) const {
    for (int i = 0; i < steps_.inputs(); ++i) {
      if (steps_.operand(i) != PointwiseOperand::Gathered) continue;
      slots[i] = buffer;
      if (first || block_ % walk_.period(i) != 0)
        walk_.gather(i, floats(arguments.inputs[static_cast<std::size_t>(i)]), position, count, buffer);
      buffer += bufferFloats();
    }
  }

  PointwiseSteps steps_;
  PointwiseWalk walk_;
  bool clearsPadding_;
  int gathered_ = 0;
  std::int64_t block_ = 0, share_ = 0, tasks_ = 0;
};

bool keepsZero(const PointwiseProgram& program) {
  std::vector<float> registers(static_cast<std::size_t>(program.registers()), 0.0f);
  evaluate(program, registers);
  return std::all_of(program.outputs.begin(), program.outputs.end(),
                     [&](int output) { return registers[static_cast<std::size_t>(output)] == 0.0f; });
}

// The first layout that is not dense among the inputs with the output's shape.
Layout sharedLayout(const KernelRequest& request) {
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    if (request.inputs[i].shape == request.outputs[0].shape && !request.hasFreeLayout(i) &&
        !request.inputLayouts[i].dense())
      return request.inputLayouts[i];
  return Layout();
}

}  // namespace

Result<KernelPlan> createPointwise(const KernelRequest& request, const PointwiseProgram& given) {
  const TensorType& output = request.outputs[0];
  if (output.shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "it is empty");
  const PointwiseProgram program = simplify(given);
  Layout layout = sharedLayout(request);
  auto walk = PointwiseWalk::make(request.inputs, output, layout);
  if (!walk) {
    layout = Layout();
    walk = PointwiseWalk::make(request.inputs, output, layout);
  }
  std::vector<PointwiseOperand> operands;
  bool allFull = true;
  for (int i = 0; i < program.inputs; ++i) {
    operands.push_back(walk->operand(i));
    allFull = allFull && walk->full(i);
  }
  const PointwiseSteps steps(program, operands);
  KernelPlan plan;
  for (int i = 0; i < program.inputs; ++i) {
    plan.inputs.push_back(walk->full(i) ? layout : Layout());
    for (int k = 0; k < steps.outputs(); ++k)
      if (walk->full(i) && steps.mayOverwrite(k, i)) plan.inPlace.emplace_back(k, i);
  }
  plan.outputs.assign(request.outputs.size(), layout);
  PointwiseRun run(steps, *walk, walk->padded() && !(allFull && keepsZero(program)));
  plan.scratchBytes = run.scratchBytes();
  plan.kernel = std::make_unique<FunctionKernel>(std::move(run));
  plan.detail = simd().name;
  return plan;
}

void addPointwiseKernels(KernelRegistry& registry) {
  for (const OpType& op : allOps())
    if (op.pointwise)
      registry.add(op.name, float32Entry("cpu.pointwise", [](const KernelRequest& request, Device&) {
                     return createPointwise(request, request.op.pointwise(request.attributes));
                   }));
}

}  // namespace fovea::cpu
