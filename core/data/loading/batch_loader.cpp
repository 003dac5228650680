#include "core/data/loading/batch_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

#include "core/base/guarded.h"
#include "core/base/ordered_producer.h"
#include "core/data/loading/batch_maker.h"
#include "core/data/loading/batch_pool.h"
#include "core/data/loading/batch_share.h"

namespace fovea {
namespace {

// separates these random numbers from those of the transforms
constexpr std::uint64_t kOrderStream = 0x4f52444eull << 32;
constexpr int kMaximumThreads = 256;
constexpr int kMaximumPrefetch = 1024;
constexpr std::size_t kSlotsPerThread = 2;
// Number of batches between checks of the waiting time, and the fraction of the time that is too much.
constexpr int kBatchesToJudge = 8;
constexpr double kLongWait = 0.1;

// The maximum number of threads: the number of cores, or fewer if the prepared batches would need much memory.
int mostThreads(const BatchMaker& maker, std::int64_t batch) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  const std::uint64_t bytes =
      (maker.inputType().bytes() + maker.targetType().bytes()) * static_cast<std::uint64_t>(batch);
  const std::uint64_t fitting = kMostBytes / (kSlotsPerThread * std::max<std::uint64_t>(bytes, 1));
  const auto cores = static_cast<std::uint64_t>(std::max(1u, std::thread::hardware_concurrency()));
  return static_cast<int>(std::clamp<std::uint64_t>(std::min(cores, fitting), 1, kMaximumThreads));
}

Status checkPosition(std::int64_t size, Split split, const BatchLoaderOptions& options,
                     const SourcePosition& position) {
  const auto [epoch, sample] = position;
  if (epoch < 0 || epoch >= (std::int64_t{1} << 32) || sample < 0 || sample > size)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("There is no position {} in epoch {}: the {} split has {} samples.", sample, epoch,
                            splitName(split), size));
  if (options.streams && sample % options.batch != 0 && sample != size)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("Parallel rows of samples continue in whole batches of {}, not after sample {}.",
                            options.batch, sample));
  return {};
}

Status checkOptions(const Dataset& dataset, Split split, const BatchLoaderOptions& options) {
  const std::int64_t size = dataset.size(split);
  const auto invalid = [](std::string message, std::string advice = {}) {
    return fail(ErrorCode::InvalidArgument, std::move(message), std::move(advice));
  };
  if (options.batch < 1) return invalid(fmt::format("A batch has at least one sample, not {}.", options.batch));
  if (size == 0)
    return invalid(fmt::format("The {} split of {} has no samples.", splitName(split), dataset.info().name),
                   "Import the data set again with a share for it.");
  if (options.batch > size)
    return invalid(fmt::format("A batch of {} samples is larger than the {} split of {}, which has {}.", options.batch,
                               splitName(split), dataset.info().name, size),
                   fmt::format("Choose a batch of at most {}.", size));
  if (options.ranks < 1 || options.rank < 0 || options.rank >= options.ranks)
    return invalid(fmt::format("There is no rank {} of {}.", options.rank, options.ranks));
  if (options.threads < kAutomaticThreads || options.threads > kMaximumThreads)
    return invalid(fmt::format("A loader uses from 0 to {} threads, not {}.", kMaximumThreads, options.threads));
  if (options.prefetch < 1 || options.prefetch > kMaximumPrefetch)
    return invalid(
        fmt::format("A loader keeps from 1 to {} batches ready, not {}.", kMaximumPrefetch, options.prefetch));
  FOVEA_CHECK(checkPosition(size, split, options, {options.startEpoch, options.startPosition}));
  const DatasetInfo& info = dataset.info();
  std::vector<std::int64_t> extents(info.sampleShape.begin(), info.sampleShape.end());
  extents.insert(extents.begin(), options.batch);
  if (auto whole = Shape::make(extents); !whole.ok()) return std::move(whole).error();
  return {};
}

}  // namespace

std::vector<std::uint32_t> sampleOrder(std::int64_t count, std::uint64_t seed, std::int64_t epoch) {
  std::vector<std::uint32_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0u);
  Random random(seed, kOrderStream | static_cast<std::uint64_t>(epoch));
  for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[random.below(left)]);
  return order;
}

std::int64_t streamSample(std::int64_t count, std::int64_t streams, std::int64_t position) {
  const std::int64_t row = position % streams, batch = position / streams;
  return row * (count / streams) + std::min(row, count % streams) + batch;
}

struct BatchLoader::State {
  using Order = std::shared_ptr<const std::vector<std::uint32_t>>;

  // One batch to make, or the end of an epoch if `count` is 0.
  struct Job {
    std::int64_t epoch = 0;
    std::int64_t first = 0;
    std::int64_t count = 0;
  };

  std::shared_ptr<const Dataset> dataset;
  Split split = Split::Train;
  BatchLoaderOptions options;
  std::int64_t size = 0;
  BatchMaker maker;
  std::shared_ptr<BatchPool> pool;
  BatchMaker::Scratch ownScratch;  // used by next() when there are no threads

  std::mutex orderMutex;
  std::array<std::pair<std::int64_t, Order>, 2> orders{
      {{-1, nullptr}, {-1, nullptr}}};  // for the last even and the last odd epoch

  using Producer = OrderedProducer<Job, Batch>;
  using Clock = Producer::Clock;
  std::int64_t epoch = 0;  // the next job with its position; used by whoever claims a job
  std::int64_t position = 0;
  // the position after the last batch that next() returned; used only by its caller, like everything below
  SourcePosition given;
  std::optional<Error> failure;
  LoadingStatistics loading;
  std::size_t slots = 0;  // maximum number of prepared batches
  int mostThreads = 0;    // maximum number of threads
  std::atomic<int> threads = 0;
  int judged = 0;  // batches since `since`, and the seconds spent waiting for them
  double waited = 0;
  bool first = true;  // true for the first batch
  Clock::time_point since{};
  // Null if next() makes the batches itself. Must be the last member, so that it is destroyed first.
  std::unique_ptr<Producer> producer;

  State(std::shared_ptr<const Dataset> d, Split s, BatchLoaderOptions o, BatchMaker m)
      : dataset(std::move(d)),
        split(s),
        options(std::move(o)),
        size(dataset->size(split)),
        maker(std::move(m)),
        pool(std::make_shared<BatchPool>(maker)),
        epoch(options.startEpoch),
        position(options.startPosition),
        given{epoch, position},
        slots(static_cast<std::size_t>(options.prefetch)) {}

  // Starts `count` threads that make batches in advance; 0: none.
  Status begin(int count) {
    if (count == 0) return {};
    const auto ownMake = [this]() -> Producer::Make {
      return [this, scratch = std::make_shared<BatchMaker::Scratch>()](Job& job) { return make(job, *scratch); };
    };
    producer = std::make_unique<Producer>([this] { return std::optional(claim()); }, ownMake,
                                          Producer::Options{.slots = slots, .ahead = ahead(count)});
    for (int i = 0; i < count; ++i)
      if (const Status added = addThread(); !added.ok() && i == 0) return added;
    return {};
  }

  // Discards prepared batches, and continues from another position with as many threads as before.
  Status restartAt(const SourcePosition& wanted) {
    const int count = threads;
    producer.reset();
    threads = 0;
    judged = 0;
    first = true;
    failure.reset();
    epoch = wanted.epoch;
    position = wanted.sample;
    given = wanted;
    return begin(count);
  }

  // The next job in data order.
  Job claim() {
    const std::int64_t left = size - position;
    if (left <= 0 || (options.dropLast && left < options.batch)) {
      const Job marker{epoch, position, 0};
      ++epoch;
      position = 0;
      return marker;
    }
    const Job job{epoch, position, std::min(left, options.batch)};
    position += job.count;
    return job;
  }

  Order orderOf(std::int64_t wanted) {
    if (!options.shuffle || options.streams) return nullptr;
    const std::lock_guard lock(orderMutex);
    auto& [known, order] = orders[static_cast<std::size_t>(wanted % 2)];
    if (known != wanted) {
      order = std::make_shared<const std::vector<std::uint32_t>>(sampleOrder(size, options.seed, wanted));
      known = wanted;
    }
    return order;
  }

  Result<Batch> make(const Job& job, BatchMaker::Scratch& scratch) try {
    if (job.count == 0) {
      Batch marker;
      marker.epoch = job.epoch;
      marker.firstPosition = job.first;
      marker.endOfEpoch = true;
      return marker;
    }
    const BatchShare share = shareOfBatch(job.count, options.rank, options.ranks);
    // Mixing also needs the samples of other ranks.
    const bool makesAll = maker.mixes() || options.ranks == 1;
    const std::int64_t begin = makesAll ? 0 : share.first, count = makesAll ? job.count : share.count;
    FOVEA_TRY(Batch batch, pool->take(count));
    batch.epoch = job.epoch;
    batch.firstPosition = job.first;
    batch.whole = options.ranks == 1 ? 0 : job.count;
    batch.endOfEpoch = false;
    const Order order = orderOf(job.epoch);
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t place = job.first + begin + i;
      batch.indices[static_cast<std::size_t>(i)] = order             ? (*order)[static_cast<std::size_t>(place)]
                                                   : options.streams ? streamSample(size, options.batch, place)
                                                                     : place;
    }
    FOVEA_CHECK(maker.fill(split, options.seed, batch, scratch));
    return count == share.count ? std::move(batch) : takeRows(batch, share);
  } catch (...) {
    return caughtError().within("preparing a batch");
  }

  // Copies the rows of one rank out of the batch of all ranks.
  Result<Batch> takeRows(const Batch& all, const BatchShare& share) {
    FOVEA_TRY(Batch batch, pool->take(share.count));
    const auto copyRows = [&](const Tensor& from, Tensor& to) {
      if (!from.defined()) return;
      const std::size_t row = from.bytes() / static_cast<std::size_t>(all.size());
      std::memcpy(to.raw(), static_cast<const std::byte*>(from.raw()) + row * static_cast<std::size_t>(share.first),
                  row * static_cast<std::size_t>(share.count));
    };
    for (std::size_t i = 0; i < all.inputs.size(); ++i) copyRows(all.inputs[i].values, batch.inputs[i].values);
    copyRows(all.labels, batch.labels);
    copyRows(all.target, batch.target);
    copyRows(all.lengths, batch.lengths);
    batch.indices.assign(all.indices.begin() + share.first, all.indices.begin() + share.first + share.count);
    batch.epoch = all.epoch;
    batch.firstPosition = all.firstPosition;
    batch.whole = all.size();
    batch.endOfEpoch = false;
    return batch;
  }

  // The number of batches that `count` threads keep prepared.
  std::size_t ahead(int count) const {
    return std::max(static_cast<std::size_t>(options.prefetch), kSlotsPerThread * static_cast<std::size_t>(count));
  }

  // If the system refuses a thread, the existing ones continue.
  Status addThread() {
    Status added = producer->addThread();
    if (added.ok()) {
      ++threads;
      producer->setAhead(ahead(threads));
    } else {
      mostThreads = 0;
    }
    return added;
  }

  // Adds a thread if too much of the time is spent waiting for batches.
  void judge(Clock::duration time) {
    const Clock::time_point now = Clock::now();
    const auto seconds = [](Clock::duration each) { return std::chrono::duration<double>(each).count(); };
    waited += seconds(time);
    if (std::exchange(first, false)) {  // no batch could have been ready yet
      since = now;
      waited = 0;
    } else if (++judged >= kBatchesToJudge) {
      if (waited > kLongWait * seconds(now - since)) (void)addThread();
      judged = 0;
      waited = 0;
      since = now;
    }
  }

  Result<Batch> takeReady() {
    if (failure) return *failure;
    const bool judges = threads < mostThreads;
    Clock::duration time{};
    Result<Batch> batch = producer->next(judges ? &time : nullptr);
    if (!batch.ok()) {
      failure = batch.error();
      producer->end();
      return batch;
    }
    if (judges) judge(time);
    return batch;
  }

  Result<Batch> makeNow() {
    if (failure) return *failure;
    auto made = make(claim(), ownScratch);
    if (!made.ok()) failure = made.error();
    return made;
  }
};

BatchLoader::BatchLoader(std::unique_ptr<State> state) : state_(std::move(state)) {}
BatchLoader::~BatchLoader() = default;

Result<std::unique_ptr<BatchLoader>> BatchLoader::create(std::shared_ptr<const Dataset> dataset, Split split,
                                                         BatchLoaderOptions options) try {
  FOVEA_CHECK(checkOptions(*dataset, split, options));
  FOVEA_TRY(BatchMaker maker, BatchMaker::make(*dataset, options.transforms, options.target, options.parts));
  auto state = std::make_unique<State>(std::move(dataset), split, std::move(options), std::move(maker));
  int threads = state->options.threads;
  if (threads == kAutomaticThreads) {
    threads = state->maker.isCheap(split, state->options.batch) ? 0 : 1;
    state->mostThreads = threads == 0 ? 0 : mostThreads(state->maker, state->options.batch);
    state->slots = std::max(state->slots, kSlotsPerThread * static_cast<std::size_t>(state->mostThreads));
  }
  FOVEA_CHECK(state->begin(threads));
  return std::unique_ptr<BatchLoader>(new BatchLoader(std::move(state)));
} catch (...) {
  return caughtError().within("preparing to load batches");
}

Result<Batch> BatchLoader::next() {
  const State::Clock::time_point begun = State::Clock::now();
  auto batch = state_->producer ? state_->takeReady() : state_->makeNow();
  LoadingStatistics& loading = state_->loading;
  loading.seconds += std::chrono::duration<double>(State::Clock::now() - begun).count();
  if (!batch.ok()) return batch;
  state_->given =
      batch->endOfEpoch ? SourcePosition{batch->epoch + 1, 0} : SourcePosition{batch->epoch, batch->nextPosition()};
  loading.batches += batch->endOfEpoch ? 0 : 1;
  loading.samples += batch->size();
  return batch;
}

SourcePosition BatchLoader::position() const {
  return state_->given;
}

Status BatchLoader::restore(const SourcePosition& position) try {
  FOVEA_CHECK(checkPosition(state_->size, state_->split, state_->options, position));
  return state_->restartAt(position);
} catch (...) {
  return caughtError().within("preparing to load batches");
}

LoadingStatistics BatchLoader::statistics() const {
  LoadingStatistics statistics = state_->loading;
  statistics.threads = threads();
  return statistics;
}

int BatchLoader::threads() const {
  return state_->threads;
}

std::int64_t BatchLoader::samplesPerEpoch() const {
  const std::int64_t batch = state_->options.batch;
  return state_->options.dropLast ? state_->size / batch * batch : state_->size;
}

std::int64_t BatchLoader::batchesPerEpoch() const {
  return (samplesPerEpoch() + state_->options.batch - 1) / state_->options.batch;
}

}  // namespace fovea
