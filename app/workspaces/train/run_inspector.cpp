#include "app/workspaces/train/run_inspector.h"

#include <QApplication>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <map>

#include "app/bridge/user_settings.h"
#include "app/workspaces/train/preset_button.h"
#include "app/workspaces/train/run_details.h"
#include "app/workspaces/train/start_choice.h"
#include "widgets/forms/schema_form.h"
#include "widgets/plots/mini_plot.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr const char* kNetwork = "network";
constexpr const char* kDataset = "dataset";
constexpr const char* kFoldedKey = "train/foldedSettings";

// Returns the sections that the user folded last; at first those that are rarely changed.
std::vector<std::string> foldedSections() {
  if (!UserSettings::contains(kFoldedKey)) return rareSettingsSections();
  std::vector<std::string> folded;
  for (const QString& section : UserSettings::value(kFoldedKey).toStringList()) folded.push_back(section.toStdString());
  return folded;
}

// Returns a schema with one text field, without help, which would separate it from the settings below.
Schema textSchema(const char* name, const QString& title) {
  Field field;
  field.name = name;
  field.title = title.toStdString();
  field.kind = FieldKind::Text;
  field.defaultValue = std::string();
  return {std::vector<Field>{field}};
}

}  // namespace

RunInspector::RunInspector(QWidget* parent)
    : QWidget(parent),
      tabs_(new QWidget),
      nextTab_(new QPushButton(tr("Next run"))),
      runTab_(new QPushButton),
      network_(new SchemaForm(textSchema(kNetwork, tr("Network")))),
      data_(new SchemaForm(textSchema(kDataset, tr("Data")))),
      form_(new SchemaForm(trainingSettingsSchema().schema())),
      origins_(new QLabel),
      schedule_(new SchedulePlot),
      page_(new RunDetails),
      presets_(new PresetButton),
      start_(new StartChoice),
      estimate_(new QLabel) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(10);
  auto* row = new QHBoxLayout(tabs_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  auto* group = new QButtonGroup(this);
  nextTab_->setToolTip(tr("The settings that the next run will have"));
  runTab_->setToolTip(tr("The settings of the run that is looked at"));
  for (QPushButton* tab : {nextTab_, runTab_}) {
    tab->setCheckable(true);
    tab->setProperty("kind", "flat");
    group->addButton(tab);
    row->addWidget(tab, 1);
  }
  nextTab_->setChecked(true);
  column->addWidget(tabs_);
  column->addWidget(next_ = buildNext());
  column->addWidget(page_);
  column->addStretch(1);
  connect(runTab_, &QPushButton::toggled, this, [this](bool shown) {
    page_->setVisible(shown);
    next_->setVisible(!shown);
  });
  connect(form_, &SchemaForm::valueEdited, this, [this](const QString& name, const FieldValue& value) {
    chosen_.set(name.toStdString(), value);
    showChosen();
    Q_EMIT settingsEdited();
  });
  connect(presets_, &PresetButton::presetTaken, this, [this](const FieldValues& values) {
    setChosenSettings(values);
    Q_EMIT settingsEdited();
  });
  connect(presets_, &PresetButton::runTaken, this, [this](const TrainingSettings& settings) {
    setSettings(settings);
    Q_EMIT settingsEdited();
  });
  connect(presets_, &PresetButton::failed, this, &RunInspector::failed);
  form_->setFoldable(foldedSections());
  page_->form()->setFoldable(rareSettingsSections());
  connect(form_, &SchemaForm::foldingChanged, this, [this] {
    QStringList folded;
    for (const std::string& section : form_->foldedGroups()) folded << QString::fromStdString(section);
    UserSettings::setValue(kFoldedKey, folded);
  });
  connect(this, &RunInspector::settingsEdited, this, [this] { setEstimate({}); });
  connect(page_, &RunDetails::learningRateWanted, this, &RunInspector::learningRateWanted);
  connect(page_, &RunDetails::settingsWanted, this, [this] {
    setSettings(page_->settings());
    showNextPage();
    Q_EMIT settingsEdited();
  });
  page_->hide();
  setRun({});
  showChosen();
}

QWidget* RunInspector::buildNext() {
  auto* next = new QWidget;
  auto* column = new QVBoxLayout(next);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(10);
  auto* subject = new QVBoxLayout;
  subject->setSpacing(size::kGrid);
  subject->addWidget(network_);
  subject->addWidget(data_);
  column->addLayout(subject);
  network_->setReadOnly(true);
  network_->setToolTip(tr("The network that is drawn in Network"));
  data_->setToolTip(tr("The data set that the next run trains on, whichever is looked at in Data"));
  connect(data_, &SchemaForm::valueEdited, this, [this](const QString&, const FieldValue& value) {
    Q_EMIT datasetWanted(QString::fromStdString(std::get<std::string>(value)));
  });
  column->addWidget(new SectionLabel(tr("Settings")));
  form_->setWord("memory_limit", std::int64_t{0}, tr("none"));
  origins_->setObjectName("origins");
  origins_->setWordWrap(true);
  origins_->setProperty("kind", "muted");
  column->addWidget(origins_);
  column->addWidget(presets_, 0, Qt::AlignLeft);
  column->addWidget(form_);
  column->addWidget(start_);
  column->addWidget(new SectionLabel(tr("Learning rate over the run")));
  column->addWidget(schedule_);
  auto* find = new QPushButton(tr("Find a learning rate…"));
  find->setObjectName("findRate");
  find->setToolTip(tr("A short trial in which the rate rises shows where the loss falls, and where it explodes"));
  connect(find, &QPushButton::clicked, this, &RunInspector::rateSearchWanted);
  column->addWidget(find, 0, Qt::AlignLeft);
  auto* measure = new QPushButton(tr("Estimate time and memory"));
  measure->setObjectName("estimate");
  measure->setToolTip(tr("Measures some steps and says how long the run will take; nothing is kept of them"));
  connect(measure, &QPushButton::clicked, this, &RunInspector::estimateWanted);
  column->addWidget(measure, 0, Qt::AlignLeft);
  estimate_->setWordWrap(true);
  estimate_->setProperty("kind", "muted");
  estimate_->hide();
  column->addWidget(estimate_);
  return next;
}

TrainingSettings RunInspector::settings() const {
  return trainingSettingsSchema().read(form_->values());
}

bool RunInspector::isValid() const {
  return form_->isValid();
}

void RunInspector::setSettings(const TrainingSettings& settings) {
  setChosenSettings(choicesFor(defaults_, settings));
}

void RunInspector::chooseRate(double rate) {
  chosen_.set("learning_rate", rate);
  showChosen();
  Q_EMIT settingsEdited();
}

void RunInspector::setChosenSettings(const FieldValues& chosen) {
  form_->dropInvalid();
  chosen_ = chosen;
  showChosen();
}

void RunInspector::setDefaults(const SettingDefaults& defaults) {
  if (defaults == defaults_) return;
  defaults_ = defaults;
  showChosen();
}

void RunInspector::showChosen() {
  const ResolvedSettings resolved = resolveSettings(defaults_, chosen_);
  // Cannot fail: a project's settings are validated when read, and the form's by the form.
  (void)form_->setValues(trainingSettingsSchema().write(resolved.settings));
  showOrigins(resolved);
  showSections();
  presets_->setChosen(chosen_);
  drawSchedule();
}

// Shows beside each section how many of its settings the user chose.
void RunInspector::showSections() {
  std::map<std::string, int> chosen;
  for (const Field& field : form_->schema().fields()) chosen[field.group] += chosen_.contains(field.name) ? 1 : 0;
  for (const auto& [section, count] : chosen)
    form_->setGroupNote(section, count > 0 ? tr("%n set", nullptr, count) : QString());
}

void RunInspector::setEstimate(const QString& words) {
  estimate_->setText(words);
  estimate_->setVisible(!words.isEmpty());
}

QString RunInspector::estimate() const {
  return estimate_->text();
}

// Shows where default settings come from: "Optimizer, Rate: defaults of char-lstm."
void RunInspector::showOrigins(const ResolvedSettings& resolved) {
  const Schema schema = trainingSettingsSchema().schema();
  const FieldValues values = trainingSettingsSchema().write(resolved.settings);
  QStringList lines;
  for (const QString& origin :
       {QString::fromStdString(defaults_.origin), QString::fromStdString(resolved.settings.optimizer)}) {
    QStringList titles;
    for (const auto& [name, from] : resolved.origins)
      if (QString::fromStdString(from) == origin && schema.isRelevant(name, values))
        titles << coreText(schema.find(name)->title);
    if (!titles.isEmpty()) lines << tr("Defaults of %1: %2.").arg(origin, titles.join(", "));
  }
  if (resolved.originOf("batch") == kFewSamples) lines << tr("The batch is small because there are few samples.");
  origins_->setText(lines.join(' '));
  origins_->setVisible(!lines.isEmpty());
}

void RunInspector::setSamples(qint64 samples) {
  samples_ = samples;
  page_->setSamples(samples);
  drawSchedule();
}

void RunInspector::setSubject(const QString& network, const QStringList& datasets, const QString& chosen) {
  (void)network_->setValues({{kNetwork, network.toStdString()}});
  // Cannot fail, since any text is a valid value.
  (void)data_->setValues({{kDataset, chosen.toStdString()}});
  // Rebuilds the box only if the choices change, since it must not be rebuilt while it emits a choice.
  if (datasets_ == datasets) return;
  datasets_ = datasets;
  QList<std::pair<QString, QString>> choices;
  for (const QString& name : datasets) choices.append({name, name});
  if (choices.isEmpty()) choices.append({QString(), tr("none")});
  data_->setSuggestions(kDataset, choices);
}

void RunInspector::setDevices(const QList<std::pair<QString, QString>>& devices) {
  for (SchemaForm* form : {form_, page_->form()}) form->setSuggestions("device", devices);
}

void RunInspector::drawSchedule() {
  fovea::drawSchedule(*schedule_, settings(), samples_);
}

void RunInspector::setRun(const std::optional<RunRecord>& run) {
  tabs_->setVisible(run.has_value());
  if (!run) return showNextPage();
  runTab_->setText(tr("Run %1").arg(run->id.index));
  page_->setRun(*run);
}

void RunInspector::showRunPage() {
  if (!tabs_->isHidden()) runTab_->setChecked(true);
}

void RunInspector::showNextPage() {
  nextTab_->setChecked(true);
}

bool RunInspector::runPageShown() const {
  return runTab_->isChecked();
}

bool RunInspector::editsNext() const {
  return next_->isAncestorOf(QApplication::focusWidget());
}

QLineEdit* RunInspector::rateField() const {
  return page_->rateField();
}

void RunInspector::showSnapshot(const WorkerSnapshot& run) {
  page_->showSnapshot(run);
}

}  // namespace fovea
