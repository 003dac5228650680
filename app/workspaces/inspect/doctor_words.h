// Why: core writes diagnoses in English; the window shows them in the user's language.
#pragma once
#include <QString>
#include <QStringList>

#include "core/inspect/diagnosis.h"

namespace fovea {

// Returns a phrase in the window's language, with numbers formatted for the locale.
QString phraseWords(const Phrase& phrase);
// Returns the heading of a bar chart: "Share of dead units by layer".
QString measureWords(const std::string& measure);
// Returns the English texts that can be translated.
QStringList translatedPhrases();

}  // namespace fovea
