// Why: slicing and concatenating copy rows of bytes between two pitches.
#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {
namespace {

template <class Unit>
__global__ void copyKernel(std::int64_t count, bool narrow, BlockCopy shape, const Unit* source, Unit* target) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const std::int64_t row = quotient(i, shape.width, narrow);
    const std::int64_t column = i - row * shape.width;
    target[row * shape.targetPitch + column] = source[row * shape.sourcePitch + column];
  }
}

template <class Unit>
__global__ void spreadKernel(std::int64_t count, bool narrow, BlockCopy shape, std::int64_t start, const Unit* source,
                             Unit* target) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const std::int64_t row = quotient(i, shape.targetPitch, narrow);
    const std::int64_t column = i - row * shape.targetPitch - start;
    target[i] = column >= 0 && column < shape.width ? source[row * shape.sourcePitch + column] : Unit{};
  }
}

template <class Unit>
__global__ void gatherKernel(std::int64_t count, bool narrowCount, BroadcastAxes axes, const Unit* source,
                             Unit* target) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    std::int64_t rest = i, place = 0;
    for (int axis = axes.rank - 1; axis >= 0; --axis) {
      const std::int64_t outer = quotient(rest, axes.extent[axis], narrowCount);
      place += (rest - outer * axes.extent[axis]) * axes.strideA[axis];
      rest = outer;
    }
    target[i] = source[place];
  }
}

// The largest unit of 1 to 16 bytes that every address and every number of bytes is a multiple of.
int unitOf(const BlockCopy& shape, std::int64_t start, const void* source, const void* target) {
  const std::uint64_t all = static_cast<std::uint64_t>(shape.width | shape.targetPitch | shape.sourcePitch | start) |
                            reinterpret_cast<std::uintptr_t>(source) | reinterpret_cast<std::uintptr_t>(target);
  int unit = 16;
  while (all % static_cast<std::uint64_t>(unit) != 0) unit /= 2;
  return unit;
}

BlockCopy inUnits(const BlockCopy& bytes, std::int64_t unit) {
  return {bytes.rows, bytes.width / unit, bytes.targetPitch / unit, bytes.sourcePitch / unit};
}

// Calls f(Unit{}) with a type of `unit` bytes.
template <class F>
cudaError_t withUnit(int unit, F&& f) {
  switch (unit) {
    case 16:
      return f(uint4{});
    case 8:
      return f(uint2{});
    case 4:
      return f(std::uint32_t{});
    case 2:
      return f(std::uint16_t{});
    default:
      return f(std::uint8_t{});
  }
}

}  // namespace

cudaError_t copyBlocks(const BlockCopy& shape, const void* source, void* target, cudaStream_t stream) {
  if (shape.rows == 0 || shape.width == 0) return cudaSuccess;
  const int unit = unitOf(shape, 0, source, target);
  const BlockCopy units = inUnits(shape, unit);
  const std::int64_t count = units.rows * units.width;
  return withUnit(unit, [&]<class Unit>(Unit) {
    return launch(copyKernel<Unit>, blocksFor(count), kBlockThreads, stream, count, isNarrow(count), units,
                  static_cast<const Unit*>(source), static_cast<Unit*>(target));
  });
}

cudaError_t spreadBlocks(const BlockCopy& shape, std::int64_t start, const void* source, void* target,
                         cudaStream_t stream) {
  if (shape.rows == 0 || shape.targetPitch == 0) return cudaSuccess;
  const int unit = unitOf(shape, start, source, target);
  const BlockCopy units = inUnits(shape, unit);
  const std::int64_t count = units.rows * units.targetPitch;
  return withUnit(unit, [&]<class Unit>(Unit) {
    return launch(spreadKernel<Unit>, blocksFor(count), kBlockThreads, stream, count, isNarrow(count), units,
                  start / unit, static_cast<const Unit*>(source), static_cast<Unit*>(target));
  });
}

cudaError_t gather(std::int64_t n, const BroadcastAxes& axes, int unit, const void* source, void* target,
                   cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  return withUnit(unit, [&]<class Unit>(Unit) {
    return launch(gatherKernel<Unit>, blocksFor(n), kBlockThreads, stream, n, isNarrow(n), axes,
                  static_cast<const Unit*>(source), static_cast<Unit*>(target));
  });
}

}  // namespace fovea::cuda
