// Why: binds every op with a pointwise program, and chains of them, to one kernel. All values share a layout: channels
// last if one of full shape has it.
#include "core/backends/cuda/module/elementwise/pointwise_launch.h"
#include "core/backends/cuda/module/runtime/support.h"
#include "core/ops/op_type.h"
#include "core/ops/pointwise.h"

namespace fovea::cuda {
namespace {

static_assert(static_cast<int>(PointwiseCode::Add) == 1 && static_cast<int>(PointwiseCode::Power) == 7 &&
              static_cast<int>(PointwiseCode::Select) == 11 && static_cast<int>(PointwiseCode::Exponential) == 19 &&
              static_cast<int>(PointwiseCode::Floor) == 28 && kPointwiseCodes == 29);

Status supports(const KernelRequest& request) {
  FOVEA_CHECK(needsFloating(request));
  const PointwiseProgram program = request.op.pointwise(request.attributes);
  if (program.inputs > kPointwiseInputs || program.registers() > kPointwiseRegisters ||
      program.outputs.size() > static_cast<std::size_t>(kPointwiseOutputs))
    return fail(ErrorCode::Unsupported, "only programs of at most 16 inputs, 8 outputs and 96 registers");
  return {};
}

// Memory strides of an input along each axis
// of the output; 0 where it is broadcast.
std::vector<std::int64_t> stridesUnder(const TensorType& input, const Layout& layout, const Shape& y) {
  const auto own = stridesOf(input, layout);
  const int missing = y.rank() - input.shape.rank();
  std::vector<std::int64_t> strides(static_cast<std::size_t>(y.rank()), 0);
  for (int axis = 0; axis < input.shape.rank(); ++axis)
    if (input.shape[axis] != 1) strides[static_cast<std::size_t>(axis + missing)] = own[static_cast<std::size_t>(axis)];
  return strides;
}

// Sets extents and strides; merges axes if one stride covers both in every input.
void setAxes(PointwiseArguments& arguments, const KernelRequest& request, const KernelPlan& plan) {
  const TensorType& y = request.outputs[0];
  std::vector<std::vector<std::int64_t>> strides;
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    strides.push_back(stridesUnder(request.inputs[i], plan.inputs[i], y.shape));
  for (const int axis : memoryOrder(y, plan.outputs[0]).axes) {
    const std::int64_t extent = y.shape[axis];
    if (extent == 1) continue;
    const int last = arguments.rank - 1;
    bool follows = last >= 0;
    for (std::size_t i = 0; i < strides.size() && follows; ++i)
      follows = arguments.stride[i][last] == strides[i][static_cast<std::size_t>(axis)] * extent;
    const int place = follows ? last : arguments.rank++;
    arguments.extent[place] = follows ? arguments.extent[place] * extent : extent;
    for (std::size_t i = 0; i < strides.size(); ++i)
      arguments.stride[i][place] = strides[i][static_cast<std::size_t>(axis)];
  }
  // With at most one axis of stride 1, positions need no coordinates.
  bool plain = arguments.rank <= 1;
  for (std::size_t i = 0; i < strides.size(); ++i) {
    arguments.single[i] = request.inputs[i].shape.elementCount() == 1;
    plain = plain && (arguments.single[i] || arguments.rank == 0 || arguments.stride[i][0] == 1);
  }
  if (plain) arguments.rank = 0;
}

PointwiseArguments describe(const PointwiseProgram& program) {
  PointwiseArguments arguments;
  const auto small = [](int reg) { return static_cast<std::uint8_t>(reg); };
  arguments.inputs = program.inputs;
  arguments.instructions = static_cast<int>(program.instructions.size());
  arguments.outputs = static_cast<int>(program.outputs.size());
  for (std::size_t k = 0; k < program.instructions.size(); ++k) {
    const PointwiseInstruction& step = program.instructions[k];
    arguments.program[k] = {step.value, static_cast<std::uint8_t>(step.code), small(step.operands[0]),
                            small(step.operands[1]), small(step.operands[2])};
  }
  for (std::size_t k = 0; k < program.outputs.size(); ++k) arguments.result[k] = small(program.outputs[k]);
  return arguments;
}

Result<KernelPlan> plan(const KernelRequest& request, const ContextPointer& context) {
  PointwiseArguments arguments = describe(request.op.pointwise(request.attributes));
  arguments.elements = request.outputs[0].shape.elementCount();
  KernelPlan layouts = densePlan(request, nullptr);
  setCommonLayout(layouts, request);
  setAxes(arguments, request, layouts);
  KernelPlan plan;
  dispatchFloating(request.inputs[0].dtype, [&]<class T>() {
    plan = densePlan(request, [context, arguments](const KernelArguments& a) {
      PointwiseArguments now = arguments;
      std::copy(a.inputs.begin(), a.inputs.end(), now.in);
      std::copy(a.outputs.begin(), a.outputs.end(), now.out);
      return statusOf(pointwise<T>(now, context->stream()), "pointwise");
    });
  });
  plan.inputs = layouts.inputs;
  plan.outputs = layouts.outputs;
  // Every thread reads its element of an input of full shape before it writes to it, so outputs may share its memory.
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    if (request.inputs[i].shape == request.outputs[0].shape)
      for (std::size_t k = 0; k < request.outputs.size(); ++k)
        plan.inPlace.emplace_back(static_cast<int>(k), static_cast<int>(i));
  return plan;
}

}  // namespace

void registerPointwise(KernelRegistry& registry, const ContextPointer& context) {
  for (const OpType& op : allOps())
    if (op.pointwise)
      addKernel(registry, op.name, "cuda.pointwise", supports,
                [context](const KernelRequest& request) { return plan(request, context); });
}

}  // namespace fovea::cuda
