// Why: the gradients of attention with recomputed weights, tile by tile: one kernel loops over the keys for each tile
// of queries, one over the queries for each tile of keys, so that no two blocks add to the same element. Source: Dao et
// al., "FlashAttention", 2022, appendix B.
#include "core/backends/cuda/module/products/attention_tiles.cuh"

namespace fovea::cuda {
namespace {

// own[sample, head, query] = dy · y, a warp each.
template <class T>
__global__ void ownKernel(std::int64_t count, AttentionShape s, const T* dy, const T* y, Compute<T>* own) {
  const int lane = threadIdx.x % 32;
  for (std::int64_t i = globalThread() / 32; i < count; i += gridThreads() / 32) {
    const std::int64_t t = i % s.queries, head = i / s.queries % s.heads, sample = i / s.queries / s.heads;
    const std::int64_t at = ((sample * s.queries + t) * s.heads + head) * s.size;
    Compute<T> sum = 0;
    for (std::int64_t e = lane; e < s.size; e += 32) sum += widen(dy[at + e]) * widen(y[at + e]);
    sum = warpSum(sum);
    if (lane == 0) own[i] = sum;
  }
}

// A square of scores · scale and of dy · value becomes one of weights and one of gradients of the scores. Its first row
// is query `query`, its first column key `key`, or the other way round where `kTransposed`.
template <bool kTransposed, class C>
__device__ inline void weighSquare(const AttentionShape& s, std::int64_t query, std::int64_t key, const C* logSums,
                                   const C* own, Square<C>& weights, Square<C>& gradients) {
  const C scale = static_cast<C>(s.scale);
#pragma unroll
  for (int a = 0; a < 4; ++a) {
    const std::int64_t t = query + a;
    const bool inside = t < s.queries;
    const C logSum = inside ? logSums[t] : C(0), ownSum = inside ? own[t] : C(0);
#pragma unroll
    for (int b = 0; b < 4; ++b) {
      C& weight = kTransposed ? weights.at[b][a] : weights.at[a][b];
      C& gradient = kTransposed ? gradients.at[b][a] : gradients.at[a][b];
      const bool seen = inside && key + b < s.keys && (!s.causal || key + b <= t);
      weight = seen ? exponential(weight * scale - logSum) : C(0);
      gradient = seen ? weight * (gradient - ownSum) * scale : C(0);
    }
  }
}

template <int P, class T>
__global__ void __launch_bounds__(kAttentionThreads<Compute<T>>) queryKernel(AttentionShape s, AttentionBackward<T> p) {
  using C = Compute<T>;
  constexpr int kTile = kAttentionTile<C>, kSide = kAttentionSide<C>;
  __shared__ AttentionShared<C> shared;
  const int tx = threadIdx.x % kSide, ty = threadIdx.x / kSide;
  const AttentionBlock block = attentionBlock<C>(s, s.queries, P * kTile);
  const HeadRows<T> queries = headRows<C>(s, block, p.query, s.queries, block.first);
  const HeadRows<T> gradients = headRows<C>(s, block, p.dy, s.queries, block.first);
  const std::int64_t row = (block.sample * s.heads + block.head) * s.queries;
  Square<C> result[P] = {};
  const std::int64_t last = s.causal ? min(s.keys, block.first + kTile) : s.keys;
  for (std::int64_t first = 0; first < last; first += kTile) {
    const HeadRows<T> keys = headRows<C>(s, block, p.key, s.keys, first);
    Square<C> weights, dscores;
    multiplyHeads(queries, keys, shared, weights);
    multiplyHeads(gradients, headRows<C>(s, block, p.value, s.keys, first), shared, dscores);
    weighSquare<false>(s, block.first + ty * 4, first + tx * 4, p.logSums + row, p.own + row, weights, dscores);
    keepTransposed(dscores, shared);
    addWeighted(keys, block.from, shared, result);
  }
  const C one[4] = {1, 1, 1, 1};
  storeResult(result, one, queries, block.from, p.dquery + (queries.data - p.query));
}

template <int P, class T>
__global__ void __launch_bounds__(kAttentionThreads<Compute<T>>) keyKernel(AttentionShape s, AttentionBackward<T> p) {
  using C = Compute<T>;
  constexpr int kTile = kAttentionTile<C>, kSide = kAttentionSide<C>;
  __shared__ AttentionShared<C> shared;
  const int tx = threadIdx.x % kSide, ty = threadIdx.x / kSide;
  const AttentionBlock block = attentionBlock<C>(s, s.keys, P * kTile);
  const HeadRows<T> keys = headRows<C>(s, block, p.key, s.keys, block.first);
  const HeadRows<T> values = headRows<C>(s, block, p.value, s.keys, block.first);
  const std::int64_t row = (block.sample * s.heads + block.head) * s.queries;
  Square<C> dkey[P] = {}, dvalue[P] = {};
  for (std::int64_t first = s.causal ? block.first : 0; first < s.queries; first += kTile) {
    const HeadRows<T> queries = headRows<C>(s, block, p.query, s.queries, first);
    const HeadRows<T> gradients = headRows<C>(s, block, p.dy, s.queries, first);
    Square<C> weights, dscores;
    multiplyHeads(keys, queries, shared, weights);
    multiplyHeads(values, gradients, shared, dscores);
    weighSquare<true>(s, first + tx * 4, block.first + ty * 4, p.logSums + row, p.own + row, weights, dscores);
    keepTransposed(weights, shared);
    addWeighted(gradients, block.from, shared, dvalue);
    __syncthreads();
    keepTransposed(dscores, shared);
    addWeighted(queries, block.from, shared, dkey);
  }
  const C one[4] = {1, 1, 1, 1};
  storeResult(dkey, one, keys, block.from, p.dkey + (keys.data - p.key));
  storeResult(dvalue, one, values, block.from, p.dvalue + (values.data - p.value));
}

template <int P, class T>
cudaError_t launchBoth(const AttentionShape& shape, const AttentionBackward<T>& arguments, cudaStream_t stream) {
  using C = Compute<T>;
  constexpr int kWide = P * kAttentionTile<C>;
  const cudaError_t error = launch(keyKernel<P, T>, attentionBlocks<C>(shape, shape.keys, kWide), kAttentionThreads<C>,
                                   stream, shape, arguments);
  if (error != cudaSuccess || shape.queries == 0) return error;
  return launch(queryKernel<P, T>, attentionBlocks<C>(shape, shape.queries, kWide), kAttentionThreads<C>, stream, shape,
                arguments);
}

}  // namespace

template <class T>
cudaError_t attentionBackward(const AttentionShape& shape, const AttentionBackward<T>& arguments, cudaStream_t stream) {
  if (shape.batch == 0) return cudaSuccess;
  const std::int64_t rows = shape.batch * shape.heads * shape.queries;
  if (rows > 0) {
    const cudaError_t error = launch(ownKernel<T>, blocksFor(rows * 32), kBlockThreads, stream, rows, shape,
                                     arguments.dy, arguments.y, arguments.own);
    if (error != cudaSuccess) return error;
  }
  if (shape.size > kAttentionTile<Compute<T>>) return launchBoth<2>(shape, arguments, stream);
  return launchBoth<1>(shape, arguments, stream);
}

#define FOVEA_INSTANTIATE(T) \
  template cudaError_t attentionBackward<T>(const AttentionShape&, const AttentionBackward<T>&, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
