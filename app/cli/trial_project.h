// Why: `train --estimate` and `--find-rate` only try a run. They leave a project as it is, also one that a window has
// open, and make none where there is none.
#pragma once
#include <filesystem>
#include <memory>

#include "core/project/project.h"

namespace fovea::cli {

class TrialProject {
 public:
  // Opens the project in `folder` for reading. If none is there, makes an empty one among the temporary files, which
  // goes away with this object. Errors of Project::open() and Project::create().
  static Result<std::unique_ptr<TrialProject>> open(const std::filesystem::path& folder);
  ~TrialProject();
  TrialProject(const TrialProject&) = delete;
  TrialProject& operator=(const TrialProject&) = delete;

  Project& project() { return *project_; }

 private:
  TrialProject() = default;

  std::filesystem::path temporary_;  // empty: the project is that of a person
  std::unique_ptr<Project> project_;
};

}  // namespace fovea::cli
