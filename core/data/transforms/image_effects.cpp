#include "core/data/transforms/image_effects.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>

#include "core/data/transforms/pixel_convert.h"

namespace fovea {
namespace {

// Weights of red, green and blue in grey (ITU-R BT.601).
constexpr std::array<double, 3> kGrey{0.299, 0.587, 0.114};

double meanOf(const std::uint8_t* pixels, std::int64_t count) {
  std::uint64_t sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += pixels[i];
  return static_cast<double>(sum) / static_cast<double>(std::max<std::int64_t>(count, 1));
}

// colour' = matrix · colour + offset
struct ColorMatrix {
  std::array<std::array<double, 3>, 3> matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  std::array<double, 3> offset{};

  // Composes: this matrix first, then the matrix `next`.
  void then(const std::array<std::array<double, 3>, 3>& next) {
    ColorMatrix result;
    for (std::size_t i = 0; i < 3; ++i) {
      result.offset[i] = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        result.offset[i] += next[i][k] * offset[k];
        result.matrix[i][k] = 0;
        for (std::size_t j = 0; j < 3; ++j) result.matrix[i][k] += next[i][j] * matrix[j][k];
      }
    }
    *this = result;
  }
  void scale(double factor) { then({{{factor, 0, 0}, {0, factor, 0}, {0, 0, factor}}}); }
  double greyOf(const std::array<double, 3>& color) const {
    double grey = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      double value = offset[i];
      for (std::size_t k = 0; k < 3; ++k) value += matrix[i][k] * color[k];
      grey += kGrey[i] * value;
    }
    return grey;
  }
};

// Scales the distance of colours from grey by `factor`: factor · colour + (1 − factor) · grey.
std::array<std::array<double, 3>, 3> saturation(double factor) {
  std::array<std::array<double, 3>, 3> matrix{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) matrix[i][k] = (1 - factor) * kGrey[k] + (i == k ? factor : 0);
  return matrix;
}

// A rotation about the grey axis (Rodrigues), which keeps the sum of the three channels.
std::array<std::array<double, 3>, 3> hue(double turns) {
  const double angle = turns * 2 * std::numbers::pi, c = std::cos(angle), s = std::sin(angle) / std::sqrt(3.0);
  const double rest = (1 - c) / 3;
  return {{{c + rest, rest - s, rest + s}, {rest + s, c + rest, rest - s}, {rest - s, rest + s, c + rest}}};
}

void changeGreys(const std::vector<ColorChange>& changes, const PixelPlanes& image) {
  double factor = 1, offset = 0;
  const double mean = meanOf(image.pixels, image.size());
  for (const ColorChange& change : changes) {
    if (change.kind != ColorKind::Brightness && change.kind != ColorKind::Contrast) continue;
    const double middle = change.kind == ColorKind::Contrast ? factor * mean + offset : 0;
    factor *= change.amount;
    offset = offset * change.amount + (1 - change.amount) * middle;
  }
  std::array<std::uint8_t, 256> table;
  for (int value = 0; value < 256; ++value)
    table[static_cast<std::size_t>(value)] = pixelOf(static_cast<float>(factor * value + offset));
  for (std::int64_t i = 0; i < image.size(); ++i) image.pixels[i] = table[image.pixels[i]];
}

}  // namespace

void changeColors(const std::vector<ColorChange>& changes, const PixelPlanes& image) {
  if (changes.empty()) return;
  if (image.channels != 3) return changeGreys(changes, image);
  const std::int64_t plane = image.height * image.width;
  ColorMatrix map;
  std::array<double, 3> mean{};
  for (std::int64_t c = 0; c < 3; ++c) mean[static_cast<std::size_t>(c)] = meanOf(image.row(c, 0), plane);
  for (const ColorChange& change : changes) switch (change.kind) {
      case ColorKind::Brightness:
        map.scale(change.amount);
        break;
      case ColorKind::Contrast: {
        const double middle = map.greyOf(mean);
        map.scale(change.amount);
        for (double& offset : map.offset) offset += (1 - change.amount) * middle;
        break;
      }
      case ColorKind::Saturation:
        map.then(saturation(change.amount));
        break;
      case ColorKind::Hue:
        map.then(hue(change.amount));
        break;
    }
  std::array<std::array<float, 4>, 3> m;
  for (std::size_t i = 0; i < 3; ++i)
    m[i] = {static_cast<float>(map.matrix[i][0]), static_cast<float>(map.matrix[i][1]),
            static_cast<float>(map.matrix[i][2]), static_cast<float>(map.offset[i])};
  std::uint8_t *red = image.row(0, 0), *green = image.row(1, 0), *blue = image.row(2, 0);
  for (std::int64_t i = 0; i < plane; ++i) {
    const auto r = static_cast<float>(red[i]), g = static_cast<float>(green[i]), b = static_cast<float>(blue[i]);
    red[i] = pixelOf(m[0][0] * r + m[0][1] * g + m[0][2] * b + m[0][3]);
    green[i] = pixelOf(m[1][0] * r + m[1][1] * g + m[1][2] * b + m[1][3]);
    blue[i] = pixelOf(m[2][0] * r + m[2][1] * g + m[2][2] * b + m[2][3]);
  }
}

void blurImage(double deviation, const PixelPlanes& image, std::vector<float>& scratch) {
  if (!(deviation > 0)) return;
  const auto reach = static_cast<std::int64_t>(std::ceil(3 * deviation));
  std::vector<float> weights(static_cast<std::size_t>(2 * reach + 1));
  double sum = 0;
  for (std::int64_t k = -reach; k <= reach; ++k) {
    const double weight = std::exp(-0.5 * static_cast<double>(k * k) / (deviation * deviation));
    weights[static_cast<std::size_t>(k + reach)] = static_cast<float>(weight);
    sum += weight;
  }
  for (float& weight : weights) weight = static_cast<float>(static_cast<double>(weight) / sum);
  const std::int64_t width = image.width, height = image.height;
  scratch.resize(static_cast<std::size_t>(width * height + width));
  float *const down = scratch.data(), *const line = scratch.data() + width * height;
  for (std::int64_t channel = 0; channel < image.channels; ++channel) {
    for (std::int64_t y = 0; y < height; ++y) {
      float* const row = down + y * width;
      std::fill_n(row, width, 0.0f);
      for (std::int64_t k = -reach; k <= reach; ++k) {
        const std::uint8_t* const pixels = image.row(channel, std::clamp<std::int64_t>(y + k, 0, height - 1));
        const float weight = weights[static_cast<std::size_t>(k + reach)];
        for (std::int64_t x = 0; x < width; ++x) row[x] += weight * static_cast<float>(pixels[x]);
      }
    }
    for (std::int64_t y = 0; y < height; ++y) {
      const float* const row = down + y * width;
      std::fill_n(line, width, 0.0f);
      for (std::int64_t k = -reach; k <= reach; ++k) {
        const float weight = weights[static_cast<std::size_t>(k + reach)];
        for (std::int64_t x = 0; x < width; ++x) line[x] += weight * row[std::clamp<std::int64_t>(x + k, 0, width - 1)];
      }
      for (std::int64_t x = 0; x < width; ++x) image.row(channel, y)[x] = pixelOf(line[x]);
    }
  }
}

void addNoise(double deviation, Random& random, const PixelPlanes& image) {
  if (!(deviation > 0)) return;
  const auto scale = static_cast<float>(deviation * 255);
  for (std::int64_t i = 0; i < image.size(); ++i)
    image.pixels[i] = pixelOf(static_cast<float>(image.pixels[i]) + scale * static_cast<float>(random.normal()));
}

void paintHoles(const std::vector<Hole>& holes, std::uint8_t value, const PixelPlanes& image) {
  const auto within = [](double place, std::int64_t extent) {
    return std::clamp<std::int64_t>(std::llround(place), 0, extent);
  };
  for (const Hole& hole : holes) {
    const std::int64_t left = within(hole.left, image.width), right = within(hole.left + hole.width, image.width);
    const std::int64_t top = within(hole.top, image.height), bottom = within(hole.top + hole.height, image.height);
    for (std::int64_t channel = 0; channel < image.channels; ++channel)
      for (std::int64_t y = top; y < bottom; ++y)
        std::memset(image.row(channel, y) + left, value,
                    static_cast<std::size_t>(std::max<std::int64_t>(right - left, 0)));
  }
}

}  // namespace fovea
