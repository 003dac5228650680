// Why: layout, text and painting of the figures on a node, separate from what every node shows.
#include "widgets/canvas/items/node_figures.h"

#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/canvas/items/node_item.h"

namespace fovea {
namespace {

constexpr double kFigureTop = 9;       // distance from the line above the figures to the first row
constexpr double kFigurePitch = 15.5;  // row height
constexpr double kBarPitch = 21;       // height of a row with a bar
constexpr double kBarHeight = 3;
constexpr double kSmallPicture = 56;
constexpr double kLargePicture = 112;
constexpr double kPictureGap = 10;

}  // namespace

QSizeF figureGrowth(FigureForm form) {
  switch (form) {
    case FigureForm::None:
      return {0, 0};
    case FigureForm::Rows:
      return {0, 48};
    case FigureForm::RowsAndPicture:
      return {80, 80};
    case FigureForm::Picture:
      return {0, 128};
  }
  return {0, 0};
}

void NodeItem::setFigures(const NodeFigures& figures) {
  if (figures == figures_) return;
  const bool told = figures.tip != figures_.tip;
  figures_ = figures;
  figuresStale_ = true;
  if (told && hovered_.kind == NodePart::None) setToolTip(fullTip());
  if (growth_.isNull()) return;
  update(QRectF(0, figuresTop_, size_.width(), growth_.height()));
}

void NodeItem::setBreakpoint(BreakpointMark mark) {
  if (mark == breakpoint_) return;
  breakpoint_ = mark;
  update();
}

QString NodeItem::fullTip() const {
  return figures_.tip.isEmpty() ? content_.tip : content_.tip + QLatin1Char('\n') + figures_.tip;
}

// Computed only for nodes painted at a zoom at which text is readable.
void NodeItem::layOutFigures() {
  figuresStale_ = false;
  figureRows_.clear();
  double left = canvas::kPadding, y = figuresTop_ + kFigureTop + kFigurePitch / 2 - 1;
  if (!figures_.picture.isNull()) left += kSmallPicture + kPictureGap;
  const double right = size_.width() - canvas::kPadding;
  for (const NodeFigures::Row& row : figures_.rows) {
    FigureRow line;
    line.value.text = CardText(row.value, style_.mono);
    const QSizeF value = line.value.text.size();
    line.value.position = {std::floor(right - value.width()), y - value.height() / 2};
    const double room = std::max(0.0, right - value.width() - 6 - left);
    line.label.text =
        CardText(QFontMetricsF(style_.caption).elidedText(row.label, Qt::ElideRight, room), style_.caption);
    line.label.position = {left, y - line.label.text.size().height() / 2};
    if (row.share >= 0) line.bar = QRectF(left, y + kFigurePitch / 2 + 0.5, right - left, kBarHeight);
    y += row.share >= 0 ? kBarPitch : kFigurePitch;
    figureRows_.push_back(std::move(line));
  }
}

void NodeItem::paintFigures(QPainter& painter, bool readable) {
  if (growth_.isNull()) return;
  if (readable) painter.fillRect(QRectF(1, figuresTop_, size_.width() - 2, 1), style_.line);
  paintPicture(painter);
  if (readable && figuresStale_) layOutFigures();
  for (std::size_t i = 0; i < figures_.rows.size(); ++i) {
    const NodeFigures::Row& row = figures_.rows[i];
    if (!readable) {
      // At a low zoom: only the first bar, thick enough to be visible.
      if (row.share < 0) continue;
      const QRectF bar(canvas::kPadding, figuresTop_ + 16, size_.width() - 2 * canvas::kPadding, 14);
      painter.fillRect(bar, style_.hover);
      painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * std::min(1.0, row.share), bar.height())),
                       row.warning ? style_.warning : style_.accent);
      return;
    }
    const FigureRow& line = figureRows_[i];
    painter.setPen(style_.muted);
    line.label.text.draw(painter, line.label.position);
    painter.setPen(row.warning ? style_.warning : style_.text);
    line.value.text.draw(painter, line.value.position);
    if (row.share < 0) continue;
    painter.setPen(Qt::NoPen);
    painter.setBrush(style_.line);
    painter.drawRoundedRect(line.bar, kBarHeight / 2, kBarHeight / 2);
    if (row.share <= 0) continue;
    const double length = std::max(kBarHeight, line.bar.width() * std::min(1.0, row.share));
    painter.setBrush(row.warning ? style_.warning : style_.accent);
    painter.drawRoundedRect(QRectF(line.bar.topLeft(), QSizeF(length, kBarHeight)), kBarHeight / 2, kBarHeight / 2);
  }
}

// Paints the picture as large as possible, with square pixels if it is a plane, and without smoothing.
void NodeItem::paintPicture(QPainter& painter) const {
  if (figures_.picture.isNull()) return;
  const bool large = style_.figures == FigureForm::Picture;
  const double side = large ? kLargePicture : kSmallPicture;
  const double left = large ? (size_.width() - side) / 2 : canvas::kPadding;
  QRectF place(left, figuresTop_ + (growth_.height() - side) / 2, side, side);
  const QSizeF picture = figures_.picture.size();
  if (picture.height() > 1 && picture.width() > 1) {
    const QSizeF fitted = picture.scaled(place.size(), Qt::KeepAspectRatio);
    place = QRectF(place.center() - QPointF(fitted.width(), fitted.height()) / 2, fitted);
  }
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  painter.drawImage(place, figures_.picture);
}

void NodeItem::paintBreakpoint(QPainter& painter) const {
  if (breakpoint_ == BreakpointMark::None || isPoint()) return;
  const QPointF centre = card().topRight();
  const auto disc = [&](double radius, const QColor& color) {
    painter.setBrush(color);
    painter.drawEllipse(centre, radius, radius);
  };
  painter.setPen(Qt::NoPen);
  if (breakpoint_ == BreakpointMark::Hit) {
    QColor glow = style_.bad;
    glow.setAlphaF(0.35f);
    disc(11, glow);
  }
  disc(7.5, style_.window);
  disc(6, breakpoint_ == BreakpointMark::Off ? style_.muted : style_.bad);
  if (breakpoint_ == BreakpointMark::Off) disc(4, style_.window);
}

}  // namespace fovea
