// Why: paints a PointCloud. Marks are drawn into an image that is kept until something changes; pictures, names and the
// hover card are painted over it.
#include <QtGui/QPainter>
#include <QtGui/QPainterPath>
#include <algorithm>
#include <cmath>
#include <optional>

#include "widgets/images/color_map.h"
#include "widgets/images/picture_loader.h"
#include "widgets/images/point_cloud.h"
#include "widgets/images/point_marks.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kFaintOpacity = 40, kMarkOpacity = 225;  // from 0 to 255
constexpr int kCloudPicture = 30, kHoverPicture = 96;  // in pixels
constexpr int kMostPictures = 1200;
constexpr double kHoverPadding = 8, kHoverGap = 14;

}  // namespace

// Fewer points and higher zoom have larger marks.
double PointCloud::markSide() const {
  const double side = count() > 20000 ? 4 : count() > 5000 ? 4.5 : count() > 1000 ? 5.5 : 7;
  return side + std::clamp(std::log2(std::max(zoom(), 1.0)), 0.0, 4.0);
}

QRgb PointCloud::colorOf(std::size_t point) const {
  const Theme theme = currentTheme();
  if (!groups_.empty()) return markColor(theme, groups_[point]).rgb();
  if (values_.empty()) return theme.color(Color::Accent).rgb();
  if (std::isnan(values_[point])) return theme.color(Color::Faint).rgb();
  return scaleColor(theme, std::clamp(static_cast<double>(ValueRange{low_, high_}.position(values_[point])), 0.0, 1.0));
}

void PointCloud::drawMarks() {
  const double ratio = devicePixelRatioF();
  const QSize pixels(static_cast<int>(std::ceil(width() * ratio)), static_cast<int>(std::ceil(height() * ratio)));
  if (cloud_.size() != pixels) cloud_ = QImage(pixels, QImage::Format_ARGB32_Premultiplied);
  cloud_.setDevicePixelRatio(1);
  cloud_.fill(Qt::transparent);
  const PointMarks marks(markSide() * ratio);
  const double edge = markSide();
  std::vector<QRgb> colors;  // by group
  for (int group = 0; group < names_.size(); ++group) colors.push_back(markColor(currentTheme(), group).rgb());
  const QRgb plain = currentTheme().color(groups_.empty() ? Color::Accent : Color::Faint).rgb();
  // Draws faint points first, below the others.
  for (const bool faint : {true, false})
    for (const int point : drawOrder_) {
      const auto i = static_cast<std::size_t>(point);
      if (isFaint(i) != faint) continue;
      const QPointF at = toScreen(point);
      if (at.x() < -edge || at.y() < -edge || at.x() > width() + edge || at.y() > height() + edge) continue;
      const int group = groups_.empty() ? 0 : groups_[i];
      marks.stamp(cloud_, static_cast<int>(at.x() * ratio), static_cast<int>(at.y() * ratio),
                  group < 0 ? 0 : markShape(group),
                  !values_.empty()               ? colorOf(i)
                  : group < 0 || groups_.empty() ? plain
                                                 : colors[static_cast<std::size_t>(group)],
                  faint ? kFaintOpacity : kMarkOpacity);
    }
  cloud_.setDevicePixelRatio(ratio);
  choosePictures();
  stale_ = false;
}

QRectF PointCloud::pictureRect(int point) const {
  const double side = kCloudPicture + 2;
  return {toScreen(point) - QPointF(side / 2, side / 2), QSizeF(side, side)};
}

// Chooses the first points whose pictures overlap no earlier ones. Each cell of a grid as wide as a picture contains at
// most one picture's corner, so that only neighbouring cells need to be checked.
void PointCloud::choosePictures() {
  pictured_.clear();
  if (!picturesShown_) return;
  const double side = kCloudPicture + 4;
  const int columns = static_cast<int>(width() / side) + 3, rows = static_cast<int>(height() / side) + 3;
  std::vector<int> cells(static_cast<std::size_t>(columns * rows), -1);
  const auto overlaps = [&](const QPointF& at, int column, int row) {
    for (int y = std::max(0, row - 1); y <= std::min(rows - 1, row + 1); ++y)
      for (int x = std::max(0, column - 1); x <= std::min(columns - 1, column + 1); ++x) {
        const int other = cells[static_cast<std::size_t>(y * columns + x)];
        if (other < 0) continue;
        const QPointF away = toScreen(other) - at;
        if (std::abs(away.x()) < side && std::abs(away.y()) < side) return true;
      }
    return false;
  };
  for (int point = 0; point < count() && std::ssize(pictured_) < kMostPictures; ++point) {
    if (isFaint(static_cast<std::size_t>(point))) continue;
    const QPointF at = toScreen(point);
    if (!QRectF(rect()).adjusted(-side / 2, -side / 2, side / 2, side / 2).contains(at)) continue;
    const int column = static_cast<int>((at.x() + side) / side), row = static_cast<int>((at.y() + side) / side);
    if (overlaps(at, column, row)) continue;
    cells[static_cast<std::size_t>(row * columns + column)] = point;
    pictured_.push_back(point);
  }
}

void PointCloud::drawPictures(QPainter& painter) {
  for (const int point : pictured_) {
    const QImage* picture = loader_->picture(point, kCloudPicture, devicePixelRatioF());
    if (!picture || picture->isNull()) continue;
    const QRectF frame = pictureRect(point);
    painter.fillRect(frame, QColor::fromRgb(colorOf(static_cast<std::size_t>(point))));
    const QSizeF shown = picture->deviceIndependentSize();
    painter.drawImage(QRectF(frame.center() - QPointF(shown.width() / 2, shown.height() / 2), shown), *picture);
  }
}

// Places the name of a group in the middle of its points, unless another name is there.
void PointCloud::drawNames(QPainter& painter) const {
  const Theme theme = currentTheme();
  const QFont font = themeFont(FontRole::Heading);
  const QFontMetricsF metrics(font);
  std::vector<QRectF> taken;
  for (std::size_t group = 0; group < middles_.size(); ++group) {
    if (std::isnan(middles_[group].x()) || (emphasis_ >= 0 && emphasis_ != static_cast<int>(group))) continue;
    const QPointF at(width() / 2.0 + (middles_[group].x() - center_.x()) * scale_,
                     height() / 2.0 - (middles_[group].y() - center_.y()) * scale_);
    const QString& name = names_[static_cast<qsizetype>(group)];
    QRectF place(0, 0, metrics.horizontalAdvance(name) + 6, metrics.height());
    place.moveCenter(at);
    if (!QRectF(rect()).contains(place)) continue;
    // A name that would cover another one moves below or above it.
    for (const double shift : {0.0, place.height(), -place.height(), 2 * place.height(), -2 * place.height()}) {
      const QRectF moved = place.translated(0, shift);
      if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(moved); })) continue;
      taken.push_back(moved);
      // An outline in the background's colour keeps the text legible over marks.
      QPainterPath letters;
      letters.addText(moved.left() + 3, moved.top() + metrics.ascent(), font, name);
      painter.strokePath(letters, QPen(theme.color(Color::Panel), 4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      painter.fillPath(letters, theme.color(Color::Text));
      break;
    }
  }
}

void PointCloud::drawRing(QPainter& painter, int point, double width) const {
  const double radius = markSide() / 2 + 3;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(currentTheme().color(Color::Text), width));
  painter.drawEllipse(toScreen(point), radius, radius);
}

// A card next to the point with its picture and facts.
void PointCloud::drawHover(QPainter& painter) {
  const Theme theme = currentTheme();
  const QStringList lines = describe_ ? describe_(hovered_) : QStringList();
  const QImage* picture = loader_->picture(hovered_, kHoverPicture, devicePixelRatioF());
  const bool pictured = picture && !picture->isNull();
  const QFont strong = themeFont(FontRole::Strong), text = themeFont(FontRole::Text);
  double wide = 0;
  for (qsizetype i = 0; i < lines.size(); ++i)
    wide = std::max(wide, QFontMetricsF(i == 0 ? strong : text).horizontalAdvance(lines[i]));
  const double line = QFontMetricsF(text).height() + 2;
  const QSizeF shown = pictured ? picture->deviceIndependentSize() : QSizeF();
  const double left = pictured ? shown.width() + kHoverPadding : 0;
  QRectF card(0, 0, left + wide + 2 * kHoverPadding,
              std::max(shown.height(), line * static_cast<double>(lines.size())) + 2 * kHoverPadding);
  const QPointF at = toScreen(hovered_);
  card.moveTo(at.x() + kHoverGap + card.width() > width() ? at.x() - kHoverGap - card.width() : at.x() + kHoverGap,
              std::clamp(at.y() - card.height() / 2, 4.0, std::max(4.0, height() - card.height() - 4)));
  painter.setPen(QPen(theme.color(Color::Line), 1));
  painter.setBrush(theme.color(Color::Raised));
  painter.drawRoundedRect(card, size::kCardCorner, size::kCardCorner);
  const QPointF corner = card.topLeft() + QPointF(kHoverPadding, kHoverPadding);
  if (pictured) painter.drawImage(QRectF(corner, shown), *picture);
  for (qsizetype i = 0; i < lines.size(); ++i) {
    painter.setFont(i == 0 ? strong : text);
    painter.setPen(theme.color(i == 0 ? Color::Text : Color::Muted));
    painter.drawText(QRectF(corner.x() + left, corner.y() + static_cast<double>(i) * line, wide + 1, line),
                     Qt::AlignLeft | Qt::AlignVCenter, lines[i]);
  }
}

void PointCloud::paintEvent(QPaintEvent*) {
  if (stale_ || cloud_.devicePixelRatio() != devicePixelRatioF()) drawMarks();
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawImage(QPointF(0, 0), cloud_);
  drawPictures(painter);
  drawNames(painter);
  if (current_ >= 0) drawRing(painter, current_, 2);
  if (drag_ == Drag::Lasso) {
    painter.setPen(QPen(theme.color(Color::Accent), 1.5, Qt::DashLine));
    painter.setBrush(theme.color(Color::Accent, 0.12));
    painter.drawPolygon(lasso_, Qt::OddEvenFill);
  } else if (hovered_ >= 0 && hovered_ < count() && drag_ == Drag::None) {
    drawRing(painter, hovered_, 1.5);
    drawHover(painter);
  }
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(Color::Accent), 1));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

}  // namespace fovea
