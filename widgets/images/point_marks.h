// Why: thousands of small marks are copied from a few drawn ones, which is a hundred times as fast as painting each.
#pragma once
#include <QtGui/QImage>
#include <array>
#include <cstdint>
#include <vector>

class QPainter;

namespace fovea {

class Theme;

// Groups differ in colour and in the shape of their marks, so that people who see no difference of colours can tell
// them apart.
inline constexpr int kMarkShapes = 8;
int markShape(int group);
QColor markColor(const Theme& theme, int group);
// For values from 0 to 1: the part of Viridis that contrasts with the theme's background.
QRgb scaleColor(const Theme& theme, double share);
// Fills the shape in a square of side `side` around `center`.
void drawMark(QPainter& painter, const QPointF& center, double side, int shape, const QColor& color);

class PointMarks {
 public:
  // The side in device pixels.
  explicit PointMarks(double side);
  // Blends the mark into an image of Format_ARGB32_Premultiplied, which must not be shared; parts outside are cut off.
  // `opacity` is from 0 to 255.
  void stamp(QImage& image, int x, int y, int shape, QRgb color, int opacity) const;

 private:
  int side_;                                                  // of the masks
  std::array<std::vector<std::uint8_t>, kMarkShapes> masks_;  // [side, side]: coverage
};

}  // namespace fovea
