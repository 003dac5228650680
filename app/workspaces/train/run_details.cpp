#include "app/workspaces/train/run_details.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <cmath>
#include <limits>

#include "app/workspaces/train/checkpoint_section.h"
#include "app/workspaces/train/run_table_model.h"
#include "app/workspaces/train/run_words.h"
#include "core/train/schedule.h"
#include "core/train/trainer.h"
#include "widgets/forms/calm_combo_box.h"
#include "widgets/forms/field_editor.h"
#include "widgets/forms/schema_form.h"
#include "widgets/plots/mini_plot.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/live_label.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kPartsOfEpoch = 4;
constexpr std::int64_t kMostDrawnEpochs = 400;   // of a longer run, evenly distributed
constexpr std::int64_t kMostEpochs = 1'000'000;  // the limit of the settings

// Whether the user types a value, or goes from the line to the button that applies what was typed.
bool isBeingEdited(const QLineEdit& line, const QWidget& apply) {
  return line.hasFocus() || (line.isModified() && apply.hasFocus());
}

}  // namespace

void drawSchedule(SchedulePlot& plot, const TrainingSettings& settings, qint64 samples) {
  const std::int64_t stepsPerEpoch = std::max<std::int64_t>(1, (samples + settings.batch - 1) / settings.batch);
  std::vector<double> xs, rates;
  const std::int64_t drawn = std::min(settings.epochs, kMostDrawnEpochs);
  for (std::int64_t i = 0; i < drawn; ++i) {
    const std::int64_t epoch = drawn < 2 ? 0 : i * (settings.epochs - 1) / (drawn - 1);
    // Samples several steps of each epoch, since schedules may change with every step.
    for (int part = 0; part <= kPartsOfEpoch; ++part) {
      const std::int64_t step = epoch * stepsPerEpoch + (stepsPerEpoch - 1) * part / kPartsOfEpoch;
      xs.push_back(static_cast<double>(step));
      rates.push_back(scheduledLearningRate(settings, step, stepsPerEpoch));
    }
  }
  plot.setSchedule(xs, rates, static_cast<double>(stepsPerEpoch));
}

RunDetails::RunDetails(QWidget* parent)
    : QWidget(parent),
      facts_(new FactList),
      wait_(new LiveLabel(new QLabel)),
      rate_(new QLineEdit),
      rateApply_(new QPushButton(tr("Set"))),
      rateError_(new QLabel),
      until_(new QSpinBox),
      checkpoints_(new CheckpointSection),
      form_(new SchemaForm(trainingSettingsSchema().schema())),
      schedule_(new SchedulePlot),
      settingsUnknown_(
          new QLabel(tr("Only the curves of this run are known, not its settings: another program made it."))) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  column->addWidget(facts_);
  column->addWidget(live_ = buildLive());
  column->addWidget(untilRow_ = buildUntil());
  column->addWidget(checkpoints_);
  column->addWidget(settings_ = buildSettings());
  setKind(settingsUnknown_, "muted");
  settingsUnknown_->setWordWrap(true);
  settingsUnknown_->hide();
  column->addWidget(settingsUnknown_);
}

QWidget* RunDetails::buildSettings() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  auto* take = new QPushButton(icon("copy", IconRole::Text), tr("Use these for the next run"));
  take->setToolTip(tr("Puts the settings of this run into the form of the next one"));
  connect(take, &QPushButton::clicked, this, &RunDetails::settingsWanted);
  column->addWidget(take);
  column->addWidget(new SectionLabel(tr("Settings it has")));
  form_->setReadOnly(true);
  column->addWidget(form_);
  column->addWidget(new SectionLabel(tr("Learning rate over the run")));
  column->addWidget(schedule_);
  return box;
}

QWidget* RunDetails::buildLive() {
  auto* live = new QWidget;
  auto* column = new QVBoxLayout(live);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  column->addWidget(new SectionLabel(tr("Learning rate now")));
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGrid);
  rate_->setAccessibleName(tr("Learning rate of the run"));
  rateApply_->setToolTip(tr("Change the learning rate from the next step on"));
  row->addWidget(rate_, 1);
  row->addWidget(rateApply_);
  column->addLayout(row);
  setKind(rateError_, "error");
  rateError_->hide();
  column->addWidget(rateError_);
  column->addWidget(buildChange());
  wait_->label()->setWordWrap(true);
  wait_->label()->setAccessibleName(tr("What the step waits for"));
  setKind(wait_->label(), "muted");
  column->addWidget(wait_);
  live->hide();
  connect(rateApply_, &QPushButton::clicked, this, &RunDetails::applyRate);
  connect(rate_, &QLineEdit::returnPressed, this, &RunDetails::applyRate);
  return live;
}

// Builds the fields for a setting and its new value, for settings that change less often than the learning rate.
QWidget* RunDetails::buildChange() {
  auto* box = new QWidget;
  auto* row = new QHBoxLayout(box);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(size::kGrid);
  setting_ = new CalmComboBox;
  setting_->setAccessibleName(tr("Setting to change during the run"));
  setting_->setObjectName("changing");
  // The panel is narrow, and words of other languages are longer.
  setting_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setting_->setMinimumContentsLength(6);
  // Leaves out the learning rate and the last epoch, which have their own fields.
  for (const Field& field : changeableSettings().fields())
    if (field.name != "learning_rate" && field.name != "epochs")
      setting_->addItem(coreText(field.title), QString::fromStdString(field.name));
  value_ = new QLineEdit;
  value_->setAccessibleName(tr("New value"));
  value_->setObjectName("newValue");
  auto* apply = new QPushButton(tr("Set"));
  apply->setToolTip(
      tr("Change this setting from the next step on; the run notes it, and “run again exactly” repeats it"));
  editAugmentation_ = new QPushButton(tr("Edit…"));
  editAugmentation_->setObjectName("editAugmentation");
  editAugmentation_->setAccessibleName(tr("Edit the augmentation of the run"));
  editAugmentation_->setToolTip(
      tr("Change the random transforms of the training samples from the next step on, seen on the samples themselves"));
  connect(editAugmentation_, &QPushButton::clicked, this, [this] { Q_EMIT augmentationWanted(augmentation_); });
  row->addWidget(setting_, 1);
  row->addWidget(value_, 1);
  row->addWidget(apply);
  row->addWidget(editAugmentation_, 1);
  changeApply_ = apply;
  connect(setting_, &QComboBox::currentIndexChanged, this, [this] {
    rateError_->hide();
    showValue();
  });
  connect(apply, &QPushButton::clicked, this, &RunDetails::applyChange);
  connect(value_, &QLineEdit::returnPressed, this, &RunDetails::applyChange);
  showValue();
  return box;
}

void RunDetails::showValue() {
  const std::string name = setting_->currentData().toString().toStdString();
  const Field& field = *changeableSettings().find(name);
  value_->setVisible(!field.ownEditor);
  changeApply_->setVisible(!field.ownEditor);
  editAugmentation_->setVisible(field.ownEditor);
  const FieldValues values = trainingSettingsSchema().write(run_.settings);
  if (const FieldValue* value = values.find(name)) value_->setText(fieldText(field, *value));
}

void RunDetails::applyChange() {
  const std::string name = setting_->currentData().toString().toStdString();
  const auto value = fieldFromText(*changeableSettings().find(name), value_->text());
  rateError_->setVisible(!value.ok());
  if (!value.ok()) return rateError_->setText(coreMessage(value.error()));
  value_->setModified(false);
  Q_EMIT changeWanted(name, *value);
}

QString RunDetails::waitWords() const {
  return wait_->text();
}

QWidget* RunDetails::buildUntil() {
  auto* box = new QWidget;
  auto* row = new QHBoxLayout(box);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(size::kGrid);
  auto* label = new QLabel(tr("Continue to epoch"));
  setKind(label, "muted");
  label->setBuddy(until_);
  until_->setAccessibleName(label->text());
  until_->setToolTip(tr("How many epochs the run has in all when it is continued"));
  row->addWidget(label, 1);
  row->addWidget(until_);
  return box;
}

void RunDetails::setRun(const RunRecord& run) {
  const FieldValues values = trainingSettingsSchema().write(run.settings);
  if (run.id != run_.id) endEditing();
  const bool other = run.id != run_.id || values != trainingSettingsSchema().write(run_.settings);
  const bool further = run.epochsDone != run_.epochsDone, known = run.origin.empty();
  run_ = run;
  // Cannot fail, since the settings were valid for training.
  (void)form_->setValues(values);
  const QDateTime started = QDateTime::fromString(QString::fromStdString(run.started), Qt::ISODate).toLocalTime();
  facts_->setFacts(
      {{tr("Name"), QString::fromStdString(run.name), {}},
       {tr("Data"), run.dataset.empty() ? QStringLiteral("–") : QString::fromStdString(run.dataset), {}},
       {tr("Began"), QLocale().toString(started, QLocale::ShortFormat), {}},
       {tr("Epochs done"),
        known ? tr("%1 of %2").arg(run.epochsDone).arg(run.settings.epochs) : QString::number(run.epochsDone),
        {}}});
  settings_->setVisible(known);
  settingsUnknown_->setVisible(!known);
  if (other || further) {
    const std::int64_t wanted = run.settings.epochs;
    until_->setRange(static_cast<int>(std::min(run.epochsDone + 1, kMostEpochs)), static_cast<int>(kMostEpochs));
    until_->setValue(static_cast<int>(
        std::min(kMostEpochs, run.epochsDone < wanted ? wanted : run.epochsDone + std::max<std::int64_t>(1, wanted))));
  }
  showUntil();
  if (!other) return;
  drawSchedule();
  if (!isBeingEdited(*value_, *changeApply_)) showValue();
}

// A value that was typed for one run must not be set in another, which may be selected because it begins.
void RunDetails::endEditing() {
  for (QWidget* each : std::initializer_list<QWidget*>{rate_, rateApply_, value_, changeApply_}) each->clearFocus();
  rateError_->hide();
}

void RunDetails::showUntil() {
  untilRow_->setVisible(!active_ && run_.origin.empty() && run_.epochsDone + run_.lastStep > 0);
}

qint64 RunDetails::untilEpoch() const {
  return until_->value();
}

void RunDetails::setSamples(qint64 samples) {
  samples_ = samples;
  drawSchedule();
}

void RunDetails::drawSchedule() {
  fovea::drawSchedule(*schedule_, run_.settings, samples_);
}

void RunDetails::applyRate() {
  bool number = false;
  const double rate = plainNumber(rate_->text().trimmed()).toDouble(&number);
  const bool good = number && std::isfinite(rate) && rate > 0 && rate <= 1000;
  rateError_->setVisible(!good);
  rateError_->setText(tr("The rate must be a number above 0, at most 1000."));
  if (!good) return;
  rate_->setModified(false);
  Q_EMIT learningRateWanted(rate);
  rate_->clearFocus();
}

void RunDetails::showSnapshot(const WorkerSnapshot& run) {
  active_ = run.active() && run.run == run_.id;
  live_->setVisible(active_);
  showUntil();
  const QString words = active_ ? stepWaitWords(run.times, run.loaderThreads) : QString();
  wait_->setText(words);
  wait_->setVisible(!words.isEmpty());
  if (active_) augmentation_ = run.augmentation;
  if (active_ && !isBeingEdited(*rate_, *rateApply_)) rate_->setText(numberText(run.learningRate, 'g', 6));
  schedule_->setPosition(active_ ? static_cast<double>(run.step) : std::numeric_limits<double>::quiet_NaN());
}

}  // namespace fovea
