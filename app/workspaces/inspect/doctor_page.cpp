#include "app/workspaces/inspect/doctor_page.h"

#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/workspaces/data/sample_thumbnails.h"
#include "app/workspaces/inspect/doctor_words.h"
#include "app/workspaces/inspect/finding_card.h"
#include "core/project/run_facts.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kDoctorBar = 420, kDoctorSteps = 1000;
constexpr int kWidestList = 980;  // longer lines are hard to read

}  // namespace

DoctorPage::DoctorPage(Session& session, std::shared_ptr<InspectionEngine> engine, QWidget* parent)
    : QWidget(parent),
      session_(session),
      question_(std::move(engine), Urgency::Job),
      states_(new QStackedWidget),
      waiting_(new EmptyState("search", tr("Not diagnosed"),
                              tr("The records of the run, its layers on a few batches and its data are read for signs "
                                 "of common faults."))),
      running_(new QWidget),
      runningTitle_(new QLabel),
      bar_(new QProgressBar),
      cancel_(new QPushButton(tr("Cancel"))),
      healthy_(new EmptyState("check", tr("Nothing looks wrong"), {})),
      list_(new QWidget),
      column_(new QVBoxLayout(list_)),
      summary_(new QLabel),
      again_(new QPushButton(icon("refresh"), tr("Diagnose again"))),
      looked_(new QLabel),
      side_(new QWidget),
      sideTitle_(new QLabel),
      sideNote_(new QLabel),
      grid_(new ThumbnailGrid) {
  connect(waiting_->addAction(tr("Diagnose")), &QPushButton::clicked, this, &DoctorPage::diagnosisWanted);
  connect(healthy_->addAction(tr("Diagnose again")), &QPushButton::clicked, this, &DoctorPage::diagnosisWanted);
  buildRunning();
  buildSide();
  setKind(summary_, "title");
  setKind(looked_, "muted");
  looked_->setWordWrap(true);
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(size::kGutter);
  auto* header = new QHBoxLayout;
  again_->setProperty("kind", "flat");
  header->addWidget(summary_, 1);
  header->addWidget(again_);
  column_->addLayout(header);
  column_->addWidget(looked_);
  column_->addStretch(1);
  list_->setMaximumWidth(kWidestList);
  auto* middle = new QWidget;
  auto* row = new QHBoxLayout(middle);
  row->setContentsMargins(size::kPageMargin, size::kGutter, size::kPageMargin, size::kPageMargin);
  row->addWidget(list_, 100);
  row->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(middle);
  for (QWidget* state : std::initializer_list<QWidget*>{waiting_, running_, healthy_, scroll})
    states_->addWidget(state);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(0, 0, 0, 0);
  all->addWidget(states_);
  connect(cancel_, &QPushButton::clicked, this, &DoctorPage::cancel);
  connect(again_, &QPushButton::clicked, this, &DoctorPage::diagnosisWanted);
}

void DoctorPage::buildRunning() {
  auto* column = new QVBoxLayout(running_);
  column->setAlignment(Qt::AlignCenter);
  column->setSpacing(size::kGutter);
  setKind(runningTitle_, "title");
  bar_->setTextVisible(false);
  bar_->setFixedWidth(kDoctorBar);
  bar_->setAccessibleName(tr("Progress of the diagnosis"));
  column->addWidget(runningTitle_, 0, Qt::AlignHCenter);
  column->addWidget(bar_, 0, Qt::AlignHCenter);
  column->addWidget(cancel_, 0, Qt::AlignHCenter);
}

void DoctorPage::buildSide() {
  auto* column = new QVBoxLayout(side_);
  column->setContentsMargins(size::kPageMargin, size::kGrid, size::kPageMargin, size::kPageMargin);
  column->setSpacing(6);
  setKind(sideTitle_, "title");
  sideTitle_->setWordWrap(true);
  setKind(sideNote_, "muted");
  sideNote_->setWordWrap(true);
  grid_->setAccessibleName(tr("Samples of the finding"));
  connect(grid_, &ThumbnailGrid::activated, this,
          [this](qint64 index) { Q_EMIT recordWanted(records_->at(static_cast<std::size_t>(index))); });
  column->addWidget(sideTitle_);
  column->addWidget(sideNote_);
  column->addWidget(grid_, 1000);
  column->addStretch(1);  // fills the space while the grid is hidden
  clearSamples();
}

DoctorPage::State DoctorPage::state() const {
  return static_cast<State>(states_->currentIndex());
}

void DoctorPage::clear() {
  ++asked_;
  question_.cancel();
  subject_ = {};
  answer_.reset();
  facts_.reset();
  clearSamples();
  states_->setCurrentIndex(Waiting);
}

void DoctorPage::setSubject(const DoctorSubject& subject, bool again) {
  const bool same = subject.run == subject_.run && subject.checkpoint == subject_.checkpoint &&
                    subject.written == subject_.written && subject.dataset == subject_.dataset;
  if (same && !again) return;  // also after cancelling
  subject_ = subject;
  diagnose();
}

void DoctorPage::diagnose() {
  if (!subject_.run.valid()) return;
  // An answer about another run must not come while the records of this one are read.
  question_.cancel();
  answer_.reset();
  facts_.reset();
  clearSamples();
  runningTitle_->setText(tr("Diagnosing %1").arg(subject_.name));
  bar_->setRange(0, 0);
  states_->setCurrentIndex(Running);
  session_.projectThread()->ask([run = subject_.run](Project& project) { return readFacts(project.runs(), run); }, this,
                                [this, asked = ++asked_](Result<RunFacts>& facts) {
                                  if (asked != asked_) return;
                                  if (facts.ok()) return ask(std::move(*facts));
                                  states_->setCurrentIndex(Waiting);
                                  Q_EMIT failed(facts.error());
                                });
}

void DoctorPage::ask(RunFacts facts) {
  facts.dataset = subject_.dataset;
  facts_ = std::make_shared<const RunFacts>(std::move(facts));
  question_.ask(
      [facts = facts_, checkpoint = subject_.checkpoint](const InspectionEngine::Desk& desk,
                                                         const ProgressFunction& progress) {
        return diagnoseRun(desk, {*facts, checkpoint}, progress);
      },
      [this](const Question<DiagnosisAnswer>::Shared& answer) {
        if (answer->ok()) return show(answerIn(answer));
        states_->setCurrentIndex(Waiting);
        Q_EMIT failed(answer->error());
      },
      [this](double share) {
        if (share < 0) return bar_->setRange(0, 0);
        bar_->setRange(0, kDoctorSteps);
        bar_->setValue(static_cast<int>(share * kDoctorSteps));
      });
}

void DoctorPage::cancel() {
  ++asked_;
  question_.cancel();
  answer_.reset();
  states_->setCurrentIndex(Waiting);
}

QString DoctorPage::lookedAt() const {
  QStringList parts;
  const auto count = [this](std::int64_t number) { return locale().toString(static_cast<qlonglong>(number)); };
  parts << (answer_->epochs == 1 ? tr("Looked at %1 points and one epoch of the curves.").arg(count(answer_->points))
                                 : tr("Looked at %1 points and %2 epochs of the curves.")
                                       .arg(count(answer_->points), count(answer_->epochs)));
  if (answer_->layers > 0)
    parts << tr("%1 layers were run on %2 training samples.").arg(count(answer_->layers), count(answer_->samples));
  if (answer_->records > 0)
    parts << tr("%1 samples of the data set were compared with each other.").arg(count(answer_->records));
  for (const Error& error : answer_->missing) parts << tr("Not looked at: %1").arg(coreMessage(error.message));
  return parts.join(QLatin1Char(' '));
}

void DoctorPage::show(std::shared_ptr<const DiagnosisAnswer> answer) {
  answer_ = std::move(answer);
  for (FindingCard* card : std::as_const(cards_)) card->deleteLater();
  cards_.clear();
  for (const Diagnosis& finding : answer_->findings) {
    auto* card = new FindingCard(finding, facts_->dataset, list_);
    connect(card, &FindingCard::fixWanted, this, &DoctorPage::fixWanted);
    connect(card, &FindingCard::samplesWanted, this, [this, card] { showSamples(card->finding()); });
    column_->insertWidget(1 + static_cast<int>(cards_.size()), card);
    cards_ << card;
  }
  const int count = static_cast<int>(cards_.size());
  summary_->setText(
      (count == 1 ? tr("One finding in %1") : tr("%n findings in %1", nullptr, count)).arg(subject_.name));
  looked_->setText(lookedAt());
  healthy_->setTitle(tr("Nothing looks wrong with %1").arg(subject_.name));
  healthy_->setSentence(lookedAt());
  states_->setCurrentIndex(cards_.isEmpty() ? Healthy : Findings);
  Q_EMIT settled();
}

void DoctorPage::showSamples(const Diagnosis& finding) {
  if (!facts_ || !facts_->dataset) return;
  records_ = std::make_shared<const std::vector<std::uint32_t>>(finding.evidence.records);
  const int count = static_cast<int>(records_->size());
  sideTitle_->setText(count == 1 ? tr("One sample") : tr("%n samples", nullptr, count));
  sideNote_->setText(phraseWords(finding.title));
  grid_->setSource(std::make_shared<SampleThumbnails>(Catalogue(facts_->dataset, nullptr, nullptr), records_,
                                                      currentTheme().color(Color::Text)));
  grid_->show();
}

void DoctorPage::clearSamples() {
  grid_->setSource(nullptr);
  grid_->hide();
  sideTitle_->setText(tr("Samples"));
  sideNote_->setText(tr("A finding about samples shows them here."));
}

}  // namespace fovea
