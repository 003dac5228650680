#include "widgets/images/image_grid.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QScopedValueRollback>
#include <QtCore/QTimer>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QHelpEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/theme/copy_menu.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kSmallestCell = 12;
constexpr int kLargestCell = 2048;
constexpr int kCacheKiB = 64 * 1024;
constexpr int kColoringMilliseconds = 5;  // of a frame
constexpr double kMostFillZoom = 16;
constexpr int kNumberMargin = 3;  // margin around a channel's number

}  // namespace

ImageGrid::ImageGrid(QWidget* parent) : QAbstractScrollArea(parent), images_(kCacheKiB) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // always on, so that the columns do not jump
  viewport()->setMouseTracking(true);
  viewport()->setAutoFillBackground(false);
  verticalScrollBar()->setSingleStep(24);
  setAccessibleName(tr("Images of the channels"));
}

Status ImageGrid::setPlanes(const Tensor& planes) {
  if (planes.defined() && (planes.dtype() != DataType::Float32 || planes.shape().rank() != 3))
    return fail(ErrorCode::InvalidArgument, "A grid of images is made from f32 [channels, height, width], not from " +
                                                planes.type().toString() + ".");
  const bool sameShape = planes.defined() && planes_.defined() && planes.shape() == planes_.shape();
  planes_ = planes;
  const bool empty = !planes.defined() || planes.elementCount() == 0;
  channels_ = empty ? 0 : static_cast<int>(planes.shape()[0]);
  planeHeight_ = empty ? 0 : static_cast<int>(planes.shape()[1]);
  planeWidth_ = empty ? 0 : static_cast<int>(planes.shape()[2]);
  ranges_.clear();
  sharedRange_ = {0, 0};
  for (int i = 0; i < channels_; ++i) {
    ranges_.push_back(rangeOf(plane(i)));
    sharedRange_ = i == 0 ? ranges_.back() : sharedRange_.united(ranges_.back());
  }
  if (order_.size() != static_cast<std::size_t>(channels_)) setOrder({});
  if (!sameShape) {
    images_.clear();
    selected_ = -1;
    relayout();
  }
  recolor();
  return {};
}

void ImageGrid::setOrder(std::vector<int> order) {
  std::vector<int> cells(order.size(), -1);
  for (std::size_t cell = 0; cell < order.size(); ++cell)
    if (order[cell] >= 0 && static_cast<std::size_t>(order[cell]) < order.size())
      cells[static_cast<std::size_t>(order[cell])] = static_cast<int>(cell);
  const bool whole = std::ssize(order) == channels_ && std::ranges::find(cells, -1) == cells.end();
  order_ = whole ? std::move(order) : std::vector<int>();
  cellOfChannel_ = whole ? std::move(cells) : std::vector<int>();
  viewport()->update();
}

void ImageGrid::setColorMap(ColorMapKind kind) {
  map_ = ColorMap(kind);
  recolor();
}

void ImageGrid::setSymmetric(bool symmetric) {
  symmetric_ = symmetric;
  recolor();
}

void ImageGrid::setScaling(Scaling scaling) {
  scaling_ = scaling;
  recolor();
}

ValueRange ImageGrid::range(int channel) const {
  const ValueRange found = scaling_ == Scaling::Shared ? sharedRange_ : ranges_[static_cast<std::size_t>(channel)];
  return symmetric_ ? found.symmetric() : found;
}

void ImageGrid::setPreferredCell(int pixels) {
  preferredCell_ = std::clamp(pixels, kSmallestCell, kLargestCell);
  largestCell_ = 0;
  filling_ = false;
  relayout();
}

void ImageGrid::setFilling() {
  filling_ = true;
  fillZoom_ = 1;
  relayout();
}

void ImageGrid::setCells(int smallest, int largest) {
  preferredCell_ = std::clamp(smallest, kSmallestCell, kLargestCell);
  largestCell_ = std::clamp(largest, preferredCell_, kLargestCell);
  filling_ = false;
  relayout();
}

void ImageGrid::setGap(int pixels) {
  gap_ = std::max(0, pixels);
  relayout();
}

void ImageGrid::setFitToContents(bool fit) {
  fit_ = fit;
  setVerticalScrollBarPolicy(fit ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAlwaysOn);
  if (!fit) {
    setMinimumHeight(0);
    setMaximumHeight(QWIDGETSIZE_MAX);
  }
  relayout();
}

int ImageGrid::cellHeightFor(int width) const {
  const double aspect = planeWidth_ > 0 ? static_cast<double>(planeHeight_) / planeWidth_ : 1.0;
  return std::max(1, static_cast<int>(std::lround(width * aspect)));
}

int ImageGrid::heightOf(const Cells& cells) const {
  if (channels_ == 0) return 0;
  const int rows = (channels_ + cells.columns - 1) / cells.columns;
  return rows * cells.height + (rows - 1) * gap_;
}

ImageGrid::Cells ImageGrid::cellsFor(int width, int height) const {
  if (filling_ && channels_ == 1) return {1, width, static_cast<int>(std::max({height, planeHeight_, 1}) * fillZoom_)};
  const auto withColumns = [&](int columns, int largest) {
    const int cell = std::max(kSmallestCell, (width - gap_ * (columns - 1)) / columns);
    return Cells{columns, std::min(cell, largest), cellHeightFor(std::min(cell, largest))};
  };
  const int most = std::max(1, (width + gap_) / (preferredCell_ + gap_));
  if (largestCell_ > 0) {
    // More columns make smaller planes, so the first number of columns that fits is the best. Planes at their maximum
    // size use all possible columns.
    for (int columns = std::max(1, (width + gap_) / (largestCell_ + gap_)); columns <= most; ++columns)
      if (const Cells cells = withColumns(columns, largestCell_); heightOf(cells) <= height) return cells;
  }
  return withColumns(most, kLargestCell);
}

int ImageGrid::contentHeight() const {
  return heightOf(cells_);
}

int ImageGrid::heightWithin(int most) const {
  return std::min(most, heightOf(cellsFor(std::max(1, viewport()->width()), most)));
}

void ImageGrid::relayout() {
  cells_ = cellsFor(std::max(1, viewport()->width()), viewport()->height());
  if (fit_ && height() != contentHeight()) setFixedHeight(contentHeight());
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setRange(0, std::max(0, contentHeight() - viewport()->height()));
  viewport()->update();
}

void ImageGrid::recolor() {
  for (const int channel : images_.keys()) images_.object(channel)->current = false;
  viewport()->update();
}

std::span<const float> ImageGrid::plane(int channel) const {
  const std::size_t size = static_cast<std::size_t>(planeHeight_) * static_cast<std::size_t>(planeWidth_);
  return planes_.values<float>().subspan(static_cast<std::size_t>(channel) * size, size);
}

const QImage& ImageGrid::image(int channel) {
  Picture* found = images_.object(channel);
  if (found && found->current) return found->image;
  QImage made = toImage(plane(channel), planeWidth_, planeHeight_, map_, range(channel));
  if (found) {
    *found = {std::move(made)};
    return found->image;
  }
  const qsizetype kibibytes = made.sizeInBytes() / 1024 + 1;
  auto* added = new Picture{std::move(made)};
  // QCache owns the picture, and would immediately drop one that is larger than the whole cache.
  images_.insert(channel, added, std::min<qsizetype>(kCacheKiB, kibibytes));
  return added->image;
}

QImage ImageGrid::wholePicture() {
  const QScopedValueRollback whole(atOnce_, true);
  return viewport()->grab().toImage();
}

QRect ImageGrid::channelRect(int channel) const {
  const int cell = cellOf(channel);
  const int x = (cell % cells_.columns) * (cells_.width + gap_);
  const int y = (cell / cells_.columns) * (cells_.height + gap_) - verticalScrollBar()->value();
  return {x, y, cells_.width, cells_.height};
}

ImageGrid::Position ImageGrid::positionAt(const QPoint& point) const {
  if (channels_ == 0 || point.x() < 0 || point.y() < 0) return {};
  const int column = point.x() / (cells_.width + gap_);
  const int row = (point.y() + verticalScrollBar()->value()) / (cells_.height + gap_);
  const int number = row * cells_.columns + column;
  if (column >= cells_.columns || number >= channels_) return {};
  const int channel = channelAt(number);
  const QRect cell = channelRect(channel);
  if (!cell.contains(point)) return {};  // in the gap between planes
  return {channel, (point.x() - cell.x()) * planeWidth_ / cells_.width,
          (point.y() - cell.y()) * planeHeight_ / cells_.height};
}

float ImageGrid::valueAt(const Position& position) const {
  return plane(position.channel)[static_cast<std::size_t>(position.y * planeWidth_ + position.x)];
}

void ImageGrid::setSelectedChannel(int channel) {
  channel = std::clamp(channel, -1, channels_ - 1);
  if (channel == selected_) return;
  selected_ = channel;
  if (channel >= 0) {
    const QRect cell = channelRect(channel);
    QScrollBar* bar = verticalScrollBar();
    if (cell.top() < 0)
      bar->setValue(bar->value() + cell.top());
    else if (cell.bottom() >= viewport()->height())
      bar->setValue(bar->value() + cell.bottom() + 1 - viewport()->height());
  }
  setAccessibleDescription(channel < 0 ? QString() : tr("Channel %1 of %2 is selected").arg(channel).arg(channels_));
  viewport()->update();
  Q_EMIT channelSelected(channel);
}

void ImageGrid::paintEvent(QPaintEvent* event) {
  if (channels_ == 0) return;
  const Theme theme = currentTheme();
  QPainter painter(viewport());
  const int scrolled = verticalScrollBar()->value();
  const int firstRow = std::max(0, (event->rect().top() + scrolled) / (cells_.height + gap_));
  const int lastRow = (event->rect().bottom() + scrolled) / (cells_.height + gap_);
  const int first = firstRow * cells_.columns, last = std::min(channels_ - 1, (lastRow + 1) * cells_.columns - 1);
  QElapsedTimer since;
  since.start();
  waiting_ -= event->region();
  for (int number = first; number <= last; ++number) {
    const int channel = channelAt(number);
    const QRect cell = channelRect(channel);
    if (!event->region().intersects(cell)) continue;
    const Picture* known = images_.object(channel);
    if (atOnce_ || (known && known->current) || since.elapsed() < kColoringMilliseconds) {
      painter.drawImage(cell, image(channel));
    } else {
      if (known) painter.drawImage(cell, known->image);
      waiting_ += cell & viewport()->rect();
    }
  }
  if (!waiting_.isEmpty()) QTimer::singleShot(0, viewport(), [this] { viewport()->update(waiting_); });
  if (map_.kind() == ColorMapKind::BlueWhiteRed) {  // white planes need a border on a light background
    painter.setPen(QPen(theme.color(Color::Line), 1));
    for (int number = first; number <= last; ++number)
      painter.drawRect(channelRect(channelAt(number)).adjusted(0, 0, -1, -1));
  }
  if (!order_.empty()) paintNumbers(painter, first, last);
  if (selected_ < 0) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  const QRectF cell = channelRect(selected_);
  // A dark line inside the bright one makes the mark visible on every colour of the map.
  painter.setPen(QPen(theme.color(Color::Window), 1));
  painter.drawRect(cell.adjusted(2.5, 2.5, -2.5, -2.5));
  painter.setPen(QPen(theme.color(Color::Accent), 2));
  painter.drawRect(cell.adjusted(1, 1, -1, -1));
}

// Each number has its own background, so that it is readable on every colour.
void ImageGrid::paintNumbers(QPainter& painter, int first, int last) const {
  const Theme theme = currentTheme();
  painter.setFont(themeFont(FontRole::Caption));
  const QFontMetrics metrics = painter.fontMetrics();
  for (int number = first; number <= last; ++number) {
    const QString text = QString::number(channelAt(number));
    const QRect cell = channelRect(channelAt(number));
    const QSize ground(metrics.horizontalAdvance(text) + 2 * kNumberMargin, metrics.height());
    if (ground.width() > cell.width() || ground.height() > cell.height()) continue;
    const QRect place(cell.topLeft(), ground);
    painter.fillRect(place, theme.color(Color::Window));
    painter.setPen(theme.color(Color::Text));
    painter.drawText(place, Qt::AlignCenter, text);
  }
}

void ImageGrid::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  relayout();
}

void ImageGrid::mouseMoveEvent(QMouseEvent* event) {
  const Position position = positionAt(event->position().toPoint());
  if (position.valid())
    Q_EMIT valueHovered(position.channel, position.x, position.y, valueAt(position));
  else
    Q_EMIT hoverLeft();
}

void ImageGrid::mousePressEvent(QMouseEvent* event) {
  const Position position = positionAt(event->position().toPoint());
  if (event->button() != Qt::LeftButton || !position.valid()) return;
  setSelectedChannel(position.channel);
  Q_EMIT valueClicked(position.channel, position.x, position.y, valueAt(position));
}

void ImageGrid::leaveEvent(QEvent* event) {
  QAbstractScrollArea::leaveEvent(event);
  Q_EMIT hoverLeft();
}

void ImageGrid::keyPressEvent(QKeyEvent* event) {
  const int from = selected_ < 0 ? 0 : cellOf(selected_);
  int to = -1;
  switch (event->key()) {
    case Qt::Key_Left:
      to = from - 1;
      break;
    case Qt::Key_Right:
      to = selected_ < 0 ? 0 : from + 1;
      break;
    case Qt::Key_Up:
      to = from - cells_.columns;
      break;
    case Qt::Key_Down:
      to = selected_ < 0 ? 0 : from + cells_.columns;
      break;
    case Qt::Key_Home:
      to = 0;
      break;
    case Qt::Key_End:
      to = channels_ - 1;
      break;
    default:
      QAbstractScrollArea::keyPressEvent(event);
      return;
  }
  if (to >= 0 && to < channels_) setSelectedChannel(channelAt(to));
}

void ImageGrid::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) {
    if (fit_)
      event->ignore();
    else
      QAbstractScrollArea::wheelEvent(event);
    return;
  }
  // The point under the cursor stays in place.
  const Position under = positionAt(event->position().toPoint());
  const double factor = std::pow(1.0015, event->angleDelta().y());
  if (filling_) {
    const double row = (event->position().y() + verticalScrollBar()->value()) / cells_.height;
    fillZoom_ = std::clamp(fillZoom_ * factor, 1.0, kMostFillZoom);
    relayout();
    verticalScrollBar()->setValue(static_cast<int>(row * cells_.height - event->position().y()));
    return event->accept();
  }
  setPreferredCell(std::clamp(static_cast<int>(std::lround(cells_.width * factor)), kSmallestCell,
                              std::max(kSmallestCell, viewport()->width())));
  if (under.valid()) {
    const int top = channelRect(under.channel).top() + verticalScrollBar()->value();
    verticalScrollBar()->setValue(top - static_cast<int>(event->position().y()) + cells_.height / 2);
  }
  event->accept();
}

bool ImageGrid::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const Position position = positionAt(help->pos());
  if (!position.valid() || !valueTips_) {
    QToolTip::hideText();
    return true;
  }
  QToolTip::showText(help->globalPos(), valueTip(position), viewport(), channelRect(position.channel));
  return true;
}

QString ImageGrid::valueTip(const Position& position) const {
  const float value = valueAt(position);
  const QString number = std::isnan(value) ? tr("not a number") : numberText(static_cast<double>(value), 'g', 4);
  const QString plane = planeNames_ ? planeNames_(position.channel) : tr("channel %1").arg(position.channel);
  return tr("%1 (%2, %3) = %4").arg(plane).arg(position.x).arg(position.y).arg(number);
}

void ImageGrid::contextMenuEvent(QContextMenuEvent* event) {
  const Position at = positionAt(viewport()->mapFromGlobal(event->globalPos()));
  if (channels_ == 0) return event->ignore();
  if (at.valid())
    showCopyMenu(
        *this, event->globalPos(),
        {.name = tr("channel %1").arg(at.channel), .picture = [picture = image(at.channel)] { return picture; }});
  else
    showCopyMenu(*this, event->globalPos(), {.name = tr("channels"), .picture = [this] { return wholePicture(); }});
}

}  // namespace fovea
