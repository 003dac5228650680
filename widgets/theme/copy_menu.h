// Why: whatever shows a picture or figures lets a person take them along with a right click: copy, or save as a file.
#pragma once
#include <QtGui/QImage>
#include <functional>

class QMenu;
class QPoint;
class QWidget;

namespace fovea {

// What can be taken along; empty functions and empty texts have no entry.
struct Copyable {
  QString name;                       // of the file that is suggested, without suffix
  std::function<QImage()> picture{};  // asked when it is wanted
  std::function<QString()> text{};
  QString textTitle{};  // "Copy the values"; "Copy" if empty
};

void addCopyActions(QMenu& menu, QWidget& owner, const Copyable& what);
// A menu of those alone, at a point of the screen. It is called "copyMenu" and deletes itself.
void showCopyMenu(QWidget& owner, const QPoint& at, const Copyable& what);
// As PNG, or what the suffix says. The file appears whole or not at all; false with a message to the person otherwise.
bool savePicture(QWidget& owner, const QImage& picture, const QString& file);

}  // namespace fovea
