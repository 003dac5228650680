#include "app/status_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QTimer>
#include <QToolButton>

#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kNoticeMilliseconds = 6000;
constexpr int kBarSteps = 1000;

const char* dotKind(WorkerState state) {
  switch (state) {
    case WorkerState::Paused:
      return "warning";
    case WorkerState::Failed:
      return "error";
    case WorkerState::Finished:
      return "good";
    default:
      return "accent";
  }
}

}  // namespace

QString durationText(double seconds) {
  const auto whole = static_cast<qint64>(seconds + 0.5);
  const auto two = [](qint64 number) { return QString("%1").arg(number, 2, 10, QChar('0')); };
  if (whole >= 3600) return QString("%1:%2:%3").arg(whole / 3600).arg(two(whole / 60 % 60), two(whole % 60));
  return QString("%1:%2").arg(whole / 60).arg(two(whole % 60));
}

StatusStrip::StatusStrip(Session& session, QWidget* parent) : QFrame(parent), session_(session) {
  setKind(this, "status");
  setFixedHeight(size::kStatusBar);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(14, 0, 14, 0);
  row->setSpacing(14);
  dot_ = new QLabel("●");
  name_ = new QLabel;
  stage_ = new QLabel;
  setKind(stage_, "muted");
  bar_ = new QProgressBar;
  bar_->setRange(0, kBarSteps);
  bar_->setTextVisible(false);
  bar_->setFixedWidth(190);
  bar_->setAccessibleName(tr("Progress"));
  figures_ = new QLabel;
  setKind(figures_, "muted");
  cancel_ = new QToolButton;
  cancel_->setIcon(icon("close"));
  cancel_->setToolTip(tr("Cancel"));
  cancel_->setAccessibleName(tr("Cancel the job"));
  cancel_->setAutoRaise(true);
  notice_ = new QLabel;
  device_ = new QLabel;
  setKind(device_, "muted");
  for (QWidget* part : std::initializer_list<QWidget*>{dot_, name_, stage_, bar_, figures_, cancel_})
    row->addWidget(part);
  row->addStretch(1);
  row->addWidget(notice_);
  row->addWidget(device_);
  noticeTimer_ = new QTimer(this);
  noticeTimer_->setSingleShot(true);
  connect(noticeTimer_, &QTimer::timeout, notice_, &QLabel::clear);
  connect(cancel_, &QToolButton::clicked, this, [this] {
    for (Job* job : session_.jobs()->running()) job->cancel();
  });
  connect(session_.training(), &TrainingBridge::snapshotChanged, this,
          [this](const auto& snapshot) { showRun(*snapshot); });
  connect(session_.jobs(), &JobQueue::jobStarted, this, [this](Job* job) {
    connect(job, &Job::progressChanged, this, &StatusStrip::showJob);
    showJob();
  });
  connect(session_.jobs(), &JobQueue::jobFinished, this, [this] { showRun(*session_.training()->snapshot()); });
  showRun(*session_.training()->snapshot());
  showDevice();
}

void StatusStrip::showNotice(const QString& words) {
  notice_->setText(words);
  noticeTimer_->start(kNoticeMilliseconds);
}

void StatusStrip::showRun(const WorkerSnapshot& run) {
  if (!session_.jobs()->running().isEmpty()) {
    showJob();
    return;
  }
  cancel_->hide();
  const bool any = run.state != WorkerState::Idle;
  for (QWidget* part : std::initializer_list<QWidget*>{dot_, stage_, figures_}) part->setVisible(any);
  bar_->setVisible(run.active());
  name_->setText(any ? QString::fromStdString(run.name) : tr("Ready"));
  if (!any) return;
  setKind(dot_, dotKind(run.state));
  const QString epoch = tr("epoch %1 of %2").arg(std::min(run.epoch + 1, run.epochs)).arg(run.epochs);
  stage_->setText(run.state == WorkerState::Training
                      ? epoch
                      : tr(workerStateTitle(run.state)) + (run.active() ? ", " + epoch : QString()));
  bar_->setRange(0, kBarSteps);
  bar_->setValue(static_cast<int>(run.progress * kBarSteps));
  QStringList figures;
  if (run.active()) figures << tr("%1 %").arg(static_cast<int>(run.progress * 100));
  if (run.active() && run.secondsLeft >= 0) figures << tr("%1 left").arg(durationText(run.secondsLeft));
  if (run.active() && run.imagesPerSecond > 0)
    figures << tr("%1 img/s").arg(QLocale(QLocale::English).toString(static_cast<qint64>(run.imagesPerSecond)));
  figures_->setText(figures.join("   "));
}

void StatusStrip::showJob() {
  if (session_.jobs()->running().isEmpty()) return;
  const Job* job = session_.jobs()->running().last();
  for (QWidget* part : std::initializer_list<QWidget*>{dot_, stage_, figures_, bar_, cancel_}) part->show();
  setKind(dot_, "accent");
  name_->setText(job->title());
  stage_->setText(job->stage());
  bar_->setRange(0, job->progress() < 0 ? 0 : kBarSteps);
  bar_->setValue(static_cast<int>(job->progress() * kBarSteps));
  figures_->setText(job->secondsLeft() >= 0 ? tr("%1 left").arg(durationText(job->secondsLeft())) : QString());
}

void StatusStrip::showDevice() {
  // Only the processor here: asking for graphics devices may take seconds and is Home's affair.
  for (const auto& backend : session_.backends()->backends()) {
    if (backend->name() != "cpu") continue;
    if (const auto devices = backend->devices(); devices.ok() && !devices->empty())
      device_->setText(QString::fromStdString(devices->front().name));
  }
}

}  // namespace fovea
