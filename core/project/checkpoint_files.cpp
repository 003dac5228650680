#include "core/project/checkpoint_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <set>

#include "core/project/project_manifest.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

bool isPlainFile(const fs::path& file) {
  std::error_code code;
  return fs::is_regular_file(fs::symlink_status(file, code));
}

bool isMissing(const fs::path& file) {
  std::error_code code;
  return fs::symlink_status(file, code).type() == fs::file_type::not_found;
}

bool hasCheckpointName(const fs::path& file) {
  static const std::regex name("epoch-[0-9]{4,}(-step-[0-9]{8,})?\\.safetensors");
  return std::regex_match(file.filename().string(), name);
}

std::vector<fs::path> filesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code))
    files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

// Of two checkpoints of one step, keeps the later one: the end of an epoch rather than its validation.
Status adopt(const fs::path& file, const fs::path& name, RunId run, RunStore& store) {
  FOVEA_TRY(const Checkpoint read, readCheckpoint(file));
  const CheckpointRecord found = checkpointRecord(run, read, name);
  FOVEA_TRY(const auto entries, store.checkpoints(run));
  const auto same =
      std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.step == found.step; });
  std::error_code code;
  if (same == entries.end()) return store.addCheckpoint(found);
  const bool validates = read.position.sample > 0;
  if (validates && same->epoch == found.epoch + 1) fs::remove(file, code);
  if (validates || same->epoch + 1 != found.epoch) return {};
  const fs::path replaced = file.parent_path() / same->file.filename();
  FOVEA_CHECK(store.addCheckpoint(found));
  fs::remove(replaced, code);
  return {};
}

Status reconcileRun(const fs::path& projectFolder, RunId run, RunStore& store) {
  const fs::path folder = projectFolder / kCheckpointsFolder / std::to_string(run.index);
  std::error_code code;
  if (!fs::is_directory(folder, code)) return {};
  removePartialCheckpoints(folder);
  FOVEA_TRY(const auto entries, store.checkpoints(run));
  std::set<std::string> known;
  for (const CheckpointRecord& entry : entries) {
    known.insert(entry.file.generic_string());
    if (isMissing(projectFolder / entry.file)) FOVEA_CHECK(store.removeCheckpoint(run, entry.step));
  }
  for (const fs::path& file : filesIn(folder)) {
    const fs::path name = file.lexically_relative(projectFolder);
    if (known.contains(name.generic_string()) || !hasCheckpointName(file) || !isPlainFile(file)) continue;
    // Ignores unreadable files, which must not prevent the others from being found.
    (void)adopt(file, name, run, store);
  }
  return {};
}

}  // namespace

std::string checkpointFileName(const TrainingPosition& position) {
  const std::string epoch = fmt::format("epoch-{:04}", position.epoch);
  return (position.sample == 0 ? epoch : epoch + fmt::format("-step-{:08}", position.step)) + ".safetensors";
}

CheckpointRecord checkpointRecord(RunId run, const Checkpoint& checkpoint, const fs::path& file) {
  // The weights may have changed since the last validation. Earlier versions validated at the end of each epoch.
  const std::int64_t seen = checkpoint.position.validatedStep;
  const bool validated = seen < 0 ? checkpoint.position.sample == 0 : seen == checkpoint.position.step;
  CheckpointRecord record;
  record.run = run;
  record.epoch = checkpoint.position.epoch;
  record.step = checkpoint.position.step;
  record.file = file;
  record.accuracy = validated ? checkpoint.validationAccuracy : -1;
  record.loss = validated ? checkpoint.validationLoss : -1;
  record.score = checkpoint.score;
  return record;
}

void removePartialCheckpoints(const fs::path& folder) {
  std::error_code code;
  for (const fs::path& file : filesIn(folder))
    if (file.filename().string().find(".safetensors.partial-") != std::string::npos) fs::remove(file, code);
}

void reconcileCheckpoints(const fs::path& projectFolder, RunStore& store) {
  const auto runs = store.runs();
  if (!runs.ok()) return;
  // Actions that a full disk prevents now are retried when the project is next opened.
  for (const RunRecord& run : *runs) (void)reconcileRun(projectFolder, run.id, store);
}

}  // namespace fovea
