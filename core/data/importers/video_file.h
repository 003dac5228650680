// Why: decodes clips to frames, so that the rest of Fovea does not depend on a video library.
#pragma once
#include <filesystem>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/data/video_module/video_abi.h"
#include "core/tensor/tensor.h"

namespace fovea {

// Opens a clip. On first use, loads the video module from the folder of the program or of its libraries. Fails with
// Unsupported if there is none, NotFound or Corrupt. Any thread.
Result<std::unique_ptr<VideoReader>> openVideo(const std::filesystem::path& path);

// Opens camera 0, 1, …, which may take seconds. Fails with Unsupported like openVideo(), or NotFound. Any thread.
Result<std::unique_ptr<VideoReader>> openCamera(int index);

// Writes frames u8 [3, H, W] of one size with even sides as .mp4 or .avi, atomically. Fails with InvalidArgument (no
// frames, other shapes or ending), Unsupported like openVideo() or without a codec, or errors of the disk.
Status writeVideo(const std::filesystem::path& path, const std::vector<Tensor>& frames, double framesPerSecond);

// Checks that openVideo() has its video module; fails with Unsupported like openVideo().
Status canReadVideo();

}  // namespace fovea
