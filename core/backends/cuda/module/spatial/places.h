// Why: the interface between host and device code for ops that compute each position of a plane from other positions:
// padding, resizing, adaptive and volume pooling, unpooling; the rules of launchers.h apply.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

// Along one axis, output o has the inputs source[first[o] .. first[o + 1] - 1] with their weights (numbers of type
// Compute<T>). All of this is in device memory.
struct PlaceAxis {
  std::int32_t inputs = 1, outputs = 1;
  std::int64_t entries = 0;  // of all outputs
  const std::int32_t *first = nullptr, *source = nullptr;
  const void* weight = nullptr;
};

// [batch, channels, places] or [batch, places, channels]; depth, height and width.
struct PlaceMap {
  std::int64_t batch = 0, channels = 0;
  bool channelsLast = false;
  PlaceAxis axes[3];
};
// The sum of the inputs, each times its weights along the three axes; `outside` if an axis has none.
template <class T>
cudaError_t mixPlaces(const PlaceMap& map, double outside, const T* x, T* y, cudaStream_t stream);
// The largest input and its position in its plane, of equal ones the first; the first NaN counts as the largest. The
// weights are ignored, and every output must have an input.
template <class T>
cudaError_t largestPlaces(const PlaceMap& map, const T* x, T* y, std::int32_t* indices, cudaStream_t stream);

// Planes of `inputs` and of `outputs` positions (unpooling.cu).
struct Unpooling {
  std::int64_t batch = 0, channels = 0, inputs = 0, outputs = 0;
  bool channelsLast = false;
};
// y[p] = the sum of the x[i] with indices[i] = p, in the order of i; indices outside of the plane are ignored.
std::size_t maxUnpoolScratch(const Unpooling& shape);
template <class T>
cudaError_t maxUnpool(const Unpooling& shape, const T* x, const std::int32_t* indices, T* y, void* scratch,
                      cudaStream_t stream);
// dx[i] = dy[indices[i]], or 0.
template <class T>
cudaError_t maxUnpoolBackward(const Unpooling& shape, const T* dy, const std::int32_t* indices, T* dx,
                              cudaStream_t stream);

}  // namespace fovea::cuda
