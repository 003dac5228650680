// Why: measures how many samples a second one core prepares, and how much of that is decoding. Both are measured in one
// process in alternating turns, so that other load on the machine affects both equally.
#pragma once
#include <memory>

#include "core/data/loading/batch_loader.h"

namespace fovea {

struct LoaderBenchmarkOptions {
  Split split = Split::Train;
  TransformList transforms;
  std::int64_t batch = 64;  // at most the samples of the split
  int threads = 1;          // threads that make batches
  double seconds = 4;       // duration of both measurements together
};

struct LoaderBenchmarkResult {
  std::int64_t samples = 0;     // samples prepared
  double samplesPerSecond = 0;  // all threads together
  double decodesPerSecond = 0;  // inputs decoded a second, without other work, on one thread; the median of the turns
  double perThread = 0;         // samples prepared a second by each thread; the median of the turns
  TensorType output;            // type of one prepared sample

  // The rate of one loading thread as a share of the rate of decoding alone.
  double share() const { return decodesPerSecond > 0 ? perThread / decodesPerSecond : 0; }
};

// Fails as BatchLoader::create() and next().
Result<LoaderBenchmarkResult> benchmarkLoader(std::shared_ptr<const Dataset> dataset,
                                              const LoaderBenchmarkOptions& options);

}  // namespace fovea
