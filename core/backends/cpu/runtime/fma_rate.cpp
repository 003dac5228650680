// Why: a fraction of peak is meaningful only relative to the multiply-add rate that this machine has just reached.
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "core/backends/cpu/runtime/processor.h"
#include "core/backends/cpu/simd/simd.h"

namespace fovea::cpu {

double measureFmaRate(int threads) {
  const SimdKernels& kernels = simd();
  constexpr std::int64_t kRounds = 100'000;
  constexpr int kRuns = 100;
  std::vector<float> results(static_cast<std::size_t>(threads) * 16, 0.0f);
  double best = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> seconds(static_cast<std::size_t>(threads), 0.0);
    // Each thread measures its own time between two barriers, which excludes the start of the threads.
#pragma omp parallel num_threads(threads)
    {
      const auto thread = static_cast<std::size_t>(omp_get_thread_num());
#pragma omp barrier
      const auto start = std::chrono::steady_clock::now();
      results[thread * 16] = kernels.multiplyAdds(kRounds);
      seconds[thread] = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    const double slowest = *std::max_element(seconds.begin(), seconds.end());
    const double flops =
        2.0 * static_cast<double>(kernels.multiplyAddsPerRound) * static_cast<double>(kRounds) * threads;
    if (slowest > 0) best = std::max(best, flops / slowest);
  }
  return best;
}

}  // namespace fovea::cpu
