#include "core/data/importers/video_file.h"

#include "core/data/files/stand_in.h"
#include "core/data/importers/module_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

const ModuleFunction& videoModule() {
  static const ModuleFunction module = loadModuleFunction(kVideoModule, kOpenVideo);
  return module;
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

}  // namespace fovea
