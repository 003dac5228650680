// Why: oneDNN computes the weight gradient of narrow groups (ResNeXt's, or depthwise with dilation or windows wider
// than three) with one small matrix product per group and image: for 48 channels with 7 × 7 weights that took 60 times
// as long as the forward pass. With the channels of a block in the lanes it is a plain sum of products.
#include <algorithm>

#include "core/backends/cpu/convolution/convolution_kernels.h"
#include "core/backends/cpu/convolution/dnnl_convolution.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"

namespace fovea::cpu {
namespace {

// largest number of parts of the batch with separate sums; independent of the number of threads
constexpr std::int64_t kMostParts = 8;

std::int64_t channelsOfBlock() {
  return simd().lanes == 16 ? 16 : 8;
}

Status worthwhile(const ConvolutionGeometry& g) {
  const auto refuse = [](const char* why) { return fail(ErrorCode::Unsupported, why); };
  const std::int64_t width = g.inputChannelsOfGroup();
  if (g.groups < 2 || width != g.outputChannelsOfGroup())
    return refuse("only with groups of as many filters as channels");
  if (width != 1 && width != 2 && width != 4) return refuse("only with groups of 1, 2 or 4 channels");
  if (g.batch == 0 || g.outputHeight * g.outputWidth == 0) return refuse("it is empty");
  const bool small = g.height.kernel <= 3 && g.width.kernel <= 3, gaps = g.height.dilation > 1 || g.width.dilation > 1;
  if (width == 1 && small && !gaps) return refuse("oneDNN does small windows better");
  return {};
}

// Channel l of an output block is combined with each of the `width` inputs of its group: in round r with channel l ^ r.
class GroupedWeightsKernel {
 public:
  explicit GroupedWeightsKernel(const ConvolutionGeometry& g)
      : g_(g),
        width_(g.inputChannelsOfGroup()),
        blocks_((g.inputChannels + channelsOfBlock() - 1) / channelsOfBlock()),
        parts_(std::min(g.batch, kMostParts)),
        threads_(omp_get_max_threads()) {
    s_ = {channelsOfBlock(), g.width.input + g.width.before + g.width.after,
          g.outputHeight,    g.outputWidth,
          g.height.kernel,   g.width.kernel,
          g.height.stride,   g.width.stride,
          g.height.dilation, g.width.dilation};
    height_ = g.height.input + g.height.before + g.height.after;
    framed_ = width_ > 1 || height_ != g.height.input || s_.width != g.width.input;
  }

  std::size_t scratchBytes() const {
    return static_cast<std::size_t>(blocks_ * parts_ * sumFloats() + threads_ * frameFloats()) * sizeof(float);
  }

  void operator()(const KernelArguments& a) const {
    float* const sums = static_cast<float*>(a.scratch);
    float* const frames = sums + blocks_ * parts_ * sumFloats();
    parallelTasks(
        blocks_ * parts_, g_.flops(),
        [&](std::int64_t task) {
          addPart(a, task / parts_, task % parts_, frames + omp_get_thread_num() * frameFloats(),
                  sums + task * sumFloats());
        },
        static_cast<int>(threads_));
    for (std::int64_t block = 0; block < blocks_; ++block) finish(a, block, sums + block * parts_ * sumFloats());
  }

 private:
  std::int64_t taps() const { return s_.kernelHeight * s_.kernelWidth; }
  // Floats of one round: weights, then bias.
  std::int64_t turnFloats() const { return (taps() + 1) * s_.block; }
  std::int64_t sumFloats() const { return width_ * turnFloats(); }
  std::int64_t frameFloats() const { return framed_ ? height_ * s_.width * s_.block : 0; }

  // Adds the sums of one block of channels over the images of one part.
  void addPart(const KernelArguments& a, std::int64_t block, std::int64_t part, float* frame, float* sums) const {
    const std::int64_t xPlane = g_.height.input * g_.width.input * s_.block,
                       yPlane = s_.outputHeight * s_.outputWidth * s_.block;
    std::fill_n(sums, sumFloats(), 0.0f);
    std::fill_n(frame, frameFloats(), 0.0f);
    for (std::int64_t n = part * g_.batch / parts_; n < (part + 1) * g_.batch / parts_; ++n) {
      const float* const x = floats(a.inputs[0]) + (n * blocks_ + block) * xPlane;
      const float* const dy = floats(a.inputs[1]) + (n * blocks_ + block) * yPlane;
      for (std::int64_t turn = 0; turn < width_; ++turn) {
        float* const to = sums + turn * turnFloats();
        simd().depthwiseWeights(s_, framed_ ? frameOf(x, turn, frame) : x, dy, to, to + taps() * s_.block);
      }
    }
  }

  // Copies the image, with exchanged channels, into a frame with a border of zeros.
  const float* frameOf(const float* x, std::int64_t turn, float* frame) const {
    for (std::int64_t y = 0; y < g_.height.input; ++y)
      simd().swapLanes(x + y * g_.width.input * s_.block, g_.width.input, s_.block, turn,
                       frame + ((y + g_.height.before) * s_.width + g_.width.before) * s_.block);
    return frame;
  }

  void finish(const KernelArguments& a, std::int64_t block, float* sums) const {
    for (std::int64_t part = 1; part < parts_; ++part) simd().add(sums, sums + part * sumFloats(), sums, sumFloats());
    const std::int64_t first = block * s_.block, channels = std::min(s_.block, g_.outputChannels - first);
    std::copy_n(sums + taps() * s_.block, channels, mutableFloats(a.outputs[1]) + first);
    float* const weights = mutableFloats(a.outputs[0]) + first * width_ * taps();
    if (width_ == 1) {
      std::copy_n(sums, taps() * s_.block, weights);
      return;
    }
    for (std::int64_t turn = 0; turn < width_; ++turn)
      for (std::int64_t tap = 0; tap < taps(); ++tap)
        for (std::int64_t channel = 0; channel < channels; ++channel)
          weights[(channel * width_ + (channel ^ turn) % width_) * taps() + tap] =
              sums[turn * turnFloats() + tap * s_.block + channel];
  }

  ConvolutionGeometry g_;
  DepthwiseWeights s_;
  std::int64_t width_, blocks_, parts_, threads_, height_ = 0;
  bool framed_ = false;
};

Result<KernelPlan> create(const KernelRequest& request, Device&) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolutionBackwardWeights(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_CHECK(worthwhile(g));
  using Tag = dnnl::memory::format_tag;
  const DnnlConvolution p(g, request.exact);
  const std::int64_t block = channelsOfBlock();
  const GroupedWeightsKernel kernel(g);
  KernelPlan plan = densePlan(request, kernel);
  plan.inputs = {channelBlocks(p.x, block), channelBlocks(p.y, block)};
  if (g.inputChannelsOfGroup() == 1)
    plan.outputs[0] = layoutOf(p.weight, dnnl::memory::desc(p.weightDims, dnnl::memory::data_type::f32,
                                                            block == 16 ? Tag::Goihw16g : Tag::Goihw8g));
  plan.scratchBytes = kernel.scratchBytes();
  plan.detail = std::string(simd().name) + ", narrow groups, " + plan.inputs[0].toString();
  return plan;
}

}  // namespace

KernelEntry groupedConvolutionBackwardWeights() {
  return float32Entry("cpu.conv2d_backward_weights_grouped", create);
}

}  // namespace fovea::cpu
