#include "widgets/theme/pill_button.h"

#include <QtGui/QPainter>
#include <QtWidgets/QMenu>

#include "widgets/theme/fonts.h"
#include "widgets/theme/style.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kHeight = size::kPillHeight + 4;  // a button has slightly more padding than a badge
constexpr int kArrow = 15;

}  // namespace

PillButton::PillButton(const QString& text, QWidget* parent) : QAbstractButton(parent) {
  setText(text);
  setFont(themeFont(FontRole::Caption));
  setFocusPolicy(Qt::TabFocus);
  setAttribute(Qt::WA_Hover);
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void PillButton::setMenu(QMenu* menu) {
  menu_ = menu;
  connect(this, &QAbstractButton::clicked, menu, [this] { menu_->popup(mapToGlobal(QPoint(0, height() + 2))); });
  updateGeometry();
}

QSize PillButton::sizeHint() const {
  const double width = tabularWidth(QFontMetricsF(font()), text());
  return {qRound(width) + 18 + (menu_ ? kArrow : 0), kHeight};
}

void PillButton::paintEvent(QPaintEvent*) {
  const Theme theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(isChecked() ? Color::AccentSoft : Color::Hover));
  painter.drawRoundedRect(QRectF(rect()), height() / 2.0, height() / 2.0);
  Color ink = isChecked() ? Color::AccentText : underMouse() ? Color::Text : Color::Muted;
  if (!isEnabled()) ink = Color::Faint;
  painter.setPen(theme.color(ink));
  const QRect room = rect().adjusted(0, 0, menu_ ? -kArrow : 0, 0);
  drawTabular(painter, room, Qt::AlignHCenter, text());
  if (menu_)
    paint::chevron(&painter, QRect(width() - kArrow - 5, 0, kArrow, height()), Qt::DownArrow, theme.color(ink));
  if (hasFocus()) paint::focusRing(&painter, rect(), height() / 2.0 - 1);
}

}  // namespace fovea
