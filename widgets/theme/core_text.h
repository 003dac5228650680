// Why: core has no Qt and says everything in English. What it says is translated where it is shown: fixed texts (names
// of layers and settings, their help) are listed for the translators by app/core_words.cpp, messages (errors, warnings,
// remarks) by translations/core_messages.py.
// Main thread only.
#pragma once
#include <QtCore/QCoreApplication>
#include <string>

#include "core/base/result.h"

namespace fovea {

// A fixed `text` of core in the language of the program; unchanged where there is no translation.
inline QString coreText(const std::string& text) {
  return text.empty() ? QString() : QCoreApplication::translate("Core", text.c_str());
}

// A message of core, which may hold values and further messages, in the language of the program. What has no
// translation stays English.
QString coreMessage(const std::string& message);
// An error's message and advice.
QString coreMessage(const Error& error);

// Reads the translations of messages from a file as Qt Linguist writes it; an empty name: messages stay English. False
// where the file cannot be read.
bool useCoreMessages(const QString& file);

}  // namespace fovea
