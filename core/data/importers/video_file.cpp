#include "core/data/importers/video_file.h"

#include "core/base/module_file.h"
#include "core/data/files/stand_in.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

const ModuleFunction& videoModule() {
  static const ModuleFunction module = loadModuleFunction(kVideoModule, kOpenVideo);
  return module;
}

// Loads a function of the module. A missing module fails in canReadVideo(); a missing function is another error.
Result<void*> videoFunction(const char* name) {
  FOVEA_CHECK(canReadVideo());
  const ModuleFunction function = loadModuleFunction(kVideoModule, name);
  if (function.address) return function.address;
  return fail(ErrorCode::Unsupported, "The module of videos is of another version: " + function.problem + ".",
              "Build Fovea again.");
}

}  // namespace

Status canReadVideo() {
  if (videoModule().address) return {};
  return fail(ErrorCode::Unsupported, "Fovea cannot read videos: " + videoModule().problem + ".",
              "Install libopencv-dev and build Fovea again.");
}

Result<std::unique_ptr<VideoReader>> openVideo(const fs::path& path) {
  std::error_code code;
  if (!fs::is_regular_file(path, code))
    return fail(ErrorCode::NotFound, "There is no file " + displayName(path.string()) + ".");
  FOVEA_CHECK(canReadVideo());
  const auto open = reinterpret_cast<OpenVideo>(videoModule().address);
  FOVEA_TRY(const OpenedFile opened, openWhole(path));
  std::unique_ptr<VideoReader> video(open(nameToOpen(opened, path).c_str()));
  if (!video) return fail(ErrorCode::Corrupt, displayName(path.filename().string()) + " is no video that can be read");
  return video;
}

Result<std::unique_ptr<VideoReader>> openCamera(int index) {
  FOVEA_TRY(void* const function, videoFunction(kOpenCamera));
  std::unique_ptr<VideoReader> camera(reinterpret_cast<OpenCamera>(function)(index));
  if (!camera)
    return fail(ErrorCode::NotFound, "There is no camera " + std::to_string(index) + ".",
                "Connect one, or open a video instead.");
  return camera;
}

Status writeVideo(const fs::path& path, const std::vector<Tensor>& frames, double framesPerSecond) {
  const std::string ending = path.extension().string();
  if (ending != ".mp4" && ending != ".avi")
    return fail(ErrorCode::InvalidArgument, displayName(path.filename().string()) + " is neither .mp4 nor .avi.");
  const Shape shape = frames.empty() ? Shape{} : frames.front().shape();
  if (shape.rank() != 3 || shape[0] != 3 || shape[1] % 2 != 0 || shape[2] % 2 != 0)
    return fail(ErrorCode::InvalidArgument, "A video has coloured frames of even width and height.");
  FOVEA_TRY(void* const function, videoFunction(kWriteVideo));
  const fs::path part = path.parent_path() / (path.stem().string() + ".part" + ending);
  std::unique_ptr<VideoWriter> video(
      reinterpret_cast<WriteVideo>(function)(part.c_str(), shape[1], shape[2], framesPerSecond));
  if (!video)
    return fail(ErrorCode::Unsupported, "There is no codec for " + ending + " files.", "Write a .gif instead.");
  const std::int64_t pixels = shape[1] * shape[2];
  std::vector<std::uint8_t> rows(static_cast<std::size_t>(3 * pixels));
  bool written = true;
  for (const Tensor& frame : frames) {
    if (frame.type() != TensorType{DataType::UInt8, shape})
      return fail(ErrorCode::InvalidArgument, "The frames of a video have one size.");
    const auto* const from = frame.data<std::uint8_t>();
    for (std::int64_t i = 0; i < pixels; ++i)
      for (std::int64_t c = 0; c < 3; ++c) rows[static_cast<std::size_t>(3 * i + c)] = from[(2 - c) * pixels + i];
    written = video->write(rows.data()) && written;
  }
  video.reset();
  std::error_code code;
  if (written) fs::rename(part, path, code);
  if (written && !code) return {};
  fs::remove(part, code);
  return fail(ErrorCode::Io, "The video could not be written to " + displayName(path.string()) + ".",
              "Look whether the disk is full.");
}

}  // namespace fovea
