// Why: at usual batch sizes one step of an RNN is too small for a matrix library, and launches and loading the weights
// dominate its time; here one kernel computes the sums over the hidden state and the cells of a step.
//
// A block computes sums of 16 rows × 32 samples. Its warps share the terms of the sums, each lane holds 4 rows × 4
// samples, and the warps' parts are added in a fixed order. Backward there are fewer rows with more terms: several
// blocks share the terms of one set of rows, and the last to finish adds their parts, in order, and computes the cells.
#include "core/backends/cuda/module/recurrent/recurrent_cells.cuh"

namespace fovea::cuda {
namespace {

constexpr int kBatch = kStepBatch, kRows = kStepRows;
constexpr int kWarps = 16;
constexpr int kThreads = 32 * kWarps;

using Sums = float[kWarps][kRows][kBatch];

// Units per block in the forward pass, and rows of the packed weight per unit.
__host__ __device__ inline int rowsOfUnit(RecurrentKind kind) {
  return kind == RecurrentKind::Lstm || kind == RecurrentKind::Gru ? 4 : 1;
}

// Adds rows[k][·]ᵀ · columns[k][·] for the terms of this warp and leaves the complete sums in parts[0]. Every thread of
// the block must call it; `rows` points to 16 adjacent elements of a row of `rowPitch`, `columns` to 32.
__device__ inline void multiplyTile(std::int64_t terms, const float* rows, std::int64_t rowPitch, const float* columns,
                                    Sums& parts) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::int64_t share = terms / kWarps;
  rows += warp * share * rowPitch + lane / 8 * 4;
  columns += warp * share * kBatch + lane % 8 * 4;
  float sums[4][4] = {};
#pragma unroll 8
  for (std::int64_t k = 0; k < share; ++k) {
    const auto a = *reinterpret_cast<const Pack<float, 4>*>(rows + k * rowPitch);
    const auto b = *reinterpret_cast<const Pack<float, 4>*>(columns + k * kBatch);
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) sums[i][j] += a.values[i] * b.values[j];
  }
#pragma unroll
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<Pack<float, 4>*>(&parts[warp][lane / 8 * 4 + i][lane % 8 * 4]) =
        Pack<float, 4>{{sums[i][0], sums[i][1], sums[i][2], sums[i][3]}};
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int part = 0; part < kWarps; ++part) sum += parts[part][warp][lane];
  parts[0][warp][lane] = sum;
  __syncthreads();
}

__global__ void __launch_bounds__(kThreads, 1) forwardKernel(RecurrentForward<float> s, RecurrentTiles tiles) {
  alignas(16) __shared__ Sums parts;
  const int rows = rowsOfUnit(s.kind), units = kRows / rows;
  const int local = threadIdx.x % units, column = threadIdx.x / units;
  const std::int64_t unit = static_cast<std::int64_t>(blockIdx.x) * units + local;
  const std::int64_t n = static_cast<std::int64_t>(blockIdx.y) * kBatch + column;
  const std::int64_t tile = blockIdx.y * s.units * kBatch, at = tile + unit * kBatch + column;
  const bool mine = column < kBatch && n < s.batch;
  ForwardInputs<float> inputs{};
  if (mine) inputs = readInputs(s, n, unit, tiles.before + at);
  multiplyTile(s.units, tiles.weight + blockIdx.x * s.units * kRows, kRows, tiles.before + tile, parts);
  if (!mine) return;
  float sums[kMaximumGates] = {};
#pragma unroll
  for (int row = 0; row < kMaximumGates; ++row)
    if (row < rows) sums[row] = parts[0][local * rows + row][column];
  const float hidden = forwardCell(s, inputs, n, unit, sums);
  tiles.after[at] = hidden;
  if (tiles.last) tiles.last[n * s.units + unit] = hidden;
}

// True in the last block to finish among those that share rows, which can read the others' parts. Every thread must
// call it.
__device__ inline bool comesLast(unsigned* counter) {
  __shared__ bool last;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();  // the writes of the whole block come before the count
    last = atomicAdd(counter, 1u) + 1 == gridDim.z;
    if (last) *counter = 0;
    __threadfence();
  }
  __syncthreads();
  return last;
}

// The gradient of the state through the sums of the next step, one thread per unit and sample of the block's tile.
// Returns false except in the last block of its rows.
__device__ inline bool sumOfNext(const RecurrentBackward<float>& s, const RecurrentTiles& tiles, float& sum) {
  alignas(16) __shared__ Sums parts;
  const unsigned rows = static_cast<unsigned>(s.units) * gatesOf(s.kind), share = rows / gridDim.z;
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.z) * share;
  multiplyTile(share, tiles.weight + first * s.units + blockIdx.x * kRows, s.units,
               tiles.before + (static_cast<std::int64_t>(blockIdx.y) * rows + first) * kBatch, parts);
  sum = parts[0][threadIdx.x % kRows][threadIdx.x / kRows];
  if (gridDim.z == 1) return true;
  const std::int64_t group = static_cast<std::int64_t>(blockIdx.y) * gridDim.x + blockIdx.x;
  float* shared = tiles.parts + group * gridDim.z * kThreads + threadIdx.x;
  shared[blockIdx.z * kThreads] = sum;
  if (!comesLast(tiles.counters + group)) return false;
  sum = 0;
  for (unsigned part = 0; part < gridDim.z; ++part) sum += __ldcg(shared + part * kThreads);
  return true;
}

__global__ void __launch_bounds__(kThreads, 1) backwardKernel(RecurrentBackward<float> s, RecurrentTiles tiles) {
  const int column = threadIdx.x / kRows;
  const std::int64_t unit = static_cast<std::int64_t>(blockIdx.x) * kRows + threadIdx.x % kRows;
  const std::int64_t n = static_cast<std::int64_t>(blockIdx.y) * kBatch + column;
  const bool mine = n < s.batch;
  // Loaded early, by all blocks that share the rows: loading takes as long as the sums.
  BackwardInputs<float> inputs{};
  if (mine && tiles.after) inputs = readInputs(s, n, unit);
  float sum = 0;
  if (tiles.before && !sumOfNext(s, tiles, sum)) return;
  if (!mine) return;
  if (!tiles.after) {
    tiles.last[n * s.units + unit] = s.carried ? sum + s.carried[n * s.units + unit] : sum;
    return;
  }
  float gradients[kMaximumGates] = {};
  backwardCell(s, inputs, n, unit, sum, gradients);
  const int gates = gatesOf(s.kind);
#pragma unroll
  for (int gate = 0; gate < kMaximumGates; ++gate)
    if (gate < gates)
      tiles.after[((static_cast<std::int64_t>(blockIdx.y) * gates + gate) * s.units + unit) * kBatch + column] =
          gradients[gate];
}

// Writes [block of units][term][row], with zeros for the fourth gate, which a GRU lacks.
__global__ void packWeightKernel(RecurrentKind kind, std::int64_t units, const float* weight, float* packed) {
  __shared__ float tile[kRows][33];
  const int rows = rowsOfUnit(kind), gates = gatesOf(kind);
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.y) * 32;
  const int row = threadIdx.x / 32, gate = row % rows;
  const std::int64_t unit = static_cast<std::int64_t>(blockIdx.x) * (kRows / rows) + row / rows;
  const std::int64_t term = first + threadIdx.x % 32;
  if (term < units) tile[row][threadIdx.x % 32] = gate < gates ? weight[(gate * units + unit) * units + term] : 0.0f;
  __syncthreads();
  const std::int64_t to = first + threadIdx.x / kRows;
  if (to < units)
    packed[(blockIdx.x * units + to) * kRows + threadIdx.x % kRows] = tile[threadIdx.x % kRows][threadIdx.x / kRows];
}

__global__ void packStateKernel(std::int64_t count, std::int64_t batch, std::int64_t units, const float* hidden,
                                float* tiles) {
  for (std::int64_t i = globalThread(); i < count; i += gridThreads()) {
    const std::int64_t n = i / (units * kBatch) * kBatch + i % kBatch, unit = i / kBatch % units;
    tiles[i] = hidden && n < batch ? hidden[n * units + unit] : 0.0f;
  }
}

unsigned batchTiles(std::int64_t batch) {
  return static_cast<unsigned>((batch + kBatch - 1) / kBatch);
}

}  // namespace

int recurrentParts(RecurrentKind kind, std::int64_t batch, std::int64_t units) {
  constexpr std::int64_t kBlocks = 128, kMostParts = 8;
  const std::int64_t groups = units / kRows * batchTiles(batch), shares = gatesOf(kind) * units / kWarps;
  std::int64_t parts = 1;
  while (parts < kMostParts && shares % (2 * parts) == 0 && groups * 2 * parts <= kBlocks) parts *= 2;
  return static_cast<int>(parts);
}

cudaError_t packRecurrentWeight(RecurrentKind kind, std::int64_t units, const float* weight, float* packed,
                                cudaStream_t stream) {
  const dim3 blocks(static_cast<unsigned>(units / (kRows / rowsOfUnit(kind))),
                    static_cast<unsigned>((units + 31) / 32));
  return launch(packWeightKernel, blocks, kThreads, stream, kind, units, weight, packed);
}

cudaError_t packRecurrentState(std::int64_t batch, std::int64_t units, const float* hidden, float* tiles,
                               cudaStream_t stream) {
  const std::int64_t count = batchTiles(batch) * units * kBatch;
  return launch(packStateKernel, blocksFor(count), kBlockThreads, stream, count, batch, units, hidden, tiles);
}

cudaError_t recurrentForwardStep(const RecurrentForward<float>& step, const RecurrentTiles& tiles,
                                 cudaStream_t stream) {
  const dim3 blocks(static_cast<unsigned>(step.units * rowsOfUnit(step.kind) / kRows), batchTiles(step.batch));
  return launch(forwardKernel, blocks, kThreads, stream, step, tiles);
}

cudaError_t recurrentBackwardStep(const RecurrentBackward<float>& step, const RecurrentTiles& tiles,
                                  cudaStream_t stream) {
  const int parts = tiles.before ? recurrentParts(step.kind, step.batch, step.units) : 1;
  const dim3 blocks(static_cast<unsigned>(step.units / kRows), batchTiles(step.batch), static_cast<unsigned>(parts));
  return launch(backwardKernel, blocks, kThreads, stream, step, tiles);
}

}  // namespace fovea::cuda
