// Why: attention in blocks of queries, head by head: the weights of a block exist only while it is computed, so that
// memory grows linearly with the sequence length, not quadratically (Dao et al. 2022). One thread computes a head.
#include <cmath>

#include "core/backends/cpu/products/gemm.h"
#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/ops/attention_geometry.h"

namespace fovea::cpu {
namespace {

constexpr std::int64_t kQueryBlock = 64;

// Queries [begin, begin + count) of a head, and the keys that any of them attends to.
struct Block {
  std::int64_t begin, count, keys;
};

template <class Body>
void forBlocks(const AttentionGeometry& g, Body&& body) {
  for (std::int64_t begin = 0; begin < g.queries; begin += kQueryBlock) {
    const std::int64_t count = std::min(kQueryBlock, g.queries - begin);
    body(Block{begin, count, g.visible(begin + count - 1)});
  }
}

// Calls body(sample, head, scratch of this thread) for every head.
template <class Body>
void forHeads(const AttentionGeometry& g, float* scratch, std::int64_t scratchOfThread, Body&& body) {
  const double work = static_cast<double>(g.batch * g.queries) * static_cast<double>(g.keys * g.width);
  parallelTasks(g.batch * g.heads, work, [&](std::int64_t task) {
    body(task / g.heads, task % g.heads, scratch + omp_get_thread_num() * scratchOfThread);
  });
}

Gemm product(const AttentionGeometry& g, std::int64_t rows, std::int64_t columns, std::int64_t inner) {
  Gemm gemm;
  gemm.rows = rows;
  gemm.columns = columns;
  gemm.inner = inner;
  gemm.strideA = gemm.strideB = gemm.strideC = g.width;
  return gemm;
}

// scores [count, keys] = factor * rows · keysᵀ
void scoresOf(const AttentionGeometry& g, const Block& block, const float* rows, const float* keys, float factor,
              float* scores) {
  Gemm p = product(g, block.count, block.keys, g.size());
  p.transposeB = true;
  p.strideC = block.keys;
  p.factor = factor;
  gemm(p, rows, keys, scores);
}

struct Forward {
  AttentionGeometry g;
  std::int64_t scratch;

  void run(const KernelArguments& a) const {
    forHeads(g, static_cast<float*>(a.scratch), scratch, [&](std::int64_t n, std::int64_t head, float* weights) {
      const float *query = floats(a.inputs[0]), *key = floats(a.inputs[1]) + g.atKey(n, 0, head);
      const float* value = floats(a.inputs[2]) + g.atKey(n, 0, head);
      float* logSums = mutableFloats(a.outputs[1]) + (n * g.heads + head) * g.queries;
      forBlocks(g, [&](const Block& block) {
        const std::int64_t at = g.atQuery(n, block.begin, head);
        scoresOf(g, block, query + at, key, static_cast<float>(g.scale()), weights);
        for (std::int64_t i = 0; i < block.count; ++i) {
          float* row = weights + i * block.keys;
          const std::int64_t seen = g.visible(block.begin + i);
          const float largest = simd().maximum(row, seen);
          simd().exponential(row, largest, row, seen);
          const double sum = simd().sum(row, seen);
          simd().multiplyScalar(row, static_cast<float>(1.0 / sum), row, seen);
          std::fill(row + seen, row + block.keys, 0.0f);
          logSums[block.begin + i] = static_cast<float>(static_cast<double>(largest) + std::log(sum));
        }
        Gemm mean = product(g, block.count, g.size(), block.keys);
        mean.strideA = block.keys;
        gemm(mean, weights, value, mutableFloats(a.outputs[0]) + at);
      });
    });
  }
};

struct Backward {
  AttentionGeometry g;
  std::int64_t scratch;

  void run(const KernelArguments& a) const {
    forHeads(g, static_cast<float*>(a.scratch), scratch, [&](std::int64_t n, std::int64_t head, float* weights) {
      for (std::int64_t s = 0; s < g.keys; ++s)
        for (const std::size_t output : {1, 2})
          std::fill_n(mutableFloats(a.outputs[output]) + g.atKey(n, s, head), g.size(), 0.0f);
      forBlocks(g, [&](const Block& block) { runBlock(a, n, head, block, weights, weights + scratch / 2); });
    });
  }

  // Recomputes the softmax in `weights`; `gradients` become those of the scores.
  void runBlock(const KernelArguments& a, std::int64_t n, std::int64_t head, const Block& block, float* weights,
                float* gradients) const {
    const std::int64_t at = g.atQuery(n, block.begin, head), keyAt = g.atKey(n, 0, head);
    const auto scale = static_cast<float>(g.scale());
    const float *dy = floats(a.inputs[0]) + at, *query = floats(a.inputs[1]) + at, *y = floats(a.inputs[4]) + at;
    const float *key = floats(a.inputs[2]) + keyAt, *value = floats(a.inputs[3]) + keyAt;
    const float* logSums = floats(a.inputs[5]) + (n * g.heads + head) * g.queries + block.begin;
    scoresOf(g, block, query, key, scale, weights);
    scoresOf(g, block, dy, value, 1.0f, gradients);
    for (std::int64_t i = 0; i < block.count; ++i) {
      float *row = weights + i * block.keys, *gradient = gradients + i * block.keys;
      const std::int64_t seen = g.visible(block.begin + i);
      simd().exponential(row, logSums[i], row, seen);
      const double own = simd().dotDeviation(dy + i * g.width, y + i * g.width, 0.0f, g.size());
      simd().addScalar(gradient, static_cast<float>(-own), gradient, seen);
      simd().multiply(gradient, row, gradient, seen);
      std::fill(row + seen, row + block.keys, 0.0f);
      std::fill(gradient + seen, gradient + block.keys, 0.0f);
    }
    Gemm rows = product(g, block.count, g.size(), block.keys);
    rows.strideA = block.keys;
    rows.factor = scale;
    gemm(rows, gradients, key, mutableFloats(a.outputs[0]) + at);
    Gemm columns = product(g, block.keys, g.size(), block.count);
    columns.transposeA = true;
    columns.strideA = block.keys;
    columns.accumulate = true;
    gemm(columns, weights, dy, mutableFloats(a.outputs[2]) + keyAt);
    columns.factor = scale;
    gemm(columns, gradients, query, mutableFloats(a.outputs[1]) + keyAt);
  }
};

template <class Kind>
Result<KernelPlan> createAttention(const KernelRequest& request, std::size_t query, std::int64_t matrices) {
  const AttentionGeometry g =
      readAttention(request.attributes, request.inputs[query].shape, request.inputs[query + 1].shape);
  // Rounded up to whole cache lines, so that threads do not share any.
  const std::int64_t matrix = (std::min(kQueryBlock, g.queries) * g.keys + 15) / 16 * 16;
  const Kind kind{g, matrices * matrix};
  KernelPlan plan = densePlan(request, [kind](const KernelArguments& a) { kind.run(a); });
  plan.scratchBytes = static_cast<std::size_t>(omp_get_max_threads() * matrices * matrix) * sizeof(float);
  plan.detail = "dnnl_sgemm, " + std::string(simd().name);
  return plan;
}

}  // namespace

void addAttentionKernels(KernelRegistry& registry) {
  registry.add("attention", float32Entry("cpu.attention", [](const KernelRequest& request, Device&) {
                 return createAttention<Forward>(request, 0, 1);
               }));
  registry.add("attention_backward", float32Entry("cpu.attention_backward", [](const KernelRequest& request, Device&) {
                 return createAttention<Backward>(request, 1, 2);
               }));
}

}  // namespace fovea::cpu
