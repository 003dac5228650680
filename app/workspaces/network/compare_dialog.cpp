#include "app/workspaces/network/compare_dialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/bridge/network_exchange.h"
#include "core/network/standard_networks.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kRunRole = Qt::UserRole;           // role of a run's number
constexpr int kStandardRole = Qt::UserRole + 1;  // role of a standard network's name

}  // namespace

CompareDialog::CompareDialog(Session& session, QWidget* parent)
    : QDialog(parent), session_(session), filter_(new QLineEdit), list_(new QListWidget), banner_(new Banner) {
  setWindowTitle(tr("Compare the drawing with"));
  resize(440, 480);
  filter_->setPlaceholderText(tr("Search runs and standard networks"));
  filter_->setAccessibleName(tr("Search"));
  filter_->setClearButtonEnabled(true);
  list_->setAccessibleName(tr("Networks"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  file_ = buttons->addButton(tr("A file…"), QDialogButtonBox::ActionRole);
  compare_ = buttons->addButton(tr("Compare"), QDialogButtonBox::AcceptRole);
  setKind(compare_, "primary");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGrid);
  column->addWidget(banner_);
  column->addWidget(filter_);
  column->addWidget(list_, 1);
  column->addWidget(buttons);
  compare_->setDefault(true);
  fill();
  connect(filter_, &QLineEdit::textChanged, this, &CompareDialog::filterChanged);
  connect(list_, &QListWidget::itemActivated, this, &CompareDialog::choose);
  connect(list_, &QListWidget::currentRowChanged, this, [this](int row) { compare_->setEnabled(row >= 0); });
  connect(file_, &QPushButton::clicked, this, &CompareDialog::browse);
  connect(buttons, &QDialogButtonBox::accepted, this, &CompareDialog::choose);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  list_->setCurrentRow(0);
}

void CompareDialog::fill() {
  for (const auto& [id, entry] : session_.runs()->entries()) {
    auto* item = new QListWidgetItem(icon("train"),
                                     tr("Run %1 · %2").arg(id.index).arg(QString::fromStdString(entry.record.name)));
    item->setData(kRunRole, id.index);
    list_->addItem(item);
  }
  for (const StandardNetwork& entry : standardNetworks()) {
    auto* item = new QListWidgetItem(icon("network"), coreMessage(entry.title));
    item->setData(kStandardRole, QString::fromStdString(entry.name));
    item->setToolTip(coreMessage(entry.description));
    list_->addItem(item);
  }
}

void CompareDialog::filterChanged(const QString& words) {
  int first = -1;
  for (int row = 0; row < list_->count(); ++row) {
    const bool shown = list_->item(row)->text().contains(words, Qt::CaseInsensitive);
    list_->item(row)->setHidden(!shown);
    if (shown && first < 0) first = row;
  }
  list_->setCurrentRow(first);
}

void CompareDialog::choose() {
  const QListWidgetItem* item = list_->currentItem();
  if (!item) return;
  if (const QString name = item->data(kStandardRole).toString(); !name.isEmpty())
    finish(standardNetwork(name.toStdString()), item->text());
  else
    session_.projectThread()->ask(
        [run = RunId{item->data(kRunRole).toInt()}](Project& project) { return project.runs().network(run); }, this,
        [this, title = item->text()](const Result<Network>& network) { finish(network, title); });
}

void CompareDialog::browse() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Compare the drawing with"), {}, importFilters());
  if (!file.isEmpty()) chooseFile(file);
}

void CompareDialog::chooseFile(const QString& file) {
  setReading(QFileInfo(file).fileName());
  auto read = std::make_shared<Network>();
  reading_ = session_.jobs()->start(
      tr("Reading %1").arg(QFileInfo(file).fileName()),
      [file, read, backends = session_.backends()](const ProgressFunction&, const CancelToken& cancel) -> Status {
        FOVEA_TRY(*read, readNetworkOf(file, *backends, cancel));
        return {};
      });
  connect(reading_, &Job::finished, this, [this, file, read](const Status& status) {
    setReading({});
    if (!isVisible()) return;  // cancelled in the meantime
    finish(status.ok() ? Result<Network>(std::move(*read)) : Result<Network>(status.error()),
           QFileInfo(file).fileName());
  });
}

// Disables all controls except Cancel while the file is read; an empty name enables them.
void CompareDialog::setReading(const QString& file) {
  for (QWidget* part : std::initializer_list<QWidget*>{filter_, list_, file_}) part->setEnabled(file.isEmpty());
  compare_->setEnabled(file.isEmpty() && list_->currentRow() >= 0);
  if (file.isEmpty())
    banner_->dismiss();
  else
    banner_->showMessage(Banner::Tone::Info, tr("Reading %1…").arg(file));
}

void CompareDialog::reject() {
  if (reading_) reading_->cancel();
  QDialog::reject();
}

void CompareDialog::finish(Result<Network> network, const QString& name) {
  if (!network.ok()) {
    if (network.error().code != ErrorCode::Cancelled) banner_->showError(network.error());
    return;
  }
  network_ = std::move(*network);
  name_ = name;
  accept();
}

}  // namespace fovea
