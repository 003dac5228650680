#include "app/workspaces/data/skipped_dialog.h"

#include <QDialogButtonBox>
#include <QVBoxLayout>

#include "app/bridge/import_again.h"
#include "app/workspaces/data/skipped_list.h"
#include "widgets/theme/notice.h"

namespace fovea {

SkippedDialog::SkippedDialog(Session& session, std::shared_ptr<const Dataset> dataset, QWidget* parent)
    : QDialog(parent), session_(session), dataset_(std::move(dataset)), list_(new SkippedList), banner_(new Banner) {
  setWindowTitle(tr("Not imported: %1").arg(QString::fromStdString(dataset_->info().name)));
  resize(720, 420);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(list_, &SkippedList::retryWanted, this, &SkippedDialog::tryAgain);
  auto* column = new QVBoxLayout(this);
  column->addWidget(banner_);
  column->addWidget(list_, 1);
  column->addWidget(buttons);
  refresh();
}

void SkippedDialog::refresh() {
  const auto left = readSkipped(dataset_->folder());
  if (!left.ok()) return banner_->showError(left.error());
  list_->setSkipped(*left);
  if (left->count == 0 && isVisible()) accept();
}

void SkippedDialog::tryAgain() {
  list_->setBusy(true);
  banner_->dismiss();
  connect(importAgain(session_, *dataset_), &Job::finished, this, [this](const Status& status) {
    list_->setBusy(false);
    if (!status.ok() && status.error().code != ErrorCode::Cancelled) banner_->showError(status.error());
    if (status.ok()) refresh();
  });
}

}  // namespace fovea
