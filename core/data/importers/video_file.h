// Why: decodes clips to frames, so that the rest of Fovea does not depend on a video library.
#pragma once
#include <filesystem>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/data/video_module/video_abi.h"
#include "core/tensor/tensor.h"

namespace fovea {

// On first use, loads the video module from the folder of the program or of its libraries. Fails with Unsupported where
// there is none, NotFound or Corrupt. Any thread.
Result<std::unique_ptr<VideoReader>> openVideo(const std::filesystem::path& path);

// Camera 0, 1, …. Unsupported as openVideo(), NotFound. Opening may take seconds. Any thread.
Result<std::unique_ptr<VideoReader>> openCamera(int index);

// Writes frames u8 [3, H, W] of one size with even sides as .mp4 or .avi, atomically. InvalidArgument (no frames, other
// shapes, another ending), Unsupported as openVideo() or without a codec, errors of the disk.
Status writeVideo(const std::filesystem::path& path, const std::vector<Tensor>& frames, double framesPerSecond);

// Whether openVideo() has what it needs: the Unsupported that it would give.
Status canReadVideo();

}  // namespace fovea
