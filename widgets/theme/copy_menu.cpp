#include "widgets/theme/copy_menu.h"

#include <QtCore/QBuffer>
#include <QtCore/QFileInfo>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMessageBox>

#include "core/base/file.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/save_file.h"

namespace fovea {
namespace {

QString translated(const char* text) {
  return QCoreApplication::translate("fovea::CopyMenu", text);
}

void tellFailure(QWidget& owner, const QString& words) {
  auto* box = new QMessageBox(QMessageBox::Warning,
                              translated(QT_TRANSLATE_NOOP("fovea::CopyMenu", "The picture was not saved")), words,
                              QMessageBox::Ok, &owner);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->open();
}

void choosePictureFile(QWidget& owner, const Copyable& what) {
  const QImage picture = what.picture();
  const QString file = saveFileName(&owner, translated(QT_TRANSLATE_NOOP("fovea::CopyMenu", "Save the picture")),
                                    what.name + QStringLiteral(".png"),
                                    translated(QT_TRANSLATE_NOOP("fovea::CopyMenu", "Pictures (*.png *.jpg *.bmp)")));
  if (!file.isEmpty()) savePicture(owner, picture, file);
}

}  // namespace

bool savePicture(QWidget& owner, const QImage& picture, const QString& file) {
  const QString suffix = QFileInfo(file).suffix().toUpper();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  if (!picture.save(&buffer, suffix.isEmpty() ? "PNG" : suffix.toLatin1().constData())) {
    tellFailure(owner,
                translated(QT_TRANSLATE_NOOP("fovea::CopyMenu", "Choose a name that ends in .png, .jpg or .bmp.")));
    return false;
  }
  const Status written =
      writeFileAtomic(file.toStdString(), std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
  if (!written.ok()) tellFailure(owner, coreMessage(written.error()));
  return written.ok();
}

void addCopyActions(QMenu& menu, QWidget& owner, const Copyable& what) {
  if (what.picture) {
    menu.addAction(icon(QStringLiteral("copy")), translated(QT_TRANSLATE_NOOP("fovea::CopyMenu", "Copy the picture")),
                   &owner, [picture = what.picture] { QGuiApplication::clipboard()->setImage(picture()); });
    menu.addAction(icon(QStringLiteral("save")), translated(QT_TRANSLATE_NOOP("fovea::CopyMenu", "Save the picture…")),
                   &owner, [&owner, what] { choosePictureFile(owner, what); });
  }
  if (!what.text) return;
  const QString title =
      what.textTitle.isEmpty() ? translated(QT_TRANSLATE_NOOP("fovea::CopyMenu", "Copy")) : what.textTitle;
  menu.addAction(icon(QStringLiteral("copy")), title, &owner,
                 [text = what.text] { QGuiApplication::clipboard()->setText(text()); });
}

void showCopyMenu(QWidget& owner, const QPoint& at, const Copyable& what) {
  auto* menu = new QMenu(&owner);
  menu->setObjectName(QStringLiteral("copyMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  addCopyActions(*menu, owner, what);
  menu->popup(at);
}

}  // namespace fovea
