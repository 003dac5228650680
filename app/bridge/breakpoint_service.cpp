#include "app/bridge/breakpoint_service.h"

#include <algorithm>
#include <utility>

#include "app/bridge/project_thread.h"
#include "app/bridge/user_settings.h"
#include "core/network/flatten.h"

namespace fovea {
namespace {

constexpr const char* kEveryKey = "breakpointEvery";
constexpr int kUsualEvery = 10;

}  // namespace

std::vector<Layer> measurableLayers(const Network& network) {
  const auto flat = flattenNetwork(network);
  return flat.ok() ? flat->layers() : std::vector<Layer>();
}

BreakpointService::BreakpointService(TrainingBridge& training, QObject* parent) : QObject(parent), training_(training) {
  connect(&training_, &TrainingBridge::runStarting, this, &BreakpointService::send);
  connect(&training_, &TrainingBridge::snapshotChanged, this, [this](const auto& run) { follow(*run); });
}

void BreakpointService::show(Project* project) {
  project_ = project;
  entries_.clear();
  if (project_)
    for (const KeptBreakpoint& kept : project_->breakpoints())
      // Conditions of a later version are ignored.
      if (const auto read = breakpointFromText(kept.condition); read.ok()) entries_.push_back({*read, kept.on});
  Q_EMIT changed();
}

void BreakpointService::add(const Breakpoint& breakpoint) {
  const auto same = [&](const Entry& each) { return each.breakpoint == breakpoint; };
  const auto found = std::find_if(entries_.begin(), entries_.end(), same);
  if (found != entries_.end()) return setOn(static_cast<std::size_t>(found - entries_.begin()), true);
  entries_.push_back({breakpoint});
  keep();
}

void BreakpointService::setOn(std::size_t index, bool on) {
  if (index >= entries_.size() || entries_[index].on == on) return;
  entries_[index].on = on;
  keep();
}

void BreakpointService::replace(std::size_t index, const Breakpoint& breakpoint) {
  if (index >= entries_.size() || entries_[index].breakpoint == breakpoint) return;
  entries_[index].breakpoint = breakpoint;
  entries_[index].hit.reset();
  keep();
}

void BreakpointService::remove(std::size_t index) {
  if (index >= entries_.size()) return;
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(index));
  keep();
}

int BreakpointService::every() const {
  return std::max(1, UserSettings::value(kEveryKey, kUsualEvery).toInt());
}

void BreakpointService::setEvery(int steps) {
  if (steps == every()) return;
  UserSettings::setValue(kEveryKey, steps);
  sendToAll();
}

void BreakpointService::keep() {
  if (project_ && project_->readOnly()) {
    show(project_);
    Q_EMIT failed(projectIsReadOnly());
    return;
  }
  if (project_) {
    std::vector<KeptBreakpoint> kept;
    for (const Entry& each : entries_) kept.push_back({breakpointText(each.breakpoint), each.on});
    if (const Status status = project_->setBreakpoints(std::move(kept)); !status.ok()) Q_EMIT failed(status.error());
  }
  sendToAll();
  Q_EMIT changed();
}

void BreakpointService::sendToAll() {
  for (const auto& run : training_.underWay()) send(run->run);
}

// A run of another network gets only the breakpoints whose layers it has.
void BreakpointService::send(RunId run) {
  const auto network = training_.network(run);
  if (!network) return;
  std::set<std::string> known;
  std::vector<Breakpoint> wanted;
  for (const Entry& each : entries_) {
    if (!each.on) continue;
    if (known.empty() && !each.breakpoint.layer.empty())
      for (const Layer& layer : measurableLayers(*network)) known.insert(layer.name);
    if (each.breakpoint.layer.empty() || known.contains(each.breakpoint.layer)) wanted.push_back(each.breakpoint);
  }
  training_.setBreakpoints(wanted, every(), run);
}

void BreakpointService::follow(const WorkerSnapshot& run) {
  followChecks(run);
  if (!run.active()) pausesTold_.erase(run.run);
  if (run.hits.empty() || std::exchange(pausesTold_[run.run], run.pausesAtHits) == run.pausesAtHits) return;
  for (const BreakpointHit& each : run.hits)
    for (Entry& entry : entries_)
      if (entry.breakpoint == each.breakpoint) entry.hit = each;
  Q_EMIT changed();
  for (const BreakpointHit& each : run.hits) Q_EMIT hit(run.run, each);
}

void BreakpointService::followChecks(const WorkerSnapshot& run) {
  const bool known = unchecked_.contains(run.run), fails = run.active() && run.unchecked.has_value();
  if (known == fails) return;
  if (fails)
    unchecked_.emplace(run.run, *run.unchecked);
  else
    unchecked_.erase(run.run);
  Q_EMIT changed();
}

}  // namespace fovea
