// Why: one family of line icons: SVG on a grid of 24, in theme colours at any size and pixel ratio.
#pragma once
#include <QtCore/QStringList>
#include <QtGui/QIcon>

namespace fovea {

// The meaning of an icon's colour. A disabled icon is faint; one that is switched on (QIcon::On) has the accent colour.
enum class IconRole { Muted, Text, Accent, OnAccent, Good, Warning, Bad };

// The icon resources/icons/<name>.svg. It reads the theme at each paint, so it need not be created again. An unknown
// name returns a null icon.
QIcon icon(const QString& name, IconRole role = IconRole::Muted);
QPixmap iconPixmap(const QString& name, IconRole role, int size, double devicePixelRatio);

// All icon names, sorted.
QStringList iconNames();

}  // namespace fovea
