// Why: the style sheet, made from the tokens, for plain boxes and text (labels, cards, lists, menus, tabs). FoveaStyle
// draws controls with moving parts.
#pragma once
#include <QtCore/QString>

#include "widgets/theme/theme.h"

namespace fovea {

QString styleSheet(const Theme& theme);

}  // namespace fovea
