// Why: OpenCV's video library depends on a hundred others, which would double the start-up time of every program. A
// separate module, libfovea_video.so beside the programs, links to it and is loaded when the first video is read. This
// header is the whole interface of both sides: it uses no type of Fovea.
#pragma once
#include <cstdint>

namespace fovea {

inline constexpr const char* kVideoModule = "libfovea_video.so";
inline constexpr const char* kOpenVideo = "fovea_open_video_2";
inline constexpr const char* kOpenCamera = "fovea_open_camera_1";
inline constexpr const char* kWriteVideo = "fovea_write_video_1";

// One video from its beginning, or a camera; one thread. No function throws.
class VideoReader {
 public:
  virtual ~VideoReader() = default;
  // The frame count that the file states, which may be wrong; 0 where it states none.
  virtual std::int64_t frames() const = 0;
  // What the file or the camera says; 0 where it says nothing.
  virtual double framesPerSecond() const = 0;
  // Goes to the next frame; false at the end and at damage.
  virtual bool grab() = 0;
  // The current frame, row by row: blue, green, red. Null if it cannot be decoded; valid until the next call.
  virtual const std::uint8_t* retrieve(std::int64_t& height, std::int64_t& width) = 0;
};

// A video that is written frame by frame; complete once it is deleted. One thread. No function throws.
class VideoWriter {
 public:
  virtual ~VideoWriter() = default;
  // A frame of the video's size, row by row: blue, green, red. False if it cannot be written.
  virtual bool write(const std::uint8_t* frame) = 0;
};

// Null if the file is none that can be read, or there is no such camera. Delete it.
using OpenVideo = VideoReader* (*)(const char* path);
using OpenCamera = VideoReader* (*)(int index);
// Null if no codec suits the ending of `path`: .mp4 or .avi.
using WriteVideo = VideoWriter* (*)(const char* path, std::int64_t height, std::int64_t width, double framesPerSecond);

}  // namespace fovea
