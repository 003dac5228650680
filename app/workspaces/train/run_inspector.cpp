#include "app/workspaces/train/run_inspector.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <cmath>
#include <limits>

#include "core/train/schedule.h"
#include "widgets/forms/schema_form.h"
#include "widgets/plots/mini_plot.h"
#include "widgets/tables/fact_list.h"
#include "widgets/theme/card.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kPartsOfEpoch = 4;

}  // namespace

RunInspector::RunInspector(QWidget* parent)
    : QWidget(parent),
      subject_(new FactList),
      form_(new SchemaForm(trainingSettingsSchema().schema())),
      schedule_(new SchedulePlot),
      live_(new QWidget),
      rate_(new QLineEdit),
      rateError_(new QLabel),
      apply_(new QPushButton(tr("Set"))) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(10);
  auto* title = new QLabel(tr("Run"));
  setKind(title, "title");
  column->addWidget(title);
  column->addWidget(subject_);

  auto* liveColumn = new QVBoxLayout(live_);
  liveColumn->setContentsMargins(0, 0, 0, 0);
  liveColumn->setSpacing(6);
  liveColumn->addWidget(new SectionLabel(tr("Learning rate now")));
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGrid);
  rate_->setAccessibleName(tr("Learning rate of the run"));
  apply_->setToolTip(tr("Change the learning rate from the next step on"));
  row->addWidget(rate_, 1);
  row->addWidget(apply_);
  liveColumn->addLayout(row);
  setKind(rateError_, "error");
  rateError_->hide();
  liveColumn->addWidget(rateError_);
  live_->hide();
  column->addWidget(live_);

  column->addWidget(new SectionLabel(tr("Settings")));
  column->addWidget(form_);
  column->addWidget(new SectionLabel(tr("Learning rate over the run")));
  column->addWidget(schedule_);
  column->addStretch(1);
  connect(form_, &SchemaForm::valueEdited, this, [this] {
    drawSchedule();
    Q_EMIT settingsEdited();
  });
  connect(apply_, &QPushButton::clicked, this, &RunInspector::applyRate);
  connect(rate_, &QLineEdit::returnPressed, this, &RunInspector::applyRate);
  drawSchedule();
}

TrainingSettings RunInspector::settings() const {
  return trainingSettingsSchema().read(form_->values());
}

bool RunInspector::isValid() const {
  return form_->isValid();
}

void RunInspector::setSettings(const TrainingSettings& settings) {
  // Settings of a project were validated when they were read.
  (void)form_->setValues(trainingSettingsSchema().write(settings));
  drawSchedule();
}

void RunInspector::setSamples(qint64 samples) {
  samples_ = samples;
  drawSchedule();
}

void RunInspector::setSubject(const QString& network, const QString& dataset) {
  subject_->setFacts({{tr("Network"), network, {}}, {tr("Data"), dataset, {}}});
}

void RunInspector::drawSchedule() {
  const TrainingSettings wanted = settings();
  const std::int64_t stepsPerEpoch = std::max<std::int64_t>(1, (samples_ + wanted.batch - 1) / wanted.batch);
  std::vector<double> xs, rates;
  const std::int64_t epochs = std::min<std::int64_t>(wanted.epochs, 2000);
  for (std::int64_t epoch = 0; epoch < epochs; ++epoch) {
    // Schedules may change with every step; a few to an epoch show how.
    for (int part = 0; part <= kPartsOfEpoch; ++part) {
      const std::int64_t step = epoch * stepsPerEpoch + (stepsPerEpoch - 1) * part / kPartsOfEpoch;
      xs.push_back(static_cast<double>(step));
      rates.push_back(scheduledLearningRate(wanted, step, stepsPerEpoch));
    }
  }
  schedule_->setSchedule(xs, rates);
}

void RunInspector::applyRate() {
  bool number = false;
  const double rate = rate_->text().trimmed().toDouble(&number);
  const bool good = number && std::isfinite(rate) && rate > 0 && rate <= 1000;
  rateError_->setVisible(!good);
  rateError_->setText(tr("The rate must be a number above 0, at most 1000."));
  if (!good) return;
  Q_EMIT learningRateWanted(rate);
  rate_->clearFocus();
}

void RunInspector::showRun(const WorkerSnapshot& run) {
  const bool active = run.active();
  if (active != active_) {
    active_ = active;
    live_->setVisible(active);
    form_->setReadOnly(active);
  }
  if (active && !rate_->hasFocus()) rate_->setText(QString::number(run.learningRate, 'g', 6));
  schedule_->setPosition(active ? static_cast<double>(run.step) : std::numeric_limits<double>::quiet_NaN());
}

}  // namespace fovea
