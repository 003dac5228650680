#include "app/workspaces/inspect/figure_strip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kHeight = 40, kGap = 26, kChangeGap = 6;

}  // namespace

FigureStrip::FigureStrip(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setAccessibleName(tr("Figures of the evaluation"));
}

void FigureStrip::setFigures(std::vector<Figure> figures) {
  figures_ = std::move(figures);
  QStringList words;
  for (const Figure& figure : figures_) words << figure.name + QLatin1Char(' ') + figure.value;
  setAccessibleDescription(words.join(QStringLiteral(", ")));
  updateGeometry();
  update();
}

int FigureStrip::widthOf(const Figure& figure) const {
  const QFontMetricsF caption(themeFont(FontRole::Caption)), title(themeFont(FontRole::Title));
  double value = tabularWidth(title, figure.value);
  if (!figure.change.isEmpty()) value += kChangeGap + tabularWidth(caption, figure.change);
  return static_cast<int>(std::ceil(std::max(caption.horizontalAdvance(figure.name), value))) + kGap;
}

QSize FigureStrip::sizeHint() const {
  int width = 0;
  for (const Figure& figure : figures_) width += widthOf(figure);
  return {width, kHeight};
}

QSize FigureStrip::minimumSizeHint() const {
  return {figures_.empty() ? 0 : widthOf(figures_.front()), kHeight};
}

void FigureStrip::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  int left = 0;
  for (const Figure& figure : figures_) {
    const int taken = widthOf(figure);
    if (left + taken - kGap > width()) break;
    painter.setFont(themeFont(FontRole::Caption));
    painter.setPen(theme.color(Color::Muted));
    painter.drawText(QRect(left, 0, taken, 16), Qt::AlignLeft | Qt::AlignVCenter, figure.name);
    if (!figure.change.isEmpty()) {
      painter.setPen(theme.color(figure.better ? Color::GoodText : Color::BadText));
      const double before = tabularWidth(QFontMetricsF(themeFont(FontRole::Title)), figure.value);
      drawTabular(painter, QRectF(left + before + kChangeGap, 19, taken, 20), Qt::AlignLeft, figure.change);
    }
    painter.setFont(themeFont(FontRole::Title));
    painter.setPen(theme.color(Color::Text));
    drawTabular(painter, QRectF(left, 16, taken, 24), Qt::AlignLeft, figure.value);
    left += taken;
  }
}

bool FigureStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  int left = 0;
  for (const Figure& figure : figures_) {
    left += widthOf(figure);
    if (help->pos().x() >= left) continue;
    QToolTip::showText(help->globalPos(), figure.help, this);
    return true;
  }
  QToolTip::hideText();
  return true;
}

}  // namespace fovea
