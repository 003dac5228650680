#include "app/workspaces/network/replace_question.h"

#include <QAbstractButton>
#include <QFileInfo>
#include <QMessageBox>

namespace fovea {

bool mayReplace(const QString& file, QWidget* place) {
  if (!QFileInfo::exists(file)) return true;
  QMessageBox question(QMessageBox::Question, QObject::tr("Replace the file?"),
                       QObject::tr("“%1” is there already. Its content would be lost.").arg(file),
                       QMessageBox::Yes | QMessageBox::Cancel, place);
  question.setDefaultButton(QMessageBox::Cancel);
  question.button(QMessageBox::Yes)->setText(QObject::tr("Replace"));
  return question.exec() == QMessageBox::Yes;
}

}  // namespace fovea
