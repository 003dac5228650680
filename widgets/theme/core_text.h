// Why: core has no Qt and says everything in English. Its fixed texts (names of layers and settings, their help) are
// translated where they are shown; app/core_words.cpp lists them for the translators.
#pragma once
#include <QtCore/QCoreApplication>
#include <string>

namespace fovea {

// `text` of core in the language of the program; unchanged where there is no translation.
inline QString coreText(const std::string& text) {
  return text.empty() ? QString() : QCoreApplication::translate("Core", text.c_str());
}

}  // namespace fovea
