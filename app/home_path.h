// Why: people write ~ for their home folder wherever a path is typed, and a program's window is no shell that would
// know.
#pragma once
#include <QDir>
#include <filesystem>

namespace fovea {

// "~" and "~/x" as the home folder and what lies in it; without the spaces around it. Any other text as it is.
inline QString expandHome(const QString& text) {
  const QString path = text.trimmed();
  return path == "~" || path.startsWith("~/") ? QDir::homePath() + path.mid(1) : path;
}

inline std::filesystem::path pathFromText(const QString& text) {
  return expandHome(text).toStdString();
}

}  // namespace fovea
