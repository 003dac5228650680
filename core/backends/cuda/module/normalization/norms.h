// Why: the interface between host and device code for normalisation that is independent of the batch; the rules of
// launchers.h apply.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

// Rows of numbers that share a mean (group_norm.cu): those of one group of channels of one sample. x is [batch, groups,
// channels, inner], or with channels last [batch, inner, groups, channels].
struct GroupRows {
  std::int64_t batch = 0, groups = 1, channels = 1, inner = 1;
  bool channelsLast = false;
};
template <class T>
struct GroupNorm {
  const T* x;
  const Compute<T>*scale, *bias;
  T* y;
  Compute<T>*mean, *inverseDeviation;
  double epsilon;
};
template <class T>
struct GroupNormBackward {
  const T *dy, *x;
  const Compute<T>*scale, *mean, *inverseDeviation;
  T* dx;
  Compute<T>*dscale, *dbias;
};
// `scratch` has groupNormScratch<T>() bytes, here and backward.
template <class T>
std::size_t groupNormScratch(const GroupRows& rows);
template <class T>
cudaError_t groupNorm(const GroupRows& rows, const GroupNorm<T>& arguments, void* scratch, cudaStream_t stream);
template <class T>
cudaError_t groupNormBackward(const GroupRows& rows, const GroupNormBackward<T>& arguments, void* scratch,
                              cudaStream_t stream);

// Local response normalisation (local_response.cu): s = offset + factor * the sum of x^2 over the positions at most
// `half` away along both axes, y = x * s^-beta. Neighbours along an axis are `stride` elements apart; an axis of extent
// 1 has no effect. T is float or double.
struct LocalWindow {
  std::int64_t count = 0;  // elements of x
  std::int64_t extent[2] = {1, 1}, stride[2] = {1, 1};
  std::int64_t half = 0;
  double factor = 0, beta = 0, offset = 0;
};
template <class T>
cudaError_t localResponse(const LocalWindow& window, const T* x, T* y, cudaStream_t stream);
// `terms` is scratch for window.count elements.
template <class T>
cudaError_t localResponseBackward(const LocalWindow& window, const T* dy, const T* x, T* terms, T* dx,
                                  cudaStream_t stream);

}  // namespace fovea::cuda
