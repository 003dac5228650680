// Why: random transforms are first drawn for a sample, as numbers, and then applied in one pass over its pixels: all
// moves as one map, all changes of colour as one matrix. Boxes and masks use the same drawing.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/data/transforms/plane_map.h"

namespace fovea {

enum class ColorKind : std::uint8_t { Brightness, Contrast, Saturation, Hue };

// One change of colour. Brightness: a factor. Contrast: a factor around the image's mean grey. Saturation: a factor
// around each pixel's grey. Hue: a rotation of the colours, in turns.
struct ColorChange {
  ColorKind kind = ColorKind::Brightness;
  double amount = 1;
};

// A rectangle to paint over, in pixels of the transformed image.
struct Hole {
  double left = 0, top = 0, width = 0, height = 0;

  // The hole in the image that `map` makes: it follows its middle and the scale there, and stays upright.
  Hole moved(const PlaneMap& map) const {
    const Point middle{left + width / 2, top + height / 2}, to = map(middle);
    const double enlarged = map.enlargement(middle);
    const Point scale = map.keepsAxes() ? map.scale() : Point{enlarged, enlarged};
    const double newWidth = width * std::abs(scale.x), newHeight = height * std::abs(scale.y);
    return {to.x - newWidth / 2, to.y - newHeight / 2, newWidth, newHeight};
  }
};

struct SampleDrawing {
  double width = 0, height = 0;  // size of the image so far, in whole pixels
  PlaneMap toSource;             // maps positions in the image so far to positions in the source
  std::vector<ColorChange> colors;
  double blur = 0;   // standard deviation, in pixels
  double noise = 0;  // standard deviation, relative to white
  std::vector<Hole> holes;

  // Changes the image to newWidth × newHeight; `toOld` maps its positions to those of the image so far.
  void become(double newWidth, double newHeight, const PlaneMap& toOld) {
    toSource = toOld.then(toSource);
    for (Hole& hole : holes) hole = hole.moved(toOld.inverse());
    width = newWidth;
    height = newHeight;
  }
  // Applies the map around the middle of the image.
  void turnAboutMiddle(const PlaneMap& toOld) {
    const PlaneMap away = PlaneMap::translation(-width / 2, -height / 2),
                   back = PlaneMap::translation(width / 2, height / 2);
    become(width, height, away.then(toOld).then(back));
  }
};

}  // namespace fovea
