// Why: resizing first blends whole lines of positions, vectorised in every layout, and then stretches the line.
#include <cstring>

#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/backends/cpu/spatial/place_tables.h"
#include "core/backends/cpu/spatial/spatial_kernels.h"
#include "core/backends/cpu/spatial/spatial_view.h"

namespace fovea::cpu {
namespace {

class Resize {
 public:
  Resize(const ResizeGeometry& geometry, std::int64_t planes, std::int64_t lanes)
      : g_(geometry), line_(geometry.taps[2]), planes_(planes), lanes_(lanes) {}

  std::size_t scratchBytes() const {
    return static_cast<std::size_t>(inputLine() * omp_get_max_threads()) * sizeof(float);
  }

  void forward(const float* x, float* y, void* scratch) const {
    const std::int64_t rows = g_.output[0] * g_.output[1];
    parallelTasks(planes_ * rows, work(), [&](std::int64_t task) {
      const float* from = x + task / rows * inputFloats();
      float* line = lineOf(scratch);
      bool first = true;
      const float* whole = nullptr;  // a single row of weight 1 is read in place
      forRows(task % rows, [&](std::int64_t row, double weight) {
        const float* source = from + row * inputLine();
        if (weight == 1)
          whole = source;
        else if (first)
          simd().multiplyScalar(source, static_cast<float>(weight), line, inputLine());
        else
          spatialSimd().scaledAdd(source, static_cast<float>(weight), line, inputLine());
        first = false;
      });
      spatialSimd().stretch(line_.view(), lanes_, whole ? whole : line, y + task * outputLine());
    });
  }

  void backward(const float* dy, float* dx, void* scratch) const {
    const std::int64_t rows = g_.output[0] * g_.output[1];
    parallelTasks(planes_, work(), [&](std::int64_t plane) {
      float *to = dx + plane * inputFloats(), *line = lineOf(scratch);
      std::memset(to, 0, static_cast<std::size_t>(inputFloats()) * sizeof(float));
      for (std::int64_t row = 0; row < rows; ++row) {
        std::memset(line, 0, static_cast<std::size_t>(inputLine()) * sizeof(float));
        spatialSimd().stretchBackward(line_.view(), lanes_, dy + (plane * rows + row) * outputLine(), line);
        forRows(row, [&](std::int64_t target, double weight) {
          spatialSimd().scaledAdd(line, static_cast<float>(weight), to + target * inputLine(), inputLine());
        });
      }
    });
  }

 private:
  std::int64_t inputLine() const { return g_.input[2] * lanes_; }
  std::int64_t outputLine() const { return g_.output[2] * lanes_; }
  std::int64_t inputFloats() const { return product(g_.input) * lanes_; }
  double work() const { return static_cast<double>(planes_ * lanes_) * static_cast<double>(product(g_.output)) * 4.0; }
  float* lineOf(void* scratch) const { return mutableFloats(scratch) + inputLine() * omp_get_thread_num(); }

  // Calls body(input row, weight) for the rows that contribute to an output row.
  template <class Body>
  void forRows(std::int64_t row, Body&& body) const {
    const auto both = [](const ResizeTap& tap, auto&& visit) {
      if (tap.weight < 1) visit(tap.first, 1 - tap.weight);
      if (tap.weight > 0) visit(tap.second, tap.weight);
    };
    both(g_.taps[0][static_cast<std::size_t>(row / g_.output[1])], [&](std::int64_t z, double depth) {
      both(g_.taps[1][static_cast<std::size_t>(row % g_.output[1])],
           [&](std::int64_t y, double height) { body(z * g_.input[1] + y, depth * height); });
    });
  }

  ResizeGeometry g_;
  TapTable line_;
  std::int64_t planes_, lanes_;
};

Result<KernelPlan> create(const KernelRequest& request, bool forward) {
  const TensorType &in = request.inputs[0], &out = request.outputs[0];
  if (in.shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "the batch is empty");
  const ResizeGeometry g =
      readResize(request.attributes, forward ? in.shape : out.shape, forward ? out.shape : in.shape);
  if (!countable(g.input)) return fail(ErrorCode::Unsupported, "a line is too long");
  const SpatialView view = spatialView(in, request.inputLayouts[0]);
  const Resize resize(g, view.planes, view.lanes);
  KernelPlan plan = densePlan(request, [resize, forward](const KernelArguments& a) {
    if (forward)
      resize.forward(floats(a.inputs[0]), mutableFloats(a.outputs[0]), a.scratch);
    else
      resize.backward(floats(a.inputs[0]), mutableFloats(a.outputs[0]), a.scratch);
  });
  plan.inputs = {view.layout(in)};
  plan.outputs = {view.layout(out)};
  plan.scratchBytes = resize.scratchBytes();
  plan.detail = std::string(simd().name) + " " + plan.inputs[0].toString();
  return plan;
}

}  // namespace

void addResizeKernels(KernelRegistry& registry) {
  registry.add("resize", float32Entry("cpu.resize", [](const KernelRequest& r, Device&) { return create(r, true); }));
  registry.add("resize_backward",
               float32Entry("cpu.resize_backward", [](const KernelRequest& r, Device&) { return create(r, false); }));
}

}  // namespace fovea::cpu
