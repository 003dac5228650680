// Why: adds a bias to every position of its channel, alone or with the other ops that end a convolution; its gradient
// is the sum over the positions.
#include "core/backends/cuda/module/runtime/channel_tiles.cuh"

namespace fovea::cuda {
namespace {

// Reads numbers unchanged.
template <class T>
struct ReadPlain {
  const T* x;
  template <int V>
  __device__ void load(std::int64_t at, Compute<T> (&values)[V]) const {
    loadPack(x, at, values);
  }
};

__device__ inline float exponential(float x) {
  return expf(x);
}
__device__ inline double exponential(double x) {
  return exp(x);
}
__device__ inline float tangent(float x) {
  return tanhf(x);
}
__device__ inline double tangent(double x) {
  return tanh(x);
}

// NaN stays NaN.
template <class C>
__device__ C ended(ConvolutionEnd end, C slope, C x) {
  switch (end) {
    case ConvolutionEnd::Relu:
      return x <= C(0) ? C(0) : x;
    case ConvolutionEnd::Relu6:
      return x <= C(0) ? C(0) : x >= C(6) ? C(6) : x;
    case ConvolutionEnd::LeakyRelu:
      return x <= C(0) ? slope * x : x;
    case ConvolutionEnd::Sigmoid:
      return C(1) / (C(1) + exponential(-x));
    case ConvolutionEnd::Tanh:
      return tangent(x);
    case ConvolutionEnd::Silu:
      return x / (C(1) + exponential(-x));
    case ConvolutionEnd::HardSwish:
      return x <= C(-3) ? C(0) : x >= C(3) ? x : x * (x + C(3)) / C(6);
    default:
      return x;
  }
}

template <class T, class Source>
struct EndConvolution {
  using Number = Compute<T>;
  ConvolutionEnd end;
  Number slope;
  const T *bias, *residual;
  const Source* x;
  T* y;

  template <int V>
  struct Local {
    ConvolutionEnd end;
    Number slope;
    const T* residual;
    const Source* x;
    T* y;
    Number bias[V];
    __device__ void apply(std::int64_t at) const {
      Number values[V], more[V] = {};
      loadPack(x, at, values);
      if (residual) loadPack(residual, at, more);
#pragma unroll
      for (int v = 0; v < V; ++v) values[v] = ended(end, slope, values[v] + bias[v] + more[v]);
      storePack(y, at, values);
    }
  };
  template <int V>
  __device__ Local<V> local(std::int64_t c) const {
    Local<V> local{end, slope, residual, x, y, {}};
#pragma unroll
    for (int v = 0; v < V; ++v) local.bias[v] = bias ? widen(bias[c + v]) : Number(0);
    return local;
  }
};

}  // namespace

template <class T>
std::size_t channelSumScratch(const Channels& shape) {
  return sumScratchBytes(shape, packOf<T>(shape), 1);
}

template <class T>
cudaError_t channelSum(const Channels& shape, const T* x, T* sum, void* scratch, cudaStream_t stream) {
  return launchSums<T>(shape, SumOfChannel<T, ReadPlain<T>>{{x}, sum}, static_cast<double*>(scratch), stream);
}

template <class T, class Source>
cudaError_t endConvolution(const Channels& shape, ConvolutionEnd end, double slope, const T* bias, const T* residual,
                           const Source* x, T* y, cudaStream_t stream) {
  const EndConvolution<T, Source> apply{end, static_cast<Compute<T>>(slope), bias, residual, x, y};
  return launchApply<T>(shape, apply, stream);
}

#define FOVEA_INSTANTIATE_END(T, SOURCE)                                                                      \
  template cudaError_t endConvolution<T, SOURCE>(const Channels&, ConvolutionEnd, double, const T*, const T*, \
                                                 const SOURCE*, T*, cudaStream_t);
FOVEA_INSTANTIATE_END(__half, float)
FOVEA_INSTANTIATE_END(__nv_bfloat16, float)
#define FOVEA_INSTANTIATE(T)                                  \
  FOVEA_INSTANTIATE_END(T, T)                                 \
  template std::size_t channelSumScratch<T>(const Channels&); \
  template cudaError_t channelSum<T>(const Channels&, const T*, T*, void*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE
#undef FOVEA_INSTANTIATE_END

}  // namespace fovea::cuda
