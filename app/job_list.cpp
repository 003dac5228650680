#include "app/job_list.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/status_strip.h"
#include "widgets/theme/card.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kListWidth = 380;
constexpr int kStripBar = 70;
constexpr int kStripWords = 190;

QProgressBar* makeBar() {
  auto* bar = new QProgressBar;
  bar->setTextVisible(false);
  return bar;
}

QToolButton* makeCancel() {
  auto* button = new QToolButton;
  button->setIcon(icon("close"));
  button->setAutoRaise(true);
  return button;
}

void showProgress(QProgressBar& bar, double progress) {
  bar.setRange(0, progress < 0 ? 0 : kBarSteps);
  bar.setValue(static_cast<int>(progress * kBarSteps));
}

void nameCancel(QToolButton& button, const Job& job) {
  const QString words = QObject::tr("Cancel: %1").arg(job.title());
  button.setEnabled(!job.cancelled());
  button.setToolTip(words);
  button.setAccessibleName(words);
}

QString stageOf(const Job& job) {
  if (job.cancelled()) return QObject::tr("Cancelling…");
  if (job.secondsLeft() < 0) return job.stage();
  const QString left = QObject::tr("%1 left").arg(durationText(job.secondsLeft()));
  return job.stage().isEmpty() ? left : job.stage() + "   " + left;
}

}  // namespace

JobRow::JobRow(Job* job, QWidget* parent)
    : QWidget(parent),
      job_(job),
      title_(new ElidedLabel(job->title())),
      stage_(new ElidedLabel),
      bar_(makeBar()),
      cancel_(makeCancel()) {
  setKind(title_, "strong");
  setKind(stage_, "caption");
  bar_->setAccessibleName(tr("Progress: %1").arg(job->title()));
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(size::kGrid);
  grid->setVerticalSpacing(4);
  grid->addWidget(title_, 0, 0);
  grid->addWidget(stage_, 1, 0);
  grid->addWidget(bar_, 2, 0);
  grid->addWidget(cancel_, 0, 1, 3, 1, Qt::AlignVCenter);
  connect(cancel_, &QToolButton::clicked, job, &Job::cancel);
  connect(job, &Job::progressChanged, this, &JobRow::refresh);
  refresh();
}

void JobRow::refresh() {
  stage_->setText(stageOf(*job_));
  showProgress(*bar_, job_->progress());
  nameCancel(*cancel_, *job_);
}

JobList::JobList(JobQueue& jobs, QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(size::kGutter);
  for (Job* job : jobs.running()) add(job);
  connect(&jobs, &JobQueue::jobStarted, this, &JobList::add);
  connect(&jobs, &JobQueue::jobFinished, this, [this](Job* job) { delete rows_.take(job); });
}

void JobList::add(Job* job) {
  rows_[job] = new JobRow(job);
  column_->addWidget(rows_[job]);
}

JobStrip::JobStrip(JobQueue& jobs, QWidget* parent)
    : QWidget(parent),
      jobs_(jobs),
      words_(new QToolButton),
      bar_(makeBar()),
      cancel_(makeCancel()),
      popup_(new QFrame(this, Qt::Popup)) {
  setKind(popup_, "raised");
  popup_->setAttribute(Qt::WA_TranslucentBackground);  // for its rounded corners
  popup_->setAccessibleName(tr("Jobs"));
  auto* column = new QVBoxLayout(popup_);
  column->setContentsMargins(size::kCardMargin, size::kGutter, size::kGrid, size::kGutter);
  column->addWidget(new JobList(jobs, popup_));
  popup_->setFixedWidth(kListWidth);

  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  words_->setAutoRaise(true);
  words_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  words_->setIcon(icon("chevron-up"));
  words_->setMaximumWidth(kStripWords + size::kIcon + size::kGrid);
  bar_->setFixedWidth(kStripBar);
  bar_->setAccessibleName(tr("Progress of the jobs"));
  row->addWidget(words_);
  row->addWidget(bar_);
  row->addWidget(cancel_);
  connect(words_, &QToolButton::clicked, this, &JobStrip::showList);
  connect(cancel_, &QToolButton::clicked, this, [this] {
    if (jobs_.running().size() == 1) jobs_.running().first()->cancel();
  });
  connect(&jobs, &JobQueue::jobStarted, this, &JobStrip::add);
  connect(&jobs, &JobQueue::jobFinished, this, &JobStrip::refresh);
  refresh();
}

void JobStrip::add(Job* job) {
  connect(job, &Job::progressChanged, this, &JobStrip::refresh);
  refresh();
}

void JobStrip::refresh() {
  const QList<Job*>& running = jobs_.running();
  setVisible(!running.isEmpty());
  if (running.isEmpty()) {
    popup_->hide();
    return;
  }
  const Job& first = *running.first();
  const bool single = running.size() == 1;
  double least = 1;
  for (const Job* job : running) least = std::min(least, job->progress());
  const QString words = single ? first.title() : tr("%1 jobs").arg(running.size());
  words_->setText(words_->fontMetrics().elidedText(words, Qt::ElideMiddle, kStripWords));
  words_->setAccessibleName(tr("%1: show all jobs").arg(words));
  words_->setToolTip(single && !stageOf(first).isEmpty() ? words + "\n" + stageOf(first) : words);
  showProgress(*bar_, least);
  cancel_->setVisible(single);
  nameCancel(*cancel_, first);
  if (popup_->isVisible()) placeList();
}

void JobStrip::showList() {
  placeList();
  popup_->show();
}

void JobStrip::placeList() {
  popup_->adjustSize();
  const int left = std::min(0, window()->mapToGlobal(QPoint(window()->width(), 0)).x() - mapToGlobal(QPoint()).x() -
                                   kListWidth - size::kGrid);
  popup_->move(mapToGlobal(QPoint(left, -popup_->height() - 4)));
}

}  // namespace fovea
