#include "app/cli/run_subject.h"

#include <fmt/format.h>

#include "app/cli/network_fit.h"

namespace fovea::cli {
namespace fs = std::filesystem;

namespace {

// The data set in a folder, under the name that it has in the project or gets there.
Result<ChosenDataset> datasetIn(const Context& context, Project& project, const fs::path& folder, Keep keep) {
  ChosenDataset chosen{{}, normalFolder(folder), nullptr};
  FOVEA_TRY(chosen.data, Dataset::open(chosen.folder));
  for (const ProjectDataset& each : project.manifest().datasets)
    if (normalFolder(project.folder() / each.folder) == chosen.folder) {
      chosen.name = each.name;
      return chosen;
    }
  const std::string own = chosen.folder.filename().string();
  chosen.name = project.freeDatasetName(own);
  if (keep == Keep::No) return chosen;
  FOVEA_CHECK(project.addDataset(chosen.name, chosen.folder));
  if (chosen.name != own)
    printWarning(context, fmt::format("The project has another data set \"{}\", so that {} gets the name \"{}\" there.",
                                      own, chosen.folder.string(), chosen.name));
  return chosen;
}

}  // namespace

fs::path normalFolder(const fs::path& folder) {
  const fs::path path = fs::absolute(folder).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

Result<ChosenDataset> chooseDataset(const Context& context, Project& project, const std::string& wish, Keep keep) {
  std::error_code code;
  if (!wish.empty() && !project.manifest().find(wish) && fs::exists(wish, code))
    return datasetIn(context, project, wish, keep);
  const std::string name = wish.empty() ? project.manifest().trainingDataset : wish;
  if (name.empty())
    return fail(ErrorCode::InvalidArgument, "The project has no data set.", "Name one with --dataset DIR.");
  FOVEA_TRY(const fs::path folder, project.datasetFolder(name));
  ChosenDataset chosen{name, normalFolder(folder), nullptr};
  FOVEA_TRY(chosen.data, Dataset::open(chosen.folder));
  return chosen;
}

Result<Network> chooseNetwork(const Context& context, Project& project, const std::string& wish,
                              const DatasetInfo& data, Keep keep) {
  if (wish.empty()) return project.loadNetwork();
  for (const ProjectNetwork& each : project.networks()) {
    if (each.name != wish) continue;
    if (keep == Keep::Yes) FOVEA_CHECK(project.selectNetwork(each.file));
    return readProjectNetwork(project.folder() / each.file);
  }
  FOVEA_TRY(Network network, loadNetwork(context, wish));
  if (!isNetworkFile(wish)) {
    FOVEA_TRY(network, fitNetwork(context, network, data));
  }
  return keep == Keep::Yes ? project.takeNetwork(network) : Result<Network>(std::move(network));
}

}  // namespace fovea::cli
