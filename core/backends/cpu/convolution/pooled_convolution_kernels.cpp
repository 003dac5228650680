// Why: convolutions of few channels fused with the following maximum pooling, over blocks of 16 images: see
// pooled_simd.h.
#include <omp.h>

#include <algorithm>

#include "core/backends/cpu/convolution/convolution_kernels.h"
#include "core/backends/cpu/convolution/patch_plan.h"
#include "core/backends/cpu/runtime/cpu_threads.h"

namespace fovea::cpu {
namespace {

constexpr std::int64_t kNearFloats = 10 * 1024;  // floats of images per call of patchWeights()
// largest number of parts of the batch with separate sums; independent of the number of threads
constexpr std::int64_t kMostParts = 8;

std::int64_t wholeLines(std::int64_t floats) {
  return (floats + 15) / 16 * 16;
}

KernelPlan pooledPlan(const KernelRequest& request, const char* what, std::int64_t scratchFloats,
                      std::function<void(const KernelArguments&)> body) {
  KernelPlan plan = densePlan(request, std::move(body));
  plan.scratchBytes = static_cast<std::size_t>(scratchFloats) * sizeof(float);
  plan.detail = std::string(simd().name) + ", " + what + " over blocks of 16 images";
  return plan;
}

const std::int32_t* integers(void* pointer) {
  return static_cast<const std::int32_t*>(pointer);
}

Result<PooledConvolution> readForward(const KernelRequest& r) {
  return readPooledConvolution(r.attributes, r.inputs[0].shape, r.inputs[1].shape);
}
Result<PooledConvolution> readBackwardData(const KernelRequest& r) {
  return readPooledConvolutionBackwardData(r.attributes, r.inputs[0].shape, r.inputs[2].shape);
}
Result<PooledConvolution> readBackwardWeights(const KernelRequest& r) {
  return readPooledConvolutionBackwardWeights(r.attributes, r.inputs[0].shape, r.inputs[1].shape);
}

Status supportsForward(const KernelRequest& request) {
  FOVEA_CHECK(onlyFloat32(request));
  FOVEA_TRY(const PooledConvolution pooled, readForward(request));
  FOVEA_CHECK(worthImageBlocks(pooled.convolution));
  const PoolingGeometry& p = pooled.pooling;
  for (const WindowAxis& axis : {p.height, p.width})
    if (axis.kernel != 2 || axis.stride != 2 || axis.before != 0)
      return fail(ErrorCode::Unsupported, "only with windows of 2x2 side by side");
  if (p.outputHeight != p.height.input / 2 || p.outputWidth != p.width.input / 2)
    return fail(ErrorCode::Unsupported, "only with whole windows");
  return {};
}

// Sets lanes without an image to zero.
void clearMissing(const ImageBlockShapes& s, const PoolingGeometry& p, std::int64_t row, float* y,
                  std::int32_t* indices) {
  for (std::int64_t m = 0; m < s.g.outputChannels; ++m)
    for (std::int64_t column = 0; column < p.outputWidth; ++column) {
      const std::int64_t at = ((m * p.outputHeight + row) * p.outputWidth + column) * kImageBlock;
      std::fill(y + at + s.rest(), y + at + kImageBlock, 0.0f);
      std::fill(indices + at + s.rest(), indices + at + kImageBlock, 0);
    }
}

Result<KernelPlan> createForward(const KernelRequest& request, Device&) {
  FOVEA_TRY(const PooledConvolution pooled, readForward(request));
  const ImageBlockShapes s(pooled.convolution);
  const PoolingGeometry p = pooled.pooling;
  const int threads = omp_get_max_threads();
  const std::int64_t each = pooledPartials(s.block), blockX = s.g.inputChannels * s.paddedPlane();
  const std::int64_t rows = p.outputHeight, blockY = s.g.outputChannels * rows * p.outputWidth * kImageBlock;
  KernelPlan plan = pooledPlan(request, "pooled at once", threads * each + s.paddedFloats(), [=](const auto& a) {
    float* own = mutableFloats(a.scratch);
    const float *x = paddedInput(s, floats(a.inputs[0]), own + threads * each), *weight = floats(a.inputs[1]);
    const auto pool = [&](std::int64_t task) {
      const std::int64_t block = task / rows, row = task % rows;
      float* y = mutableFloats(a.outputs[0]) + block * blockY;
      auto* indices = static_cast<std::int32_t*>(a.outputs[1]) + block * blockY;
      pooledSimd()->pooledRow(s.block, x + block * blockX, weight, floats(a.inputs[2]), row, y, indices,
                              own + omp_get_thread_num() * each);
      if (s.rest() > 0 && block + 1 == s.blocks()) clearMissing(s, p, row, y, indices);
    };
    parallelTasks(s.blocks() * rows, s.work(), pool, threads);
  });
  plan.inputs[0] = imageBlocks(s.x());
  plan.outputs = {imageBlocks(request.outputs[0]), imageBlocks(request.outputs[1])};
  return plan;
}

Status supportsBackwardData(const KernelRequest& request) {
  FOVEA_CHECK(onlyFloat32(request));
  FOVEA_TRY(const PooledConvolution pooled, readBackwardData(request));
  return PatchPlan::supports(pooled, true);
}

// Reorders weights to the order of a patch.
void packFilters(const PatchPlan& p, const float* weight, float* packed) {
  const std::int64_t size = p.layout.filter(),
                     taps = p.shapes.block.inputChannels * p.layout.kernelHeight * p.layout.kernelWidth;
  parallelTasks(p.filters(), static_cast<double>(p.filters() * size), [&](std::int64_t m) {
    for (std::int64_t i = 0; i < size; ++i) {
      const std::int32_t source = p.filterSources[static_cast<std::size_t>(i)];
      packed[m * p.layout.filterStride() + i] = source < 0 ? 0.0f : weight[m * taps + source];
    }
  });
}

Result<KernelPlan> createBackwardData(const KernelRequest& request, Device&) {
  FOVEA_TRY(const PooledConvolution pooled, readBackwardData(request));
  const auto p = std::make_shared<const PatchPlan>(pooled);
  const int threads = omp_get_max_threads();
  const std::int64_t room = p->layout.room(), terms = 3 * kImageBlock * p->termStride(p->filters());
  const std::int64_t packed = p->filters() * p->layout.filterStride();
  const std::int64_t each =
      wholeLines(kImageBlock * room + terms + patchMemory(p->layout, p->filters() * p->windows()));
  KernelPlan plan = pooledPlan(request, "by winners", packed + threads * each, [=](const KernelArguments& a) {
    float* filters = mutableFloats(a.scratch);
    packFilters(*p, floats(a.inputs[2]), filters);
    const auto backward = [&](std::int64_t block) {
      float *images = filters + packed + omp_get_thread_num() * each, *memory = images + kImageBlock * room;
      const PooledTerms all = p->takeApart(floats(a.inputs[0]), integers(a.inputs[1]), block, 0, p->filters(), memory);
      for (std::int64_t i = 0; i < kImageBlock; ++i)
        if (i < p->images(block))
          pooledSimd()->patchData(p->layout, PatchPlan::termsOf(all, i), filters, p->filters(), images + i * room,
                                  memory + terms);
        else
          std::fill_n(images + i * room, room, 0.0f);
      float* dx = mutableFloats(a.outputs[0]) + block * p->blockX();
      std::fill_n(dx, p->blockX(), 0.0f);
      pooledSimd()->joinImages(images, room, p->imageSources.data(), p->layout.floats(), dx);
    };
    parallelTasks(p->shapes.blocks(), p->shapes.work(), backward, threads);
  });
  plan.inputs = {imageBlocks(request.inputs[0]), imageBlocks(request.inputs[1]), Layout()};
  plan.outputs = {imageBlocks(request.outputs[0])};
  return plan;
}

Status supportsBackwardWeights(const KernelRequest& request) {
  FOVEA_CHECK(onlyFloat32(request));
  FOVEA_TRY(const PooledConvolution pooled, readBackwardWeights(request));
  return PatchPlan::supports(pooled, false);
}

// Divides the batch into parts with separate sums, and the filters into ranges. The sums of a part are
// [filters][layout.filter()]; the bias gradients of all parts follow the sums of all parts.
class BackwardWeights {
 public:
  BackwardWeights(const PooledConvolution& pooled)
      : plan_(std::make_shared<const PatchPlan>(pooled)), threads_(omp_get_max_threads()) {
    parts_ = std::min(plan_->shapes.blocks(), kMostParts);
    ranges_ = std::clamp<std::int64_t>((threads_ + parts_ - 1) / parts_, 1, plan_->filters());
    const std::int64_t most = (plan_->filters() + ranges_ - 1) / ranges_;
    each_ = wholeLines(kImageBlock * plan_->layout.room() + 3 * kImageBlock * plan_->termStride(most));
  }

  std::int64_t scratchFloats() const { return threads_ * each_ + parts_ * (sumsOfPart() + plan_->filters()); }

  void operator()(const KernelArguments& a) const {
    float* sums = mutableFloats(a.scratch) + threads_ * each_;
    const double work = plan_->shapes.work();
    parallelTasks(
        parts_ * ranges_, work,
        [&](std::int64_t task) {
          sumPart(a, task / ranges_, task % ranges_, sums, mutableFloats(a.scratch) + omp_get_thread_num() * each_);
        },
        threads_);
    parallelTasks(plan_->filters(), static_cast<double>(parts_ * sumsOfPart()),
                  [&](std::int64_t m) { collect(a, m, sums); });
  }

 private:
  std::int64_t sumsOfPart() const { return plan_->filters() * plan_->layout.filter(); }

  void sumPart(const KernelArguments& a, std::int64_t part, std::int64_t range, float* sums, float* own) const {
    const PatchPlan& p = *plan_;
    const std::int64_t blocks = p.shapes.blocks(), room = p.layout.room();
    const std::int64_t first = range * p.filters() / ranges_, count = (range + 1) * p.filters() / ranges_ - first;
    float* to = sums + part * sumsOfPart() + first * p.layout.filter();
    float* biases = sums + parts_ * sumsOfPart() + part * p.filters();
    // The loop visits them plane by plane.
    const std::int64_t rest = p.layout.floats() - p.layout.restAt();
    const std::int64_t near = std::max<std::int64_t>(1, kNearFloats / std::max(rest, p.layout.plane()));
    std::fill_n(to, count * p.layout.filter(), 0.0f);
    std::fill_n(biases + first, count, 0.0f);
    for (std::int64_t block = part * blocks / parts_; block < (part + 1) * blocks / parts_; ++block) {
      pooledSimd()->splitImages(floats(a.inputs[0]) + block * p.blockX(), p.imageSources.data(), p.layout.floats(), own,
                                room);
      const float* dy = floats(a.inputs[1]);
      const PooledTerms all = p.takeApart(dy, integers(a.inputs[2]), block, first, count, own + kImageBlock * room);
      for (std::int64_t i = 0; i < p.images(block); i += near)
        pooledSimd()->patchWeights(p.layout, own + i * room, room, std::min(near, p.images(block) - i),
                                   PatchPlan::termsOf(all, i), count, to);
      const std::int64_t size = p.windows() * kImageBlock;
      for (std::int64_t m = first; m < first + count; ++m)
        biases[m] += static_cast<float>(simd().sum(dy + block * p.blockTerms() + m * size, size));
    }
  }

  void collect(const KernelArguments& a, std::int64_t m, float* sums) const {
    const PatchPlan& p = *plan_;
    const std::int64_t size = p.layout.filter();
    const std::int64_t taps = p.shapes.block.inputChannels * p.layout.kernelHeight * p.layout.kernelWidth;
    float *total = sums + m * size, *biases = sums + parts_ * sumsOfPart() + m;
    for (std::int64_t part = 1; part < parts_; ++part) {
      simd().add(total, total + part * sumsOfPart(), total, size);
      biases[0] += biases[part * p.filters()];
    }
    float* dweight = mutableFloats(a.outputs[0]) + m * taps;
    for (std::int64_t i = 0; i < size; ++i)
      if (const std::int32_t target = p.filterSources[static_cast<std::size_t>(i)]; target >= 0)
        dweight[target] = total[i];
    mutableFloats(a.outputs[1])[m] = biases[0];
  }

  std::shared_ptr<const PatchPlan> plan_;
  int threads_;
  std::int64_t parts_ = 1, ranges_ = 1;
  std::int64_t each_ = 0;  // floats per thread
};

Result<KernelPlan> createBackwardWeights(const KernelRequest& request, Device&) {
  FOVEA_TRY(const PooledConvolution pooled, readBackwardWeights(request));
  const BackwardWeights kernel(pooled);
  KernelPlan plan = pooledPlan(request, "by winners", kernel.scratchFloats(), kernel);
  plan.inputs = {imageBlocks(request.inputs[0]), imageBlocks(request.inputs[1]), imageBlocks(request.inputs[2])};
  return plan;
}

}  // namespace

void addPooledConvolutionKernels(KernelRegistry& registry) {
  registry.add("conv2d_max_pool", {"cpu.conv2d_max_pool", supportsForward, createForward});
  registry.add("conv2d_max_pool", rowPooledConvolution());
  registry.add("conv2d_max_pool_backward_data",
               {"cpu.conv2d_max_pool_backward_data", supportsBackwardData, createBackwardData});
  registry.add("conv2d_max_pool_backward_weights",
               {"cpu.conv2d_max_pool_backward_weights", supportsBackwardWeights, createBackwardWeights});
}

}  // namespace fovea::cpu
