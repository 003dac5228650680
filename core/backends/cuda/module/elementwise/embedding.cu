// Why: looks up rows of a table by symbol, and sums their gradients. Backward, the block of the first position that has
// a symbol adds the rows of all positions with it, in their order, so no two blocks write to one row.
#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {
namespace {

template <class T>
constexpr T kNaN = std::numeric_limits<T>::quiet_NaN();

template <class T>
__global__ void embeddingKernel(std::int64_t count, bool narrowCount, std::int64_t symbolCount, std::int64_t width,
                                const T* weight, const std::int32_t* symbols, T* y) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const std::int64_t position = quotient(i, width, narrowCount);
    const std::int32_t symbol = symbols[position];
    if (symbol < 0)
      y[i] = narrow<T>(0);
    else if (symbol >= symbolCount)
      y[i] = narrow<T>(kNaN<Compute<T>>);
    else
      y[i] = weight[symbol * width + i - position * width];
  }
}

template <class T>
__global__ void embeddingBackwardKernel(std::int64_t positions, std::int64_t symbolCount, std::int64_t width,
                                        const T* dy, const std::int32_t* symbols, T* dweight) {
  for (std::int64_t first = blockIdx.x; first < positions; first += gridDim.x) {
    const std::int32_t symbol = symbols[first];
    if (symbol < 0 || symbol >= symbolCount) continue;
    float before = 0;
    for (std::int64_t i = threadIdx.x; i < first; i += blockDim.x) before += symbols[i] == symbol ? 1.0f : 0.0f;
    if (blockSum(before) > 0) continue;
    for (std::int64_t k = threadIdx.x; k < width; k += blockDim.x) {
      Compute<T> sum = 0;
      for (std::int64_t i = first; i < positions; ++i)
        if (symbols[i] == symbol) sum += widen(dy[i * width + k]);
      dweight[symbol * width + k] = narrow<T>(sum);
    }
  }
}

}  // namespace

template <class T>
cudaError_t embedding(std::int64_t positions, std::int64_t symbolCount, std::int64_t width, const T* weight,
                      const std::int32_t* symbols, T* y, cudaStream_t stream) {
  const std::int64_t count = positions * width;
  if (count == 0) return cudaSuccess;
  return launch(embeddingKernel<T>, blocksFor(count), kBlockThreads, stream, count, isNarrow(count) && isNarrow(width),
                symbolCount, width, weight, symbols, y);
}

template <class T>
cudaError_t embeddingBackward(std::int64_t positions, std::int64_t symbolCount, std::int64_t width, const T* dy,
                              const std::int32_t* symbols, T* dweight, cudaStream_t stream) {
  if (symbolCount * width == 0) return cudaSuccess;
  const std::size_t bytes = static_cast<std::size_t>(symbolCount * width) * sizeof(T);
  const cudaError_t error = cudaMemsetAsync(dweight, 0, bytes, stream);
  if (error != cudaSuccess || positions == 0) return error;
  return launch(embeddingBackwardKernel<T>, blocksFor(positions, 1), kBlockThreads, stream, positions, symbolCount,
                width, dy, symbols, dweight);
}

#define FOVEA_INSTANTIATE(T)                                                                                         \
  template cudaError_t embedding<T>(std::int64_t, std::int64_t, std::int64_t, const T*, const std::int32_t*, T*,     \
                                    cudaStream_t);                                                                   \
  template cudaError_t embeddingBackward<T>(std::int64_t, std::int64_t, std::int64_t, const T*, const std::int32_t*, \
                                            T*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
