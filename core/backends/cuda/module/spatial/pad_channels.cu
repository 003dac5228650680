// Why: images come as planes of f32 and are needed in 16 bits with channels last, padded to a multiple of 4 channels:
// one pass over memory does all three.
#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {
namespace {

constexpr int kFewest = 4;

// A thread writes V channels of one position in one access; its neighbours handle adjacent positions, so that planes
// are read in whole cache lines.
template <int V, class To, class From>
__global__ void padChannelsKernel(PaddedChannels shape, std::int64_t packs, bool narrowCount, const From* x, To* y) {
  const std::int64_t count = shape.outer * shape.inner * packs;
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const std::int64_t place = quotient(i, packs, narrowCount), pack = i - place * packs;
    const std::int64_t n = quotient(place, shape.inner, narrowCount), p = place - n * shape.inner;
    const From* const from = x + n * shape.channels * shape.inner + p * shape.placeStride;
    Compute<To> values[V];
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const std::int64_t c = pack * V + v;
      values[v] = c < shape.channels ? static_cast<Compute<To>>(widen(from[c * shape.channelStride])) : Compute<To>(0);
    }
    storePack(y, i * V, values);
  }
}

}  // namespace

template <class To, class From>
cudaError_t padChannels(const PaddedChannels& shape, const From* x, To* y, cudaStream_t stream) {
  const int width = shape.padded % kPack<To> == 0 ? kPack<To> : kFewest;
  const std::int64_t packs = shape.padded / width, count = shape.outer * shape.inner * packs;
  if (count == 0) return cudaSuccess;
  if (!isAligned(y) || shape.padded % width != 0) return cudaErrorInvalidValue;
  const auto kernel = width == kFewest ? padChannelsKernel<kFewest, To, From> : padChannelsKernel<kPack<To>, To, From>;
  return launch(kernel, blocksFor(count), kBlockThreads, stream, shape, packs, isNarrow(count), x, y);
}

#define FOVEA_INSTANTIATE(FROM)                                                                              \
  template cudaError_t padChannels<__half, FROM>(const PaddedChannels&, const FROM*, __half*, cudaStream_t); \
  template cudaError_t padChannels<__nv_bfloat16, FROM>(const PaddedChannels&, const FROM*, __nv_bfloat16*,  \
                                                        cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
