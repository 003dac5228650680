#include "core/project/run_recorder.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/file.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr auto kFlushInterval = std::chrono::milliseconds(250);
constexpr std::size_t kFlushPoints = 1024;
// When the disk stays full, the curve gets coarser instead of filling the memory.
constexpr std::size_t kMostGathered = 1 << 16;

// "epoch-0003" at the end of an epoch, "epoch-0003-step-00002345" within the one after it.
std::string checkpointName(const TrainingPosition& position) {
  const std::string epoch = fmt::format("epoch-{:04}", position.epoch);
  return (position.sample == 0 ? epoch : epoch + fmt::format("-step-{:08}", position.step)) + ".safetensors";
}

Status needWritable(const Project& project) {
  if (!project.readOnly()) return {};
  return fail(ErrorCode::PermissionDenied,
              "The project " + project.folder().string() + " is open for reading only; no run can be recorded in it.");
}

void thin(std::vector<MetricPoint>& points) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < points.size(); i += 2) points[kept++] = points[i];
  points.resize(kept);
}

}  // namespace

RunRecorder::RunRecorder(const Project& project, std::unique_ptr<RunStore> store)
    : projectFolder_(project.folder()),
      lock_(project.lock()),
      store_(std::move(store)),
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
  FOVEA_TRY(auto store, project.openRunStore());
  FOVEA_TRY(const RunRecord record, store->run(run));
  if (record.status == RunStatus::Running || record.status == RunStatus::Paused)
    return fail(ErrorCode::InvalidArgument, "The run \"" + record.name + "\" is going on already.");
  FOVEA_TRY(const auto checkpoints, store->checkpoints(run));
  if (!checkpoints.empty() && checkpoints.back().step > step)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The run \"{}\" has checkpoints after step {}, which would be lost.", record.name, step),
                "Continue from its last checkpoint, or begin a new run from this one.");
  auto recorder = std::unique_ptr<RunRecorder>(new RunRecorder(project, std::move(store)));
  recorder->run_ = run;
  recorder->before_ = record;
  recorder->folder_ = project.checkpointFolder(run);
  FOVEA_CHECK(recorder->prepareFolder());
  FOVEA_CHECK(recorder->store_->truncateAfter(run, step));
  FOVEA_CHECK(recorder->store_->setSettings(run, settings));
  FOVEA_CHECK(recorder->store_->setStatus(run, RunStatus::Running));
  return recorder;
}

Result<std::unique_ptr<RunRecorder>> RunRecorder::branch(const Project& project, RunId from, std::int64_t step,
                                                         const RunDescription& description) {
  FOVEA_TRY(auto recorder, begin(project, description));
  FOVEA_CHECK(recorder->store_->copyHistory(from, recorder->run_, step));
  return recorder;
}

RunRecorder::~RunRecorder() {
  // Nobody is left to tell about an error; on the next opening of the project the run becomes Interrupted anyway.
  (void)(open_ && run_.valid() ? setStatus(RunStatus::Interrupted) : flush());
}

// Makes the folder and clears away what a killed program left half written.
Status RunRecorder::prepareFolder() {
  FOVEA_CHECK(createFolder(folder_));
  std::error_code code;
  std::vector<fs::path> partial;
  for (fs::directory_iterator entry(folder_, code), end; !code && entry != end; entry.increment(code))
    if (entry->path().filename().string().find(".safetensors.partial-") != std::string::npos)
      partial.push_back(entry->path());
  for (const fs::path& file : partial) fs::remove(file, code);
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
  Status status = store_->appendPoints(run_, gathered_);
  if (status.ok())
    gathered_.clear();
  else if (gathered_.size() >= kMostGathered)
    thin(gathered_);
  return status;
}

Status RunRecorder::recordEpoch(const EpochRecord& epoch) {
  FOVEA_CHECK(flush());
  return store_->recordEpoch(run_, epoch);
}

Status RunRecorder::record(const TrainingUpdate& update) {
  if (update.point) FOVEA_CHECK(recordPoint(*update.point));
  if (update.epoch) FOVEA_CHECK(recordEpoch(*update.epoch));
  return {};
}

Status RunRecorder::recordMark(std::int64_t step, const std::string& text) {
  return store_->addMark(run_, step, text);
}

Status RunRecorder::recordSettings(const TrainingSettings& settings) {
  return store_->setSettings(run_, settings);
}

Status RunRecorder::withdraw() {
  open_ = false;
  gathered_.clear();
  if (before_) {
    FOVEA_CHECK(store_->setSettings(run_, before_->settings));
    return store_->setStatus(run_, before_->status, before_->error);
  }
  FOVEA_CHECK(store_->deleteRun(run_));
  std::error_code code;
  fs::remove(folder_, code);  // only if nothing is in it
  return {};
}

Result<CheckpointRecord> RunRecorder::saveCheckpoint(const Checkpoint& checkpoint) {
  const fs::path file = folder_ / checkpointName(checkpoint.position);
  FOVEA_CHECK(writeCheckpoint(file, checkpoint));
  // In the middle of an epoch the weights are not those that the last validation saw.
  const bool validated = checkpoint.position.sample == 0;
  CheckpointRecord record;
  record.run = run_;
  record.epoch = checkpoint.position.epoch;
  record.step = checkpoint.position.step;
  record.file = file.lexically_relative(projectFolder_);
  record.accuracy = validated ? checkpoint.validationAccuracy : -1;
  record.loss = validated ? checkpoint.validationLoss : -1;
  FOVEA_CHECK(store_->addCheckpoint(record));
  FOVEA_CHECK(prune(checkpoint.settings.keepCheckpoints));
  FOVEA_TRY(const auto kept, store_->checkpoints(run_));
  const auto registered =
      std::find_if(kept.begin(), kept.end(), [&](const auto& entry) { return entry.step == record.step; });
  return registered != kept.end() ? *registered : record;
}

// The entry goes first: a file without an entry only takes space, an entry without a file would be an error later.
Status RunRecorder::prune(std::int64_t keep) {
  FOVEA_TRY(const auto checkpoints, store_->checkpoints(run_));
  const auto count = static_cast<std::int64_t>(checkpoints.size());
  for (std::int64_t i = 0; i < count - std::max<std::int64_t>(keep, 1); ++i) {
    const CheckpointRecord& old = checkpoints[static_cast<std::size_t>(i)];
    if (old.best) continue;
    FOVEA_CHECK(store_->removeCheckpoint(run_, old.step));
    std::error_code code;
    fs::remove(projectFolder_ / old.file, code);
  }
  return {};
}

Status RunRecorder::setStatus(RunStatus status, const std::string& error) {
  Status flushed = flush();
  FOVEA_CHECK(store_->setStatus(run_, status, error));
  open_ = status == RunStatus::Running || status == RunStatus::Paused;
  return flushed;
}

}  // namespace fovea
