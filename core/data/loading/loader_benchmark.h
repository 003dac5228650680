// Why: how many samples a second a core makes ready, and how much of that is decoding, measured in one process and by
// turns, so that what else the machine does falls on both alike.
#pragma once
#include <memory>

#include "core/data/loading/batch_loader.h"

namespace fovea {

struct LoaderBenchmarkOptions {
  Split split = Split::Train;
  TransformList transforms;
  std::int64_t batch = 64;  // at most the samples of the split
  int threads = 1;          // that make batches
  double seconds = 4;       // of both together
};

struct LoaderBenchmarkResult {
  std::int64_t samples = 0;     // made ready
  double samplesPerSecond = 0;  // by all threads
  double decodesPerSecond = 0;  // inputs decoded and nothing else, on one thread; the median of the turns
  double perThread = 0;         // samples a second; the median of the turns
  TensorType output;            // of one sample

  // What a core keeps of the rate of decoding alone.
  double share() const { return decodesPerSecond > 0 ? perThread / decodesPerSecond : 0; }
};

// Fails as BatchLoader::create() and next().
Result<LoaderBenchmarkResult> benchmarkLoader(std::shared_ptr<const Dataset> dataset,
                                              const LoaderBenchmarkOptions& options);

}  // namespace fovea
