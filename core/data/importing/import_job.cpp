#include "core/data/importing/import_job.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/data/importing/import_base.h"
#include "core/data/importing/import_publication.h"
#include "core/data/importing/import_run.h"
#include "core/data/importing/replaced_samples.h"
#include "core/data/store/staging_folder.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

fs::path absolutePath(const fs::path& path) {
  std::error_code code;
  fs::path whole = fs::absolute(path, code).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

class ImportJob {
 public:
  ImportJob(const Importer& importer, const fs::path& target, const fs::path& source, const ProgressFunction& progress,
            const CancelToken& cancel, const ImportTuning& tuning, const SourceScan* scan)
      : importer_(importer),
        target_(absolutePath(target)),
        sourcePath_(absolutePath(source)),
        progress_(progress),
        cancel_(cancel),
        tuning_(tuning),
        ownScan_(cancel, target_.parent_path(), progress),
        scan_(scan ? *scan : ownScan_) {}

  Result<ImportSummary> run(const FieldValues& values);

 private:
  Status readOptions(const FieldValues& values);
  Status makePlan();
  std::string identity() const;
  Status prepareFolder();
  Status takeOver();
  ImportJournal newJournal() const;
  Status compare();
  Status noteReplaced(std::int64_t index, const PreparedItem& item);
  std::optional<Split> replaced(std::int64_t index, const PreparedItem& item);
  NotTaken notTakenBefore() const;
  ImportSummary summary() const;

  const Importer& importer_;
  fs::path target_;
  fs::path sourcePath_;
  const ProgressFunction& progress_;
  const CancelToken& cancel_;
  ImportTuning tuning_;
  SourceScan ownScan_;
  const SourceScan& scan_;

  ImportOptions options_;
  std::string optionsText_;  // all options except the name
  std::unique_ptr<ImportSource> source_;
  ImportBase base_;
  KnownSamples known_;
  ImportPlan plan_;
  std::unique_ptr<StagingFolder> staging_;
  ImportJournal journal_;
  std::optional<SampleStatistics> statistics_;
  std::vector<ItemNote> notes_;                  // only for a repeated import: one per item
  std::optional<ReplacedSamples> annotations_;   // only for a repeated import
  Status failed_;                                // error of reading them
  SourceChanges changes_;
};

Status ImportJob::readOptions(const FieldValues& values) {
  FOVEA_TRY(const FieldValues complete, importSchema(importer_).complete(values));
  options_ = sharedImportSchema().read(complete);
  FOVEA_CHECK(checkImportOptions(options_));
  FieldValues own;
  const Schema ownSchema = importer_.options();
  for (const Field& field : ownSchema.fields()) own.set(field.name, *complete.find(field.name));
  FieldValues unnamed = complete;
  unnamed.remove("name");
  optionsText_ = formatJsonLine(fieldValuesToJson(unnamed));
  FOVEA_TRY(source_, importer_.open(sourcePath_, own, scan_));
  FOVEA_CHECK(checkDecided(source_->decisions()));
  if (source_->classes().size() <= kMaximumClasses) return {};
  return fail(ErrorCode::InvalidArgument, "A data set has at most " + std::to_string(kMaximumClasses) +
                                              " classes, not " + std::to_string(source_->classes().size()) + ".");
}

Status ImportJob::makePlan() {
  FOVEA_TRY(base_, findImportBase(target_, importer_, optionsText_));
  if (base_.there) {
    FOVEA_CHECK(known_.read(target_, base_.manifest.segments, KnownSamples::kInBase));
    FOVEA_CHECK(known_.followEdits(target_));
    if (options_.maximumPerClass > 0) FOVEA_CHECK(known_.readItems(target_));
  }
  FOVEA_TRY(plan_, planImport(*source_, options_, base_.manifest.info.classes, known_, cancel_));
  source_->takeSplits(plan_.splits);
  return base_.there ? source_->takeLearned(base_.learned) : Status();
}

std::string ImportJob::identity() const {
  return formatJsonLine({{"importer", importer_.name()},
                         {"source", sourcePath_.string()},
                         {"name", options_.name},
                         {"options", optionsText_},
                         {"items", source_->size()},
                         {"fingerprint", plan_.fingerprint.toString()},
                         {"base", base_.there ? base_.hash.toString() : ""}});
}

ImportJournal ImportJob::newJournal() const {
  ImportJournal journal;
  journal.identity = identity();
  journal.skipped = source_->problems();
  journal.skippedCount = static_cast<std::int64_t>(journal.skipped.size());
  if (journal.skipped.size() > kListedSkips) journal.skipped.resize(kListedSkips);
  journal.manifest = base_.manifest;
  DatasetInfo& info = journal.manifest.info;
  info.classes = plan_.classes;
  if (base_.there) {
    auto& further = journal.manifest.furtherSources;
    const std::string path = sourcePath_.string();
    if (path != info.source && std::find(further.begin(), further.end(), path) == further.end())
      further.push_back(path);
    return journal;
  }
  info.name = options_.name.empty() ? source_->name() : options_.name;
  info.created = utcNow();
  info.importer = importer_.name();
  info.source = sourcePath_.string();
  info.options = optionsText_;
  info.task = source_->task();
  info.symbols = source_->symbols();
  info.inputName = source_->inputName();
  info.parts = source_->parts();
  return journal;
}

// Reads the state of a killed import; an error means that it cannot resume.
Status ImportJob::takeOver() {
  FOVEA_TRY(journal_, readJournal(staging_->path()));
  const std::size_t old = base_.manifest.segments.size();
  if (journal_.manifest.segments.size() < old || journal_.done < 0 || journal_.done > source_->size())
    return fail(ErrorCode::Corrupt, "The journal of the import is damaged.");
  FOVEA_CHECK(known_.read(staging_->path(), std::span(journal_.manifest.segments).subspan(old), 0));
  if (!journal_.manifest.statistics.file.empty()) {
    const bool own = journal_.manifest.segments.size() > old;
    FOVEA_TRY(const std::string bytes, readStatistics(own ? staging_->path() : target_, journal_.manifest.statistics));
    statistics_ = SampleStatistics::read(bytes);
  }
  std::error_code code;
  std::vector<fs::path> strange;
  for (const auto& entry : fs::directory_iterator(staging_->path(), code)) {
    const std::string name = entry.path().filename().string();
    const auto& segments = journal_.manifest.segments;
    if (name != kJournalFile && name != journal_.manifest.statistics.file &&
        std::none_of(segments.begin(), segments.end(), [&](const Segment& each) { return each.file == name; }))
      strange.push_back(entry.path());
  }
  for (const fs::path& file : strange) fs::remove_all(file, code);
  return {};
}

Status ImportJob::prepareFolder() {
  StagingOptions staging;
  staging.targetMayExist = base_.there;
  staging.keepsAbandoned = base_.there && tuning_.look;
  const std::string wanted = identity();
  staging.takeOver = [&](const fs::path& folder) {
    const auto journal = readJournal(folder);
    return journal.ok() && journal->identity == wanted;
  };
  FOVEA_TRY(staging_, StagingFolder::create(target_, staging));
  if (staging_->takenOver()) {
    const KnownSamples before = known_;
    if (takeOver().ok()) return {};
    known_ = before;
    statistics_.reset();
    staging_.reset();  // also removes its content
    staging.takeOver = nullptr;
    FOVEA_TRY(staging_, StagingFolder::create(target_, staging));
  }
  journal_ = newJournal();
  if (base_.there && !base_.manifest.statistics.file.empty()) {
    FOVEA_TRY(const std::string bytes, readStatistics(target_, base_.manifest.statistics));
    statistics_ = SampleStatistics::read(bytes);
  }
  return {};
}

ImportSummary ImportJob::summary() const {
  ImportSummary summary;
  const DatasetInfo& info = journal_.manifest.info;
  summary.samples = journal_.added;
  summary.leftOut = plan_.leftOut;
  summary.duplicates = journal_.duplicates;
  summary.betweenSplits = journal_.betweenSplits;
  summary.sharedGroups = plan_.sharedGroups;
  summary.nearDuplicates = info.nearDuplicates;
  summary.skippedCount = journal_.skippedCount;
  summary.skipped = journal_.skipped;
  summary.classes = info.classes;
  for (std::size_t s = 0; s < kSplits.size(); ++s)
    summary.splits[s] = info.splits[s].samples - base_.manifest.info.splits[s].samples;
  summary.decisions = source_->decisions();
  summary.changes = changes_;
  summary.continued = staging_->takenOver();
  summary.appended = base_.there;
  return summary;
}

// Annotations beside a sample's file can change alone, so they are compared; a class is compared separately.
Status ImportJob::noteReplaced(std::int64_t index, const PreparedItem& item) {
  const Task task = source_->task();
  if (task == Task::Classification || task == Task::Unlabelled || task == Task::NextSymbol) return {};
  if (item.leftOut || item.unchanged || item.error) return {};
  if (!annotations_) {
    const ItemPreparation preparation(*source_, options_, plan_, known_.origins);
    const auto prepare = [preparation](std::int64_t each) { return preparation.prepare(each); };
    FOVEA_TRY(annotations_, ReplacedSamples::read(target_, *source_, prepare, cancel_));
  }
  FOVEA_TRY(notes_[static_cast<std::size_t>(index)].replaces, annotations_->replacedBy(index, item));
  return {};
}

std::optional<Split> ImportJob::replaced(std::int64_t index, const PreparedItem& item) {
  if (const Status noted = noteReplaced(index, item); !noted.ok()) failed_ = noted;
  const std::uint32_t record = notes_[static_cast<std::size_t>(index)].replaces;
  if (!tuning_.follow || record == ItemNote::kNoRecord) return std::nullopt;
  return annotations_->splitOf(record);
}

NotTaken ImportJob::notTakenBefore() const {
  NotTaken reasons;
  if (const auto before = readSkipped(target_); before.ok())
    for (const SkippedSample& each : before->listed)
      if (each.stored) reasons.emplace(std::pair(each.source, each.sourceIndex), each.reason);
  return reasons;
}

// Items before the position where a killed import resumed have no notes, so they are examined again.
Status ImportJob::compare() {
  if (!base_.there) return {};
  const ItemPreparation preparation(*source_, options_, plan_, known_.origins);
  for (std::size_t i = 0; i < notes_.size(); ++i) {
    if (notes_[i].known) continue;
    if (cancel_.cancelled()) return fail(ErrorCode::Cancelled, "The import was cancelled; nothing was written.");
    const PreparedItem item = preparation.prepare(static_cast<std::int64_t>(i));
    notes_[i] = {item.facts.origin, item.hash, true};
    FOVEA_CHECK(noteReplaced(static_cast<std::int64_t>(i), item));
  }
  FOVEA_CHECK(failed_);
  FOVEA_TRY(changes_, compareWithSource(target_, sourcePath_, *source_, plan_, notes_, cancel_));
  return {};
}

Result<ImportSummary> ImportJob::run(const FieldValues& values) {
  FOVEA_CHECK(readOptions(values));
  FOVEA_CHECK(makePlan());
  FOVEA_CHECK(prepareFolder());
  {
    ImportTask task{*source_, options_, plan_, progress_, cancel_, tuning_};
    if (base_.there) {
      task.notTaken = notTakenBefore();
      notes_.resize(static_cast<std::size_t>(source_->size()));
      task.note = [this](std::int64_t index, const PreparedItem& item) {
        notes_[static_cast<std::size_t>(index)] = {item.facts.origin, item.hash, true};
      };
      task.replaced = [this](std::int64_t index, const PreparedItem& item) { return replaced(index, item); };
    }
    ImportRun run(std::move(task), staging_->path(), journal_, known_, std::move(statistics_));
    FOVEA_CHECK(run.run());
  }
  FOVEA_CHECK(compare());
  if (tuning_.look) return summary();
  FOVEA_CHECK(publishImport({target_, sourcePath_, base_, *staging_, journal_, source_->learned()}));
  if (tuning_.follow && base_.there) {
    FOVEA_CHECK(followChanges(target_, changes_));
    changes_.followed = true;
  }
  return summary();
}

}  // namespace

Schema importSchema(const Importer& importer) {
  const Schema own = importer.options();
  const Schema shared = sharedImportSchema().schema();
  std::vector<Field> fields{*shared.find("name")};
  fields.insert(fields.end(), own.fields().begin(), own.fields().end());
  for (const Field& field : shared.fields())
    if (field.name != "name" && !own.find(field.name)) fields.push_back(field);
  return Schema(std::move(fields));
}

Result<ImportSummary> runImport(const Importer& importer, const fs::path& target, const fs::path& source,
                                const FieldValues& options, const ProgressFunction& progress, const CancelToken& cancel,
                                const ImportTuning& tuning, const SourceScan* scan) try {
  return ImportJob(importer, target, source, progress, cancel, tuning, scan).run(options);
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to import " + source.string() + ".");
}

}  // namespace fovea
