// Why: what all imports share: options, order, splits, sizes, threads, skipping, duplicates, progress, continuing after
// a kill and adding to a data set.
#pragma once
#include <filesystem>

#include "core/base/cancel.h"
#include "core/data/importing/importer.h"
#include "core/data/importing/source_changes.h"

namespace fovea {

inline constexpr std::size_t kListedSkips = 1000;
inline constexpr const char* kSkippedFile = "skipped.json";  // in a data set's folder, where anything was left out

struct ImportSummary {
  std::int64_t samples = 0;     // written by this import, or that would be
  std::int64_t leftOut = 0;     // as asked: classes too small, beyond the most of a class
  std::int64_t duplicates = 0;  // items whose content was there already, kept or not
  // Of the whole data set: samples that look nearly like one of an earlier split; not known where it is an older one
  // that was added to.
  std::optional<std::int64_t> nearDuplicates;
  std::int64_t skippedCount = 0;       // left out because they are bad
  std::vector<SkippedSample> skipped;  // the first kListedSkips of them
  std::vector<std::string> classes;
  std::array<std::int64_t, 3> splits{};  // by Split, of the samples written
  std::vector<ImportDecision> decisions;
  SourceChanges changes;   // of an import again: what became of the samples that were there
  bool continued = false;  // an import that was killed went on
  bool appended = false;   // to a data set that was there
};

// How the work is done; tests cut it into small pieces.
struct ImportTuning {
  int threads = 0;  // 0: as the machine has cores, and one more
  std::uint64_t sealBytes = 32 << 20;
  double sealSeconds = 5;
  // Of an import again: nothing is written, and the summary says what would be new and what has changed.
  bool look = false;
  // Of an import again: brings what was there to what the source holds now, see followChanges(). Otherwise changes are
  // said only.
  bool follow = false;
};

// The data set's name, the importer's own options, and those that all share.
Schema importSchema(const Importer& importer);

// Makes the data set `target` from `source`; where a data set of the same importer and options is there already, adds
// what it does not hold. `options` may leave fields out. An import of the same target, source and options that was
// killed goes on where it was. What is there already and whose file has not changed since is not read again. The result
// does not depend on the number of threads nor on how often it was killed. Fails as Importer::open(), and with
// InvalidArgument (options, nothing to import), AlreadyExists (something else), NoSpace, Cancelled, …; then nothing is
// left behind. `progress` (may be empty) is called on this thread some times a second of work; `cancel` is looked at as
// often. `scan` is what was seen of the source before, if anything. InvalidArgument also where the importer is not sure
// of a decision (see import_decision.h): the error names the options that answer it.
Result<ImportSummary> runImport(const Importer& importer, const std::filesystem::path& target,
                                const std::filesystem::path& source, const FieldValues& options,
                                const ProgressFunction& progress, const CancelToken& cancel,
                                const ImportTuning& tuning = {}, const SourceScan* scan = nullptr);

}  // namespace fovea
