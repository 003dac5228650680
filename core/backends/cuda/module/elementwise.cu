// Why: ops that compute each element from the elements at the same place, moving 16 bytes a thread and access.
#include "core/backends/cuda/module/device_code.cuh"

namespace fovea::cuda {
namespace {

template <class T, int N>
struct alignas(sizeof(T) * N) Pack {
  T values[N];
};

bool isAligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0;
}

// out[i] = f(in[i]...). The first packs*N elements are moved in packs. A thread reads its elements before it writes
// them, so `out` may be one of the inputs.
template <int N, class F, class T, class... In>
__global__ void map(std::int64_t n, std::int64_t packs, F f, T* out, const In*... in) {
  for (std::int64_t p = globalThread(); p < packs; p += gridThreads()) {
    Pack<T, N> result;
    [&](Pack<In, N>... inputs) {
#pragma unroll
      for (int k = 0; k < N; ++k) result.values[k] = f(inputs.values[k]...);
    }(reinterpret_cast<const Pack<In, N>*>(in)[p]...);
    reinterpret_cast<Pack<T, N>*>(out)[p] = result;
  }
  for (std::int64_t i = packs * N + globalThread(); i < n; i += gridThreads()) out[i] = f(in[i]...);
}

template <class F, class T, class... In>
cudaError_t launchMap(std::int64_t n, F f, T* out, cudaStream_t stream, const In*... in) {
  constexpr int N = 16 / sizeof(T);
  if (n == 0) return cudaSuccess;
  const bool aligned = isAligned(out) && (isAligned(in) && ...);
  const std::int64_t packs = aligned ? n / N : 0;
  map<N><<<blocksFor(aligned ? packs + N : n), kBlockThreads, 0, stream>>>(n, packs, f, out, in...);
  return cudaGetLastError();
}

// NaN stays NaN, and gets its gradient.
struct Relu {
  template <class T>
  __device__ T operator()(T x) const {
    return x <= T(0) ? T(0) : x;
  }
};
struct Sigmoid {
  __device__ float operator()(float x) const { return 1.0f / (1.0f + expf(-x)); }
  __device__ double operator()(double x) const { return 1.0 / (1.0 + exp(-x)); }
};
struct Tanh {
  __device__ float operator()(float x) const { return tanhf(x); }
  __device__ double operator()(double x) const { return tanh(x); }
};
struct Add {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
struct Multiply {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a * b;
  }
};
struct ReluBackward {
  template <class T>
  __device__ T operator()(T dy, T y) const {
    return y <= T(0) ? T(0) : dy;
  }
};
struct SigmoidBackward {
  template <class T>
  __device__ T operator()(T dy, T y) const {
    return dy * y * (T(1) - y);
  }
};
struct TanhBackward {
  template <class T>
  __device__ T operator()(T dy, T y) const {
    return dy * (T(1) - y * y);
  }
};
template <class T>
struct Scale {
  T factor;
  __device__ T operator()(T x) const { return factor * x; }
};
template <class T>
struct AddScaled {
  T factor;
  __device__ T operator()(T sum, T value) const { return sum + factor * value; }
};

// The same numbers as philox() of core/base/random.h, which device code cannot call.
__device__ uint4 philoxNumbers(uint4 counter, uint2 key) {
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    const std::uint32_t highA = __umulhi(0xD2511F53u, counter.x), lowA = 0xD2511F53u * counter.x;
    const std::uint32_t highB = __umulhi(0xCD9E8D57u, counter.z), lowB = 0xCD9E8D57u * counter.z;
    counter = make_uint4(highB ^ counter.y ^ key.x, lowB, highA ^ counter.w ^ key.y, lowA);
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return counter;
}

__device__ std::uint32_t low(std::int64_t value) {
  return static_cast<std::uint32_t>(value);
}
__device__ std::uint32_t high(std::int64_t value) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(value) >> 32);
}

// One thread for four elements, which share one set of random numbers.
template <class T>
__global__ void dropoutKernel(std::int64_t n, std::uint64_t threshold, std::int64_t seed, T factor, const T* x,
                              const std::int64_t* step, T* y, std::uint8_t* mask) {
  const std::int64_t now = *step;
  for (std::int64_t block = globalThread(); block * 4 < n; block += gridThreads()) {
    const uint4 numbers =
        philoxNumbers(make_uint4(low(block), high(block), low(now), high(now)), make_uint2(low(seed), high(seed)));
    const std::uint32_t number[4] = {numbers.x, numbers.y, numbers.z, numbers.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      const std::int64_t i = block * 4 + k;
      if (i >= n) break;
      const bool kept = number[k] >= threshold;
      y[i] = kept ? x[i] * factor : T(0);
      mask[i] = kept ? 1 : 0;
    }
  }
}

template <class T>
__global__ void dropoutBackwardKernel(std::int64_t n, T factor, const T* dy, const std::uint8_t* mask, T* dx) {
  for (std::int64_t i = globalThread(); i < n; i += gridThreads()) dx[i] = mask[i] ? dy[i] * factor : T(0);
}

template <class T>
__global__ void sgdKernel(std::int64_t n, T momentum, T decay, T multiplier, bool nesterov, const T* parameter,
                          const T* gradient, const T* velocity, const T* learningRate, T* newParameter,
                          T* newVelocity) {
  const T rate = *learningRate * multiplier;
  for (std::int64_t i = globalThread(); i < n; i += gridThreads()) {
    const T p = parameter[i];
    const T g = gradient[i] + decay * p;
    const T v = momentum * velocity[i] + g;
    newVelocity[i] = v;
    newParameter[i] = p - rate * (nesterov ? g + momentum * v : v);
  }
}

}  // namespace

template <class T>
cudaError_t unary(Unary op, std::int64_t n, const T* x, T* y, cudaStream_t stream) {
  switch (op) {
    case Unary::Relu:
      return launchMap(n, Relu{}, y, stream, x);
    case Unary::Sigmoid:
      return launchMap(n, Sigmoid{}, y, stream, x);
    case Unary::Tanh:
      return launchMap(n, Tanh{}, y, stream, x);
  }
  return cudaErrorInvalidValue;
}

template <class T>
cudaError_t binary(Binary op, std::int64_t n, const T* a, const T* b, T* y, cudaStream_t stream) {
  switch (op) {
    case Binary::Add:
      return launchMap(n, Add{}, y, stream, a, b);
    case Binary::Multiply:
      return launchMap(n, Multiply{}, y, stream, a, b);
    case Binary::ReluBackward:
      return launchMap(n, ReluBackward{}, y, stream, a, b);
    case Binary::SigmoidBackward:
      return launchMap(n, SigmoidBackward{}, y, stream, a, b);
    case Binary::TanhBackward:
      return launchMap(n, TanhBackward{}, y, stream, a, b);
  }
  return cudaErrorInvalidValue;
}

template <class T>
cudaError_t scale(std::int64_t n, T factor, const T* x, T* y, cudaStream_t stream) {
  return launchMap(n, Scale<T>{factor}, y, stream, x);
}

template <class T>
cudaError_t addScaled(std::int64_t n, T factor, const T* sum, const T* value, T* result, cudaStream_t stream) {
  return launchMap(n, AddScaled<T>{factor}, result, stream, sum, value);
}

template <class T>
cudaError_t dropout(std::int64_t n, std::uint64_t threshold, std::int64_t seed, T factor, const T* x,
                    const std::int64_t* step, T* y, std::uint8_t* mask, cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  dropoutKernel<<<blocksFor((n + 3) / 4), kBlockThreads, 0, stream>>>(n, threshold, seed, factor, x, step, y, mask);
  return cudaGetLastError();
}

template <class T>
cudaError_t dropoutBackward(std::int64_t n, T factor, const T* dy, const std::uint8_t* mask, T* dx,
                            cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  dropoutBackwardKernel<<<blocksFor(n), kBlockThreads, 0, stream>>>(n, factor, dy, mask, dx);
  return cudaGetLastError();
}

template <class T>
cudaError_t sgdUpdate(std::int64_t n, const SgdNumbers& numbers, const T* parameter, const T* gradient,
                      const T* velocity, const T* learningRate, T* newParameter, T* newVelocity, cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  sgdKernel<<<blocksFor(n), kBlockThreads, 0, stream>>>(
      n, static_cast<T>(numbers.momentum), static_cast<T>(numbers.weightDecay), static_cast<T>(numbers.rateMultiplier),
      numbers.nesterov, parameter, gradient, velocity, learningRate, newParameter, newVelocity);
  return cudaGetLastError();
}

#define FOVEA_INSTANTIATE(T)                                                                                         \
  template cudaError_t unary<T>(Unary, std::int64_t, const T*, T*, cudaStream_t);                                    \
  template cudaError_t binary<T>(Binary, std::int64_t, const T*, const T*, T*, cudaStream_t);                        \
  template cudaError_t scale<T>(std::int64_t, T, const T*, T*, cudaStream_t);                                        \
  template cudaError_t addScaled<T>(std::int64_t, T, const T*, const T*, T*, cudaStream_t);                          \
  template cudaError_t dropout<T>(std::int64_t, std::uint64_t, std::int64_t, T, const T*, const std::int64_t*, T*,   \
                                  std::uint8_t*, cudaStream_t);                                                      \
  template cudaError_t dropoutBackward<T>(std::int64_t, T, const T*, const std::uint8_t*, T*, cudaStream_t);         \
  template cudaError_t sgdUpdate<T>(std::int64_t, const SgdNumbers&, const T*, const T*, const T*, const T*, T*, T*, \
                                    cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
