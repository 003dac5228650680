#include "widgets/images/point_cloud.h"

#include <QtGui/QContextMenuEvent>
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

constexpr double kMargin = 28;  // margin around all points
constexpr double kPointReach = 10;
constexpr double kMostCloudZoom = 4000;

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
  emphasis_ = -1;
  if (another) {
    hovered_ = -1;
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
  // If all points are equal, there is no scale.
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
