#include "core/project/run_queue.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/base/file.h"
#include "core/base/json_numbers.h"
#include "core/project/paths.h"
#include "core/project/stored_settings.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumQueue = std::uint64_t{64} << 20;
constexpr std::size_t kMostRuns = 1000;
constexpr int kQueueVersion = 1;
constexpr const char* kQueueFormat = "fovea-queue";

Error damagedQueue(const fs::path& file, const std::string& fault) {
  return fail(ErrorCode::Corrupt, file.string() + " is damaged: " + fault + ".",
              "The runs and the checkpoints are not affected. Move the file away to begin with an empty queue.");
}

Json toJson(const QueuedRun& run) {
  return {{"id", run.id},
          {"name", run.description.name},
          {"dataset", run.description.dataset},
          {"priority", run.priority},
          {"added", run.added},
          {"start", run.start.generic_string()},
          {"settings", settingsToJson(run.description.settings)},
          {"network", networkToJson(run.description.network)}};
}

// Throws Json::exception for missing or mistyped members.
Result<QueuedRun> fromJson(const Json& json) {
  QueuedRun run;
  run.id = wholeNumberAt(json, "id");
  json.at("name").get_to(run.description.name);
  json.at("dataset").get_to(run.description.dataset);
  run.priority =
      static_cast<int>(std::clamp<std::int64_t>(wholeNumberAt(json, "priority"), kLowestPriority, kHighestPriority));
  json.at("added").get_to(run.added);
  run.start = json.at("start").get<std::string>();
  if (run.start.is_relative() && !run.start.empty() && !staysInside(run.start))
    return fail(ErrorCode::Corrupt, "The path of a checkpoint leads out of the project.");
  run.description.settings = settingsFromJson(json.at("settings"));
  FOVEA_TRY(run.description.network, networkFromJson(json.at("network")));
  return run;
}

}  // namespace

fs::path runQueueFile(const fs::path& projectFolder) {
  return projectFolder / "queue.json";
}

Result<RunQueue> RunQueue::read(const fs::path& file) {
  const auto text = readFile(file, kMaximumQueue);
  if (!text.ok() && text.error().code == ErrorCode::NotFound) return RunQueue();
  if (!text.ok() && text.error().code == ErrorCode::InvalidArgument)
    return damagedQueue(file, "it is no ordinary file of a queue's size");
  if (!text.ok()) return text.error();
  const auto json = parseJson(*text);
  if (!json.ok() || !json->is_object()) return damagedQueue(file, "it is not a JSON object");
  try {
    if (json->at("format").get<std::string>() != kQueueFormat) return damagedQueue(file, "it is not a queue of runs");
    if (wholeNumberAt(*json, "version") > kQueueVersion)
      return fail(ErrorCode::NewerVersion, file.string() + " was written by a newer version of Fovea.",
                  "Update Fovea to open it.");
    RunQueue queue;
    const Json& runs = json->at("runs");
    if (!runs.is_array() || runs.size() > kMostRuns) return damagedQueue(file, "it has no list of runs");
    for (const Json& each : runs) {
      auto run = fromJson(each);
      if (!run.ok()) return damagedQueue(file, run.error().message);
      if (run->id < 1 || run->id == INT64_MAX || queue.find(run->id))
        return damagedQueue(file, "two of its runs are one");
      queue.nextId_ = std::max(queue.nextId_, run->id + 1);
      queue.runs_.push_back(std::move(*run));
    }
    queue.nextId_ = std::max(queue.nextId_, wholeNumberAt(*json, "next"));
    std::stable_sort(queue.runs_.begin(), queue.runs_.end(),
                     [](const QueuedRun& a, const QueuedRun& b) { return a.priority > b.priority; });
    return queue;
  } catch (const Json::exception& error) {
    return damagedQueue(file, error.what());
  }
}

Status RunQueue::write(const fs::path& file) const {
  Json runs = Json::array();
  for (const QueuedRun& run : runs_) runs.push_back(toJson(run));
  return writeFileAtomic(
      file,
      formatJson({{"format", kQueueFormat}, {"version", kQueueVersion}, {"next", nextId_}, {"runs", std::move(runs)}}));
}

const QueuedRun* RunQueue::find(std::int64_t id) const {
  const auto found = std::find_if(runs_.begin(), runs_.end(), [id](const QueuedRun& each) { return each.id == id; });
  return found == runs_.end() ? nullptr : &*found;
}

Result<std::int64_t> RunQueue::add(QueuedRun run) {
  if (run.description.name.empty()) return fail(ErrorCode::InvalidArgument, "A run needs a name.");
  if (runs_.size() >= kMostRuns)
    return fail(ErrorCode::InvalidArgument, "A thousand runs wait already.", "Remove some that are not needed.");
  run.id = nextId_++;
  run.priority = std::clamp(run.priority, kLowestPriority, kHighestPriority);
  if (run.added.empty()) run.added = utcNow();
  const auto place =
      std::find_if(runs_.begin(), runs_.end(), [&run](const QueuedRun& each) { return each.priority < run.priority; });
  return runs_.insert(place, std::move(run))->id;
}

bool RunQueue::remove(std::int64_t id) {
  return std::erase_if(runs_, [id](const QueuedRun& each) { return each.id == id; }) > 0;
}

bool RunQueue::move(std::int64_t id, std::size_t place) {
  const auto from = std::find_if(runs_.begin(), runs_.end(), [id](const QueuedRun& each) { return each.id == id; });
  if (from == runs_.end()) return false;
  QueuedRun run = std::move(*from);
  runs_.erase(from);
  place = std::min(place, runs_.size());
  const auto to = runs_.begin() + static_cast<std::ptrdiff_t>(place);
  // Keeps the run below higher priorities and above lower ones.
  if (to != runs_.begin()) run.priority = std::min(run.priority, (to - 1)->priority);
  if (to != runs_.end()) run.priority = std::max(run.priority, to->priority);
  runs_.insert(to, std::move(run));
  return true;
}

bool RunQueue::setPriority(std::int64_t id, int priority) {
  const auto found = std::find_if(runs_.begin(), runs_.end(), [id](const QueuedRun& each) { return each.id == id; });
  if (found == runs_.end()) return false;
  QueuedRun run = std::move(*found);
  runs_.erase(found);
  run.priority = std::clamp(priority, kLowestPriority, kHighestPriority);
  const auto place =
      std::find_if(runs_.begin(), runs_.end(), [&run](const QueuedRun& each) { return each.priority < run.priority; });
  runs_.insert(place, std::move(run));
  return true;
}

bool RunQueue::renameDataset(const std::string& name, const std::string& newName) {
  bool renamed = false;
  for (QueuedRun& run : runs_) {
    if (run.description.dataset != name) continue;
    run.description.dataset = newName;
    renamed = true;
  }
  return renamed;
}

const QueuedRun* RunQueue::next(const std::function<bool(const std::string& device)>& isFree) const {
  const auto found = std::find_if(runs_.begin(), runs_.end(), [&isFree](const QueuedRun& each) {
    return isFree(each.description.settings.device);
  });
  return found == runs_.end() ? nullptr : &*found;
}

}  // namespace fovea
