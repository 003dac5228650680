#include "core/backends/cpu/convolution/patch_plan.h"

#include <omp.h>

namespace fovea::cpu {
namespace {

constexpr std::int64_t kMostFloats = 16 * 1024;               // limit for one image, to stay in the L1 cache
constexpr std::int64_t kMostOutputs = std::int64_t{1} << 22;  // limit for exact division in float

PatchLayout layoutOf(const ImageBlockShapes& s) {
  const std::int64_t lanes = simd().lanes, channels = s.g.inputChannels, left = channels % lanes;
  // If few channels are missing to a vector, padding costs less than an unaligned rest.
  const bool pad = 2 * left > lanes;
  return {channels / lanes + (pad ? 1 : 0),
          pad ? 0 : left,
          s.block.height,
          s.block.width,
          s.block.kernelHeight,
          s.block.kernelWidth,
          s.block.outputHeight,
          s.block.outputWidth,
          lanes};
}

std::int64_t wholeBlocks(std::int64_t count) {
  return (count + kImageBlock - 1) / kImageBlock * kImageBlock;
}

// Calls body(index, channel, y, x) for the numbers of an image in order; y and x include padding.
template <class Body>
void forImage(const PatchLayout& l, Body&& body) {
  std::int64_t index = 0;
  for (std::int64_t plane = 0; plane < l.planes; ++plane)
    for (std::int64_t y = 0; y < l.height; ++y)
      for (std::int64_t x = 0; x < l.width; ++x)
        for (std::int64_t lane = 0; lane < l.lanes; ++lane) body(index++, plane * l.lanes + lane, y, x);
  for (std::int64_t y = 0; y < l.outputHeight; ++y)
    for (std::int64_t x = 0; x < l.width; ++x)
      for (std::int64_t ky = 0; ky < l.kernelHeight; ++ky)
        for (std::int64_t c = 0; c < l.left; ++c) body(index++, l.planes * l.lanes + c, y + ky, x);
}

std::vector<std::int32_t> sourcesOfImage(const ImageBlockShapes& s, const PatchLayout& l) {
  std::vector<std::int32_t> sources(static_cast<std::size_t>(wholeBlocks(l.floats())), -1);
  const auto inside = [](std::int64_t i, std::int64_t extent) { return i >= 0 && i < extent; };
  forImage(l, [&](std::int64_t index, std::int64_t c, std::int64_t y, std::int64_t x) {
    const std::int64_t iy = y - s.g.height.before, ix = x - s.g.width.before;
    if (c >= s.g.inputChannels || !inside(iy, s.g.height.input) || !inside(ix, s.g.width.input)) return;
    sources[static_cast<std::size_t>(index)] =
        static_cast<std::int32_t>(((c * s.g.height.input + iy) * s.g.width.input + ix) * kImageBlock);
  });
  return sources;
}

std::vector<std::int32_t> sourcesOfFilter(const ImageBlockShapes& s, const PatchLayout& l) {
  std::vector<std::int32_t> sources;
  const auto add = [&](std::int64_t c, std::int64_t ky, std::int64_t kx) {
    const std::int64_t at = (c * l.kernelHeight + ky) * l.kernelWidth + kx;
    sources.push_back(c < s.g.inputChannels ? static_cast<std::int32_t>(at) : -1);
  };
  for (std::int64_t plane = 0; plane < l.planes; ++plane)
    for (std::int64_t ky = 0; ky < l.kernelHeight; ++ky)
      for (std::int64_t kx = 0; kx < l.kernelWidth; ++kx)
        for (std::int64_t lane = 0; lane < l.lanes; ++lane) add(plane * l.lanes + lane, ky, kx);
  for (std::int64_t kx = 0; kx < l.kernelWidth; ++kx)
    for (std::int64_t ky = 0; ky < l.kernelHeight; ++ky)
      for (std::int64_t c = 0; c < l.left; ++c) add(l.planes * l.lanes + c, ky, kx);
  sources.resize(static_cast<std::size_t>(l.filter()), -1);
  return sources;
}

}  // namespace

PatchPlan::PatchPlan(const PooledConvolution& pooled)
    : shapes(pooled.convolution),
      pooling(pooled.pooling),
      layout(layoutOf(shapes)),
      imageSources(sourcesOfImage(shapes, layout)),
      filterSources(sourcesOfFilter(shapes, layout)) {}

Status PatchPlan::supports(const PooledConvolution& pooled, bool forData) {
  const auto refuse = [](const char* why) { return fail(ErrorCode::Unsupported, why); };
  const ConvolutionGeometry& g = pooled.convolution;
  FOVEA_CHECK(worthImageBlocks(g));
  if (g.height.stride != 1 || g.width.stride != 1) return refuse("only with stride 1");
  const ImageBlockShapes shapes(g);
  const PatchLayout layout = layoutOf(shapes);
  if (layout.floats() > kMostFloats || (forData && patchColumns(layout) > kMostFloats))
    return refuse("the images are too large");
  const std::int64_t outputs = g.outputHeight * g.outputWidth;
  if (outputs >= kMostOutputs || 2 * pooled.pooling.outputHeight * pooled.pooling.outputWidth > outputs)
    return refuse("too many outputs have a gradient");
  if (omp_get_max_threads() > 2 * shapes.blocks()) return refuse("fewer blocks of 16 images than threads");
  return {};
}

std::int64_t PatchPlan::images(std::int64_t block) const {
  return std::min(kImageBlock, shapes.g.batch - block * kImageBlock);
}

std::int64_t PatchPlan::termStride(std::int64_t filters) const {
  return wholeBlocks(filters * windows());
}

PooledTerms PatchPlan::takeApart(const float* dy, const std::int32_t* indices, std::int64_t block, std::int64_t first,
                                 std::int64_t count, float* memory) const {
  const std::int64_t stride = termStride(count), from = block * blockTerms() + first * windows() * kImageBlock;
  float *values = memory, *outputs = memory + kImageBlock * stride;
  auto* places = reinterpret_cast<std::int32_t*>(outputs + kImageBlock * stride);
  const PooledSimd& loops = *pooledSimd();
  loops.splitImages(dy + from, nullptr, count * windows(), values, stride);
  // The values are only copied, so their type does not matter.
  loops.splitImages(reinterpret_cast<const float*>(indices + from), nullptr, count * windows(), outputs, stride);
  const auto* numbers = reinterpret_cast<const std::int32_t*>(outputs);
  loops.placesOf(numbers, kImageBlock * stride, layout.outputWidth, layout.width, places);
  return {values, places, numbers, windows(), stride};
}

PooledTerms PatchPlan::termsOf(const PooledTerms& t, std::int64_t image) {
  const std::int64_t skipped = image * t.stride;
  return {t.values + skipped, t.places + skipped, t.outputs + skipped, t.windows, t.stride};
}

}  // namespace fovea::cpu
