// Why: pooling with windows of many shapes (adaptive, volumes) works on lines: it first combines the rows of a window,
// vectorised in every layout, and then the spans along the line.
#include <cstring>

#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/backends/cpu/spatial/place_tables.h"
#include "core/backends/cpu/spatial/spatial_kernels.h"
#include "core/backends/cpu/spatial/spatial_view.h"

namespace fovea::cpu {
namespace {

// Windows over the planes of a value in one layout.
class WindowPooling {
 public:
  WindowPooling(const PoolingWindows& windows, const SpatialView& input)
      : windows_(windows), line_(windows.spans[2]), planes_(input.planes), lanes_(input.lanes), work_(input.work()) {
    for (std::int64_t i = 0; i < lineFloats(); ++i) columns_.push_back(static_cast<std::int32_t>(i / lanes_));
  }

  std::int64_t lineFloats() const { return windows_.input[2] * lanes_; }
  // Two lines for each thread.
  std::size_t scratchBytes() const {
    return static_cast<std::size_t>(2 * lineFloats() * omp_get_max_threads()) * sizeof(float);
  }

  void maximum(const float* x, float* y, std::int32_t* indices, void* scratch) const {
    forRows([&](std::int64_t plane, const PoolingSpan& depth, const PoolingSpan& height, std::int64_t out) {
      const float* from = x + plane * inputFloats();
      float* best = lineOf(scratch);
      auto* where = reinterpret_cast<std::int32_t*>(best + lineFloats());
      bool first = true;
      forRowsOf(depth, height, [&](std::int64_t row) {
        const auto start = static_cast<std::int32_t>(row * windows_.input[2]);
        const float* line = from + row * lineFloats();
        if (first) {
          std::memcpy(best, line, lineBytes());
          for (std::int64_t i = 0; i < lineFloats(); ++i) where[i] = columns_[static_cast<std::size_t>(i)] + start;
        } else {
          spatialSimd().maximumOfRows(line, start, columns_.data(), best, where, lineFloats());
        }
        first = false;
      });
      spatialSimd().maximumOfSpans(line_.view(), lanes_, best, where, y + out, indices + out);
    });
  }

  void average(const float* x, float* y, void* scratch) const {
    forRows([&](std::int64_t plane, const PoolingSpan& depth, const PoolingSpan& height, std::int64_t out) {
      const float* from = x + plane * inputFloats();
      float* sums = lineOf(scratch);
      std::memset(sums, 0, lineBytes());
      const float factor = factorOf(depth, height);
      forRowsOf(depth, height, [&](std::int64_t row) {
        spatialSimd().scaledAdd(from + row * lineFloats(), factor, sums, lineFloats());
      });
      spatialSimd().sumsOfSpans(line_.view(), lanes_, sums, y + out);
    });
  }

  void averageBackward(const float* dy, float* dx, void* scratch) const {
    parallelTasks(planes_, work_, [&](std::int64_t plane) {
      float *to = dx + plane * inputFloats(), *shares = lineOf(scratch);
      std::memset(to, 0, static_cast<std::size_t>(inputFloats()) * sizeof(float));
      forRowsOfPlane(plane, [&](const PoolingSpan& depth, const PoolingSpan& height, std::int64_t out) {
        std::memset(shares, 0, lineBytes());
        spatialSimd().spreadOverSpans(line_.view(), lanes_, dy + out, shares);
        const float factor = factorOf(depth, height);
        forRowsOf(depth, height, [&](std::int64_t row) {
          spatialSimd().scaledAdd(shares, factor, to + row * lineFloats(), lineFloats());
        });
      });
    });
  }

 private:
  std::int64_t inputFloats() const { return product(windows_.input) * lanes_; }
  std::int64_t outputLineFloats() const { return windows_.output()[2] * lanes_; }
  std::size_t lineBytes() const { return static_cast<std::size_t>(lineFloats()) * sizeof(float); }
  float* lineOf(void* scratch) const { return mutableFloats(scratch) + 2 * lineFloats() * omp_get_thread_num(); }
  static float factorOf(const PoolingSpan& depth, const PoolingSpan& height) {
    return static_cast<float>(1.0 / static_cast<double>(depth.divisor * height.divisor));
  }

  // Calls body(row of the plane) for the rows of one window in order.
  template <class Body>
  void forRowsOf(const PoolingSpan& depth, const PoolingSpan& height, Body&& body) const {
    for (std::int64_t z = depth.begin; z < depth.end; ++z)
      for (std::int64_t y = height.begin; y < height.end; ++y) body(z * windows_.input[1] + y);
  }

  // Calls body(depth, height, start of the output line) for the output lines of one plane.
  template <class Body>
  void forRowsOfPlane(std::int64_t plane, Body&& body) const {
    std::int64_t out = plane * product(windows_.output()) * lanes_;
    for (const PoolingSpan& depth : windows_.spans[0])
      for (const PoolingSpan& height : windows_.spans[1]) {
        body(depth, height, out);
        out += outputLineFloats();
      }
  }

  // The same for all planes, on all threads; lines of one plane may go to different threads.
  template <class Body>
  void forRows(Body&& body) const {
    const Extents output = windows_.output();
    const std::int64_t rows = output[0] * output[1];
    parallelTasks(planes_ * rows, work_, [&](std::int64_t task) {
      const std::int64_t plane = task / rows, row = task % rows;
      body(plane, windows_.spans[0][static_cast<std::size_t>(row / output[1])],
           windows_.spans[1][static_cast<std::size_t>(row % output[1])], task * outputLineFloats());
    });
  }

  PoolingWindows windows_;
  SpanTable line_;
  std::vector<std::int32_t> columns_;  // column of each float of a line
  std::int64_t planes_, lanes_;
  double work_;
};

using Reader = std::function<Result<PoolingWindows>(const FieldValues& attributes, const Shape& x, const Shape& y)>;

// `forward` selects which side of the request is x.
Result<std::pair<WindowPooling, SpatialView>> poolingOf(const KernelRequest& request, const Reader& read,
                                                        bool forward) {
  const TensorType &x = forward ? request.inputs[0] : request.outputs[0],
                   &y = forward ? request.outputs[0] : request.inputs[0];
  if (x.shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "the batch is empty");
  FOVEA_TRY(const PoolingWindows windows, read(request.attributes, x.shape, y.shape));
  if (!countable(windows.input)) return fail(ErrorCode::Unsupported, "a line is too long");
  const SpatialView given = spatialView(request.inputs[0], request.inputLayouts[0]);
  const SpatialView view = spatialView(x, given.layout(x));
  return std::pair(WindowPooling(windows, view), given);
}

void finish(KernelPlan& plan, const KernelRequest& request, const SpatialView& view, const WindowPooling& pooling) {
  plan.inputs = {view.layout(request.inputs[0])};
  plan.outputs.clear();
  for (const TensorType& type : request.outputs) plan.outputs.push_back(view.layout(type));
  plan.scratchBytes = pooling.scratchBytes();
  plan.detail = std::string(simd().name) + " " + plan.inputs[0].toString();
}

KernelEntry maximumEntry(std::string name, Reader read) {
  return float32Entry(std::move(name), [read](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    FOVEA_TRY(const auto made, poolingOf(request, read, true));
    KernelPlan plan = densePlan(request, [pooling = made.first](const KernelArguments& a) {
      pooling.maximum(floats(a.inputs[0]), mutableFloats(a.outputs[0]), static_cast<std::int32_t*>(a.outputs[1]),
                      a.scratch);
    });
    finish(plan, request, made.second, made.first);
    return plan;
  });
}

KernelEntry averageEntry(std::string name, Reader read, bool forward) {
  return float32Entry(std::move(name), [read, forward](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    FOVEA_TRY(const auto made, poolingOf(request, read, forward));
    KernelPlan plan = densePlan(request, [pooling = made.first, forward](const KernelArguments& a) {
      if (forward)
        pooling.average(floats(a.inputs[0]), mutableFloats(a.outputs[0]), a.scratch);
      else
        pooling.averageBackward(floats(a.inputs[0]), mutableFloats(a.outputs[0]), a.scratch);
    });
    finish(plan, request, made.second, made.first);
    return plan;
  });
}

Result<PoolingWindows> readAdaptive(const FieldValues&, const Shape& x, const Shape& y) {
  return adaptiveWindows(x, y);
}

Result<PoolingWindows> readVolume(const FieldValues& attributes, const Shape& x, const Shape&) {
  return readVolumePooling(attributes, x);
}

}  // namespace

void addWindowPoolingKernels(KernelRegistry& registry) {
  registry.add("adaptive_max_pool", maximumEntry("cpu.adaptive_max_pool", readAdaptive));
  registry.add("adaptive_average_pool", averageEntry("cpu.adaptive_average_pool", readAdaptive, true));
  registry.add("adaptive_average_pool_backward",
               averageEntry("cpu.adaptive_average_pool_backward", readAdaptive, false));
  registry.add("max_pool3d", maximumEntry("cpu.max_pool3d", readVolume));
  registry.add("average_pool3d", averageEntry("cpu.average_pool3d", readVolume, true));
  registry.add("average_pool3d_backward", averageEntry("cpu.average_pool3d_backward", readVolume, false));
}

}  // namespace fovea::cpu
