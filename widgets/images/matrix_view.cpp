#include "widgets/images/matrix_view.h"

#include <QtCore/QLocale>
#include <QtGui/QHelpEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/theme/copy_menu.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kNameWidth = 96, kNameHeight = 64;  // space for names beside and below the cells
constexpr double kLargestMatrixCell = 60;
constexpr double kNamedCell = 13;  // minimum height of a cell with a name
constexpr double kDrawnCell = 5;   // minimum size of cells drawn one by one; smaller ones are pixels of an image
constexpr double kMostZoom = 64;
constexpr double kFaintest = 0.12;    // minimum opacity of a nonempty cell
constexpr double kFigureMargin = 4;   // horizontal margin of a cell's figure, in pixels
constexpr int kSmallestFigure = 8;    // minimum font size, in pixels
constexpr int kMostWithFigures = 60;  // maximum number of classes with figures

}  // namespace

MatrixView::MatrixView(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  viewport()->setAutoFillBackground(false);
  setMinimumSize(220, 180);
}

void MatrixView::setCounts(const QStringList& names, std::vector<qint64> counts) {
  const auto size = static_cast<std::size_t>(names.size());
  Q_ASSERT(counts.size() == size * size);
  names_ = names;
  counts_ = std::move(counts);
  rows_.assign(size, 0);
  columns_.assign(size, 0);
  for (std::size_t row = 0; row < size; ++row)
    for (std::size_t column = 0; column < size; ++column) {
      rows_[row] += counts_[row * size + column];
      columns_[column] += counts_[row * size + column];
    }
  chosen_.reset();
  picture_ = {};
  zoom_ = 1;
  updateScroll();
  viewport()->update();
}

void MatrixView::setFigure(Figure figure) {
  figure_ = figure;
  picture_ = {};
  viewport()->update();
}

double MatrixView::share(Cell cell) const {
  const qint64 whole = figure_ == Figure::ColumnShare ? columns_[static_cast<std::size_t>(cell.column)]
                                                      : rows_[static_cast<std::size_t>(cell.row)];
  return whole > 0 ? static_cast<double>(count(cell)) / static_cast<double>(whole) : 0;
}

QString MatrixView::text(Cell cell) const {
  if (count(cell) == 0) return {};
  if (figure_ == Figure::Count) return locale().toString(count(cell));
  return locale().toString(share(cell) * 100, 'f', 1);
}

QString MatrixView::describe(Cell cell) const {
  const QString& label = names_[cell.row];
  const QString& prediction = names_[cell.column];
  const QString words =
      cell.row == cell.column ? tr("%1 recognised").arg(label) : tr("%1 taken for %2").arg(label, prediction);
  return tr("%1: %2 of %3 (%4 %)")
      .arg(words, locale().toString(count(cell)), locale().toString(rows_[static_cast<std::size_t>(cell.row)]),
           locale().toString(rows_[static_cast<std::size_t>(cell.row)] > 0
                                 ? 100.0 * static_cast<double>(count(cell)) /
                                       static_cast<double>(rows_[static_cast<std::size_t>(cell.row)])
                                 : 0.0,
                             'f', 1));
}

void MatrixView::choose(std::optional<Cell> cell) {
  if (cell == chosen_) return;
  chosen_ = cell;
  setAccessibleDescription(cell ? describe(*cell) : QString());
  if (cell && zoom_ > 1) {
    const QRect at = cellRect(*cell), seen = room();
    if (at.left() < seen.left() || at.right() > seen.right())
      horizontalScrollBar()->setValue(horizontalScrollBar()->value() + at.center().x() - seen.center().x());
    if (at.top() < seen.top() || at.bottom() > seen.bottom())
      verticalScrollBar()->setValue(verticalScrollBar()->value() + at.center().y() - seen.center().y());
  }
  viewport()->update();
  Q_EMIT cellChosen();
}

bool MatrixView::namesShown() const {
  const int free = std::min(viewport()->width() - kNameWidth, viewport()->height() - kNameHeight);
  return classes() > 0 && std::min(kLargestMatrixCell, static_cast<double>(free) / classes()) * zoom_ >= kNamedCell;
}

QRect MatrixView::room() const {
  const QRect whole = viewport()->rect();
  const QRect free = namesShown() ? whole.adjusted(kNameWidth, 2, -2, -kNameHeight) : whole.adjusted(2, 2, -2, -2);
  // Centred, including names, if there is more room than needed.
  const int unused = free.width() - static_cast<int>(std::ceil(sideWithin(free) * classes()));
  return unused > 0 ? free.adjusted(unused / 2, 0, 0, 0) : free;
}

double MatrixView::sideWithin(const QRect& free) const {
  if (names_.isEmpty()) return 1;
  return std::min(kLargestMatrixCell, static_cast<double>(std::min(free.width(), free.height())) / classes()) * zoom_;
}

double MatrixView::side() const {
  const QRect whole = viewport()->rect();
  return sideWithin(namesShown() ? whole.adjusted(kNameWidth, 2, -2, -kNameHeight) : whole.adjusted(2, 2, -2, -2));
}

void MatrixView::updateScroll() {
  const QRect free = room();
  const int whole = static_cast<int>(std::ceil(side() * classes()));
  horizontalScrollBar()->setRange(0, std::max(0, whole - free.width()));
  verticalScrollBar()->setRange(0, std::max(0, whole - free.height()));
  horizontalScrollBar()->setPageStep(free.width());
  verticalScrollBar()->setPageStep(free.height());
}

void MatrixView::setZoom(double zoom) {
  zoom_ = std::clamp(zoom, 1.0, kMostZoom);
  updateScroll();
  viewport()->update();
}

QRect MatrixView::cellRect(Cell cell) const {
  const double size = side();
  const QPoint origin = room().topLeft() - QPoint(horizontalScrollBar()->value(), verticalScrollBar()->value());
  const int left = static_cast<int>(std::lround(cell.column * size)),
            top = static_cast<int>(std::lround(cell.row * size));
  const int right = static_cast<int>(std::lround((cell.column + 1) * size)),
            bottom = static_cast<int>(std::lround((cell.row + 1) * size));
  return {origin + QPoint(left, top), QSize(std::max(1, right - left), std::max(1, bottom - top))};
}

std::optional<MatrixView::Cell> MatrixView::cellAt(const QPoint& point) const {
  const QRect free = room();
  if (names_.isEmpty() || !free.contains(point)) return {};
  // Uses the centre of the pixel, since cellRect() rounds.
  const double x = point.x() - free.left() + horizontalScrollBar()->value() + 0.5,
               y = point.y() - free.top() + verticalScrollBar()->value() + 0.5;
  const Cell cell{static_cast<int>(y / side()), static_cast<int>(x / side())};
  if (cell.row >= classes() || cell.column >= classes()) return {};
  return cell;
}

// The intensity of a cell, 0 to 1: the square root of its share of the class, so that few errors are visible too.
double MatrixView::strength(Cell cell) const {
  return count(cell) == 0 ? 0 : kFaintest + (1 - kFaintest) * std::sqrt(std::min(1.0, share(cell)));
}

QColor MatrixView::colorOf(Cell cell) const {
  const Theme theme = currentTheme();
  const QColor ground = theme.color(Color::Raised),
               ink = theme.color(cell.row == cell.column ? Color::Accent : Color::Warning);
  const double part = strength(cell);
  const auto mix = [part](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * part)); };
  return {mix(ground.red(), ink.red()), mix(ground.green(), ink.green()), mix(ground.blue(), ink.blue())};
}

// Returns the largest font in which every figure fits into the given width; if it would be too small, the longest
// figures are omitted.
QFont MatrixView::figureFont(double room) const {
  QFont font = themeFont(FontRole::Caption);
  if (classes() > kMostWithFigures) return font;
  const QFontMetricsF metrics(font);
  double widest = 0;
  for (int row = 0; row < classes(); ++row)
    for (int column = 0; column < classes(); ++column)
      widest = std::max(widest, tabularWidth(metrics, text({row, column})));
  if (widest <= room) return font;
  const int pixels = static_cast<int>(QFontInfo(font).pixelSize() * room / widest);
  if (pixels >= kSmallestFigure) font.setPixelSize(pixels);
  return font;
}

void MatrixView::paintCells(QPainter& painter) const {
  const Theme theme = currentTheme();
  painter.setRenderHint(QPainter::Antialiasing);
  const double size = side();
  painter.setFont(figureFont(size - kFigureMargin));
  const QFontMetricsF metrics(painter.font());
  const double gap = size >= 16 ? 1 : 0.5, corner = size >= 16 ? 3 : 0;
  const QRect free = room();
  const int firstRow = static_cast<int>(verticalScrollBar()->value() / size),
            firstColumn = static_cast<int>(horizontalScrollBar()->value() / size);
  for (int row = firstRow; row < classes(); ++row) {
    if (cellRect({row, 0}).top() > free.bottom()) break;
    for (int column = firstColumn; column < classes(); ++column) {
      const Cell cell{row, column};
      const QRectF area = QRectF(cellRect(cell)).adjusted(gap, gap, -gap, -gap);
      if (area.left() > free.right()) break;
      const QColor ground = colorOf(cell);
      painter.setPen(Qt::NoPen);
      painter.setBrush(ground);
      painter.drawRoundedRect(area, corner, corner);
      const QString figure = text(cell);
      if (figure.isEmpty() || tabularWidth(metrics, figure) > area.width() - 1 || size < 15) continue;
      const bool bright = qGray(ground.rgb()) > 140;
      painter.setPen(strength(cell) <= 0.35 ? theme.color(Color::Muted)
                     : bright               ? Theme(ThemeKind::Light).color(Color::Text)
                                            : theme.color(Color::OnAccent));
      drawTabular(painter, area, Qt::AlignCenter, figure);
    }
  }
}

// For cells smaller than a few pixels: each pixel shows the most intense of its cells.
void MatrixView::paintPicture(QPainter& painter) {
  const double ratio = devicePixelRatioF();
  const int whole = std::max(1, std::min(static_cast<int>(std::ceil(side() * classes() * ratio)), classes()));
  if (picture_.width() != whole) {
    picture_ = QImage(whole, whole, QImage::Format_RGB32);
    picture_.fill(currentTheme().color(Color::Raised));
    std::vector<double> strongest(static_cast<std::size_t>(whole), -1);
    for (int row = 0; row < classes(); ++row) {
      const int y = static_cast<int>(static_cast<qint64>(row) * whole / classes());
      if (row == 0 || y != static_cast<int>(static_cast<qint64>(row - 1) * whole / classes()))
        std::fill(strongest.begin(), strongest.end(), -1);
      auto* line = reinterpret_cast<QRgb*>(picture_.scanLine(y));
      for (int column = 0; column < classes(); ++column) {
        const Cell cell{row, column};
        if (count(cell) == 0) continue;
        const auto x = static_cast<std::size_t>(static_cast<qint64>(column) * whole / classes());
        if (strength(cell) <= strongest[x]) continue;
        strongest[x] = strength(cell);
        line[x] = colorOf(cell).rgb();
      }
    }
  }
  const int extent = static_cast<int>(std::ceil(side() * classes()));
  painter.setClipRect(room());
  painter.drawImage(QRect(room().topLeft() - QPoint(horizontalScrollBar()->value(), verticalScrollBar()->value()),
                          QSize(extent, extent)),
                    picture_);
  painter.setClipping(false);
}

void MatrixView::paintNames(QPainter& painter) const {
  const Theme theme = currentTheme();
  painter.setFont(themeFont(FontRole::Caption));
  const QFontMetrics metrics(painter.font());
  const QRect free = room();
  const QRect last = cellRect({classes() - 1, classes() - 1});
  const int below = std::min(free.bottom(), last.bottom()) + 6;
  for (int i = 0; i < classes(); ++i) {
    const QRect at = cellRect({i, i});
    const bool chosenRow = chosen_ && chosen_->row == i, chosenColumn = chosen_ && chosen_->column == i;
    if (at.center().y() >= free.top() && at.center().y() <= free.bottom()) {
      painter.setPen(theme.color(chosenRow ? Color::Text : Color::Muted));
      painter.drawText(QRect(free.left() - kNameWidth, at.top(), kNameWidth - 8, at.height()),
                       Qt::AlignRight | Qt::AlignVCenter,
                       metrics.elidedText(names_[i], Qt::ElideRight, kNameWidth - 10));
    }
    if (at.center().x() < free.left() || at.center().x() > free.right()) continue;
    painter.setPen(theme.color(chosenColumn ? Color::Text : Color::Muted));
    painter.save();
    painter.translate(at.center().x() - 3, below);
    painter.rotate(45);
    painter.drawText(QPointF(0, metrics.ascent() / 2.0), metrics.elidedText(names_[i], Qt::ElideRight, 74));
    painter.restore();
  }
}

void MatrixView::paintEvent(QPaintEvent*) {
  if (names_.isEmpty()) return;
  QPainter painter(viewport());
  if (side() >= kDrawnCell) {
    painter.setClipRect(room().adjusted(-1, -1, 1, 1));
    paintCells(painter);
    painter.setClipping(false);
  } else {
    paintPicture(painter);
  }
  if (namesShown()) paintNames(painter);
  if (!chosen_) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(currentTheme().color(hasFocus() ? Color::Accent : Color::Text), 1.6));
  const QRectF mark = QRectF(cellRect(*chosen_)).adjusted(0.5, 0.5, -0.5, -0.5);
  painter.drawRoundedRect(mark.width() < 6 ? mark.adjusted(-3, -3, 3, 3) : mark, 3, 3);
}

void MatrixView::resizeEvent(QResizeEvent*) {
  updateScroll();
}

void MatrixView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const QPoint point = event->position().toPoint();
  if (const auto cell = cellAt(point)) return cell == chosen_ ? Q_EMIT cellChosen() : choose(cell);
  if (!namesShown() || point.x() >= room().left() || point.x() < room().left() - kNameWidth) return;
  const int row = static_cast<int>((point.y() - room().top() + verticalScrollBar()->value()) / side());
  if (row >= 0 && row < classes()) Q_EMIT rowChosen(row);
}

void MatrixView::mouseMoveEvent(QMouseEvent* event) {
  viewport()->setCursor(cellAt(event->position().toPoint()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

// Keeps the cell under the pointer in place.
void MatrixView::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) return QAbstractScrollArea::wheelEvent(event);
  const QPointF at = event->position() - room().topLeft();
  const double before = side();
  const QPointF place((at.x() + horizontalScrollBar()->value()) / before,
                      (at.y() + verticalScrollBar()->value()) / before);
  setZoom(zoom_ * std::pow(2.0, event->angleDelta().y() / 240.0));
  const QPointF now = event->position() - room().topLeft();
  horizontalScrollBar()->setValue(static_cast<int>(place.x() * side() - now.x()));
  verticalScrollBar()->setValue(static_cast<int>(place.y() * side() - now.y()));
  event->accept();
}

void MatrixView::keyPressEvent(QKeyEvent* event) {
  Cell cell = chosen_.value_or(Cell{});
  switch (event->key()) {
    case Qt::Key_Left:
      --cell.column;
      break;
    case Qt::Key_Right:
      ++cell.column;
      break;
    case Qt::Key_Up:
      --cell.row;
      break;
    case Qt::Key_Down:
      ++cell.row;
      break;
    case Qt::Key_Escape:
      return choose({});
    case Qt::Key_Plus:
      return setZoom(zoom_ * 1.5);
    case Qt::Key_Minus:
      return setZoom(zoom_ / 1.5);
    default:
      return QAbstractScrollArea::keyPressEvent(event);
  }
  if (names_.isEmpty()) return;
  cell.row = std::clamp(cell.row, 0, classes() - 1);
  cell.column = std::clamp(cell.column, 0, classes() - 1);
  choose(cell);
}

bool MatrixView::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto cell = cellAt(help->pos());
  cell ? QToolTip::showText(help->globalPos(), describe(*cell), this) : QToolTip::hideText();
  return true;
}

void MatrixView::changeEvent(QEvent* event) {
  if (isThemeChange(event)) picture_ = {};
  QAbstractScrollArea::changeEvent(event);
}

QString MatrixView::toText() const {
  QString text;
  for (int row = 0; row < classes(); ++row) {
    QStringList figures;
    for (int column = 0; column < classes(); ++column) figures << QString::number(count({row, column}));
    text += names_[row] + QLatin1Char('\t') + figures.join(QLatin1Char('\t')) + QLatin1Char('\n');
  }
  return text;
}

void MatrixView::contextMenuEvent(QContextMenuEvent* event) {
  if (names_.isEmpty()) return;
  showCopyMenu(*this, event->globalPos(),
               {QStringLiteral("confusion"), [this] { return viewport()->grab().toImage(); },
                [this] { return toText(); }, tr("Copy the counts")});
}

}  // namespace fovea
