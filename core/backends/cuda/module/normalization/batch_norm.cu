// Why: batch normalisation fused with a following residual addition and ReLU, in as few passes over memory as its sums
// allow: one for the moments and one for the result, both forward and backward.
#include "core/backends/cuda/module/runtime/channel_tiles.cuh"

namespace fovea::cuda {
namespace {

template <class C>
__device__ C activated(NormActivation activation, C x) {
  if (activation == NormActivation::None) return x;
  if (x <= C(0)) return C(0);
  return activation == NormActivation::Relu6 && x > C(6) ? C(6) : x;
}

// True if a gradient passes the activation with result y; also for NaN.
template <class C>
__device__ bool passes(NormActivation activation, C y) {
  if (activation == NormActivation::None) return true;
  return !(y <= C(0)) && !(activation == NormActivation::Relu6 && y >= C(6));
}

// Sums (x - shift) and its square, where the shift is the channel's first number: so the square of a large mean does
// not cancel against the sum of squares.
template <class T>
struct Moments {
  using Number = Compute<T>;
  static constexpr int kSums = 2;
  BatchNormTraining<T> a;
  std::int64_t count, inner;

  template <int V>
  struct Local {
    const T* x;
    Number shift[V];
    __device__ void add(std::int64_t at, Number (&sums)[2][V]) const {
      Number values[V];
      loadPack(x, at, values);
#pragma unroll
      for (int v = 0; v < V; ++v) {
        const Number deviation = values[v] - shift[v];
        sums[0][v] += deviation;
        sums[1][v] += deviation * deviation;
      }
    }
  };
  template <int V>
  __device__ Local<V> local(std::int64_t c) const {
    Local<V> local{a.x, {}};
#pragma unroll
    for (int v = 0; v < V; ++v) local.shift[v] = widen(a.x[(c + v) * inner]);
    return local;
  }

  __device__ void finish(std::int64_t c, const double (&sums)[2]) const {
    finishShifted(c, count > 0 ? static_cast<double>(widen(a.x[c * inner])) : 0.0, sums[0], sums[1]);
  }
  // Computes the moments from the sums of x - shift and its square. The new running moments may overwrite the old ones.
  // An empty batch leaves them unchanged.
  __device__ void finishShifted(std::int64_t c, double shift, double sum, double sumOfSquares) const {
    const double number = count > 0 ? static_cast<double>(count) : 1.0, offset = sum / number;
    const double mean = count > 0 ? shift + offset : 0.0;
    double squares = sumOfSquares - sum * offset;
    if (squares < 0) squares = 0;
    const double weight = count > 0 ? a.momentum : 0.0, unbiased = squares / (count > 1 ? number - 1 : 1.0);
    a.mean[c] = static_cast<Number>(mean);
    a.inverseDeviation[c] = static_cast<Number>(1.0 / sqrt(squares / number + a.epsilon));
    const double oldMean = a.runningMean[c], oldVariance = a.runningVariance[c];
    a.newRunningMean[c] = static_cast<Number>((1.0 - weight) * oldMean + weight * mean);
    a.newRunningVariance[c] = static_cast<Number>((1.0 - weight) * oldVariance + weight * unbiased);
  }
};

template <class T>
__global__ void momentsOfSums(std::int64_t channels, Moments<T> moments, const float* sums, const float* squares) {
  for (std::int64_t c = globalThread(); c < channels; c += gridThreads())
    moments.finishShifted(c, 0.0, static_cast<double>(sums[c]), static_cast<double>(squares[c]));
}

// y = activation((x - mean) * factor + bias + residual)
template <class T>
struct Normalise {
  using Number = Compute<T>;
  const T *x, *residual;
  T* y;
  const Number *scale, *bias, *mean;
  const Number* deviation;  // 1 / deviation, or the variance if `epsilon` >= 0
  double epsilon;
  NormActivation activation;
  std::uint8_t* mask;

  template <int V>
  struct Local {
    const T *x, *residual;
    T* y;
    std::uint8_t* mask;
    NormActivation activation;
    Number mean[V], factor[V], bias[V];
    __device__ void apply(std::int64_t at) const {
      Number values[V], more[V] = {};
      loadPack(x, at, values);
      if (residual) loadPack(residual, at, more);
#pragma unroll
      for (int v = 0; v < V; ++v)
        values[v] = activated(activation, (values[v] - mean[v]) * factor[v] + bias[v] + more[v]);
      storePack(y, at, values);
      if (!mask) return;
      unsigned bits = 0;
#pragma unroll
      for (int v = 0; v < V; ++v)
        bits |= passes(activation, widen(narrow<T>(values[v]))) ? 1u << v : 0u;  // tests the rounded number, as stored
      mask[at / V] = static_cast<std::uint8_t>(bits);
    }
  };
  template <int V>
  __device__ Local<V> local(std::int64_t c) const {
    Local<V> local{x, residual, y, mask, activation, {}, {}, {}};
#pragma unroll
    for (int v = 0; v < V; ++v) {
      const Number inverse =
          epsilon >= 0 ? Number(1) / sqrt(deviation[c + v] + static_cast<Number>(epsilon)) : deviation[c + v];
      local.mean[v] = mean[c + v];
      local.factor[v] = scale[c + v] * inverse;
      local.bias[v] = bias[c + v];
    }
    return local;
  }
};

// dy if the activation passes it, which its result y, a mask or its recomputed input tells; all give the same answer.
template <class T, int V>
struct MaskedGradient {
  using Number = Compute<T>;
  const T *dy, *y;
  const std::uint8_t* mask;
  NormActivation activation;
  Number mean[V], factor[V], bias[V];

  __device__ MaskedGradient(const BatchNormBackward<T>& a, std::int64_t c)
      : dy(a.dy), y(a.y), mask(a.mask), activation(a.activation) {
#pragma unroll
    for (int v = 0; v < V; ++v) {
      mean[v] = a.mean[c + v];
      factor[v] = a.scale[c + v] * a.inverseDeviation[c + v];
      bias[v] = a.bias ? a.bias[c + v] : Number(0);
    }
  }
  __device__ void load(std::int64_t at, const Number (&x)[V], Number (&g)[V]) const {
    loadPack(dy, at, g);
    if (activation == NormActivation::None) return;
    if (mask) {
      const unsigned bits = mask[at / V];
#pragma unroll
      for (int v = 0; v < V; ++v) g[v] = (bits >> v & 1u) != 0 ? g[v] : Number(0);
      return;
    }
    Number result[V];
    if (y) {
      loadPack(y, at, result);
    } else {
#pragma unroll
      for (int v = 0; v < V; ++v) result[v] = (x[v] - mean[v]) * factor[v] + bias[v];
    }
#pragma unroll
    for (int v = 0; v < V; ++v) g[v] = passes(activation, result[v]) ? g[v] : Number(0);
  }
};

// Sums g and g * (x - mean), where g is dy if the activation passes it, else 0.
template <class T>
struct GradientSums {
  using Number = Compute<T>;
  static constexpr int kSums = 2;
  BatchNormBackward<T> a;

  template <int V>
  struct Local {
    const T* x;
    MaskedGradient<T, V> gradient;
    __device__ void add(std::int64_t at, Number (&sums)[2][V]) const {
      Number values[V], g[V];
      loadPack(x, at, values);
      gradient.load(at, values, g);
#pragma unroll
      for (int v = 0; v < V; ++v) {
        sums[0][v] += g[v];
        sums[1][v] += g[v] * (values[v] - gradient.mean[v]);
      }
    }
  };
  template <int V>
  __device__ Local<V> local(std::int64_t c) const {
    return {a.x, MaskedGradient<T, V>(a, c)};
  }
  __device__ void finish(std::int64_t c, const double (&sums)[2]) const {
    a.dbias[c] = static_cast<Number>(sums[0]);
    a.dscale[c] = static_cast<Number>(sums[1] * static_cast<double>(a.inverseDeviation[c]));
  }
};

// dx = scale * inverse * (g - dbias / count - h * dscale / count), h = (x - mean) * inverse; dresidual = g.
template <class T>
struct GradientOfInput {
  using Number = Compute<T>;
  BatchNormBackward<T> a;
  std::int64_t count;

  template <int V>
  struct Local {
    const T* x;
    T *dx, *dresidual;
    MaskedGradient<T, V> gradient;
    Number shift[V], slope[V];
    __device__ void apply(std::int64_t at) const {
      Number values[V], g[V];
      loadPack(x, at, values);
      gradient.load(at, values, g);
      if (dresidual) storePack(dresidual, at, g);
#pragma unroll
      for (int v = 0; v < V; ++v)
        g[v] = gradient.factor[v] * (g[v] - shift[v] - (values[v] - gradient.mean[v]) * slope[v]);
      storePack(dx, at, g);
    }
  };
  template <int V>
  __device__ Local<V> local(std::int64_t c) const {
    Local<V> local{a.x, a.dx, a.dresidual, MaskedGradient<T, V>(a, c), {}, {}};
    const Number number = static_cast<Number>(count);
#pragma unroll
    for (int v = 0; v < V; ++v) {
      local.shift[v] = a.dbias[c + v] / number;
      local.slope[v] = a.dscale[c + v] / number * a.inverseDeviation[c + v];
    }
    return local;
  }
};

template <class T>
__global__ void normFactorsKernel(std::int64_t channels, NormFactors<T> a) {
  for (std::int64_t c = globalThread(); c < channels; c += gridThreads()) {
    const T factor = narrow<T>(a.scale[c] * a.inverseDeviation[c]);
    a.factor[c] = factor;
    a.shift[c] = narrow<T>(a.bias[c] - a.mean[c] * widen(factor));
  }
}

template <class T>
struct ApplyFactors {
  const T *x, *factor, *shift;
  T* y;

  template <int V>
  struct Local {
    const T* x;
    T* y;
    Compute<T> factor[V], shift[V];
    __device__ void apply(std::int64_t at) const {
      Compute<T> values[V];
      loadPack(x, at, values);
#pragma unroll
      for (int v = 0; v < V; ++v) values[v] = activated(NormActivation::Relu, values[v] * factor[v] + shift[v]);
      storePack(y, at, values);
    }
  };
  template <int V>
  __device__ Local<V> local(std::int64_t c) const {
    Local<V> local{x, y, {}, {}};
#pragma unroll
    for (int v = 0; v < V; ++v) {
      local.factor[v] = widen(factor[c + v]);
      local.shift[v] = widen(shift[c + v]);
    }
    return local;
  }
};

}  // namespace

template <class T>
std::size_t batchNormMaskBytes(const Channels& shape) {
  static_assert(kPack<T> <= 8);
  return static_cast<std::size_t>(shape.outer * shape.channels * shape.inner / packOf<T>(shape));
}

template <class T>
std::size_t batchNormScratch(const Channels& shape) {
  return sumScratchBytes(shape, packOf<T>(shape), 2);
}

template <class T>
cudaError_t applyMoments(const Channels& shape, const BatchNormTraining<T>& a, cudaStream_t stream) {
  if (!a.y) return cudaSuccess;
  return launchApply<T>(
      shape,
      Normalise<T>{a.x, a.residual, a.y, a.scale, a.bias, a.mean, a.inverseDeviation, -1.0, a.activation, a.mask},
      stream, !isOff(Saving::Order));
}

template <class T>
cudaError_t batchNormOfSums(const Channels& shape, const BatchNormTraining<T>& a, const float* sums,
                            const float* squares, cudaStream_t stream) {
  if (shape.channels == 0) return cudaSuccess;
  const Moments<T> moments{a, shape.outer * shape.inner, shape.inner};
  const cudaError_t error = launch(momentsOfSums<T>, blocksFor(shape.channels), kBlockThreads, stream, shape.channels,
                                   moments, sums, squares);
  return error != cudaSuccess ? error : applyMoments(shape, a, stream);
}

template <class T>
cudaError_t batchNormTraining(const Channels& shape, const BatchNormTraining<T>& a, void* scratch,
                              cudaStream_t stream) {
  const Moments<T> moments{a, shape.outer * shape.inner, shape.inner};
  const cudaError_t error = launchSums<T>(shape, moments, static_cast<double*>(scratch), stream);
  if (error != cudaSuccess) return error;
  return applyMoments(shape, a, stream);
}

template <class T>
cudaError_t batchNormBackwardOfSums(const Channels& shape, const BatchNormBackward<T>& a, cudaStream_t stream) {
  return launchApply<T>(shape, GradientOfInput<T>{a, shape.outer * shape.inner}, stream, !isOff(Saving::Order));
}

template <class T>
cudaError_t batchNormBackward(const Channels& shape, const BatchNormBackward<T>& a, void* scratch,
                              cudaStream_t stream) {
  const cudaError_t error = launchSums<T>(shape, GradientSums<T>{a}, static_cast<double*>(scratch), stream);
  return error != cudaSuccess ? error : batchNormBackwardOfSums(shape, a, stream);
}

template <class T>
cudaError_t batchNormInference(const Channels& shape, const BatchNormInference<T>& a, cudaStream_t stream) {
  return launchApply<T>(shape,
                        Normalise<T>{a.x, nullptr, a.y, a.scale, a.bias, a.runningMean, a.runningVariance, a.epsilon,
                                     NormActivation::None, nullptr},
                        stream);
}

template <class T>
cudaError_t normFactors(std::int64_t channels, const NormFactors<T>& arguments, cudaStream_t stream) {
  if (channels == 0) return cudaSuccess;
  return launch(normFactorsKernel<T>, blocksFor(channels), kBlockThreads, stream, channels, arguments);
}

template <class T>
cudaError_t applyFactors(const Channels& shape, const T* x, const T* factor, const T* shift, T* y,
                         cudaStream_t stream) {
  return launchApply<T>(shape, ApplyFactors<T>{x, factor, shift, y}, stream, !isOff(Saving::Order));
}

#define FOVEA_INSTANTIATE_NARROW(T)                                                       \
  template cudaError_t normFactors<T>(std::int64_t, const NormFactors<T>&, cudaStream_t); \
  template cudaError_t applyFactors<T>(const Channels&, const T*, const T*, const T*, T*, cudaStream_t);
FOVEA_INSTANTIATE_NARROW(__half)
FOVEA_INSTANTIATE_NARROW(__nv_bfloat16)
#undef FOVEA_INSTANTIATE_NARROW

#define FOVEA_INSTANTIATE(T)                                                                                        \
  template std::size_t batchNormMaskBytes<T>(const Channels&);                                                      \
  template std::size_t batchNormScratch<T>(const Channels&);                                                        \
  template cudaError_t batchNormOfSums<T>(const Channels&, const BatchNormTraining<T>&, const float*, const float*, \
                                          cudaStream_t);                                                            \
  template cudaError_t batchNormTraining<T>(const Channels&, const BatchNormTraining<T>&, void*, cudaStream_t);     \
  template cudaError_t batchNormBackward<T>(const Channels&, const BatchNormBackward<T>&, void*, cudaStream_t);     \
  template cudaError_t batchNormBackwardOfSums<T>(const Channels&, const BatchNormBackward<T>&, cudaStream_t);      \
  template cudaError_t batchNormInference<T>(const Channels&, const BatchNormInference<T>&, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
