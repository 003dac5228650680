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
  HashIndex items;    // keys of the items that the data set has, see itemKeyOf(); only after readItems()
  std::map<std::string, Split> groups;

  // Reads the tables of segments; each content gets `flags`. Fails with Corrupt or Io.
  Status read(const std::filesystem::path& folder, std::span<const Segment> segments, std::uint8_t flags);
  // Reads which items the data set `folder` has, apart from those whose file is gone. Fails with Corrupt or Io.
  Status readItems(const std::filesystem::path& folder);
  // Puts groups whose samples a person has moved into the split where they are now. Fails as Dataset::open().
  Status followEdits(const std::filesystem::path& folder);
};

}  // namespace fovea
