// Why: samples that are added to a data set, or by a resumed import, must be consistent with its content: no content is
// stored twice, and no group is in two splits.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/data/store/dataset_manifest.h"
#include "core/data/store/hash_index.h"

namespace fovea {

struct KnownSamples {
  static constexpr std::uint8_t kSplitBits = 3;
  static constexpr std::uint8_t kInBase = 4;  // in the data set to which samples are added

  HashIndex splits;   // the split of each content, combined with kInBase
  HashIndex origins;  // origins in the data set to which samples are added
  std::map<std::string, Split> groups;

  // Reads the tables of segments; each content gets `flags`. Fails with Corrupt or Io.
  Status read(const std::filesystem::path& folder, std::span<const Segment> segments, std::uint8_t flags);
};

}  // namespace fovea
