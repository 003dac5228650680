// Why: a clip becomes frames without the rest of Fovea depending on a library of videos.
#pragma once
#include <filesystem>
#include <memory>

#include "core/base/result.h"
#include "core/data/video_module/video_abi.h"

namespace fovea {

// Loads the module of videos when first called, from the folder of the program or of its libraries. Unsupported where
// there is none, NotFound, Corrupt. Any thread.
Result<std::unique_ptr<VideoReader>> openVideo(const std::filesystem::path& path);

// Whether openVideo() has what it needs: the Unsupported that it would give.
Status canReadVideo();

}  // namespace fovea
