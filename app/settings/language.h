// Why: the program speaks the languages that were compiled into it, and English.
#pragma once
#include <QString>
#include <QStringList>

class QCoreApplication;

namespace fovea {

// Codes of the languages there are, English first: "en", "de".
QStringList availableLanguages();
// "Deutsch", as those who speak it call it.
QString languageName(const QString& code);
// From now on texts are translated into `choice`; empty: the language of the system, if it is there. Before the first
// window; widgets that are there already keep their words.
void useLanguage(QCoreApplication& application, const QString& choice);

}  // namespace fovea
