// Why: slicing and concatenating along an axis are copies of memory ranges, in any layout that keeps the axis in one
// piece.
#include <cstring>

#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"

namespace fovea::cpu {
namespace {

// Memory as rows; along a row, every `unit` positions of the axis are `bytesOfUnit` bytes.
struct AxisRows {
  std::int64_t rows = 1;
  std::int64_t unit = 1;  // positions of the axis that are together in one block
  std::size_t unitBytes = 1;

  std::size_t bytes(std::int64_t positions) const { return static_cast<std::size_t>(positions / unit) * unitBytes; }
};

// For a value to slice or concatenate along `axis`. Nothing if the layout does not keep ranges of the axis together.
std::optional<AxisRows> rowsOf(const TensorType& type, const Layout& layout, int axis) {
  const auto pattern = patternOf(type, layout);
  if (!pattern) return std::nullopt;
  AxisRows result;
  std::vector<std::int64_t> blocks(pattern->order.size(), 1);
  std::int64_t after = 1;
  for (const auto& [blocked, size] : pattern->blocks) {
    blocks[static_cast<std::size_t>(blocked)] *= size;
    after *= size;
  }
  result.unit = blocks[static_cast<std::size_t>(axis)];
  bool behind = false;
  for (const int other : pattern->order) {
    const std::int64_t size = blocks[static_cast<std::size_t>(other)];
    const std::int64_t extent = (type.shape[other] + size - 1) / size;
    if (other == axis)
      behind = true;
    else
      (behind ? after : result.rows) *= extent;
  }
  result.unitBytes = static_cast<std::size_t>(after) * byteSize(type.dtype);
  return result;
}

void copyRows(std::int64_t rows, std::byte* to, std::size_t toStep, const std::byte* from, std::size_t fromStep,
              std::size_t bytes) {
  if (bytes == 0) return;
  parallelRanges(
      rows, static_cast<double>(bytes) / 4.0,
      [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t row = begin; row < end; ++row)
          std::memcpy(to + static_cast<std::size_t>(row) * toStep, from + static_cast<std::size_t>(row) * fromStep,
                      bytes);
      },
      1);
}

const std::byte* bytesOf(const void* pointer) {
  return static_cast<const std::byte*>(pointer);
}

// The layout of the first input if every part can be cut out of it, else dense.
Layout joinedLayout(const KernelRequest& request, std::size_t whole, std::span<const TensorType> parts, int axis,
                    const TensorType& wholeType) {
  const Layout layout = request.inputLayouts[whole];
  if (layout.dense()) return layout;
  const TensorType& type = request.inputs[whole];
  const auto rows = rowsOf(type, layout, axis);
  const auto fits = [&](const TensorType& part) {
    return rows && part.shape[axis] % rows->unit == 0 && layoutFor(part, type, layout);
  };
  if (!fits(wholeType) || !std::all_of(parts.begin(), parts.end(), fits)) return Layout();
  return layout;
}

Result<KernelPlan> createConcatenate(const KernelRequest& request, Device&) {
  const int axis = static_cast<int>(request.attributes.integer("axis"));
  const TensorType& whole = request.outputs[0];
  const Layout base = joinedLayout(request, 0, request.inputs, axis, whole);
  KernelPlan plan;
  std::vector<std::size_t> parts;
  const auto layoutOfPart = [&](const TensorType& type) {
    return layoutFor(type, request.inputs[0], base).value_or(Layout());
  };
  const auto rows = rowsOf(whole, layoutOfPart(whole), axis);
  if (!rows) return fail(ErrorCode::Unsupported, "the layout splits the axis");
  for (const TensorType& type : request.inputs) {
    plan.inputs.push_back(layoutOfPart(type));
    parts.push_back(rows->bytes(type.shape[axis]));
  }
  plan.outputs = {layoutOfPart(whole)};
  plan.detail = plan.outputs[0].toString();
  const std::size_t step = rows->bytes(whole.shape[axis]);
  plan.kernel = std::make_unique<FunctionKernel>([parts, step, count = rows->rows](const KernelArguments& a) {
    auto* to = static_cast<std::byte*>(a.outputs[0]);
    for (std::size_t i = 0; i < parts.size(); to += parts[i++])
      copyRows(count, to, step, bytesOf(a.inputs[i]), parts[i], parts[i]);
  });
  return plan;
}

// Shared by slice and its backward op: the layouts of the whole and of the part, and the position of the part.
struct Cut {
  Layout whole, part;
  std::int64_t rows = 1;
  std::size_t wholeBytes = 0, partBytes = 0, offset = 0;
};

Result<Cut> cutOf(const KernelRequest& request, const TensorType& whole, const TensorType& part) {
  const int axis = static_cast<int>(request.attributes.integer("axis"));
  const std::int64_t start = request.attributes.integer("start");
  const TensorType types[] = {part};
  Layout base = joinedLayout(request, 0, types, axis, whole);
  auto rows = rowsOf(request.inputs[0], base, axis);
  if (!rows || start % rows->unit != 0) {
    base = Layout();
    rows = rowsOf(whole, base, axis);
  }
  Cut cut;
  cut.whole = layoutFor(whole, request.inputs[0], base).value_or(Layout());
  cut.part = layoutFor(part, request.inputs[0], base).value_or(Layout());
  cut.rows = rows->rows;
  cut.wholeBytes = rows->bytes(whole.shape[axis]);
  cut.partBytes = rows->bytes(part.shape[axis]);
  cut.offset = rows->bytes(start);
  return cut;
}

Result<KernelPlan> createSlice(const KernelRequest& request, Device&) {
  FOVEA_TRY(const Cut cut, cutOf(request, request.inputs[0], request.outputs[0]));
  KernelPlan plan = densePlan(request, [cut](const KernelArguments& a) {
    copyRows(cut.rows, static_cast<std::byte*>(a.outputs[0]), cut.partBytes, bytesOf(a.inputs[0]) + cut.offset,
             cut.wholeBytes, cut.partBytes);
  });
  plan.inputs = {cut.whole};
  plan.outputs = {cut.part};
  plan.detail = cut.whole.toString();
  return plan;
}

Result<KernelPlan> createSliceBackward(const KernelRequest& request, Device&) {
  FOVEA_TRY(const Cut cut, cutOf(request, request.outputs[0], request.inputs[0]));
  KernelPlan plan = densePlan(request, [cut](const KernelArguments& a) {
    auto* dx = static_cast<std::byte*>(a.outputs[0]);
    parallelRanges(
        cut.rows, static_cast<double>(cut.wholeBytes) / 4.0,
        [&](std::int64_t begin, std::int64_t end) {
          std::memset(dx + static_cast<std::size_t>(begin) * cut.wholeBytes, 0,
                      static_cast<std::size_t>(end - begin) * cut.wholeBytes);
        },
        1);
    copyRows(cut.rows, dx + cut.offset, cut.wholeBytes, bytesOf(a.inputs[0]), cut.partBytes, cut.partBytes);
  });
  plan.inputs = {cut.part};
  plan.outputs = {cut.whole};
  plan.detail = cut.whole.toString();
  return plan;
}

Result<KernelPlan> createReshape(const KernelRequest& request, Device&) {
  const std::size_t bytes = request.inputs[0].bytes();
  KernelPlan plan = densePlan(request, [bytes](const KernelArguments& a) {
    if (bytes > 0 && a.outputs[0] != a.inputs[0]) std::memcpy(a.outputs[0], a.inputs[0], bytes);
  });
  plan.inPlace = {{0, 0}};
  return plan;
}

// These kernels copy bytes and support every element type.
KernelEntry anyTypeEntry(std::string name, std::function<Result<KernelPlan>(const KernelRequest&, Device&)> create) {
  KernelEntry entry;
  entry.name = std::move(name);
  entry.supports = [](const KernelRequest&) -> Status { return {}; };
  entry.create = std::move(create);
  return entry;
}

}  // namespace

void addShapeKernels(KernelRegistry& registry) {
  registry.add("concatenate", anyTypeEntry("cpu.concatenate", createConcatenate));
  registry.add("slice", anyTypeEntry("cpu.slice", createSlice));
  registry.add("slice_backward", anyTypeEntry("cpu.slice_backward", createSliceBackward));
  registry.add("reshape", anyTypeEntry("cpu.reshape", createReshape));
}

}  // namespace fovea::cpu
