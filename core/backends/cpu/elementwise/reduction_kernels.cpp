// Why: sums, means and maxima over any axes. Every output is computed in one order, whatever the number of threads:
// long ones in parts of fixed size, whose results are combined in order. Sums are in double.
#include <cmath>
#include <limits>

#include "core/backends/cpu/elementwise/broadcast_loops.h"
#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/ops/pointwise.h"
#include "core/ops/reduction.h"

namespace fovea::cpu {
namespace {

enum class ReductionKind { Sum, Max };

// Elementwise y = max(y, x); a NaN in y stays.
void raise(float* y, const float* x, std::int64_t count) {
  simd().pointwise[static_cast<int>(PointwiseCode::Maximum)].byRepeated[0](y, x, nullptr, y, count);
}

double larger(double a, double b) {
  return a > b || std::isnan(a) ? a : b;
}

double maximumOf(const float* x, std::int64_t count) {
  constexpr std::int64_t kLanes = 64;
  float best[kLanes];
  std::fill_n(best, kLanes, -std::numeric_limits<float>::infinity());
  for (std::int64_t i = 0; i < count; i += kLanes) raise(best, x + i, std::min(kLanes, count - i));
  double result = static_cast<double>(best[0]);
  for (int i = 1; i < kLanes; ++i) result = larger(result, static_cast<double>(best[i]));
  return result;
}

// Uses a broadcast with x as operand a and the kept shape as b: an axis with strideB 0 is reduced.
class Reduce {
 public:
  Reduce(const Shape& x, const Shape& kept, ReductionKind kind, double factor)
      : kind_(kind), factor_(factor), elements_(x.elementCount()) {
    const BroadcastLoops loops(x, kept, x);
    reducesRuns_ = loops.inner().strideB == 0;
    run_ = loops.inner().extent;
    for (int axis = 0; axis + 1 < loops.rank; ++axis) {
      const auto& loop = loops.axes[static_cast<std::size_t>(axis)];
      (loop.strideB == 0 ? reduced_ : kept_).push_back(loop);
    }
    // Divides into parts: the run itself, or the rows of a column sum.
    if (!reducesRuns_ && !reduced_.empty()) {
      rows_ = reduced_.back();
      reduced_.pop_back();
    }
    const std::int64_t length = reducesRuns_ ? run_ : rows_.extent, shortest = reducesRuns_ ? kRunPart : kRowPart;
    parts_ = std::clamp<std::int64_t>(length / shortest, 1, kMostParts);
    part_ = (length + parts_ - 1) / parts_;
    parts_ = (length + part_ - 1) / part_;
    columns_ = reducesRuns_ ? 1 : run_;
  }

  std::size_t scratchBytes() const {
    return static_cast<std::size_t>(count(kept_) * parts_ * columns_) * sizeof(double);
  }

  void operator()(const KernelArguments& arguments) const {
    const float* x = floats(arguments.inputs[0]);
    auto* results = static_cast<double*>(arguments.scratch);
    const std::int64_t chunks = (columns_ + kChunk - 1) / kChunk, kept = count(kept_);
    parallelTasks(kept * parts_ * chunks, static_cast<double>(elements_), [&](std::int64_t task) {
      const std::int64_t first = task % chunks * kChunk, piece = task / chunks;  // piece: one part of one kept entry
      const float* from = x + offset(kept_, piece / parts_).first;
      const std::int64_t begin = piece % parts_ * part_;
      double* to = results + piece * columns_ + first;
      if (reducesRuns_)
        *to = reduceRuns(from, begin, std::min(part_, run_ - begin));
      else
        reduceColumns(from + first, begin, std::min(part_, rows_.extent - begin), std::min(kChunk, columns_ - first),
                      to);
    });
    for (std::int64_t entry = 0; entry < kept; ++entry)
      join(results + entry * parts_ * columns_, mutableFloats(arguments.outputs[0]) + offset(kept_, entry).second);
  }

 private:
  using Axis = BroadcastLoops::Axis;
  static constexpr std::int64_t kChunk = 256, kRunPart = 16384, kRowPart = 512, kMostParts = 64;

  static std::int64_t count(const std::vector<Axis>& axes) {
    std::int64_t product = 1;
    for (const Axis& axis : axes) product *= axis.extent;
    return product;
  }
  // Offsets in x and y for combination `index` of those axes.
  static std::pair<std::int64_t, std::int64_t> offset(const std::vector<Axis>& axes, std::int64_t index) {
    std::int64_t inX = 0, inY = 0;
    for (std::size_t axis = axes.size(); axis-- > 0;) {
      inX += index % axes[axis].extent * axes[axis].strideA;
      inY += index % axes[axis].extent * axes[axis].strideB;
      index /= axes[axis].extent;
    }
    return {inX, inY};
  }

  double reduceRuns(const float* x, std::int64_t begin, std::int64_t length) const {
    double result = kind_ == ReductionKind::Sum ? 0.0 : -std::numeric_limits<double>::infinity();
    for (std::int64_t i = 0; i < count(reduced_); ++i) {
      const float* run = x + offset(reduced_, i).first + begin;
      if (kind_ == ReductionKind::Sum)
        result += simd().sum(run, length);
      else
        result = larger(result, maximumOf(run, length));
    }
    return result;
  }

  void reduceColumns(const float* x, std::int64_t begin, std::int64_t rows, std::int64_t lanes, double* to) const {
    std::fill_n(to, lanes, 0.0);
    float best[kChunk];
    std::fill_n(best, lanes, -std::numeric_limits<float>::infinity());
    for (std::int64_t i = 0; i < count(reduced_); ++i) {
      const float* from = x + offset(reduced_, i).first + begin * rows_.strideA;
      if (kind_ == ReductionKind::Sum)
        simd().columnSums(from, rows, rows_.strideA, lanes, to);
      else
        for (std::int64_t row = 0; row < rows; ++row) raise(best, from + row * rows_.strideA, lanes);
    }
    if (kind_ == ReductionKind::Max) std::copy_n(best, lanes, to);
  }

  void join(const double* results, float* y) const {
    for (std::int64_t i = 0; i < columns_; ++i) {
      double total = results[i];
      for (std::int64_t part = 1; part < parts_; ++part) {
        const double next = results[part * columns_ + i];
        total = kind_ == ReductionKind::Sum ? total + next : larger(total, next);
      }
      y[i] = static_cast<float>(total * factor_);
    }
  }

  ReductionKind kind_;
  double factor_;
  std::int64_t elements_;
  bool reducesRuns_ = false;
  std::int64_t run_ = 1, columns_ = 1, parts_ = 1, part_ = 1;
  Axis rows_;
  std::vector<Axis> kept_, reduced_;
};

Result<KernelPlan> planOf(const KernelRequest& request, const Shape& kept, ReductionKind kind, double factor) {
  if (request.inputs[0].shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "it is empty");
  Reduce reduce(request.inputs[0].shape, kept, kind, factor);
  const std::size_t scratch = reduce.scratchBytes();
  KernelPlan plan = densePlan(request, std::move(reduce));
  plan.scratchBytes = scratch;
  plan.detail = simd().name;
  return plan;
}

void addReduction(KernelRegistry& registry, const std::string& op, ReductionKind kind, bool mean) {
  registry.add(op, float32Entry("cpu." + op, [=](const KernelRequest& request, Device&) {
                 const Reduction reduction = knownReduction(request.attributes, request.inputs[0]);
                 const double factor = mean ? 1.0 / static_cast<double>(reduction.count) : 1.0;
                 return planOf(request, reduction.kept, kind, factor);
               }));
}

}  // namespace

void addReductionKernels(KernelRegistry& registry) {
  addReduction(registry, "reduce_sum", ReductionKind::Sum, false);
  addReduction(registry, "reduce_mean", ReductionKind::Sum, true);
  addReduction(registry, "reduce_max", ReductionKind::Max, false);
  registry.add("reduce_to_shape", float32Entry("cpu.reduce_to_shape", [](const KernelRequest& request, Device&) {
                 return planOf(request, request.outputs[0].shape, ReductionKind::Sum, 1.0);
               }));
  registry.add("broadcast_to", float32Entry("cpu.broadcast_to", [](const KernelRequest& request, Device&) {
                 return createPointwise(request, PointwiseProgram{1, {}, {0}});
               }));
}

}  // namespace fovea::cpu
