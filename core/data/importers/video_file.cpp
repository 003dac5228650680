#include "core/data/importers/video_file.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "core/data/importers/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

struct Module {
  OpenVideo open = nullptr;
  std::string problem;
};

// Never unloaded.
Module loadModule() {
  std::error_code code;
  const fs::path folder = fs::read_symlink("/proc/self/exe", code).parent_path();
  Module module;
  for (const fs::path& place : {folder, folder.parent_path() / "lib/fovea", folder.parent_path() / "lib"}) {
    if (!fs::exists(place / kVideoModule, code)) continue;
    void* handle = ::dlopen((place / kVideoModule).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle) module.open = reinterpret_cast<OpenVideo>(::dlsym(handle, kOpenVideo));
    if (module.open) return module;
    const char* what = ::dlerror();
    module.problem = what ? what : "it is of another version";
    return module;
  }
  module.problem = fmt::format("there is no {} in {}", kVideoModule, folder.string());
  return module;
}

const Module& videoModule() {
  static const Module module = loadModule();
  return module;
}

}  // namespace

Status canReadVideo() {
  if (videoModule().open) return {};
  return fail(ErrorCode::Unsupported, "Fovea cannot read videos: " + videoModule().problem + ".",
              "Install libopencv-dev and build Fovea again.");
}

Result<std::unique_ptr<VideoReader>> openVideo(const fs::path& path) {
  std::error_code code;
  if (!fs::is_regular_file(path, code))
    return fail(ErrorCode::NotFound, "There is no file " + displayName(path.string()) + ".");
  FOVEA_CHECK(canReadVideo());
  std::unique_ptr<VideoReader> video(videoModule().open(path.c_str()));
  if (!video) return fail(ErrorCode::Corrupt, displayName(path.filename().string()) + " is no video that can be read");
  return video;
}

}  // namespace fovea
