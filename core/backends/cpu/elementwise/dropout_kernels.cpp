// Why: dropout draws random numbers by the element's position in dense order, but writes the mask in the layout of the
// value, so that no reorder is needed.
#include <algorithm>

#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/backends/cpu/simd/spatial_simd.h"
#include "core/backends/cpu/spatial/spatial_view.h"
#include "core/ops/dropout_mask.h"

namespace fovea::cpu {
namespace {

struct Drawing {
  std::uint64_t seed, threshold;
  float factor;
  std::int64_t first;  // elements of the whole batch before the input's
};

Drawing drawingOf(const KernelRequest& request) {
  const double probability = request.attributes.real("probability");
  return {static_cast<std::uint64_t>(request.attributes.integer("seed")), dropoutThreshold(probability),
          static_cast<float>(1.0 / (1.0 - probability)), request.attributes.integer("first")};
}

std::uint64_t stepOf(const KernelArguments& a) {
  return static_cast<std::uint64_t>(*static_cast<const std::int64_t*>(a.inputs[1]));
}

// Draws the mask of one plane and lane, a stretch at a time, into memory `lanes` apart.
void drawLane(const Drawing& drawing, std::uint64_t step, std::int64_t first, const SpatialView& view,
              std::uint8_t* mask) {
  constexpr std::int64_t kStretch = 256;
  std::uint8_t kept[kStretch + 4];
  for (std::int64_t at = 0; at < view.positions; at += kStretch) {
    const std::int64_t count = std::min(kStretch, view.positions - at);
    const std::int64_t skipped = (first + at) % 4;
    spatialSimd().keptElements(drawing.seed, step, drawing.threshold, first + at - skipped, count + skipped, kept);
    for (std::int64_t i = 0; i < count; ++i) mask[(at + i) * view.lanes] = kept[skipped + i];
  }
}

// In dense order, for elements that do not begin a batch.
void drawFrom(const Drawing& drawing, std::uint64_t step, std::int64_t count, const KernelArguments& a) {
  const SpatialView row{.order = ImageOrder::Dense, .positions = count, .lanes = 1};
  auto* const mask = static_cast<std::uint8_t*>(a.outputs[1]);
  parallelRanges(
      count, 8.0,
      [&](std::int64_t begin, std::int64_t end) {
        SpatialView part = row;
        part.positions = end - begin;
        drawLane(drawing, step, drawing.first + begin, part, mask + begin);
        simd().dropoutBackward(floats(a.inputs[0]) + begin, mask + begin, drawing.factor,
                               mutableFloats(a.outputs[0]) + begin, end - begin);
      },
      64);
}

KernelPlan planInDenseOrder(const KernelRequest& request) {
  const std::int64_t count = request.inputs[0].shape.elementCount();
  return densePlan(request, [=, drawing = drawingOf(request)](const KernelArguments& a) {
    if (drawing.first != 0) return drawFrom(drawing, stepOf(a), count, a);
    DropoutArguments arguments;
    arguments.x = floats(a.inputs[0]);
    arguments.y = mutableFloats(a.outputs[0]);
    arguments.mask = static_cast<std::uint8_t*>(a.outputs[1]);
    arguments.step = stepOf(a);
    arguments.seed = drawing.seed;
    arguments.threshold = drawing.threshold;
    arguments.factor = drawing.factor;
    parallelRanges(
        count, 8.0, [&](std::int64_t begin, std::int64_t end) { simd().dropout(arguments, begin, end); }, 64);
  });
}

// Maps one plane and lane to positions in dense order.
class DenseOrder {
 public:
  DenseOrder(const SpatialView& view, const Shape& shape) : view_(view), batch_(shape[0]), channels_(shape[1]) {}

  // The first position; -1 for a padding lane.
  std::int64_t first(std::int64_t plane, std::int64_t lane) const {
    std::int64_t image = plane, channel = lane;
    if (view_.order == ImageOrder::ChannelBlocks) {
      const std::int64_t blocks = view_.planes / batch_;
      image = plane / blocks;
      channel = plane % blocks * view_.lanes + lane;
    } else if (view_.order == ImageOrder::ImageBlocks) {
      image = plane / channels_ * view_.lanes + lane;
      channel = plane % channels_;
    }
    return image < batch_ && channel < channels_ ? (image * channels_ + channel) * view_.positions : -1;
  }

 private:
  SpatialView view_;
  std::int64_t batch_, channels_;
};

KernelPlan planInLayout(const KernelRequest& request, const SpatialView& view) {
  const DenseOrder order(view, request.inputs[0].shape);
  KernelPlan plan = densePlan(request, [=, drawing = drawingOf(request)](const KernelArguments& a) {
    const float* x = floats(a.inputs[0]);
    float* y = mutableFloats(a.outputs[0]);
    auto* mask = static_cast<std::uint8_t*>(a.outputs[1]);
    const std::uint64_t step = stepOf(a);
    parallelTasks(view.planes * view.lanes, view.work() * 8.0, [&](std::int64_t task) {
      const std::int64_t plane = task / view.lanes, lane = task % view.lanes;
      std::uint8_t* target = mask + plane * view.planeFloats() + lane;
      const std::int64_t first = order.first(plane, lane);
      if (first >= 0) return drawLane(drawing, step, drawing.first + first, view, target);
      for (std::int64_t i = 0; i < view.positions; ++i) target[i * view.lanes] = 0;
    });
    parallelRanges(view.planes * view.planeFloats(), 1.0, [&](std::int64_t begin, std::int64_t end) {
      simd().dropoutBackward(x + begin, mask + begin, drawing.factor, y + begin, end - begin);
    });
  });
  plan.inputs[0] = view.layout(request.inputs[0]);
  plan.outputs = {view.layout(request.outputs[0]), view.layout(request.outputs[1])};
  return plan;
}

KernelEntry forwardEntry() {
  return float32Entry("cpu.dropout", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const TensorType& x = request.inputs[0];
    const bool image = x.shape.rank() >= 3 && x.shape.elementCount() > 0;
    const SpatialView view = image ? spatialView(x, request.inputLayouts[0]) : SpatialView();
    KernelPlan plan = view.order == ImageOrder::Dense ? planInDenseOrder(request) : planInLayout(request, view);
    plan.inPlace = {{0, 0}};
    plan.detail = std::string(simd().name) + " " + plan.inputs[0].toString();
    return plan;
  });
}

KernelEntry backwardEntry() {
  return float32Entry("cpu.dropout_backward", [](const KernelRequest& request, Device&) -> Result<KernelPlan> {
    const auto factor = static_cast<float>(1.0 / (1.0 - request.attributes.real("probability")));
    // The gradient uses the layout of the mask, which the forward pass chose.
    const TensorType &dy = request.inputs[0], &mask = request.inputs[1];
    const Layout layout = layoutFor(dy, mask, request.inputLayouts[1]).value_or(Layout());
    const Layout maskLayout = layout.dense() ? Layout() : request.inputLayouts[1];
    const auto count = static_cast<std::int64_t>(layout.bytes(dy) / sizeof(float));
    KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
      const float* from = floats(a.inputs[0]);
      const auto* kept = static_cast<const std::uint8_t*>(a.inputs[1]);
      float* dx = mutableFloats(a.outputs[0]);
      parallelRanges(count, 1.0, [&](std::int64_t begin, std::int64_t end) {
        simd().dropoutBackward(from + begin, kept + begin, factor, dx + begin, end - begin);
      });
    });
    plan.inputs = {layout, maskLayout};
    plan.outputs = {layout};
    plan.inPlace = {{0, 0}};
    plan.detail = std::string(simd().name) + " " + layout.toString();
    return plan;
  });
}

}  // namespace

void addDropoutKernels(KernelRegistry& registry) {
  registry.add("dropout", forwardEntry());
  registry.add("dropout_backward", backwardEntry());
}

}  // namespace fovea::cpu
