#include "widgets/images/image_view.h"

#include <QtGui/QContextMenuEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/theme/copy_menu.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr double kLargestZoom = 64;

}  // namespace

ImageView::ImageView(QWidget* parent) : QWidget(parent), placeholder_(tr("No image")) {
  setMouseTracking(true);
  setAccessibleName(tr("Image"));
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void ImageView::setImage(const QImage& image) {
  const bool sameSize = image.size() == image_.size();
  image_ = image;
  if (!sameSize) fit();
  updateGeometry();
  update();
}

void ImageView::setPlaceholder(const QString& text) {
  placeholder_ = text;
  update();
}

void ImageView::setOverlay(const QImage& overlay, double opacity, bool sharp) {
  overlay_ = overlay;
  overlaySharp_ = sharp;
  overlayOpacity_ = std::clamp(opacity, 0.0, 1.0);
  update();
}

int ImageView::heightForWidth(int width) const {
  if (image_.isNull()) return width;
  return std::max(1, static_cast<int>(std::lround(static_cast<double>(width) * image_.height() / image_.width())));
}

double ImageView::fittingZoom() const {
  if (image_.isNull()) return 1;
  return std::min(static_cast<double>(width()) / image_.width(), static_cast<double>(height()) / image_.height());
}

void ImageView::fit() {
  fitted_ = true;
  offset_ = {};
  zoom_ = fittingZoom();
  update();
}

QRectF ImageView::target() const {
  const QSizeF size = QSizeF(image_.size()) * zoom_;
  const QPointF middle = QPointF(width() / 2.0, height() / 2.0) + offset_;
  return {middle.x() - size.width() / 2, middle.y() - size.height() / 2, size.width(), size.height()};
}

QPoint ImageView::pixelAt(const QPointF& point) const {
  if (image_.isNull()) return {-1, -1};
  const QRectF at = target();
  const int x = static_cast<int>(std::floor((point.x() - at.x()) / zoom_));
  const int y = static_cast<int>(std::floor((point.y() - at.y()) / zoom_));
  return image_.rect().contains(x, y) ? QPoint(x, y) : QPoint(-1, -1);
}

void ImageView::keepInSight() {
  const QSizeF size = QSizeF(image_.size()) * zoom_;
  const double reachX = std::max(0.0, (size.width() - width()) / 2);
  const double reachY = std::max(0.0, (size.height() - height()) / 2);
  offset_ = {std::clamp(offset_.x(), -reachX, reachX), std::clamp(offset_.y(), -reachY, reachY)};
}

void ImageView::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  if (image_.isNull()) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(Color::LineStrong), 1, Qt::DashLine));
    painter.setBrush(theme.color(Color::Raised));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), size::kControlCorner, size::kControlCorner);
    painter.setPen(theme.color(Color::Muted));
    painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, placeholder_);
    return;
  }
  painter.setRenderHint(QPainter::SmoothPixmapTransform, zoom_ < 1);
  painter.drawImage(target(), image_);
  if (overlay_.isNull() || overlayOpacity_ <= 0) return;
  painter.setRenderHint(QPainter::SmoothPixmapTransform, !overlaySharp_);
  painter.setOpacity(overlayOpacity_);
  painter.drawImage(target(), overlay_);
}

void ImageView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (fitted_)
    fit();
  else
    keepInSight();
}

void ImageView::wheelEvent(QWheelEvent* event) {
  if (image_.isNull()) return event->ignore();
  const double least = std::min(1.0, fittingZoom());
  const double wanted =
      std::clamp(zoom_ * std::pow(1.0015, event->angleDelta().y()), least, std::max(kLargestZoom, fittingZoom()));
  const QPointF fromMiddle = event->position() - QPointF(width() / 2.0, height() / 2.0);
  offset_ = fromMiddle - (fromMiddle - offset_) * (wanted / zoom_);
  zoom_ = wanted;
  fitted_ = false;
  keepInSight();
  update();
  event->accept();
}

void ImageView::mousePressEvent(QMouseEvent* event) {
  dragged_ = event->position();
}

void ImageView::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) {
    offset_ += event->position() - dragged_;
    dragged_ = event->position();
    keepInSight();
    update();
  }
  const QPoint pixel = pixelAt(event->position());
  if (pixel.x() >= 0)
    Q_EMIT pixelHovered(pixel.x(), pixel.y(), image_.pixel(pixel));
  else
    Q_EMIT hoverLeft();
}

void ImageView::mouseDoubleClickEvent(QMouseEvent*) {
  fit();
}

void ImageView::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  Q_EMIT hoverLeft();
}

void ImageView::contextMenuEvent(QContextMenuEvent* event) {
  if (image_.isNull()) return event->ignore();
  showCopyMenu(*this, event->globalPos(), {.name = tr("picture"), .picture = [image = image_] { return image; }});
}

}  // namespace fovea
