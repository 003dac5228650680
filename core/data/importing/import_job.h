// Why: the parts that all imports share: options, order, splits, sizes, threads, skipping, duplicates, progress,
// resuming after a kill and adding to a data set.
#pragma once
#include <filesystem>

#include "core/base/cancel.h"
#include "core/data/importing/importer.h"
#include "core/data/importing/source_changes.h"

namespace fovea {

inline constexpr std::size_t kListedSkips = 1000;
inline constexpr const char* kSkippedFile = "skipped.json";  // in a data set's folder, where anything was left out

struct ImportSummary {
  std::int64_t samples = 0;     // written by this import, or to be written
  std::int64_t leftOut = 0;     // left out by the options: classes too small, samples beyond the maximum of a class
  std::int64_t duplicates = 0;  // items whose content was already stored, kept or not
  // Those of them that stay in another split than the first sample of this content, as the source assigns one of them.
  std::int64_t betweenSplits = 0;
  std::int64_t sharedGroups = 0;  // groups (patients, speakers) with samples in several splits, as the source has them
  // For the whole data set: samples that are nearly identical to one of an earlier split; unknown where samples were
  // added to a data set of an older Fovea.
  std::optional<std::int64_t> nearDuplicates;
  std::int64_t skippedCount = 0;       // left out because they are invalid
  std::vector<SkippedSample> skipped;  // the first kListedSkips of them
  std::vector<std::string> classes;
  std::array<std::int64_t, 3> splits{};  // the samples written, indexed by Split
  std::vector<ImportDecision> decisions;
  SourceChanges changes;   // only for a repeated import: what became of the samples of earlier imports
  bool continued = false;  // resumed an import that was killed
  bool appended = false;   // added to an existing data set
};

// Details of the execution; tests use small blocks.
struct ImportTuning {
  int threads = 0;  // 0: one more than the machine has cores
  std::uint64_t sealBytes = 32 << 20;
  double sealSeconds = 5;
  // Only for a repeated import: writes nothing; the summary says what would be new and what has changed.
  bool look = false;
  // Only for a repeated import: updates earlier samples to the present state of the source, see followChanges(). If
  // false, changes are only reported.
  bool follow = false;
};

// The data set's name, the options of the importer, and the options shared by all importers.
Schema importSchema(const Importer& importer);

// Makes the data set `target` from `source`, or adds new samples where a data set of the same importer and options
// exists already. `options` may omit fields. An import of the same target, source and options that was killed is
// resumed. Items that are stored already and whose file has not changed since are not read again. The result does not
// depend on the number of threads or interruptions. Fails as Importer::open(), and with InvalidArgument (options,
// nothing to import), AlreadyExists (something else is at the target), NoSpace, Cancelled, …; after an error nothing is
// left behind. `progress` (may be empty) is called on this thread a few times a second; `cancel` is checked as often.
// `scan` holds what was seen of the source before, if anything. Also fails with InvalidArgument where the importer is
// not sure of a decision (see import_decision.h): the error names the options that answer it.
Result<ImportSummary> runImport(const Importer& importer, const std::filesystem::path& target,
                                const std::filesystem::path& source, const FieldValues& options,
                                const ProgressFunction& progress, const CancelToken& cancel,
                                const ImportTuning& tuning = {}, const SourceScan* scan = nullptr);

}  // namespace fovea
