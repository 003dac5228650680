// Defines the transforms of images: sizes and positions, colours, noise and occlusion.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/data/transforms/fields.h"
#include "core/data/transforms/library.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostPixels = 16384;
constexpr double kRadians = std::numbers::pi / 180;

using transform_fields::real;

Field pixels(const char* name, const char* title, const char* help, std::int64_t value, double minimum = 1) {
  return {.name = name,
          .title = title,
          .help = help,
          .kind = FieldKind::Integer,
          .defaultValue = value,
          .minimum = minimum,
          .maximum = kMostPixels};
}

// Uniform between two numbers.
double between(Random& random, double low, double high) {
  return low + (high - low) * random.uniform();
}

// A uniform integer from 0 to `most`.
double wholeUpTo(Random& random, double most) {
  return most < 1 ? 0.0 : static_cast<double>(random.below(static_cast<std::uint64_t>(most) + 1));
}

// The size that a form sets; 0 keeps the present one.
double sizeFrom(const FieldValues& values, const char* side, double now) {
  const std::int64_t value = values.integer(side);
  return value > 0 ? static_cast<double>(value) : now;
}

TransformType resize() {
  TransformType type;
  type.name = "resize";
  type.title = "Resize";
  type.help =
      "Makes every image the same size. Squash changes its shape; crop fills the size and cuts off what is over; fill "
      "shows all of it with a border.";
  Field mode{
      .name = "mode", .title = "How", .help = "What happens to images of another shape.", .kind = FieldKind::Choice};
  mode.choices = {{"squash", "Squash"}, {"crop", "Crop"}, {"fill", "Fill"}};
  mode.defaultValue = std::string("crop");
  type.parameters =
      Schema({pixels("height", "Height", "In pixels.", 224), pixels("width", "Width", "In pixels.", 224), mode});
  type.random = false;
  type.draw = [](const FieldValues& values, Random&, SampleDrawing& drawing) {
    const auto width = static_cast<double>(values.integer("width")),
               height = static_cast<double>(values.integer("height"));
    double x = drawing.width / width, y = drawing.height / height;
    if (values.text("mode") == "crop") x = y = std::min(x, y);
    if (values.text("mode") == "fill") x = y = std::max(x, y);
    const double left = (drawing.width - x * width) / 2, top = (drawing.height - y * height) / 2;
    drawing.become(width, height, PlaneMap::scaling(x, y).then(PlaneMap::translation(left, top)));
  };
  return type;
}

TransformType centerCrop() {
  TransformType type;
  type.name = "center_crop";
  type.title = "Crop the middle";
  type.help = "Keeps the middle of the image, pixel by pixel.";
  type.parameters = Schema({pixels("height", "Height", "In pixels; 0: as it is.", 224, 0),
                            pixels("width", "Width", "In pixels; 0: as it is.", 224, 0)});
  type.random = false;
  type.draw = [](const FieldValues& values, Random&, SampleDrawing& drawing) {
    const double width = sizeFrom(values, "width", drawing.width), height = sizeFrom(values, "height", drawing.height);
    const double left = std::floor((drawing.width - width) / 2), top = std::floor((drawing.height - height) / 2);
    drawing.become(width, height, PlaneMap::translation(left, top));
  };
  return type;
}

TransformType randomCrop() {
  TransformType type;
  type.name = "random_crop";
  type.still = "center_crop";
  type.title = "Crop anywhere";
  type.help =
      "Puts a border around the image and cuts the wanted size out at a random place, pixel by pixel. A height and "
      "width "
      "of 0 keep the size.";
  type.parameters = Schema({pixels("padding", "Border", "Pixels on each side.", 4, 0),
                            pixels("height", "Height", "In pixels; 0: as it is.", 0, 0),
                            pixels("width", "Width", "In pixels; 0: as it is.", 0, 0)});
  type.draw = [](const FieldValues& values, Random& random, SampleDrawing& drawing) {
    const auto padding = static_cast<double>(values.integer("padding"));
    const double height = sizeFrom(values, "height", drawing.height), width = sizeFrom(values, "width", drawing.width);
    // A cut that is larger than the image with its border lies anywhere around both.
    const auto anywhere = [&](double room) { return room < 0 ? -wholeUpTo(random, -room) : wholeUpTo(random, room); };
    const double top = anywhere(drawing.height + 2 * padding - height) - padding;
    const double left = anywhere(drawing.width + 2 * padding - width) - padding;
    drawing.become(width, height, PlaneMap::translation(left, top));
  };
  return type;
}

TransformType randomResizedCrop() {
  TransformType type;
  type.name = "random_resized_crop";
  type.still = "resize";
  type.title = "Crop and scale";
  type.help =
      "Cuts out a random part of the image and scales it to the wanted size: things appear at all sizes and places "
      "(Szegedy et al. 2015).";
  type.parameters = Schema(
      {pixels("height", "Height", "In pixels.", 224), pixels("width", "Width", "In pixels.", 224),
       real("smallest", "Smallest part",
            "The least share of the image's area that is cut out; where it has no room for the shape, the part is "
            "smaller.",
            0.25, 0.01, 1),
       real("stretch", "Stretch", "How much wider or higher than the wanted shape the part may be.", 1.33, 1, 4)});
  type.draw = [](const FieldValues& values, Random& random, SampleDrawing& drawing) {
    const auto width = static_cast<double>(values.integer("width")),
               height = static_cast<double>(values.integer("height"));
    const double area = between(random, values.real("smallest"), 1.0) * drawing.width * drawing.height;
    const double most = std::log(values.real("stretch"));
    const double ratio = width / height * std::exp(between(random, -most, most));
    const double wanted = std::sqrt(area * ratio);
    const double partWidth = std::min({wanted, drawing.width, drawing.height * ratio}), partHeight = partWidth / ratio;
    const double left = between(random, 0, drawing.width - partWidth),
                 top = between(random, 0, drawing.height - partHeight);
    drawing.become(width, height,
                   PlaneMap::scaling(partWidth / width, partHeight / height).then(PlaneMap::translation(left, top)));
  };
  return type;
}

TransformType randomFlip() {
  TransformType type;
  type.name = "random_flip";
  type.title = "Flip";
  type.help = "Mirrors some of the images: left and right, or top and bottom.";
  Field direction{.name = "direction", .title = "Direction", .help = "What is exchanged.", .kind = FieldKind::Choice};
  direction.choices = {{"horizontal", "Left and right"}, {"vertical", "Top and bottom"}};
  direction.defaultValue = std::string("horizontal");
  type.parameters =
      Schema({real("probability", "Probability", "The share of images that are mirrored.", 0.5, 0, 1), direction});
  type.draw = [](const FieldValues& values, Random& random, SampleDrawing& drawing) {
    if (random.uniform() >= values.real("probability")) return;
    const bool across = values.text("direction") == "horizontal";
    const PlaneMap mirror = across ? PlaneMap::scaling(-1, 1).then(PlaneMap::translation(drawing.width, 0))
                                   : PlaneMap::scaling(1, -1).then(PlaneMap::translation(0, drawing.height));
    drawing.become(drawing.width, drawing.height, mirror);
  };
  return type;
}

TransformType affine() {
  TransformType type;
  type.name = "affine";
  type.title = "Turn, move, scale";
  type.help = "Turns, moves, scales and slants the image by random amounts about its middle.";
  type.parameters = Schema({real("degrees", "Turn", "At most so many degrees either way.", 10, 0, 180),
                            real("shift", "Move", "At most this share of width and height.", 0, 0, 1),
                            real("scale", "Scale", "At most this share larger or smaller.", 0, 0, 0.9),
                            real("shear", "Slant", "At most so many degrees.", 0, 0, 60)});
  type.draw = [](const FieldValues& values, Random& random, SampleDrawing& drawing) {
    const auto drawn = [&](const char* name) { return between(random, -values.real(name), values.real(name)); };
    const double angle = drawn("degrees") * kRadians, across = drawn("shift") * drawing.width,
                 down = drawn("shift") * drawing.height, factor = 1 / (1 + drawn("scale")),
                 slant = std::tan(drawn("shear") * kRadians);
    drawing.turnAboutMiddle(PlaneMap::translation(across, down)
                                .then(PlaneMap::scaling(factor, factor))
                                .then(PlaneMap::shear(slant, 0))
                                .then(PlaneMap::rotation(angle)));
  };
  return type;
}

TransformType perspective() {
  TransformType type;
  type.name = "perspective";
  type.title = "Perspective";
  type.help = "Tilts some of the images: each corner moves inwards by a random amount.";
  type.parameters =
      Schema({real("distortion", "Distortion", "How far a corner may move, as a share of half the side.", 0.3, 0, 0.9),
              real("probability", "Probability", "The share of images that are tilted.", 0.5, 0, 1)});
  type.draw = [](const FieldValues& values, Random& random, SampleDrawing& drawing) {
    if (random.uniform() >= values.real("probability")) return;
    const double w = drawing.width, h = drawing.height;
    std::array<Point, 4> corners{Point{0, 0}, {w, 0}, {w, h}, {0, h}};
    for (Point& corner : corners) {
      const double x = random.uniform() * values.real("distortion") * w / 2;
      const double y = random.uniform() * values.real("distortion") * h / 2;
      corner.x += corner.x > 0 ? -x : x;
      corner.y += corner.y > 0 ? -y : y;
    }
    drawing.become(w, h, PlaneMap::fromCorners(w, h, corners).inverse());
  };
  return type;
}

TransformType color() {
  TransformType type;
  type.name = "color";
  type.title = "Colour";
  type.help = "Changes brightness, contrast, saturation and hue by random amounts.";
  type.parameters = Schema({real("brightness", "Brightness", "At most this share brighter or darker.", 0.2, 0, 1),
                            real("contrast", "Contrast", "At most this share more or less.", 0.2, 0, 1),
                            real("saturation", "Saturation", "At most this share more or less colourful.", 0.2, 0, 1),
                            real("hue", "Hue", "At most this share of a turn of the colours.", 0.02, 0, 0.5)});
  type.draw = [](const FieldValues& values, Random& random, SampleDrawing& drawing) {
    const auto factor = [&](const char* name) { return 1 + between(random, -values.real(name), values.real(name)); };
    drawing.colors.push_back({ColorKind::Brightness, factor("brightness")});
    drawing.colors.push_back({ColorKind::Contrast, factor("contrast")});
    drawing.colors.push_back({ColorKind::Saturation, factor("saturation")});
    drawing.colors.push_back({ColorKind::Hue, factor("hue") - 1});
  };
  return type;
}

TransformType grey() {
  TransformType type;
  type.name = "grey";
  type.title = "Grey";
  type.help = "Takes the colour out of some of the images.";
  type.parameters = Schema({real("probability", "Probability", "The share of images that become grey.", 0.1, 0, 1)});
  type.draw = [](const FieldValues& values, Random& random, SampleDrawing& drawing) {
    if (random.uniform() < values.real("probability")) drawing.colors.push_back({ColorKind::Saturation, 0});
  };
  return type;
}

TransformType noise() {
  TransformType type;
  type.name = "noise";
  type.title = "Noise";
  type.help = "Adds grain: a normal random number for each pixel and channel.";
  type.parameters = Schema({real("deviation", "Deviation", "At most this share of white.", 0.03, 0, 1)});
  type.draw = [](const FieldValues& values, Random& random, SampleDrawing& drawing) {
    drawing.noise = std::hypot(drawing.noise, random.uniform() * values.real("deviation"));
  };
  return type;
}

TransformType blur() {
  TransformType type;
  type.name = "blur";
  type.title = "Blur";
  type.help = "Softens the image by a random amount.";
  type.parameters = Schema({real("radius", "Radius", "At most so many pixels of standard deviation.", 1, 0, 20)});
  type.draw = [](const FieldValues& values, Random& random, SampleDrawing& drawing) {
    drawing.blur = std::hypot(drawing.blur, random.uniform() * values.real("radius"));
  };
  return type;
}

TransformType cutout() {
  TransformType type;
  type.name = "cutout";
  type.title = "Cut out";
  type.help =
      "Paints a square of some images black, so that a network learns to look at all of them (DeVries, Taylor 2017).";
  type.parameters = Schema({real("size", "Size", "Side of the square, as a share of the shorter side.", 0.25, 0.01, 1),
                            real("probability", "Probability", "The share of images with a hole.", 0.5, 0, 1)});
  type.draw = [](const FieldValues& values, Random& random, SampleDrawing& drawing) {
    if (random.uniform() >= values.real("probability")) return;
    const double side = values.real("size") * std::min(drawing.width, drawing.height);
    const double x = random.uniform() * drawing.width, y = random.uniform() * drawing.height;
    drawing.holes.push_back({x - side / 2, y - side / 2, side, side});
  };
  return type;
}

}  // namespace

const std::vector<TransformType>& allTransforms() {
  static const std::vector<TransformType> types = [] {
    std::vector<TransformType> all = {resize(),     centerCrop(), randomCrop(),  randomResizedCrop(),
                                      randomFlip(), affine(),     perspective(), color(),
                                      grey(),       blur(),       noise(),       cutout()};
    for (TransformType& type : signalAndBatchTransforms()) all.push_back(std::move(type));
    return all;
  }();
  return types;
}

const TransformType* findTransform(std::string_view name) {
  const auto found = std::find_if(allTransforms().begin(), allTransforms().end(),
                                  [name](const TransformType& type) { return type.name == name; });
  return found == allTransforms().end() ? nullptr : &*found;
}

}  // namespace fovea
