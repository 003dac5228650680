#include "widgets/theme/style_sheet.h"

namespace fovea {
namespace {

// @name stands for a colour token, $name for a size.
const char* const kLabels = R"(
QLabel { background: transparent; color: @text; }
QLabel:disabled { color: @faint; }
QLabel[kind="title"] { font-size: $titlepx; font-weight: 600; }
QLabel[kind="strong"] { font-weight: 600; }
QLabel[kind="heading"] { font-size: 12px; font-weight: 600; color: @muted; }
QLabel[kind="caption"] { font-size: $captionpx; color: @muted; }
QLabel[kind="muted"] { color: @muted; }
QLabel[kind="mono"] { font-family: "JetBrains Mono", monospace; font-size: 12px; }
QLabel[kind="error"] { font-size: $captionpx; color: @bad-text; }
QLabel[kind="field-error"] { font-size: $captionpx; color: @bad-text; background: @bad-soft;
  border: 1px solid @bad; border-radius: 4px; padding: 2px 6px; }
QLabel[kind="good"] { color: @good-text; }
QLabel[kind="warning"] { color: @warning-text; }
QLabel[kind="accent"] { color: @accent-text; }
)";

const char* const kFrames = R"(
QMainWindow, QDialog, QWizard { background: @window; }
QFrame[kind="card"] { background: @panel; border: 1px solid @line; border-radius: $cardpx; }
QFrame[kind="raised"] { background: @raised; border: 1px solid @line; border-radius: $cardpx; }
QFrame[kind="toolbar"], QWidget[kind="toolbar"] { background: @panel; border: none; border-bottom: 1px solid @line; }
QFrame[kind="rail"], QWidget[kind="rail"] { background: @panel; border: none; border-right: 1px solid @line; }
QFrame[kind="inspector"], QWidget[kind="inspector"] { background: @panel; border: none; border-left: 1px solid @line; }
QFrame[kind="status"], QWidget[kind="status"] { background: @panel; border: none; border-top: 1px solid @line; }
QFrame[kind="separator"] { background: @line; border: none; }
QToolBar { background: @panel; border: none; border-bottom: 1px solid @line; padding: 0px 16px; spacing: 8px; }
QToolBar::separator { background: @line; width: 1px; margin: 12px 4px; }
QStatusBar { background: @panel; border-top: 1px solid @line; color: @muted; min-height: 29px; max-height: 29px; }
QStatusBar::item { border: none; }
QFrame[kind="panel"] { background: @panel; border: none; }
QFrame[kind="panel-header"] { background: @panel; border: none; border-bottom: 1px solid @line; }
QDockWidget { color: @text; }
QMainWindow::separator { background: @line; width: 2px; height: 2px; }
QMainWindow::separator:hover { background: @accent; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: @line; }
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget#qt_scrollarea_viewport > QWidget { background: transparent; }
QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 5px 8px; }
)";

// With a style sheet, a spin box asks its inner edit, not the style, for its size (QStyleSheetStyle, CT_SpinBox), so
// its dimensions are repeated here.
const char* const kViews = R"(
QAbstractSpinBox { min-height: $fieldpx; min-width: 84px; }
QAbstractItemView { background: transparent; color: @text; border: none; outline: none;
  selection-background-color: @selection; selection-color: @text; gridline-color: @line; }
QComboBox QAbstractItemView { background: @raised; border: 1px solid @line; padding: 4px; }
QComboBox QAbstractItemView::item { padding: 0px 8px; border-radius: 4px; }
QComboBox QAbstractItemView::item:hover, QComboBox QAbstractItemView::item:selected { background: @hover; color: @text; }
QListView::item, QTreeView::item { padding: 0px 6px; border-radius: 4px; }
QListView::item:hover, QTreeView::item:hover { background: @hover; }
QListView::item:selected, QTreeView::item:selected { background: @selection; color: @text; }
QTableView::item { padding: 0px 8px; border-bottom: 1px solid @line; }
QTableView::item:hover { background: @hover; }
QTableView::item:selected { background: @selection; color: @text; }
QHeaderView { background: transparent; border: none; }
QHeaderView::section { background: transparent; color: @muted; border: none; border-bottom: 1px solid @line;
  padding: 0px 8px; font-size: 12px; font-weight: 400; min-height: 28px; }
QHeaderView::section:hover { color: @text; }
QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-origin: margin; subcontrol-position: center right;
  width: 8px; height: 8px; }
QTableCornerButton::section { background: transparent; border: none; border-bottom: 1px solid @line; }
QPlainTextEdit, QTextEdit, QTextBrowser { background: transparent; color: @text; border: none;
  selection-background-color: @accent-fill; selection-color: @on-accent; }
QPlainTextEdit[kind="note"] { background: @raised; border: 1px solid @accent; border-radius: $controlpx; }
QPlainTextEdit[kind="script"] { font-family: "JetBrains Mono", monospace; font-size: 12px; background: @panel;
  border: 1px solid @line; border-radius: $controlpx; padding: 6px; }
QPlainTextEdit[kind="log"] { font-family: "JetBrains Mono", monospace; font-size: 12px; color: @muted; }
)";

const char* const kMenus = R"(
QMenuBar { background: @panel; color: @text; border-bottom: 1px solid @line; padding: 2px 8px; }
QMenuBar::item { background: transparent; padding: 5px 10px; border-radius: $controlpx; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @raised; color: @text; border: 1px solid @line; padding: 5px; }
QMenu::item { background: transparent; padding: 6px 28px 6px 12px; border-radius: 4px; }
QMenu::item:selected { background: @hover; }
QMenu::item:disabled { color: @faint; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { background: @line; height: 1px; margin: 5px 8px; }
QTabWidget::pane { border: none; border-top: 1px solid @line; }
QTabBar { background: transparent; qproperty-drawBase: 0; qproperty-expanding: 0; }
QTabBar::tab { background: transparent; color: @muted; padding: 7px 14px 7px 14px; border: none;
  border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @accent-text; border-bottom: 2px solid @accent; }
QTabBar::tab:disabled { color: @faint; }
)";

QString fill(QString text, const Theme& theme) {
  // Longer names first: "accent-soft" must be replaced before "accent".
  std::array<ColorToken, kColorTokens.size()> tokens = kColorTokens;
  std::sort(tokens.begin(), tokens.end(),
            [](const ColorToken& a, const ColorToken& b) { return a.name.size() > b.name.size(); });
  for (const ColorToken& token : tokens) {
    const QString name = QLatin1Char('@') + QString::fromLatin1(token.name.data(), qsizetype(token.name.size()));
    text.replace(name, theme.color(token.color).name());
  }
  text.replace(QStringLiteral("$title"), QString::number(size::kTitle));
  text.replace(QStringLiteral("$caption"), QString::number(size::kCaption));
  text.replace(QStringLiteral("$field"), QString::number(size::kControl));
  text.replace(QStringLiteral("$card"), QString::number(size::kCardCorner));
  text.replace(QStringLiteral("$control"), QString::number(size::kControlCorner));
  return text;
}

}  // namespace

QString styleSheet(const Theme& theme) {
  return fill(QLatin1String(kLabels) + QLatin1String(kFrames) + QLatin1String(kViews) + QLatin1String(kMenus), theme);
}

}  // namespace fovea
