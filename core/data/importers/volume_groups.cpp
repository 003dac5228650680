#include "core/data/importers/volume_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

#include "core/base/json.h"
#include "core/data/files/stand_in.h"
#include "core/data/importers/found_files.h"
#include "core/data/importers/stem_index.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaximumDecathlonJson = std::uint64_t{16} << 20;
constexpr std::int64_t kMostLabels = 255;

// Returns the ending of a name that states its channel; empty if there is none.
std::string channelOf(std::string_view stem) {
  const std::string lower = lowerCase(stem);
  for (const char* ending : {"_flair", "_t1ce", "_t1gd", "_t1", "_t2", "-t1n", "-t1c", "-t2w", "-t2f", "_t1w", "_t2w"})
    if (lower.size() > std::string_view(ending).size() && lower.ends_with(ending)) return ending;
  const std::size_t mark = lower.rfind('_');
  if (mark != std::string::npos && mark > 0 && lower.size() - mark == 5 && lower.substr(mark + 1, 3) == "000" &&
      wholeNumber(lower.substr(mark + 1)))
    return lower.substr(mark);
  return {};
}

bool isMaskOf(std::string_view stem, std::string_view patient) {
  const std::string rest = lowerCase(stem.substr(std::min(stem.size(), patient.size())));
  return stem.starts_with(patient) && (rest == "_seg" || rest == "-seg" || rest == "_mask" || rest == "_label");
}

struct Patient {
  std::map<std::string, std::size_t> channels;  // file index of each channel
  std::optional<std::size_t> mask;
};

}  // namespace

Result<VolumeGroups> findVolumeGroups(const fs::path& root, Look look) {
  std::error_code code;
  if (!fs::is_directory(root, code)) return nothingFound("group of volumes", root);
  FOVEA_TRY(const FoundFiles found,
            findFiles(
                root, [](std::string_view name) { return fileKindOf(name) == FileKind::Volume; }, look.scan,
                look == Look::Quick ? kLookLimits : WalkLimits{}));
  std::map<std::string, Patient> patients;
  std::set<std::string> channels;
  std::unordered_map<std::string, std::size_t> others;  // keyed by stem
  std::vector<std::size_t> rest;
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    const std::string stem(stemOf(found.files.name(i)));
    const std::string channel = channelOf(stem);
    if (channel.empty()) {
      others.emplace(stem, i);
      rest.push_back(i);
      continue;
    }
    channels.insert(channel);
    patients[found.files.folder(found.files.folderOf(i)) + "/" + stem.substr(0, stem.size() - channel.size())]
        .channels.emplace(channel, i);
  }
  if (channels.size() < 2) return nothingFound("group of volumes", root);
  for (const std::size_t i : rest) {
    const std::string stem(stemOf(found.files.name(i)));
    const std::string patient = stem.substr(0, stem.find_last_of("_-"));
    const auto place = patients.find(found.files.folder(found.files.folderOf(i)) + "/" + patient);
    if (place != patients.end() && isMaskOf(stem, patient)) place->second.mask = i;
  }
  VolumeGroups result;
  result.complete = found.complete;
  result.channels.assign(channels.begin(), channels.end());
  for (auto& [name, patient] : patients) {
    const std::size_t first = patient.channels.begin()->second;
    const std::string place = absoluteText(root / found.files.relative(first));
    if (patient.channels.size() < channels.size()) {
      for (const std::string& channel : channels)
        if (!patient.channels.contains(channel)) {
          result.problems.push_back({place, 0, fmt::format("there is no volume \"{}\" beside it", channel)});
          break;
        }
      continue;
    }
    VolumeGroup group;
    for (const auto& [channel, file] : patient.channels) group.volumes.push_back(root / found.files.relative(file));
    if (!patient.mask)
      if (const auto beside = others.find(name.substr(name.rfind('/') + 1)); beside != others.end())
        patient.mask = beside->second;
    if (patient.mask) group.mask = root / found.files.relative(*patient.mask);
    group.split = splitOfPath(found.files.folder(found.files.folderOf(first)));
    result.groups.push_back(std::move(group));
  }
  const bool masks = std::any_of(result.groups.begin(), result.groups.end(),
                                 [](const VolumeGroup& group) { return !group.mask.empty(); });
  if (masks)
    std::erase_if(result.groups, [&](const VolumeGroup& group) {
      if (group.mask.empty())
        result.problems.push_back({absoluteText(group.volumes[0]), 0, "there is no mask that belongs to it"});
      return group.mask.empty();
    });
  if (result.groups.empty()) return nothingFound("group of volumes", root);
  return result;
}

std::vector<std::string> namesOfDecathlon(const fs::path& root) {
  const auto text = readSource(root / "dataset.json", kMaximumDecathlonJson);
  if (!text.ok()) return {};
  const auto json = parseJson(*text);
  if (!json.ok() || !json->is_object() || !json->contains("labels") || !(*json)["labels"].is_object()) return {};
  std::map<std::int64_t, std::string> numbered;
  for (const auto& [key, value] : (*json)["labels"].items()) {
    const auto number = wholeNumber(key);
    const bool byName = !number && value.is_number_integer();
    if (!byName && !(number && value.is_string())) return {};
    const std::int64_t label = byName ? value.get<std::int64_t>() : *number;
    if (label < 0 || label >= kMostLabels) return {};
    numbered[label] = displayName(byName ? key : value.get<std::string>()).substr(0, 200);
  }
  std::vector<std::string> names;
  for (const auto& [label, name] : numbered) {
    while (std::ssize(names) < label) names.push_back(fmt::format("class {}", names.size()));
    names.push_back(name);
  }
  return names;
}

}  // namespace fovea
