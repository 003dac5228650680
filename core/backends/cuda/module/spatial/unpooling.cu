// Why: unpooling writes to the positions in the indices, and several indices may be equal. To add in a fixed order,
// each output position gets a list of the inputs that name it, and its own thread adds them in ascending order.
#include "core/backends/cuda/module/runtime/device_code.cuh"
#include "core/backends/cuda/module/spatial/places.h"

namespace fovea::cuda {
namespace {

// Maps the plane of element i to the plane in the other value, which has another size.
struct Plane {
  std::int64_t first, step;  // position p of the other plane lies at first + p * step
  std::int64_t position;     // position of element i in its plane
};

__device__ Plane planeOf(const Unpooling& s, std::int64_t i, std::int64_t own, std::int64_t other, bool narrowCount) {
  std::int64_t channel = 0, step = 1;
  if (s.channelsLast) {
    step = s.channels;
    const std::int64_t place = quotient(i, step, narrowCount);
    channel = i - place * step;
    i = place;
  }
  const std::int64_t plane = quotient(i, own, narrowCount);
  return {plane * other * step + channel, step, i - plane * own};
}

// heads[place of y] is the last linked position of x, next[place of x] the one before it; -1: none.
__global__ void linkIndices(std::int64_t count, bool narrowCount, Unpooling s, const std::int32_t* indices,
                            std::int32_t* heads, std::int32_t* next) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const std::int64_t index = indices[i];
    if (index < 0 || index >= s.outputs) continue;
    const Plane plane = planeOf(s, i, s.inputs, s.outputs, narrowCount);
    next[i] = atomicExch(heads + plane.first + index * plane.step, static_cast<std::int32_t>(plane.position));
  }
}

// Adds x at the positions of the list in ascending order: searches the list for the next one, or scans all indices if
// the list is long.
template <class T>
__device__ Compute<T> sumOfList(const Unpooling& s, const Plane& plane, std::int32_t head, const T* x,
                                const std::int32_t* indices, const std::int32_t* next) {
  const auto placeOf = [&](std::int64_t position) { return plane.first + position * plane.step; };
  std::int64_t length = 0;
  for (std::int32_t at = head; at >= 0; at = next[placeOf(at)]) ++length;
  Compute<T> sum = 0;
  if (length * length > s.inputs) {
    for (std::int64_t position = 0; position < s.inputs; ++position)
      if (indices[placeOf(position)] == plane.position) sum += widen(x[placeOf(position)]);
    return sum;
  }
  std::int32_t last = -1;
  for (std::int64_t i = 0; i < length; ++i) {
    std::int32_t smallest = -1;
    for (std::int32_t at = head; at >= 0; at = next[placeOf(at)])
      if (at > last && (smallest < 0 || at < smallest)) smallest = at;
    sum += widen(x[placeOf(smallest)]);
    last = smallest;
  }
  return sum;
}

template <class T>
__global__ void sumLists(std::int64_t count, bool narrowCount, Unpooling s, const T* x, const std::int32_t* indices,
                         const std::int32_t* heads, const std::int32_t* next, T* y) {
  for (std::int64_t o = globalThread(); o < count; o += gridThreads()) {
    const std::int32_t head = heads[o];
    Compute<T> sum = 0;
    if (head >= 0) sum = sumOfList(s, planeOf(s, o, s.outputs, s.inputs, narrowCount), head, x, indices, next);
    y[o] = narrow<T>(sum);
  }
}

template <class T>
__global__ void pickPlaces(std::int64_t count, bool narrowCount, Unpooling s, const T* dy, const std::int32_t* indices,
                           T* dx) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const std::int64_t index = indices[i];
    const Plane plane = planeOf(s, i, s.inputs, s.outputs, narrowCount);
    const bool inside = index >= 0 && index < s.outputs;
    dx[i] = inside ? dy[plane.first + index * plane.step] : narrow<T>(Compute<T>(0));
  }
}

std::int64_t inputsOf(const Unpooling& s) {
  return s.batch * s.channels * s.inputs;
}
std::int64_t outputsOf(const Unpooling& s) {
  return s.batch * s.channels * s.outputs;
}

}  // namespace

std::size_t maxUnpoolScratch(const Unpooling& shape) {
  return static_cast<std::size_t>(inputsOf(shape) + outputsOf(shape)) * sizeof(std::int32_t);
}

template <class T>
cudaError_t maxUnpool(const Unpooling& shape, const T* x, const std::int32_t* indices, T* y, void* scratch,
                      cudaStream_t stream) {
  const std::int64_t inputs = inputsOf(shape), outputs = outputsOf(shape);
  if (outputs == 0) return cudaSuccess;
  auto* const heads = static_cast<std::int32_t*>(scratch);
  std::int32_t* const next = heads + outputs;
  const bool narrowCount = isNarrow(inputs) && isNarrow(outputs);
  cudaError_t error = cudaMemsetAsync(heads, 0xFF, static_cast<std::size_t>(outputs) * sizeof(std::int32_t), stream);
  if (error == cudaSuccess && inputs > 0)
    error =
        launch(linkIndices, blocksFor(inputs), kBlockThreads, stream, inputs, narrowCount, shape, indices, heads, next);
  if (error != cudaSuccess) return error;
  return launch(sumLists<T>, blocksFor(outputs), kBlockThreads, stream, outputs, narrowCount, shape, x, indices, heads,
                next, y);
}

template <class T>
cudaError_t maxUnpoolBackward(const Unpooling& shape, const T* dy, const std::int32_t* indices, T* dx,
                              cudaStream_t stream) {
  const std::int64_t count = inputsOf(shape);
  if (count == 0) return cudaSuccess;
  return launch(pickPlaces<T>, blocksFor(count), kBlockThreads, stream, count,
                isNarrow(count) && isNarrow(outputsOf(shape)), shape, dy, indices, dx);
}

#define FOVEA_INSTANTIATE(T)                                                                                   \
  template cudaError_t maxUnpool<T>(const Unpooling&, const T*, const std::int32_t*, T*, void*, cudaStream_t); \
  template cudaError_t maxUnpoolBackward<T>(const Unpooling&, const T*, const std::int32_t*, T*, cudaStream_t);
FOVEA_INSTANTIATE(float)
FOVEA_INSTANTIATE(double)
FOVEA_INSTANTIATE(__half)
FOVEA_INSTANTIATE(__nv_bfloat16)
#undef FOVEA_INSTANTIATE

}  // namespace fovea::cuda
