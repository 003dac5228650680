#include "app/workspaces/train/cluster_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "core/base/file.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/save_file.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr QSize kClusterDialogSize(760, 620);
constexpr int kFieldWidth = 160;

// Replaces characters other than ASCII letters, digits, '.' and '_' for a Slurm job name.
std::string jobName(const std::string& run) {
  std::string name;
  for (const char c : run) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
    name += plain ? c : '-';
  }
  return name.empty() ? "fovea" : name;
}

QSpinBox* numberField(int least, int most, int value) {
  auto* field = new QSpinBox;
  field->setRange(least, most);
  field->setValue(value);
  field->setFixedWidth(kFieldWidth);
  return field;
}

QLineEdit* textField(const QString& value, const QString& placeholder = {}) {
  auto* field = new QLineEdit(value);
  field->setPlaceholderText(placeholder);
  return field;
}

}  // namespace

std::vector<std::string> settingArguments(const TrainingSettings& settings, const SettingDefaults& defaults,
                                          const FieldValues& chosenByProject) {
  std::vector<std::string> arguments;
  const FieldValues values = trainingSettingsSchema().write(settings), choices = choicesFor(defaults, settings);
  const Schema schema = trainingSettingsSchema().schema();
  for (const Field& field : schema.fields()) {
    if (field.name == "device" || (!choices.contains(field.name) && !chosenByProject.contains(field.name))) continue;
    arguments.insert(arguments.end(), {"--set", field.name + "=" + assignedText(*values.find(field.name))});
  }
  return arguments;
}

ClusterDialog::ClusterDialog(const std::string& name, const std::string& project, std::vector<std::string> arguments,
                             const std::filesystem::path& weights, QWidget* parent)
    : QDialog(parent),
      name_(name),
      arguments_(std::move(arguments)),
      weights_(weights),
      machines_(numberField(1, 1024, 1)),
      ranks_(numberField(1, 64, 1)),
      threads_(numberField(1, 1024, 8)),
      gpus_(numberField(0, 64, 1)),
      time_(textField(QStringLiteral("24:00:00"), tr("that of the partition"))),
      partition_(textField({}, tr("the default one"))),
      memory_(textField({}, tr("the default, or as 64G"))),
      program_(textField(QStringLiteral("fovea-cli"))),
      project_(textField(QString::fromStdString(project))),
      script_(new QPlainTextEdit),
      problem_(new QLabel),
      copy_(new QPushButton(tr("Copy"))) {
  setWindowTitle(tr("Train on a cluster"));
  resize(kClusterDialogSize);
  auto* words = new QLabel(
      tr("Slurm starts this script on its machines, where Fovea and the project must lie under these paths. Each rank "
         "computes its part of every batch."));
  words->setWordWrap(true);
  setKind(words, "muted");
  auto* left = new QFormLayout;
  auto* right = new QFormLayout;
  for (QFormLayout* form : {left, right}) form->setVerticalSpacing(size::kGrid);
  const auto add = [](QFormLayout* form, const QString& title, QWidget* field) {
    field->setAccessibleName(title);
    form->addRow(title, field);
  };
  add(left, tr("Machines"), machines_);
  add(left, tr("Ranks on each"), ranks_);
  add(left, tr("Threads of each rank"), threads_);
  add(left, tr("GPUs of each machine"), gpus_);
  add(right, tr("Time limit"), time_);
  add(right, tr("Partition"), partition_);
  add(right, tr("Memory"), memory_);
  add(right, tr("Program there"), program_);
  add(right, tr("Project there"), project_);
  auto* fields = new QHBoxLayout;
  fields->setSpacing(2 * size::kGutter);
  fields->addLayout(left);
  fields->addLayout(right, 1);
  script_->setReadOnly(true);
  setKind(script_, "script");
  script_->setAccessibleName(tr("Script"));
  setKind(problem_, "error");
  problem_->setWordWrap(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  save_ = buttons->addButton(tr("Save…"), QDialogButtonBox::ActionRole);
  save_->setProperty("kind", "primary");
  buttons->addButton(copy_, QDialogButtonBox::ActionRole);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGutter);
  column->addWidget(words);
  column->addLayout(fields);
  column->addWidget(script_, 1);
  column->addWidget(problem_);
  column->addWidget(buttons);
  for (QSpinBox* field : {machines_, ranks_, threads_, gpus_})
    connect(field, &QSpinBox::valueChanged, this, &ClusterDialog::showScript);
  // Uses one rank per GPU.
  connect(gpus_, &QSpinBox::valueChanged, ranks_, [this](int count) {
    if (count > 0) ranks_->setValue(count);
  });
  for (QLineEdit* field : {time_, partition_, memory_, program_, project_})
    connect(field, &QLineEdit::textChanged, this, &ClusterDialog::showScript);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(save_, &QPushButton::clicked, this, &ClusterDialog::chooseFile);
  connect(copy_, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(script()); });
  showScript();
}

SlurmJob ClusterDialog::job() const {
  const auto textOf = [](const QLineEdit* field) { return field->text().trimmed().toStdString(); };
  SlurmJob job;
  job.name = jobName(name_);
  job.nodes = machines_->value();
  job.ranksOnEach = ranks_->value();
  job.threads = threads_->value();
  job.gpus = gpus_->value();
  job.time = textOf(time_);
  job.partition = textOf(partition_);
  job.memory = textOf(memory_);
  job.program = textOf(program_);
  job.arguments = {"train", "--project", textOf(project_), "--device", slurmDevices(job.gpus)};
  job.arguments.insert(job.arguments.end(), arguments_.begin(), arguments_.end());
  if (!weights_.empty())
    job.arguments.insert(job.arguments.end(),
                         {"--weights", (std::filesystem::path(textOf(project_)) / weights_).string()});
  return job;
}

QString ClusterDialog::script() const {
  return script_->toPlainText();
}

QString ClusterDialog::problem() const {
  return problem_->text();
}

void ClusterDialog::showScript() {
  Result<std::string> text = slurmScript(job());
  if (text.ok() && project_->text().trimmed().isEmpty())
    text = fail(ErrorCode::InvalidArgument, "The script needs the folder of the project.");
  script_->setPlainText(text.ok() ? QString::fromStdString(*text) : QString());
  problem_->setText(text.ok() ? QString() : coreMessage(text.error()));
  problem_->setVisible(!text.ok());
  save_->setEnabled(text.ok());
  copy_->setEnabled(text.ok());
}

Status ClusterDialog::save(const QString& file) const {
  return writeFileAtomic(file.toStdString(), script().toStdString());
}

void ClusterDialog::chooseFile() {
  const QString file =
      saveFileName(this, tr("Save the script"), QString::fromStdString(jobName(name_)) + QStringLiteral(".sh"),
                   tr("Shell scripts (*.sh)"));
  if (file.isEmpty()) return;
  const Status saved = save(file);
  problem_->setText(saved.ok() ? QString() : coreMessage(saved.error()));
  problem_->setVisible(!saved.ok());
  if (saved.ok()) accept();
}

}  // namespace fovea
