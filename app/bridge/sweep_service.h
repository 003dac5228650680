// Why: a sweep trains one run after the other, each as soon as its device is free and no queued run waits for it. The
// service knows the project's sweeps and what their runs have reached. GUI thread only.
#pragma once
#include <QObject>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/bridge/training_service.h"
#include "core/project/sweep_course.h"

namespace fovea {

class SweepService : public QObject {
  Q_OBJECT
 public:
  // Returns the folder of a data set of the project, given its name.
  using DatasetFolder = std::function<Result<std::filesystem::path>(const std::string& dataset)>;

  SweepService(ProjectThread& thread, TrainingService& training, RunLibrary& library, DatasetFolder datasetFolder,
               QObject* parent = nullptr);

  // A sweep with what its runs have reached.
  struct Entry {
    std::string name;
    std::shared_ptr<const Network> network;
    SettingDefaults defaults;
    std::shared_ptr<SweepCourse> course;  // changes as its runs go on
    // Why no run can begin: its data set cannot be opened.
    std::optional<Error> obstacle;
    // Trials whose runs could not begin or go on, and why: the project knows nothing of it. resume() tries them again.
    // One that a person has made to go on is left out.
    std::map<std::int64_t, std::string> refused;
  };

  // By name.
  const std::vector<std::string>& names() const { return names_; }
  // Null while it is not read yet: read() reads it, and changed() follows.
  const Entry* find(const std::string& name) const;
  void read(const std::string& name);
  // The sweep that begins runs, or empty. All others are held: none begins by itself after a restart.
  const std::string& goingOn() const { return goingOn_; }

  // Shows the sweeps of the newly opened project in `folder`.
  void show(const std::filesystem::path& folder, std::vector<std::string> names, bool readOnly);
  // Stores a new sweep and begins its runs; began() or failed() follows. An empty name becomes the first free one.
  // InvalidArgument: its plan makes no sense, or another sweep goes on.
  Status begin(StoredSweep sweep);
  // Goes on with a held sweep, also with runs that could not begin. InvalidArgument while another one goes on.
  Status resume(const std::string& name);
  // Lets no further run begin; the one under way goes on.
  void hold();
  // Handles a data set's new name, which the project's sweeps already have.
  void datasetRenamed();

 Q_SIGNALS:
  // The sweeps, one of them, or what goes on has changed.
  void changed();
  void began(const std::string& name);
  // A run could not begin, and the sweep is held; or a sweep could not be read or stored.
  void failed(const fovea::Error& error);

 private:
  // The trial whose run is under way.
  struct Trial {
    std::string sweep;
    SweepStep step;
    RunId run;
  };

  void readStates();
  void runEnded(const WorkerSnapshot& run);
  void forgetRefusal(RunId run);
  static void setState(Entry& sweep, std::int64_t trial, TrialState state);
  void beginNext();
  void beginTrial(const Entry& sweep, const SweepStep& step);
  void trialBegun(const std::string& sweep, const SweepStep& step, const Result<RunId>& begun);
  void holdBecause(const Error& error);

  ProjectThread& thread_;
  TrainingService& training_;
  RunLibrary& library_;
  DatasetFolder datasetFolder_;
  std::filesystem::path folder_;  // the project's; empty: none is open
  bool readOnly_ = false;
  std::vector<std::string> names_;
  std::map<std::string, std::shared_ptr<Entry>> entries_;  // those that were read
  std::set<std::string> reading_;
  std::string goingOn_;
  bool beginning_ = false;  // a trial's run is being recorded
  std::optional<Trial> trial_;
  std::set<RunId> dirty_;  // runs whose state must be read again
  bool readingStates_ = false;
};

}  // namespace fovea
