// Why: the part of the look that is plain boxes and text (labels, cards, lists, menus, tabs), as a style sheet made
// from the tokens. Controls with moving parts are drawn by FoveaStyle.
#pragma once
#include <QtCore/QString>

#include "widgets/theme/theme.h"

namespace fovea {

QString styleSheet(const Theme& theme);

}  // namespace fovea
