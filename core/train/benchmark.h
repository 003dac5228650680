// Why: how fast a network runs on a device, against the arithmetic that the device can do, measured in one process.
#pragma once
#include "core/data/dataset.h"
#include "core/train/training_graph.h"

namespace fovea {

struct BenchmarkOptions {
  Network network;
  std::int64_t batch = 64;
  bool training = true;  // false: the forward pass as inference does it
  double seconds = 5;    // of the measured window
  double warmUpSeconds = 1;
  std::string precision = "f32";           // "bf16", "f16": of what is computed
  bool exact = false;                      // no algorithms that trade rounding for speed
  bool capture = true;                     // false: the step runs kernel by kernel, to find a fault
  bool serial = false;                     // recorded, but with its kernels one after the other
  std::shared_ptr<const Dataset> dataset;  // null: synthetic input, set once
};

struct BenchmarkResult {
  std::int64_t batch = 0;
  std::int64_t steps = 0;
  double imagesPerSecond = 0;     // over the whole window
  double medianMilliseconds = 0;  // of one step; of steps too short to be waited for singly, the mean of some in a row
  double p99Milliseconds = 0;
  std::uint64_t peakMemoryBytes = 0;  // arena, variables, scratch and inputs
  double flopsPerStep = 0;
  double gflops = 0;      // achieved
  double peakGflops = 0;  // fused multiply-adds × 2, measured just before on the same threads; 0 if not measurable
  double fractionOfPeak() const { return peakGflops > 0 ? gflops / peakGflops : 0; }
  std::string notRecorded;             // why the step ran kernel by kernel though it was to be recorded
  std::vector<KernelProfile> profile;  // one step, kernel by kernel
};

// Fails as buildTrainingGraph() and Executor::compile().
Result<BenchmarkResult> runBenchmark(const BenchmarkOptions& options, std::shared_ptr<Device> device);

}  // namespace fovea
