// Why: updates variables in place, in one pass over the variable, its gradient and
// its states. A network has many variables, so one launch updates as many as fit in
// a kernel's arguments. The learning rate, the step number and the gradient's
// factor are in device memory, so that a recorded step needs nothing from the host.
#include "core/backends/cuda/module/elementwise/updates.h"
#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {
namespace {

constexpr int kAccesses = 2;  // 16-byte accesses per thread and array
template <class T>
constexpr std::int64_t kPart = std::int64_t{kAccesses * kBlockThreads} * kPack<T>;  // elements per block

template <class T>
std::int64_t blocksOf(const Update<T>& update) {
  return (update.count + kPart<T> - 1) / kPart<T>;
}

// The updates of one launch: as many as fit in 4 KB of kernel arguments, which every device supports. Blocks from
// firstBlock[i] up to the next first block belong to updates[i].
template <class T>
struct Table {
  static constexpr int kMost = 4000 / (sizeof(Update<T>) + sizeof(unsigned));
  Update<T> updates[kMost];
  unsigned firstBlock[kMost];
  int count = 0;
};
static_assert(sizeof(Table<float>) <= 4096 && sizeof(Table<double>) <= 4096);

template <UpdateKind K>
constexpr int kStates = K == UpdateKind::RmsPropCentred                           ? 3
                        : K == UpdateKind::Sgd || K == UpdateKind::AdaGrad        ? 1
                        : K == UpdateKind::Accumulate || K == UpdateKind::Average ? 0
                                                                                  : 2;
template <UpdateKind K>
constexpr bool kCounts = K == UpdateKind::Adam || K == UpdateKind::AdamW || K == UpdateKind::Lamb;

// Numbers that are the same for all elements of a variable.
template <class T>
struct Common {
  T rate, factor, correction1, correction2;
};

// Returns 1 - beta^step from the share 1 - beta: beta itself loses its last digits where it is close to 1.
template <class T>
__device__ T correctionOf(T share, T step) {
  return static_cast<T>(-expm1(static_cast<double>(step) * log1p(-static_cast<double>(share))));
}

// Every thread of the block must call it.
template <UpdateKind K, class T>
__device__ Common<T> commonOf(const Update<T>& u) {
  __shared__ Common<T> common;
  if (threadIdx.x == 0) {
    common.rate = u.rate ? *u.rate * u.numbers.rateMultiplier : u.numbers.rateMultiplier;
    common.factor = u.factor ? *u.factor : T(1);
    if constexpr (kCounts<K>) {
      common.correction1 = correctionOf(u.numbers.firstShare, *u.step);
      common.correction2 = correctionOf(u.numbers.secondShare, *u.step);
    }
  }
  __syncthreads();
  return common;
}

template <class T>
struct Element {
  T value, gradient, state[3];
};

// The gradient times its factor, clipped to ± clip.
template <class T>
__device__ T adjusted(const UpdateNumbers<T>& n, const Common<T>& c, T gradient) {
  const T g = c.factor * gradient;
  if (n.clip > T(0) && g > n.clip) return n.clip;
  if (n.clip > T(0) && g < -n.clip) return -n.clip;
  return g;
}

// Returns the corrected mean over the root of the corrected mean square; updates both means.
template <class T>
__device__ T adamDirection(const UpdateNumbers<T>& n, const Common<T>& c, Element<T>& e, T g) {
  e.state[0] = n.first * e.state[0] + n.firstShare * g;
  e.state[1] = n.second * e.state[1] + n.secondShare * g * g;
  return e.state[0] / c.correction1 / (sqrt(e.state[1] / c.correction2) + n.epsilon);
}

template <UpdateKind K, class T>
__device__ void stepElement(const UpdateNumbers<T>& n, const Common<T>& c, Element<T>& e) {
  [[maybe_unused]] const T g = e.gradient + n.decay * e.value;
  if constexpr (K == UpdateKind::Sgd) {
    e.state[0] = n.first * e.state[0] + g;
    e.value -= c.rate * (n.flag ? g + n.first * e.state[0] : e.state[0]);
  } else if constexpr (K == UpdateKind::AdaGrad) {
    e.state[0] += g * g;
    e.value -= c.rate * g / (sqrt(e.state[0]) + n.epsilon);
  } else if constexpr (K == UpdateKind::RmsProp) {
    e.state[0] = n.first * e.state[0] + n.firstShare * g * g;
    e.state[1] = n.second * e.state[1] + g / (sqrt(e.state[0]) + n.epsilon);
    e.value -= c.rate * e.state[1];
  } else if constexpr (K == UpdateKind::RmsPropCentred) {
    e.state[0] = n.first * e.state[0] + n.firstShare * g * g;
    e.state[2] = n.first * e.state[2] + n.firstShare * g;
    const T variance = e.state[0] - e.state[2] * e.state[2];
    e.state[1] = n.second * e.state[1] + g / (sqrt(variance < T(0) ? T(0) : variance) + n.epsilon);
    e.value -= c.rate * e.state[1];
  } else if constexpr (K == UpdateKind::AdaDelta) {
    e.state[0] = n.first * e.state[0] + n.firstShare * g * g;
    const T change = g * sqrt(e.state[1] + n.epsilon) / sqrt(e.state[0] + n.epsilon);
    e.state[1] = n.first * e.state[1] + n.firstShare * change * change;
    e.value -= c.rate * change;
  } else if constexpr (K == UpdateKind::Adam) {
    e.value -= c.rate * adamDirection(n, c, e, g);
  } else if constexpr (K == UpdateKind::AdamW) {
    const T direction = adamDirection(n, c, e, e.gradient);
    e.value -= c.rate * n.decay * e.value;
    e.value -= c.rate * direction;
  } else if constexpr (K == UpdateKind::Lamb) {
    e.value -= c.rate * (adamDirection(n, c, e, e.gradient) + n.decay * e.value);
  } else if constexpr (K == UpdateKind::Accumulate) {
    e.value += c.rate * e.gradient;
  } else {
    e.value = c.rate == T(1) ? e.gradient : (T(1) - c.rate) * e.value + c.rate * e.gradient;
  }
}

template <int V>
__device__ void loadGradient(const Update<float>& u, std::int64_t position, float (&values)[V]) {
  if (u.gradientWidth == Width::BFloat16)
    loadPack<V>(static_cast<const __nv_bfloat16*>(u.gradient), position, values);
  else if (u.gradientWidth == Width::Half)
    loadPack<V>(static_cast<const __half*>(u.gradient), position, values);
  else
    loadPack<V>(static_cast<const float*>(u.gradient), position, values);
}
template <int V>
__device__ void loadGradient(const Update<double>& u, std::int64_t position, double (&values)[V]) {
  loadPack<V>(static_cast<const double*>(u.gradient), position, values);
}

template <int V>
__device__ void storeCopy(const Update<float>& u, std::int64_t position, const float (&values)[V]) {
  if (!u.copy) return;
  if (u.copyWidth == Width::BFloat16)
    storePack<V>(static_cast<__nv_bfloat16*>(u.copy), position, values);
  else
    storePack<V>(static_cast<__half*>(u.copy), position, values);
}
template <int V>
__device__ void storeCopy(const Update<double>&, std::int64_t, const double (&)[V]) {}

// Updates V elements from `position` on, each array in one access.
template <UpdateKind K, int V, class T>
__device__ void stepPack(const Update<T>& u, const Common<T>& c, std::int64_t position) {
  T values[V], gradients[V], states[3][V];
  loadPack<V>(u.variable, position, values);
  loadGradient<V>(u, position, gradients);
#pragma unroll
  for (int k = 0; k < kStates<K>; ++k) loadPack<V>(u.states[k], position, states[k]);
#pragma unroll
  for (int v = 0; v < V; ++v) {
    Element<T> e{values[v], adjusted(u.numbers, c, gradients[v]), {}};
#pragma unroll
    for (int k = 0; k < kStates<K>; ++k) e.state[k] = states[k][v];
    stepElement<K>(u.numbers, c, e);
    values[v] = e.value;
#pragma unroll
    for (int k = 0; k < kStates<K>; ++k) states[k][v] = e.state[k];
  }
  storePack<V>(u.variable, position, values);
  storeCopy<V>(u, position, values);
#pragma unroll
  for (int k = 0; k < kStates<K>; ++k) storePack<V>(u.states[k], position, states[k]);
}

template <UpdateKind K, class T>
__global__ void updateKernel(const __grid_constant__ Table<T> table) {
  constexpr int V = kPack<T>;
  const int index = ownerOfBlock(table.firstBlock, table.count);
  const Update<T> u = table.updates[index];
  Common<T> c = commonOf<K>(u);
  if (c.factor == T(0)) return;
  const std::int64_t block = blockIdx.x - table.firstBlock[index], begin = block * kPart<T>;
  if constexpr (K == UpdateKind::Lamb)
    if (u.norms) c.rate *= static_cast<T>(u.norms[0]);
#pragma unroll
  for (int access = 0; access < kAccesses; ++access) {
    const std::int64_t i = begin + (access * kBlockThreads + static_cast<int>(threadIdx.x)) * V;
    if (i + V <= u.count) {
      stepPack<K, V>(u, c, i);
    } else {
      for (std::int64_t k = i; k < u.count; ++k) stepPack<K, 1>(u, c, k);
    }
  }
}

// Sums the squares of LAMB's parameters and directions: two numbers per block, stored after the ratio.
template <class T>
__global__ void lambNorms(const __grid_constant__ Table<T> table) {
  const int index = ownerOfBlock(table.firstBlock, table.count);
  const Update<T> u = table.updates[index];
  if (!u.norms) return;
  const Common<T> c = commonOf<UpdateKind::Lamb>(u);
  const std::int64_t block = blockIdx.x - table.firstBlock[index], begin = block * kPart<T>;
  const std::int64_t end = begin + kPart<T> < u.count ? begin + kPart<T> : u.count;
  double values = 0, directions = 0;
  for (std::int64_t i = begin + threadIdx.x; i < end; i += kBlockThreads) {
    T gradient[1];
    loadGradient<1>(u, i, gradient);
    Element<T> e{u.variable[i], adjusted(u.numbers, c, gradient[0]), {u.states[0][i], u.states[1][i], T(0)}};
    const double before = static_cast<double>(e.value);
    const double direction =
        static_cast<double>(adamDirection(u.numbers, c, e, e.gradient) + u.numbers.decay * e.value);
    values += before * before;
    directions += direction * direction;
  }
  values = blockSum(values);
  directions = blockSum(directions);
  if (threadIdx.x != 0) return;
  u.norms[1 + 2 * block] = values;
  u.norms[2 + 2 * block] = directions;
}

// One block per update computes the trust ratio that scales its step.
template <class T>
__global__ void lambRatio(const __grid_constant__ Table<T> table) {
  const Update<T>& u = table.updates[blockIdx.x];
  if (!u.norms) return;
  const std::int64_t blocks = (u.count + kPart<T> - 1) / kPart<T>;
  double values = 0, directions = 0;
  for (std::int64_t i = threadIdx.x; i < blocks; i += blockDim.x) {
    values += u.norms[1 + 2 * i];
    directions += u.norms[2 + 2 * i];
  }
  values = blockSum(values);
  directions = blockSum(directions);
  if (threadIdx.x == 0) u.norms[0] = values > 0 && directions > 0 ? sqrt(values) / sqrt(directions) : 1.0;
}

template <UpdateKind K, class T>
cudaError_t runTable(const Table<T>& table, unsigned blocks, cudaStream_t stream) {
  if (table.count == 0) return cudaSuccess;
  if constexpr (K == UpdateKind::Lamb) {
    cudaError_t error = launch(lambNorms<T>, blocks, kBlockThreads, stream, table);
    if (error != cudaSuccess) return error;
    error = launch(lambRatio<T>, static_cast<unsigned>(table.count), kBlockThreads, stream, table);
    if (error != cudaSuccess) return error;
  }
  return launch(updateKernel<K, T>, blocks, kBlockThreads, stream, table);
}

template <UpdateKind K, class T>
cudaError_t updateAll(std::span<const Update<T>> updates, cudaStream_t stream) {
  Table<T> table;
  unsigned blocks = 0;
  for (const Update<T>& update : updates) {
    if (update.count == 0) continue;
    if (table.count == Table<T>::kMost) {
      const cudaError_t error = runTable<K>(table, blocks, stream);
      if (error != cudaSuccess) return error;
      table.count = 0;
      blocks = 0;
    }
    table.updates[table.count] = update;
    table.firstBlock[table.count++] = blocks;
    blocks += static_cast<unsigned>(blocksOf(update));
  }
  return runTable<K>(table, blocks, stream);
}

}  // namespace

std::size_t updateScratch(UpdateKind kind, bool flag, std::int64_t count) {
  if (kind != UpdateKind::Lamb || !flag) return 0;
  return (1 + 2 * static_cast<std::size_t>((count + kPart<double> - 1) / kPart<double>)) * sizeof(double);
}

template <class T>
cudaError_t update(UpdateKind kind, std::span<const Update<T>> updates, cudaStream_t stream) {
  switch (kind) {
    case UpdateKind::Sgd:
      return updateAll<UpdateKind::Sgd>(updates, stream);
    case UpdateKind::AdaGrad:
      return updateAll<UpdateKind::AdaGrad>(updates, stream);
    case UpdateKind::RmsProp:
      return updateAll<UpdateKind::RmsProp>(updates, stream);
    case UpdateKind::RmsPropCentred:
      return updateAll<UpdateKind::RmsPropCentred>(updates, stream);
    case UpdateKind::AdaDelta:
      return updateAll<UpdateKind::AdaDelta>(updates, stream);
    case UpdateKind::Adam:
      return updateAll<UpdateKind::Adam>(updates, stream);
    case UpdateKind::AdamW:
      return updateAll<UpdateKind::AdamW>(updates, stream);
    case UpdateKind::Lamb:
      return updateAll<UpdateKind::Lamb>(updates, stream);
    case UpdateKind::Accumulate:
      return updateAll<UpdateKind::Accumulate>(updates, stream);
    case UpdateKind::Average:
      return updateAll<UpdateKind::Average>(updates, stream);
  }
  return cudaErrorInvalidValue;
}

template cudaError_t update<float>(UpdateKind, std::span<const Update<float>>, cudaStream_t);
template cudaError_t update<double>(UpdateKind, std::span<const Update<double>>, cudaStream_t);

}  // namespace fovea::cuda
