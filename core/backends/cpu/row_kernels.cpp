// Why: a network that answers for one small image at a time is over in microseconds: there, blocks of channels waste
// their padding and every change of layout shows. These kernels work on dense values, with one parallel region each.
#include <algorithm>
#include <cstring>

#include "core/backends/cpu/convolution_kernels.h"
#include "core/backends/cpu/cpu_threads.h"
#include "core/backends/cpu/simd.h"
#include "core/ops/convolution_geometry.h"

namespace fovea::cpu {
namespace {

constexpr std::int64_t kFirstLevelFloats = 16 * 1024;  // copies of one image that stay near the processor
constexpr double kParallelFilters = 512 * 1024;        // multiply-adds; less is not worth moving between caches
constexpr std::int64_t kMostFilters = 6;               // of one call of rowConvolution
constexpr std::int64_t kSlack = 64;                    // floats that may be read or written beyond the copies

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

// One image into the middle of a padded one.
void padImage(const ConvolutionGeometry& g, const RowConvolution& s, const float* from, float* to) {
  std::memset(to, 0, static_cast<std::size_t>(s.inputChannels * s.height * s.width) * sizeof(float));
  for (std::int64_t channel = 0; channel < s.inputChannels; ++channel)
    for (std::int64_t y = 0; y < g.height.input; ++y)
      std::copy_n(from + (channel * g.height.input + y) * g.width.input, g.width.input,
                  to + (channel * s.height + y + g.height.before) * s.width + g.width.before);
}

class RowConvolutionKernel {
 public:
  RowConvolutionKernel(const ConvolutionGeometry& g, bool hasBias)
      : g_(g), s_(rowShape(g)), hasBias_(hasBias), threads_(omp_get_max_threads()) {
    // Each task makes its own copies, so there are no more tasks than threads unless there are many filters.
    const double work = g.flops() / 2;
    const std::int64_t perImage =
        work < kParallelFilters ? 1 : std::max<std::int64_t>(1, (threads_ + g.batch - 1) / g.batch);
    parts_ = std::min(perImage, g.outputChannels);
    padded_ = s_.height != g.height.input || s_.width != g.width.input;
  }

  std::size_t scratchBytes() const { return static_cast<std::size_t>(threads_ * scratchFloats()) * sizeof(float); }

  void operator()(const KernelArguments& a) const {
    const float *x = floats(a.inputs[0]), *weight = floats(a.inputs[1]),
                *bias = hasBias_ ? floats(a.inputs[2]) : nullptr;
    float *y = mutableFloats(a.outputs[0]), *scratch = mutableFloats(a.scratch);
    parallelTasks(
        g_.batch * parts_, g_.flops() / 2,
        [&](std::int64_t task) {
          const std::int64_t image = task / parts_, part = task % parts_;
          float* own = scratch + omp_get_thread_num() * scratchFloats();
          const float* from = x + image * g_.inputChannels * g_.height.input * g_.width.input;
          if (padded_) {
            padImage(g_, s_, from, own + copiedFloats(s_) + kSlack);
            from = own + copiedFloats(s_) + kSlack;
          }
          simd().shiftColumns(s_, from, own);
          const std::int64_t first = part * g_.outputChannels / parts_, end = (part + 1) * g_.outputChannels / parts_;
          convolve(own, weight, bias, y + image * g_.outputChannels * pixels(), first, end);
        },
        threads_);
  }

 private:
  std::int64_t pixels() const { return s_.outputHeight * s_.outputWidth; }
  std::int64_t scratchFloats() const {
    return copiedFloats(s_) + kSlack + (padded_ ? s_.inputChannels * s_.height * s_.width + kSlack : 0);
  }
  void convolve(const float* copies, const float* weight, const float* bias, float* y, std::int64_t first,
                std::int64_t end) const {
    const std::int64_t taps = s_.inputChannels * s_.kernelHeight * s_.kernelWidth;
    const std::int64_t calls = (end - first + kMostFilters - 1) / kMostFilters;
    for (std::int64_t call = 0; call < calls; ++call) {
      const std::int64_t from = first + call * (end - first) / calls, to = first + (call + 1) * (end - first) / calls;
      simd().rowConvolution(s_, copies, weight + from * taps, bias ? bias + from : nullptr, y + from * pixels(),
                            to - from);
    }
  }

  ConvolutionGeometry g_;
  RowConvolution s_;
  bool hasBias_, padded_ = false;
  int threads_;
  std::int64_t parts_ = 1;
};

Result<KernelPlan> createConvolution(const KernelRequest& request, Device&) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_CHECK(worthwhile(g));
  const RowConvolutionKernel kernel(g, request.inputs.size() > 2);
  KernelPlan plan = densePlan(request, kernel);
  plan.scratchBytes = kernel.scratchBytes();
  plan.detail = std::string(simd().name) + ", direct over rows";
  return plan;
}

// A weight [N, K] of which blocks of outputs lie together, [N / block][K rounded up to 16][block].
Layout outputBlocks(const TensorType& weight, std::int64_t block) {
  return layoutLike(weight, {{0, 1}, {{1, 16}, {0, block}}});
}

std::int64_t blockFor(std::int64_t outputs) {
  return outputs > 32 ? 64 : outputs > 16 ? 32 : 16;
}

// The block of a layout that outputBlocks() could have made; 0 for others.
std::int64_t blockOf(const TensorType& weight, const Layout& layout) {
  for (const std::int64_t block : {16, 32, 48, 64})
    if (layout == outputBlocks(weight, block)) return block;
  return 0;
}

Result<KernelPlan> createLinear(const KernelRequest& request, Device&) {
  const TensorType& weight = request.inputs[1];
  const std::int64_t outputs = weight.shape[0], inputs = weight.shape[1];
  if (request.inputs[0].shape[0] != 1) return fail(ErrorCode::Unsupported, "only for one sample");
  if (outputs == 0 || inputs == 0) return fail(ErrorCode::Unsupported, "it is empty");
  const bool steady = !request.inputSteady.empty() && request.inputSteady[1];
  const std::int64_t block =
      steady || request.inputFree[1] ? blockFor(outputs) : blockOf(weight, request.inputLayouts[1]);
  if (block == 0) return fail(ErrorCode::Unsupported, "the weight lies otherwise");
  const std::int64_t blocks = (outputs + block - 1) / block, stride = (inputs + 15) / 16 * 16 * block;
  const bool hasBias = request.inputs.size() > 2;
  KernelPlan plan = densePlan(request, [=](const KernelArguments& a) {
    const float *x = floats(a.inputs[0]), *w = floats(a.inputs[1]), *bias = hasBias ? floats(a.inputs[2]) : nullptr;
    float* y = mutableFloats(a.outputs[0]);
    parallelTasks(blocks, static_cast<double>(outputs * inputs), [&](std::int64_t task) {
      const std::int64_t first = task * block;
      simd().vectorProduct(x, inputs, w + task * stride, block, bias ? bias + first : nullptr, y + first,
                           std::min(block, outputs - first));
    });
  });
  plan.inputs[1] = outputBlocks(weight, block);
  plan.detail = std::string(simd().name) + ", weight " + plan.inputs[1].toString();
  return plan;
}

}  // namespace

KernelEntry rowConvolution() {
  return float32Entry("cpu.conv2d_rows", createConvolution);
}

void addVectorLinearKernels(KernelRegistry& registry) {
  registry.add("linear", float32Entry("cpu.linear", createLinear));
}

}  // namespace fovea::cpu
