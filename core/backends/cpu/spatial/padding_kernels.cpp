// Why: padding copies lines of positions and fills their ends, in any layout.
#include <cstring>

#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/backends/cpu/simd/spatial_simd.h"
#include "core/backends/cpu/spatial/spatial_kernels.h"
#include "core/backends/cpu/spatial/spatial_view.h"
#include "core/ops/padding_geometry.h"

namespace fovea::cpu {
namespace {

class Padding {
 public:
  Padding(const PaddingGeometry& geometry, std::int64_t planes, std::int64_t lanes)
      : g_(geometry), planes_(planes), lanes_(lanes) {
    for (std::int64_t x = 0; x < g_.output[2]; ++x)
      if (x < g_.before[2] || x >= g_.before[2] + g_.input[2]) ends_.emplace_back(x, g_.source(2, x));
  }

  void forward(const float* x, float* y) const {
    const std::int64_t rows = g_.output[0] * g_.output[1];
    parallelTasks(planes_ * rows, work(), [&](std::int64_t task) {
      const std::int64_t row = sourceRow(task % rows);
      float* to = y + task * outputLine();
      if (row < 0)
        std::fill_n(to, outputLine(), static_cast<float>(g_.value));
      else
        fillLine(x + (task / rows) * inputFloats() + row * inputLine(), to);
    });
  }

  void backward(const float* dy, float* dx) const {
    const std::int64_t rows = g_.output[0] * g_.output[1];
    parallelTasks(planes_, work(), [&](std::int64_t plane) {
      float* to = dx + plane * inputFloats();
      std::memset(to, 0, static_cast<std::size_t>(inputFloats()) * sizeof(float));
      for (std::int64_t row = 0; row < rows; ++row)
        if (const std::int64_t target = sourceRow(row); target >= 0)
          addLine(dy + (plane * rows + row) * outputLine(), to + target * inputLine());
    });
  }

 private:
  std::int64_t inputLine() const { return g_.input[2] * lanes_; }
  std::int64_t outputLine() const { return g_.output[2] * lanes_; }
  std::int64_t inputFloats() const { return product(g_.input) * lanes_; }
  double work() const { return static_cast<double>(planes_ * product(g_.output) * lanes_); }

  // The input row from which an output row is copied, or -1.
  std::int64_t sourceRow(std::int64_t row) const {
    const std::int64_t z = g_.source(0, row / g_.output[1]), y = g_.source(1, row % g_.output[1]);
    return z < 0 || y < 0 ? -1 : z * g_.input[1] + y;
  }

  void fillLine(const float* from, float* to) const {
    std::memcpy(to + g_.before[2] * lanes_, from, static_cast<std::size_t>(inputLine()) * sizeof(float));
    for (const auto& [x, source] : ends_) {
      if (source < 0)
        std::fill_n(to + x * lanes_, lanes_, static_cast<float>(g_.value));
      else
        std::memcpy(to + x * lanes_, from + source * lanes_, static_cast<std::size_t>(lanes_) * sizeof(float));
    }
  }

  void addLine(const float* from, float* to) const {
    simd().add(to, from + g_.before[2] * lanes_, to, inputLine());
    for (const auto& [x, source] : ends_)
      if (source >= 0) simd().add(to + source * lanes_, from + x * lanes_, to + source * lanes_, lanes_);
  }

  PaddingGeometry g_;
  std::int64_t planes_, lanes_;
  // positions of a line outside of the input, and their sources
  std::vector<std::pair<std::int64_t, std::int64_t>> ends_;
};

Result<KernelPlan> create(const KernelRequest& request, bool forward) {
  const TensorType &in = request.inputs[0], &out = request.outputs[0];
  if (in.shape.elementCount() == 0) return fail(ErrorCode::Unsupported, "the batch is empty");
  FOVEA_TRY(const PaddingGeometry g, readPadding(request.attributes, forward ? in.shape : out.shape));
  SpatialView view = spatialView(in, request.inputLayouts[0]);
  // A constant must not overwrite the zero padding of a format.
  if (view.padded && g.value != 0) view = spatialView(in, Layout());
  const Padding padding(g, view.planes, view.lanes);
  KernelPlan plan = densePlan(request, [padding, forward](const KernelArguments& a) {
    if (forward)
      padding.forward(floats(a.inputs[0]), mutableFloats(a.outputs[0]));
    else
      padding.backward(floats(a.inputs[0]), mutableFloats(a.outputs[0]));
  });
  plan.inputs = {view.layout(in)};
  plan.outputs = {view.layout(out)};
  plan.detail = plan.inputs[0].toString();
  return plan;
}

}  // namespace

void addPaddingKernels(KernelRegistry& registry) {
  registry.add("pad", float32Entry("cpu.pad", [](const KernelRequest& r, Device&) { return create(r, true); }));
  registry.add("pad_backward",
               float32Entry("cpu.pad_backward", [](const KernelRequest& r, Device&) { return create(r, false); }));
}

}  // namespace fovea::cpu
