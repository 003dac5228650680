#include "core/train/benchmark.h"

#include <algorithm>
#include <chrono>

#include "core/base/random.h"
#include "core/data/batch_maker.h"
#include "core/train/batch_feed.h"
#include "core/train/input_transforms.h"

namespace fovea {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Normal numbers, or whole ones in [first, last).
Tensor synthetic(const TensorType& type, std::int64_t first, std::int64_t last, Random& random) {
  Tensor tensor = Tensor::zeros(type);
  const auto whole = [&] {
    return first + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(last - first)));
  };
  if (type.dtype == DataType::Float32)
    for (float& value : tensor.values<float>()) value = static_cast<float>(random.normal());
  if (type.dtype == DataType::Int32)
    for (std::int32_t& value : tensor.values<std::int32_t>()) value = static_cast<std::int32_t>(whole());
  return tensor;
}

// As many as take a millisecond: as in training, which waits for the device only now and then.
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
    if (!options.dataset) return fillSynthetic();
    BatchLoaderOptions loading;
    loading.threads = kAutomaticThreads;
    loading.batch = options.batch;
    loading.dropLast = true;
    FOVEA_TRY(loading.transforms, inputTransforms(options.network));
    loading.transforms.push_back(normaliseFor(options.dataset->info()));
    const DatasetInfo& data = options.dataset->info();
    FOVEA_TRY(const TransformPlan plan,
              TransformPlan::make(loading.transforms, {data.inputType, data.sampleShape}, data.uniform));
    FOVEA_TRY(source_, chooseTarget(step_, data, batchInputType(data, plan)));
    loading.target = wantedTarget(source_, step_);
    if (!step_.carried.empty()) {
      FOVEA_TRY(streams_, SampleStreams::of(*options.dataset, Split::Train, options.batch));
      loading.streams = true;
    }
    FOVEA_TRY(loader_, BatchLoader::create(options.dataset, Split::Train, loading));
    return {};
  }

  // `steps` of them, and waits for the device.
  Status run(int steps) {
    for (int i = 0; i < steps; ++i) {
      if (loader_) FOVEA_CHECK(feed());
      if (const Feed* step = step_.feeds.find(FeedRole::Step))
        FOVEA_CHECK(executor_->setInput(step->value, Tensor::of<std::int64_t>(Shape(), {count_++})));
      FOVEA_CHECK(executor_->run());
    }
    return device_->synchronize();
  }

  Result<std::vector<KernelProfile>> profile() { return executor_->profile(); }
  const std::string& notRecorded() const { return executor_->report().notRecorded; }
  double flops() const { return executor_->graph().cost().flops; }
  std::uint64_t memory() const {
    std::uint64_t bytes = executor_->report().peakBytes();
    for (const Value& value : executor_->graph().values())
      if (value.kind == ValueKind::Input) bytes += value.type.bytes();
    return bytes;
  }

 private:
  Status fillSynthetic() {
    Random random(1);
    for (const Feed& feed : step_.feeds) {
      if (feed.role == FeedRole::Samples)
        FOVEA_CHECK(
            executor_->setInput(feed.value, synthetic(feed.type, 0, std::max<std::int64_t>(feed.symbols, 1), random)));
      // From 1, as 0 may stand for no class at all (in an alignment).
      if (feed.role == FeedRole::Target)
        FOVEA_CHECK(executor_->setInput(feed.value, synthetic(feed.type, step_.classes > 1 ? 1 : 0,
                                                              std::max<std::int64_t>(step_.classes, 1), random)));
      if (feed.role == FeedRole::Continues) {
        Tensor rows = Tensor::zeros(feed.type);
        std::ranges::fill(rows.values<float>(), 1.0f);
        FOVEA_CHECK(executor_->setInput(feed.value, rows));
      }
    }
    return {};
  }

  Status feed() {
    FOVEA_TRY(Batch batch, loader_->next());
    if (batch.endOfEpoch) {
      FOVEA_TRY(batch, loader_->next());
    }
    return bindBatch(step_, source_, batch, streams_ ? &*streams_ : nullptr, *executor_);
  }

  std::shared_ptr<Device> device_;
  StepGraph step_;
  std::unique_ptr<Executor> executor_;
  std::unique_ptr<BatchLoader> loader_;
  TargetSource source_ = TargetSource::None;
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
  result.imagesPerSecond = static_cast<double>(result.steps * options.batch) / before;
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
