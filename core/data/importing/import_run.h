// Why: the loop of an import, from its first or resumed item to the last.
#pragma once
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "core/data/importing/import_job.h"
#include "core/data/importing/import_journal.h"
#include "core/data/importing/import_plan.h"
#include "core/data/importing/item_preparation.h"
#include "core/data/importing/known_samples.h"
#include "core/data/store/input_statistics.h"

namespace fovea {

// Why parts of the annotations of stored samples were not taken, by the source and index of the item.
using NotTaken = std::multimap<std::pair<std::string, std::uint64_t>, std::string>;

struct ImportTask {
  const ImportSource& source;
  const ImportOptions& options;
  const ImportPlan& plan;
  const ProgressFunction& progress;
  const CancelToken& cancel;
  ImportTuning tuning;
  // Called with each processed item, in order; may be empty.
  std::function<void(std::int64_t index, const PreparedItem& item)> note{};
  // Only for a repeated import: the split of the stored sample that an item replaces, because its content is the same
  // but its annotation differs (boxes, a mask, …); nothing where there is no such sample. May be empty.
  std::function<std::optional<Split>(std::int64_t index, const PreparedItem& item)> replaced{};
  // Only for a repeated import: of the samples that the data set has. It stays listed while they stay as they are.
  NotTaken notTaken{};
};

// Writes new samples into `folder`. `journal` says where to begin and is kept up to date, in memory and on the disk;
// `known` holds the contents that are stored already.
class ImportRun {
 public:
  ImportRun(ImportTask task, std::filesystem::path folder, ImportJournal& journal, KnownSamples& known,
            std::optional<SampleStatistics> statistics);
  Status run();

 private:
  using Clock = std::chrono::steady_clock;
  Status take(PreparedItem item);
  Status write(const PreparedItem& item, Split split);
  void skip(const PreparedItem& item, const std::string& reason, bool stored);
  void keepNotTaken(const PreparedItem& item);
  bool isTimeToSeal() const;
  Status seal();
  void report(std::int64_t done);

  ImportTask task_;
  std::filesystem::path folder_;
  ImportJournal& journal_;
  KnownSamples& known_;
  DatasetBuilder builder_;
  std::uint64_t writtenBytes_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point lastSeal_ = start_;
  Clock::time_point lastReport_ = start_;
  std::int64_t reported_ = 0;
};

}  // namespace fovea
