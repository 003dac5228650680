// Why: what a project's files say about other files is checked in the same way wherever it is read.
#pragma once
#include <filesystem>
#include <system_error>

namespace fovea {

// Whether the folder has an entry of that name, even a link that leads nowhere.
inline bool isThere(const std::filesystem::path& path) {
  std::error_code code;
  return std::filesystem::exists(std::filesystem::symlink_status(path, code));
}

// Whether a relative path stays inside the folder that it starts from; an empty one does not. A name that came with a
// project from elsewhere must not lead out of its folder: the file behind it is removed one day.
inline bool staysInside(const std::filesystem::path& file) {
  return !file.empty() && file.is_relative() && *file.lexically_normal().begin() != "..";
}

}  // namespace fovea
