// Why: what a data set was told to follow is remembered by sample: where its file is now, its class and split there, or
// that it is gone. A person's own corrections are not mixed up with it.
#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "core/base/result.h"
#include "core/data/store/sample.h"

namespace fovea {

struct FollowedSample {
  std::string source;
  std::string label;
  Split split = Split::Train;
  bool gone = false;
};
using FollowedSamples = std::map<std::uint32_t, FollowedSample>;  // by record

// Of the data set `folder`; none where there is no such file. Corrupt, NewerVersion, Io.
Result<FollowedSamples> readFollowed(const std::filesystem::path& folder);
Status writeFollowed(const std::filesystem::path& folder, const FollowedSamples& samples);

}  // namespace fovea
