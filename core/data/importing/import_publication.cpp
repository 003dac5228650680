#include "core/data/importing/import_publication.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/data/importing/import_job.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

class Publication {
 public:
  explicit Publication(const FinishedImport& import)
      : target_(import.target),
        source_(import.source),
        learned_(import.learned),
        base_(import.base),
        staging_(import.staging),
        journal_(import.journal) {}
  Status publish();

 private:
  Status countNear();
  Result<bool> countSkipped();
  Status publishNew();
  Status publishAddition();

  const fs::path& target_;
  const fs::path& source_;
  const std::string& learned_;
  const ImportBase& base_;
  StagingFolder& staging_;
  ImportJournal& journal_;
};

// Counts over all samples, since a new one can be nearly identical to a stored one.
Status Publication::countNear() {
  std::optional<std::int64_t>& count = journal_.manifest.info.nearDuplicates;
  count.reset();
  std::vector<StoredFacts> facts;
  std::vector<std::uint8_t> splits;
  for (std::size_t i = 0; i < journal_.manifest.segments.size(); ++i) {
    const Segment& segment = journal_.manifest.segments[i];
    const fs::path& folder = i < base_.manifest.segments.size() ? target_ : staging_.path();
    FOVEA_TRY(const auto store, StoreReader::open(folder / segment.file, segment.seal));
    FOVEA_TRY(const auto some, readFacts(*store, segment));
    FOVEA_TRY(const auto labels, store->table(kLabelTable));
    if (some.size() != store->recordCount() || labels.size() < some.size()) return {};
    facts.insert(facts.end(), some.begin(), some.end());
    splits.insert(splits.end(), labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(some.size()));
  }
  if (std::all_of(facts.begin(), facts.end(), [](const StoredFacts& each) { return each.known(); }))
    count = nearAcrossSplits(facts, splits);
  return {};
}

// The whole source was examined, so its items that could be read now are no longer listed. Items left out from other
// sources stay listed. Returns true if the list differs from that of the data set; a damaged one is replaced.
Result<bool> Publication::countSkipped() {
  DatasetInfo& info = journal_.manifest.info;
  const auto read = base_.there ? readSkipped(target_) : Result<SkippedSamples>(SkippedSamples());
  const SkippedSamples before = read.ok() ? *read : SkippedSamples();
  const std::string own = info.source == source_.string() ? "" : displayName(source_.string());
  SkippedSamples all{journal_.skippedCount, journal_.skipped};
  for (SkippedSample& each : all.listed) each.from = own;
  if (all.count > 0) all.perSource[own] = all.count;
  for (const auto& [from, count] : before.perSource) {
    if (from == own) continue;
    all.perSource[from] = count;
    all.count += count;
  }
  std::copy_if(before.listed.begin(), before.listed.end(), std::back_inserter(all.listed),
               [&](const SkippedSample& each) { return each.from != own; });
  if (all.listed.size() > kListedSkips) all.listed.resize(kListedSkips);
  const bool differs = !read.ok() || all != before || all.count != info.skipped;
  info.skipped = all.count;
  if (all.count > 0) FOVEA_CHECK(writeFileAtomic(staging_.path() / kSkippedFile, formatJson(skippedToJson(all))));
  return differs;
}

Status Publication::publish() {
  DatasetInfo& info = journal_.manifest.info;
  if (info.samples() == 0) {
    const std::string why = journal_.skipped.empty() ? "" : " The first reason: " + journal_.skipped.front().reason;
    return fail(ErrorCode::InvalidArgument, "There is no sample to make a data set of." + why,
                "Look at the reasons of those skipped.");
  }
  FOVEA_TRY(const bool relisted, countSkipped());
  if (journal_.added == 0) return relisted ? publishAddition() : Status();
  info.duplicates = base_.manifest.info.duplicates + journal_.duplicates;
  FOVEA_CHECK(countNear());
  return base_.there ? publishAddition() : publishNew();
}

Status Publication::publishNew() {
  if (!learned_.empty()) FOVEA_CHECK(writeFileAtomic(staging_.path() / kLearnedFile, learned_));
  FOVEA_CHECK(writeFileAtomic(staging_.path() / kManifestFile, formatManifest(journal_.manifest)));
  FOVEA_CHECK(staging_.commit());
  std::error_code code;
  fs::remove(target_ / kJournalFile, code);
  return {};
}

// Nobody reads new segments before the manifest names them, so only replacing the manifest must be atomic.
Status Publication::publishAddition() {
  const int lock = ::open(target_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock < 0) return systemError(errno, "Cannot open " + target_.string());
  const auto unlock = std::unique_ptr<const int, void (*)(const int*)>(&lock, [](const int* each) { ::close(*each); });
  ::flock(lock, LOCK_EX);
  FOVEA_TRY(const std::string text, readFile(target_ / kManifestFile, std::uint64_t{64} << 20));
  if (annotationOfText(text) != base_.hash)
    return fail(ErrorCode::AlreadyExists, target_.string() + " was changed while this import ran.", "Import again.");
  std::vector<std::string> files;
  for (std::size_t i = base_.manifest.segments.size(); i < journal_.manifest.segments.size(); ++i)
    files.push_back(journal_.manifest.segments[i].file);
  if (journal_.manifest.statistics.file != base_.manifest.statistics.file)
    files.push_back(journal_.manifest.statistics.file);
  if (journal_.manifest.info.skipped > 0) files.emplace_back(kSkippedFile);
  for (const std::string& file : files)
    if (::rename((staging_.path() / file).c_str(), (target_ / file).c_str()) != 0)
      return systemError(errno, "Cannot create " + (target_ / file).string());
  if (journal_.added > 0 && learned_ != base_.learned && !learned_.empty())
    FOVEA_CHECK(writeFileAtomic(target_ / kLearnedFile, learned_));
  FOVEA_CHECK(writeFileAtomic(target_ / kManifestFile, formatManifest(journal_.manifest)));
  std::error_code code;
  if (base_.manifest.statistics.file != journal_.manifest.statistics.file && !base_.manifest.statistics.file.empty())
    fs::remove(target_ / base_.manifest.statistics.file, code);
  if (journal_.manifest.info.skipped == 0) fs::remove(target_ / kSkippedFile, code);
  fs::remove(target_ / kJournalFile, code);
  return {};
}

}  // namespace

Status publishImport(const FinishedImport& import) {
  return Publication(import).publish();
}

}  // namespace fovea
