// Why: maximum and average pooling. Backward gathers: each input adds the windows that hold it in one fixed order, so
// no two threads write one place.
#include "core/backends/cuda/module/device_code.cuh"

namespace fovea::cuda {
namespace {

// Where element i of a [planes, height, width] value lies.
struct Place {
  std::int64_t plane;
  int y, x;
};

__device__ Place placeOf(std::int64_t i, int height, int width, bool narrow) {
  const std::int64_t row = quotient(i, width, narrow);
  const std::int64_t plane = quotient(row, height, narrow);
  return {plane, static_cast<int>(row - plane * height), static_cast<int>(i - row * width)};
}

// Inputs [begin, end) of window `position` along one axis.
struct Span {
  int begin, end;
};

__device__ Span windowOf(int position, int stride, int before, int kernel, int input) {
  const int first = position * stride - before;
  return {max(first, 0), min(first + kernel, input)};
}

// Windows [begin, end) that hold input `at` along one axis.
__device__ Span windowsAround(int at, int stride, int before, int kernel, int output) {
  const int shifted = at + before;
  return {shifted < kernel ? 0 : (shifted - kernel) / stride + 1, min(shifted / stride + 1, output)};
}

// What an average divides by along one axis.
__device__ int divisorOf(int position, int stride, int before, int after, int kernel, int input, bool countPadding) {
  const Span window = windowOf(position, stride, before, kernel, input);
  if (!countPadding) return window.end - window.begin;
  const int first = position * stride - before;
  return min(first + kernel, input + after) - first;
}

__device__ float divisorOfWindow(const Pooling& p, int oy, int ox) {
  return static_cast<float>(divisorOf(oy, p.strideY, p.top, p.bottom, p.kernelY, p.height, p.countPadding)) *
         static_cast<float>(divisorOf(ox, p.strideX, p.left, p.right, p.kernelX, p.width, p.countPadding));
}

// The first maximum wins; NaN is larger than any number.
template <class T>
__global__ void maxPoolKernel(std::int64_t count, bool narrow, Pooling p, const T* x, T* y, std::int32_t* indices) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const Place place = placeOf(i, p.outputHeight, p.outputWidth, narrow);
    const T* plane = x + place.plane * p.height * p.width;
    const Span rows = windowOf(place.y, p.strideY, p.top, p.kernelY, p.height);
    const Span columns = windowOf(place.x, p.strideX, p.left, p.kernelX, p.width);
    int best = rows.begin * p.width + columns.begin;
    T largest = plane[best];
    for (int iy = rows.begin; iy < rows.end; ++iy)
      for (int ix = columns.begin; ix < columns.end; ++ix) {
        const T value = plane[iy * p.width + ix];
        if (!(value > largest || (isnan(value) && !isnan(largest)))) continue;
        largest = value;
        best = iy * p.width + ix;
      }
    y[i] = largest;
    indices[i] = best;
  }
}

template <class T>
__global__ void maxPoolBackwardKernel(std::int64_t count, bool narrow, Pooling p, const T* dy,
                                      const std::int32_t* indices, T* dx) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const Place place = placeOf(i, p.height, p.width, narrow);
    const int here = place.y * p.width + place.x;
    const std::int64_t first = place.plane * p.outputHeight * p.outputWidth;
    const Span rows = windowsAround(place.y, p.strideY, p.top, p.kernelY, p.outputHeight);
    const Span columns = windowsAround(place.x, p.strideX, p.left, p.kernelX, p.outputWidth);
    T sum = 0;
    for (int oy = rows.begin; oy < rows.end; ++oy)
      for (int ox = columns.begin; ox < columns.end; ++ox) {
        const std::int64_t o = first + oy * p.outputWidth + ox;
        if (indices[o] == here) sum += dy[o];
      }
    dx[i] = sum;
  }
}

template <class T>
__global__ void averagePoolKernel(std::int64_t count, bool narrow, Pooling p, const T* x, T* y) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const Place place = placeOf(i, p.outputHeight, p.outputWidth, narrow);
    const T* plane = x + place.plane * p.height * p.width;
    const Span rows = windowOf(place.y, p.strideY, p.top, p.kernelY, p.height);
    const Span columns = windowOf(place.x, p.strideX, p.left, p.kernelX, p.width);
    T sum = 0;
    for (int iy = rows.begin; iy < rows.end; ++iy)
      for (int ix = columns.begin; ix < columns.end; ++ix) sum += plane[iy * p.width + ix];
    y[i] = sum / static_cast<T>(divisorOfWindow(p, place.y, place.x));
  }
}

template <class T>
__global__ void averagePoolBackwardKernel(std::int64_t count, bool narrow, Pooling p, const T* dy, T* dx) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const Place place = placeOf(i, p.height, p.width, narrow);
    const std::int64_t first = place.plane * p.outputHeight * p.outputWidth;
    const Span rows = windowsAround(place.y, p.strideY, p.top, p.kernelY, p.outputHeight);
    const Span columns = windowsAround(place.x, p.strideX, p.left, p.kernelX, p.outputWidth);
    T sum = 0;
    for (int oy = rows.begin; oy < rows.end; ++oy)
      for (int ox = columns.begin; ox < columns.end; ++ox)
        sum += dy[first + oy * p.outputWidth + ox] / static_cast<T>(divisorOfWindow(p, oy, ox));
    dx[i] = sum;
  }
}

std::int64_t inputsOf(const Pooling& p) {
  return p.planes * p.height * p.width;
}
std::int64_t outputsOf(const Pooling& p) {
  return p.planes * p.outputHeight * p.outputWidth;
}

}  // namespace

template <class T>
cudaError_t maxPool(const Pooling& p, const T* x, T* y, std::int32_t* indices, cudaStream_t stream) {
  const std::int64_t count = outputsOf(p);
  if (count == 0) return cudaSuccess;
  maxPoolKernel<<<blocksFor(count), kBlockThreads, 0, stream>>>(count, isNarrow(count), p, x, y, indices);
  return cudaGetLastError();
}

template <class T>
cudaError_t maxPoolBackward(const Pooling& p, const T* dy, const std::int32_t* indices, T* dx, cudaStream_t stream) {
  const std::int64_t count = inputsOf(p);
  if (count == 0) return cudaSuccess;
  maxPoolBackwardKernel<<<blocksFor(count), kBlockThreads, 0, stream>>>(count, isNarrow(count), p, dy, indices, dx);
  return cudaGetLastError();
}

template <class T>
cudaError_t averagePool(const Pooling& p, const T* x, T* y, cudaStream_t stream) {
  const std::int64_t count = outputsOf(p);
  if (count == 0) return cudaSuccess;
  averagePoolKernel<<<blocksFor(count), kBlockThreads, 0, stream>>>(count, isNarrow(count), p, x, y);
  return cudaGetLastError();
}

template <class T>
cudaError_t averagePoolBackward(const Pooling& p, const T* dy, T* dx, cudaStream_t stream) {
  const std::int64_t count = inputsOf(p);
  if (count == 0) return cudaSuccess;
  averagePoolBackwardKernel<<<blocksFor(count), kBlockThreads, 0, stream>>>(count, isNarrow(count), p, dy, dx);
  return cudaGetLastError();
}

#define FOVEA_INSTANTIATE(T)                                                                                \
  template cudaError_t maxPool<T>(const Pooling&, const T*, T*, std::int32_t*, cudaStream_t);               \
  template cudaError_t maxPoolBackward<T>(const Pooling&, const T*, const std::int32_t*, T*, cudaStream_t); \
  template cudaError_t averagePool<T>(const Pooling&, const T*, T*, cudaStream_t);                          \
  template cudaError_t averagePoolBackward<T>(const Pooling&, const T*, T*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
