// Why: ops that compute each element from the elements at the same position, with 16 bytes per thread and access.
#include "core/backends/cuda/module/runtime/device_code.cuh"
#include "core/backends/cuda/module/runtime/random.cuh"

namespace fovea::cuda {
namespace {

// out[i] = f(in[i]...). The first packs*N elements are moved in packs. A thread reads its elements before it writes
// them, so `out` may be one of the inputs.
template <int N, class F, class T, class... In>
__global__ void map(std::int64_t n, std::int64_t packs, F f, T* out, const In*... in) {
  for (std::int64_t p = globalThread(); p < packs; p += gridThreads()) {
    Pack<T, N> result;
    [&](Pack<In, N>... inputs) {
#pragma unroll
      for (int k = 0; k < N; ++k) result.values[k] = narrow<T>(f(widen(inputs.values[k])...));
    }(reinterpret_cast<const Pack<In, N>*>(in)[p]...);
    reinterpret_cast<Pack<T, N>*>(out)[p] = result;
  }
  for (std::int64_t i = packs * N + globalThread(); i < n; i += gridThreads()) out[i] = narrow<T>(f(widen(in[i])...));
}

constexpr int least(std::initializer_list<int> numbers) {
  int result = 16;
  for (const int number : numbers) result = number < result ? number : result;
  return result;
}

template <class F, class T, class... In>
cudaError_t launchMap(std::int64_t n, F f, T* out, cudaStream_t stream, const In*... in) {
  constexpr int N = least({kPack<T>, kPack<In>...});
  if (n == 0) return cudaSuccess;
  const bool aligned = isAligned(out) && (isAligned(in) && ...);
  const std::int64_t packs = aligned ? n / N : 0;
  return launch(map<N, F, T, In...>, blocksFor(aligned ? packs + N : n), kBlockThreads, stream, n, packs, f, out,
                in...);
}

// NaN stays NaN, and its gradient passes.
struct Relu {
  template <class C>
  __device__ C operator()(C x) const {
    return x <= C(0) ? C(0) : x;
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
  template <class C>
  __device__ C operator()(C a, C b) const {
    return a + b;
  }
};
struct Multiply {
  template <class C>
  __device__ C operator()(C a, C b) const {
    return a * b;
  }
};
struct ReluBackward {
  template <class C>
  __device__ C operator()(C dy, C y) const {
    return y <= C(0) ? C(0) : dy;
  }
};
struct SigmoidBackward {
  template <class C>
  __device__ C operator()(C dy, C y) const {
    return dy * y * (C(1) - y);
  }
};
struct TanhBackward {
  template <class C>
  __device__ C operator()(C dy, C y) const {
    return dy * (C(1) - y * y);
  }
};
template <class C>
struct Scale {
  C factor;
  __device__ C operator()(C x) const { return factor * x; }
};
template <class C>
struct KeepWhere {
  C factor;
  __device__ C operator()(C dy, std::uint8_t kept) const { return kept ? dy * factor : C(0); }
};
template <class C>
struct Convert {
  template <class From>
  __device__ C operator()(From x) const {
    return static_cast<C>(x);
  }
};

// One thread computes four elements, which share one block of random numbers.
template <class T>
__global__ void dropoutKernel(std::int64_t n, std::int64_t first, std::uint64_t threshold, std::int64_t seed,
                              Compute<T> factor, const T* x, const std::int64_t* step, T* y, std::uint8_t* mask) {
  const std::int64_t now = *step, skipped = first % 4;
  for (std::int64_t block = globalThread(); block * 4 < n + skipped; block += gridThreads()) {
    const uint4 numbers = philoxNumbers(first / 4 + block, now, seed);
    const std::uint32_t number[4] = {numbers.x, numbers.y, numbers.z, numbers.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      const std::int64_t i = block * 4 + k - skipped;
      if (i < 0) continue;
      if (i >= n) break;
      const bool kept = number[k] >= threshold;
      y[i] = narrow<T>(kept ? widen(x[i]) * factor : Compute<T>(0));
      mask[i] = kept ? 1 : 0;
    }
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
cudaError_t scale(std::int64_t n, double factor, const T* x, T* y, cudaStream_t stream) {
  return launchMap(n, Scale<Compute<T>>{static_cast<Compute<T>>(factor)}, y, stream, x);
}

template <class To, class From>
cudaError_t cast(std::int64_t n, const From* x, To* y, cudaStream_t stream) {
  return launchMap(n, Convert<Compute<To>>{}, y, stream, x);
}

template <class T>
cudaError_t dropout(std::int64_t n, std::int64_t first, std::uint64_t threshold, std::int64_t seed, double factor,
                    const T* x, const std::int64_t* step, T* y, std::uint8_t* mask, cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  return launch(dropoutKernel<T>, blocksFor((n + first % 4 + 3) / 4), kBlockThreads, stream, n, first, threshold, seed,
                static_cast<Compute<T>>(factor), x, step, y, mask);
}

template <class T>
cudaError_t dropoutBackward(std::int64_t n, double factor, const T* dy, const std::uint8_t* mask, T* dx,
                            cudaStream_t stream) {
  return launchMap(n, KeepWhere<Compute<T>>{static_cast<Compute<T>>(factor)}, dx, stream, dy, mask);
}

#define FOVEA_INSTANTIATE(T)                                                                                 \
  template cudaError_t unary<T>(Unary, std::int64_t, const T*, T*, cudaStream_t);                            \
  template cudaError_t binary<T>(Binary, std::int64_t, const T*, const T*, T*, cudaStream_t);                \
  template cudaError_t scale<T>(std::int64_t, double, const T*, T*, cudaStream_t);                           \
  template cudaError_t cast<float, T>(std::int64_t, const T*, float*, cudaStream_t);                         \
  template cudaError_t cast<double, T>(std::int64_t, const T*, double*, cudaStream_t);                       \
  template cudaError_t cast<__half, T>(std::int64_t, const T*, __half*, cudaStream_t);                       \
  template cudaError_t cast<__nv_bfloat16, T>(std::int64_t, const T*, __nv_bfloat16*, cudaStream_t);         \
  template cudaError_t dropout<T>(std::int64_t, std::int64_t, std::uint64_t, std::int64_t, double, const T*, \
                                  const std::int64_t*, T*, std::uint8_t*, cudaStream_t);                     \
  template cudaError_t dropoutBackward<T>(std::int64_t, double, const T*, const std::uint8_t*, T*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
