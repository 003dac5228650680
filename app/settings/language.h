// Why: selects the program's language among the compiled-in translations and English.
#pragma once
#include <QString>
#include <QStringList>

class QCoreApplication;

namespace fovea {

// Codes of the available languages, English first: "en", "de".
QStringList availableLanguages();
// The language's own name: "Deutsch".
QString languageName(const QString& code);
// Translates texts into `choice` from now on; empty: the system's language, if available. Call it before the first
// window; existing widgets keep their texts.
void useLanguage(QCoreApplication& application, const QString& choice);

}  // namespace fovea
