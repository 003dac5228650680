#include "app/bridge/project_thread.h"

#include <future>

namespace fovea {

Error noProjectIsOpen() {
  return fail(ErrorCode::InvalidArgument, "No project is open.", "Open or create one in Home.");
}

Error projectIsReadOnly() {
  return fail(ErrorCode::PermissionDenied, "The project can only be read here: another program or window has it.",
              "Close it there, then choose “Try again” at the top of this window.");
}

ProjectThread::ProjectThread(QObject* parent) : QObject(parent), thread_([this] { work(); }) {}

ProjectThread::~ProjectThread() {
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void ProjectThread::setProject(std::unique_ptr<Project> project) {
  push([this, project = std::make_shared<std::unique_ptr<Project>>(std::move(project))](Project*) {
    // Closing a store writes its log into the file, which may take a while.
    project_ = std::move(*project);
    deliver([] {});
  });
}

void ProjectThread::push(Task task) {
  ++undelivered_;
  const std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  wake_.notify_one();
}

void ProjectThread::deliver(std::function<void()> call) {
  QMetaObject::invokeMethod(
      this,
      [this, call = std::move(call)] {
        --undelivered_;
        call();
      },
      Qt::QueuedConnection);
}

void ProjectThread::finish() {
  std::promise<void> done;
  push([&done, this](Project*) {
    deliver([] {});
    done.set_value();
  });
  done.get_future().wait();
}

void ProjectThread::work() {
  for (;;) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return quit_ || !tasks_.empty(); });
      if (tasks_.empty()) break;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    // Each task handles its own errors; only delivering the answer can still fail here.
    (void)guarded([&] { task(project_.get()); });
  }
  project_.reset();
}

}  // namespace fovea
