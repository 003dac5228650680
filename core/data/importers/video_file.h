// Why: decodes clips to frames, so that the rest of Fovea does not depend on a video library.
#pragma once
#include <filesystem>
#include <memory>

#include "core/base/result.h"
#include "core/data/video_module/video_abi.h"

namespace fovea {

// On first use, loads the video module from the folder of the program or of its libraries. Fails with Unsupported where
// there is none, NotFound or Corrupt. Any thread.
Result<std::unique_ptr<VideoReader>> openVideo(const std::filesystem::path& path);

// Success if openVideo() can work; otherwise the Unsupported error that it would return.
Status canReadVideo();

}  // namespace fovea
