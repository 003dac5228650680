// Why: a list of transforms is first drawn for a sample, as numbers, and then carried out in one pass over its pixels:
// all that moves them as one map, all that colours them as one matrix. Boxes and masks follow the same drawing.
#pragma once
#include <cstdint>
#include <vector>

#include "core/data/transforms/plane_map.h"

namespace fovea {

enum class ColorKind : std::uint8_t { Brightness, Contrast, Saturation, Hue };

// One change of colour. Brightness: a factor. Contrast: a factor around the image's mean grey. Saturation: a factor
// around each pixel's grey. Hue: a turn of the colours, in turns.
struct ColorChange {
  ColorKind kind = ColorKind::Brightness;
  double amount = 1;
};

// A rectangle that is painted over, in pixels of the image as it will be.
struct Hole {
  double left = 0, top = 0, width = 0, height = 0;
};

struct SampleDrawing {
  double width = 0, height = 0;  // of the image so far, in whole pixels
  PlaneMap toSource;             // from its places to those of the source
  std::vector<ColorChange> colors;
  double blur = 0;   // standard deviation, in pixels
  double noise = 0;  // standard deviation, in shares of white
  std::vector<Hole> holes;

  // The image becomes newWidth × newHeight; `toOld` takes its places to those of the image so far.
  void become(double newWidth, double newHeight, const PlaneMap& toOld) {
    toSource = toOld.then(toSource);
    width = newWidth;
    height = newHeight;
  }
  // The map moves about the middle of the image.
  void turnAboutMiddle(const PlaneMap& toOld) {
    const PlaneMap away = PlaneMap::translation(-width / 2, -height / 2),
                   back = PlaneMap::translation(width / 2, height / 2);
    become(width, height, away.then(toOld).then(back));
  }
};

}  // namespace fovea
