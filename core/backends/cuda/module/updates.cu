// Why: the optimizers' steps, each one pass over a parameter, its gradient and what is kept for it. The learning rate,
// the number of the step and the gradient's factor lie on the device, so that a recorded step needs nothing of the
// host.
#include "core/backends/cuda/module/device_code.cuh"
#include "core/backends/cuda/module/updates.h"

namespace fovea::cuda {
namespace {

// What is the same for all elements.
template <class T>
struct Common {
  T rate, factor, correction1, correction2;
};

// By every thread of a block. 1 - beta^step loses its digits in float where beta is close to 1.
template <class T>
__device__ Common<T> commonOf(const UpdateNumbers& n, const UpdatePointers<T>& p) {
  __shared__ Common<T> common;
  if (threadIdx.x == 0) {
    common.rate = *p.rate * static_cast<T>(n.rateMultiplier);
    common.factor = p.factor ? *p.factor : T(1);
    const double step = p.step ? static_cast<double>(*p.step) : 1.0;
    common.correction1 = static_cast<T>(p.step ? 1.0 - pow(n.first, step) : 1.0);
    common.correction2 = static_cast<T>(p.step ? 1.0 - pow(n.second, step) : 1.0);
  }
  __syncthreads();
  return common;
}

template <class T>
struct Element {
  T parameter, gradient, state[3];
};

template <class T>
__device__ Element<T> readElement(const UpdateNumbers& n, const UpdatePointers<T>& p, const Common<T>& c,
                                  std::int64_t i) {
  Element<T> e{p.parameter[i], c.factor * p.gradient[i], {}};
  const T clip = static_cast<T>(n.clip);
  if (clip > T(0) && e.gradient > clip) e.gradient = clip;
  if (clip > T(0) && e.gradient < -clip) e.gradient = -clip;
  for (int k = 0; k < n.states; ++k) e.state[k] = p.state[k][i];
  return e;
}

template <class T>
__device__ void writeElement(const UpdateNumbers& n, const UpdatePointers<T>& p, const Element<T>& e, std::int64_t i) {
  p.newParameter[i] = e.parameter;
  for (int k = 0; k < n.states; ++k) p.newState[k][i] = e.state[k];
}

// The corrected mean over the root of the corrected mean square; keeps the new means.
template <class T>
__device__ T adamDirection(const UpdateNumbers& n, const Common<T>& c, Element<T>& e, T g) {
  const T beta1 = static_cast<T>(n.first), beta2 = static_cast<T>(n.second);
  e.state[0] = beta1 * e.state[0] + (T(1) - beta1) * g;
  e.state[1] = beta2 * e.state[1] + (T(1) - beta2) * g * g;
  return e.state[0] / c.correction1 / (sqrt(e.state[1] / c.correction2) + static_cast<T>(n.epsilon));
}

template <class T>
__device__ void stepElement(const UpdateNumbers& n, const Common<T>& c, Element<T>& e) {
  const T first = static_cast<T>(n.first), second = static_cast<T>(n.second), epsilon = static_cast<T>(n.epsilon);
  const T decay = static_cast<T>(n.decay), g = e.gradient + decay * e.parameter;
  switch (n.kind) {
    case UpdateKind::Sgd:
      e.state[0] = first * e.state[0] + g;
      e.parameter -= c.rate * (n.flag ? g + first * e.state[0] : e.state[0]);
      return;
    case UpdateKind::AdaGrad:
      e.state[0] += g * g;
      e.parameter -= c.rate * g / (sqrt(e.state[0]) + epsilon);
      return;
    case UpdateKind::RmsProp:
      e.state[0] = first * e.state[0] + (T(1) - first) * g * g;
      e.state[1] = second * e.state[1] + g / (sqrt(e.state[0]) + epsilon);
      e.parameter -= c.rate * e.state[1];
      return;
    case UpdateKind::RmsPropCentred: {
      e.state[0] = first * e.state[0] + (T(1) - first) * g * g;
      e.state[2] = first * e.state[2] + (T(1) - first) * g;
      const T variance = e.state[0] - e.state[2] * e.state[2];
      e.state[1] = second * e.state[1] + g / (sqrt(variance < T(0) ? T(0) : variance) + epsilon);
      e.parameter -= c.rate * e.state[1];
      return;
    }
    case UpdateKind::AdaDelta: {
      e.state[0] = first * e.state[0] + (T(1) - first) * g * g;
      const T change = g * sqrt(e.state[1] + epsilon) / sqrt(e.state[0] + epsilon);
      e.state[1] = first * e.state[1] + (T(1) - first) * change * change;
      e.parameter -= c.rate * change;
      return;
    }
    case UpdateKind::Adam:
      e.parameter -= c.rate * adamDirection(n, c, e, g);
      return;
    case UpdateKind::AdamW: {
      const T direction = adamDirection(n, c, e, e.gradient);
      e.parameter -= c.rate * decay * e.parameter;
      e.parameter -= c.rate * direction;
      return;
    }
    case UpdateKind::Lamb:
      e.parameter -= c.rate * (adamDirection(n, c, e, e.gradient) + decay * e.parameter);
      return;
  }
}

template <class T>
__global__ void updateKernel(UpdateNumbers n, std::int64_t count, UpdatePointers<T> p, const T* trust) {
  Common<T> c = commonOf(n, p);
  if (c.factor == T(0)) return;
  if (trust) c.rate *= *trust;
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    Element<T> e = readElement(n, p, c, i);
    stepElement(n, c, e);
    writeElement(n, p, e, i);
  }
}

constexpr std::int64_t kPart = 16 * kBlockThreads;

// Sums of the squares of Lamb's parameters and directions, two numbers a block.
template <class T>
__global__ void lambNorms(UpdateNumbers n, std::int64_t count, UpdatePointers<T> p, double* parts) {
  const Common<T> c = commonOf(n, p);
  const std::int64_t begin = static_cast<std::int64_t>(blockIdx.x) * kPart;
  const std::int64_t end = begin + kPart < count ? begin + kPart : count;
  double parameters = 0, directions = 0;
  for (std::int64_t i = begin + threadIdx.x; i < end; i += kBlockThreads) {
    Element<T> e = readElement(n, p, c, i);
    const double before = static_cast<double>(e.parameter);
    const double direction =
        static_cast<double>(adamDirection(n, c, e, e.gradient) + static_cast<T>(n.decay) * e.parameter);
    parameters += before * before;
    directions += direction * direction;
  }
  parameters = blockSum(parameters);
  directions = blockSum(directions);
  if (threadIdx.x != 0) return;
  parts[2 * blockIdx.x] = parameters;
  parts[2 * blockIdx.x + 1] = directions;
}

template <class T>
__global__ void lambTrust(std::int64_t blocks, const double* parts, T* trust) {
  double parameters = 0, directions = 0;
  for (std::int64_t i = threadIdx.x; i < blocks; i += blockDim.x) {
    parameters += parts[2 * i];
    directions += parts[2 * i + 1];
  }
  parameters = blockSum(parameters);
  directions = blockSum(directions);
  if (threadIdx.x != 0) return;
  *trust = static_cast<T>(parameters > 0 && directions > 0 ? sqrt(parameters) / sqrt(directions) : 1.0);
}

template <class T>
__global__ void averageKernel(std::int64_t n, const T* average, const T* value, const T* weight, T* result) {
  const T w = *weight;
  for (std::int64_t i = globalThread(); i < n; i += gridThreads())
    result[i] = w == T(1) ? value[i] : (T(1) - w) * average[i] + w * value[i];
}

}  // namespace

std::size_t updateScratch(const UpdateNumbers& numbers, std::int64_t n) {
  if (numbers.kind != UpdateKind::Lamb) return 0;
  return (2 * static_cast<std::size_t>(normBlocks(n)) + 1) * sizeof(double);
}

template <class T>
cudaError_t update(const UpdateNumbers& numbers, std::int64_t n, const UpdatePointers<T>& pointers, void* scratch,
                   cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  const T* trust = nullptr;
  if (numbers.kind == UpdateKind::Lamb && numbers.flag) {
    const std::int64_t blocks = normBlocks(n);
    auto* parts = static_cast<double*>(scratch);
    auto* ratio = reinterpret_cast<T*>(parts + 2 * blocks);
    cudaError_t error =
        launch(lambNorms<T>, static_cast<unsigned>(blocks), kBlockThreads, stream, numbers, n, pointers, parts);
    if (error != cudaSuccess) return error;
    error = launch(lambTrust<T>, 1, 1024, stream, blocks, parts, ratio);
    if (error != cudaSuccess) return error;
    trust = ratio;
  }
  return launch(updateKernel<T>, blocksFor(n, 4 * kBlockThreads), kBlockThreads, stream, numbers, n, pointers, trust);
}

template <class T>
cudaError_t averageUpdate(std::int64_t n, const T* average, const T* value, const T* weight, T* result,
                          cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  return launch(averageKernel<T>, blocksFor(n), kBlockThreads, stream, n, average, value, weight, result);
}

#define FOVEA_INSTANTIATE(T)                                                                                         \
  template cudaError_t update<T>(const UpdateNumbers&, std::int64_t, const UpdatePointers<T>&, void*, cudaStream_t); \
  template cudaError_t averageUpdate<T>(std::int64_t, const T*, const T*, const T*, T*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
