// Why: the geometry of FoveaStyle: positions and preferred sizes of a control's parts.
#include <QtWidgets/QtWidgets>

#include "widgets/theme/icon.h"
#include "widgets/theme/style.h"

#include <QtWidgets/QPushButton>

namespace fovea {
namespace {

constexpr int kFieldPadding = 8;  // Qt adds two pixels of its own inside a line edit
constexpr int kArrowWidth = 24;
constexpr int kSpinWidth = 20;
constexpr int kSliderHandle = 14;
constexpr int kItemHeight = 26;  // height of items in lists and trees

QRect mirrored(const QStyleOption& option, const QRect& rectangle) {
  return QStyle::visualRect(option.direction, option.rect, rectangle);
}

QRect comboBoxPart(const QStyleOptionComplex& option, QStyle::SubControl part) {
  const QRect all = option.rect;
  if (part == QStyle::SC_ComboBoxArrow)
    return mirrored(option, QRect(all.right() - kArrowWidth + 1, all.y(), kArrowWidth, all.height()));
  if (part == QStyle::SC_ComboBoxEditField)
    return mirrored(option, all.adjusted(kFieldPadding + 1, 1, -kArrowWidth, -1));
  return all;
}

QRect spinBoxPart(const QStyleOptionComplex& option, QStyle::SubControl part) {
  const QRect all = option.rect;
  const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(&option);
  const bool buttons = spin && spin->buttonSymbols != QAbstractSpinBox::NoButtons;
  const int half = all.height() / 2;
  switch (part) {
    case QStyle::SC_SpinBoxUp:
      return buttons ? mirrored(option, QRect(all.right() - kSpinWidth, all.y() + 2, kSpinWidth, half - 2)) : QRect();
    case QStyle::SC_SpinBoxDown:
      return buttons ? mirrored(option, QRect(all.right() - kSpinWidth, all.y() + half, kSpinWidth, half - 2))
                     : QRect();
    case QStyle::SC_SpinBoxEditField:
      return mirrored(option, all.adjusted(kFieldPadding, 1, buttons ? -kSpinWidth : -kFieldPadding, -1));
    default:
      return all;
  }
}

QRect sliderPart(const QStyleOptionSlider& option, QStyle::SubControl part) {
  const QRect all = option.rect;
  const bool horizontal = option.orientation == Qt::Horizontal;
  const int length = (horizontal ? all.width() : all.height()) - kSliderHandle;
  const int at = QStyle::sliderPositionFromValue(option.minimum, option.maximum, option.sliderPosition,
                                                 std::max(0, length), option.upsideDown);
  if (part == QStyle::SC_SliderHandle)
    return horizontal ? QRect(all.x() + at, all.center().y() - kSliderHandle / 2 + 1, kSliderHandle, kSliderHandle)
                      : QRect(all.center().x() - kSliderHandle / 2 + 1, all.y() + at, kSliderHandle, kSliderHandle);
  return all;
}

QRect scrollBarPart(const QStyleOptionSlider& option, QStyle::SubControl part) {
  const QRect all = option.rect;
  const bool horizontal = option.orientation == Qt::Horizontal;
  const int length = horizontal ? all.width() : all.height();
  const qint64 range = static_cast<qint64>(option.maximum) - option.minimum;
  int thumb = length;
  if (range > 0) thumb = static_cast<int>(static_cast<qint64>(option.pageStep) * length / (range + option.pageStep));
  thumb = std::min(length, std::max(thumb, 28));
  const int at = QStyle::sliderPositionFromValue(option.minimum, option.maximum, option.sliderPosition, length - thumb,
                                                 option.upsideDown);
  const auto piece = [&](int from, int extent) {
    const QRect rectangle = horizontal ? QRect(all.x() + from, all.y(), extent, all.height())
                                       : QRect(all.x(), all.y() + from, all.width(), extent);
    return mirrored(option, rectangle);
  };
  switch (part) {
    case QStyle::SC_ScrollBarSlider:
      return piece(at, thumb);
    case QStyle::SC_ScrollBarSubPage:
      return piece(0, at);
    case QStyle::SC_ScrollBarAddPage:
      return piece(at + thumb, length - at - thumb);
    case QStyle::SC_ScrollBarGroove:
      return all;
    default:
      return {};
  }
}

}  // namespace

QRect FoveaStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                 const QWidget* widget) const {
  const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
  if (control == CC_ComboBox) return comboBoxPart(*option, part);
  if (control == CC_SpinBox) return spinBoxPart(*option, part);
  if (control == CC_Slider && slider) return sliderPart(*slider, part);
  if (control == CC_ScrollBar && slider) return scrollBarPart(*slider, part);
  return QProxyStyle::subControlRect(control, option, part, widget);
}

QRect FoveaStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
  if (element == SE_LineEditContents) {
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    const int padding = frame && frame->lineWidth > 0 ? kFieldPadding : 0;
    return option->rect.adjusted(padding, 0, -padding, 0);
  }
  if (element == SE_ProgressBarGroove || element == SE_ProgressBarContents) return option->rect;
  return QProxyStyle::subElementRect(element, option, widget);
}

void setCompact(QPushButton& button, bool compact) {
  if (isCompact(&button) == compact) return;
  // The minimum width was for the text, which is hidden now.
  const int least = compact ? button.minimumWidth() : button.property("leastWidth").toInt();
  button.setProperty("leastWidth", least);
  button.setProperty("compact", compact);
  button.setMinimumWidth(compact ? 0 : least);
  button.setIcon(button.icon());  // triggers a new size computation
}

bool isCompact(const QWidget* button) {
  return button && button->property("compact").toBool();
}

QSize FoveaStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                   const QWidget* widget) const {
  switch (type) {
    case CT_PushButton: {
      const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
      if (button && (button->text.isEmpty() || isCompact(widget))) {
        const bool menu = button->features.testFlag(QStyleOptionButton::HasMenu);
        return {size::kControl + (menu ? pixelMetric(PM_MenuButtonIndicator, option, widget) : 0), size::kControl};
      }
      // Text is drawn in medium weight, about a thirtieth wider than it was measured.
      const int slack = contents.width() / 30;
      return {contents.width() + 24 + slack, std::max(size::kControl, contents.height())};
    }
    case CT_ToolButton: {
      const QSize natural(contents.width() + 12, contents.height() + 8);
      const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
      if (button && button->toolButtonStyle == Qt::ToolButtonTextUnderIcon) return natural;
      const int extra = button && button->features.testFlag(QStyleOptionToolButton::HasMenu) ? 6 : 0;
      return {std::max(size::kControl, natural.width() + extra), std::max(size::kControl, natural.height())};
    }
    case CT_LineEdit:
      return {contents.width() + 2 * kFieldPadding, size::kControl};
    case CT_ComboBox:
      return {contents.width() + kFieldPadding + kArrowWidth + 8, size::kControl};
    case CT_SpinBox:
      return {contents.width() + kFieldPadding + kSpinWidth, size::kControl};
    case CT_ItemViewItem: {
      const QSize natural = QProxyStyle::sizeFromContents(type, option, contents, widget);
      return {natural.width(), std::max(natural.height(), kItemHeight)};
    }
    case CT_ProgressBar:
      return {std::max(contents.width(), 60), 8};
    default:
      return QProxyStyle::sizeFromContents(type, option, contents, widget);
  }
}

int FoveaStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_ScrollBarExtent:
      return size::kScrollBar;
    case PM_ScrollBarSliderMin:
      return 28;
    case PM_ScrollView_ScrollBarSpacing:
      return 0;
    case PM_IndicatorWidth:
      return isToggle(widget) ? 32 : 16;
    case PM_IndicatorHeight:
      return isToggle(widget) ? 18 : 16;
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
      return 16;
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
      return size::kGrid;
    case PM_SliderLength:
      return kSliderHandle;
    case PM_SliderThickness:
    case PM_SliderControlThickness:
      return 20;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ListViewIconSize:
      return size::kIcon;
    case PM_ToolBarIconSize:
      return size::kIcon + 2;
    case PM_ToolBarItemSpacing:
      return size::kGrid;
    case PM_ToolBarExtensionExtent:
      return 20;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
      return 0;
    case PM_MenuButtonIndicator:
      return 14;
    case PM_LayoutLeftMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutBottomMargin:
      return size::kPageMargin;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
      return size::kGrid;
    case PM_SplitterWidth:
      return size::kGutter;
    case PM_MessageBoxIconSize:
      return 32;
    case PM_ComboBoxFrameWidth:
      return 0;
    case PM_SpinBoxFrameWidth:
      return 0;
    case PM_HeaderMarkSize:
      return 12;
    default:
      return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

int FoveaStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* data) const {
  switch (hint) {
    case SH_ComboBox_Popup:
      return 0;  // a list below the box, which stays visible
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_EtchDisabledText:
    case SH_UnderlineShortcut:
    case SH_ItemView_ActivateItemOnSingleClick:
      return 0;
    case SH_ItemView_ShowDecorationSelected:
      return 1;
    case SH_Slider_AbsoluteSetButtons:
      return Qt::LeftButton;
    case SH_ToolTip_WakeUpDelay:
      return 450;
    default:
      return QProxyStyle::styleHint(hint, option, widget, data);
  }
}

QIcon FoveaStyle::standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const {
  switch (which) {
    case SP_MessageBoxInformation:
      return icon(QStringLiteral("info"), IconRole::Accent);
    case SP_MessageBoxWarning:
      return icon(QStringLiteral("warning"), IconRole::Warning);
    case SP_MessageBoxCritical:
      return icon(QStringLiteral("error"), IconRole::Bad);
    case SP_MessageBoxQuestion:
      return icon(QStringLiteral("help"), IconRole::Accent);
    case SP_LineEditClearButton:
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
      return icon(QStringLiteral("close"));
    case SP_ToolBarHorizontalExtensionButton:
      return icon(QStringLiteral("chevron-right"));
    case SP_DirIcon:
      return icon(QStringLiteral("folder"));
    case SP_DirOpenIcon:
      return icon(QStringLiteral("open"));
    case SP_FileIcon:
      return icon(QStringLiteral("log"));
    case SP_BrowserReload:
      return icon(QStringLiteral("refresh"));
    default:
      return QProxyStyle::standardIcon(which, option, widget);
  }
}

}  // namespace fovea
