#include "app/workspaces/train/sweep_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/workspaces/train/metric_words.h"
#include "core/project/sweep_course.h"
#include "widgets/forms/calm_combo_box.h"
#include "widgets/forms/field_editor.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr QSize kSweepDialogSize(760, 500);
constexpr int kNumberWidth = 120;
constexpr int kMostDraws = 1000, kMostSeeds = 100;

FieldValue valueNear(const Field& field, double number) {
  const double allowed = std::clamp(number, field.minimum, field.maximum);
  if (field.kind == FieldKind::Integer) return static_cast<std::int64_t>(std::llround(allowed));
  // One digit: 0.03 rather than 0.0316227766.
  return QString::number(allowed, 'g', 1).toDouble();
}

// The values of a list are separated by spaces, by semicolons, and by commas where no comma is in a number.
QStringList valuesIn(const QString& text) {
  const bool commas = numberLocale().decimalPoint() != QLatin1String(",");
  return text.split(QRegularExpression(commas ? QStringLiteral("[\\s;,]+") : QStringLiteral("[\\s;]+|,\\s+")),
                    Qt::SkipEmptyParts);
}

QString valuesText(const Field& field, const std::vector<FieldValue>& values) {
  QStringList texts;
  for (const FieldValue& value : values) {
    const auto* text = std::get_if<std::string>(&value);
    const QString word = text ? QString::fromStdString(*text) : fieldText(field, value);
    if (!texts.contains(word)) texts << word;
  }
  return texts.join(QStringLiteral("; "));
}

QSpinBox* countField(int least, int most, int value) {
  auto* box = new QSpinBox;
  box->setRange(least, most);
  box->setValue(value);
  box->setFixedWidth(kNumberWidth);
  return box;
}

}  // namespace

SweepAxisRow::SweepAxisRow(const Schema& schema, const TrainingSettings& settings, QWidget* parent)
    : QWidget(parent),
      schema_(schema),
      present_(trainingSettingsSchema().write(settings)),
      setting_(new CalmComboBox),
      kind_(new CalmComboBox),
      values_(new QLineEdit),
      low_(new QLineEdit),
      to_(new QLabel(tr("to"))),
      high_(new QLineEdit) {
  for (const Field& each : schema_.fields())
    if (each.name != "seed" && each.name != "device" && each.kind != FieldKind::IntegerList && !each.ownEditor)
      setting_->addItem(coreText(each.title), QString::fromStdString(each.name));
  setting_->setAccessibleName(tr("Setting that varies"));
  kind_->setAccessibleName(tr("How its values are chosen"));
  values_->setAccessibleName(tr("Values to try"));
  values_->setToolTip(tr("Separated by semicolons or spaces"));
  low_->setAccessibleName(tr("Lowest value"));
  high_->setAccessibleName(tr("Highest value"));
  auto* remove = new QToolButton;
  remove->setIcon(icon("remove"));
  remove->setToolTip(tr("Let this setting not vary"));
  remove->setAccessibleName(tr("Remove"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(size::kGrid);
  row->addWidget(setting_, 2);
  row->addWidget(kind_, 2);
  row->addWidget(values_, 3);
  row->addWidget(low_, 1);
  row->addWidget(to_);
  row->addWidget(high_, 1);
  row->addWidget(remove);
  connect(setting_, &QComboBox::currentIndexChanged, this, [this] {
    offerKinds();
    offerValues();
    Q_EMIT edited();
  });
  connect(kind_, &QComboBox::currentIndexChanged, this, [this] {
    showKind();
    Q_EMIT edited();
  });
  for (QLineEdit* line : {values_, low_, high_}) connect(line, &QLineEdit::textEdited, this, &SweepAxisRow::edited);
  connect(remove, &QToolButton::clicked, this, &SweepAxisRow::removeWanted);
  offerKinds();
  offerValues();
}

const Field& SweepAxisRow::field() const {
  return *schema_.find(setting());
}

std::string SweepAxisRow::setting() const {
  return setting_->currentData().toString().toStdString();
}

void SweepAxisRow::setSetting(const std::string& name) {
  setting_->setCurrentIndex(std::max(0, setting_->findData(QString::fromStdString(name))));
}

bool SweepAxisRow::drawn() const {
  return kind_->currentData().toInt() != kList;
}

void SweepAxisRow::offerKinds() {
  const QSignalBlocker quiet(kind_);
  kind_->clear();
  kind_->addItem(tr("each of these"), kList);
  if (field().isNumber()) {
    kind_->addItem(tr("drawn from a range"), kRange);
    kind_->addItem(tr("drawn by orders of magnitude"), kLogarithmicRange);
  }
  showKind();
}

// Offers values around the present one: thrice and a third of a number, every choice of a list.
void SweepAxisRow::offerValues() {
  const Field& chosen = field();
  const FieldValue& present = *present_.find(chosen.name);
  std::vector<FieldValue> values;
  if (chosen.kind == FieldKind::Choice) {
    for (const FieldChoice& choice : chosen.choices) values.push_back(choice.value);
  } else if (chosen.kind == FieldKind::Boolean) {
    values = {false, true};
  } else if (chosen.isNumber()) {
    const double middle = fieldNumber(present);
    const double step = chosen.kind == FieldKind::Integer ? 2 : std::sqrt(10.0);
    for (const double factor : {step, 1.0, 1 / step})
      values.push_back(factor == 1 ? present : valueNear(chosen, middle * factor));
    low_->setText(fieldText(chosen, valueNear(chosen, middle / 10)));
    high_->setText(fieldText(chosen, valueNear(chosen, middle * 10)));
  } else {
    values = {present};
  }
  values_->setText(valuesText(chosen, values));
}

void SweepAxisRow::showKind() {
  values_->setVisible(!drawn());
  for (QWidget* each : std::initializer_list<QWidget*>{low_, to_, high_}) each->setVisible(drawn());
}

Result<SweepAxis> SweepAxisRow::axis() const {
  const Field& chosen = field();
  SweepAxis axis{chosen.name, {}};
  axis.drawn = drawn();
  axis.logarithmic = kind_->currentData().toInt() == kLogarithmicRange;
  if (axis.drawn) {
    FOVEA_TRY(const FieldValue low, fieldFromText(chosen, low_->text()));
    FOVEA_TRY(const FieldValue high, fieldFromText(chosen, high_->text()));
    axis.low = fieldNumber(low);
    axis.high = fieldNumber(high);
  } else {
    for (const QString& word : valuesIn(values_->text())) {
      FOVEA_TRY(FieldValue value, fieldFromText(chosen, word));
      axis.values.push_back(std::move(value));
    }
  }
  FOVEA_CHECK(checkAxis(axis));
  return axis;
}

SweepDialog::SweepDialog(const TrainingSettings& settings, const std::vector<std::string>& metrics, QWidget* parent)
    : QDialog(parent),
      settings_(settings),
      schema_(trainingSettingsSchema().schema()),
      axes_(new QVBoxLayout),
      add_(new QPushButton(icon("add"), tr("Another setting"))),
      draws_(countField(1, kMostDraws, 10)),
      drawsTitle_(new QLabel(tr("Draws"))),
      seeds_(countField(1, kMostSeeds, 1)),
      halving_(new CalmComboBox),
      firstEpochs_(countField(1, 1'000'000, 1)),
      firstTitle_(new QLabel(tr("Epochs of the first round"))),
      metric_(new CalmComboBox),
      name_(new QLineEdit),
      summary_(new QLabel),
      problem_(new QLabel) {
  setWindowTitle(tr("Sweep"));
  resize(kSweepDialogSize);
  auto* words = new QLabel(
      tr("Trains the network from fresh weights once with each combination of these values, and shows which does best. "
         "All other settings are those of the next run."));
  words->setWordWrap(true);
  setKind(words, "muted");
  axes_->setContentsMargins(0, 0, 0, 0);
  axes_->setSpacing(size::kGrid);
  auto* rows = new QWidget;
  auto* rowsColumn = new QVBoxLayout(rows);
  rowsColumn->setContentsMargins(0, 0, 0, 0);
  rowsColumn->setSpacing(size::kGrid);
  rowsColumn->addLayout(axes_);
  rowsColumn->addWidget(add_, 0, Qt::AlignLeft);
  rowsColumn->addStretch();
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(rows);

  draws_->setToolTip(tr("So many combinations are drawn from the ranges, for each combination of the lists"));
  seeds_->setToolTip(tr("Each combination is trained so often, with other random numbers: mean and deviation say how "
                        "much is chance"));
  halving_->addItem(tr("Train all to their last epoch"), 0);
  halving_->addItem(tr("Keep the better half of each round"), 2);
  halving_->addItem(tr("Keep the best third of each round"), 3);
  halving_->addItem(tr("Keep the best quarter of each round"), 4);
  halving_->setToolTip(
      tr("Successive halving: a first round trains all for a few epochs; only the best go on, for more of them"));
  metric_->addItem(tr("Validation accuracy, else the loss"), QString());
  std::vector<std::string> names(std::begin(kUsualSweepMetrics), std::end(kUsualSweepMetrics));
  for (const std::string& metric : metrics)
    if (std::find(names.begin(), names.end(), metric) == names.end()) names.push_back(metric);
  for (const std::string& metric : names)
    metric_->addItem(splitMetricTitle(metric), QString::fromStdString(metric));
  name_->setPlaceholderText(tr("the next free number"));
  auto* left = new QFormLayout;
  auto* right = new QFormLayout;
  for (QFormLayout* form : {left, right}) form->setVerticalSpacing(size::kGrid);
  const auto add = [](QFormLayout* form, QLabel* title, QWidget* field) {
    field->setAccessibleName(title->text());
    title->setBuddy(field);
    form->addRow(title, field);
  };
  add(left, new QLabel(tr("Runs of each combination")), seeds_);
  add(left, drawsTitle_, draws_);
  add(left, firstTitle_, firstEpochs_);
  add(right, new QLabel(tr("Rounds")), halving_);
  add(right, new QLabel(tr("Decides")), metric_);
  add(right, new QLabel(tr("Name")), name_);
  auto* fields = new QHBoxLayout;
  fields->setSpacing(2 * size::kGutter);
  fields->addLayout(left);
  fields->addLayout(right, 1);
  for (QLabel* label : {summary_, problem_}) label->setWordWrap(true);
  setKind(problem_, "error");
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  begin_ = buttons->addButton(tr("Begin the sweep"), QDialogButtonBox::AcceptRole);
  begin_->setProperty("kind", "primary");
  begin_->setDefault(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGutter);
  column->addWidget(words);
  column->addWidget(new SectionLabel(tr("What varies")));
  column->addWidget(scroll, 1);
  column->addWidget(new SectionLabel(tr("How it is tried")));
  column->addLayout(fields);
  column->addWidget(summary_);
  column->addWidget(problem_);
  column->addWidget(buttons);
  connect(add_, &QPushButton::clicked, this, &SweepDialog::addUnusedSetting);
  for (QSpinBox* field : {draws_, seeds_, firstEpochs_})
    connect(field, &QSpinBox::valueChanged, this, &SweepDialog::showPlan);
  for (QComboBox* box : {halving_, metric_})
    connect(box, &QComboBox::currentIndexChanged, this, &SweepDialog::showPlan);
  connect(name_, &QLineEdit::textChanged, this, &SweepDialog::showPlan);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    const auto wanted = plan();
    if (!wanted.ok()) return showPlan();
    Q_EMIT planned(*wanted);
    accept();
  });
  add_->setAutoDefault(false);
  addRow("learning_rate")->valuesField()->setFocus();
}

SweepAxisRow* SweepDialog::addRow(const std::string& setting) {
  auto* row = new SweepAxisRow(schema_, settings_);
  row->setSetting(setting);
  axes_->addWidget(row);
  rows_.push_back(row);
  connect(row, &SweepAxisRow::edited, this, &SweepDialog::showPlan);
  connect(row, &SweepAxisRow::removeWanted, this, [this, row] { removeRow(row); });
  showPlan();
  return row;
}

void SweepDialog::removeRow(SweepAxisRow* row) {
  std::erase(rows_, row);
  row->hide();
  row->deleteLater();
  add_->setFocus();
  showPlan();
}

void SweepDialog::addUnusedSetting() {
  for (const char* usual : {"learning_rate", "batch", "optimizer", "weight_decay", "momentum"}) {
    const bool used =
        std::any_of(rows_.begin(), rows_.end(), [usual](const auto* row) { return row->setting() == usual; });
    if (!used) return addRow(usual)->settingBox()->setFocus();
  }
  addRow("epochs")->settingBox()->setFocus();
}

Result<SweepPlan> SweepDialog::plan() const {
  SweepPlan plan;
  plan.name = name_->text().trimmed().toStdString();
  for (const SweepAxisRow* row : rows_) {
    FOVEA_TRY(SweepAxis axis, row->axis());
    plan.axes.push_back(std::move(axis));
  }
  plan.draws = draws_->value();
  plan.seeds = seeds_->value();
  plan.halving = halving_->currentData().toInt();
  plan.firstEpochs = firstEpochs_->value();
  plan.metric = metric_->currentData().toString().toStdString();
  plan.seed = settings_.seed;
  FOVEA_CHECK(checkSweep(plan));
  return plan;
}

// "12 runs of 5 epochs", or "9 for 1 epoch, then 3 up to epoch 3, then 1 up to epoch 9".
QString SweepDialog::roundWords(const SweepPlan& plan) const {
  const auto rounds = sweepRounds(plan, settings_.epochs);
  const auto runs = static_cast<qint64>(sweepTrials(plan).size());
  const bool epochsVary =
      std::any_of(plan.axes.begin(), plan.axes.end(), [](const SweepAxis& axis) { return axis.setting == "epochs"; });
  if (rounds.size() < 2)
    return epochsVary ? tr("%n runs.", nullptr, static_cast<int>(runs))
                      : tr("%1 of %2.").arg(tr("%n runs", nullptr, static_cast<int>(runs)),
                                            tr("%n epochs", nullptr, static_cast<int>(settings_.epochs)));
  QStringList parts;
  std::int64_t present = runs, epochs = 0, before = 0;
  for (std::size_t round = 0; round < rounds.size(); ++round) {
    parts << (round == 0 ? tr("%n runs up to epoch %1", nullptr, static_cast<int>(present))
                         : tr("then %n up to epoch %1", nullptr, static_cast<int>(present)))
                 .arg(rounds[round].epochs);
    epochs += present * (rounds[round].epochs - before);
    before = rounds[round].epochs;
    present = rounds[round].survivors * plan.seeds;
  }
  return tr("%1: %2 in all.")
      .arg(parts.join(QStringLiteral(", ")), tr("%n epochs", nullptr, static_cast<int>(epochs)));
}

void SweepDialog::showPlan() {
  const bool draws = std::any_of(rows_.begin(), rows_.end(), [](const auto* row) { return row->drawn(); });
  const bool halves = halving_->currentData().toInt() > 0;
  for (QWidget* each : std::initializer_list<QWidget*>{draws_, drawsTitle_}) each->setVisible(draws);
  for (QWidget* each : std::initializer_list<QWidget*>{firstEpochs_, firstTitle_}) each->setVisible(halves);
  const auto wanted = plan();
  summary_->setText(wanted.ok() ? roundWords(*wanted) : QString());
  summary_->setVisible(wanted.ok());
  problem_->setText(wanted.ok() ? QString() : coreMessage(wanted.error()));
  problem_->setVisible(!wanted.ok());
  begin_->setEnabled(wanted.ok());
}

QString SweepDialog::summary() const {
  return summary_->text();
}

QString SweepDialog::problem() const {
  return problem_->text();
}

}  // namespace fovea
