// Why: attention without its matrix of scores: a block processes the keys tile by tile with the running maximum and
// sum, and rescales its results when a larger score occurs. Source: Dao et al., "FlashAttention", 2022.
#include "core/backends/cuda/module/products/attention_tiles.cuh"

namespace fovea::cuda {
namespace {

template <class C>
constexpr C kNever = -std::numeric_limits<C>::infinity();

// The maximum and the sum of a row of a tile over the threads that share it, returned to all of them.
template <class C>
__device__ C rowMaximum(C value) {
  for (int offset = kAttentionSide<C> / 2; offset > 0; offset /= 2)
    value = max(value, __shfl_xor_sync(kWholeWarp, value, offset));
  return value;
}
template <class C>
__device__ C rowSum(C value) {
  for (int offset = kAttentionSide<C> / 2; offset > 0; offset /= 2) value += __shfl_xor_sync(kWholeWarp, value, offset);
  return value;
}

// For four rows: the maximum score so far, and the sum of exponentials relative to it.
template <class C>
struct RowState {
  C largest[4], sum[4];
};

// Converts scores to weights relative to the largest score so far, and rescales the previous results.
template <int P, class C>
__device__ void softmaxTile(Square<C>& tile, RowState<C>& state, Square<C> (&result)[P]) {
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    C largest = state.largest[i];
#pragma unroll
    for (int j = 0; j < 4; ++j) largest = max(largest, tile.at[i][j]);
    largest = rowMaximum(largest);
    C sum = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) sum += tile.at[i][j] = exponential(tile.at[i][j] - largest);
    const C correction = exponential(state.largest[i] - largest);
    state.largest[i] = largest;
    state.sum[i] = state.sum[i] * correction + rowSum(sum);
#pragma unroll
    for (int p = 0; p < P; ++p)
#pragma unroll
      for (int j = 0; j < 4; ++j) result[p].at[i][j] *= correction;
  }
}

template <int P, class T>
__global__ void __launch_bounds__(kAttentionThreads<Compute<T>>)
    attentionKernel(AttentionShape s, const T* query, const T* key, const T* value, T* y, Compute<T>* logSums) {
  using C = Compute<T>;
  constexpr int kTile = kAttentionTile<C>, kSide = kAttentionSide<C>;
  __shared__ AttentionShared<C> shared;
  const int tx = threadIdx.x % kSide, ty = threadIdx.x / kSide;
  const AttentionBlock block = attentionBlock<C>(s, s.queries, P * kTile);
  const HeadRows<T> queries = headRows<C>(s, block, query, s.queries, block.first);
  const C scale = static_cast<C>(s.scale);
  RowState<C> state{{kNever<C>, kNever<C>, kNever<C>, kNever<C>}, {}};
  Square<C> result[P] = {};
  const std::int64_t last = s.causal ? min(s.keys, block.first + kTile) : s.keys;
  for (std::int64_t first = 0; first < last; first += kTile) {
    Square<C> tile;
    multiplyHeads(queries, headRows<C>(s, block, key, s.keys, first), shared, tile);
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const std::int64_t at = first + tx * 4 + j;
        const bool seen = at < s.keys && (!s.causal || at <= block.first + ty * 4 + i);
        tile.at[i][j] = seen ? tile.at[i][j] * scale : kNever<C>;
      }
    softmaxTile(tile, state, result);
    keepTransposed(tile, shared);
    addWeighted(headRows<C>(s, block, value, s.keys, first), block.from, shared, result);
  }
  C factor[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) factor[i] = C(1) / state.sum[i];
  storeResult(result, factor, queries, block.from, y + (queries.data - query));
  if (tx > 0 || block.from > 0) return;
  for (int i = 0; i < 4; ++i)
    if (ty * 4 + i < queries.count)
      logSums[(block.sample * s.heads + block.head) * s.queries + block.first + ty * 4 + i] =
          state.largest[i] + log(state.sum[i]);
}

}  // namespace

template <class T>
cudaError_t attention(const AttentionShape& shape, const T* query, const T* key, const T* value, T* y,
                      Compute<T>* logSums, cudaStream_t stream) {
  using C = Compute<T>;
  if (shape.batch * shape.queries == 0) return cudaSuccess;
  const auto run = [&](auto kernel, int wide) {
    return launch(kernel, attentionBlocks<C>(shape, shape.queries, wide), kAttentionThreads<C>, stream, shape, query,
                  key, value, y, logSums);
  };
  if (shape.size > kAttentionTile<C>) return run(attentionKernel<2, T>, 2 * kAttentionTile<C>);
  return run(attentionKernel<1, T>, kAttentionTile<C>);
}

#define FOVEA_INSTANTIATE(T) \
  template cudaError_t attention<T>(const AttentionShape&, const T*, const T*, const T*, T*, Compute<T>*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
