#include "app/ending_dialog.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/job_list.h"
#include "app/status_strip.h"
#include "app/workspaces/train/run_words.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kWidth = 460;
constexpr int kRetryMilliseconds = 5000;

QLabel* wrapped(const QString& words, const char* kind) {
  auto* label = new QLabel(words);
  label->setWordWrap(true);
  setKind(label, kind);
  return label;
}

bool jobsUnderWay(Session& session, EndingDialog::Purpose purpose) {
  const JobQueue& jobs = *session.jobs();
  return purpose == EndingDialog::Purpose::Close ? !jobs.running().isEmpty()
                                                 : !jobs.running(JobScope::Project).isEmpty();
}

}  // namespace

bool EndingDialog::wanted(Session& session, Purpose purpose, const QStringList& unsaved) {
  return session.training()->active() || jobsUnderWay(session, purpose) || !unsaved.isEmpty();
}

EndingDialog::EndingDialog(Session& session, Purpose purpose, const QStringList& unsaved, QWidget* parent)
    : QDialog(parent),
      session_(session),
      purpose_(purpose),
      unsaved_(!unsaved.isEmpty()),
      what_(wrapped({}, "strong")),
      runBox_(new QWidget),
      runWords_(new QLabel),
      runBar_(new QProgressBar),
      unsavedBox_(new QWidget),
      unsavedWords_(wrapped({}, "warning")),
      stop_(new QPushButton),
      wait_(new QPushButton) {
  const bool closing = purpose == Purpose::Close;
  setWindowTitle(closing ? tr("Close Fovea") : tr("Open another project"));
  setMinimumWidth(kWidth);
  auto* column = new QVBoxLayout(this);
  column->setSpacing(size::kGutter);
  column->addWidget(what_);
  auto* runColumn = new QVBoxLayout(runBox_);
  runColumn->setContentsMargins(0, 0, 0, 0);
  runColumn->setSpacing(4);
  runBar_->setRange(0, kBarSteps);
  runBar_->setTextVisible(false);
  runBar_->setAccessibleName(tr("Progress of the run"));
  runColumn->addWidget(runWords_);
  runColumn->addWidget(runBar_);
  runColumn->addWidget(wrapped(tr("A run that is stopped keeps a checkpoint and can be continued."), "caption"));
  column->addWidget(runBox_);
  buildUnsaved();
  column->addWidget(unsavedBox_);
  column->addWidget(new JobList(*session.jobs()));
  for (const QString& line : unsaved) column->addWidget(wrapped(line, "warning"));
  column->addSpacing(size::kGrid);

  auto* buttons = new QHBoxLayout;
  auto* cancel = new QPushButton(tr("Cancel"));
  stop_->setText(closing ? tr("Stop and close") : tr("Stop and go on"));
  stop_->setProperty("kind", "danger");
  wait_->setText(closing ? tr("Close when done") : tr("Go on when done"));
  buttons->addStretch(1);
  for (QPushButton* button : {cancel, stop_, wait_}) buttons->addWidget(button);
  column->addLayout(buttons);
  cancel->setDefault(true);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(stop_, &QPushButton::clicked, this, &EndingDialog::stop);
  connect(wait_, &QPushButton::clicked, this, &EndingDialog::wait);
  connect(session.training(), &TrainingBridge::snapshotChanged, this, &EndingDialog::refresh);
  connect(session.training(), &TrainingBridge::runEnded, this, &EndingDialog::refresh);
  connect(session.training(), &TrainingBridge::deviceReleased, this, &EndingDialog::refresh, Qt::QueuedConnection);
  connect(session.jobs(), &JobQueue::jobFinished, this, &EndingDialog::refresh, Qt::QueuedConnection);
  refresh();
}

void EndingDialog::buildUnsaved() {
  auto* column = new QVBoxLayout(unsavedBox_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(size::kGrid);
  column->addWidget(unsavedWords_);
  auto* again = new QPushButton(tr("Try again"));
  again->setToolTip(tr("Save the run now that there is room"));
  auto* discard = new QPushButton(tr("End without saving"));
  discard->setToolTip(tr("Give up what could not be saved, and end the run; earlier checkpoints stay"));
  auto* row = new QHBoxLayout;
  row->addWidget(again);
  row->addWidget(discard);
  row->addStretch(1);
  column->addLayout(row);
  connect(again, &QPushButton::clicked, this, &EndingDialog::tryAgain);
  connect(discard, &QPushButton::clicked, this, &EndingDialog::discard);
  retry_.setInterval(kRetryMilliseconds);
  connect(&retry_, &QTimer::timeout, this, &EndingDialog::tryAgain);
  unsavedBox_->hide();
}

void EndingDialog::tryAgain() {
  const bool stopping = decided_ && !stop_->isEnabled();
  const RunId unsaved = run()->run;
  stopping ? session_.training()->stop(unsaved) : session_.training()->resume(unsaved);
}

void EndingDialog::discard() {
  decided_ = true;
  session_.training()->discard(run()->run);
}

std::shared_ptr<const WorkerSnapshot> EndingDialog::run() const {
  for (const auto& each : session_.training()->underWay())
    if (each->unsaved) return each;
  return session_.training()->snapshot();
}

void EndingDialog::showUnsaved() {
  const auto shownRun = this->run();
  const WorkerSnapshot& run = *shownRun;
  // During a retry the run stays paused, but reports no error for a moment.
  const bool paused = run.state == WorkerState::Paused;
  const bool shown = run.active() && paused && (run.unsaved || unsavedBox_->isVisibleTo(this));
  unsavedBox_->setVisible(shown);
  if (shown && run.error)
    unsavedWords_->setText(coreMessage(*run.error) + QLatin1Char(' ') +
                           tr("Make room, and it is saved; or end the run without its last steps."));
  if (!shown || !decided_)
    retry_.stop();
  else if (!retry_.isActive())
    retry_.start();
}

// Waiting runs stay in the queue for the next session, and sweeps go on then.
void EndingDialog::beginNothing() {
  session_.queue()->hold();
  session_.sweeps()->hold();
}

void EndingDialog::stop() {
  decided_ = true;
  stop_->setEnabled(false);
  beginNothing();
  session_.training()->stopAll();
  const QList<Job*> jobs = session_.jobs()->running();
  for (Job* job : jobs)
    if (purpose_ == Purpose::Close || job->scope() == JobScope::Project) job->cancel();
  refresh();
}

void EndingDialog::wait() {
  decided_ = true;
  beginNothing();
  refresh();
}

void EndingDialog::done(int result) {
  over_ = true;
  QDialog::done(result);
}

void EndingDialog::refresh() {
  if (over_) return;
  const bool training = session_.training()->active();
  // Nothing is left to ask, or everything has been decided.
  if (!training && !jobsUnderWay(session_, purpose_) && (decided_ || !unsaved_)) {
    accept();
    return;
  }
  const auto shownRun = this->run();
  const WorkerSnapshot& run = *shownRun;
  what_->setText(!decided_            ? tr("This is still going on:")
                 : stop_->isEnabled() ? tr("Waiting until this is done:")
                                      : tr("Stopping:"));
  runBox_->setVisible(training);
  QString words = tr("Run “%1”: %2").arg(QString::fromStdString(run.name), workerStateWords(run.state));
  const auto others = static_cast<int>(session_.training()->underWay().size()) - 1;
  if (others > 0) words += tr(" and %n more", nullptr, others);
  if (run.secondsLeft >= 0) words += "   " + tr("%1 left").arg(durationText(run.secondsLeft));
  showUnsaved();
  const bool said = unsavedBox_->isVisibleTo(this);
  runWords_->setText(run.error && !said ? words + "\n" + coreMessage(*run.error) : words);
  runWords_->setWordWrap(run.error.has_value());
  runBar_->setValue(static_cast<int>(run.progress * kBarSteps));
  // Unlike training or jobs, an unsaved text is not finished by waiting.
  wait_->setVisible(!decided_ && (training || jobsUnderWay(session_, purpose_)) && !unsaved_);
  // A window does not grow automatically when its text needs more lines.
  layout()->activate();
  if (const int needed = layout()->totalHeightForWidth(width()); isVisible() && needed > height())
    resize(width(), needed);
}

}  // namespace fovea
