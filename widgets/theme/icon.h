// Why: one family of line icons, drawn as SVG on a grid of 24, tinted by the theme at any size and pixel ratio.
#pragma once
#include <QtCore/QStringList>
#include <QtGui/QIcon>

namespace fovea {

// What an icon says by its colour. A disabled one is faint; one that is switched on (QIcon::On) shows the accent.
enum class IconRole { Muted, Text, Accent, OnAccent, Good, Warning, Bad };

// The icon resources/icons/<name>.svg. It looks the theme up each time it is painted, so it never needs to be made
// again. An unknown name gives a null icon.
QIcon icon(const QString& name, IconRole role = IconRole::Muted);
QPixmap iconPixmap(const QString& name, IconRole role, int size, double devicePixelRatio);

// Every name there is, sorted.
QStringList iconNames();

}  // namespace fovea
