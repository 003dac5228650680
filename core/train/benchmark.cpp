#include "core/train/benchmark.h"

#include <algorithm>
#include <chrono>

#include "core/data/loading/batch_maker.h"
#include "core/data/loading/made_batches.h"
#include "core/train/batch_feed.h"
#include "core/train/input_transforms.h"

namespace fovea {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Returns the number of steps that take about a millisecond: training, too, rarely waits for the device.
int stepsInARow(double secondsOfOne) {
  return std::clamp(static_cast<int>(1e-3 / secondsOfOne), 1, 64);
}

// The compiled step with its input, synthetic or from a data set.
class Bench {
 public:
  Status prepare(const BenchmarkOptions& options, std::shared_ptr<Device> device) {
    device_ = device;
    TrainingSettings settings;
    settings.batch = options.batch;
    settings.learningRate = 0.001;
    settings.precision = options.precision;
    settings.exact = options.exact;
    FOVEA_TRY(step_, options.training ? buildTrainingGraph(options.network, settings, options.batch)
                                      : buildInferenceGraph(options.network, options.batch, options.precision));
    auto store = std::make_shared<VariableStore>(device);
    for (const VariableInfo& variable : step_.variables)
      FOVEA_CHECK(store->promise(variable.name, variable.type, [variable] { return initialValue(variable, 1); }));
    CompileOptions compiling = compileOptions(settings);
    compiling.consumeVariables = !options.training;
    compiling.capture = options.capture;
    compiling.serial = options.serial;
    FOVEA_TRY(executor_, Executor::compile(step_.graph, store, compiling));
    if (const Feed* rate = step_.feeds.find(FeedRole::LearningRate))
      FOVEA_CHECK(executor_->setInput(rate->value, Tensor::of<float>(Shape(), {0.001f})));
    return options.dataset ? openDataset(options) : openSynthetic(options);
  }

  // Runs `steps` steps, and waits for the device.
  Status run(int steps) {
    for (int i = 0; i < steps; ++i) {
      FOVEA_CHECK(feed());
      if (const Feed* step = step_.feeds.find(FeedRole::Step))
        FOVEA_CHECK(executor_->setInput(step->value, Tensor::of<std::int64_t>(Shape(), {count_++})));
      FOVEA_CHECK(executor_->run());
    }
    return device_->synchronize();
  }

  Result<std::vector<KernelProfile>> profile() { return executor_->profile(); }
  const std::string& notRecorded() const { return executor_->report().notRecorded; }
  double flops() const { return executor_->graph().cost().flops; }
  std::uint64_t memory() const { return executor_->report().peakBytes(); }

 private:
  // Reuses one batch, so that only the network is measured.
  Status openSynthetic(const BenchmarkOptions& options) {
    SourceRequest request;
    request.loading.batch = options.batch;
    request.loading.seed = 1;
    askForFeeds(step_, request);
    target_ = TargetSource::Batch;
    FOVEA_TRY(source_, syntheticSupply(true)->open(request));
    return {};
  }

  Status openDataset(const BenchmarkOptions& options) {
    SourceRequest request;
    BatchLoaderOptions& loading = request.loading;
    loading.threads = kAutomaticThreads;
    loading.batch = options.batch;
    loading.dropLast = true;
    FOVEA_TRY(loading.transforms, inputTransforms(options.network));
    loading.transforms.push_back(normaliseFor(options.dataset->info()));
    const DatasetInfo& data = options.dataset->info();
    FOVEA_TRY(const TransformPlan plan,
              TransformPlan::make(loading.transforms, {data.inputType, data.sampleShape}, data.uniform));
    FOVEA_TRY(target_, chooseTarget(step_, data, batchInputType(data, plan)));
    loading.target = wantedTarget(target_, step_);
    if (!step_.carried.empty()) {
      FOVEA_TRY(streams_, SampleStreams::of(*options.dataset, Split::Train, options.batch));
      loading.streams = true;
    }
    FOVEA_TRY(source_, supplyOf(options.dataset)->open(request));
    return {};
  }

  Status feed() {
    if (fed_ && source_->repeats()) return {};
    fed_ = true;
    FOVEA_TRY(Batch batch, source_->next());
    if (batch.endOfEpoch) {
      FOVEA_TRY(batch, source_->next());
    }
    return bindBatch(step_, target_, batch, streams_ ? &*streams_ : nullptr, *executor_);
  }

  std::shared_ptr<Device> device_;
  StepGraph step_;
  std::unique_ptr<Executor> executor_;
  std::unique_ptr<BatchSource> source_;
  TargetSource target_ = TargetSource::None;
  bool fed_ = false;
  std::optional<SampleStreams> streams_;
  std::int64_t count_ = 0;
};

}  // namespace

Result<BenchmarkResult> runBenchmark(const BenchmarkOptions& options, std::shared_ptr<Device> device) {
  Bench bench;
  FOVEA_CHECK(bench.prepare(options, device));
  const auto warmUp = Clock::now();
  std::int64_t warmUpSteps = 0;
  do {
    FOVEA_CHECK(bench.run(1));
    ++warmUpSteps;
  } while (secondsSince(warmUp) < options.warmUpSeconds);
  const int group = device->queues() ? stepsInARow(secondsSince(warmUp) / static_cast<double>(warmUpSteps)) : 1;

  BenchmarkResult result;
  result.batch = options.batch;
  if (const auto peak = device->measurePeakFlops(); peak.ok()) result.peakGflops = *peak / 1e9;
  std::vector<double> times;
  const auto start = Clock::now();
  double before = 0;
  do {
    FOVEA_CHECK(bench.run(group));
    const double now = secondsSince(start);
    times.push_back((now - before) * 1e3 / group);
    before = now;
  } while (before < options.seconds);
  result.steps = static_cast<std::int64_t>(times.size()) * group;
  result.samplesPerSecond = static_cast<double>(result.steps * options.batch) / before;
  std::sort(times.begin(), times.end());
  result.medianMilliseconds = times[times.size() / 2];
  result.p99Milliseconds = times[std::min(times.size() - 1, times.size() * 99 / 100)];
  result.peakMemoryBytes = bench.memory();
  result.notRecorded = bench.notRecorded();
  result.flopsPerStep = bench.flops();
  result.gflops = bench.flops() * static_cast<double>(result.steps) / before / 1e9;
  FOVEA_TRY(result.profile, bench.profile());
  return result;
}

}  // namespace fovea
