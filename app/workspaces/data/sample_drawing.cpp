#include "app/workspaces/data/sample_drawing.h"

#include <QPainter>
#include <QPainterPath>
#include <QStringConverter>
#include <QTextOption>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/data/importers/sound_options.h"
#include "core/inspect/symbol_text.h"
#include "core/inspect/typed_text.h"
#include "widgets/images/color_map.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kWaveWidth = 320, kWaveHeight = 160;
constexpr double kThumbnailMask = 0.5;
constexpr std::int64_t kShownSymbols = 2000;
constexpr std::size_t kShownNumbers = 64;
constexpr double kGoldenAngle = 137.508;

// Returns a slice along axis 1 of [C, D, H, W], or a frame of a clip; the middle one if `at` is negative.
Tensor sliceOf(const Tensor& volume, std::int64_t at = -1) {
  const Shape& shape = volume.shape();
  const std::int64_t depth = at < 0 ? shape[1] / 2 : std::min(at, shape[1] - 1);
  const auto planes = static_cast<std::size_t>(shape[0]);
  const std::size_t plane = static_cast<std::size_t>(shape[2] * shape[3]) * byteSize(volume.dtype());
  Tensor slice = Tensor::make({volume.dtype(), Shape{shape[0], shape[2], shape[3]}});
  for (std::size_t c = 0; c < planes; ++c) {
    const auto* from = static_cast<const std::byte*>(volume.raw()) +
                       (c * static_cast<std::size_t>(shape[1]) + static_cast<std::size_t>(depth)) * plane;
    std::copy(from, from + plane, static_cast<std::byte*>(slice.raw()) + c * plane);
  }
  return slice;
}

Tensor firstChannel(const Tensor& image) {
  const Shape& shape = image.shape();
  Tensor plane = Tensor::make({image.dtype(), Shape{1, shape[1], shape[2]}});
  std::copy_n(static_cast<const std::byte*>(image.raw()), plane.bytes(), static_cast<std::byte*>(plane.raw()));
  return plane;
}

// Draws [C, T]: each column spans from the minimum to the maximum of all channels.
QImage waveform(const Tensor& wave, const QColor& ink) {
  const std::int64_t channels = wave.shape()[0], length = wave.shape()[1];
  const auto values = wave.values<float>();
  const ValueRange range = rangeOf(values).symmetric();
  QImage image(kWaveWidth, kWaveHeight, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setPen(QPen(ink, 1));
  const auto y = [&](float value) { return (1 - range.position(value)) * (kWaveHeight - 3) + 1; };
  for (int x = 0; x < kWaveWidth; ++x) {
    const std::int64_t first = length * x / kWaveWidth;
    const std::int64_t last = std::max(first + 1, length * (x + 1) / kWaveWidth);
    float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::lowest();
    for (std::int64_t c = 0; c < channels; ++c)
      for (const float value :
           values.subspan(static_cast<std::size_t>(c * length + first), static_cast<std::size_t>(last - first))) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
    if (low <= high) painter.drawLine(QPointF(x + 0.5, y(high)), QPointF(x + 0.5, y(low) + 1));
  }
  return image;
}

// Draws real numbers [1, M, T] with low rows at the bottom.
QImage spectrogram(const Tensor& image) {
  const auto picture = sampleToImage(image, ColorMap(ColorMapKind::Viridis), rangeOf(image.values<float>()));
  return picture.ok() ? picture->mirrored(false, true) : QImage();
}

bool isBackground(const DatasetInfo& info, std::size_t label) {
  if (label >= info.classes.size()) return false;
  const QString name = QString::fromStdString(info.classes[label]).toLower();
  return name.contains("background") || name == "void" || name == "none" || (label == 0 && name == "0");
}

QImage textImage(const QString& text, int side, const QColor& ink) {
  QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  QFont font("JetBrains Mono");
  font.setStyleHint(QFont::Monospace);
  font.setPixelSize(std::max(6, side / 9));
  painter.setFont(font);
  painter.setPen(ink);
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAnywhere);
  painter.drawText(QRectF(2, 2, side - 4, side - 4), text.left(200), option);
  return image;
}

}  // namespace

QColor classColor(std::int32_t label) {
  constexpr auto kFirst = static_cast<std::int32_t>(kSeriesColorCount);
  if (label < kFirst) return Theme(ThemeKind::Dark).series(std::max(0, label));
  const double hue = std::fmod(static_cast<double>(label) * kGoldenAngle, 360.0);
  return QColor::fromHsv(static_cast<int>(hue), label % 2 == 0 ? 150 : 220, label % 3 == 0 ? 255 : 215);
}

bool isSpectrogram(const Tensor& input, const DatasetInfo& info) {
  return input.dtype() == DataType::Float32 && input.shape().rank() == 3 && input.shape()[0] == 1 &&
         holdsSpectrograms(info);
}

QImage inputImage(const Tensor& input, const DatasetInfo& info, const QColor& ink, std::int64_t slice) {
  const Shape& shape = input.shape();
  if (input.dtype() == DataType::Int32 || input.elementCount() == 0) return {};
  const bool real = input.dtype() == DataType::Float32;
  if (real && shape.rank() == 2 && shape[0] <= 8 && shape[1] > 64) return waveform(input, ink);
  if (shape.rank() != 3 && shape.rank() != 4) return {};
  const Tensor shown = shape.rank() == 4 ? sliceOf(input, slice) : input;
  const Tensor plane = shape[0] == 1 || shape[0] == 3 ? shown : firstChannel(shown);
  if (isSpectrogram(input, info)) return spectrogram(input);
  const auto image =
      real ? sampleToImage(plane, ColorMap(ColorMapKind::Grey), rangeOf(plane.values<float>())) : sampleToImage(plane);
  return image.ok() ? *image : QImage();
}

QString inputText(const Tensor& input, const DatasetInfo& info) {
  const auto shown = static_cast<std::size_t>(std::min(input.elementCount(), kShownSymbols));
  if (input.dtype() == DataType::Int32) {
    const auto symbols = input.values<std::int32_t>();
    const auto rest = symbols.subspan(shown);
    const bool more = std::any_of(rest.begin(), rest.end(), [](std::int32_t symbol) { return symbol != 0; });
    return symbolText(symbols.first(shown), info) + (more ? QStringLiteral("…") : QString());
  }
  QString text;
  if (input.dtype() == DataType::Float32 && input.shape().rank() < 3) {
    for (const float value : input.values<float>().first(std::min<std::size_t>(shown, kShownNumbers)))
      text += numberText(value, 'g', 4) + "  ";
    if (input.elementCount() > static_cast<std::int64_t>(kShownNumbers)) text += QStringLiteral("…");
  }
  return text;
}

namespace {

std::vector<std::string> symbolBytes(std::span<const std::int32_t> symbols, const DatasetInfo& info) {
  const SymbolKind kind = symbolKind(info);
  const SymbolText names(kind == SymbolKind::Named ? info.classes : std::vector<std::string>());
  std::vector<std::string> texts;
  for (const std::int32_t symbol : symbols)
    if (kind == SymbolKind::Named)
      texts.push_back(names.textOf(symbol));
    else if (kind == SymbolKind::Numbered)
      texts.push_back(std::to_string(symbol));
    else
      texts.emplace_back(symbol > 0 && symbol < 256 ? 1 : 0, static_cast<char>(symbol));
  return texts;
}

}  // namespace

QString symbolText(std::span<const std::int32_t> symbols, const DatasetInfo& info) {
  const char* const between = symbolKind(info) == SymbolKind::Numbered ? "  " : "";
  std::string text;
  for (const std::string& each : symbolBytes(symbols, info)) text += (text.empty() ? "" : between) + each;
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QStringList symbolTexts(std::span<const std::int32_t> symbols, const DatasetInfo& info) {
  QStringDecoder decoder(QStringDecoder::Utf8);  // keeps the bytes of a character until its last one
  QStringList texts;
  for (const std::string& each : symbolBytes(symbols, info)) texts << decoder.decode(QByteArrayView(each));
  return texts;
}

QImage maskImage(const Tensor& mask, const DatasetInfo& info, std::int64_t slice) {
  if (!mask.defined() || mask.dtype() != DataType::UInt8) return {};
  if (mask.shape().rank() == 4) return maskImage(sliceOf(mask, slice), info);
  if (mask.shape().rank() != 3) return {};
  const auto height = static_cast<int>(mask.shape()[1]), width = static_cast<int>(mask.shape()[2]);
  std::array<QRgb, 256> colors{};
  for (std::size_t label = 0; label < 255; ++label)
    colors[label] = isBackground(info, label) ? 0 : classColor(static_cast<std::int32_t>(label)).rgb();
  QImage image(width, height, QImage::Format_ARGB32);
  const std::uint8_t* label = mask.values<std::uint8_t>().data();
  for (int y = 0; y < height; ++y) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (int x = 0; x < width; ++x) line[x] = colors[*label++];
  }
  return image;
}

int boxLetter(int side) {
  constexpr int kRoomForNames = 320;
  return side < kRoomForNames ? 0 : std::clamp(side / 26, 11, 28);
}

void drawBox(QPainter& painter, const QRectF& place, const QString& name, const BoxStyle& style) {
  const double half = style.width / 2;
  const QRectF inside = place.adjusted(half, half, -half, -half);
  painter.setPen(QPen(QColor(0, 0, 0, 150), style.width * 1.8, style.line));
  painter.drawRect(inside);
  painter.setPen(QPen(style.color, style.width, style.line));
  painter.drawRect(inside);
  if (style.letter == 0 || name.isEmpty()) return;
  QFont font = painter.font();
  font.setPixelSize(style.letter);
  painter.setFont(font);
  QRectF tag = painter.fontMetrics().boundingRect(name).adjusted(-4, -1, 4, 1);
  const double left = std::min(inside.left(), painter.device()->width() - tag.width());
  tag.moveBottomLeft(QPointF(std::max(left, 0.0), std::max(inside.top(), tag.height())));
  painter.fillRect(tag, style.color);
  painter.setPen(style.color.lightnessF() > 0.5 ? Qt::black : Qt::white);
  painter.drawText(tag, Qt::AlignCenter, name);
}

void drawBoxes(QImage& canvas, const QSize& extent, const std::vector<Box>& boxes, const DatasetInfo& info,
               double penWidth, int letter) {
  QPainter painter(&canvas);
  painter.setRenderHint(QPainter::Antialiasing);
  const double across = static_cast<double>(canvas.width()) / extent.width();
  const double down = static_cast<double>(canvas.height()) / extent.height();
  for (const Box& box : boxes) {
    const bool named = box.label >= 0 && box.label < static_cast<std::int32_t>(info.classes.size());
    const QString name = named ? QString::fromStdString(info.classes[static_cast<std::size_t>(box.label)]) : QString();
    drawBox(painter, {QPointF(box.left * across, box.top * down), QPointF(box.right * across, box.bottom * down)}, name,
            {classColor(box.label), Qt::SolidLine, penWidth, letter});
  }
}

QImage annotations(const Sample& sample, const QSize& extent, const DatasetInfo& info, double maskOpacity, int side) {
  const bool masked = info.task == Task::Segmentation && sample.target.defined();
  if ((!masked && sample.boxes.empty()) || extent.isEmpty()) return {};
  QImage canvas(extent.scaled(side, side, Qt::KeepAspectRatio), QImage::Format_ARGB32_Premultiplied);
  canvas.fill(Qt::transparent);
  if (masked) {
    QPainter painter(&canvas);
    painter.setOpacity(maskOpacity);
    painter.drawImage(canvas.rect(), maskImage(sample.target, info));
  }
  if (!sample.boxes.empty())
    drawBoxes(canvas, extent, sample.boxes, info, std::max(1.5, side / 220.0), boxLetter(side));
  return canvas;
}

QImage thumbnail(const SampleView& sample, const DatasetInfo& info, int side, const QColor& ink) {
  const auto input = decodeContent(sample.input);
  if (!input.ok()) return {};
  const QImage image = inputImage(*input, info, ink);
  if (image.isNull()) return textImage(inputText(*input, info), side, ink);
  QImage small = fittedPicture(image, side);
  const bool masked = info.task == Task::Segmentation && sample.target;
  if (!masked && sample.boxes.size() == 0) return small;
  small = small.convertToFormat(QImage::Format_ARGB32_Premultiplied);
  if (masked) {
    if (const auto mask = decodeContent(*sample.target); mask.ok()) {
      QPainter painter(&small);
      painter.setOpacity(kThumbnailMask);
      painter.drawImage(small.rect(), maskImage(*mask, info));
    }
  }
  drawBoxes(small, image.size(), sample.boxes.copy(), info, std::max(1.0, side / 72.0), 0);
  return small;
}

}  // namespace fovea
