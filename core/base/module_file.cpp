#include "core/base/module_file.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

namespace fovea {
namespace fs = std::filesystem;

ModuleFunction loadModuleFunction(const char* file, const char* symbol) {
  std::error_code code;
  const fs::path folder = fs::read_symlink("/proc/self/exe", code).parent_path();
  ModuleFunction found;
  for (const fs::path& place : {folder, folder.parent_path() / "lib/fovea", folder.parent_path() / "lib"}) {
    if (!fs::exists(place / file, code)) continue;
    void* handle = ::dlopen((place / file).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle) found.address = ::dlsym(handle, symbol);
    if (found.address) return found;
    const char* what = ::dlerror();
    found.problem = what ? what : "it is of another version";
    return found;
  }
  found.problem = fmt::format("there is no {} in {}", file, folder.string());
  return found;
}

}  // namespace fovea
