// Why: maximum and average pooling, of planes or of pixels with adjacent channels. The backward pass gathers: each
// input adds its windows in one fixed order, so no two threads write one element.
#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {
namespace {

// The location of element i in a value of `batch` images, with channels last if `last`: its row and column, and the
// start of the pixels of its plane in the other value of the pair, which has `otherPixels`.
struct Place {
  int y, x;
  std::int64_t first;  // pixel 0 of the plane in the other value
  std::int64_t step;   // from one pixel to the next
};

__device__ Place placeOf(std::int64_t i, const Pooling& p, bool last, bool otherLast, int height, int width,
                         std::int64_t otherPixels, bool narrow) {
  std::int64_t channel = 0;
  if (last) {
    const std::int64_t pixel = quotient(i, p.channels, narrow);
    channel = i - pixel * p.channels;
    i = pixel;
  }
  const std::int64_t row = quotient(i, width, narrow);
  std::int64_t plane = quotient(row, height, narrow);  // an image if channels are last
  const int y = static_cast<int>(row - plane * height), x = static_cast<int>(i - row * width);
  if (otherLast && !last) {
    const std::int64_t image = quotient(plane, p.channels, narrow);
    channel = plane - image * p.channels;
    plane = image;
  } else if (last && !otherLast) {
    plane = plane * p.channels + channel;
  }
  if (otherLast) return {y, x, plane * otherPixels * p.channels + channel, p.channels};
  return {y, x, plane * otherPixels, 1};
}

__device__ Place placeOfOutput(std::int64_t i, const Pooling& p, bool narrow) {
  const std::int64_t pixels = static_cast<std::int64_t>(p.height) * p.width;
  return placeOf(i, p, p.outputLast, p.channelsLast, p.outputHeight, p.outputWidth, pixels, narrow);
}
__device__ Place placeOfInput(std::int64_t i, const Pooling& p, bool narrow) {
  const std::int64_t pixels = static_cast<std::int64_t>(p.outputHeight) * p.outputWidth;
  return placeOf(i, p, p.channelsLast, p.outputLast, p.height, p.width, pixels, narrow);
}

// Inputs [begin, end) of window `position` along one axis.
struct Span {
  int begin, end;
};

__device__ Span windowOf(int position, int stride, int before, int kernel, int input) {
  const int first = position * stride - before;
  return {max(first, 0), min(first + kernel, input)};
}

// Windows [begin, end) that contain input `at` along one axis.
__device__ Span windowsAround(int at, int stride, int before, int kernel, int output) {
  const int shifted = at + before;
  return {shifted < kernel ? 0 : (shifted - kernel) / stride + 1, min(shifted / stride + 1, output)};
}

// The divisor of an average along one axis.
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

// Elements are packs of V adjacent channels from here on, and p.channels counts packs. The first maximum wins; NaN is
// larger than any number.
template <class T, int V>
__global__ void maxPoolKernel(std::int64_t count, bool narrowCount, Pooling p, const Pack<T, V>* x, Pack<T, V>* y,
                              Pack<std::int32_t, V>* indices) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const Place place = placeOfOutput(i, p, narrowCount);
    const Span rows = windowOf(place.y, p.strideY, p.top, p.kernelY, p.height);
    const Span columns = windowOf(place.x, p.strideX, p.left, p.kernelX, p.width);
    const int first = rows.begin * p.width + columns.begin;
    Pack<T, V> largest = x[place.first + first * place.step];
    Pack<std::int32_t, V> best;
#pragma unroll
    for (int v = 0; v < V; ++v) best.values[v] = first;
    for (int iy = rows.begin; iy < rows.end; ++iy)
      for (int ix = columns.begin; ix < columns.end; ++ix) {
        const int pixel = iy * p.width + ix;
        const Pack<T, V> pack = x[place.first + pixel * place.step];
#pragma unroll
        for (int v = 0; v < V; ++v) {
          const Compute<T> here = widen(pack.values[v]), most = widen(largest.values[v]);
          if (!(here > most || (isnan(here) && !isnan(most)))) continue;
          largest.values[v] = pack.values[v];
          best.values[v] = pixel;
        }
      }
    y[i] = largest;
    indices[i] = best;
  }
}

// Elements `first`, first + step, ... of dx.
template <class T, int V>
__device__ void spreadGradients(std::int64_t first, std::int64_t step, std::int64_t count, bool narrowCount,
                                const Pooling& p, const Pack<T, V>* dy, const Pack<std::int32_t, V>* indices,
                                Pack<T, V>* dx) {
  for (std::int64_t i = first; i < count; i += step) {
    const Place place = placeOfInput(i, p, narrowCount);
    const int here = place.y * p.width + place.x;
    const Span rows = windowsAround(place.y, p.strideY, p.top, p.kernelY, p.outputHeight);
    const Span columns = windowsAround(place.x, p.strideX, p.left, p.kernelX, p.outputWidth);
    Compute<T> sums[V] = {};
    for (int oy = rows.begin; oy < rows.end; ++oy)
      for (int ox = columns.begin; ox < columns.end; ++ox) {
        const std::int64_t o = place.first + (oy * p.outputWidth + ox) * place.step;
        const Pack<std::int32_t, V> best = indices[o];
        const Pack<T, V> gradient = dy[o];
#pragma unroll
        for (int v = 0; v < V; ++v)
          if (best.values[v] == here) sums[v] += widen(gradient.values[v]);
      }
    Pack<T, V> result;
#pragma unroll
    for (int v = 0; v < V; ++v) result.values[v] = narrow<T>(sums[v]);
    dx[i] = result;
  }
}

template <class T, int V>
__global__ void maxPoolBackwardKernel(std::int64_t count, bool narrowCount, Pooling p, const Pack<T, V>* dy,
                                      const Pack<std::int32_t, V>* indices, Pack<T, V>* dx) {
  spreadGradients<T, V>(globalThread(), gridThreads(), count, narrowCount, p, dy, indices, dx);
}

// One block sums dy over one channel. `p` counts channels.
template <class T>
__device__ void sumChannel(const Pooling& p, std::int64_t channel, const T* dy, T* sums) {
  const std::int64_t pixels = static_cast<std::int64_t>(p.outputHeight) * p.outputWidth;
  Compute<T> own = 0;
  for (std::int64_t i = threadIdx.x; i < p.batch * pixels; i += blockDim.x) {
    const std::int64_t image = i / pixels, pixel = i - image * pixels;
    own += widen(dy[p.outputLast ? i * p.channels + channel : (image * p.channels + channel) * pixels + pixel]);
  }
  const double sum = blockSum(static_cast<double>(own));
  if (threadIdx.x == 0) sums[channel] = narrow<T>(static_cast<Compute<T>>(sum));
}

// The first blocks distribute the gradients; then one block per channel sums them.
template <class T, int V>
__global__ void maxPoolBackwardSumsKernel(std::int64_t count, bool narrowCount, unsigned spreading, Pooling packed,
                                          Pooling p, const T* dy, const std::int32_t* indices, T* dx, T* sums) {
  if (blockIdx.x >= spreading) return sumChannel(p, blockIdx.x - spreading, dy, sums);
  spreadGradients<T, V>(globalThread(), static_cast<std::int64_t>(spreading) * blockDim.x, count, narrowCount, packed,
                        reinterpret_cast<const Pack<T, V>*>(dy),
                        reinterpret_cast<const Pack<std::int32_t, V>*>(indices), reinterpret_cast<Pack<T, V>*>(dx));
}

template <class T>
__global__ void averagePoolKernel(std::int64_t count, bool narrowCount, Pooling p, const T* x, T* y) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const Place place = placeOfOutput(i, p, narrowCount);
    const Span rows = windowOf(place.y, p.strideY, p.top, p.kernelY, p.height);
    const Span columns = windowOf(place.x, p.strideX, p.left, p.kernelX, p.width);
    Compute<T> sum = 0;
    for (int iy = rows.begin; iy < rows.end; ++iy)
      for (int ix = columns.begin; ix < columns.end; ++ix)
        sum += widen(x[place.first + (iy * p.width + ix) * place.step]);
    y[i] = narrow<T>(sum / static_cast<Compute<T>>(divisorOfWindow(p, place.y, place.x)));
  }
}

template <class T>
__global__ void averagePoolBackwardKernel(std::int64_t count, bool narrowCount, Pooling p, const T* dy, T* dx) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const Place place = placeOfInput(i, p, narrowCount);
    const Span rows = windowsAround(place.y, p.strideY, p.top, p.kernelY, p.outputHeight);
    const Span columns = windowsAround(place.x, p.strideX, p.left, p.kernelX, p.outputWidth);
    Compute<T> sum = 0;
    for (int oy = rows.begin; oy < rows.end; ++oy)
      for (int ox = columns.begin; ox < columns.end; ++ox)
        sum += widen(dy[place.first + (oy * p.outputWidth + ox) * place.step]) /
               static_cast<Compute<T>>(divisorOfWindow(p, oy, ox));
    dx[i] = narrow<T>(sum);
  }
}

std::int64_t inputsOf(const Pooling& p) {
  return p.batch * p.channels * p.height * p.width;
}
std::int64_t outputsOf(const Pooling& p) {
  return p.batch * p.channels * p.outputHeight * p.outputWidth;
}

}  // namespace

// Calls f.template operator()<V>(p in packs of V).
template <class T, class F>
cudaError_t withPacks(Pooling p, F&& f) {
  if (!p.channelsLast || !p.outputLast || p.channels % kPack<T> != 0) return f.template operator()<1>(p);
  p.channels /= kPack<T>;
  return f.template operator()<kPack<T>>(p);
}
template <int V, class T>
const Pack<T, V>* packs(const T* values) {
  return reinterpret_cast<const Pack<T, V>*>(values);
}
template <int V, class T>
Pack<T, V>* packs(T* values) {
  return reinterpret_cast<Pack<T, V>*>(values);
}

template <class T>
cudaError_t maxPool(const Pooling& pooling, const T* x, T* y, std::int32_t* indices, cudaStream_t stream) {
  if (outputsOf(pooling) == 0) return cudaSuccess;
  return withPacks<T>(pooling, [&]<int V>(const Pooling& p) {
    const std::int64_t count = outputsOf(p);
    return launch(maxPoolKernel<T, V>, blocksFor(count), kBlockThreads, stream, count, isNarrow(count), p, packs<V>(x),
                  packs<V>(y), packs<V>(indices));
  });
}

template <class T>
cudaError_t maxPoolBackward(const Pooling& pooling, const T* dy, const std::int32_t* indices, T* dx,
                            cudaStream_t stream) {
  if (inputsOf(pooling) == 0) return cudaSuccess;
  return withPacks<T>(pooling, [&]<int V>(const Pooling& p) {
    const std::int64_t count = inputsOf(p);
    return launch(maxPoolBackwardKernel<T, V>, blocksFor(count), kBlockThreads, stream, count, isNarrow(count), p,
                  packs<V>(dy), packs<V>(indices), packs<V>(dx));
  });
}

template <class T>
cudaError_t maxPoolBackwardSums(const Pooling& pooling, const T* dy, const std::int32_t* indices, T* dx, T* sums,
                                cudaStream_t stream) {
  if (pooling.channels == 0) return cudaSuccess;
  return withPacks<T>(pooling, [&]<int V>(const Pooling& p) {
    const std::int64_t count = inputsOf(p);
    const unsigned spreading = blocksFor(count);  // none for an empty batch, whose sums are 0
    return launch(maxPoolBackwardSumsKernel<T, V>, spreading + static_cast<unsigned>(pooling.channels), kBlockThreads,
                  stream, count, isNarrow(count), spreading, p, pooling, dy, indices, dx, sums);
  });
}

template <class T>
cudaError_t averagePool(const Pooling& p, const T* x, T* y, cudaStream_t stream) {
  const std::int64_t count = outputsOf(p);
  if (count == 0) return cudaSuccess;
  return launch(averagePoolKernel<T>, blocksFor(count), kBlockThreads, stream, count, isNarrow(count), p, x, y);
}

template <class T>
cudaError_t averagePoolBackward(const Pooling& p, const T* dy, T* dx, cudaStream_t stream) {
  const std::int64_t count = inputsOf(p);
  if (count == 0) return cudaSuccess;
  return launch(averagePoolBackwardKernel<T>, blocksFor(count), kBlockThreads, stream, count, isNarrow(count), p, dy,
                dx);
}

#define FOVEA_INSTANTIATE(T)                                                                                        \
  template cudaError_t maxPool<T>(const Pooling&, const T*, T*, std::int32_t*, cudaStream_t);                       \
  template cudaError_t maxPoolBackward<T>(const Pooling&, const T*, const std::int32_t*, T*, cudaStream_t);         \
  template cudaError_t maxPoolBackwardSums<T>(const Pooling&, const T*, const std::int32_t*, T*, T*, cudaStream_t); \
  template cudaError_t averagePool<T>(const Pooling&, const T*, T*, cudaStream_t);                                  \
  template cudaError_t averagePoolBackward<T>(const Pooling&, const T*, T*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
