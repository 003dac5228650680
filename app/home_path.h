// Why: users type ~ for their home folder in any path, and only a shell would expand it.
#pragma once
#include <QDir>
#include <filesystem>

namespace fovea {

// Expands "~" and "~/x" to the home folder and trims spaces. Returns any other text unchanged.
inline QString expandHome(const QString& text) {
  const QString path = text.trimmed();
  return path == "~" || path.startsWith("~/") ? QDir::homePath() + path.mid(1) : path;
}

inline std::filesystem::path pathFromText(const QString& text) {
  return expandHome(text).toStdString();
}

}  // namespace fovea
