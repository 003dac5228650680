#include "core/project/project_manifest.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json_numbers.h"
#include "core/project/paths.h"
#include "core/project/stored_settings.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumManifest = std::uint64_t{16} << 20;
constexpr const char* kManifestFormat = "fovea-project";

Error damagedManifest(const fs::path& folder, const std::string& fault) {
  return fail(ErrorCode::Corrupt, (folder / kProjectFile).string() + " is damaged: " + fault + ".",
              "The network, the data sets, the runs and the checkpoints beside it are not affected. Put back a copy of "
              "the file, "
              "or move it away and create the project again in the same folder, which takes up what is there.");
}

// Throws Json::exception for missing or mistyped members; the caller turns that into Corrupt.
ProjectManifest manifestFromJson(const Json& json) {
  ProjectManifest manifest;
  json.at("name").get_to(manifest.name);
  json.at("created").get_to(manifest.created);
  for (const auto& [name, folder] : json.at("datasets").items())
    manifest.datasets.push_back({name, folder.get<std::string>()});
  json.at("selected_dataset").get_to(manifest.selectedDataset);
  // Before there were two choices, the selected data set was the one trained on.
  const auto training = json.find("training_dataset");
  if (training != json.end()) training->get_to(manifest.trainingDataset);
  if (!manifest.find(manifest.trainingDataset)) manifest.trainingDataset = manifest.selectedDataset;
  manifest.networkFile = json.at("network").get<std::string>();
  if (const auto networks = json.find("networks"); networks != json.end())
    for (const auto& [file, name] : networks->items()) manifest.networks.push_back({file, name.get<std::string>()});
  if (const auto layouts = json.find("layouts"); layouts != json.end())
    for (const auto& [file, layout] : layouts->items()) manifest.layouts[file] = layout.get<std::string>();
  if (const auto breakpoints = json.find("breakpoints"); breakpoints != json.end())
    for (const auto& [file, list] : breakpoints->items())
      for (const Json& each : list)
        manifest.breakpoints[file].push_back({each.at("condition").get<std::string>(), each.at("on").get<bool>()});
  manifest.settings = settingsFromJson(json.at("settings"));
  if (const auto chosen = json.find("chosen_settings"); chosen != json.end())
    manifest.chosenSettings = chosen->get<std::vector<std::string>>();
  return manifest;
}

}  // namespace

const ProjectDataset* ProjectManifest::find(std::string_view dataset) const {
  const auto found =
      std::find_if(datasets.begin(), datasets.end(), [&](const auto& entry) { return entry.name == dataset; });
  return found == datasets.end() ? nullptr : &*found;
}

const ProjectNetwork* ProjectManifest::findNetwork(const fs::path& file) const {
  const auto found =
      std::find_if(networks.begin(), networks.end(), [&](const auto& entry) { return entry.file == file; });
  return found == networks.end() ? nullptr : &*found;
}

ProjectManifest followedManifest(ProjectManifest current, const ProjectManifest& before, const ProjectManifest& after) {
  const auto follow = [&](auto field) {
    if (before.*field != after.*field) current.*field = after.*field;
  };
  follow(&ProjectManifest::name);
  follow(&ProjectManifest::datasets);
  follow(&ProjectManifest::selectedDataset);
  follow(&ProjectManifest::trainingDataset);
  follow(&ProjectManifest::networkFile);
  follow(&ProjectManifest::networks);
  follow(&ProjectManifest::layouts);
  follow(&ProjectManifest::breakpoints);
  follow(&ProjectManifest::chosenSettings);
  const auto& schema = trainingSettingsSchema();
  if (!(schema.write(before.settings) == schema.write(after.settings))) current.settings = after.settings;
  return current;
}

bool sameManifest(const ProjectManifest& one, const ProjectManifest& other) {
  return formatProjectManifest(one) == formatProjectManifest(other);
}

std::string formatProjectManifest(const ProjectManifest& manifest) {
  Json datasets = Json::object();
  for (const ProjectDataset& dataset : manifest.datasets) datasets[dataset.name] = dataset.folder.generic_string();
  Json networks = Json::object();
  for (const ProjectNetwork& network : manifest.networks) networks[network.file.generic_string()] = network.name;
  // Omits networks that no longer exist.
  Json layouts = Json::object();
  for (const auto& [file, layout] : manifest.layouts)
    if (manifest.findNetwork(file)) layouts[file.generic_string()] = layout;
  Json breakpoints = Json::object();
  for (const auto& [file, list] : manifest.breakpoints)
    for (const KeptBreakpoint& each : list)
      if (manifest.findNetwork(file))
        breakpoints[file.generic_string()].push_back({{"condition", each.condition}, {"on", each.on}});
  Json json = {{"format", kManifestFormat},
               {"version", kProjectVersion},
               {"name", manifest.name},
               {"created", manifest.created},
               {"network", manifest.networkFile.generic_string()},
               {"networks", std::move(networks)},
               {"layouts", std::move(layouts)},
               {"breakpoints", std::move(breakpoints)},
               {"datasets", std::move(datasets)},
               {"selected_dataset", manifest.selectedDataset},
               {"training_dataset", manifest.trainingDataset},
               {"settings", settingsToJson(manifest.settings)}};
  if (manifest.chosenSettings) json["chosen_settings"] = *manifest.chosenSettings;
  return formatJson(json);
}

Result<ProjectManifest> readProjectManifest(const fs::path& folder) {
  const auto text = readFile(folder / kProjectFile, kMaximumManifest);
  if (!text.ok() && text.error().code == ErrorCode::NotFound)
    return fail(ErrorCode::NotFound, "There is no project in " + folder.string() + ".",
                "Choose another folder, or create a project there.");
  if (!text.ok() && text.error().code == ErrorCode::InvalidArgument)
    return damagedManifest(folder, "it is no ordinary file of a project's size");
  if (!text.ok()) return text.error();
  const auto json = parseJson(*text);
  if (!json.ok() || !json->is_object()) return damagedManifest(folder, "it is not a JSON object");
  try {
    if (json->at("format").get<std::string>() != kManifestFormat)
      return damagedManifest(folder, "it is not the file of a Fovea project");
    if (wholeNumberAt(*json, "version") > kProjectVersion)
      return fail(ErrorCode::NewerVersion,
                  (folder / kProjectFile).string() + " was written by a newer version of Fovea.",
                  "Update Fovea to open it.");
    ProjectManifest manifest = manifestFromJson(*json);
    const auto& networks = manifest.networks;
    if (!staysInside(manifest.networkFile) ||
        !std::all_of(networks.begin(), networks.end(), [](const auto& each) { return staysInside(each.file); }))
      return damagedManifest(folder, "its network lies outside of the project");
    return manifest;
  } catch (const Json::exception& error) {
    return damagedManifest(folder, error.what());
  }
}

Status writeProjectManifest(const fs::path& folder, const ProjectManifest& manifest) {
  return writeFileAtomic(folder / kProjectFile, formatProjectManifest(manifest));
}

}  // namespace fovea
