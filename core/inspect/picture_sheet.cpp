#include "core/inspect/picture_sheet.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstring>

#include "core/data/files/image_fit.h"

namespace fovea {
namespace {

constexpr std::int64_t kGap = 12, kLetterScale = 2, kLetterWidth = 5, kLetterHeight = 7;
constexpr std::int64_t kAdvance = (kLetterWidth + 1) * kLetterScale, kCaption = kLetterHeight * kLetterScale + 6;
constexpr std::int64_t kLeastHeight = 24;  // for a row of numbers, which would be one pixel high
constexpr std::uint8_t kPaper = 255, kInk = 40;

// A letter as seven rows of five pixels; the highest bit is the leftmost pixel.
struct Letter {
  char sign;
  std::array<std::uint8_t, kLetterHeight> rows;
};
constexpr Letter kLetters[] = {
    {'a', {0, 0, 14, 1, 15, 17, 15}},   {'b', {16, 16, 30, 17, 17, 17, 30}}, {'c', {0, 0, 15, 16, 16, 16, 15}},
    {'d', {1, 1, 15, 17, 17, 17, 15}},  {'e', {0, 0, 14, 17, 31, 16, 15}},   {'f', {6, 8, 30, 8, 8, 8, 8}},
    {'g', {0, 15, 17, 17, 15, 1, 14}},  {'h', {16, 16, 30, 17, 17, 17, 17}}, {'i', {4, 0, 12, 4, 4, 4, 14}},
    {'j', {2, 0, 6, 2, 2, 18, 12}},     {'k', {16, 16, 18, 20, 24, 20, 18}}, {'l', {12, 4, 4, 4, 4, 4, 14}},
    {'m', {0, 0, 26, 21, 21, 21, 21}},  {'n', {0, 0, 30, 17, 17, 17, 17}},   {'o', {0, 0, 14, 17, 17, 17, 14}},
    {'p', {0, 30, 17, 17, 30, 16, 16}}, {'q', {0, 15, 17, 17, 15, 1, 1}},    {'r', {0, 0, 22, 24, 16, 16, 16}},
    {'s', {0, 0, 15, 16, 14, 1, 30}},   {'t', {8, 8, 30, 8, 8, 9, 6}},       {'u', {0, 0, 17, 17, 17, 17, 15}},
    {'v', {0, 0, 17, 17, 17, 10, 4}},   {'w', {0, 0, 17, 21, 21, 21, 10}},   {'x', {0, 0, 17, 10, 4, 10, 17}},
    {'y', {0, 17, 17, 17, 15, 1, 14}},  {'z', {0, 0, 31, 2, 4, 8, 31}},      {'0', {14, 17, 19, 21, 25, 17, 14}},
    {'1', {4, 12, 4, 4, 4, 4, 14}},     {'2', {14, 17, 1, 6, 8, 16, 31}},    {'3', {14, 17, 1, 6, 1, 17, 14}},
    {'4', {2, 6, 10, 18, 31, 2, 2}},    {'5', {31, 16, 30, 1, 1, 17, 14}},   {'6', {14, 16, 30, 17, 17, 17, 14}},
    {'7', {31, 1, 2, 4, 4, 4, 4}},      {'8', {14, 17, 17, 14, 17, 17, 14}}, {'9', {14, 17, 17, 15, 1, 1, 14}},
    {'-', {0, 0, 0, 31, 0, 0, 0}},      {'.', {0, 0, 0, 0, 0, 12, 12}},      {',', {0, 0, 0, 0, 12, 4, 8}},
    {'_', {0, 0, 0, 0, 0, 0, 31}},      {'/', {1, 1, 2, 4, 8, 16, 16}},      {'(', {2, 4, 8, 8, 8, 4, 2}},
    {')', {8, 4, 2, 2, 2, 4, 8}},       {':', {0, 12, 12, 0, 12, 12, 0}},    {'=', {0, 0, 31, 0, 31, 0, 0}},
    {'+', {0, 4, 4, 31, 4, 4, 0}},      {'%', {25, 25, 2, 4, 8, 19, 19}},
};

// The pixels of a sheet, u8 [3, H, W].
class Sheet {
 public:
  explicit Sheet(Tensor pixels) : pixels_(std::move(pixels)) { std::memset(pixels_.raw(), kPaper, pixels_.bytes()); }
  void picture(const Tensor& picture, std::int64_t top, std::int64_t left) {
    const std::int64_t channels = picture.shape()[0], height = picture.shape()[1], width = picture.shape()[2];
    for (std::int64_t c = 0; c < 3; ++c)
      for (std::int64_t y = 0; y < height; ++y)
        std::memcpy(at(c, top + y, left),
                    picture.data<std::uint8_t>() + (std::min(c, channels - 1) * height + y) * width,
                    static_cast<std::size_t>(width));
  }
  void caption(const std::string& text, std::int64_t top, std::int64_t left, std::int64_t room) {
    const auto count = std::min<std::int64_t>(std::ssize(text), room / kAdvance);
    for (std::int64_t i = 0; i < count; ++i) {
      const int sign = std::tolower(static_cast<unsigned char>(text[static_cast<std::size_t>(i)]));
      for (const Letter& each : kLetters)
        if (each.sign == sign) letter(each, top, left + i * kAdvance);
    }
  }
  Tensor take() { return std::move(pixels_); }

 private:
  std::uint8_t* at(std::int64_t channel, std::int64_t y, std::int64_t x) {
    return pixels_.data<std::uint8_t>() + (channel * pixels_.shape()[1] + y) * pixels_.shape()[2] + x;
  }
  void letter(const Letter& each, std::int64_t top, std::int64_t left) {
    for (std::int64_t y = 0; y < kLetterHeight * kLetterScale; ++y)
      for (std::int64_t x = 0; x < kLetterWidth * kLetterScale; ++x) {
        const int row = each.rows[static_cast<std::size_t>(y / kLetterScale)];
        if ((row >> (kLetterWidth - 1 - x / kLetterScale) & 1) == 0) continue;
        for (std::int64_t c = 0; c < 3; ++c) *at(c, top + y, left + x) = kInk;
      }
  }

  Tensor pixels_;
};

// Enlarges small pictures by a whole factor, so that their pixels stay sharp.
Result<Tensor> scaled(const Tensor& picture, std::int64_t side) {
  const std::int64_t channels = picture.shape()[0], height = picture.shape()[1], width = picture.shape()[2];
  const std::int64_t longer = std::max(height, width), across = std::max<std::int64_t>(1, side / longer);
  if (longer > side) {
    const std::int64_t newHeight = std::max<std::int64_t>(1, height * side / longer);
    const std::int64_t newWidth = std::max<std::int64_t>(1, width * side / longer);
    FOVEA_TRY(const Tensor small, resizeImage(picture, planFit(height, width, newHeight, newWidth, FitMode::Squash)));
    if (newHeight >= kLeastHeight) return small;
    return scaled(small, side);
  }
  const std::int64_t down = std::max(across, (kLeastHeight + height - 1) / height);
  FOVEA_TRY(Tensor large, Tensor::tryMake({DataType::UInt8, Shape{channels, height * down, width * across}}));
  std::uint8_t* pixel = large.data<std::uint8_t>();
  for (std::int64_t row = 0; row < channels * height * down; ++row) {
    const std::int64_t source = row / (height * down) * height + row % (height * down) / down;
    for (std::int64_t x = 0; x < width * across; ++x)
      *pixel++ = picture.data<std::uint8_t>()[source * width + x / across];
  }
  return large;
}

}  // namespace

Result<Tensor> pictureSheet(const std::vector<CaptionedPicture>& pictures, std::int64_t columns, std::int64_t side) {
  if (pictures.empty()) return fail(ErrorCode::InvalidArgument, "A sheet needs at least one picture.");
  std::vector<Tensor> cells;
  std::int64_t width = 1, height = 1;
  for (const CaptionedPicture& each : pictures) {
    const Tensor& picture = each.picture;
    const bool fits = picture.defined() && picture.dtype() == DataType::UInt8 && picture.shape().rank() == 3 &&
                      (picture.shape()[0] == 1 || picture.shape()[0] == 3) && picture.elementCount() > 0;
    if (!fits) return fail(ErrorCode::InvalidArgument, "\"" + each.caption + "\" is no picture.");
    FOVEA_TRY(cells.emplace_back(), scaled(picture, side));
    width = std::max({width, cells.back().shape()[2], std::min<std::int64_t>(std::ssize(each.caption), 24) * kAdvance});
    height = std::max(height, cells.back().shape()[1]);
  }
  const auto count = std::ssize(pictures);
  const std::int64_t across = std::clamp<std::int64_t>(columns, 1, count), down = (count + across - 1) / across;
  const Shape shape{3, kGap + down * (height + kCaption + kGap), kGap + across * (width + kGap)};
  FOVEA_TRY(Tensor pixels, Tensor::tryMake({DataType::UInt8, shape}));
  Sheet sheet(std::move(pixels));
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t top = kGap + i / across * (height + kCaption + kGap), left = kGap + i % across * (width + kGap);
    sheet.picture(cells[static_cast<std::size_t>(i)], top, left);
    sheet.caption(pictures[static_cast<std::size_t>(i)].caption, top + height + 4, left, width);
  }
  return sheet.take();
}

Result<Tensor> pictureOfSample(const Tensor& sample) {
  const Shape& shape = sample.shape();
  if (shape.rank() != 3 || (shape[0] != 1 && shape[0] != 3) || sample.elementCount() == 0) return Tensor();
  if (sample.dtype() == DataType::UInt8) return sample;
  if (sample.dtype() != DataType::Float32) return Tensor();
  FOVEA_TRY(Tensor picture, Tensor::tryMake({DataType::UInt8, shape}));
  double low = 0, high = 0;
  bool any = false;
  for (const float number : sample.values<float>()) {
    const auto value = static_cast<double>(number);
    if (!std::isfinite(value)) continue;
    low = any ? std::min(low, value) : value;
    high = any ? std::max(high, value) : value;
    any = true;
  }
  const double range = high > low ? high - low : 1;
  std::ranges::transform(sample.values<float>(), picture.data<std::uint8_t>(), [&](float number) {
    const double share = (static_cast<double>(number) - low) / range;
    return static_cast<std::uint8_t>(std::isfinite(share) ? std::lround(share * 255) : 0);
  });
  return picture;
}

}  // namespace fovea
