// Why: the launchers of attention; the rules of launchers.h apply.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

// Query and y [batch, queries, heads * size], key and value [batch, keys, heads * size]; see the op attention.
struct AttentionShape {
  std::int64_t batch = 0, queries = 0, keys = 0, heads = 1, size = 0;
  bool causal = false;
  double scale = 1;

  std::int64_t width() const { return heads * size; }
};

// `logSums` [batch, heads, queries].
template <class T>
cudaError_t attention(const AttentionShape& shape, const T* query, const T* key, const T* value, T* y,
                      Compute<T>* logSums, cudaStream_t stream);

template <class T>
struct AttentionBackward {
  const T *dy, *query, *key, *value, *y;
  const Compute<T>* logSums;
  T *dquery, *dkey, *dvalue;
  Compute<T>* own;  // scratch, like logSums
};
template <class T>
cudaError_t attentionBackward(const AttentionShape& shape, const AttentionBackward<T>& arguments, cudaStream_t stream);

}  // namespace fovea::cuda
