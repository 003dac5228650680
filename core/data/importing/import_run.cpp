#include "core/data/importing/import_run.h"

#include <algorithm>
#include <thread>

#include "core/data/importing/ordered_work.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kReportItems = 128;
constexpr std::chrono::milliseconds kReportInterval(100);
// The work that a kill may lose grows with the work already done: at most a sixteenth of it, within these bounds.
constexpr std::uint64_t kShareAtRisk = 16;
constexpr std::uint64_t kLargestSegment = std::uint64_t{1} << 30;
constexpr double kLongestSegmentSeconds = 60;
// a segment is at least this many times as large as the statistics beside it
constexpr std::uint64_t kStatisticsShare = 8;

int threadsFor(const ImportTuning& tuning) {
  // One more than the number of cores, since one may wait for the disk.
  return tuning.threads > 0 ? tuning.threads : 1 + std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

Error cancelled() {
  return fail(ErrorCode::Cancelled, "The import was cancelled; nothing was written.");
}

}  // namespace

ImportRun::ImportRun(ImportTask task, fs::path folder, ImportJournal& journal, KnownSamples& known,
                     std::optional<SampleStatistics> statistics)
    : task_(std::move(task)),
      folder_(std::move(folder)),
      journal_(journal),
      known_(known),
      builder_(folder_, journal.manifest, std::move(statistics)) {}

Status ImportRun::run() {
  const ItemPreparation preparation(task_.source, task_.options, task_.plan, known_.origins);
  const std::int64_t end = task_.source.size();
  FOVEA_TRY(const auto work, OrderedWork::start([&](std::int64_t index) { return preparation.prepare(index); },
                                                journal_.done, end, threadsFor(task_.tuning)));
  while (journal_.done < end) {
    if (task_.cancel.cancelled()) return cancelled();
    FOVEA_TRY(PreparedItem item, work->next());
    FOVEA_CHECK(take(std::move(item)));
    ++journal_.done;
    report(end);
    if (isTimeToSeal()) FOVEA_CHECK(seal());
  }
  if (task_.cancel.cancelled()) return cancelled();
  return seal();
}

Status ImportRun::take(PreparedItem item) {
  if (task_.note) task_.note(journal_.done, item);
  if (item.leftOut) return {};
  if (item.unchanged) {
    ++journal_.duplicates;
    keepNotTaken(item);
    return {};
  }
  if (item.error) {
    if (item.error->code == ErrorCode::OutOfMemory || item.error->code == ErrorCode::Cancelled) return *item.error;
    skip(item, item.error->message, false);
    return {};
  }
  auto split = static_cast<Split>(item.split);
  if (const auto known = known_.splits.find(item.hash)) {
    if (task_.replaced)
      if (const auto own = task_.replaced(journal_.done, item)) return write(item, *own);
    ++journal_.duplicates;
    if (*known & KnownSamples::kInBase) keepNotTaken(item);
    if ((*known & KnownSamples::kInBase) || task_.options.duplicates == "leave_out") return {};
    const auto first = static_cast<Split>(*known & KnownSamples::kSplitBits);
    const SplitsOfSource& named = task_.plan.named;
    if (!(item.item.split && named.fixes(*item.item.split)) && !named.fixes(first)) split = first;
    journal_.betweenSplits += split != first;
  }
  return write(item, split);
}

Status ImportRun::write(const PreparedItem& item, Split split) {
  const std::uint64_t before = builder_.openBytes();
  if (const Status status = builder_.add(item.view(split), item.facts); !status.ok()) {
    if (status.error().code != ErrorCode::InvalidArgument) return status;
    skip(item, status.error().message, false);
    return {};
  }
  for (const std::string& reason : item.notTaken) skip(item, reason, true);
  writtenBytes_ += builder_.openBytes() - before;
  known_.splits.add(item.hash, static_cast<std::uint8_t>(split));
  ++journal_.added;
  return {};
}

void ImportRun::skip(const PreparedItem& item, const std::string& reason, bool stored) {
  ++journal_.skippedCount;
  if (journal_.skipped.size() < kListedSkips)
    journal_.skipped.push_back({item.item.source, item.item.sourceIndex, reason, {}, stored});
}

// An item that the data set has is not written again, and the stored sample still lacks what it lacked.
void ImportRun::keepNotTaken(const PreparedItem& item) {
  const auto [begin, end] = task_.notTaken.equal_range({item.item.source, item.item.sourceIndex});
  for (auto each = begin; each != end; ++each) skip(item, each->second, true);
}

bool ImportRun::isTimeToSeal() const {
  const std::uint64_t open = builder_.openBytes();
  if (open == 0) return false;
  const std::uint64_t least = std::max(task_.tuning.sealBytes, std::min(writtenBytes_ / kShareAtRisk, kLargestSegment));
  if (open >= std::max(least, kStatisticsShare * builder_.statisticsBytes())) return true;
  const auto now = Clock::now();
  const double work = std::chrono::duration<double>(now - start_).count();
  const double wait = std::max(task_.tuning.sealSeconds, std::min(work / kShareAtRisk, kLongestSegmentSeconds));
  return std::chrono::duration<double>(now - lastSeal_).count() >= wait;
}

Status ImportRun::seal() {
  const std::string oldStatistics = journal_.manifest.statistics.file;
  FOVEA_TRY(journal_.manifest, builder_.seal());
  FOVEA_CHECK(writeJournal(folder_, journal_));
  std::error_code code;
  if (oldStatistics != journal_.manifest.statistics.file && !oldStatistics.empty())
    fs::remove(folder_ / oldStatistics, code);
  lastSeal_ = Clock::now();
  return {};
}

void ImportRun::report(std::int64_t end) {
  if (!task_.progress) return;
  const auto now = Clock::now();
  if (journal_.done < end && journal_.done - reported_ < kReportItems && now - lastReport_ < kReportInterval) return;
  reported_ = journal_.done;
  lastReport_ = now;
  task_.progress({"Reading samples", static_cast<std::uint64_t>(journal_.done), static_cast<std::uint64_t>(end)});
}

}  // namespace fovea
