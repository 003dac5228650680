#include "widgets/theme/save_file.h"

#include <QtCore/QFileInfo>
#include <QtWidgets/QFileDialog>

namespace fovea {

QString saveFileName(QWidget* parent, const QString& title, const QString& name, const QString& filter) {
  QFileDialog dialog(parent, title, {}, filter);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix(QFileInfo(name).suffix());
  dialog.selectFile(name);
  return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().constFirst() : QString();
}

}  // namespace fovea
