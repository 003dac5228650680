// Why: every picture or figure can be copied or saved with a right click.
#pragma once
#include <QtGui/QImage>
#include <functional>

class QMenu;
class QPoint;
class QWidget;

namespace fovea {

// What can be copied; empty functions and texts have no menu entry.
struct Copyable {
  QString name;                       // suggested file name, without suffix
  std::function<QImage()> picture{};  // called when needed
  std::function<QString()> text{};
  QString textTitle{};  // "Copy the values"; "Copy" if empty
};

void addCopyActions(QMenu& menu, QWidget& owner, const Copyable& what);
// Shows a menu with only those entries, at a point of the screen. It is called "copyMenu" and deletes itself.
void showCopyMenu(QWidget& owner, const QPoint& at, const Copyable& what);
// Saves as PNG, or in the suffix's format. Written atomically; on failure shows a message and returns false.
bool savePicture(QWidget& owner, const QImage& picture, const QString& file);

}  // namespace fovea
