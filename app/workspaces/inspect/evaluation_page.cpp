#include "app/workspaces/inspect/evaluation_page.h"

#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/workspaces/inspect/answer_inspector.h"
#include "app/workspaces/inspect/class_table.h"
#include "app/workspaces/inspect/figure_strip.h"
#include "app/workspaces/inspect/rates_card.h"
#include "app/workspaces/inspect/samples_card.h"
#include "widgets/images/matrix_view.h"
#include "widgets/images/thumbnail_grid.h"
#include "widgets/plots/share_plot.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/segment_bar.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kProgressWidth = 420, kProgressSteps = 1000;
constexpr int kUpperHeight = 250, kLowerHeight = 210;  // minimum heights of the two rows
constexpr int kTwoColumns = 860;                       // minimum width for two columns
constexpr double kToldFrom = 0.03;                     // share of the work after which the time left can be estimated

}  // namespace

EvaluationPage::EvaluationPage(std::shared_ptr<InspectionEngine> engine, QWidget* parent)
    : QWidget(parent),
      evaluation_(engine, Urgency::Job),
      other_(engine, Urgency::Job),
      states_(new QStackedWidget),
      waiting_(new EmptyState("inspect", tr("Not evaluated yet"), {})),
      evaluate_(waiting_->addAction(tr("Evaluate"))),
      running_(new QWidget),
      runningTitle_(new QLabel),
      runningNote_(new QLabel),
      bar_(new QProgressBar),
      cancel_(new QPushButton(tr("Cancel"))),
      figures_(new FigureStrip),
      stale_(new QLabel),
      compare_(new CheckpointBox),
      again_(new QPushButton(icon("refresh"), tr("Evaluate again"))),
      export_(new PillButton(tr("export"))),
      matrixCard_(new Card(tr("Confusion"))),
      matrix_(new MatrixView),
      figureChoice_(new SegmentBar({tr("counts"), tr("rows %"), tr("columns %")})),
      scatterCard_(new Card(tr("Truth and answer"))),
      scatter_(new SharePlot),
      classCard_(new Card(tr("By class"))),
      classes_(new ClassTable),
      samples_(new SamplesCard),
      rates_(new RatesCard),
      calibrationCard_(new Card(tr("Calibration"))),
      calibration_(new SharePlot),
      inspector_(new AnswerInspector(engine)) {
  buildRunning();
  states_->addWidget(waiting_);
  states_->addWidget(running_);
  states_->addWidget(buildResults());
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(states_);
  connect(evaluate_, &QPushButton::clicked, this, &EvaluationPage::evaluate);
  connect(again_, &QPushButton::clicked, this, &EvaluationPage::evaluate);
  connect(cancel_, &QPushButton::clicked, this, &EvaluationPage::cancel);
  connect(compare_, &CheckpointBox::checkpointChosen, this, &EvaluationPage::compareChosen);
  connect(figureChoice_, &SegmentBar::currentChanged, this,
          [this](int index) { matrix_->setFigure(static_cast<MatrixView::Figure>(index)); });
  connect(matrix_, &MatrixView::cellChosen, this, &EvaluationPage::chooseCell);
  connect(matrix_, &MatrixView::rowChosen, this, &EvaluationPage::chooseClass);
  connect(classes_, &ClassTable::classChosen, this, &EvaluationPage::chooseClass);
  connect(samples_, &SamplesCard::currentChanged, this, [this] {
    shown_ && samples_->current() >= 0 ? inspector_->show(*shown_, samples_->current()) : inspector_->clear();
  });
  connect(samples_, &SamplesCard::sampleOpened, this, [this] {
    if (const auto index = shown_->indexNow(static_cast<std::size_t>(samples_->current()))) Q_EMIT layersWanted(*index);
  });
  connect(scatter_, &SharePlot::pointChosen, this, [this](int index) { inspector_->show(*shown_, index); });
  connect(samples_, &SamplesCard::editWanted, this, &EvaluationPage::editWanted);
  connect(inspector_, &AnswerInspector::editWanted, this, &EvaluationPage::editWanted);
  connect(inspector_, &AnswerInspector::layersWanted, this, &EvaluationPage::layersWanted);
}

void EvaluationPage::buildRunning() {
  auto* column = new QVBoxLayout(running_);
  column->setAlignment(Qt::AlignCenter);
  column->setSpacing(size::kGutter);
  setKind(runningTitle_, "title");
  setKind(runningNote_, "muted");
  bar_->setRange(0, kProgressSteps);
  bar_->setTextVisible(false);
  bar_->setFixedWidth(kProgressWidth);
  bar_->setAccessibleName(tr("Progress of the evaluation"));
  column->addWidget(runningTitle_, 0, Qt::AlignHCenter);
  column->addWidget(bar_, 0, Qt::AlignHCenter);
  column->addWidget(runningNote_, 0, Qt::AlignHCenter);
  column->addWidget(cancel_, 0, Qt::AlignHCenter);
}

QWidget* EvaluationPage::buildHeader() {
  auto* header = new QWidget;
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(2, 0, 0, 0);
  row->setSpacing(size::kGrid);
  row->addWidget(figures_, 1);
  setKind(stale_, "caption");
  row->addWidget(stale_);
  again_->setProperty("kind", "flat");
  row->addWidget(again_);
  compare_->setPlaceholderText(tr("Compare with…"));
  compare_->setAccessibleName(tr("Compare with another checkpoint"));
  compare_->setToolTip(tr("Which samples are right here and wrong there, and the other way"));
  compare_->setMaximumWidth(190);
  row->addWidget(compare_);
  auto* menu = new QMenu(this);
  menu->addAction(tr("Figures as JSON…"), this, &EvaluationPage::exportJson);
  menu->addAction(tr("Samples as CSV…"), this, &EvaluationPage::exportAnswers);
  menu->addAction(tr("Classes as CSV…"), this, &EvaluationPage::exportClasses);
  menu->addAction(tr("Report as PDF…"), this, &EvaluationPage::exportReport);
  export_->setMenu(menu);
  row->addWidget(export_);
  return header;
}

QWidget* EvaluationPage::buildResults() {
  matrix_->setAccessibleName(tr("Confusion matrix: rows are classes, columns what they are taken for"));
  figureChoice_->setAccessibleName(tr("Figures of the matrix"));
  matrixCard_->addToHeader(figureChoice_);
  matrixCard_->body()->addWidget(matrix_, 1);
  scatter_->setAccessibleName(tr("Answers over true values"));
  scatter_->setAxes(tr("truth"), tr("answer"));
  scatterCard_->body()->addWidget(scatter_, 1);
  classCard_->body()->addWidget(classes_, 1);
  calibration_->setAccessibleName(tr("How often answers are right, over how sure they are"));
  calibration_->setAxes(tr("confidence"), tr("accuracy"));
  calibrationCard_->body()->addWidget(calibration_, 1);

  auto* left = new QVBoxLayout;
  auto* right = new QVBoxLayout;
  auto* plots = new QHBoxLayout;
  for (QBoxLayout* each : std::initializer_list<QBoxLayout*>{left, right, plots}) each->setSpacing(size::kGutter);
  for (QWidget* upper : std::initializer_list<QWidget*>{matrixCard_, scatterCard_, classCard_})
    upper->setMinimumHeight(kUpperHeight);
  for (QWidget* lower : std::initializer_list<QWidget*>{samples_, rates_, calibrationCard_})
    lower->setMinimumHeight(kLowerHeight);
  left->addWidget(matrixCard_, 7);
  left->addWidget(scatterCard_, 7);
  left->addWidget(samples_, 5);
  plots->addWidget(rates_, 1);
  plots->addWidget(calibrationCard_, 1);
  right->addWidget(classCard_, 7);
  right->addLayout(plots, 5);
  columns_ = new QBoxLayout(QBoxLayout::LeftToRight);
  columns_->setSpacing(size::kGutter);
  columns_->addLayout(left, 1);
  columns_->addLayout(right, 1);
  auto* page = new QWidget;
  auto* rows = new QVBoxLayout(page);
  rows->setContentsMargins(size::kPageMargin, size::kGutter, size::kPageMargin, size::kPageMargin);
  rows->setSpacing(size::kGrid);
  rows->addWidget(buildHeader());
  rows->addLayout(columns_, 1);
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(page);
  return scroll;
}

// Puts both columns side by side if there is room, else one below the other.
void EvaluationPage::fitColumns() {
  columns_->setDirection(width() < kTwoColumns ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void EvaluationPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitColumns();
}

EvaluationPage::State EvaluationPage::state() const {
  return static_cast<State>(states_->currentIndex());
}

void EvaluationPage::clear() {
  evaluation_.cancel();
  other_.cancel();
  shown_.reset();
  subject_ = {};
  samples_->clear();
  inspector_->clear();
  states_->setCurrentIndex(Waiting);
}

void EvaluationPage::setSubject(const EvaluationSubject& subject) {
  const EvaluationRequest &now = subject.request, &before = subject_.request;
  const bool sameWeights = now.checkpoint == before.checkpoint && subject.written == subject_.written;
  const bool sameSamples =
      now.dataset && before.dataset && now.dataset->sharesStore(*before.dataset) && now.split == before.split;
  if (sameWeights && sameSamples && now.dataset == before.dataset) {
    if (!evaluation_.busy() && !other_.busy()) Q_EMIT settled();
    return;
  }
  subject_ = subject;
  if (sameWeights && sameSamples && shown_) {
    shown_->now = now.dataset;
    showAnswer(shown_->answer, false);
  } else {
    evaluation_.cancel();
    other_.cancel();
    shown_.reset();
    samples_->clear();
    states_->setCurrentIndex(Waiting);
  }
  waiting_->setTitle(tr("%1 is not evaluated yet").arg(subject.split));
  evaluate_->setEnabled(now.dataset != nullptr);
  if (!now.dataset) return Q_EMIT settled();
  waiting_->setSentence(
      tr("All %2 samples go through %1 in the background, and the result is kept with the project.")
          .arg(subject.name, locale().toString(static_cast<qlonglong>(now.dataset->size(now.split)))));
  if (!evaluation_.busy()) ask(true);
}

void EvaluationPage::evaluate() {
  if (!subject_.request.dataset) return;
  since_.start();
  runningTitle_->setText(tr("Evaluating %1 on %2").arg(subject_.name, subject_.split));
  runningNote_->setText(tr("Preparing"));
  bar_->setValue(0);
  states_->setCurrentIndex(Running);
  cancel_->setFocus();
  ask(false);
}

void EvaluationPage::ask(bool onlyStored) {
  EvaluationRequest request = subject_.request;
  request.onlyStored = onlyStored;
  evaluation_.ask([request](const InspectionEngine::Desk& desk,
                            const ProgressFunction& progress) { return evaluateSplit(desk, request, progress); },
                  [this, onlyStored](const Question<EvaluationAnswer>::Shared& answer) {
                    if (answer->ok()) return showAnswer(answerIn(answer), true);
                    if (onlyStored) return Q_EMIT settled();
                    showFailure(answer->error());
                  },
                  [this](double share) { showProgress(share); });
}

void EvaluationPage::showProgress(double share) {
  if (state() != Running || share < 0) return;
  bar_->setValue(static_cast<int>(share * kProgressSteps));
  const double seconds = static_cast<double>(since_.elapsed()) / 1000;
  if (share < kToldFrom) return;
  const int left = static_cast<int>(seconds / share * (1 - share)) + 1;
  runningNote_->setText(left < 90 ? tr("%1 %, %2 s left").arg(static_cast<int>(share * 100)).arg(left)
                                  : tr("%1 %, %2 min left").arg(static_cast<int>(share * 100)).arg((left + 30) / 60));
}

void EvaluationPage::cancel() {
  evaluation_.cancel();
  other_.cancel();
  showCompared();
  states_->setCurrentIndex(shown_ ? Results : Waiting);
  Q_EMIT cancelled();
  Q_EMIT settled();
}

void EvaluationPage::showFailure(const Error& error) {
  showCompared();
  states_->setCurrentIndex(shown_ ? Results : Waiting);
  Q_EMIT failed(error);
  Q_EMIT settled();
}

void EvaluationPage::setCheckpoints(const CheckpointList& list, const Project* project) {
  list_ = &list;
  project_ = project;
  const RunId run = compare_->run();
  const std::int64_t step = compare_->step();
  compare_->fill(list);
  compare_->choose(run, list.find(run, step) ? step : -1);
}

void EvaluationPage::showCompared() {
  compare_->choose(comparedRun_, comparedStep_);
}

void EvaluationPage::compareChosen() {
  const CheckpointRecord* record = list_ ? list_->find(compare_->run(), compare_->step()) : nullptr;
  if (record && project_) compareWith(project_->checkpointPath(*record), compare_->currentText());
}

void EvaluationPage::compareWith(const std::filesystem::path& checkpoint, const QString& name) {
  if (!shown_) return;
  EvaluationRequest request = shown_->answer->request;
  request.checkpoint = checkpoint;
  request.onlyStored = false;
  since_.start();
  runningTitle_->setText(tr("Evaluating %1 to compare").arg(name));
  runningNote_->setText(tr("Preparing"));
  bar_->setValue(0);
  states_->setCurrentIndex(Running);
  other_.ask(
      [request](const InspectionEngine::Desk& desk, const ProgressFunction& progress) {
        return evaluateSplit(desk, request, progress);
      },
      [this, name, run = compare_->run(), step = compare_->step()](const Question<EvaluationAnswer>::Shared& answer) {
        if (!answer->ok()) return showFailure(answer->error());
        auto comparison = compareEvaluations(shown_->evaluation(), answer->value().evaluation);
        if (!comparison.ok()) return showFailure(comparison.error());
        shown_->comparison = std::move(*comparison);
        shown_->against = name;
        comparedRun_ = run;
        comparedStep_ = step;
        showAnswer(shown_->answer, false);
        samples_->showList(SamplesCard::List::Broken);
      },
      [this](double share) { showProgress(share); });
}

}  // namespace fovea
