// Why: a linear layer with ReLU writes a bit mask; its gradient is masked and summed for the bias in one pass.
#include "core/backends/cuda/module/products/linear_ends.h"

#include "core/backends/cuda/module/runtime/channel_tiles.cuh"

namespace fovea::cuda {
namespace {

constexpr int kBits = 8;

// Each thread computes the numbers of one byte of the mask.
template <class T, class Source>
__global__ void endLinearKernel(MaskedRows shape, std::int64_t groups, bool narrowCount, const T* bias, const Source* x,
                                T* y, std::uint8_t* mask) {
  using Number = Compute<T>;
  for (std::int64_t i = globalThread(); i < shape.rows * groups; i += gridThreads()) {
    const std::int64_t row = quotient(i, groups, narrowCount), group = i - row * groups;
    unsigned bits = 0;
    for (int bit = 0; bit < kBits; ++bit) {
      const std::int64_t column = group * kBits + bit, at = row * shape.columns + column;
      if (column >= shape.columns) break;
      const Number sum = static_cast<Number>(widen(x[at])) + widen(bias[column]);
      const bool isOut = sum <= Number(0);
      y[at] = narrow<T>(isOut ? Number(0) : sum);
      if (!isOut) bits |= 1u << bit;
    }
    mask[row * shape.rowBytes + group] = static_cast<std::uint8_t>(bits);
  }
}

// Reads numbers, sets those whose bit is 0 to zero, and writes them back.
template <class T>
struct ReadMasked {
  MaskedRows shape;
  bool narrowCount;
  const std::uint8_t* mask;
  T* x;

  template <int V>
  __device__ void load(std::int64_t at, Compute<T> (&values)[V]) const {
    static_assert(kBits % V == 0);  // a pack's bits are in one byte
    const std::int64_t row = quotient(at, shape.columns, narrowCount), column = at - row * shape.columns;
    const unsigned bits = static_cast<unsigned>(mask[row * shape.rowBytes + column / kBits]) >> column % kBits;
    loadPack(x, at, values);
#pragma unroll
    for (int v = 0; v < V; ++v)
      if ((bits >> v & 1u) == 0) values[v] = Compute<T>(0);
    storePack(x, at, values);
  }
};

}  // namespace

template <class T, class Source>
cudaError_t endLinear(const MaskedRows& shape, const T* bias, const Source* x, T* y, std::uint8_t* mask,
                      cudaStream_t stream) {
  const std::int64_t groups = divideUp(shape.columns, kBits), count = shape.rows * groups;
  if (count == 0) return cudaSuccess;
  return launch(endLinearKernel<T, Source>, blocksFor(count), kBlockThreads, stream, shape, groups, isNarrow(count),
                bias, x, y, mask);
}

template <class T>
cudaError_t maskAndSum(const MaskedRows& shape, const std::uint8_t* mask, T* x, T* sums, void* scratch,
                       cudaStream_t stream) {
  const bool narrowCount = isNarrow(shape.rows * shape.columns);
  return launchSums<T>({shape.rows, shape.columns, 1},
                       SumOfChannel<T, ReadMasked<T>>{{shape, narrowCount, mask, x}, sums},
                       static_cast<double*>(scratch), stream);
}

#define FOVEA_INSTANTIATE_END(T, SOURCE)                                                                   \
  template cudaError_t endLinear<T, SOURCE>(const MaskedRows&, const T*, const SOURCE*, T*, std::uint8_t*, \
                                            cudaStream_t);
#define FOVEA_INSTANTIATE(T) \
  template cudaError_t maskAndSum<T>(const MaskedRows&, const std::uint8_t*, T*, T*, void*, cudaStream_t);
FOVEA_INSTANTIATE_END(float, float)
FOVEA_INSTANTIATE_END(double, double)
FOVEA_INSTANTIATE_END(__half, float)
FOVEA_INSTANTIATE_END(__nv_bfloat16, float)
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE
#undef FOVEA_INSTANTIATE_END

}  // namespace fovea::cuda
