// Why: a network that processes one small image at a time takes microseconds: there, padding of channel blocks is waste
// and every reorder is noticeable. These kernels work on dense values, with one parallel region each.
#include <algorithm>
#include <optional>

#include "core/backends/cpu/convolution/convolution_kernels.h"
#include "core/backends/cpu/convolution/small_shapes.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/spatial/pooling_plane.h"
#include "core/ops/pooled_convolution.h"

namespace fovea::cpu {
namespace {

constexpr std::int64_t kFirstLevelFloats = 16 * 1024;  // limit for the copies of one image, to stay in the L1 cache
// multiply-adds from which a thread is worth moving data between caches
constexpr double kParallelFilters = 512 * 1024;
constexpr double kParallelPooledFilters = 128 * 1024;
constexpr std::int64_t kMostFilters = 6;  // filters per call of rowConvolution
constexpr std::int64_t kSlack = 64;       // floats beyond the copies that may be read or written

constexpr std::int64_t kLineFloats = 16;

struct alignas(64) CacheLine {
  float numbers[kLineFloats];
};

RowConvolution rowShape(const ConvolutionGeometry& g) {
  return {g.inputChannels,
          g.height.kernel,
          g.width.kernel,
          g.height.input + g.height.before + g.height.after,
          g.width.input + g.width.before + g.width.after,
          g.outputHeight,
          g.outputWidth};
}

std::int64_t copiedFloats(const RowConvolution& s) {
  return s.inputChannels * s.kernelWidth * s.height * s.outputWidth;
}

Status worthwhile(const ConvolutionGeometry& g) {
  const auto refuse = [](const char* why) { return fail(ErrorCode::Unsupported, why); };
  if (g.groups != 1) return refuse("only without groups");
  if (g.height.stride != 1 || g.width.stride != 1) return refuse("only with stride 1");
  if (g.height.dilation != 1 || g.width.dilation != 1) return refuse("only without dilation");
  if (g.batch == 0 || g.batch > kImageBlock) return refuse("only for few images");
  if (g.inputChannels % 16 == 0 && g.outputChannels % 16 == 0) return refuse("the channels fit oneDNN's blocks of 16");
  if (copiedFloats(rowShape(g)) > kFirstLevelFloats) return refuse("the images are too large");
  return {};
}

// Copies one image into the middle of a padded one.
void padImage(const ConvolutionGeometry& g, const RowConvolution& s, const float* from, float* to) {
  for (std::int64_t channel = 0; channel < s.inputChannels; ++channel)
    framePlane(g, from + channel * g.height.input * g.width.input, to + channel * s.height * s.width);
}

// With a following pooling, the result of the convolution stays in the L1 cache.
class RowConvolutionKernel {
 public:
  RowConvolutionKernel(const ConvolutionGeometry& g, bool hasBias, std::optional<PoolingPlane> pooling = {},
                       bool withIndices = false)
      : g_(g),
        s_(rowShape(g)),
        hasBias_(hasBias),
        pooling_(pooling),
        withIndices_(withIndices),
        threads_(omp_get_max_threads()) {
    // Each task makes its own copies, so there are no more tasks than threads unless there are many filters.
    const double work = g.flops() / 2;
    const std::int64_t perImage = work < (pooling ? kParallelPooledFilters : kParallelFilters)
                                      ? 1
                                      : std::max<std::int64_t>(1, (threads_ + g.batch - 1) / g.batch);
    parts_ = std::min(perImage, g.outputChannels);
    padded_ = s_.height != g.height.input || s_.width != g.width.input;
    own_ = std::make_shared<std::vector<CacheLine>>(static_cast<std::size_t>(threads_ * ownFloats() / kLineFloats));
    // Planes that their windows tile are pooled as one tall plane.
    stacked_ = pooling && pooling->top == 0 && pooling->kernelHeight == pooling->strideHeight &&
               pooling->outputHeight * pooling->strideHeight == pooling->height;
  }

  void operator()(const KernelArguments& a) const {
    const float *x = floats(a.inputs[0]), *weight = floats(a.inputs[1]),
                *bias = hasBias_ ? floats(a.inputs[2]) : nullptr;
    parallelTasks(
        g_.batch * parts_, g_.flops() / 2,
        [&](std::int64_t task) {
          const std::int64_t image = task / parts_, part = task % parts_;
          float* own = reinterpret_cast<float*>(own_->data()) + omp_get_thread_num() * ownFloats();
          const float* from = x + image * g_.inputChannels * g_.height.input * g_.width.input;
          if (padded_) {
            float* framed = own + copiedFloats(s_) + kSlack + pooledFloats();
            padImage(g_, s_, from, framed);
            from = framed;
          }
          simd().shiftColumns(s_, from, own);
          const std::int64_t first = part * g_.outputChannels / parts_, end = (part + 1) * g_.outputChannels / parts_;
          convolve(own, weight, bias, a, image * g_.outputChannels, first, end);
        },
        threads_);
  }

 private:
  std::int64_t pixels() const { return s_.outputHeight * s_.outputWidth; }
  std::int64_t pooledFloats() const { return pooling_ ? kMostFilters * pixels() + kSlack : 0; }
  // Floats per thread, in whole cache lines.
  std::int64_t ownFloats() const {
    const std::int64_t floats =
        copiedFloats(s_) + kSlack + pooledFloats() + (padded_ ? s_.inputChannels * s_.height * s_.width + kSlack : 0);
    return (floats + kSlack - 1) / kSlack * kSlack;
  }
  // Computes filters [first, end) of the image; its planes of y begin at number `plane`.
  void convolve(float* own, const float* weight, const float* bias, const KernelArguments& a, std::int64_t plane,
                std::int64_t first, std::int64_t end) const {
    const std::int64_t taps = s_.inputChannels * s_.kernelHeight * s_.kernelWidth;
    const std::int64_t calls = (end - first + kMostFilters - 1) / kMostFilters;
    for (std::int64_t call = 0; call < calls; ++call) {
      const std::int64_t from = first + call * (end - first) / calls, to = first + (call + 1) * (end - first) / calls;
      float* y = pooling_ ? own + copiedFloats(s_) + kSlack : mutableFloats(a.outputs[0]) + (plane + from) * pixels();
      simd().rowConvolution(s_, own, weight + from * taps, bias ? bias + from : nullptr, y, to - from);
      if (pooling_) pool(y, a, plane + from, to - from);
    }
  }

  void pool(const float* x, const KernelArguments& a, std::int64_t plane, std::int64_t planes) const {
    const std::int64_t size = pooling_->outputHeight * pooling_->outputWidth;
    PoolingPlane one = *pooling_;
    if (stacked_ && !withIndices_) {
      one.height *= planes;
      one.outputHeight *= planes;
      one.readable = planes * pixels() + kSlack;
      return simd().maxPool(one, x, mutableFloats(a.outputs[0]) + plane * size, nullptr);
    }
    for (std::int64_t i = 0; i < planes; ++i) {
      one.readable = (planes - i) * pixels() + kSlack;
      simd().maxPool(one, x + i * pixels(), mutableFloats(a.outputs[0]) + (plane + i) * size,
                     withIndices_ ? static_cast<std::int32_t*>(a.outputs[1]) + (plane + i) * size : nullptr);
    }
  }

  ConvolutionGeometry g_;
  RowConvolution s_;
  bool hasBias_, padded_ = false, stacked_ = false;
  std::optional<PoolingPlane> pooling_;
  bool withIndices_;
  int threads_;
  std::int64_t parts_ = 1;
  // Not in the arena: memory last written by another core is slow to write, and these copies fit the L1 cache.
  std::shared_ptr<std::vector<CacheLine>> own_;
};

KernelPlan rowPlan(const KernelRequest& request, const RowConvolutionKernel& kernel, const char* what) {
  KernelPlan plan = densePlan(request, kernel);
  plan.detail = std::string(simd().name) + what;
  return plan;
}

Result<KernelPlan> createConvolution(const KernelRequest& request, Device&) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_CHECK(worthwhile(g));
  return rowPlan(request, RowConvolutionKernel(g, request.inputs.size() > 2), ", direct over rows");
}

Status supportsPooled(const KernelRequest& request) {
  FOVEA_CHECK(onlyFloat32(request));
  FOVEA_TRY(const PooledConvolution p,
            readPooledConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_CHECK(worthwhile(p.convolution));
  if (p.pooling.width.stride > 2) return fail(ErrorCode::Unsupported, "only with windows 1 or 2 columns apart");
  return {};
}

Result<KernelPlan> createPooled(const KernelRequest& request, Device&) {
  FOVEA_TRY(const PooledConvolution p,
            readPooledConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  const bool withIndices = request.isNeeded(1);
  return rowPlan(request, RowConvolutionKernel(p.convolution, true, poolingPlane(p.pooling), withIndices),
                 ", direct over rows, pooled at once");
}

// A weight [N, K] in contiguous blocks of outputs, [N / block][K rounded up to 16][block].
Layout outputBlocks(const TensorType& weight, std::int64_t block) {
  return layoutLike(weight, {{0, 1}, {{1, 16}, {0, block}}});
}

std::int64_t blockFor(std::int64_t outputs) {
  return outputs > 32 ? 64 : outputs > 16 ? 32 : 16;
}

// The block size of a layout from outputBlocks(); 0 for other layouts.
std::int64_t blockOf(const TensorType& weight, const Layout& layout) {
  for (const std::int64_t block : {16, 32, 48, 64})
    if (layout == outputBlocks(weight, block)) return block;
  return 0;
}

// The block size to use, or 0 for the weight in its present layout: a weight too large for the caches is read
// sequentially from memory either way, and a second form would only use memory. No value if the layout is not
// supported.
std::optional<std::int64_t> chooseBlock(const KernelRequest& request) {
  constexpr std::size_t kStreamed = std::size_t{4} << 20;
  const TensorType& weight = request.inputs[1];
  const std::int64_t chosen = weight.bytes() >= kStreamed ? 0 : blockFor(weight.shape[0]);
  if (request.hasFreeLayout(1)) return chosen;
  const Layout& layout = request.inputLayouts[1];
  if (const std::int64_t block = blockOf(weight, layout); block > 0) return block;
  if (request.isConstant(1)) return chosen;
  if (layout.dense()) return 0;
  return std::nullopt;
}

Result<KernelPlan> createLinear(const KernelRequest& request, Device&) {
  const TensorType& weight = request.inputs[1];
  const std::int64_t outputs = weight.shape[0], inputs = weight.shape[1];
  if (request.inputs[0].shape[0] != 1) return fail(ErrorCode::Unsupported, "only for one sample");
  if (outputs == 0 || inputs == 0) return fail(ErrorCode::Unsupported, "it is empty");
  const std::optional<std::int64_t> block = chooseBlock(request);
  if (!block) return fail(ErrorCode::Unsupported, "the weight lies otherwise");
  constexpr std::int64_t kRowsOfTask = 32;
  const bool hasBias = request.inputs.size() > 2, dense = *block == 0;
  const std::int64_t part = dense ? kRowsOfTask : *block;
  const std::int64_t stride = (dense ? inputs : (inputs + 15) / 16 * 16) * part;
  KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
    const float *x = floats(a.inputs[0]), *w = floats(a.inputs[1]), *bias = hasBias ? floats(a.inputs[2]) : nullptr;
    float* y = mutableFloats(a.outputs[0]);
    parallelTasks((outputs + part - 1) / part, static_cast<double>(outputs * inputs), [&](std::int64_t task) {
      const std::int64_t first = task * part, count = std::min(part, outputs - first);
      const float* const from = bias ? bias + first : nullptr;
      if (dense)
        simd().rowProduct(x, inputs, w + task * stride, from, y + first, count);
      else
        simd().vectorProduct(x, inputs, w + task * stride, part, from, y + first, count);
    });
  });
  if (!dense) plan.inputs[1] = outputBlocks(weight, *block);
  plan.detail = std::string(simd().name) + ", weight " + plan.inputs[1].toString();
  return plan;
}

}  // namespace

KernelEntry rowConvolution() {
  return float32Entry("cpu.conv2d_rows", createConvolution);
}
KernelEntry rowPooledConvolution() {
  return {"cpu.conv2d_rows_pooled", supportsPooled, createPooled};
}

void addVectorLinearKernels(KernelRegistry& registry) {
  registry.add("linear", float32Entry("cpu.linear", createLinear));
}

}  // namespace fovea::cpu
