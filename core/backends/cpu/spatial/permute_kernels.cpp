// Why: a permutation of axes copies runs if the last axis stays in place, and transposes small matrices if it moves.
#include <algorithm>
#include <cstring>

#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/backends/cpu/simd/spatial_simd.h"
#include "core/backends/cpu/spatial/spatial_kernels.h"

namespace fovea::cpu {
namespace {

// Axes of the output, slowest first, with their strides in the input; adjacent axes that stay together are merged.
struct PermutedAxes {
  struct Axis {
    std::int64_t extent = 1, stride = 1;
  };
  std::vector<Axis> axes;

  PermutedAxes(const Shape& x, const std::vector<std::int64_t>& order) {
    for (const std::int64_t source : order) {
      const Axis next{x[static_cast<int>(source)], x.elementsFrom(static_cast<int>(source) + 1)};
      if (next.extent == 1) continue;
      if (!axes.empty() && axes.back().stride == next.extent * next.stride)
        axes.back() = {axes.back().extent * next.extent, next.stride};
      else
        axes.push_back(next);
    }
    if (axes.empty()) axes.push_back({1, 1});
  }
};

// The offsets of copy `index` over `outer` axes in the input and in the output.
struct Loop {
  std::int64_t extent, from, to;
};

std::pair<std::int64_t, std::int64_t> startOf(const std::vector<Loop>& loops, std::int64_t index) {
  std::int64_t from = 0, to = 0;
  for (std::size_t i = loops.size(); i-- > 0;) {
    from += index % loops[i].extent * loops[i].from;
    to += index % loops[i].extent * loops[i].to;
    index /= loops[i].extent;
  }
  return {from, to};
}

std::int64_t countOf(const std::vector<Loop>& loops) {
  std::int64_t count = 1;
  for (const Loop& loop : loops) count *= loop.extent;
  return count;
}

// All axes except the named ones, with their strides in the output.
std::vector<Loop> loopsWithout(const PermutedAxes& p, std::size_t first, std::size_t second) {
  std::vector<Loop> loops;
  std::int64_t stride = 1;
  for (std::size_t i = p.axes.size(); i-- > 0;) {
    if (i != first && i != second) loops.insert(loops.begin(), {p.axes[i].extent, p.axes[i].stride, stride});
    stride *= p.axes[i].extent;
  }
  return loops;
}

KernelPlan runPlan(const KernelRequest& request, const PermutedAxes& p) {
  const std::int64_t run = p.axes.back().extent;
  const std::vector<Loop> loops = loopsWithout(p, p.axes.size() - 1, p.axes.size() - 1);
  const std::size_t unit = byteSize(request.inputs[0].dtype);
  return densePlan(request, [=](const KernelArguments& a) {
    parallelRanges(
        countOf(loops), static_cast<double>(run),
        [&](std::int64_t begin, std::int64_t end) {
          for (std::int64_t i = begin; i < end; ++i) {
            const auto [from, to] = startOf(loops, i);
            std::memcpy(static_cast<std::byte*>(a.outputs[0]) + static_cast<std::size_t>(to) * unit,
                        static_cast<const std::byte*>(a.inputs[0]) + static_cast<std::size_t>(from) * unit,
                        static_cast<std::size_t>(run) * unit);
          }
        },
        1);
  });
}

// Transposes one matrix for each combination of the other axes: the output's last axis, and the axis along which the
// input is contiguous. Matrices are cut into strips of columns, so that few of them still occupy all threads.
KernelPlan transposePlan(const KernelRequest& request, const PermutedAxes& p) {
  constexpr std::int64_t kStrip = 64;
  const std::size_t last = p.axes.size() - 1;
  const auto contiguous = std::find_if(p.axes.begin(), p.axes.end(), [](const auto& axis) { return axis.stride == 1; });
  const auto inner = static_cast<std::size_t>(contiguous - p.axes.begin());
  std::int64_t yStride = 1;
  for (std::size_t i = inner + 1; i <= last; ++i) yStride *= p.axes[i].extent;
  const std::int64_t rows = p.axes[last].extent, xStride = p.axes[last].stride, columns = contiguous->extent;
  const std::vector<Loop> loops = loopsWithout(p, last, inner);
  const std::int64_t strips = (columns + kStrip - 1) / kStrip;
  const auto work = static_cast<double>(request.inputs[0].shape.elementCount());
  return densePlan(request, [=](const KernelArguments& a) {
    parallelTasks(countOf(loops) * strips, work, [&](std::int64_t task) {
      const auto [from, to] = startOf(loops, task / strips);
      const std::int64_t first = task % strips * kStrip;
      spatialSimd().transpose(floats(a.inputs[0]) + from + first, xStride,
                              mutableFloats(a.outputs[0]) + to + first * yStride, yStride, rows,
                              std::min(kStrip, columns - first));
    });
  });
}

KernelEntry permuteEntry() {
  KernelEntry entry;
  entry.name = "cpu.permute";
  entry.supports = [](const KernelRequest& request) -> Status {
    if (byteSize(request.inputs[0].dtype) == sizeof(float)) return {};
    return fail(ErrorCode::Unsupported, "only numbers of 32 bits");
  };
  entry.create = [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    if (request.inputs[0].shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "it is empty");
    const PermutedAxes p(request.inputs[0].shape, request.attributes.list("order"));
    KernelPlan plan = p.axes.back().stride == 1 ? runPlan(request, p) : transposePlan(request, p);
    plan.detail = p.axes.back().stride == 1 ? "runs" : simd().name;
    return plan;
  };
  return entry;
}

}  // namespace

void addPermuteKernels(KernelRegistry& registry) {
  registry.add("permute", permuteEntry());
}

}  // namespace fovea::cpu
