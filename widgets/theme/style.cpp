#include "widgets/theme/style.h"

#include <QtCore/QDateTime>
#include <QtGui/QPainter>
#include <QtWidgets/QtWidgets>
#include <cmath>

#include "widgets/theme/fonts.h"
#include "widgets/theme/icon.h"

namespace fovea {
namespace {

bool isInvalid(const QWidget* widget) {
  return widget && widget->property("invalid").toBool();
}
Qt::ArrowType arrowOf(QStyle::PrimitiveElement element) {
  switch (element) {
    case QStyle::PE_IndicatorArrowUp:
    case QStyle::PE_IndicatorSpinUp:
      return Qt::UpArrow;
    case QStyle::PE_IndicatorArrowLeft:
      return Qt::LeftArrow;
    case QStyle::PE_IndicatorArrowRight:
      return Qt::RightArrow;
    default:
      return Qt::DownArrow;
  }
}

void drawBranch(const QStyleOption& option, QPainter* painter) {
  if (!(option.state & QStyle::State_Children)) return;
  const bool open = (option.state & QStyle::State_Open) != 0;
  paint::chevron(painter, option.rect, open ? Qt::DownArrow : Qt::RightArrow, currentTheme().color(Color::Muted));
}

}  // namespace

bool isToggle(const QWidget* widget) {
  return widget && widget->property("kind").toString() == QLatin1String("switch");
}

FoveaStyle::FoveaStyle() : QProxyStyle(QStringLiteral("Fusion")) {
  setObjectName(styleName());
  busyTimer_.setInterval(33);
  connect(&busyTimer_, &QTimer::timeout, this, [this] {
    if (busyBars_.empty()) busyTimer_.stop();
    for (const QPointer<QWidget>& bar : std::exchange(busyBars_, {}))
      if (bar && bar->isVisible()) bar->update();
  });
}

void FoveaStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget) ||
      qobject_cast<QAbstractSpinBox*>(widget) || qobject_cast<QAbstractSlider*>(widget) ||
      qobject_cast<QLineEdit*>(widget))
    widget->setAttribute(Qt::WA_Hover);
  if (auto* menu = qobject_cast<QMenu*>(widget))
    connect(menu, &QMenu::aboutToHide, this, &FoveaStyle::dimOpener, Qt::UniqueConnection);
}

void FoveaStyle::dimOpener() {
  auto* opener = qobject_cast<QAbstractButton*>(sender()->parent());
  if (!opener || opener->rect().contains(opener->mapFromGlobal(QCursor::pos()))) return;
  opener->setAttribute(Qt::WA_UnderMouse, false);
  opener->update();
}

void FoveaStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
  const Theme theme = currentTheme();
  switch (element) {
    case PE_PanelButtonCommand: {
      const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
      const bool flat = button && button->features.testFlag(QStyleOptionButton::Flat);
      paint::button(painter, option->rect, option->state, paint::buttonKind(widget, flat));
      return;
    }
    case PE_PanelButtonTool: {
      const paint::ButtonKind kind = paint::buttonKind(widget, (option->state & State_AutoRaise) != 0);
      paint::button(painter, option->rect, option->state, kind);
      return;
    }
    case PE_PanelLineEdit: {
      const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
      if (frame && frame->lineWidth > 0) paint::field(painter, option->rect, option->state, isInvalid(widget));
      return;
    }
    case PE_IndicatorCheckBox:
      if (isToggle(widget))
        paint::toggle(painter, option->rect, option->state);
      else
        paint::checkBox(painter, option->rect, option->state);
      return;
    case PE_IndicatorItemViewItemCheck:
    case PE_IndicatorMenuCheckMark:
      paint::checkBox(painter, option->rect, option->state & ~State_HasFocus);
      return;
    case PE_IndicatorRadioButton:
      paint::radioButton(painter, option->rect, option->state);
      return;
    case PE_IndicatorArrowUp:
    case PE_IndicatorArrowDown:
    case PE_IndicatorArrowLeft:
    case PE_IndicatorArrowRight:
    case PE_IndicatorSpinUp:
    case PE_IndicatorSpinDown:
      paint::chevron(painter, option->rect, arrowOf(element), theme.color(Color::Muted));
      return;
    case PE_IndicatorHeaderArrow: {
      const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
      if (!header || header->sortIndicator == QStyleOptionHeader::None) return;
      // Qt's "down" means ascending: the arrow points to the larger values.
      const bool up = header->sortIndicator == QStyleOptionHeader::SortUp;
      paint::chevron(painter, option->rect, up ? Qt::UpArrow : Qt::DownArrow, theme.color(Color::Muted));
      return;
    }
    case PE_IndicatorBranch:
      drawBranch(*option, painter);
      return;
    case PE_FrameFocusRect:
      // Controls draw their own focus ring; only cells of item views are left.
      if (qobject_cast<const QAbstractItemView*>(widget) && (option->state & State_KeyboardFocusChange))
        paint::focusRing(painter, option->rect, 4);
      return;
    case PE_Frame:
    case PE_FrameLineEdit:
    case PE_FrameStatusBarItem:
    case PE_FrameTabBarBase:
    case PE_FrameDockWidget:
    case PE_PanelScrollAreaCorner:
      return;
    default:
      QProxyStyle::drawPrimitive(element, option, painter, widget);
  }
}

void FoveaStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
  const Theme theme = currentTheme();
  if (element == CE_PushButtonLabel) {
    if (const auto* given = qstyleoption_cast<const QStyleOptionButton*>(option)) {
      QStyleOptionButton label(*given);
      const paint::ButtonKind kind = paint::buttonKind(widget, label.features.testFlag(QStyleOptionButton::Flat));
      label.palette.setColor(QPalette::ButtonText, paint::buttonText(theme, label.state, kind, false));
      if (isCompact(widget)) label.text.clear();
      painter->save();
      QFont medium = painter->font();
      medium.setWeight(QFont::Medium);
      painter->setFont(medium);
      QProxyStyle::drawControl(element, &label, painter, widget);
      painter->restore();
      return;
    }
  }
  if (element == CE_ToolButtonLabel) {
    if (const auto* given = qstyleoption_cast<const QStyleOptionToolButton*>(option)) {
      QStyleOptionToolButton label(*given);
      const paint::ButtonKind kind = paint::buttonKind(widget, (label.state & State_AutoRaise) != 0);
      label.palette.setColor(QPalette::ButtonText, paint::buttonText(theme, label.state, kind, true));
      QProxyStyle::drawControl(element, &label, painter, widget);
      return;
    }
  }
  if (element == CE_ProgressBarGroove) {
    paint::bar(painter, paint::barTrack(option->rect), 0, 1, theme.color(Color::Line));
    return;
  }
  if (element == CE_ProgressBarLabel) return;  // the text is next to the bar, not inside it
  if (element == CE_ProgressBarContents) {
    if (const auto* progress = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) {
      const QRectF track = paint::barTrack(option->rect);
      const double range = static_cast<double>(progress->maximum) - progress->minimum;
      if (range <= 0)
        drawBusyBar(painter, track, widget);
      else
        paint::bar(painter, track, 0, (progress->progress - progress->minimum) / range, theme.color(Color::Accent));
      return;
    }
  }
  if (element == CE_ComboBoxLabel) {
    if (const auto* given = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
      QStyleOptionComboBox label(*given);
      const bool enabled = (label.state & State_Enabled) != 0;
      for (const auto role : {QPalette::ButtonText, QPalette::Text, QPalette::WindowText})
        label.palette.setColor(role, theme.color(enabled ? Color::Text : Color::Faint));
      label.state &= ~State_HasFocus;
      const QRect field = subControlRect(CC_ComboBox, &label, SC_ComboBoxEditField, widget);
      const int room = field.width() - 2 - (label.currentIcon.isNull() ? 0 : label.iconSize.width() + 4);
      label.currentText = label.fontMetrics.elidedText(label.currentText, Qt::ElideRight, room);
      QProxyStyle::drawControl(element, &label, painter, widget);
      return;
    }
  }
  if (element == CE_ShapedFrame) {
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    if (frame && (frame->frameShape == QFrame::HLine || frame->frameShape == QFrame::VLine)) {
      const QPoint middle = option->rect.center();
      const QRect line = frame->frameShape == QFrame::HLine
                             ? QRect(option->rect.x(), middle.y(), option->rect.width(), 1)
                             : QRect(middle.x(), option->rect.y(), 1, option->rect.height());
      painter->fillRect(line, theme.color(Color::Line));
    }
    return;
  }
  QProxyStyle::drawControl(element, option, painter, widget);
}

void FoveaStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                    const QWidget* widget) const {
  const Theme theme = currentTheme();
  if (control == CC_ComboBox) {
    paint::field(painter, option->rect, option->state, isInvalid(widget));
    const QRect arrow = subControlRect(control, option, SC_ComboBoxArrow, widget);
    const bool enabled = (option->state & State_Enabled) != 0;
    paint::chevron(painter, arrow, Qt::DownArrow, theme.color(enabled ? Color::Muted : Color::Faint));
    return;
  }
  if (control == CC_SpinBox) {
    paint::field(painter, option->rect, option->state, isInvalid(widget));
    const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if (!spin || spin->buttonSymbols == QAbstractSpinBox::NoButtons || !(option->state & State_Enabled)) return;
    for (const auto& [part, direction, step] :
         {std::tuple{SC_SpinBoxUp, Qt::UpArrow, QAbstractSpinBox::StepUpEnabled},
          std::tuple{SC_SpinBoxDown, Qt::DownArrow, QAbstractSpinBox::StepDownEnabled}}) {
      const bool over = (option->activeSubControls & part) != 0 && (option->state & State_MouseOver);
      const Color ink = !(spin->stepEnabled & step) ? Color::Line : over ? Color::Text : Color::Faint;
      paint::chevron(painter, subControlRect(control, option, part, widget), direction, theme.color(ink));
    }
    return;
  }
  const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
  if (slider && control == CC_Slider) {
    paint::slider(painter, *slider, subControlRect(control, option, SC_SliderGroove, widget),
                  subControlRect(control, option, SC_SliderHandle, widget));
    return;
  }
  if (slider && control == CC_ScrollBar) {
    paint::scrollBar(painter, *slider, subControlRect(control, option, SC_ScrollBarSlider, widget));
    return;
  }
  QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void FoveaStyle::drawBusyBar(QPainter* painter, const QRectF& track, const QWidget* widget) const {
  const double phase = static_cast<double>(QDateTime::currentMSecsSinceEpoch() % 1600) / 1600.0;
  const double from = phase * 1.3 - 0.3;
  paint::bar(painter, track, std::max(0.0, from), std::min(1.0, from + 0.3), currentTheme().color(Color::Accent));
  if (!widget) return;
  busyBars_.emplace_back(const_cast<QWidget*>(widget));
  if (!busyTimer_.isActive()) busyTimer_.start();
}

}  // namespace fovea
