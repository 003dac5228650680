#include "app/cli/trial_project.h"

#include <stdlib.h>

#include <cerrno>

namespace fovea::cli {
namespace fs = std::filesystem;

Result<std::unique_ptr<TrialProject>> TrialProject::open(const fs::path& folder) {
  auto trial = std::unique_ptr<TrialProject>(new TrialProject);
  std::error_code code;
  if (fs::exists(folder / kProjectFile, code)) {
    FOVEA_TRY(trial->project_, Project::open(folder, ProjectAccess::ReadOnly));
    return trial;
  }
  std::string name = (fs::temp_directory_path(code) / "fovea-trial-XXXXXX").string();
  if (!::mkdtemp(name.data())) return systemError(errno, "Cannot create " + name);
  trial->temporary_ = name;
  FOVEA_TRY(trial->project_, Project::create(trial->temporary_, "trial"));
  return trial;
}

TrialProject::~TrialProject() {
  project_.reset();
  std::error_code code;
  if (!temporary_.empty()) fs::remove_all(temporary_, code);
}

}  // namespace fovea::cli
