// Why: the attention kernels consist of two products of tiles: queries times keys, summed over a head's size, and
// weights times rows of a head, summed over queries or keys. Neither product is ever complete in memory.
//
// A block has kSide × kSide threads and works on tiles of kTile × kTile; thread (ty, tx) has rows ty*4 .. and columns
// tx*4 .. of each tile. Of results that are as wide as a head it has 4 rows with P × 4 columns, where each group of 4
// begins kTile columns after the previous one.
#pragma once
#include "core/backends/cuda/module/products/attention.h"
#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {

// The largest tile for which a block has enough shared memory.
template <class C>
constexpr int kAttentionTile = sizeof(C) == 8 ? 32 : 64;
template <class C>
constexpr int kAttentionSide = kAttentionTile<C> / 4;
template <class C>
constexpr int kAttentionThreads = kAttentionSide<C>* kAttentionSide<C>;
constexpr int kAttentionDepth = 16;  // terms of a product that are in shared memory at a time

template <class C>
using Four = Pack<C, 4>;

// Rows [first, first + count) of one head, `pitch` elements apart.
template <class T>
struct HeadRows {
  const T* data = nullptr;
  std::int64_t pitch = 0, first = 0, count = 0;
  int size = 0;  // elements per head
};

template <class C>
struct AttentionShared {
  static constexpr int kTile = kAttentionTile<C>, kPitch = kTile + 4;
  alignas(sizeof(C) * 4) C left[kAttentionDepth][kPitch];
  alignas(sizeof(C) * 4) C right[kAttentionDepth][2 * kTile + 4];
  alignas(sizeof(C) * 4) C weights[kTile][kPitch];
};

// This thread's 4 × 4 part of a tile or of a result.
template <class C>
struct Square {
  C at[4][4];
};

template <class C>
__device__ inline void addOuter(Square<C>& sums, const Four<C>& rows, const Four<C>& columns) {
#pragma unroll
  for (int i = 0; i < 4; ++i)
#pragma unroll
    for (int j = 0; j < 4; ++j) sums.at[i][j] += rows.values[i] * columns.values[j];
}

// Numbers [from, from + kAttentionDepth) of the tile's rows, as [number][row]; zeros outside.
template <class C, class T, int kPitch>
__device__ inline void loadNumbers(const HeadRows<T>& rows, int from, C (&to)[kAttentionDepth][kPitch]) {
  constexpr int kTile = kAttentionTile<C>;
  for (int i = threadIdx.x; i < kTile * kAttentionDepth; i += kAttentionThreads<C>) {
    const int row = i / kAttentionDepth, number = from + i % kAttentionDepth;
    const bool inside = row < rows.count && number < rows.size;
    to[i % kAttentionDepth][row] = inside ? widen(rows.data[(rows.first + row) * rows.pitch + number]) : C(0);
  }
}

// sums = rows · columnsᵀ over the head's numbers. Every thread of the block calls it.
template <class C, class T>
__device__ inline void multiplyHeads(const HeadRows<T>& rows, const HeadRows<T>& columns, AttentionShared<C>& shared,
                                     Square<C>& sums) {
  constexpr int kSide = kAttentionSide<C>;
  const int tx = threadIdx.x % kSide, ty = threadIdx.x / kSide;
  sums = {};
  for (int from = 0; from < rows.size; from += kAttentionDepth) {
    __syncthreads();  // other threads may still read the old content
    loadNumbers(rows, from, shared.left);
    loadNumbers(columns, from, shared.right);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kAttentionDepth; ++k)
      addOuter(sums, *reinterpret_cast<const Four<C>*>(&shared.left[k][ty * 4]),
               *reinterpret_cast<const Four<C>*>(&shared.right[k][tx * 4]));
  }
}

// Stores a tile in the form that addWeighted() expects: its columns become the terms.
template <class C>
__device__ inline void keepTransposed(const Square<C>& tile, AttentionShared<C>& shared) {
  constexpr int kSide = kAttentionSide<C>;
  const int tx = threadIdx.x % kSide, ty = threadIdx.x / kSide;
#pragma unroll
  for (int j = 0; j < 4; ++j)
    *reinterpret_cast<Four<C>*>(&shared.weights[tx * 4 + j][ty * 4]) =
        Four<C>{{tile.at[0][j], tile.at[1][j], tile.at[2][j], tile.at[3][j]}};
}

// result[row][number] += sum over terms of weights[term][row] * terms[term][number], for the numbers from `from` on.
// Every thread of the block calls it, after keepTransposed().
template <int P, class C, class T>
__device__ inline void addWeighted(const HeadRows<T>& terms, int from, AttentionShared<C>& shared,
                                   Square<C> (&result)[P]) {
  constexpr int kTile = kAttentionTile<C>, kSide = kAttentionSide<C>, kWide = P * kTile;
  const int tx = threadIdx.x % kSide, ty = threadIdx.x / kSide;
  for (int first = 0; first < kTile && first < terms.count; first += kAttentionDepth) {
    __syncthreads();  // the weights are complete, and `right` has been read
    for (int i = threadIdx.x; i < kAttentionDepth * kWide; i += kAttentionThreads<C>) {
      const int term = first + i / kWide, number = from + i % kWide;
      const bool inside = term < terms.count && number < terms.size;
      shared.right[i / kWide][i % kWide] =
          inside ? widen(terms.data[(terms.first + term) * terms.pitch + number]) : C(0);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kAttentionDepth; ++k) {
      const auto weights = *reinterpret_cast<const Four<C>*>(&shared.weights[first + k][ty * 4]);
#pragma unroll
      for (int p = 0; p < P; ++p)
        addOuter(result[p], weights, *reinterpret_cast<const Four<C>*>(&shared.right[k][p * kTile + tx * 4]));
    }
  }
}

// Writes this thread's part of a result times `factor[row]` to the positions of `rows`, in memory `to`.
template <int P, class C, class T>
__device__ inline void storeResult(const Square<C> (&result)[P], const C (&factor)[4], const HeadRows<T>& rows,
                                   int from, T* to) {
  constexpr int kTile = kAttentionTile<C>, kSide = kAttentionSide<C>;
  const int tx = threadIdx.x % kSide, ty = threadIdx.x / kSide;
#pragma unroll
  for (int p = 0; p < P; ++p)
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const int row = ty * 4 + i, number = from + p * kTile + tx * 4 + j;
        if (row < rows.count && number < rows.size)
          to[(rows.first + row) * rows.pitch + number] = narrow<T>(result[p].at[i][j] * factor[i]);
      }
}

// The head that a block processes, and its tile and elements within the head. Blocks are numbered along x by tile, head
// and sample, along y by parts of the elements.
struct AttentionBlock {
  std::int64_t sample, head, first;
  int from;
};
template <class C>
__device__ inline AttentionBlock attentionBlock(const AttentionShape& s, std::int64_t rows, int wide) {
  const std::int64_t tiles = (rows + kAttentionTile<C> - 1) / kAttentionTile<C>, line = blockIdx.x / tiles;
  return {line / s.heads, line % s.heads, (blockIdx.x - line * tiles) * kAttentionTile<C>,
          static_cast<int>(blockIdx.y) * wide};
}

// The tile of `rows` rows that begins at row `first`.
template <class C, class T>
__device__ inline HeadRows<T> headRows(const AttentionShape& s, const AttentionBlock& b, const T* data,
                                       std::int64_t rows, std::int64_t first) {
  const std::int64_t width = s.heads * s.size, left = rows - first;
  return {data + b.sample * rows * width + b.head * s.size, width, first,
          left < kAttentionTile<C> ? left : kAttentionTile<C>, static_cast<int>(s.size)};
}

__device__ inline float exponential(float x) {
  return expf(x);
}
__device__ inline double exponential(double x) {
  return exp(x);
}

template <class C>
dim3 attentionBlocks(const AttentionShape& s, std::int64_t rows, int wide) {
  const std::int64_t tiles = (rows + kAttentionTile<C> - 1) / kAttentionTile<C>;
  return dim3(static_cast<unsigned>(s.batch * s.heads * tiles), static_cast<unsigned>((s.size + wide - 1) / wide));
}

}  // namespace fovea::cuda
