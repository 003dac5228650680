#include "widgets/theme/core_text.h"

#include <QtCore/QRegularExpression>
#include <optional>

#include "widgets/theme/message_translation.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

std::optional<MessageTranslation>& messageTranslations() {
  static std::optional<MessageTranslation> translations;
  return translations;
}

}  // namespace

QString coreMessage(const std::string& message) {
  const QString text = QString::fromStdString(message);
  if (!messageTranslations()) return text;
  static const QRegularExpression quoted(QStringLiteral("“([^“”„]*)”"));
  const QLocale locale = numberLocale();
  QString translated = messageTranslations()->translated(text);
  if (translated == text) return text;
  return translated.replace(quoted, locale.quoteString(QStringLiteral("\\1")));
}

QString coreMessage(const Error& error) {
  const QString advice = coreMessage(error.advice);
  return advice.isEmpty() ? coreMessage(error.message) : coreMessage(error.message) + QLatin1Char(' ') + advice;
}

bool useCoreMessages(const QString& file) {
  messageTranslations().reset();
  if (file.isEmpty()) return true;
  return messageTranslations().emplace().read(file);
}

}  // namespace fovea
