// Why: OpenCV's video library depends on a hundred others, which would double the start-up time of every program. A
// separate module, libfovea_video.so beside the programs, links to it and is loaded when the first video is read. This
// header is the whole interface of both sides: it uses no type of Fovea.
#pragma once
#include <cstdint>

namespace fovea {

inline constexpr const char* kVideoModule = "libfovea_video.so";
inline constexpr const char* kOpenVideo = "fovea_open_video_1";

// One video, read from its beginning; one thread. No function throws.
class VideoReader {
 public:
  virtual ~VideoReader() = default;
  // The frame count that the file states, which may be wrong; 0 where it states none.
  virtual std::int64_t frames() const = 0;
  // Goes to the next frame; returns false at the end and at damage.
  virtual bool grab() = 0;
  // The current frame, row by row: blue, green, red. Null if it cannot be decoded; valid until the next call.
  virtual const std::uint8_t* retrieve(std::int64_t& height, std::int64_t& width) = 0;
};

// Null if the file is not a readable video. The caller deletes the reader.
using OpenVideo = VideoReader* (*)(const char* path);

}  // namespace fovea
