#include "app/cli/run_subject.h"

#include "app/cli/network_fit.h"

namespace fovea::cli {

Result<std::pair<std::string, std::filesystem::path>> chooseDataset(Project& project, const std::string& wish) {
  if (!wish.empty() && std::filesystem::exists(wish)) {
    const std::filesystem::path folder = std::filesystem::absolute(wish).lexically_normal();
    const std::string name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    if (!project.manifest().find(name)) FOVEA_CHECK(project.addDataset(name, folder));
    return std::pair(name, folder);
  }
  const std::string name = wish.empty() ? project.manifest().trainingDataset : wish;
  if (name.empty())
    return fail(ErrorCode::InvalidArgument, "The project has no data set.", "Name one with --dataset DIR.");
  FOVEA_TRY(auto folder, project.datasetFolder(name));
  return std::pair(name, folder);
}

Result<Network> chooseNetwork(const Context& context, Project& project, const std::string& wish,
                              const DatasetInfo& data) {
  if (wish.empty()) return project.loadNetwork();
  for (const ProjectNetwork& each : project.networks()) {
    if (each.name != wish) continue;
    FOVEA_CHECK(project.selectNetwork(each.file));
    return project.loadNetwork();
  }
  FOVEA_TRY(Network network, loadNetwork(context, wish));
  if (!isNetworkFile(wish)) network = fitNetwork(context, network, data);
  return project.takeNetwork(network);
}

}  // namespace fovea::cli
