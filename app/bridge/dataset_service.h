// Why: manages the data sets of the open project: the shown one, the one for training, and adding and removing. The
// project thread opens and changes them; callers are notified when a change is done. GUI thread only.
#pragma once
#include <QObject>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/bridge/jobs.h"
#include "app/bridge/project_changes.h"
#include "app/bridge/project_opening.h"
#include "app/bridge/training_bridge.h"

namespace fovea {

// A data set removed from the project, with its former entry.
struct RemovedDataset {
  std::string name;
  std::filesystem::path folder;  // its present folder
  bool inTrash = false;          // the project's trash; otherwise its folder never moved
  bool selected = false;
  bool trained = false;
};

class DatasetService : public QObject {
  Q_OBJECT
 public:
  using Done = std::function<void(const Status&)>;
  using Removed = std::function<void(const Result<RemovedDataset>&)>;

  // `runs` and `training` say which data sets are being trained on.
  DatasetService(ProjectChanges& changes, RunLibrary& runs, TrainingBridge& training, QObject* parent = nullptr);

  // The data sets of a project that is open from now on.
  void show(Project& project, OpenedDataset shown, OpenedDataset trained);

  // The shown data set, or why it could not be opened; neither if none is chosen.
  const OpenedDataset& shown() const { return shown_; }
  // The data set that the network is compared with and the next run trains on. The same object where both are one.
  const OpenedDataset& trained() const { return trained_; }
  // Its name in the project; empty if there is none.
  std::string trainedName() const;

  // The functions below run on the project's thread in the order of their calls, and pass the outcome to `done`: the
  // errors of Project, or the reason why the data set cannot be opened after the change itself was made.
  void select(const std::string& name, Done done);
  void selectTraining(const std::string& name, Done done);
  // Makes a finished import known to the project and selects it. The first one is trained on.
  void add(const std::string& name, const std::filesystem::path& folder, Done done);
  // The same, but keeps the current selection.
  void keep(const std::string& name, const std::filesystem::path& folder, Done done);
  // Reopens a data set whose files have changed.
  void reopen(const std::filesystem::path& folder);
  // Also in the runs that trained on it.
  void rename(const std::string& name, const std::string& newName, Done done);
  // Removes a data set from the project; a folder inside the project moves to its trash. Fails with InvalidArgument
  // while a run trains on it.
  void remove(const std::string& name, Removed done);
  // Undoes a removal: the data set has its name and its part in the project again.
  void restore(const RemovedDataset& removed, Done done);
  // The latest of that name in the trash; it is selected.
  void restore(const std::string& name, Done done);
  // Deletes the trash of the open project as a job, since it may be large. A project must be open.
  Job* emptyTrash(JobQueue& jobs) const;
  // Applies, undoes or redoes a correction of the shown data set. A running run continues with its original data.
  void edit(SampleEdit edit, Done done);
  void undoEdit(Done done);
  void redoEdit(Done done);

 Q_SIGNALS:
  // Emitted when the shown data set, its list or its names change.
  void shownChanged();
  // The data set that is trained on: another one, or edited.
  void trainedChanged();
  // A data set has another name; the project's runs, its queue and its sweeps have it already.
  void renamed(const std::string& name, const std::string& newName);

 private:
  enum class Tell { Shown, Trained, Both };
  // Runs `work` on the project thread, which then opens the chosen data sets that are not open yet, and always `anew`.
  void change(std::function<Status(Project&)> work, Tell tell, Done done, std::filesystem::path anew = {});
  using Edit = std::function<Result<std::shared_ptr<Dataset>>(const Dataset&)>;
  void editShown(Edit edit, Done done);
  // Tells, where the change was made, why the data set could not be opened.
  static Done withError(const OpenedDataset& opened, Done done);
  void tell(Tell whom);

  ProjectChanges& changes_;
  RunLibrary& runs_;
  TrainingBridge& training_;
  Project* project_ = nullptr;
  OpenedDataset shown_;
  OpenedDataset trained_;
};

}  // namespace fovea
