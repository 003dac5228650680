// Why: the words of a diagnosis come from core in English; the window shows them in its own language.
#pragma once
#include <QString>
#include <QStringList>

#include "core/inspect/diagnosis.h"

namespace fovea {

// In the window's language, with numbers as the locale writes them.
QString phraseWords(const Phrase& phrase);
// The heading of a drawing of bars: "Share of dead units by layer".
QString measureWords(const std::string& measure);
// The English texts that can be translated.
QStringList translatedPhrases();

}  // namespace fovea
