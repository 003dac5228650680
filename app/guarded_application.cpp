#include "app/guarded_application.h"

#include <QMessageBox>
#include <QTimer>

#include "core/base/guarded.h"
#include "widgets/theme/core_text.h"

namespace fovea {

bool GuardedApplication::notify(QObject* receiver, QEvent* event) {
  const Result<bool> handled = guarded([&] { return QApplication::notify(receiver, event); });
  if (handled.ok()) return *handled;
  Q_EMIT caught(handled.error());
  if (!std::exchange(showing_, true)) QTimer::singleShot(0, this, [this, error = handled.error()] { show(error); });
  return false;
}

void GuardedApplication::show(const Error& error) {
  auto* box = new QMessageBox(QMessageBox::Warning, tr("This could not be done"), coreMessage(error.message),
                              QMessageBox::Ok, activeWindow());
  box->setInformativeText(coreMessage(error.advice));
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &QDialog::finished, this, [this] { showing_ = false; });
  box->open();
}

}  // namespace fovea
