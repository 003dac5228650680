// Why: images are converted between planes and channels last where layouts meet; both sides of the transpose access
// whole cache lines, through a tile in shared memory.
#include "core/backends/cuda/module/runtime/device_code.cuh"

namespace fovea::cuda {
namespace {

constexpr int kTile = 32;
constexpr int kTileRows = 8;

// Tiles are numbered along the columns first, then the rows, then the batch. The tile has one additional column, so
// that threads that read a column use different banks.
template <class Unit>
__global__ void transposeKernel(std::int64_t tiles, std::int64_t tilesAcross, std::int64_t tilesDown, std::int64_t rows,
                                std::int64_t columns, const Unit* source, Unit* target) {
  __shared__ Unit tile[kTile][kTile + 1];
  for (std::int64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const std::int64_t line = t / tilesAcross, batch = line / tilesDown;
    const std::int64_t column0 = (t - line * tilesAcross) * kTile, row0 = (line - batch * tilesDown) * kTile;
    const Unit* from = source + batch * rows * columns;
    Unit* to = target + batch * rows * columns;
    for (int y = threadIdx.y; y < kTile; y += kTileRows)
      if (row0 + y < rows && column0 + threadIdx.x < columns)
        tile[y][threadIdx.x] = from[(row0 + y) * columns + column0 + threadIdx.x];
    __syncthreads();
    for (int y = threadIdx.y; y < kTile; y += kTileRows)
      if (column0 + y < columns && row0 + threadIdx.x < rows)
        to[(column0 + y) * rows + row0 + threadIdx.x] = tile[threadIdx.x][y];
    __syncthreads();
  }
}

template <class Unit>
cudaError_t transposeAs(std::int64_t batch, std::int64_t rows, std::int64_t columns, const void* source, void* target,
                        cudaStream_t stream) {
  const std::int64_t across = (columns + kTile - 1) / kTile, down = (rows + kTile - 1) / kTile;
  const std::int64_t tiles = batch * across * down;
  if (tiles == 0) return cudaSuccess;
  return launch(transposeKernel<Unit>, blocksFor(tiles, 1), dim3(kTile, kTileRows), stream, tiles, across, down, rows,
                columns, static_cast<const Unit*>(source), static_cast<Unit*>(target));
}

}  // namespace

cudaError_t transpose(std::int64_t batch, std::int64_t rows, std::int64_t columns, int unit, const void* source,
                      void* target, cudaStream_t stream) {
  switch (unit) {
    case 1:
      return transposeAs<std::uint8_t>(batch, rows, columns, source, target, stream);
    case 2:
      return transposeAs<std::uint16_t>(batch, rows, columns, source, target, stream);
    case 4:
      return transposeAs<std::uint32_t>(batch, rows, columns, source, target, stream);
    case 8:
      return transposeAs<std::uint64_t>(batch, rows, columns, source, target, stream);
    default:
      return cudaErrorInvalidValue;
  }
}

}  // namespace fovea::cuda
