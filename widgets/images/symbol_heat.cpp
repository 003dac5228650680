#include "widgets/images/symbol_heat.h"

#include <QtCore/QLocale>
#include <QtGui/QHelpEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/images/color_map.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kHeatMargin = 2, kLineGap = 3;
constexpr double kMostOpaque = 200;

}  // namespace

QString visibleSymbol(const QString& symbol) {
  if (symbol == QLatin1String(" ")) return QStringLiteral("·");
  if (symbol == QLatin1String("\n")) return QStringLiteral("↵");
  if (symbol == QLatin1String("\t")) return QStringLiteral("→");
  return symbol.isEmpty() || !symbol.front().isPrint() ? QStringLiteral("▫") : symbol.left(1);
}

SymbolHeat::SymbolHeat(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
}

void SymbolHeat::setSymbols(const QStringList& symbols) {
  symbols_ = symbols;
  shares_.clear();
  setAccessibleDescription(symbols.join(QString()));
  updateScrollBar();
  viewport()->update();
}

void SymbolHeat::setShares(const std::vector<float>& shares) {
  shares_ = shares;
  viewport()->update();
}

SymbolHeat::Cell SymbolHeat::cell() const {
  const QFontMetrics metrics(themeFont(FontRole::Mono));
  Cell cell{metrics.horizontalAdvance(QLatin1Char('m')) + 1, metrics.height() + kLineGap, 1};
  cell.columns = std::max(1, (viewport()->width() - 2 * kHeatMargin) / cell.width);
  return cell;
}

QRect SymbolHeat::rectOf(int index) const {
  const Cell cell = this->cell();
  return {kHeatMargin + index % cell.columns * cell.width,
          kHeatMargin + index / cell.columns * cell.height - verticalScrollBar()->value(), cell.width, cell.height};
}

int SymbolHeat::symbolAt(const QPoint& point) const {
  const Cell cell = this->cell();
  const int column = (point.x() - kHeatMargin) / cell.width;
  const int row = (point.y() - kHeatMargin + verticalScrollBar()->value()) / cell.height;
  const int index = row * cell.columns + column;
  const bool inside = point.x() >= kHeatMargin && column < cell.columns && point.y() >= 0 && index < symbols_.size();
  return inside ? index : -1;
}

void SymbolHeat::updateScrollBar() {
  const Cell cell = this->cell();
  const int rows = (static_cast<int>(symbols_.size()) + cell.columns - 1) / cell.columns;
  verticalScrollBar()->setRange(0, std::max(0, 2 * kHeatMargin + rows * cell.height - viewport()->height()));
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setSingleStep(cell.height);
}

void SymbolHeat::resizeEvent(QResizeEvent*) {
  updateScrollBar();
}

void SymbolHeat::paintEvent(QPaintEvent* event) {
  const Theme theme = currentTheme();
  const ColorMap map(ColorMapKind::BlueWhiteRed);
  QPainter painter(viewport());
  painter.setFont(themeFont(FontRole::Mono));
  painter.setPen(theme.color(Color::Text));
  for (int i = 0; i < symbols_.size(); ++i) {
    const QRect place = rectOf(i);
    if (!place.intersects(event->rect())) continue;
    if (static_cast<std::size_t>(i) < shares_.size()) {
      const auto share = static_cast<double>(shares_[static_cast<std::size_t>(i)]);
      QColor colour(map.at(share < 0 ? 0.1 : 0.9));
      colour.setAlpha(static_cast<int>(std::lround(std::min(1.0, std::abs(share)) * kMostOpaque)));
      painter.fillRect(place, colour);
    }
    painter.drawText(place, Qt::AlignCenter, visibleSymbol(symbols_[i]));
  }
}

void SymbolHeat::mouseMoveEvent(QMouseEvent* event) {
  const int index = symbolAt(event->pos());
  const bool known = index >= 0 && static_cast<std::size_t>(index) < shares_.size();
  if (index >= 0) Q_EMIT symbolHovered(index, known ? shares_[static_cast<std::size_t>(index)] : 0.0f);
}

bool SymbolHeat::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int index = symbolAt(help->pos());
    if (index >= 0 && static_cast<std::size_t>(index) < shares_.size())
      QToolTip::showText(
          help->globalPos(),
          tr("Symbol %1: %2 of the strongest")
              .arg(index)
              .arg(locale().toString(static_cast<double>(shares_[static_cast<std::size_t>(index)]), 'f', 2)),
          this);
    else
      QToolTip::hideText();
    return true;
  }
  return QAbstractScrollArea::viewportEvent(event);
}

}  // namespace fovea
