#include "app/workspaces/inspect/heat_overlay.h"

#include <cmath>

#include "widgets/images/color_map.h"

namespace fovea {

QImage heatOverlay(const Tensor& shares) {
  constexpr double kMostOpaque = 230;
  const int height = static_cast<int>(shares.shape()[0]), width = static_cast<int>(shares.shape()[1]);
  const ColorMap map(ColorMapKind::BlueWhiteRed);
  QImage overlay(width, height, QImage::Format_ARGB32);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto share = static_cast<double>(shares.data<float>()[y * width + x]);
      const QRgb colour = map.at(share < 0 ? 0.1 : 0.9);
      overlay.setPixel(x, y,
                       qRgba(qRed(colour), qGreen(colour), qBlue(colour),
                             static_cast<int>(std::lround(std::abs(share) * kMostOpaque))));
    }
  return overlay;
}

}  // namespace fovea
