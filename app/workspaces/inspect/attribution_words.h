// Why: the words for methods of explanation and their checks are the same wherever they are shown.
#pragma once
#include <QString>

#include "core/inspect/attribution.h"
#include "core/inspect/sanity_check.h"

namespace fovea {

QString methodTitle(AttributionMethod method);
// Says in a sentence what the method shows.
QString methodHelp(AttributionMethod method);
// As sanityWords(), in the user's language.
QString sanityText(const SanityCheck& check);

}  // namespace fovea
