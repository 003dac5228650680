// Why: manages the breakpoints of the shown network: stores them with the project, sends them to every run whose
// network has the layers, and reports hits. GUI thread only.
#pragma once
#include <QObject>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "app/bridge/training_bridge.h"
#include "core/project/project.h"

namespace fovea {

class BreakpointService : public QObject {
  Q_OBJECT
 public:
  struct Entry {
    Breakpoint breakpoint;
    bool on = true;
    std::optional<BreakpointHit> hit{};  // the last one in this session
  };

  explicit BreakpointService(TrainingBridge& training, QObject* parent = nullptr);

  // Shows those of the project's current network; null: no project is open.
  void show(Project* project);

  const std::vector<Entry>& entries() const { return entries_; }
  // Why an active run does not check them any more; null: each of them does.
  const Error* unchecked() const { return unchecked_.empty() ? nullptr : &unchecked_.begin()->second; }
  // Does nothing but switch it on if there is such a breakpoint already.
  void add(const Breakpoint& breakpoint);
  void setOn(std::size_t index, bool on);
  void replace(std::size_t index, const Breakpoint& breakpoint);
  void remove(std::size_t index);
  // Steps from one check to the next, for all projects.
  int every() const;
  void setEvery(int steps);

 Q_SIGNALS:
  void changed();
  // A run was paused by it.
  void hit(fovea::RunId run, const fovea::BreakpointHit& hit);
  // The project could not keep them.
  void failed(const fovea::Error& error);

 private:
  void keep();
  void sendToAll();
  void send(RunId run);
  void follow(const WorkerSnapshot& run);
  void followChecks(const WorkerSnapshot& run);

  TrainingBridge& training_;
  Project* project_ = nullptr;
  std::vector<Entry> entries_;
  std::map<RunId, std::int64_t> pausesTold_;  // see WorkerSnapshot::pausesAtHits
  std::map<RunId, Error> unchecked_;
};

// The layers that a run of `network` measures, named as in ProbeRequest: those of blocks after both.
std::vector<Layer> measurableLayers(const Network& network);

}  // namespace fovea
