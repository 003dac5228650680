#include "app/workspaces/network/export_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include "app/bridge/user_settings.h"
#include "app/home_path.h"
#include "app/workspaces/network/replace_question.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr const char* kFolderKey = "exportFolder";

QString checkpointWords(const RunRecord& run, const CheckpointRecord& checkpoint) {
  QString words = QObject::tr("%1 · %2").arg(run.id.index).arg(QString::fromStdString(run.name));
  if (checkpoint.epoch > 0) words += QObject::tr(", epoch %1").arg(checkpoint.epoch);
  if (checkpoint.accuracy >= 0) words += QObject::tr(", %1 %").arg(numberText(checkpoint.accuracy * 100, 'f', 2));
  if (checkpoint.best && checkpoint.epoch > 0) words += QObject::tr(" (best)");
  return words;
}

}  // namespace

ExportDialog::ExportDialog(Session& session, QWidget* parent)
    : QDialog(parent),
      session_(session),
      format_(new QComboBox),
      opset_(new QSpinBox),
      opsetLabel_(new QLabel(tr("Operator set"))),
      weights_(new QComboBox),
      file_(new QLineEdit),
      remark_(new QLabel) {
  setWindowTitle(tr("Export the network"));
  setMinimumWidth(560);
  listFormats();
  listWeights();
  const QString folder = UserSettings::value(kFolderKey, QDir::homePath()).toString();
  file_->setText(QDir(folder).filePath(QString::fromStdString(session.network().name())));
  auto* choose = new QPushButton(tr("Choose…"));
  auto* fileRow = new QHBoxLayout;
  fileRow->setSpacing(size::kGrid);
  fileRow->addWidget(file_, 1);
  fileRow->addWidget(choose);
  format_->setAccessibleName(tr("Format"));
  weights_->setAccessibleName(tr("Network and weights"));
  file_->setAccessibleName(tr("File"));
  opset_->setAccessibleName(tr("Operator set"));
  opset_->setToolTip(tr("Of ONNX: newer ones know more operators, older ones are read by older programs"));
  remark_->setWordWrap(true);
  setKind(remark_, "muted");

  auto* form = new QFormLayout;
  form->setVerticalSpacing(size::kGutter);
  form->setHorizontalSpacing(size::kPageMargin);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  form->addRow(tr("Format"), format_);
  form->addRow(opsetLabel_, opset_);
  form->addRow(tr("Weights"), weights_);
  form->addRow(tr("File"), fileRow);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  export_ = buttons->addButton(tr("Export"), QDialogButtonBox::AcceptRole);
  setKind(export_, "primary");
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kPageMargin);
  column->addLayout(form);
  column->addWidget(remark_);
  column->addStretch(1);
  column->addWidget(buttons);
  export_->setDefault(true);

  connect(format_, &QComboBox::currentIndexChanged, this, &ExportDialog::formatChosen);
  connect(weights_, &QComboBox::currentIndexChanged, this, &ExportDialog::formatChosen);
  connect(file_, &QLineEdit::textChanged, this, [this] { export_->setEnabled(!file_->text().trimmed().isEmpty()); });
  connect(choose, &QPushButton::clicked, this, &ExportDialog::browse);
  connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::finish);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  formatChosen();
}

void ExportDialog::listFormats() {
  for (std::size_t i = 0; i < exchangeFormats().size(); ++i) {
    const ExchangeFormat& format = exchangeFormats()[i];
    if (format.writes)
      format_->addItem(
          QString("%1 (%2)").arg(coreMessage(format.title), QString::fromStdString(format.endings.front())),
          static_cast<int>(i));
  }
}

// Newest run first; for each run its best and its last checkpoint come first.
void ExportDialog::listWeights() {
  weights_->addItem(tr("The drawing, with fresh weights"));
  for (const auto& [id, entry] : session_.runs()->entries())
    for (auto each = entry.checkpoints.rbegin(); each != entry.checkpoints.rend(); ++each) {
      checkpoints_.push_back(*each);
      weights_->addItem(checkpointWords(entry.record, *each));
    }
  if (!checkpoints_.empty()) weights_->setCurrentIndex(1);
}

const ExchangeFormat& ExportDialog::chosenFormat() const {
  return exchangeFormats()[static_cast<std::size_t>(format_->currentData().toInt())];
}

QString ExportDialog::chosenEnding() const {
  return QString::fromStdString(chosenFormat().endings.front());
}

void ExportDialog::formatChosen() {
  const ExchangeFormat& format = chosenFormat();
  const bool asked = format.mostOpset > 0;
  opset_->setVisible(asked);
  opsetLabel_->setVisible(asked);
  if (asked) {
    const int before = opset_->value();
    opset_->setRange(static_cast<int>(format.leastOpset), static_cast<int>(format.mostOpset));
    opset_->setValue(before > 0 ? before : static_cast<int>(format.mostOpset));
  }
  // Keeps the file name and replaces its extension by that of the format.
  QString path = file_->text();
  for (const ExchangeFormat& other : exchangeFormats())
    for (const std::string& ending : other.endings)
      if (path.endsWith(QString::fromStdString(ending), Qt::CaseInsensitive))
        path.chop(static_cast<int>(ending.size()));
  file_->setText(path + chosenEnding());
  QStringList remarks{coreMessage(format.remark)};
  if (weights_->currentIndex() > 0)
    remarks << tr("The network is written as it was trained in that run, without later changes of the drawing.");
  remarks.removeAll(QString());
  remark_->setText(remarks.join(' '));
}

void ExportDialog::browse() {
  const QString wanted =
      QFileDialog::getSaveFileName(this, tr("Export the network"), file_->text(),
                                   QString("%1 (*%2)").arg(coreMessage(chosenFormat().title), chosenEnding()));
  if (wanted.isEmpty()) return;
  file_->setText(wanted);
  formatChosen();
  confirmed_ = wanted;
}

void ExportDialog::finish() {
  const QString file = options().file;
  if (file != confirmed_ && !mayReplace(file, this)) return;
  UserSettings::setValue(kFolderKey, QFileInfo(file).absolutePath());
  accept();
}

NetworkExportOptions ExportDialog::options() const {
  NetworkExportOptions wanted;
  wanted.file = expandHome(file_->text());
  if (!wanted.file.endsWith(chosenEnding(), Qt::CaseInsensitive)) wanted.file += chosenEnding();
  wanted.opset = opset_->value();
  if (const int row = weights_->currentIndex(); row > 0)
    wanted.checkpoint = checkpoints_[static_cast<std::size_t>(row - 1)];
  return wanted;
}

}  // namespace fovea
