// Why: one kernel for every elementwise op: it interprets the op's program at each position; broadcast inputs are read
// in place. The program is in constant memory, and all threads take the same path through it.
#include "core/backends/cuda/module/elementwise/pointwise_launch.h"
#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {
namespace {

__device__ float powerOf(float a, float b) {
  return powf(a, b);
}
__device__ double powerOf(double a, double b) {
  return pow(a, b);
}
template <class C>
__device__ C withNaN(C a, C b, C chosen) {
  return a != a || b != b ? a + b : chosen;
}

// The codes are those of PointwiseCode in its order, as pointwise_kernels.cpp asserts.
template <class C>
__device__ C computed(std::uint8_t code, C a, C b, C c) {
  switch (code) {
    case 1:
      return a + b;
    case 2:
      return a - b;
    case 3:
      return a * b;
    case 4:
      return a / b;
    case 5:
      return withNaN(a, b, a < b ? a : b);
    case 6:
      return withNaN(a, b, a < b ? b : a);
    case 7:
      return powerOf(a, b);
    case 8:
      return a < b ? C(1) : C(0);
    case 9:
      return a <= b ? C(1) : C(0);
    case 10:
      return a == b ? C(1) : C(0);
    case 11:
      return a != C(0) ? b : c;
    case 12:
      return -a;
    case 13:
      return fabs(a);
    case 14:
      return a > C(0) ? C(1) : a < C(0) ? C(-1) : a;
    case 15:
      return a * a;
    case 16:
      return sqrt(a);
    case 17:
      return C(1) / sqrt(a);
    case 18:
      return C(1) / a;
    case 19:
      return exp(a);
    case 20:
      return expm1(a);
    case 21:
      return log(a);
    case 22:
      return log1p(a);
    case 23:
      return tanh(a);
    case 24:
      return C(1) / (C(1) + exp(-a));
    case 25:
      return erf(a);
    case 26:
      return sin(a);
    case 27:
      return cos(a);
    default:
      return floor(a);
  }
}

template <class T, class Index>
__global__ void pointwiseKernel(PointwiseArguments p) {
  Compute<T> registers[kPointwiseRegisters];
  for (std::int64_t at = globalThread(); at < p.elements; at += gridThreads()) {
    std::int64_t places[kPointwiseInputs] = {};
    if (p.rank > 0) {
      Index rest = static_cast<Index>(at);
      for (int axis = p.rank - 1; axis >= 0; --axis) {
        const Index extent = static_cast<Index>(p.extent[axis]);
        const auto coordinate = static_cast<std::int64_t>(rest % extent);
        rest /= extent;
        for (int i = 0; i < p.inputs; ++i) places[i] += coordinate * p.stride[i][axis];
      }
    }
    for (int i = 0; i < p.inputs; ++i)
      registers[i] = widen(static_cast<const T*>(p.in[i])[p.rank > 0 ? places[i] : p.single[i] ? 0 : at]);
    for (int k = 0; k < p.instructions; ++k) {
      const PointwiseArguments::Instruction& step = p.program[k];
      registers[p.inputs + k] = step.code == 0
                                    ? static_cast<Compute<T>>(step.value)
                                    : computed(step.code, registers[step.a], registers[step.b], registers[step.c]);
    }
    for (int k = 0; k < p.outputs; ++k) static_cast<T*>(p.out[k])[at] = narrow<T>(registers[p.result[k]]);
  }
}

}  // namespace

template <class T>
cudaError_t pointwise(const PointwiseArguments& arguments, cudaStream_t stream) {
  if (arguments.elements == 0) return cudaSuccess;
  const auto kernel =
      isNarrow(arguments.elements) ? pointwiseKernel<T, std::uint32_t> : pointwiseKernel<T, std::uint64_t>;
  return launch(kernel, blocksFor(arguments.elements), kBlockThreads, stream, arguments);
}

template cudaError_t pointwise<float>(const PointwiseArguments&, cudaStream_t);
template cudaError_t pointwise<double>(const PointwiseArguments&, cudaStream_t);
template cudaError_t pointwise<__half>(const PointwiseArguments&, cudaStream_t);
template cudaError_t pointwise<__nv_bfloat16>(const PointwiseArguments&, cudaStream_t);

}  // namespace fovea::cuda
