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

constexpr double kTitle = 24;  // above a table
constexpr double kSignWidth = 26;
constexpr double kSumLine = 19;                        // of the sum
constexpr double kLargestCell = 44, kNumberCell = 33;  // side; cells with room for a number
constexpr double kNumberRow = 24;                      // height of a row in a table of one column
constexpr double kOneColumn = 92;                      // its width
constexpr double kNameWidth = 84;                      // of the rows' names
constexpr double kViewMargin = 14;
constexpr double kPlaneShare = 0.27;  // of the width

double largestOf(const NumberTable& table) {
  double most = 0;
  for (const double value : table.values)
    if (std::isfinite(value)) most = std::max(most, std::abs(value));
  return most;
}

// A table of one column shows rows with numbers; others show square cells.
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

// The largest side with which the square tables fit into `room`, at least 2.
double ArithmeticView::cellFor(double room) const {
  int columns = 0;
  int rows = 1;
  double fixed = 0;
  for (std::size_t i = 0; i < scene_.tables.size(); ++i) {
    const NumberTable& table = scene_.tables[i];
    if (!scene_.signs[static_cast<qsizetype>(i)].isEmpty()) fixed += kSignWidth;
    if (isColumn(table)) {
      fixed += kOneColumn + (table.names.isEmpty() ? 0 : kNameWidth);
    } else {
      columns += table.columns;
      rows = std::max(rows, table.rows());
    }
  }
  if (columns == 0) return kLargestCell;
  const double high = height() - 2 * kViewMargin - kTitle - kSumLine * (static_cast<double>(scene_.lines.size()) + 0.5);
  return std::clamp(std::min((room - fixed) / columns, high / rows), 2.0, kLargestCell);
}

void ArithmeticView::relayout() {
  layout_ = {};
  double left = kViewMargin;
  const double top = kViewMargin + kTitle;
  if (scene_.plane.defined()) {
    const double rows = static_cast<double>(scene_.plane.shape()[0]),
                 columns = static_cast<double>(scene_.plane.shape()[1]);
    const double room = std::min(width() * kPlaneShare, height() - top - kViewMargin);
    const double scale = room / std::max(rows, columns);
    layout_.plane = QRectF(left, top, columns * scale, rows * scale);
    left += room + 20;
  }
  const double cell = cellFor(width() - left - kViewMargin);
  double bottom = top;
  for (std::size_t i = 0; i < scene_.tables.size(); ++i) {
    const NumberTable& table = scene_.tables[i];
    if (!scene_.signs[static_cast<qsizetype>(i)].isEmpty()) left += kSignWidth;
    layout_.signs.emplace_back(left - kSignWidth / 2, 0);
    const bool column = isColumn(table);
    const double names = table.names.isEmpty() ? 0 : kNameWidth;
    const double row = std::min(
        kNumberRow + 6,
        std::max(4.0, (height() - top - kViewMargin - kSumLine * (static_cast<double>(scene_.lines.size()) + 1)) /
                          std::max(1, table.rows())));
    const QRectF rect = column ? QRectF(left + names, top, kOneColumn, row * table.rows())
                               : QRectF(left, top, cell * table.columns, cell * table.rows());
    layout_.tables.push_back(rect);
    layout_.cells.push_back(column ? row : cell);
    left = rect.right();
    bottom = std::max(bottom, rect.bottom());
  }
  layout_.bottom = bottom;
  for (std::size_t i = 0; i < layout_.signs.size(); ++i) layout_.signs[i].setY(layout_.tables[i].center().y());
}

void ArithmeticView::resizeEvent(QResizeEvent*) {
  relayout();
}

void ArithmeticView::paintPlane(QPainter& painter) const {
  if (!scene_.plane.defined()) return;
  const Theme theme = currentTheme();
  const auto values = scene_.plane.values<float>();
  const ValueRange range = rangeOf(values);
  const int rows = static_cast<int>(scene_.plane.shape()[0]), columns = static_cast<int>(scene_.plane.shape()[1]);
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  painter.drawImage(layout_.plane, toImage(values, columns, rows, ColorMap(ColorMapKind::Grey), range));
  painter.setPen(theme.color(Color::Muted));
  painter.setFont(themeFont(FontRole::Caption));
  const QRectF title(layout_.plane.left(), layout_.plane.top() - kTitle, std::max(layout_.plane.width(), 150.0),
                     kTitle);
  painter.drawText(
      title, Qt::AlignLeft | Qt::AlignVCenter,
      painter.fontMetrics().elidedText(scene_.planeTitle, Qt::ElideRight, static_cast<int>(title.width())));
  if (scene_.window.isEmpty()) return;
  const double scale = layout_.plane.width() / columns;
  const QRectF window(layout_.plane.left() + scene_.window.left() * scale,
                      layout_.plane.top() + scene_.window.top() * scale, scene_.window.width() * scale,
                      scene_.window.height() * scale);
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
  const double next = index + 1 < layout_.tables.size() ? layout_.tables[index + 1].left() : width();
  const QRectF title(rect.left(), rect.top() - kTitle, std::max(rect.width(), next - rect.left() - 6), kTitle);
  painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(table.title, Qt::ElideRight, static_cast<int>(title.width())));
  const double most = largestOf(table);
  double low = table.values.empty() ? 0 : table.values.front(), high = low;
  for (const double value : table.values) low = std::min(low, value), high = std::max(high, value);
  const ColorMap map(table.grey ? ColorMapKind::Grey : ColorMapKind::BlueWhiteRed);
  const bool written = numbers_ && cell >= (column ? 14 : kNumberCell);
  QFont font = themeFont(FontRole::Mono);
  font.setPixelSize(cell >= 40 || column ? 11 : 10);
  painter.setFont(font);
  const double gap = cell >= 10 ? 1.5 : 0;
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const int row = static_cast<int>(i) / table.columns, place = static_cast<int>(i) % table.columns;
    const double wide = column ? rect.width() : cell;
    const QRectF box(rect.left() + place * wide, rect.top() + row * cell, wide - gap, cell - gap);
    const bool empty = i < table.empty.size() && table.empty[i];
    const double value = table.values[i];
    const double share =
        table.grey ? (high > low ? (value - low) / (high - low) : 0.5) : (most > 0 ? 0.5 + 0.5 * value / most : 0.5);
    const QColor color = empty ? theme.color(Color::Hover) : QColor(map.at(table.grey ? 0.15 + 0.85 * share : share));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    cell >= 10 ? painter.drawRoundedRect(box, 3, 3) : painter.drawRect(box);
    if (static_cast<int>(i) == table.marked) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(theme.color(Color::Accent), 2.5));
      painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 3, 3);
    }
    if (written) {
      painter.setPen(empty                      ? theme.color(Color::Muted)
                     : qGray(color.rgb()) > 110 ? QColor(0x14, 0x16, 0x1a)
                                                : QColor(Qt::white));
      painter.drawText(box, Qt::AlignCenter, cellText(value));
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
    painter.drawText(QRectF(left, y, width() - left - 4, kSumLine), Qt::AlignLeft | Qt::AlignVCenter, scene_.lines[i]);
    y += kSumLine;
  }
}

void ArithmeticView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintPlane(painter);
  for (std::size_t i = 0; i < scene_.tables.size(); ++i) paintTable(painter, i);
  paintLines(painter);
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(currentTheme().color(Color::Accent), 1.5));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), size::kControlCorner, size::kControlCorner);
}

void ArithmeticView::choose(const QPointF& point) {
  if (!scene_.plane.defined() || layout_.plane.isEmpty()) return;
  const double scale = layout_.plane.width() / static_cast<double>(scene_.plane.shape()[1]);
  Q_EMIT pixelChosen((point.x() - layout_.plane.left()) / scale, (point.y() - layout_.plane.top()) / scale);
}

void ArithmeticView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && layout_.plane.contains(event->position())) choose(event->position());
}

void ArithmeticView::mouseMoveEvent(QMouseEvent* event) {
  const bool over = layout_.plane.contains(event->position());
  setCursor(over ? Qt::CrossCursor : Qt::ArrowCursor);
  if (event->buttons() & Qt::LeftButton) choose(event->position());
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

// The cell under a point, and its table; −1: none.
int ArithmeticView::cellAt(const QPointF& point, std::size_t& table) const {
  for (table = 0; table < layout_.tables.size(); ++table) {
    const QRectF& rect = layout_.tables[table];
    if (!rect.contains(point)) continue;
    const NumberTable& numbers = scene_.tables[table];
    const int row = static_cast<int>((point.y() - rect.top()) / layout_.cells[table]);
    const int column = isColumn(numbers) ? 0 : static_cast<int>((point.x() - rect.left()) / layout_.cells[table]);
    const int cell = row * numbers.columns + column;
    if (cell < static_cast<int>(numbers.values.size())) return cell;
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
  // The cells of all tables at that place belong together.
  QStringList parts;
  for (const NumberTable& each : scene_.tables)
    if (cell < static_cast<int>(each.values.size()) && each.columns == scene_.tables[table].columns)
      parts << each.title + QStringLiteral(": ") + numberText(each.values[static_cast<std::size_t>(cell)], 'g', 7);
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
