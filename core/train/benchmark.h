// Why: measures a network's speed on a device and compares it with the device's peak arithmetic, in one process.
#pragma once
#include "core/data/store/dataset.h"
#include "core/train/training_graph.h"

namespace fovea {

struct BenchmarkOptions {
  Network network;
  std::int64_t batch = 64;
  bool training = true;  // false: the forward pass as in inference
  double seconds = 5;    // length of the measured window
  double warmUpSeconds = 1;
  std::string precision = "f32";           // "bf16", "f16": of the computation
  bool exact = false;                      // forbids algorithms that trade rounding for speed
  bool capture = true;                     // false: runs kernel by kernel, to find faults
  bool serial = false;                     // recorded as a graph, but with sequential kernels
  std::shared_ptr<const Dataset> dataset;  // null: synthetic input, set once
};

struct BenchmarkResult {
  std::int64_t batch = 0;
  std::int64_t steps = 0;
  double samplesPerSecond = 0;    // over the whole window
  double medianMilliseconds = 0;  // per step; for very short steps the mean over several in a row
  double p99Milliseconds = 0;
  std::uint64_t peakMemoryBytes = 0;  // arena, variables, scratch and inputs
  double flopsPerStep = 0;
  double gflops = 0;      // achieved
  double peakGflops = 0;  // fused multiply-adds × 2, measured just before on the same threads; 0 if not measurable
  double fractionOfPeak() const { return peakGflops > 0 ? gflops / peakGflops : 0; }
  std::string notRecorded;             // why the step ran kernel by kernel although recording was requested
  std::vector<KernelProfile> profile;  // one step, kernel by kernel
};

// Fails like buildTrainingGraph() and Executor::compile().
Result<BenchmarkResult> runBenchmark(const BenchmarkOptions& options, std::shared_ptr<Device> device);

}  // namespace fovea
