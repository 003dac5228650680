#include "core/data/loading/loader_benchmark.h"

#include <algorithm>
#include <chrono>

#include "core/data/loading/batch_maker.h"
#include "core/data/loading/batch_supply.h"

namespace fovea {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kTurnSeconds = 0.25;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Decodes inputs one by one.
class Decoder {
 public:
  Decoder(const Dataset& dataset, const LoaderBenchmarkOptions& options) : dataset_(dataset), options_(options) {
    order_ = sampleOrder(dataset.size(options.split), 1, 0);
  }

  // Measures inputs per second over about kTurnSeconds.
  Result<double> turn() {
    const auto start = Clock::now();
    std::int64_t done = 0;
    double seconds = 0;
    do {
      FOVEA_TRY(const Content input, dataset_.input(options_.split, order_[next_]));
      next_ = (next_ + 1) % order_.size();
      decoded_.resize(input.type.bytes());
      FOVEA_CHECK(decodeContent(input, decoded_.data()));
      ++done;
    } while ((seconds = secondsSince(start)) < kTurnSeconds);
    return static_cast<double>(done) / seconds;
  }

 private:
  const Dataset& dataset_;
  const LoaderBenchmarkOptions& options_;
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;
  std::vector<std::uint8_t> decoded_;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

Result<LoaderBenchmarkResult> benchmarkLoader(std::shared_ptr<const Dataset> dataset,
                                              const LoaderBenchmarkOptions& options) {
  if (options.threads < 1) return fail(ErrorCode::InvalidArgument, "A loader is measured with at least one thread.");
  BatchLoaderOptions loading;
  loading.transforms = options.transforms;
  loading.batch = std::min(options.batch, std::max<std::int64_t>(dataset->size(options.split), 1));
  // One thread means the calling thread alone, so that no batch is made before the measurement.
  loading.threads = options.threads == 1 ? 0 : options.threads;
  FOVEA_TRY(const BatchMaker maker, BatchMaker::make(*dataset, options.transforms));
  FOVEA_TRY(const std::unique_ptr<BatchSource> loader, supplyOf(dataset)->open({options.split, loading, {}, {}}));
  Decoder decoder(*dataset, options);
  LoaderBenchmarkResult result;
  result.output = maker.inputType();
  FOVEA_TRY([[maybe_unused]] const Batch warm, loader->next());
  FOVEA_TRY([[maybe_unused]] const double warmRate, decoder.turn());
  std::vector<double> decodes, loads;
  const auto start = Clock::now();
  double loadSeconds = 0;
  do {
    FOVEA_TRY(const double rate, decoder.turn());
    decodes.push_back(rate);
    const auto turn = Clock::now();
    std::int64_t done = 0;
    double seconds = 0;
    // Batches made during the decoder's turn do not count.
    for (int ahead = loading.threads == 0 ? 0 : loading.prefetch; ahead > 0; --ahead) {
      FOVEA_TRY([[maybe_unused]] const Batch batch, loader->next());
    }
    const auto counted = loading.threads == 0 ? turn : Clock::now();
    do {
      FOVEA_TRY(const Batch batch, loader->next());
      done += batch.size();
    } while ((seconds = secondsSince(counted)) < kTurnSeconds);
    result.samples += done;
    loadSeconds += seconds;
    loads.push_back(static_cast<double>(done) / seconds / options.threads);
  } while (secondsSince(start) < options.seconds);
  result.decodesPerSecond = median(std::move(decodes));
  result.perThread = median(std::move(loads));
  result.samplesPerSecond = static_cast<double>(result.samples) / loadSeconds;
  return result;
}

}  // namespace fovea
