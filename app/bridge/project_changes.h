// Why: adding, opening and removing networks and data sets writes files and the manifest in an order that a crash may
// interrupt anywhere. The project thread performs the whole change on its own Project object; afterwards the window's
// manifest takes over the differences. Changes run one after another. GUI thread only.
#pragma once
#include <QObject>
#include <deque>
#include <functional>

#include "app/bridge/project_thread.h"

namespace fovea {

class ProjectChanges : public QObject {
  Q_OBJECT
 public:
  explicit ProjectChanges(ProjectThread& thread, QObject* parent = nullptr);

  // The project that is changed from now on. Changes must not be under way; see whenDone().
  void show(Project& project);
  // `prepare()` is called when all earlier changes are done, and returns the work: `work(Project&)` returns a Result or
  // a Status on the project thread. `deliver` gets it after the manifest has followed, unless `receiver` is gone.
  // Without a project it gets InvalidArgument.
  template <class Prepare, class Deliver>
  void make(Prepare prepare, QObject* receiver, Deliver deliver);
  // Calls `then` when all changes are done: at once if there are none.
  void whenDone(std::function<void()> then);
  bool underWay() const { return busy_; }

 Q_SIGNALS:
  // The manifest could not be written.
  void failed(const fovea::Error& error);

 private:
  template <class Answer>
  struct Outcome {
    Answer answer;
    ProjectManifest before;
    ProjectManifest after;
  };

  void begin(std::function<void()> change);
  void beginNext();
  void takeOver(const ProjectManifest& before, const ProjectManifest& after);
  void write();
  void write(const std::filesystem::path& folder, const ProjectManifest& manifest);

  ProjectThread& thread_;
  Project* project_ = nullptr;
  bool busy_ = false;
  bool unwritten_ = false;  // the manifest on the disk is an earlier one
  std::deque<std::function<void()>> waiting_;
};

template <class Prepare, class Deliver>
void ProjectChanges::make(Prepare prepare, QObject* receiver, Deliver deliver) {
  using Work = std::invoke_result_t<Prepare&>;
  using Returned = typename GuardedResult<std::decay_t<std::invoke_result_t<Work&, Project&>>>::Type;
  using Shared = std::shared_ptr<Outcome<Returned>>;
  const QPointer<QObject> asker(receiver);
  begin([this, prepare = std::move(prepare), asker, deliver = std::move(deliver)]() mutable {
    const auto work = [work = prepare(), before = project_ ? project_->manifest() : ProjectManifest()](
                          Project& project) mutable -> Result<Shared> {
      project.follow(before);
      Returned answer = guarded([&] { return work(project); });
      return std::make_shared<Outcome<Returned>>(Outcome<Returned>{std::move(answer), before, project.manifest()});
    };
    thread_.ask(work, this, [this, asker, deliver](Result<Shared>& outcome) mutable {
      if (outcome.ok()) takeOver((*outcome)->before, (*outcome)->after);
      // A receiver of the answer may request another change, which follows those that wait.
      if (asker && outcome.ok()) deliver((*outcome)->answer);
      if (asker && !outcome.ok()) {
        Returned refused(outcome.error());
        deliver(refused);
      }
      beginNext();
    });
  });
}

}  // namespace fovea
