// Why: paths to other files in a project's files are always checked in the same way.
#pragma once
#include <filesystem>
#include <system_error>

namespace fovea {

// True if the folder has an entry of that name, even a dangling link.
inline bool isThere(const std::filesystem::path& path) {
  std::error_code code;
  return std::filesystem::exists(std::filesystem::symlink_status(path, code));
}

// True if a relative path stays inside the folder that it starts from; false for an empty one. A path from a foreign
// project must not lead out of its folder, since the file may be removed later.
inline bool staysInside(const std::filesystem::path& file) {
  return !file.empty() && file.is_relative() && *file.lexically_normal().begin() != "..";
}

// `file` relative to `folder` if it lies inside, so that both can be moved together; else as it is. Both absolute.
inline std::filesystem::path relativeIfInside(const std::filesystem::path& file, const std::filesystem::path& folder) {
  std::filesystem::path inside = file.lexically_relative(folder);
  return staysInside(inside) ? inside : file;
}

}  // namespace fovea
