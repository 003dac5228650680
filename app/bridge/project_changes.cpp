#include "app/bridge/project_changes.h"

#include <utility>

namespace fovea {

ProjectChanges::ProjectChanges(ProjectThread& thread, QObject* parent) : QObject(parent), thread_(thread) {}

void ProjectChanges::show(Project& project) {
  project_ = &project;
  project.setManifestWriter([this](const std::filesystem::path& folder, const ProjectManifest& manifest) {
    // During a change the project thread writes the manifest; changes by the window are written afterwards.
    if (busy_)
      unwritten_ = true;
    else
      write(folder, manifest);
    return Status();
  });
}

void ProjectChanges::write() {
  // Choices in a read-only project are not stored.
  if (project_ && std::exchange(unwritten_, false) && !project_->readOnly()) write(project_->folder(), project_->manifest());
}

void ProjectChanges::write(const std::filesystem::path& folder, const ProjectManifest& manifest) {
  thread_.run([folder, manifest] { return writeProjectManifest(folder, manifest); }, this,
              [this](const Status& written) {
                if (!written.ok()) Q_EMIT failed(written.error());
              });
}

void ProjectChanges::whenDone(std::function<void()> then) {
  if (!busy_) return then();
  waiting_.push_back([this, then = std::move(then)] {
    then();
    beginNext();
  });
}

void ProjectChanges::begin(std::function<void()> change) {
  waiting_.push_back(std::move(change));
  if (!busy_) beginNext();
}

void ProjectChanges::beginNext() {
  write();
  busy_ = !waiting_.empty();
  if (!busy_) return;
  const auto next = std::move(waiting_.front());
  waiting_.pop_front();
  next();
}

// `after` is the manifest on disk.
void ProjectChanges::takeOver(const ProjectManifest& before, const ProjectManifest& after) {
  if (!project_) return;
  project_->follow(followedManifest(project_->manifest(), before, after));
  if (!sameManifest(project_->manifest(), after)) unwritten_ = true;
}

}  // namespace fovea
