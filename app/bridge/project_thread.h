// Why: one thread does all disk and SQLite access of the open project. Work is posted to it and done in order; the
// answer returns through the event loop, so the window never waits for a disk.
#pragma once
#include <QObject>
#include <QPointer>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/base/guarded.h"
#include "core/project/project.h"

namespace fovea {

Error noProjectIsOpen();
// Why nothing can be changed in a project that another program or window has.
Error projectIsReadOnly();

// GUI thread only; the work itself runs on the project thread. An exception becomes an error.
class ProjectThread : public QObject {
 public:
  explicit ProjectThread(QObject* parent = nullptr);
  // Completes all posted work, then ends; answers are no longer delivered.
  ~ProjectThread() override;

  // Sets the project for later work; work posted earlier uses the previous one. Null: none. The thread owns the object
  // and closes it.
  void setProject(std::unique_ptr<Project> project);

  // Posts work that needs no open project.
  template <class Work>
  void post(Work work) {
    push([this, work = std::move(work)](Project*) mutable {
      (void)guarded(work);
      deliver([] {});
    });
  }
  // `work` returns a Result or a Status; `deliver` receives it on the GUI thread, unless `receiver` has been destroyed.
  template <class Work, class Deliver>
  void run(Work work, QObject* receiver, Deliver deliver) {
    using Returned = typename GuardedResult<std::decay_t<std::invoke_result_t<Work&>>>::Type;
    push([this, work = std::move(work), back = Return<Returned>(receiver, std::move(deliver))](Project*) mutable {
      back.send(*this, guarded(work));
    });
  }
  // The same for work on the open project, `work(Project&)`; InvalidArgument if none is open.
  template <class Work, class Deliver>
  void ask(Work work, QObject* receiver, Deliver deliver) {
    using Returned = typename GuardedResult<std::decay_t<std::invoke_result_t<Work&, Project&>>>::Type;
    push([this, work = std::move(work),
          back = Return<Returned>(receiver, std::move(deliver))](Project* project) mutable {
      back.send(*this, project ? guarded([&] { return work(*project); }) : Returned(noProjectIsOpen()));
    });
  }
  // Waits for all posted work, e.g. when files must be on the disk in order, and at the end of the program.
  void finish();
  // Runs `work` after all posted work, waits for it, and returns its answer.
  template <class Work>
  auto wait(Work work) {
    using Returned = typename GuardedResult<std::decay_t<std::invoke_result_t<Work&>>>::Type;
    std::optional<Returned> answer;
    push([&](Project*) {
      deliver([] {});
      answer.emplace(guarded(work));
    });
    finish();
    return std::move(*answer);
  }
  // Whether posted work is pending, or an answer is not yet delivered.
  bool busy() const { return undelivered_ > 0; }

 private:
  using Task = std::function<void(Project*)>;

  // Holds an answer for delivery. Shared, since a std::function must be copyable and many answers are not.
  template <class Returned>
  class Return {
   public:
    template <class Deliver>
    Return(QObject* receiver, Deliver deliver)
        : receiver_(receiver), deliver_(std::make_shared<std::function<void(Returned&)>>(std::move(deliver))) {}
    void send(ProjectThread& thread, Returned answer) {
      auto kept = std::make_shared<Returned>(std::move(answer));
      thread.deliver([receiver = receiver_, deliver = std::move(deliver_), kept] {
        if (receiver) (*deliver)(*kept);
      });
    }

   private:
    QPointer<QObject> receiver_;
    std::shared_ptr<std::function<void(Returned&)>> deliver_;
  };

  void push(Task task);
  void deliver(std::function<void()> call);
  void work();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Task> tasks_;
  bool quit_ = false;
  std::unique_ptr<Project> project_;  // used only by the thread
  int undelivered_ = 0;
  std::thread thread_;
};

}  // namespace fovea
