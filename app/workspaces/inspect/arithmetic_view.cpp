#include "app/workspaces/inspect/arithmetic_view.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/theme/copy_menu.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr double kTitle = 24;  // height of the title above a table
constexpr double kSignWidth = 26;
constexpr double kSumLine = 19;                        // height of a line of the sum
constexpr double kLargestCell = 44, kNumberCell = 33;  // side of the largest cell; of one with room for a number
constexpr double kNumberRow = 24;                      // height of a row in a table of one column
constexpr double kOneColumn = 92;                      // width of such a table
constexpr double kNameWidth = 84;                      // width of the rows' names
constexpr double kViewMargin = 14;
constexpr double kPlaneShare = 0.27;  // share of the widget's width
constexpr double kBlockGap = 8;       // gap between the slices of a window
constexpr double kLeastPlaneRoom = 150;
constexpr double kLeastNumberHeight = 17;  // height of a cell with a number
constexpr double kLeastColumn = 48;
constexpr double kMostRowHeight = kNumberRow + 6;

double largestOf(const NumberTable& table) {
  double most = 0;
  for (const double value : table.values)
    if (std::isfinite(value)) most = std::max(most, std::abs(value));
  return most;
}

// Returns whether a table shows rows with numbers (one column); other tables show square cells.
bool isColumn(const NumberTable& table) {
  return table.columns == 1;
}

}  // namespace

ArithmeticView::ArithmeticView(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("How the number is computed"));
}

void ArithmeticView::setScene(ArithmeticScene scene) {
  scene_ = std::move(scene);
  setAccessibleDescription(summary());
  relayout();
  update();
}

void ArithmeticView::setNumbersShown(bool shown) {
  numbers_ = shown;
  update();
}

QString ArithmeticView::summary() const {
  return scene_.lines.join(QStringLiteral("; "));
}

QRectF ArithmeticView::tableRect(int table) const {
  return layout_.tables.at(static_cast<std::size_t>(table));
}

// Returns the largest cell with which the tables of several columns fit into the width `room`: square, or a rectangle
// if only that has room for a number. A row of tables is as high as its highest table.
QSizeF ArithmeticView::cellFor(double room) const {
  double wide = kLargestCell, fixed = 0, squares = 0;  // fixed height, and rows of cells that share the rest
  for (std::size_t first = 0; first < scene_.tables.size();) {
    int columns = 0, rows = 0;
    double taken = 0, least = 0, gaps = 0;
    std::size_t i = first;
    for (; i < scene_.tables.size() && (i == first || !scene_.tables[i].newRow); ++i) {
      const NumberTable& table = scene_.tables[i];
      if (!scene_.signs[static_cast<qsizetype>(i)].isEmpty()) taken += kSignWidth;
      if (isColumn(table)) {
        taken += kOneColumn + (table.names.isEmpty() ? 0 : kNameWidth);
        least = std::max(least, table.rows() == 1 ? kMostRowHeight : 0);
      } else {
        columns += table.columns;
        rows = std::max(rows, table.rows());
        gaps = std::max(gaps, kBlockGap * (table.blocks() - 1));
      }
    }
    if (columns > 0) wide = std::min(wide, (room - taken) / columns);
    fixed += kTitle + (rows > 0 ? gaps : least);
    squares += rows;
    first = i;
  }
  if (squares == 0) return {kLargestCell, kLargestCell};
  const double high = std::min(
      kLargestCell,
      (height() - 2 * kViewMargin - fixed - kSumLine * (static_cast<double>(scene_.lines.size()) + 0.5)) / squares);
  const double side = std::max(2.0, std::min(wide, high));
  const bool flat = side < kNumberCell && wide >= kNumberCell && high >= kLeastNumberHeight;
  return {flat ? wide : side, side};
}

// Returns the width of tables of one column; reduced if a row of them would not fit.
double ArithmeticView::columnFor(double room) const {
  double least = kOneColumn;
  for (std::size_t first = 0; first < scene_.tables.size();) {
    double taken = 0, count = 0;
    bool columns = true;
    std::size_t i = first;
    for (; i < scene_.tables.size() && (i == first || !scene_.tables[i].newRow); ++i) {
      columns = columns && isColumn(scene_.tables[i]);
      if (!scene_.signs[static_cast<qsizetype>(i)].isEmpty()) taken += kSignWidth;
      if (!scene_.tables[i].names.isEmpty()) taken += kNameWidth;
      ++count;
    }
    if (columns) least = std::min(least, (room - taken) / count);
    first = i;
  }
  return std::max(least, kLeastColumn);
}

// Places the planes and returns the x at which the tables begin.
double ArithmeticView::layOutPlanes() {
  if (!scene_.plane.defined()) return kViewMargin;
  const double rows = static_cast<double>(scene_.plane.shape()[0]),
               columns = static_cast<double>(scene_.plane.shape()[1]);
  const double count = static_cast<double>(scene_.slices.size() + 1);
  const double high = (height() - 2 * kViewMargin) / count - kTitle;
  const double scale = std::max(0.1, std::min(width() * kPlaneShare / columns, high / rows));
  for (double i = 0; i < count; ++i)
    layout_.planes.emplace_back(kViewMargin, kViewMargin + kTitle + i * (rows * scale + kTitle), columns * scale,
                                rows * scale);
  // Leaves enough room for the title of a narrow plane.
  return kViewMargin + std::max(columns * scale, std::min(width() * kPlaneShare, kLeastPlaneRoom)) + 20;
}

void ArithmeticView::relayout() {
  layout_ = {};
  const double start = layOutPlanes();
  double left = start, top = kViewMargin + kTitle, bottom = top;
  const QSizeF cell = cellFor(width() - left - kViewMargin);
  layout_.width = cell.width();
  layout_.column = columnFor(width() - left - kViewMargin);
  const double lines = kSumLine * (static_cast<double>(scene_.lines.size()) + 1);
  for (std::size_t i = 0; i < scene_.tables.size(); ++i) {
    const NumberTable& table = scene_.tables[i];
    if (table.newRow && i > 0) {
      left = start;
      top = bottom + kTitle;
    }
    if (!scene_.signs[static_cast<qsizetype>(i)].isEmpty()) left += kSignWidth;
    layout_.signs.emplace_back(left - kSignWidth / 2, 0);
    const bool column = isColumn(table);
    const double names = table.names.isEmpty() ? 0 : kNameWidth;
    const double row =
        std::min(kMostRowHeight, std::max(4.0, (height() - top - kViewMargin - lines) / std::max(1, table.rows())));
    const QRectF rect = column ? QRectF(left + names, top, layout_.column, row * table.rows())
                               : QRectF(left, top, cell.width() * table.columns,
                                        cell.height() * table.rows() + kBlockGap * (table.blocks() - 1));
    layout_.tables.push_back(rect);
    layout_.cells.push_back(column ? row : cell.height());
    left = rect.right();
    bottom = std::max(bottom, rect.bottom());
  }
  layout_.bottom = bottom;
  for (std::size_t i = 0; i < layout_.signs.size(); ++i) layout_.signs[i].setY(layout_.tables[i].center().y());
}

QRectF ArithmeticView::cellRect(std::size_t table, std::size_t cell) const {
  const NumberTable& numbers = scene_.tables[table];
  const QRectF& rect = layout_.tables[table];
  const double side = layout_.cells[table], wide = isColumn(numbers) ? rect.width() : layout_.width;
  const int row = static_cast<int>(cell) / numbers.columns, column = static_cast<int>(cell) % numbers.columns;
  const double gaps = numbers.block > 0 ? kBlockGap * (row / numbers.block) : 0;
  return {rect.left() + column * wide, rect.top() + row * side + gaps, wide, side};
}

void ArithmeticView::resizeEvent(QResizeEvent*) {
  relayout();
}

void ArithmeticView::paintPlanes(QPainter& painter) const {
  for (std::size_t i = 0; i < layout_.planes.size(); ++i)
    paintPlane(painter, layout_.planes[i], i == 0 ? scene_.plane : scene_.slices[i - 1],
               i == 0 ? scene_.planeTitle : scene_.sliceTitles[static_cast<qsizetype>(i - 1)]);
}

void ArithmeticView::paintPlane(QPainter& painter, const QRectF& rect, const Tensor& plane,
                                const QString& title) const {
  const Theme theme = currentTheme();
  const int rows = static_cast<int>(scene_.plane.shape()[0]), columns = static_cast<int>(scene_.plane.shape()[1]);
  if (plane.defined()) {
    // All slices share one brightness scale.
    ValueRange range = rangeOf(scene_.plane.values<float>());
    for (const Tensor& slice : scene_.slices) {
      if (!slice.defined()) continue;
      const ValueRange own = rangeOf(slice.values<float>());
      range = {std::min(range.low, own.low), std::max(range.high, own.high)};
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(rect, toImage(plane.values<float>(), columns, rows, ColorMap(ColorMapKind::Grey), range));
  } else {
    painter.fillRect(rect, theme.color(Color::Hover));
  }
  painter.setPen(theme.color(Color::Muted));
  painter.setFont(themeFont(FontRole::Caption));
  const QRectF text(rect.left(), rect.top() - kTitle, std::max(rect.width(), kLeastPlaneRoom), kTitle);
  painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(title, Qt::ElideRight, static_cast<int>(text.width())));
  if (scene_.window.isEmpty()) return;
  const double scale = rect.width() / columns;
  const QRectF window(rect.left() + scene_.window.left() * scale, rect.top() + scene_.window.top() * scale,
                      scene_.window.width() * scale, scene_.window.height() * scale);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.color(Color::Window), 4));
  painter.drawRect(window);
  painter.setPen(QPen(theme.color(Color::Accent), 2));
  painter.drawRect(window);
}

void ArithmeticView::paintTable(QPainter& painter, std::size_t index) const {
  const Theme theme = currentTheme();
  const NumberTable& table = scene_.tables[index];
  const QRectF& rect = layout_.tables[index];
  const double cell = layout_.cells[index];
  const bool column = isColumn(table);
  painter.setPen(theme.color(Color::Muted));
  painter.setFont(themeFont(FontRole::Caption));
  const bool followed = index + 1 < layout_.tables.size() && !scene_.tables[index + 1].newRow;
  const double next = followed ? layout_.tables[index + 1].left() : width();
  const QRectF title(rect.left(), rect.top() - kTitle, std::max(rect.width(), next - rect.left() - 6), kTitle);
  painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(table.title, Qt::ElideRight, static_cast<int>(title.width())));
  const double most = largestOf(table);
  double low = table.values.empty() ? 0 : table.values.front(), high = low;
  for (const double value : table.values) low = std::min(low, value), high = std::max(high, value);
  const ColorMap map(table.grey ? ColorMapKind::Grey : ColorMapKind::BlueWhiteRed);
  // A single number gets no colour, since there is nothing to compare it with.
  const bool single = table.values.size() == 1 && column;
  const bool written = numbers_ && (column ? cell >= 14 : layout_.width >= kNumberCell && cell >= kLeastNumberHeight);
  QFont font = themeFont(FontRole::Mono);
  font.setPixelSize(single ? 13 : column || layout_.width >= 42 ? 11 : layout_.width >= 38 ? 10 : 9);
  painter.setFont(font);
  const double gap = cell >= 10 ? 1.5 : 0;
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const QRectF box = cellRect(index, i).adjusted(0, 0, -gap, -gap);
    const bool empty = i < table.empty.size() && table.empty[i];
    const double value = table.values[i];
    const double share =
        table.grey ? (high > low ? (value - low) / (high - low) : 0.5) : (most > 0 ? 0.5 + 0.5 * value / most : 0.5);
    const QColor color =
        empty || single ? theme.color(Color::Hover) : QColor(map.at(table.grey ? 0.15 + 0.85 * share : share));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    cell >= 10 ? painter.drawRoundedRect(box, 3, 3) : painter.drawRect(box);
    if (static_cast<int>(i) == table.marked) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(theme.color(Color::Accent), 2.5));
      painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 3, 3);
    }
    if (written && !(empty && table.blank)) {
      painter.setPen(single                     ? theme.color(Color::Text)
                     : empty                    ? theme.color(Color::Muted)
                     : qGray(color.rgb()) > 110 ? QColor(0x14, 0x16, 0x1a)
                                                : QColor(Qt::white));
      QString text = cellText(value);
      if (painter.fontMetrics().horizontalAdvance(text) > box.width()) text = numberText(value, 'e', 0);
      painter.drawText(box, Qt::AlignCenter, text);
    }
    if (static_cast<qsizetype>(i) < table.names.size() && cell >= 12) {
      painter.setPen(theme.color(static_cast<int>(i) == table.marked ? Color::Text : Color::Muted));
      const QRectF name(rect.left() - kNameWidth, box.top(), kNameWidth - 8, box.height());
      painter.drawText(name, Qt::AlignRight | Qt::AlignVCenter,
                       painter.fontMetrics().elidedText(table.names[static_cast<qsizetype>(i)], Qt::ElideRight,
                                                        static_cast<int>(name.width())));
    }
  }
  const QString& sign = scene_.signs[static_cast<qsizetype>(index)];
  if (sign.isEmpty()) return;
  painter.setFont(themeFont(FontRole::Title));
  painter.setPen(theme.color(Color::Text));
  const double names = table.names.isEmpty() ? 0 : kNameWidth;
  painter.drawText(QRectF(rect.left() - names - kSignWidth, layout_.tables[index].center().y() - 14, kSignWidth, 28),
                   Qt::AlignCenter, sign);
}

void ArithmeticView::paintLines(QPainter& painter) const {
  const Theme theme = currentTheme();
  const double left = layout_.tables.empty()
                          ? kViewMargin
                          : layout_.tables.front().left() - (scene_.tables.front().names.isEmpty() ? 0 : kNameWidth);
  double y = std::min(layout_.bottom + kSumLine * 0.5,
                      height() - kViewMargin - kSumLine * static_cast<double>(scene_.lines.size()));
  painter.setFont(themeFont(FontRole::Mono));
  for (qsizetype i = 0; i < scene_.lines.size(); ++i) {
    const bool last = i + 1 == scene_.lines.size();
    painter.setPen(theme.color(last ? Color::AccentText : Color::Text));
    const QRectF line(left, y, width() - left - 4, kSumLine);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(scene_.lines[i], Qt::ElideRight, static_cast<int>(line.width())));
    y += kSumLine;
  }
}

void ArithmeticView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintPlanes(painter);
  for (std::size_t i = 0; i < scene_.tables.size(); ++i) paintTable(painter, i);
  paintLines(painter);
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(currentTheme().color(Color::Accent), 1.5));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), size::kControlCorner, size::kControlCorner);
}

int ArithmeticView::planeAt(const QPointF& point) const {
  for (std::size_t i = 0; i < layout_.planes.size(); ++i)
    if (layout_.planes[i].contains(point)) return static_cast<int>(i);
  return -1;
}

void ArithmeticView::choose(const QPointF& point) {
  const QRectF& plane = layout_.planes[static_cast<std::size_t>(std::max(0, planeAt(point)))];
  if (plane.isEmpty()) return;
  const double scale = plane.width() / static_cast<double>(scene_.plane.shape()[1]);
  Q_EMIT pixelChosen((point.x() - plane.left()) / scale, (point.y() - plane.top()) / scale);
}

void ArithmeticView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && planeAt(event->position()) >= 0) choose(event->position());
}

void ArithmeticView::mouseMoveEvent(QMouseEvent* event) {
  setCursor(planeAt(event->position()) >= 0 ? Qt::CrossCursor : Qt::ArrowCursor);
  if ((event->buttons() & Qt::LeftButton) && !layout_.planes.empty()) choose(event->position());
}

void ArithmeticView::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return Q_EMIT moved(-1, 0);
    case Qt::Key_Right:
      return Q_EMIT moved(1, 0);
    case Qt::Key_Up:
      return Q_EMIT moved(0, -1);
    case Qt::Key_Down:
      return Q_EMIT moved(0, 1);
    case Qt::Key_PageUp:
      return Q_EMIT channelMoved(-1);
    case Qt::Key_PageDown:
      return Q_EMIT channelMoved(1);
    default:
      QWidget::keyPressEvent(event);
  }
}

// Returns the cell under a point and sets `table`; −1: none.
int ArithmeticView::cellAt(const QPointF& point, std::size_t& table) const {
  for (table = 0; table < layout_.tables.size(); ++table) {
    if (!layout_.tables[table].contains(point)) continue;
    for (std::size_t cell = 0; cell < scene_.tables[table].values.size(); ++cell)
      if (cellRect(table, cell).contains(point)) return static_cast<int>(cell);
  }
  return -1;
}

bool ArithmeticView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  std::size_t table = 0;
  const int cell = cellAt(help->pos(), table);
  if (cell < 0) {
    QToolTip::hideText();
    return true;
  }
  // The tooltip shows this cell of all tables in the row.
  QStringList parts;
  std::size_t first = table;
  while (first > 0 && !scene_.tables[first].newRow) --first;
  for (std::size_t i = first; i < scene_.tables.size() && (i == first || !scene_.tables[i].newRow); ++i) {
    const NumberTable& each = scene_.tables[i];
    if (cell < static_cast<int>(each.values.size()) && each.columns == scene_.tables[table].columns)
      parts << each.title + QStringLiteral(": ") + numberText(each.values[static_cast<std::size_t>(cell)], 'g', 7);
  }
  QToolTip::showText(help->globalPos(), parts.join(QLatin1Char('\n')), this);
  return true;
}

void ArithmeticView::contextMenuEvent(QContextMenuEvent* event) {
  showCopyMenu(*this, event->globalPos(),
               {.name = QStringLiteral("arithmetic"),
                .picture = [this] { return grab().toImage(); },
                .text = [this] { return scene_.lines.join(QLatin1Char('\n')); },
                .textTitle = tr("Copy the sum")});
}

}  // namespace fovea
