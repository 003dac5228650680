// Why: methods of explanation and their sanity checks are described in the same words everywhere.
#pragma once
#include <QString>

#include "core/inspect/attribution.h"
#include "core/inspect/sanity_check.h"

namespace fovea {

QString methodTitle(AttributionMethod method);
// Says in a sentence what the method shows.
QString methodHelp(AttributionMethod method);
// Returns the translation of sanityWords().
QString sanityText(const SanityCheck& check);

}  // namespace fovea
