#include "core/train/benchmark.h"

#include <algorithm>
#include <chrono>

#include "core/base/random.h"
#include "core/data/batch_loader.h"

namespace fovea {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The compiled step with its input, synthetic or from a data set.
class Bench {
 public:
  Status prepare(const BenchmarkOptions& options, std::shared_ptr<Device> device) {
    device_ = device;
    TrainingSettings settings;
    settings.batch = options.batch;
    settings.learningRate = 0.001;
    FOVEA_TRY(step_, options.training ? buildTrainingGraph(options.network, settings, options.batch)
                                      : buildInferenceGraph(options.network, options.batch));
    auto store = std::make_shared<VariableStore>(device);
    for (const VariableInfo& variable : step_.variables)
      FOVEA_CHECK(store->write(variable.name, initialValue(variable, 1)));
    FOVEA_TRY(executor_, Executor::compile(step_.graph, store));
    if (step_.learningRate.valid())
      FOVEA_CHECK(executor_->setInput(step_.learningRate, Tensor::of<float>(Shape(), {0.001f})));
    if (!options.dataset) return fillSynthetic(options.batch);
    BatchLoaderOptions loading;
    loading.threads = kAutomaticThreads;
    loading.batch = options.batch;
    loading.dropLast = true;
    loading.transforms = {normaliseFor(options.dataset->info())};
    FOVEA_TRY(loader_, BatchLoader::create(options.dataset, Split::Train, loading));
    return {};
  }

  Status runOnce() {
    if (loader_) FOVEA_CHECK(feed());
    if (step_.step.valid()) FOVEA_CHECK(executor_->setInput(step_.step, Tensor::of<std::int64_t>(Shape(), {count_++})));
    FOVEA_CHECK(executor_->run());
    return device_->synchronize();
  }

  Result<std::vector<KernelProfile>> profile() { return executor_->profile(); }
  double flops() const { return executor_->graph().cost().flops; }
  std::uint64_t memory() const {
    std::uint64_t bytes = executor_->report().peakBytes();
    for (const Value& value : executor_->graph().values())
      if (value.kind == ValueKind::Input) bytes += value.type.bytes();
    return bytes;
  }

 private:
  Status fillSynthetic(std::int64_t batch) {
    Random random(1);
    Tensor images = Tensor::make(step_.graph->value(step_.input).type);
    for (float& pixel : images.values<float>()) pixel = static_cast<float>(random.normal());
    FOVEA_CHECK(executor_->setInput(step_.input, images));
    if (!step_.target.valid()) return {};
    Tensor labels = Tensor::make({DataType::Int32, Shape({batch})});
    for (std::int32_t& label : labels.values<std::int32_t>())
      label =
          static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(std::max<std::int64_t>(step_.classes, 1))));
    return executor_->setInput(step_.target, labels);
  }

  Status feed() {
    FOVEA_TRY(Batch batch, loader_->next());
    if (batch.endOfEpoch) {
      FOVEA_TRY(batch, loader_->next());
    }
    FOVEA_CHECK(executor_->setInput(step_.input, batch.images));
    return step_.target.valid() ? executor_->setInput(step_.target, batch.labels) : Status();
  }

  std::shared_ptr<Device> device_;
  StepGraph step_;
  std::unique_ptr<Executor> executor_;
  std::unique_ptr<BatchLoader> loader_;
  std::int64_t count_ = 0;
};

}  // namespace

Result<BenchmarkResult> runBenchmark(const BenchmarkOptions& options, std::shared_ptr<Device> device) {
  Bench bench;
  FOVEA_CHECK(bench.prepare(options, device));
  const auto warmUp = Clock::now();
  do FOVEA_CHECK(bench.runOnce());
  while (secondsSince(warmUp) < options.warmUpSeconds);

  BenchmarkResult result;
  result.batch = options.batch;
  if (const auto peak = device->measurePeakFlops(); peak.ok()) result.peakGflops = *peak / 1e9;
  std::vector<double> times;
  const auto start = Clock::now();
  double before = 0;
  do {
    FOVEA_CHECK(bench.runOnce());
    const double now = secondsSince(start);
    times.push_back((now - before) * 1e3);
    before = now;
  } while (before < options.seconds);
  result.steps = static_cast<std::int64_t>(times.size());
  result.imagesPerSecond = static_cast<double>(result.steps * options.batch) / before;
  std::sort(times.begin(), times.end());
  result.medianMilliseconds = times[times.size() / 2];
  result.p99Milliseconds = times[std::min(times.size() - 1, times.size() * 99 / 100)];
  result.peakMemoryBytes = bench.memory();
  result.flopsPerStep = bench.flops();
  result.gflops = bench.flops() * static_cast<double>(result.steps) / before / 1e9;
  FOVEA_TRY(result.profile, bench.profile());
  return result;
}

}  // namespace fovea
