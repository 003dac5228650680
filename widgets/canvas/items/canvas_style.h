// Why: the canvas paints thousands of items, so colours, fonts and the soft shadow are computed once per theme and
// stored here. Items hold a pointer to the scene's style. GUI thread only.
#pragma once
#include <QtGui/QColor>
#include <QtGui/QFont>
#include <QtGui/QPixmap>
#include <array>
#include <cstdint>

#include "widgets/canvas/items/node_figures.h"

class QPainter;
class QRectF;

namespace fovea {

class Theme;
enum class FamilyColor : std::uint8_t;
enum class LayerFamily;

// Dimensions of the drawing in pixels at 1×; the theme's grid is 8.
namespace canvas {
inline constexpr double kGrid = 8;
inline constexpr double kDotPitch = 24;  // between dots of the background
inline constexpr double kNodeWidth = 168;
inline constexpr double kNodeHeight = 56;
// The side of a reroute point's hit square, whose centre lies on the columns of cards.
inline constexpr double kPointSide = 24;
inline constexpr double kPointRadius = 6;
inline constexpr double kPointHandle = 20;  // from its centre to where its ports can be grabbed
inline constexpr double kBlockHeight = 72;
inline constexpr double kStackStep = 4;   // visible part of each lower card in a stack
inline constexpr double kRowGap = 32;     // between two nodes of a column; with the height: a pitch of 88
inline constexpr double kColumnGap = 56;  // between two columns
inline constexpr double kWrapGap = 88;    // the same between columns of one wrapped chain
inline constexpr double kPadding = 11;    // from a node's border to its text
inline constexpr double kCorner = 8;
inline constexpr double kPortRadius = 4;     // radius of the ring's centre line: 10 px across with its pen
inline constexpr double kSnapDistance = 24;  // in screen pixels, while connecting
inline constexpr double kEdgeDrop = 20;      // in screen pixels: how near to an edge a dropped layer is inserted
inline constexpr double kShadowMargin = 16;
}  // namespace canvas

// There are more families than colours: attention and others share the colour of losses.
FamilyColor familyColor(LayerFamily family);

struct CanvasStyle {
  bool dark = true;
  // Data flows to the right: inputs are on the left side of a card and outputs on the right. Otherwise it flows down.
  bool sideways = false;
  // The room that cards keep for figures while the network learns. Belongs to the drawing, like `sideways`.
  FigureForm figures = FigureForm::None;
  QColor window, panel, raised, hover, line, text, muted, faint, accent, accentSoft, bad, badText, warning;
  std::array<QColor, 9> families;             // in the order of LayerFamily
  std::array<QColor, 10> notes;               // by Note::color
  QFont title, coarse, caption, small, mono;  // coarse: the title when zoomed far out
  // shadow of a rounded card, to stretch to any size; null unless withShadow()
  QPixmap shadow;

  // Creates the fonts: store the result, do not call it in each paint event.
  static CanvasStyle of(const Theme& theme);
  // For the application's current theme.
  static CanvasStyle current();
  // The same plus the shadow.
  static CanvasStyle withShadow();
  // Draws the shadow of the card `rectangle`, if there is one.
  void drawShadow(QPainter& painter, const QRectF& rectangle) const;
};

}  // namespace fovea
