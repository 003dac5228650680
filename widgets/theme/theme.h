// Why: turns the token table into Qt colours, palette, style and style sheet, and switches them at run time. There is
// no global theme object: the application's palette determines the theme, and `currentTheme()` reads it. A widget with
// its own painting calls currentTheme() in paintEvent, because Qt repaints every widget after a switch. One that stores
// colours in pens or brushes updates them in changeEvent() if isThemeChange(event).
// Thread-safety: Theme is constant data; everything else belongs to the GUI thread.
#pragma once
#include <QtCore/QObject>
#include <QtGui/QColor>
#include <QtGui/QPalette>

#include "widgets/theme/tokens.h"

class QApplication;
class QEvent;
class QWidget;

namespace fovea {

// The colours of one theme by name. A value: cheap to copy, equal if the kind is.
class Theme {
 public:
  constexpr explicit Theme(ThemeKind kind) : kind_(kind) {}

  ThemeKind kind() const { return kind_; }
  bool isDark() const { return kind_ == ThemeKind::Dark; }
  QColor color(Color color) const;
  // `opacity` from 0 (transparent) to 1.
  QColor color(Color color, double opacity) const;
  QColor family(FamilyColor family) const;
  // Repeats after kSeriesColorCount; negative indices are a bug (asserted).
  QColor series(int index) const;
  QPalette palette() const;
  bool operator==(const Theme&) const = default;

 private:
  ThemeKind kind_;
};

// The theme of the application's palette. Before the first applyTheme(), the one closer to the system's palette.
Theme currentTheme();
// Whether `event`, as given to QWidget::changeEvent, may mean a change of theme.
bool isThemeChange(const QEvent* event);

// Installs style, palette, fonts and style sheet. May be called again with another kind at any time.
void applyTheme(QApplication& application, ThemeKind kind);

// The system's preference: GTK_THEME if it is set; dark if `systemPalette` (the application's palette before any theme
// was applied) or the settings files of GTK or KDE are dark; else light.
ThemeKind systemThemeKind(const QPalette& systemPalette);

// Sets a variant ("kind" of a button: "primary", "flat", "danger"; of a label: "title", "heading", "caption", "muted",
// "mono", "error", "good"; of a frame: "card", "toolbar", "rail", "inspector", "status") and restyles the widget, also
// after it was shown. Before the first show, setProperty("kind", ...) does the same.
void setKind(QWidget* widget, const char* kind);

// Owned by main; stores the user's choice (dark, light or system) and applies it.
// Usage: ThemeManager themes(application); themes.followSystem();
class ThemeManager : public QObject {
  Q_OBJECT
 public:
  explicit ThemeManager(QApplication& application, QObject* parent = nullptr);

  ThemeKind kind() const { return kind_; }
  bool followsSystem() const { return followsSystem_; }
  // Applies `kind` and stops following the system.
  void setKind(ThemeKind kind);
  // Applies the system's theme, now and whenever its palette changes or the program comes to the front.
  void followSystem();
  void toggle();

 Q_SIGNALS:
  // Emitted after the application has its new palette, style sheet and icons.
  void themeChanged(fovea::ThemeKind kind);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void apply(ThemeKind kind);

  QApplication& application_;
  QPalette systemPalette_;
  ThemeKind kind_ = ThemeKind::Dark;
  bool followsSystem_ = false;
  bool applying_ = false;
  bool applied_ = false;
};

}  // namespace fovea
