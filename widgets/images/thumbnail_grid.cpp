#include "widgets/images/thumbnail_grid.h"

#include <QtCore/QMutex>
#include <QtGui/QHelpEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolTip>
#include <algorithm>
#include <cmath>

#include "core/base/guarded.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kPadding = 6;  // margin of a picture in its cell
constexpr int kCaptionHeight = 18;
constexpr int kThumbnailCacheKiB = 96 * 1024;
constexpr int kSmallestPicture = 16;
constexpr int kLargestPicture = 512;
constexpr int kThreads = 2;

constexpr double kFaint = 0.3;

}  // namespace

QImage fittedPicture(const QImage& picture, int side) {
  if (picture.isNull()) return picture;
  const int longest = std::max(picture.width(), picture.height());
  const auto how = longest >= side ? Qt::SmoothTransformation : Qt::FastTransformation;
  return picture.scaled(side, side, Qt::KeepAspectRatio, how);
}

QImage ThumbnailSource::picture(qint64 index, int side) const {
  return fittedPicture(image(index), side);
}

// The state shared with tasks: null once the grid is destroyed; its visible range tells them which pictures are no
// longer needed.
struct ThumbnailGrid::Shared {
  QMutex mutex;
  ThumbnailGrid* grid = nullptr;
  std::atomic<quint64> generation{0};
  std::atomic<qint64> first{0};
  std::atomic<qint64> last{-1};
};

ThumbnailGrid::ThumbnailGrid(QWidget* parent)
    : QAbstractScrollArea(parent), shared_(std::make_shared<Shared>()), pictures_(kThumbnailCacheKiB) {
  shared_->grid = this;
  pool_.setMaxThreadCount(kThreads);
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // always on, so that the columns do not jump
  setAccessibleName(tr("Samples"));
  viewport()->setAutoFillBackground(false);
  relayout();
}

ThumbnailGrid::~ThumbnailGrid() {
  {
    const QMutexLocker lock(&shared_->mutex);
    shared_->grid = nullptr;
  }
  ++shared_->generation;
  pool_.clear();
  pool_.waitForDone();
}

void ThumbnailGrid::setSource(std::shared_ptr<const ThumbnailSource> source) {
  forgetPictures();
  run_ = {};
  toggled_.clear();
  current_ = anchor_ = -1;
  source_ = std::move(source);
  count_ = source_ ? source_->count() : 0;
  verticalScrollBar()->setValue(0);
  relayout();
  Q_EMIT currentChanged(-1);
  Q_EMIT selectionChanged();
}

void ThumbnailGrid::updateSource(std::shared_ptr<const ThumbnailSource> source, const QList<qint64>& selection,
                                 qint64 current, bool toTop) {
  ++shared_->generation;
  pool_.clear();
  wanted_.clear();
  source_ = std::move(source);
  count_ = source_ ? source_->count() : 0;
  run_ = {};
  toggled_.clear();
  for (const qint64 index : selection)
    if (index >= 0 && index < count_) toggled_.insert(index);
  current_ = anchor_ = current < count_ ? current : -1;
  const int place = verticalScrollBar()->value();
  relayout();
  verticalScrollBar()->setValue(toTop ? 0 : place);
  Q_EMIT currentChanged(current_);
  Q_EMIT selectionChanged();
}

void ThumbnailGrid::setPictureSize(int pixels) {
  pixels = std::clamp(pixels, kSmallestPicture, kLargestPicture);
  if (pixels == picture_) return;
  const qint64 keep = visible().first;
  picture_ = pixels;
  forgetPictures();  // cached pictures have the size in which they are shown
  relayout();
  verticalScrollBar()->setValue(static_cast<int>(keep / columns_) * cellHeight_);
  Q_EMIT pictureSizeChanged(picture_);
}

// On a screen of another pixel ratio pictures are made again, at its pixels.
void ThumbnailGrid::followScreen() {
  if (ratio_ == devicePixelRatioF()) return;
  ratio_ = devicePixelRatioF();
  forgetPictures();
}

void ThumbnailGrid::forgetPictures() {
  ++shared_->generation;
  pool_.clear();
  wanted_.clear();
  pictures_.clear();
}

void ThumbnailGrid::setCaptionShown(bool shown) {
  caption_ = shown;
  relayout();
}

void ThumbnailGrid::relayout() {
  const int wanted = picture_ + 2 * kPadding;
  columns_ = std::max(1, viewport()->width() / wanted);
  cellWidth_ = std::max(wanted, viewport()->width() / columns_);
  cellHeight_ = wanted + (caption_ ? kCaptionHeight : 0);
  const qint64 rows = (count_ + columns_ - 1) / columns_;
  // 2^31 pixels are enough for more than twenty million rows of the usual size.
  const qint64 height = std::min<qint64>(rows * cellHeight_, std::numeric_limits<int>::max());
  verticalScrollBar()->setSingleStep(cellHeight_ / 2);
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(height) - viewport()->height()));
  viewport()->update();
}

ThumbnailGrid::Range ThumbnailGrid::visible() const {
  const qint64 top = verticalScrollBar()->value();
  Range range;
  range.first = top / cellHeight_ * columns_;
  range.last = std::min(count_, ((top + viewport()->height() - 1) / cellHeight_ + 1) * columns_) - 1;
  return range;
}

QRect ThumbnailGrid::cellRect(qint64 index) const {
  const int x = static_cast<int>(index % columns_) * cellWidth_;
  const qint64 y = index / columns_ * cellHeight_ - verticalScrollBar()->value();
  return {x, static_cast<int>(y), cellWidth_, cellHeight_};
}

qint64 ThumbnailGrid::indexAt(const QPoint& point) const {
  const int column = point.x() / cellWidth_;
  if (point.x() < 0 || point.y() < 0 || column >= columns_) return -1;
  const qint64 row = (static_cast<qint64>(point.y()) + verticalScrollBar()->value()) / cellHeight_;
  const qint64 index = row * columns_ + column;
  return index < count_ ? index : -1;
}

bool ThumbnailGrid::isSettled() const {
  const Range range = visible();
  for (qint64 index = range.first; index <= range.last; ++index)
    if (!pictures_.contains(source_->key(index))) return false;
  return true;
}

void ThumbnailGrid::request(qint64 index) {
  const quint64 key = source_->key(index);
  if (wanted_.contains(key)) return;
  wanted_.insert(key);
  const double ratio = ratio_;
  const int side = static_cast<int>(std::lround(picture_ * ratio));
  const quint64 generation = shared_->generation.load();
  pool_.start([source = source_, shared = shared_, index, key, side, ratio, generation] {
    const auto stale = [&] {
      return shared->generation.load() != generation || index < shared->first.load() || index > shared->last.load();
    };
    const bool skipped = stale();
    // A picture that cannot be made, because of damage or lack of memory, is shown as unreadable.
    QImage picture;
    (void)guarded([&] {
      if (!skipped) picture = source->picture(index, side);
      picture.setDevicePixelRatio(ratio);
    });
    const QMutexLocker lock(&shared->mutex);
    if (!shared->grid) return;
    QMetaObject::invokeMethod(
        shared->grid,
        [grid = shared->grid, generation, key, index, picture, skipped] {
          if (skipped)
            grid->forget(generation, key, index);
          else
            grid->receive(generation, key, index, picture);
        },
        Qt::QueuedConnection);
  });
}

void ThumbnailGrid::forget(quint64 generation, quint64 key, qint64 index) {
  if (generation != shared_->generation.load()) return;
  wanted_.remove(key);
  viewport()->update(cellRect(index));  // requests it again if it has become visible since
}

void ThumbnailGrid::receive(quint64 generation, quint64 key, qint64 index, const QImage& picture) {
  if (generation != shared_->generation.load()) return;
  wanted_.remove(key);
  pictures_.insert(key, new QImage(picture), std::max<qsizetype>(1, picture.sizeInBytes() / 1024));
  viewport()->update(cellRect(index));
}

bool ThumbnailGrid::isSelected(qint64 index) const {
  return (index >= run_.first && index <= run_.last) != toggled_.contains(index);
}

void ThumbnailGrid::drawPicture(QPainter& painter, qint64 index, const QRect& place) {
  const Theme theme = currentTheme();
  const QImage* picture = pictures_.object(source_->key(index));
  if (!picture || picture->isNull()) painter.fillRect(place, theme.color(Color::Hover));
  if (!picture) return request(index);
  if (picture->isNull()) {
    const QPixmap mark = iconPixmap(QStringLiteral("error"), IconRole::Bad, 20, devicePixelRatioF());
    painter.drawPixmap(place.center() - QPoint(10, 10), mark);
    return;
  }
  const QSizeF shown = picture->deviceIndependentSize();
  const QPointF corner(place.x() + (place.width() - shown.width()) / 2,
                       place.y() + (place.height() - shown.height()) / 2);
  if (source_->isFaint(index)) painter.setOpacity(kFaint);
  painter.drawImage(QRectF(corner, shown), *picture);
  painter.setOpacity(1);
}

void ThumbnailGrid::drawCell(QPainter& painter, qint64 index) {
  const Theme theme = currentTheme();
  const QRect cell = cellRect(index);
  if (isSelected(index)) {
    painter.setPen(index == current_ ? QPen(theme.color(Color::Accent), 1.5) : QPen(Qt::NoPen));
    painter.setBrush(theme.color(Color::AccentSoft));
    painter.drawRoundedRect(QRectF(cell).adjusted(1, 1, -1, -1), size::kControlCorner, size::kControlCorner);
  } else if (index == current_) {
    painter.setPen(QPen(theme.color(Color::Accent), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(cell).adjusted(1, 1, -1, -1), size::kControlCorner, size::kControlCorner);
  }
  const QRect place(cell.x() + (cell.width() - picture_) / 2, cell.y() + kPadding, picture_, picture_);
  drawPicture(painter, index, place);
  if (!caption_) return;
  painter.setPen(theme.color(isSelected(index) ? Color::Text : Color::Muted));
  const QRect line(cell.x() + 3, place.bottom() + 3, cell.width() - 6, kCaptionHeight - 2);
  painter.drawText(line, Qt::AlignHCenter | Qt::AlignTop,
                   painter.fontMetrics().elidedText(source_->label(index), Qt::ElideRight, line.width()));
}

void ThumbnailGrid::paintEvent(QPaintEvent* event) {
  if (!source_) return;
  followScreen();
  const Range range = visible();
  shared_->first = range.first;
  shared_->last = range.last;
  QPainter painter(viewport());
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(themeFont(FontRole::Caption));
  for (qint64 index = range.first; index <= range.last; ++index)
    if (cellRect(index).intersects(event->rect())) drawCell(painter, index);
}

void ThumbnailGrid::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  relayout();
}

void ThumbnailGrid::scrollContentsBy(int, int) {
  viewport()->update();
}

void ThumbnailGrid::scrollTo(qint64 index) {
  if (index < 0 || index >= count_) return;
  const QRect cell = cellRect(index);
  QScrollBar* bar = verticalScrollBar();
  if (cell.top() < 0)
    bar->setValue(bar->value() + cell.top());
  else if (cell.bottom() >= viewport()->height())
    bar->setValue(bar->value() + cell.bottom() + 1 - viewport()->height());
}

void ThumbnailGrid::setCurrent(qint64 index) {
  select(index, Qt::NoModifier);
}

void ThumbnailGrid::select(qint64 index, Qt::KeyboardModifiers modifiers) {
  if (index < -1 || index >= count_) return;
  const qint64 before = current_;
  current_ = index;
  if ((modifiers & Qt::ShiftModifier) && anchor_ >= 0 && index >= 0) {
    run_ = {std::min(anchor_, index), std::max(anchor_, index)};
    toggled_.clear();
  } else if ((modifiers & Qt::ControlModifier) && index >= 0) {
    if (!toggled_.remove(index)) toggled_.insert(index);
    anchor_ = index;
  } else {
    run_ = index >= 0 ? Range{index, index} : Range{};
    toggled_.clear();
    anchor_ = index;
  }
  scrollTo(index);
  if (index >= 0)
    setAccessibleDescription(tr("Sample %1 of %2, %3").arg(index + 1).arg(count_).arg(source_->label(index)));
  viewport()->update();
  if (before != index) Q_EMIT currentChanged(index);
  Q_EMIT selectionChanged();
}

QList<qint64> ThumbnailGrid::selection() const {
  QList<qint64> list;
  list.reserve(selectionSize());
  for (qint64 index = run_.first; index <= run_.last; ++index)
    if (!toggled_.contains(index)) list.append(index);
  for (const qint64 index : toggled_)
    if (index < run_.first || index > run_.last) list.append(index);
  std::sort(list.begin(), list.end());
  return list;
}

qint64 ThumbnailGrid::selectionSize() const {
  qint64 size = run_.last - run_.first + 1;
  for (const qint64 index : toggled_) size += index >= run_.first && index <= run_.last ? -1 : 1;
  return size;
}

void ThumbnailGrid::clearSelection() {
  select(-1, Qt::NoModifier);
}

void ThumbnailGrid::selectAll() {
  if (count_ == 0) return;
  run_ = {0, count_ - 1};
  toggled_.clear();
  viewport()->update();
  Q_EMIT selectionChanged();
}

void ThumbnailGrid::mousePressEvent(QMouseEvent* event) {
  const qint64 index = indexAt(event->position().toPoint());
  if (event->button() == Qt::LeftButton)
    select(index, event->modifiers());
  else if (event->button() == Qt::RightButton && index >= 0 && !isSelected(index))
    select(index, Qt::NoModifier);
}

void ThumbnailGrid::mouseDoubleClickEvent(QMouseEvent* event) {
  const qint64 index = indexAt(event->position().toPoint());
  if (event->button() == Qt::LeftButton && index >= 0) Q_EMIT activated(index);
}

void ThumbnailGrid::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::SelectAll)) return selectAll();
  const qint64 page = std::max<qint64>(1, viewport()->height() / cellHeight_) * columns_;
  const qint64 from = std::max<qint64>(0, current_);
  qint64 to = -1;
  switch (event->key()) {
    case Qt::Key_Left:
      to = from - 1;
      break;
    case Qt::Key_Right:
      to = current_ < 0 ? 0 : from + 1;
      break;
    case Qt::Key_Up:
      to = from - columns_;
      break;
    case Qt::Key_Down:
      to = current_ < 0 ? 0 : from + columns_;
      break;
    case Qt::Key_PageUp:
      to = std::max<qint64>(from % columns_, from - page);
      break;
    case Qt::Key_PageDown:
      to = std::min(count_ - 1, from + page);
      break;
    case Qt::Key_Home:
      to = 0;
      break;
    case Qt::Key_End:
      to = count_ - 1;
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (current_ >= 0) Q_EMIT activated(current_);
      return;
    default:
      QAbstractScrollArea::keyPressEvent(event);
      return;
  }
  if (to >= 0 && to < count_) select(to, event->modifiers() & Qt::ShiftModifier);
}

void ThumbnailGrid::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) return QAbstractScrollArea::wheelEvent(event);
  setPictureSize(static_cast<int>(std::lround(picture_ * std::pow(1.0015, event->angleDelta().y()))));
  event->accept();
}

// The menu opens at the current picture for the menu key, and at the pointer for the mouse.
void ThumbnailGrid::contextMenuEvent(QContextMenuEvent* event) {
  if (selectionSize() == 0) return;
  if (event->reason() == QContextMenuEvent::Keyboard && current_ >= 0) scrollTo(current_);
  const bool atCell = event->reason() == QContextMenuEvent::Keyboard && current_ >= 0;
  Q_EMIT menuRequested(atCell ? viewport()->mapToGlobal(cellRect(current_).center()) : event->globalPos());
}

bool ThumbnailGrid::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const qint64 index = indexAt(help->pos());
  if (index < 0)
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), tr("Sample %1 · %2").arg(locale().toString(index), source_->label(index)),
                       viewport(), cellRect(index));
  return true;
}

void ThumbnailGrid::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (isThemeChange(event)) viewport()->update();
}

}  // namespace fovea
