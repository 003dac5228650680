#include "core/project/run_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/file.h"
#include "core/project/checkpoint_files.h"
#include "core/project/checkpoint_retention.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr auto kFlushInterval = std::chrono::milliseconds(250);
constexpr std::size_t kFlushPoints = 1024;
// If the disk stays full, the curve becomes coarser instead of filling the memory.
constexpr std::size_t kMostGathered = 1 << 16;
constexpr std::int64_t kBeforeAll = -1;  // before the first step
constexpr std::uint64_t kMegabyte = 1'000'000;

Status needWritable(const Project& project) {
  if (!project.readOnly()) return {};
  return fail(ErrorCode::PermissionDenied,
              "The project " + project.folder().string() + " is open for reading only; no run can be recorded in it.");
}

std::uint64_t sizeOf(const fs::path& file) {
  std::error_code code;
  const std::uint64_t bytes = fs::file_size(file, code);
  return code ? 0 : bytes;
}

// The epoch that a checkpoint ends, or 0; derived from the names of checkpointFileName().
std::int64_t epochThatEnds(const CheckpointRecord& record) {
  return record.file.filename().string().find("-step-") == std::string::npos ? record.epoch : 0;
}

void thin(std::vector<MetricPoint>& points) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < points.size(); i += 2) points[kept++] = points[i];
  points.resize(kept);
}

}  // namespace

Status mayRestart(const RunStore& store, const RunRecord& record) {
  FOVEA_TRY(const RunBeginning beginning, store.beginning(record.id));
  if (record.status == RunStatus::Finished)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The run \"{}\" has finished and has no checkpoint to go on from.", record.name),
                "Begin a new run with its settings; the curves of this one stay.");
  if (beginning.givenWeights || beginning.step > 0)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The run \"{}\" cannot begin again: it has no checkpoint with the weights that it began "
                            "with.",
                            record.name),
                "Begin a new run with these weights.");
  return {};
}

RunRecorder::RunRecorder(const Project& project, std::unique_ptr<RunStore> store)
    : projectFolder_(project.folder()),
      lock_(project.lock()),
      store_(std::move(store)),
      lastSaved_(std::chrono::steady_clock::now()),
      lastFlush_(std::chrono::steady_clock::now()) {}

Result<std::unique_ptr<RunRecorder>> RunRecorder::begin(const Project& project, const RunDescription& description) {
  FOVEA_CHECK(needWritable(project));
  if (description.name.empty()) return fail(ErrorCode::InvalidArgument, "A run needs a name.");
  FOVEA_TRY(auto store, project.openRunStore());
  auto recorder = std::unique_ptr<RunRecorder>(new RunRecorder(project, std::move(store)));
  FOVEA_TRY(recorder->run_, recorder->store_->createRun(description, RunStatus::Running, project.lowestFreeRunId()));
  recorder->folder_ = project.checkpointFolder(recorder->run_);
  FOVEA_CHECK(recorder->prepareFolder());
  return recorder;
}

Result<std::unique_ptr<RunRecorder>> RunRecorder::resume(const Project& project, RunId run, std::int64_t step,
                                                         const TrainingSettings& settings) {
  FOVEA_CHECK(needWritable(project));
  return reopen(project, run, step, settings);
}

Result<std::unique_ptr<RunRecorder>> RunRecorder::restart(const Project& project, RunId run,
                                                          const TrainingSettings& settings) {
  FOVEA_CHECK(needWritable(project));
  return reopen(project, run, kBeforeAll, settings);
}

Result<std::unique_ptr<RunRecorder>> RunRecorder::reopen(const Project& project, RunId run, std::int64_t step,
                                                         const TrainingSettings& settings) {
  FOVEA_TRY(auto store, project.openRunStore());
  FOVEA_TRY(const RunRecord record, store->run(run));
  if (record.status == RunStatus::Running || record.status == RunStatus::Paused)
    return fail(ErrorCode::InvalidArgument, "The run \"" + record.name + "\" is going on already.");
  FOVEA_TRY(const auto checkpoints, store->checkpoints(run));
  if (!checkpoints.empty() && checkpoints.back().step > step)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The run \"{}\" has checkpoints after step {}, which would be lost.", record.name,
                            std::max<std::int64_t>(step, 0)),
                "Continue from its last checkpoint, or begin a new run from this one.");
  if (step == kBeforeAll) FOVEA_CHECK(mayRestart(*store, record));
  auto recorder = std::unique_ptr<RunRecorder>(new RunRecorder(project, std::move(store)));
  recorder->run_ = run;
  recorder->before_ = record;
  recorder->resumedAt_ = step;
  recorder->beginsAt_ = std::max<std::int64_t>(step, 0);
  recorder->settings_ = settings;
  recorder->folder_ = project.checkpointFolder(run);
  FOVEA_CHECK(recorder->prepareFolder());
  FOVEA_CHECK(recorder->store_->setStatus(run, RunStatus::Running));
  return recorder;
}

Result<std::unique_ptr<RunRecorder>> RunRecorder::branch(const Project& project, RunId from, std::int64_t step,
                                                         const RunDescription& description) {
  FOVEA_TRY(auto recorder, begin(project, description));
  FOVEA_CHECK(recorder->store_->copyHistory(from, recorder->run_, step));
  recorder->branched_ = true;
  recorder->beginsAt_ = step;
  return recorder;
}

RunRecorder::~RunRecorder() {
  // Nobody can receive an error any more; the next opening of the project marks the run as Interrupted anyway.
  if (checkpointPending()) (void)finishCheckpoint();
  if (!open_ || !run_.valid())
    (void)flush();
  else
    (void)(confirmed_ || !gathered_.empty() ? setStatus(RunStatus::Interrupted) : withdraw());
}

// Creates the folder and removes files that a killed program left half written.
Status RunRecorder::prepareFolder() {
  FOVEA_CHECK(createFolder(folder_));
  removePartialCheckpoints(folder_);
  return {};
}

Status RunRecorder::confirm() {
  if (confirmed_) return {};
  if (before_) FOVEA_CHECK(store_->setSettings(run_, settings_));
  if (resumedAt_ == kBeforeAll) FOVEA_CHECK(store_->setBeginning(run_, settings_));
  confirmed_ = true;
  return {};
}

// Call it before recording data of `step`: confirms the run, and deletes records of later steps from before it was
// resumed.
Status RunRecorder::forgetBefore(std::int64_t step) {
  FOVEA_CHECK(confirm());
  if (!resumedAt_ || step <= *resumedAt_) return {};
  FOVEA_CHECK(store_->truncateAfter(run_, *resumedAt_));
  resumedAt_.reset();
  return {};
}

Status RunRecorder::recordPoint(const MetricPoint& point) {
  gathered_.push_back(point);
  const bool due =
      gathered_.size() % kFlushPoints == 0 || std::chrono::steady_clock::now() - lastFlush_ >= kFlushInterval;
  return due ? flush() : Status();
}

Status RunRecorder::flush() {
  lastFlush_ = std::chrono::steady_clock::now();
  if (gathered_.empty()) return {};
  Status status = forgetBefore(gathered_.back().step);
  if (status.ok()) status = store_->appendPoints(run_, gathered_);
  if (status.ok())
    gathered_.clear();
  else if (gathered_.size() >= kMostGathered)
    thin(gathered_);
  return status;
}

Status RunRecorder::recordEpoch(const EpochRecord& epoch) {
  FOVEA_CHECK(flush());
  FOVEA_CHECK(forgetBefore(epoch.step));
  return store_->recordEpoch(run_, epoch);
}

Status RunRecorder::recordValidation(const ValidationRecord& validation) {
  FOVEA_CHECK(flush());
  FOVEA_CHECK(forgetBefore(validation.step));
  return store_->recordValidation(run_, validation);
}

Status RunRecorder::recordLayers(const LayerFrame& frame) {
  if (frame.layers.empty()) return {};
  FOVEA_CHECK(forgetBefore(frame.step));
  return store_->recordLayers(run_, frame);
}

Status RunRecorder::record(const TrainingUpdate& update) {
  if (update.layers) FOVEA_CHECK(recordLayers(*update.layers));
  if (update.point) FOVEA_CHECK(recordPoint(*update.point));
  if (update.validation) FOVEA_CHECK(recordValidation(*update.validation));
  if (update.epoch) FOVEA_CHECK(recordEpoch(*update.epoch));
  return {};
}

Status RunRecorder::recordMark(std::int64_t step, const std::string& text) {
  FOVEA_CHECK(forgetBefore(step));
  return store_->addMark(run_, step, text);
}

Status RunRecorder::recordSettings(const TrainingSettings& settings) {
  FOVEA_CHECK(confirm());
  return store_->setSettings(run_, settings);
}

Status RunRecorder::recordChange(const SettingChange& change, const TrainingPosition& position,
                                 const TrainingSettings& settings) {
  FOVEA_CHECK(forgetBefore(change.step));
  FOVEA_CHECK(store_->addChange(run_, position.changes - 1, change));
  // The trainer has forgotten the score to beat if another metric decides.
  if (change.setting == "best_metric" && !position.scoreToBeat) {
    judgedAnew_ = position.changes;
    FOVEA_CHECK(store_->retireScores(run_, position.changes - 1));
  }
  return store_->setSettings(run_, settings);
}

Status RunRecorder::keepChanges(const TrainingPosition& position) {
  // A branch begins with its number of epochs, which is no change then.
  const bool lengthened = position.epochsSet && before_;
  FOVEA_CHECK(store_->keepChanges(run_, position.changes - (lengthened ? 1 : 0)));
  if (!lengthened) return {};
  FOVEA_CHECK(confirm());
  return store_->addChange(run_, position.changes - 1, {position.step, "epochs", *position.epochsSet});
}

Result<bool> RunRecorder::goBack(std::int64_t step) {
  if (checkpointPending()) (void)finishCheckpoint();
  std::erase_if(gathered_, [step](const MetricPoint& point) { return point.step > step; });
  resumedAt_ = std::min(resumedAt_.value_or(step), step);
  if (savedStep_ > step) savedStep_ = 0;
  if (safetyCopy_ && *safetyCopy_ > step) safetyCopy_.reset();
  FOVEA_CHECK(readKept());
  std::vector<std::int64_t> later;
  for (const Kept& each : *kept_)
    if (each.step > step) later.push_back(each.step);
  for (const std::int64_t each : later) FOVEA_CHECK(remove(each));
  writer_.discard(std::exchange(dropped_, {}));
  return !later.empty();
}

Status RunRecorder::withdraw() {
  open_ = false;
  if (checkpointPending()) (void)finishCheckpoint();
  gathered_.clear();
  if (before_) return store_->putBack(*before_);
  FOVEA_CHECK(store_->withdrawRun(run_));
  std::error_code code;
  fs::remove(folder_, code);  // only if it is empty
  return {};
}

Status RunRecorder::readKept() {
  if (kept_) return {};
  FOVEA_TRY(const auto records, store_->checkpoints(run_));
  kept_.emplace();
  for (const CheckpointRecord& record : records)
    kept_->push_back({record.step, sizeOf(projectFolder_ / record.file), record.file, epochThatEnds(record)});
  return {};
}

// Replaces a checkpoint of the same step: the end of an epoch has the same step as a checkpoint during its validation.
void RunRecorder::keep(Kept added) {
  auto place = std::lower_bound(kept_->begin(), kept_->end(), added.step,
                                [](const Kept& each, std::int64_t step) { return each.step < step; });
  if (place == kept_->end() || place->step != added.step) {
    kept_->insert(place, std::move(added));
    return;
  }
  if (place->file != added.file) dropped_.push_back(projectFolder_ / place->file);
  *place = std::move(added);
}

// Removes the entry first: a file without an entry only takes space, but an entry without a file would be an error
// later. A pinned checkpoint stays: a window or another program may pin it at any time.
Status RunRecorder::remove(std::int64_t step) {
  FOVEA_TRY(const bool gone, store_->removeUnlessPinned(run_, step));
  if (!gone) return {};
  const auto found = std::find_if(kept_->begin(), kept_->end(), [step](const Kept& each) { return each.step == step; });
  if (found == kept_->end()) return {};
  dropped_.push_back(projectFolder_ / found->file);
  kept_->erase(found);
  return {};
}

Status RunRecorder::prune(const TrainingSettings& settings) {
  FOVEA_TRY(const auto staying, store_->checkpointsThatStay(run_, settings.keepBest));
  std::vector<CheckpointSize> sizes;
  for (const Kept& each : *kept_) {
    const bool stays = std::find(staying.begin(), staying.end(), each.step) != staying.end();
    const bool milestone = settings.keepEvery > 0 && each.epoch > 0 && each.epoch % settings.keepEvery == 0;
    sizes.push_back({each.step, each.bytes, stays, milestone});
  }
  const std::uint64_t budget = static_cast<std::uint64_t>(settings.checkpointSpace) * kMegabyte;
  for (const std::int64_t step : checkpointsToDrop(sizes, budget, static_cast<std::size_t>(settings.keepLast)))
    FOVEA_CHECK(remove(step));
  return {};
}

bool RunRecorder::checkpointDue(const TrainingUpdate& update, const TrainingPosition& position,
                                const TrainingSettings& settings) const {
  if (update.finished || (update.epoch && update.epoch->best) || (update.validation && update.validation->best))
    return true;
  const auto isMultiple = [](std::int64_t number, std::int64_t of) { return of > 0 && number % of == 0; };
  if (update.epoch && isMultiple(update.epoch->epoch, settings.keepEvery)) return true;
  if (settings.checkpointUnit == "epochs")
    return update.epoch && isMultiple(update.epoch->epoch, settings.checkpointEvery);
  if (position.step == savedStep_) return false;
  if (settings.checkpointUnit == "steps") return isMultiple(position.step, settings.checkpointEvery);
  return std::chrono::steady_clock::now() - lastSaved_ >= std::chrono::minutes(settings.checkpointEvery);
}

void RunRecorder::beginCheckpoint(Checkpoint checkpoint, std::function<void()> written) {
  lastSaved_ = std::chrono::steady_clock::now();
  savedStep_ = checkpoint.position.step;
  pendingIsSafetyCopy_ = false;
  fs::path file = folder_ / checkpointFileName(checkpoint.position);
  writer_.begin(std::move(file), std::move(checkpoint), std::move(written));
}

void RunRecorder::beginSafetyCopy(Checkpoint checkpoint, std::function<void()> written) {
  beginCheckpoint(std::move(checkpoint), std::move(written));
  pendingIsSafetyCopy_ = true;
}

Result<CheckpointRecord> RunRecorder::finishCheckpoint(std::optional<Checkpoint>* unwritten) {
  WrittenCheckpoint written = writer_.finish();
  if (!written.status.ok() && unwritten) *unwritten = std::move(written.checkpoint);
  FOVEA_CHECK(written.status);
  auto registered = registerCheckpoint(written);
  writer_.discard(std::exchange(dropped_, {}));
  return registered;
}

Result<CheckpointRecord> RunRecorder::saveCheckpoint(Checkpoint checkpoint) {
  beginCheckpoint(std::move(checkpoint));
  auto saved = finishCheckpoint();
  writer_.settle();
  return saved;
}

Result<CheckpointRecord> RunRecorder::registerCheckpoint(const WrittenCheckpoint& written) {
  const Checkpoint& checkpoint = written.checkpoint;
  const CheckpointRecord record = checkpointRecord(run_, checkpoint, written.file.lexically_relative(projectFolder_));
  FOVEA_CHECK(forgetBefore(record.step));
  FOVEA_CHECK(readKept());
  const auto atItsStep = [&record](const Kept& each) { return each.step == record.step; };
  const bool isNew = std::none_of(kept_->begin(), kept_->end(), atItsStep);
  FOVEA_CHECK(store_->addCheckpoint(record));
  if (record.score && checkpoint.position.changes < judgedAnew_)
    FOVEA_CHECK(store_->retireScores(run_, judgedAnew_ - 1));
  keep({record.step, sizeOf(written.file), record.file, epochThatEnds(record)});
  if (safetyCopy_ && *safetyCopy_ != record.step) FOVEA_CHECK(remove(*safetyCopy_));
  safetyCopy_.reset();
  // Checkpoints saved by the user or at the end of an epoch are kept.
  if (pendingIsSafetyCopy_ && isNew && checkpoint.position.sample > 0) safetyCopy_ = record.step;
  FOVEA_CHECK(prune(checkpoint.settings));
  FOVEA_TRY(const auto registered, store_->lastCheckpoint(run_));
  return registered && registered->step == record.step ? *registered : record;
}

bool RunRecorder::safetyCopyDue(std::int64_t step) const {
  return step > 0 && step != savedStep_ && std::chrono::steady_clock::now() - lastSaved_ >= safetyInterval_;
}

Status RunRecorder::setStatus(RunStatus status, const std::string& error) {
  writer_.settle();
  Status flushed = flush();
  FOVEA_CHECK(confirm());
  FOVEA_CHECK(store_->setStatus(run_, status, error));
  open_ = status == RunStatus::Running || status == RunStatus::Paused;
  return flushed;
}

}  // namespace fovea
