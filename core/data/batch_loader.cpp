#include "core/data/batch_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <numeric>
#include <optional>
#include <system_error>
#include <thread>

#include "core/base/guarded.h"
#include "core/data/batch_maker.h"
#include "core/data/batch_pool.h"

namespace fovea {
namespace {

constexpr std::uint64_t kOrderStream = 0x4f52444eull << 32;  // keeps these numbers apart from those of the transforms
constexpr int kMaximumThreads = 256;
constexpr int kMaximumPrefetch = 1024;
constexpr std::size_t kSlotsPerThread = 2;
// Batches after which is seen how long they were waited for, and the share of the time that is too long.
constexpr int kBatchesToJudge = 8;
constexpr double kLongWait = 0.1;

// One batch to make, or the end of an epoch when `count` is 0.
struct Job {
  std::uint64_t sequence = 0;
  std::int64_t epoch = 0;
  std::int64_t first = 0;
  std::int64_t count = 0;
};

// A finished job that waits for next().
struct Slot {
  bool ready = false;
  std::optional<Error> error;
  Batch batch;
};

// How many threads there may come to be: as many as cores, and fewer where the batches that they keep ready would take
// much memory.
int mostThreads(const BatchMaker& maker, std::int64_t batch) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  const std::uint64_t bytes =
      (maker.inputType().bytes() + maker.targetType().bytes()) * static_cast<std::uint64_t>(batch);
  const std::uint64_t fitting = kMostBytes / (kSlotsPerThread * std::max<std::uint64_t>(bytes, 1));
  const auto cores = static_cast<std::uint64_t>(std::max(1u, std::thread::hardware_concurrency()));
  return static_cast<int>(std::clamp<std::uint64_t>(std::min(cores, fitting), 1, kMaximumThreads));
}

// Whether next() may make a batch itself: see kAutomaticThreads.
bool isCheap(const Dataset& dataset, Split split, const BatchLoaderOptions& options) {
  constexpr std::int64_t kFewPixels = std::int64_t{1} << 18;
  constexpr std::int64_t kFitsInMemory = std::int64_t{1} << 29;
  const std::int64_t pixels = dataset.info().sampleShape.elementCount();
  const auto first = dataset.input(split, 0);  // others are mostly like it
  if (first.ok() && first->encoding != Encoding::Raw) return false;
  return options.batch * pixels <= kFewPixels && dataset.info().samples() * pixels <= kFitsInMemory;
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
  if (options.threads < kAutomaticThreads || options.threads > kMaximumThreads)
    return invalid(fmt::format("A loader uses from 0 to {} threads, not {}.", kMaximumThreads, options.threads));
  if (options.prefetch < 1 || options.prefetch > kMaximumPrefetch)
    return invalid(
        fmt::format("A loader keeps from 1 to {} batches ready, not {}.", kMaximumPrefetch, options.prefetch));
  if (options.startEpoch < 0 || options.startEpoch >= (std::int64_t{1} << 32) || options.startPosition < 0 ||
      options.startPosition > size)
    return invalid(fmt::format("There is no position {} in epoch {}: the {} split has {} samples.",
                               options.startPosition, options.startEpoch, splitName(split), size));
  if (options.streams && options.startPosition % options.batch != 0 && options.startPosition != size)
    return invalid(fmt::format("Streams of samples go on with whole batches of {}, not behind sample {}.",
                               options.batch, options.startPosition));
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

  std::shared_ptr<const Dataset> dataset;
  Split split = Split::Train;
  BatchLoaderOptions options;
  std::int64_t size = 0;
  BatchMaker maker;
  std::shared_ptr<BatchPool> pool;
  BatchMaker::Scratch ownScratch;  // of next(), when there are no threads

  std::mutex orderMutex;
  std::array<std::pair<std::int64_t, Order>, 2> orders{
      {{-1, nullptr}, {-1, nullptr}}};  // of the last even and odd epoch

  using Clock = std::chrono::steady_clock;
  std::mutex mutex;  // guards what follows
  std::condition_variable room;
  std::condition_variable ready;
  std::vector<Slot> slots;  // the job of sequence s waits in slots[s % slots.size()]
  std::size_t limit = 0;    // how many of them are used
  int mostThreads = 0;      // that there may come to be
  int judged = 0;           // batches since `since`, with the seconds that were waited for them
  double waited = 0;
  Clock::time_point since{};
  std::uint64_t claimed = 0;
  std::uint64_t consumed = 0;
  std::int64_t epoch = 0;
  std::int64_t position = 0;
  std::optional<Error> failure;
  bool stopping = false;
  std::vector<std::thread> threads;

  State(std::shared_ptr<const Dataset> d, Split s, BatchLoaderOptions o, BatchMaker m)
      : dataset(std::move(d)),
        split(s),
        options(std::move(o)),
        size(dataset->size(split)),
        maker(std::move(m)),
        pool(std::make_shared<BatchPool>(maker)),
        slots(static_cast<std::size_t>(options.prefetch)),
        limit(slots.size()),
        epoch(options.startEpoch),
        position(options.startPosition) {}

  ~State() {
    {
      const std::lock_guard lock(mutex);
      stopping = true;
    }
    room.notify_all();
    for (std::thread& thread : threads) thread.join();
  }

  // Under `mutex`: the next job in the order of the data.
  Job claim() {
    const std::int64_t left = size - position;
    if (left <= 0 || (options.dropLast && left < options.batch)) {
      const Job marker{claimed++, epoch, position, 0};
      ++epoch;
      position = 0;
      return marker;
    }
    const Job job{claimed++, epoch, position, std::min(left, options.batch)};
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
    FOVEA_TRY(Batch batch, pool->take(job.count));
    batch.epoch = job.epoch;
    batch.firstPosition = job.first;
    batch.endOfEpoch = false;
    const Order order = orderOf(job.epoch);
    for (std::int64_t i = 0; i < job.count; ++i) {
      const std::int64_t place = job.first + i;
      batch.indices[static_cast<std::size_t>(i)] = order             ? (*order)[static_cast<std::size_t>(place)]
                                                   : options.streams ? streamSample(size, options.batch, place)
                                                                     : place;
    }
    FOVEA_CHECK(maker.fill(split, options.seed, batch, scratch));
    return batch;
  } catch (...) {
    return caughtError().within("preparing a batch");
  }

  void work() {
    BatchMaker::Scratch scratch;
    std::unique_lock lock(mutex);
    for (;;) {
      room.wait(lock, [&] { return stopping || (!failure && claimed - consumed < limit); });
      if (stopping) return;
      const Job job = claim();
      lock.unlock();
      auto made = make(job, scratch);
      lock.lock();
      Slot& slot = slots[job.sequence % slots.size()];
      if (made.ok())
        slot.batch = std::move(made).value();
      else
        slot.error = std::move(made).error();
      slot.ready = true;
      if (job.sequence == consumed) ready.notify_one();
    }
  }

  // If the system gives no more threads, the present ones do the work.
  void addThread() try {
    threads.emplace_back([this] { work(); });
    limit = std::min(slots.size(), std::max(limit, kSlotsPerThread * threads.size()));
  } catch (const std::system_error&) {
    if (threads.empty()) throw;
    mostThreads = 0;
  }

  // Waits for the slot; where such waits take too much of the time, there is one more thread from now on.
  void waitAndJudge(std::unique_lock<std::mutex>& lock, const Slot& slot) {
    const Clock::time_point begun = Clock::now();
    ready.wait(lock, [&] { return slot.ready; });
    const Clock::time_point now = Clock::now();
    const auto seconds = [](Clock::duration time) { return std::chrono::duration<double>(time).count(); };
    waited += seconds(now - begun);
    if (consumed == 0) {  // nothing could have been ready
      since = now;
      waited = 0;
    } else if (++judged >= kBatchesToJudge) {
      if (waited > kLongWait * seconds(now - since)) addThread();
      judged = 0;
      waited = 0;
      since = now;
    }
  }

  Result<Batch> takeReady() {
    std::unique_lock lock(mutex);
    if (failure) return *failure;
    Slot& slot = slots[consumed % slots.size()];
    if (std::ssize(threads) < mostThreads)
      waitAndJudge(lock, slot);
    else
      ready.wait(lock, [&] { return slot.ready; });
    if (slot.error) {
      failure = std::move(slot.error);
      return *failure;
    }
    Batch batch = std::move(slot.batch);
    slot.ready = false;
    ++consumed;
    // Woken at half full rather than for each batch: on few cores a switch of threads costs more than a small batch.
    if (claimed - consumed <= limit / 2) room.notify_all();
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
  FOVEA_TRY(BatchMaker maker, BatchMaker::make(*dataset, options.transforms, options.target));
  auto state = std::make_unique<State>(std::move(dataset), split, std::move(options), std::move(maker));
  int threads = state->options.threads;
  if (threads == kAutomaticThreads) {
    threads = isCheap(*state->dataset, split, state->options) ? 0 : 1;
    state->mostThreads = threads == 0 ? 0 : mostThreads(state->maker, state->options.batch);
    const std::size_t most = kSlotsPerThread * static_cast<std::size_t>(state->mostThreads);
    state->slots = std::vector<Slot>(std::max(state->slots.size(), most));
  }
  const std::lock_guard lock(state->mutex);
  for (int i = 0; i < threads; ++i) state->addThread();
  return std::unique_ptr<BatchLoader>(new BatchLoader(std::move(state)));
} catch (...) {
  return caughtError().within("preparing to load batches");
}

Result<Batch> BatchLoader::next() {
  return state_->threads.empty() ? state_->makeNow() : state_->takeReady();
}

int BatchLoader::threads() const {
  const std::lock_guard lock(state_->mutex);
  return static_cast<int>(state_->threads.size());
}

std::int64_t BatchLoader::samplesPerEpoch() const {
  const std::int64_t batch = state_->options.batch;
  return state_->options.dropLast ? state_->size / batch * batch : state_->size;
}

std::int64_t BatchLoader::batchesPerEpoch() const {
  return (samplesPerEpoch() + state_->options.batch - 1) / state_->options.batch;
}

}  // namespace fovea
