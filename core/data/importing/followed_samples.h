// Why: a followed import stores for each sample where its file is now, its class and split there, or that it is gone.
// This is kept apart from a person's own corrections.
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
  bool leftOut = false;  // it is gone, and a person had excluded it before
};
using FollowedSamples = std::map<std::uint32_t, FollowedSample>;  // keyed by record

// Reads the file of the data set `folder`; empty where there is none. Fails with Corrupt, NewerVersion or Io.
Result<FollowedSamples> readFollowed(const std::filesystem::path& folder);
Status writeFollowed(const std::filesystem::path& folder, const FollowedSamples& samples);

}  // namespace fovea
