#include "widgets/forms/fold_heading.h"

#include <QtGui/QPainter>

#include "widgets/theme/fonts.h"
#include "widgets/theme/style.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kFoldArrow = 16;

}  // namespace

FoldHeading::FoldHeading(QWidget* parent) : QAbstractButton(parent) {
  setFocusPolicy(Qt::TabFocus);
  setAttribute(Qt::WA_Hover);
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setFont(themeFont(FontRole::Caption));
}

void FoldHeading::setFolded(bool folded) {
  folded_ = folded;
  update();
}

QSize FoldHeading::sizeHint() const {
  const QFontMetrics metrics(font());
  return {kFoldArrow + 4 + metrics.horizontalAdvance(text()), metrics.height() + 8};
}

void FoldHeading::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor ink = theme.color(underMouse() ? Color::Text : Color::Muted);
  paint::chevron(&painter, QRect(0, 0, kFoldArrow, height()), folded_ ? Qt::RightArrow : Qt::DownArrow, ink);
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  painter.setFont(bold);
  painter.setPen(ink);
  const QRect room = rect().adjusted(kFoldArrow + 4, 0, -2, 0);
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetrics(bold).elidedText(text(), Qt::ElideRight, room.width()));
  if (hasFocus()) paint::focusRing(&painter, rect(), 4);
}

}  // namespace fovea
