// Why: draws flat controls on the 8-pixel grid with a visible focus ring; Fusion provides the geometry of all other
// parts. Colours come from currentTheme() at each paint, so a theme switch needs no new style.
#pragma once
#include <QtCore/QPointer>
#include <QtCore/QTimer>
#include <QtWidgets/QProxyStyle>
#include <vector>

#include "widgets/theme/theme.h"

class QPushButton;
class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;

namespace fovea {

// Whether a check box is drawn as a switch.
bool isToggle(const QWidget* widget);

class FoveaStyle : public QProxyStyle {
  Q_OBJECT
 public:
  FoveaStyle();
  static QString styleName() { return QStringLiteral("fovea"); }

  using QProxyStyle::polish;
  void polish(QWidget* widget) override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override;
  QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                       const QWidget* widget) const override;
  QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                         const QWidget* widget) const override;
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override;
  QIcon standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override;

 private:
  // A button does not see the pointer leave while its menu is open; this removes its hover state.
  void dimOpener();
  void drawBusyBar(QPainter* painter, const QRectF& track, const QWidget* widget) const;

  // Busy bars painted since the last tick; the timer runs only while there are any.
  mutable std::vector<QPointer<QWidget>> busyBars_;
  mutable QTimer busyTimer_;
};

// A compact button shows only its icon; its text stays available.
void setCompact(QPushButton& button, bool compact);
bool isCompact(const QWidget* button);

// The parts that FoveaStyle draws; each saves and restores the painter. `state` is QStyleOption::state.
namespace paint {

enum class ButtonKind { Normal, Primary, Flat, Danger };
ButtonKind buttonKind(const QWidget* widget, bool flat);

// The background and border of an input: raised, with a 1 px line; accent with an inner halo if focused, red if
// invalid.
void field(QPainter* painter, const QRect& rectangle, QStyle::State state, bool invalid);
void button(QPainter* painter, const QRect& rectangle, QStyle::State state, ButtonKind kind);
QColor buttonText(const Theme& theme, QStyle::State state, ButtonKind kind, bool tool);
void focusRing(QPainter* painter, const QRectF& rectangle, double radius);
void checkBox(QPainter* painter, const QRect& rectangle, QStyle::State state);
void radioButton(QPainter* painter, const QRect& rectangle, QStyle::State state);
void toggle(QPainter* painter, const QRect& rectangle, QStyle::State state);
// `direction`: Qt::UpArrow and so on; a thin chevron in the middle of `rectangle`.
void chevron(QPainter* painter, const QRect& rectangle, Qt::ArrowType direction, const QColor& color);
void slider(QPainter* painter, const QStyleOptionSlider& option, const QRect& groove, const QRect& handle);
void scrollBar(QPainter* painter, const QStyleOptionSlider& option, const QRect& handle);
// A rounded bar of at most 4 px height in the middle of `rectangle`.
QRectF barTrack(const QRect& rectangle);
void bar(QPainter* painter, const QRectF& track, double from, double to, const QColor& color);

}  // namespace paint
}  // namespace fovea
