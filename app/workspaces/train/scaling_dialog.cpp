#include "app/workspaces/train/scaling_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "widgets/forms/calm_combo_box.h"
#include "widgets/plots/scaling_plot.h"
#include "widgets/tables/table.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr QSize kScalingDialogSize(840, 700);
constexpr int kLinkWidth = 190, kDevicesWidth = 96;
constexpr int kPlanRows = 5;  // rows of the table that are visible without scrolling
constexpr int kMostPlanned = 1024, kFirstPlanned = 16;
constexpr double kGigabyteOfLink = 1e9;

struct UsualLink {
  double gigabytes;
  const char* name;
};
constexpr UsualLink kUsualLinks[] = {{0.125, "1 GbE"}, {1.25, "10 GbE"}, {25, "PCIe 4 x16"}, {450, "NVLink 4"}};
constexpr int kFirstLink = 1;

enum PlanColumn {
  kPlanDevices,
  kPlanSamples,
  kPlanComputing,
  kPlanSumming,
  kPlanTimes,
  kPlanEfficiency,
  kPlanMeasured
};

// "1.25", "1.25 GB/s" and "1.25 (10 GbE)" are 1.25; empty: not a positive number.
std::optional<double> linkGigabytes(const QString& typed) {
  static const QRegularExpression form(QStringLiteral("^\\s*([0-9.,eE+-]+)\\s*(GB/s)?\\s*(\\(.*\\))?\\s*$"));
  const QRegularExpressionMatch match = form.match(typed);
  bool read = false;
  const double value = plainNumber(match.captured(1)).toDouble(&read);
  if (!match.hasMatch() || !read || !std::isfinite(value) || value <= 0) return std::nullopt;
  return value;
}

QString shortSeconds(double seconds) {
  if (seconds > 0 && seconds < 1e-3) return QStringLiteral("%1 µs").arg(numberText(seconds * 1e6, 'g', 3));
  return seconds < 1 ? QStringLiteral("%1 ms").arg(numberText(seconds * 1000, 'g', 3)) : durationNumber(seconds);
}

// "2×" or "1.5× – 2×".
QString rangeText(const QString& low, const QString& high) {
  return low == high ? low : QStringLiteral("%1 – %2").arg(low, high);
}

QString wholePercent(double share) {
  return QStringLiteral("%1 %").arg(numberText(share * 100, share < 0.1 ? 'g' : 'f', share < 0.1 ? 2 : 0));
}

}  // namespace

ScalingDialog::ScalingDialog(Survey survey, const std::string& device, double seconds, QWidget* parent)
    : QDialog(parent),
      survey_(std::move(survey)),
      shared_(!device.starts_with("cuda")),
      seconds_(seconds),
      bandwidth_(new CalmComboBox),
      most_(new QSpinBox),
      plot_(new ScalingPlot),
      rows_(new QStandardItemModel(this)),
      table_(new QTableView),
      words_(new QLabel),
      problem_(new QLabel),
      stage_(new QLabel),
      bar_(new QProgressBar),
      measure_(new QPushButton) {
  build();
  connect(bandwidth_, &QComboBox::currentTextChanged, this, &ScalingDialog::showPlan);
  connect(most_, &QSpinBox::valueChanged, this, &ScalingDialog::showPlan);
  connect(measure_, &QPushButton::clicked, this, [this] {
    if (job_) return job_->cancel();
    if (input_) return measureRanks();
    if (const Status begun = measureStep(); !begun.ok()) showProblem(coreMessage(begun.error()));
  });
  connect(plot_, &ScalingPlot::devicesHovered, this, &ScalingDialog::selectRow);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
    if (row.isValid()) plot_->setHighlighted(row.siblingAtColumn(kPlanDevices).data(Qt::UserRole).toInt());
  });
  showPlan();
  showMeasuring();
}

ScalingDialog::~ScalingDialog() {
  if (job_) job_->cancel();
}

QWidget* ScalingDialog::buildFields() {
  bandwidth_->setEditable(true);
  bandwidth_->setInsertPolicy(QComboBox::NoInsert);
  for (const UsualLink& link : kUsualLinks)
    bandwidth_->addItem(QStringLiteral("%1 (%2)").arg(numberText(link.gigabytes), QLatin1String(link.name)));
  bandwidth_->setCurrentIndex(kFirstLink);
  bandwidth_->setFixedWidth(kLinkWidth);
  bandwidth_->setToolTip(tr("From each device to the next, in each direction. Choose a usual link or type a number."));
  most_->setRange(1, kMostPlanned);
  most_->setValue(kFirstPlanned);
  most_->setFixedWidth(kDevicesWidth);
  auto* fields = new QWidget;
  auto* row = new QHBoxLayout(fields);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(size::kGrid);
  const auto add = [row](const QString& title, QWidget* field) {
    auto* label = new QLabel(title);
    label->setBuddy(field);
    field->setAccessibleName(title);
    row->addWidget(label);
    row->addWidget(field);
  };
  add(tr("Bandwidth of the links (GB/s)"), bandwidth_);
  row->addSpacing(size::kGutter);
  add(tr("Most devices"), most_);
  row->addStretch();
  return fields;
}

void ScalingDialog::build() {
  setWindowTitle(tr("Plan scaling"));
  resize(kScalingDialogSize);
  auto* about = new QLabel(
      tr("Predicts how much faster several devices like this one train the network. They share each batch and sum the "
         "gradients in a ring. A real step lies between two limits: the backward pass hides nothing of the sum, or "
         "everything."));
  about->setWordWrap(true);
  for (QLabel* label : {about, words_, stage_}) setKind(label, "muted");
  words_->setWordWrap(true);
  setKind(problem_, "error");
  problem_->setWordWrap(true);
  rows_->setHorizontalHeaderLabels({tr("Devices"), tr("Samples of each"), tr("Computing"), tr("Summing"),
                                    tr("Times as fast"), tr("Efficiency"), tr("Measured here")});
  for (int i = 0; i < rows_->columnCount(); ++i)
    rows_->horizontalHeaderItem(i)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  table_->setModel(rows_);
  setUpTable(*table_);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setAccessibleName(tr("Plan by number of devices"));
  bar_->setTextVisible(false);
  bar_->setRange(0, 100);
  bar_->setAccessibleName(tr("Progress of the measurement"));
  // A table of fixed height leaves the rest of the window to the plot.
  table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() +
                         kPlanRows * table_->verticalHeader()->defaultSectionSize() + 2);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  measure_->setProperty("kind", "primary");
  buttons->addButton(measure_, QDialogButtonBox::ActionRole);
  auto* below = new QHBoxLayout;
  below->setSpacing(size::kGrid);
  below->addWidget(stage_);
  below->addWidget(bar_, 1);
  below->addStretch();
  below->addWidget(buttons);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGutter);
  column->addWidget(about);
  column->addWidget(buildFields());
  column->addWidget(plot_, 1);
  column->addWidget(table_);
  column->addWidget(words_);
  column->addWidget(problem_);
  column->addLayout(below);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QString ScalingDialog::words() const {
  return words_->text();
}

QString ScalingDialog::problem() const {
  return problem_->text();
}

Status ScalingDialog::begin(const ScalingRequest& request, Done done) {
  const QPointer<ScalingDialog> self(this);
  FOVEA_TRY(Job* const job, survey_(request, [self, done = std::move(done)](const Result<ScalingSurvey>& found) {
              if (!self) return;
              self->job_ = nullptr;
              self->measureProblem_ = found.ok() ? QString() : coreMessage(found.error());
              done(found);
              self->showPlan();
              self->showMeasuring();
            }));
  job_ = job;
  connect(job, &Job::progressChanged, this, &ScalingDialog::showMeasuring);
  measureProblem_.clear();
  showPlan();
  showMeasuring();
  return {};
}

Status ScalingDialog::measureStep() {
  ScalingRequest request;
  request.input.bytesPerSecond = kUsualLinks[kFirstLink].gigabytes * kGigabyteOfLink;
  request.input.devices = {1};
  request.offered = {2, 4};
  request.seconds = seconds_;
  return begin(request, [this](const Result<ScalingSurvey>& found) {
    if (!found.ok()) return;
    input_ = found->input;
    possible_ = found->possible;
  });
}

void ScalingDialog::measureRanks() {
  ScalingRequest request;
  request.input = *input_;
  request.input.stepSeconds = 0;  // measured again, so that both sides of the comparison meet the same load
  request.input.devices = {1};
  request.ranks = possible_;
  request.seconds = seconds_;
  const Status begun = begin(request, [this](const Result<ScalingSurvey>& found) {
    if (!found.ok()) return;
    input_ = found->input;
    measured_ = found->measured;
    if (found->stopped) measureProblem_ = coreMessage(*found->stopped);
  });
  if (!begun.ok()) showProblem(coreMessage(begun.error()));
}

void ScalingDialog::showMeasuring() {
  const bool running = job_;
  stage_->setVisible(running);
  bar_->setVisible(running);
  if (running) {
    // A translated stage, or at the beginning none.
    stage_->setText(job_->stage().isEmpty() ? tr("Measuring…") : job_->stage());
    bar_->setValue(static_cast<int>(100 * std::max(0.0, job_->progress())));
  }
  QStringList numbers;
  for (const int ranks : possible_) numbers << QString::number(ranks);
  measure_->setText(running ? tr("Cancel the measurement") : input_ ? tr("Measure here") : tr("Measure a step"));
  measure_->setEnabled(running || !input_ || !possible_.empty());
  measure_->setToolTip(
      running || !input_ ? QString()
      : possible_.empty()
          ? tr("Neither 2 nor 4 ranks can share this batch on the devices of this machine")
          : tr("Trains for a moment with %1 ranks on this machine").arg(numbers.join(tr(" and ", "two numbers"))));
}

void ScalingDialog::showProblem(const QString& words) {
  problem_->setText(words);
  problem_->setVisible(!words.isEmpty());
}

void ScalingDialog::showPlan() {
  showWords();
  showProblem(measureProblem_);
  plot_->setNote(job_ ? tr("A step is being measured on this machine.") : tr("No step is measured."));
  const std::optional<double> gigabytes = linkGigabytes(bandwidth_->currentText());
  if (!gigabytes) showProblem(tr("The bandwidth must be a positive number of gigabytes per second, such as 1.25."));
  if (!input_ || !gigabytes) return;
  ScalingInput input = *input_;
  input.bytesPerSecond = *gigabytes * kGigabyteOfLink;
  input.devices = devicesToPlan(most_->value(), input.batch);
  const auto rows = planScaling(input);
  if (!rows.ok()) return showProblem(coreMessage(rows.error()));
  std::vector<ScalingPlot::Range> ranges;
  for (const ScalingRow& row : *rows)
    ranges.push_back({row.devices, input.stepSeconds / row.slowestStep, input.stepSeconds / row.fastestStep});
  std::vector<ScalingPlot::Dot> dots;
  for (const MeasuredRanks& each : measured_) dots.push_back({each.ranks, each.speedup});
  plot_->setSpeeds(ranges, dots);
  showRows(*rows);
}

void ScalingDialog::showRows(const std::vector<ScalingRow>& rows) {
  rows_->setRowCount(static_cast<int>(rows.size()));
  for (int i = 0; i < rows_->rowCount(); ++i) {
    const ScalingRow& row = rows[static_cast<std::size_t>(i)];
    const auto put = [this, i](int column, const QString& text, const QVariant& value = {}) {
      auto* item = new QStandardItem(text);
      item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      item->setEditable(false);
      item->setData(value, Qt::UserRole);
      rows_->setItem(i, column, item);
    };
    put(kPlanDevices, numberLocale().toString(row.devices), row.devices);
    put(kPlanSamples, numberLocale().toString(static_cast<qlonglong>(row.batchOfEach)));
    put(kPlanComputing, shortSeconds(row.computeSeconds));
    put(kPlanSumming, shortSeconds(row.reduceSeconds));
    put(kPlanTimes,
        rangeText(timesText(input_->stepSeconds / row.slowestStep), timesText(input_->stepSeconds / row.fastestStep)));
    put(kPlanEfficiency, rangeText(wholePercent(row.slowestEfficiency), wholePercent(row.fastestEfficiency)));
    QString measured = QStringLiteral("–");
    for (const MeasuredRanks& each : measured_)
      if (each.ranks == row.devices) measured = timesText(each.speedup);
    put(kPlanMeasured, measured);
  }
}

void ScalingDialog::showWords() {
  QStringList parts;
  if (input_) {
    parts << tr("A step of %n samples takes %1 on one device, with %2 of gradients.", nullptr,
                static_cast<int>(input_->batch))
                 .arg(shortSeconds(input_->stepSeconds),
                      numberLocale().formattedDataSize(static_cast<qint64>(input_->gradientBytes), 1));
    if (most_->value() > input_->batch)
      parts << tr(
          "The plan ends at %n devices, since more cannot share the batch. Choose a larger batch for the next "
          "run to plan for more.",
          nullptr, static_cast<int>(input_->batch));
  }
  if (!measured_.empty() && shared_)
    parts << tr("Ranks on a processor share its cores, so what is measured there is the cost of working together.");
  // More than twice as fast as the ideal is no real gain.
  if (std::ranges::any_of(measured_, [](const MeasuredRanks& each) { return each.speedup > 2 * each.ranks; }))
    parts << tr("Something else slowed down the step of one device. Measure again when the machine is idle.");
  words_->setText(parts.join(QLatin1Char(' ')));
  words_->setVisible(!parts.isEmpty());
}

void ScalingDialog::selectRow(int devices) {
  const QSignalBlocker quiet(table_->selectionModel());
  table_->clearSelection();
  for (int row = 0; row < rows_->rowCount(); ++row)
    if (rows_->item(row, kPlanDevices)->data(Qt::UserRole).toInt() == devices) table_->selectRow(row);
  table_->viewport()->update();
}

}  // namespace fovea
