// Why: oneDNN pads channels to blocks of 16, which doubles the work of a LeNet. Here the lanes of a vector are images,
// in the layout [N/16][C][H][W][16], so that any number of channels has no waste.
#include <algorithm>
#include <cstring>

#include "core/backends/cpu/convolution/convolution_kernels.h"
#include "core/backends/cpu/convolution/small_shapes.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"

namespace fovea::cpu {
namespace {

void cropPlane(const ImageBlockShapes& s, const float* from, float* to) {
  const std::int64_t row = s.g.width.input * kImageBlock, paddedRow = s.block.width * kImageBlock;
  from += s.g.height.before * paddedRow + s.g.width.before * kImageBlock;
  for (std::int64_t y = 0; y < s.g.height.input; ++y) std::copy_n(from + y * paddedRow, row, to + y * row);
}

// Lanes without an image must be zero in every layout; a bias would change them.
void clearMissingImages(const ImageBlockShapes& s, float* y, std::int64_t row) {
  for (std::int64_t m = 0; m < s.g.outputChannels; ++m)
    for (std::int64_t column = 0; column < s.g.outputWidth; ++column) {
      float* lanes = y + ((m * s.g.outputHeight + row) * s.g.outputWidth + column) * kImageBlock;
      std::fill(lanes + s.rest(), lanes + kImageBlock, 0.0f);
    }
}

KernelPlan makePlan(const KernelRequest& request, const char* what, std::int64_t scratchFloats,
                    std::function<void(const KernelArguments&)> body) {
  KernelPlan plan = densePlan(request, std::move(body));
  plan.scratchBytes = static_cast<std::size_t>(scratchFloats) * sizeof(float);
  plan.detail = std::string(simd().name) + ", " + what + " over blocks of 16 images";
  return plan;
}

Result<KernelPlan> createForward(const KernelRequest& request, Device&) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolution(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_CHECK(worthImageBlocks(g));
  const ImageBlockShapes s(g);
  const bool hasBias = request.inputs.size() > 2;
  KernelPlan plan = makePlan(request, "direct", s.paddedFloats(), [s, hasBias](const KernelArguments& a) {
    const float* x = paddedInput(s, floats(a.inputs[0]), mutableFloats(a.scratch));
    const float *weight = floats(a.inputs[1]), *bias = hasBias ? floats(a.inputs[2]) : nullptr;
    const std::int64_t rows = s.g.outputHeight, blockX = s.g.inputChannels * s.paddedPlane(),
                       blockY = s.g.outputChannels * s.outputPlane();
    parallelTasks(s.blocks() * rows, s.work(), [&](std::int64_t task) {
      const std::int64_t block = task / rows, row = task % rows;
      float* y = mutableFloats(a.outputs[0]) + block * blockY;
      simd().convolution(s.block, x + block * blockX, weight, bias, y, 0, s.g.outputChannels, row, 1);
      if (bias && s.rest() > 0 && block + 1 == s.blocks()) clearMissingImages(s, y, row);
    });
  });
  plan.inputs[0] = imageBlocks(s.x());
  plan.outputs[0] = imageBlocks(s.y());
  return plan;
}

Result<KernelPlan> createBackwardData(const KernelRequest& request, Device&) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolutionBackwardData(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_CHECK(worthImageBlocks(g));
  const ImageBlockShapes s(g);
  const int threads = omp_get_max_threads();
  const std::int64_t each = convolutionScratch(s.block);
  // Enough tasks for all threads, but no more than needed: each one packs the gradients itself.
  const std::int64_t parts = std::clamp<std::int64_t>((2 * threads + s.blocks() - 1) / s.blocks(), 1, g.inputChannels);
  const std::int64_t channels = (g.inputChannels + parts - 1) / parts;
  KernelPlan plan = makePlan(request, "direct", threads * each + s.paddedFloats(), [=](const KernelArguments& a) {
    const float *dy = floats(a.inputs[0]), *weight = floats(a.inputs[1]);
    float *own = mutableFloats(a.scratch), *dx = mutableFloats(a.outputs[0]);
    float* target = s.isPadded() ? own + threads * each : dx;
    const auto backward = [&](std::int64_t task) {
      const std::int64_t block = task / parts, first = task % parts * channels;
      const std::int64_t count = std::min(channels, s.g.inputChannels - first), at = block * s.g.inputChannels + first;
      if (count <= 0) return;
      std::memset(target + at * s.paddedPlane(), 0, static_cast<std::size_t>(count * s.paddedPlane()) * sizeof(float));
      simd().convolutionBackwardData(s.block, dy + block * s.g.outputChannels * s.outputPlane(), weight,
                                     target + block * s.g.inputChannels * s.paddedPlane(), first, count,
                                     own + omp_get_thread_num() * each);
      if (!s.isPadded()) return;
      for (std::int64_t i = at; i < at + count; ++i) cropPlane(s, target + i * s.paddedPlane(), dx + i * s.plane());
    };
    parallelTasks(s.blocks() * parts, s.work(), backward, threads);
  });
  plan.inputs[0] = imageBlocks(s.y());
  plan.outputs[0] = imageBlocks(s.x());
  return plan;
}

Result<KernelPlan> createBackwardWeights(const KernelRequest& request, Device&) {
  FOVEA_TRY(const ConvolutionGeometry g,
            readConvolutionBackwardWeights(request.attributes, request.inputs[0].shape, request.inputs[1].shape));
  FOVEA_CHECK(worthImageBlocks(g));
  const ImageBlockShapes s(g);
  const int threads = omp_get_max_threads();
  // One register tile of filters by as many input channels as keep their sums in the L2 cache.
  const std::int64_t filters = convolutionFilters(s.block, simd().lanes),
                     tiles = (g.outputChannels + filters - 1) / filters;
  const std::int64_t most = std::max<std::int64_t>(1, 40 * 1024 / convolutionWeightsScratch(s.block, 1));
  const std::int64_t parts = (g.inputChannels + most - 1) / most, channels = (g.inputChannels + parts - 1) / parts;
  const std::int64_t each = convolutionWeightsScratch(s.block, channels);
  KernelPlan plan = makePlan(request, "direct", threads * each + s.paddedFloats(), [=](const KernelArguments& a) {
    float* own = mutableFloats(a.scratch);
    const float *x = paddedInput(s, floats(a.inputs[0]), own + threads * each), *dy = floats(a.inputs[1]);
    const auto backward = [&](std::int64_t task) {
      const std::int64_t output = task / parts * filters, input = task % parts * channels;
      const ChannelRange range{output, std::min(filters, s.g.outputChannels - output), input,
                               std::min(channels, s.g.inputChannels - input)};
      if (range.inputs <= 0) return;
      simd().convolutionBackwardWeights(s.block, x, dy, mutableFloats(a.outputs[0]), mutableFloats(a.outputs[1]),
                                        s.blocks(), range, own + omp_get_thread_num() * each);
    };
    parallelTasks(tiles * parts, s.work(), backward, threads);
  });
  plan.inputs = {imageBlocks(s.x()), imageBlocks(s.y())};
  return plan;
}

}  // namespace

Status worthImageBlocks(const ConvolutionGeometry& g) {
  const auto refuse = [](const char* why) { return fail(ErrorCode::Unsupported, why); };
  if (g.groups != 1) return refuse("only without groups");
  if (g.height.dilation != 1 || g.width.dilation != 1) return refuse("only without dilation");
  const std::int64_t lanes = (g.batch + kImageBlock - 1) / kImageBlock * kImageBlock;
  if (g.batch == 0 || 3 * lanes > 4 * g.batch) return refuse("the batch fills blocks of 16 images badly");
  if (simd().lanes < 8) return refuse("the processor has no AVX2");
  const bool inputFits = g.inputChannels <= 4 || g.inputChannels % 16 == 0;
  if (inputFits && g.outputChannels % 16 == 0) return refuse("the channels fit oneDNN's blocks of 16");
  return {};
}

ImageBlockShapes::ImageBlockShapes(const ConvolutionGeometry& geometry) : g(geometry) {
  block = {g.inputChannels,
           g.height.input + g.height.before + g.height.after,
           g.width.input + g.width.before + g.width.after,
           g.outputChannels,
           g.outputHeight,
           g.outputWidth,
           g.height.kernel,
           g.width.kernel,
           g.height.stride,
           g.width.stride};
}

void framePlane(const ConvolutionGeometry& g, const float* from, float* to, std::int64_t lanes) {
  const std::int64_t row = g.width.input * lanes, framedRow = (g.width.before + g.width.input + g.width.after) * lanes;
  const std::int64_t rows = g.height.before + g.height.input + g.height.after;
  std::memset(to, 0, static_cast<std::size_t>(rows * framedRow) * sizeof(float));
  to += g.height.before * framedRow + g.width.before * lanes;
  for (std::int64_t y = 0; y < g.height.input; ++y) std::copy_n(from + y * row, row, to + y * framedRow);
}

const float* paddedInput(const ImageBlockShapes& s, const float* x, float* scratch) {
  if (!s.isPadded()) return x;
  const std::int64_t planes = s.blocks() * s.g.inputChannels;
  parallelTasks(planes, static_cast<double>(s.paddedFloats()), [&](std::int64_t i) {
    framePlane(s.g, x + i * s.plane(), scratch + i * s.paddedPlane(), kImageBlock);
  });
  return scratch;
}

KernelEntry smallConvolution() {
  return float32Entry("cpu.conv2d", createForward);
}
KernelEntry smallConvolutionBackwardData() {
  return float32Entry("cpu.conv2d_backward_data", createBackwardData);
}
KernelEntry smallConvolutionBackwardWeights() {
  return float32Entry("cpu.conv2d_backward_weights", createBackwardWeights);
}

void addConvolutionKernels(KernelRegistry& registry) {
  registry.add("conv2d", smallConvolution());
  registry.add("conv2d", rowConvolution());
  registry.add("conv2d", winogradConvolution(false));
  registry.add("conv2d", dnnlConvolution());
  registry.add("conv2d_backward_data", smallConvolutionBackwardData());
  registry.add("conv2d_backward_data", winogradConvolution(true));
  registry.add("conv2d_backward_data", dnnlConvolutionBackwardData());
  registry.add("conv2d_backward_weights", smallConvolutionBackwardWeights());
  registry.add("conv2d_backward_weights", groupedConvolutionBackwardWeights());
  registry.add("conv2d_backward_weights", winogradConvolutionBackwardWeights());
  registry.add("conv2d_backward_weights", dnnlConvolutionBackwardWeights());
  addPooledConvolutionKernels(registry);
}

}  // namespace fovea::cpu
