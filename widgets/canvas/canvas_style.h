// Why: the canvas paints thousands of items, so it looks colours, fonts and the soft shadow up once per theme and keeps
// them together here. Items hold a pointer to the scene's one style. GUI thread only.
#pragma once
#include <QtGui/QColor>
#include <QtGui/QFont>
#include <QtGui/QPixmap>
#include <array>
#include <cstdint>

class QPainter;
class QRectF;

namespace fovea {

class Theme;
enum class FamilyColor : std::uint8_t;
enum class LayerFamily;

// Measures of the drawing in pixels at 1×; the theme's grid is 8.
namespace canvas {
inline constexpr double kGrid = 8;
inline constexpr double kDotPitch = 24;  // between the dots of the background
inline constexpr double kNodeWidth = 168;
inline constexpr double kNodeHeight = 56;
// A reroute point: the side of the square that it is taken by, whose middle is on the columns of cards.
inline constexpr double kPointSide = 24;
inline constexpr double kPointRadius = 6;
inline constexpr double kPointHandle = 20;  // from its middle to where its ports are taken
inline constexpr double kBlockHeight = 72;
inline constexpr double kStackStep = 4;   // by which each card of a stack looks out below the one on it
inline constexpr double kRowGap = 32;     // between two nodes of a column; with the height: a pitch of 88
inline constexpr double kColumnGap = 56;  // between two columns
inline constexpr double kWrapGap = 88;    // likewise where one goes on from the end of the other
inline constexpr double kPadding = 11;    // from a node's border to its text
inline constexpr double kCorner = 8;
inline constexpr double kPortRadius = 4;     // of the ring's centre line: 10 px across with its pen
inline constexpr double kSnapDistance = 24;  // on the screen, while connecting
inline constexpr double kEdgeDrop = 20;      // how near to an edge a layer is dropped to go into it, on the screen
inline constexpr double kShadowMargin = 16;
}  // namespace canvas

// There are more families than colours: attention and the like share that of losses.
FamilyColor familyColor(LayerFamily family);

struct CanvasStyle {
  bool dark = true;
  // Data flows to the right: inputs are at the left side of a card and outputs at the right one. Else from the top
  // down.
  bool sideways = false;
  QColor window, panel, raised, hover, line, text, muted, faint, accent, accentSoft, bad, badText;
  std::array<QColor, 9> families;             // in the order of LayerFamily
  std::array<QColor, 10> notes;               // by Note::color
  QFont title, coarse, caption, small, mono;  // coarse: the title when zoomed far out
  QPixmap shadow;  // of a rounded card, to be stretched around any size; null unless withShadow()

  // Looks fonts up: to be kept, not for each paint event.
  static CanvasStyle of(const Theme& theme);
  // From the theme that the application shows now.
  static CanvasStyle current();
  // The same with the shadow.
  static CanvasStyle withShadow();
  // Draws the shadow of the card `rectangle`, if there is one.
  void drawShadow(QPainter& painter, const QRectF& rectangle) const;
};

}  // namespace fovea
