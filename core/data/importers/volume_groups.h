// Why: scans of one patient come as several volumes: T1, T2 and FLAIR of BraTS, the numbered channels of nnU-Net. They
// are the channels of one sample; their mask is among them or beside them. Sources: the descriptions of BraTS (Menze et
// al. 2015, and of its later years) and of nnU-Net (Isensee et al. 2021).
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/data/importers/listed_source.h"

namespace fovea {

struct VolumeGroup {
  std::vector<std::filesystem::path> volumes;  // in the order of the channels
  std::filesystem::path mask;                  // empty: none
  std::optional<Split> split;
};

struct VolumeGroups {
  std::vector<VolumeGroup> groups;
  std::vector<std::string> channels;    // endings of the names: "_flair"
  std::vector<SkippedSample> problems;  // groups that lack a channel or their mask; absolute paths
  bool complete = true;
};

// Finds the groups. Fails with Unsupported if the volumes are not in such groups.
Result<VolumeGroups> findVolumeGroups(const std::filesystem::path& root, Look look);

// Returns the names of labels in dataset.json (of the Medical Segmentation Decathlon and of nnU-Net), indexed by
// number; empty if there is no such file, or it has no names.
std::vector<std::string> namesOfDecathlon(const std::filesystem::path& root);

}  // namespace fovea
