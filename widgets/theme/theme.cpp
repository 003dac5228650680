#include "widgets/theme/theme.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QScopedValueRollback>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QApplication>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolTip>
#include <QtWidgets/QWidget>
#include <optional>

#include "widgets/theme/fonts.h"
#include "widgets/theme/style.h"
#include "widgets/theme/style_sheet.h"

namespace fovea {

QColor Theme::color(Color color) const {
  const ColorToken& token = kColorTokens[static_cast<std::size_t>(color)];
  return QColor::fromRgb(isDark() ? token.dark : token.light);
}

QColor Theme::color(Color token, double opacity) const {
  QColor result = color(token);
  result.setAlphaF(static_cast<float>(opacity));
  return result;
}

QColor Theme::family(FamilyColor family) const {
  return QColor::fromRgb(kFamilyColors[static_cast<std::size_t>(family)]);
}

QColor Theme::series(int index) const {
  Q_ASSERT(index >= 0);
  const std::size_t at = static_cast<std::size_t>(index) % kSeriesColorCount;
  return QColor::fromRgb(isDark() ? kSeriesColorsDark[at] : kSeriesColorsLight[at]);
}

QPalette Theme::palette() const {
  QPalette palette;
  const auto set = [&](QPalette::ColorRole role, Color token) { palette.setColor(role, color(token)); };
  set(QPalette::Window, Color::Window);
  set(QPalette::WindowText, Color::Text);
  set(QPalette::Base, Color::Raised);
  set(QPalette::AlternateBase, Color::Panel);
  set(QPalette::Text, Color::Text);
  set(QPalette::PlaceholderText, Color::Muted);
  set(QPalette::Button, Color::Raised);
  set(QPalette::ButtonText, Color::Text);
  set(QPalette::BrightText, Color::OnAccent);
  set(QPalette::ToolTipBase, Color::Raised);
  set(QPalette::ToolTipText, Color::Text);
  set(QPalette::Highlight, Color::AccentFill);
  set(QPalette::HighlightedText, Color::OnAccent);
  set(QPalette::Link, Color::AccentText);
  set(QPalette::LinkVisited, Color::AccentText);
  set(QPalette::Light, Color::Window);  // hides the second line of a sunken frame
  set(QPalette::Midlight, Color::Hover);
  set(QPalette::Mid, Color::Line);
  set(QPalette::Dark, Color::Line);
  set(QPalette::Shadow, Color::Shadow);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
    palette.setColor(QPalette::Disabled, role, color(Color::Faint));
  palette.setColor(QPalette::Disabled, QPalette::Highlight, color(Color::Hover));
  return palette;
}

Theme currentTheme() {
  return Theme(QGuiApplication::palette().color(QPalette::Window).lightness() < 128 ? ThemeKind::Dark
                                                                                    : ThemeKind::Light);
}

bool isThemeChange(const QEvent* event) {
  return event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationPaletteChange ||
         event->type() == QEvent::StyleChange;
}

void applyTheme(QApplication& application, ThemeKind kind) {
  const Theme theme(kind);
  // The style sheet goes first and comes back last, so that no widget is restyled by the old sheet on the new palette.
  application.setStyleSheet(QString());
  if (!application.style() || application.style()->objectName() != FoveaStyle::styleName())
    application.setStyle(new FoveaStyle);
  QApplication::setFont(themeFont(FontRole::Text));
  QApplication::setPalette(theme.palette());
  QToolTip::setPalette(theme.palette());
  QToolTip::setFont(themeFont(FontRole::Text));
  application.setStyleSheet(styleSheet(theme));
  for (QWidget* widget : QApplication::allWidgets()) widget->update();
}

void setKind(QWidget* widget, const char* kind) {
  const QString wanted = QString::fromLatin1(kind);
  if (widget->property("kind") == wanted) return;  // polishing takes as long as painting
  widget->setProperty("kind", wanted);
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
  widget->update();
}

namespace {

bool namesDark(const QString& text) {
  return text.contains(QLatin1String("dark"), Qt::CaseInsensitive);
}

// The value of the first line `key=value` of a settings file, if there is one.
std::optional<QString> settingIn(const QString& path, QLatin1String key) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
  const QString text = QString::fromUtf8(file.read(64 * 1024));
  for (const QString& line : text.split(QLatin1Char('\n')))
    if (line.section(QLatin1Char('='), 0, 0).trimmed() == key) return line.section(QLatin1Char('='), 1).trimmed();
  return std::nullopt;
}

bool desktopFilesSayDark() {
  const QString folder = qEnvironmentVariable("XDG_CONFIG_HOME", QDir::homePath() + QStringLiteral("/.config"));
  for (const char* const version : {"/gtk-4.0", "/gtk-3.0"}) {
    const QString path = folder + QLatin1String(version) + QStringLiteral("/settings.ini");
    const QString prefers = settingIn(path, QLatin1String("gtk-application-prefer-dark-theme")).value_or(QString());
    if (prefers == QLatin1String("1") || prefers == QLatin1String("true")) return true;
    if (namesDark(settingIn(path, QLatin1String("gtk-theme-name")).value_or(QString()))) return true;
  }
  return namesDark(settingIn(folder + QStringLiteral("/kdeglobals"), QLatin1String("ColorScheme")).value_or(QString()));
}

}  // namespace

ThemeKind systemThemeKind(const QPalette& systemPalette) {
  const QString gtk = qEnvironmentVariable("GTK_THEME");
  if (!gtk.isEmpty()) return namesDark(gtk) ? ThemeKind::Dark : ThemeKind::Light;
  if (systemPalette.color(QPalette::Window).lightness() < 128) return ThemeKind::Dark;
  return desktopFilesSayDark() ? ThemeKind::Dark : ThemeKind::Light;
}

ThemeManager::ThemeManager(QApplication& application, QObject* parent)
    : QObject(parent), application_(application), systemPalette_(QGuiApplication::palette()) {
  application.installEventFilter(this);
}

void ThemeManager::setKind(ThemeKind kind) {
  followsSystem_ = false;
  apply(kind);
}

void ThemeManager::followSystem() {
  followsSystem_ = true;
  apply(systemThemeKind(systemPalette_));
}

void ThemeManager::toggle() {
  setKind(kind_ == ThemeKind::Dark ? ThemeKind::Light : ThemeKind::Dark);
}

void ThemeManager::apply(ThemeKind kind) {
  if (applied_ && kind == kind_ && currentTheme().kind() == kind) return;
  {
    const QScopedValueRollback guard(applying_, true);
    applyTheme(application_, kind);
  }
  kind_ = kind;
  applied_ = true;
  Q_EMIT themeChanged(kind);
}

bool ThemeManager::eventFilter(QObject* watched, QEvent* event) {
  if (watched != &application_ || !followsSystem_ || applying_) return QObject::eventFilter(watched, event);
  if (event->type() == QEvent::ApplicationPaletteChange) {
    // The platform reports new colours of the desktop as an application palette that is not ours.
    const QPalette palette = QGuiApplication::palette();
    if (palette.color(QPalette::Window) != Theme(kind_).color(Color::Window)) systemPalette_ = palette;
    apply(systemThemeKind(systemPalette_));
  } else if (event->type() == QEvent::ApplicationActivate) {
    apply(systemThemeKind(systemPalette_));  // the user may have changed the desktop's settings
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace fovea
