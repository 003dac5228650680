#include "widgets/images/point_cloud.h"

#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QApplication>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "widgets/images/picture_loader.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/theme/copy_menu.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr double kMargin = 28;  // around all points
constexpr double kPointReach = 10;
constexpr double kMostCloudZoom = 4000;
constexpr double kKeyZoom = 1.25;
constexpr double kKeyPan = 48;

}  // namespace

PointCloud::PointCloud(QWidget* parent) : QWidget(parent), loader_(new PictureLoader(this)) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Samples on a plane"));
  connect(loader_, &PictureLoader::arrived, this, qOverload<>(&QWidget::update));
}

PointCloud::~PointCloud() = default;

void PointCloud::setPoints(std::vector<QPointF> points, bool keepView) {
  const bool another = !keepView || points.size() != points_.size();
  points_ = std::move(points);
  names_.clear();
  groups_.clear();
  middles_.clear();
  values_.clear();
  drawOrder_.resize(points_.size());
  std::iota(drawOrder_.begin(), drawOrder_.end(), 0);
  if (another) {
    emphasis_ = hovered_ = -1;
    selected_.assign(points_.size(), false);
    selection_.clear();
    current_ = -1;
    fit();
    Q_EMIT selectionChanged();
    Q_EMIT currentChanged(-1);
  }
  repaintCloud();
}

void PointCloud::setGroups(const QStringList& names, std::vector<int> groups) {
  names_ = names;
  groups_ = std::move(groups);
  groups_.resize(points_.size(), -1);
  values_.clear();
  std::iota(drawOrder_.begin(), drawOrder_.end(), 0);
  emphasis_ = -1;
  middles_.assign(static_cast<std::size_t>(names_.size()), {});
  for (int group = 0; group < names_.size(); ++group) {
    std::vector<double> x, y;
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (groups_[i] == group) {
        x.push_back(points_[i].x());
        y.push_back(points_[i].y());
      }
    if (x.empty()) {
      middles_[static_cast<std::size_t>(group)] = {std::nan(""), 0};
      continue;
    }
    for (auto* values : {&x, &y})
      std::nth_element(values->begin(), values->begin() + std::ssize(*values) / 2, values->end());
    middles_[static_cast<std::size_t>(group)] = {x[x.size() / 2], y[y.size() / 2]};
  }
  repaintCloud();
}

void PointCloud::setValues(std::vector<float> values, float low, float high) {
  names_.clear();
  groups_.clear();
  middles_.clear();
  emphasis_ = -1;
  values_ = std::move(values);
  values_.resize(points_.size(), std::numeric_limits<float>::quiet_NaN());
  low_ = low;
  high_ = high;
  const auto rank = [this](int point) {
    const float value = values_[static_cast<std::size_t>(point)];
    return std::isnan(value) ? -std::numeric_limits<float>::infinity() : value;
  };
  std::stable_sort(drawOrder_.begin(), drawOrder_.end(), [&](int a, int b) { return rank(a) < rank(b); });
  repaintCloud();
}

void PointCloud::setPictures(std::shared_ptr<const ThumbnailSource> source) {
  loader_->setSource(std::move(source));
  update();
}

void PointCloud::setPicturesShown(bool shown) {
  picturesShown_ = shown;
  loader_->forgetRequests();
  repaintCloud();
}

void PointCloud::setEmphasis(int group) {
  emphasis_ = group < names_.size() ? group : -1;
  repaintCloud();
}

bool PointCloud::isFaint(std::size_t point) const {
  if (emphasis_ >= 0 && groups_[point] != emphasis_) return true;
  return !selection_.empty() && !selected_[point];
}

void PointCloud::setSelection(std::vector<int> points) {
  std::erase_if(points, [this](int point) { return point < 0 || point >= count(); });
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  selection_ = std::move(points);
  selected_.assign(points_.size(), false);
  for (const int point : selection_) selected_[static_cast<std::size_t>(point)] = true;
  setAccessibleDescription(tr("%n selected", nullptr, static_cast<int>(selection_.size())));
  repaintCloud();
  Q_EMIT selectionChanged();
}

void PointCloud::selectGroup(int group) {
  std::vector<int> points;
  for (std::size_t i = 0; i < groups_.size(); ++i)
    if (groups_[i] == group) points.push_back(static_cast<int>(i));
  setSelection(std::move(points));
}

void PointCloud::selectAll() {
  std::vector<int> points(points_.size());
  std::iota(points.begin(), points.end(), 0);
  setSelection(std::move(points));
}

void PointCloud::toggle(int point) {
  select({point}, selected_[static_cast<std::size_t>(point)] ? Qt::ControlModifier : Qt::ShiftModifier);
}

void PointCloud::select(std::vector<int> points, Qt::KeyboardModifiers modifiers) {
  std::vector<int> result;
  if (modifiers & Qt::ShiftModifier)
    std::set_union(selection_.begin(), selection_.end(), points.begin(), points.end(), std::back_inserter(result));
  else if (modifiers & Qt::ControlModifier)
    std::set_difference(selection_.begin(), selection_.end(), points.begin(), points.end(), std::back_inserter(result));
  else
    result = std::move(points);
  setSelection(std::move(result));
}

void PointCloud::setCurrent(int point) {
  if (point == current_ || point >= count()) return;
  current_ = point;
  if (point >= 0 && describe_) setAccessibleDescription(describe_(point).join(QStringLiteral(", ")));
  update();
  Q_EMIT currentChanged(point);
}

QPointF PointCloud::toScreen(int point) const {
  const QPointF& at = points_[static_cast<std::size_t>(point)];
  return {width() / 2.0 + (at.x() - center_.x()) * scale_, height() / 2.0 - (at.y() - center_.y()) * scale_};
}

int PointCloud::pointAt(const QPointF& place) const {
  int found = -1;
  double least = kPointReach * kPointReach;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (emphasis_ >= 0 && groups_[i] != emphasis_) continue;
    const QPointF away = toScreen(static_cast<int>(i)) - place;
    if (const double distance = QPointF::dotProduct(away, away); distance < least) {
      least = distance;
      found = static_cast<int>(i);
    }
  }
  return found;
}

double PointCloud::zoom() const {
  return scale_ / fitted_;
}

void PointCloud::fit() {
  follows_ = true;
  QPointF low, high;
  if (!points_.empty()) low = high = points_.front();
  for (const QPointF& point : points_) {
    low = {std::min(low.x(), point.x()), std::min(low.y(), point.y())};
    high = {std::max(high.x(), point.x()), std::max(high.y(), point.y())};
  }
  center_ = (low + high) / 2;
  const double least = std::numeric_limits<float>::min();
  fitted_ = std::min(std::max(1.0, width() - 2 * kMargin) / std::max(high.x() - low.x(), least),
                     std::max(1.0, height() - 2 * kMargin) / std::max(high.y() - low.y(), least));
  // Points that are all at one place have no scale of their own.
  if (!(fitted_ < 1e30)) fitted_ = 1;
  scale_ = fitted_;
  repaintCloud();
}

void PointCloud::zoomBy(double factor, const QPointF& at) {
  const double scale = std::clamp(scale_ * factor, fitted_ / 4, fitted_ * kMostCloudZoom);
  const QPointF away(at.x() - width() / 2.0, height() / 2.0 - at.y());
  center_ += away / scale_ - away / scale;
  scale_ = scale;
  follows_ = false;
  loader_->forgetRequests();
  repaintCloud();
}

void PointCloud::repaintCloud() {
  stale_ = true;
  update();
}

void PointCloud::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  follows_ ? fit() : repaintCloud();
}

void PointCloud::mousePressEvent(QMouseEvent* event) {
  pressed_ = last_ = event->position();
  if (event->button() == Qt::LeftButton) drag_ = space_ ? Drag::Pan : Drag::Press;
  if (event->button() == Qt::MiddleButton) drag_ = Drag::Pan;
  if (drag_ == Drag::Pan) space_ = false;
}

void PointCloud::mouseMoveEvent(QMouseEvent* event) {
  const QPointF place = event->position();
  if (drag_ == Drag::Press && (place - pressed_).manhattanLength() >= QApplication::startDragDistance()) {
    drag_ = Drag::Lasso;
    lasso_ = QPolygonF{pressed_};
  }
  if (drag_ == Drag::Lasso) {
    lasso_ << place;
    update();
  } else if (drag_ == Drag::Pan) {
    center_ -= QPointF(place.x() - last_.x(), last_.y() - place.y()) / scale_;
    follows_ = false;
    setCursor(Qt::ClosedHandCursor);
    repaintCloud();
  } else if (const int point = pointAt(place); drag_ == Drag::None && point != hovered_) {
    hovered_ = point;
    update();
  }
  last_ = place;
}

void PointCloud::mouseReleaseEvent(QMouseEvent* event) {
  const Drag drag = std::exchange(drag_, Drag::None);
  if (drag == Drag::Lasso) applyLasso(event->modifiers());
  if (drag == Drag::Pan) unsetCursor();
  if (drag != Drag::Press) return;
  const int point = pointAt(event->position());
  setCurrent(point);
  if (point >= 0 && (event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)))
    toggle(point);
  else if (point >= 0)
    setSelection({point});
  else if (!(event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)))
    setSelection({});
}

void PointCloud::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (const int point = pointAt(event->position()); point >= 0)
    Q_EMIT activated(point);
  else
    fit();
}

// The closed line is painted as an area, so that any number of points is looked up at once.
void PointCloud::applyLasso(Qt::KeyboardModifiers modifiers) {
  QImage area(size(), QImage::Format_Grayscale8);
  area.fill(0);
  QPainter painter(&area);
  painter.setPen(Qt::NoPen);
  painter.setBrush(Qt::white);
  painter.drawPolygon(lasso_, Qt::OddEvenFill);
  painter.end();
  lasso_.clear();
  std::vector<int> inside;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (emphasis_ >= 0 && groups_[i] != emphasis_) continue;
    const QPoint place = toScreen(static_cast<int>(i)).toPoint();
    if (area.rect().contains(place) && area.constScanLine(place.y())[place.x()] != 0)
      inside.push_back(static_cast<int>(i));
  }
  select(std::move(inside), modifiers);
}

void PointCloud::wheelEvent(QWheelEvent* event) {
  zoomBy(std::pow(1.0015, event->angleDelta().y()), event->position());
  event->accept();
}

void PointCloud::leaveEvent(QEvent*) {
  hovered_ = -1;
  update();
}

// To the nearest point that lies more in this direction than beside it.
void PointCloud::step(int dx, int dy) {
  int found = -1;
  double least = std::numeric_limits<double>::infinity();
  const QPointF from = current_ >= 0 ? toScreen(current_) : QPointF(width() / 2.0, height() / 2.0);
  for (int point = 0; point < count(); ++point) {
    if (point == current_ || (emphasis_ >= 0 && groups_[static_cast<std::size_t>(point)] != emphasis_)) continue;
    const QPointF away = toScreen(point) - from;
    const double along = away.x() * dx + away.y() * dy, across = std::abs(away.x() * dy) + std::abs(away.y() * dx);
    const bool ahead = current_ < 0 || (along > 0 && along >= across);
    if (const double distance = std::hypot(along, 2 * across); ahead && distance < least) {
      least = distance;
      found = point;
    }
  }
  if (found < 0) return;
  setCurrent(found);
  // It stays in sight.
  const QPointF at = toScreen(found);
  if (!QRectF(rect()).contains(at)) {
    center_ = points_[static_cast<std::size_t>(found)];
    follows_ = false;
    repaintCloud();
  }
}

void PointCloud::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::SelectAll)) return selectAll();
  const auto move = [&](int dx, int dy) {
    if (!(event->modifiers() & Qt::ShiftModifier)) return step(dx, dy);
    center_ += QPointF(dx, -dy) * kKeyPan / scale_;
    follows_ = false;
    repaintCloud();
  };
  const QPointF middle(width() / 2.0, height() / 2.0);
  switch (event->key()) {
    case Qt::Key_Left:
      return move(-1, 0);
    case Qt::Key_Right:
      return move(1, 0);
    case Qt::Key_Up:
      return move(0, -1);
    case Qt::Key_Down:
      return move(0, 1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoomBy(kKeyZoom, middle);
    case Qt::Key_Minus:
      return zoomBy(1 / kKeyZoom, middle);
    case Qt::Key_0:
    case Qt::Key_Home:
      return fit();
    case Qt::Key_Space:
      if (!event->isAutoRepeat()) space_ = true;
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (current_ >= 0) Q_EMIT activated(current_);
      return;
    case Qt::Key_Escape:
      if (!selection_.empty()) return setSelection({});
      break;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

// With a drag in between it was for panning.
void PointCloud::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Space || event->isAutoRepeat()) return QWidget::keyReleaseEvent(event);
  if (std::exchange(space_, false) && current_ >= 0) toggle(current_);
}

QString PointCloud::toText() const {
  QString text;
  for (std::size_t i = 0; i < points_.size(); ++i)
    text += QStringLiteral("%1\t%2\t%3\n")
                .arg(points_[i].x())
                .arg(points_[i].y())
                .arg(groups_.empty() ? QString() : names_.value(groups_[i]));
  return text;
}

void PointCloud::contextMenuEvent(QContextMenuEvent* event) {
  drag_ = Drag::None;
  showCopyMenu(*this, event->globalPos(),
               {QStringLiteral("projection"), [this] { return grab().toImage(); }, [this] { return toText(); },
                tr("Copy the points")});
}

void PointCloud::changeEvent(QEvent* event) {
  if (isThemeChange(event)) repaintCloud();
  QWidget::changeEvent(event);
}

}  // namespace fovea
