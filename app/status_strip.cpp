#include "app/status_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QTimer>

#include "app/job_list.h"
#include "app/workspaces/train/run_words.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/live_label.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kNoticeMilliseconds = 6000;
constexpr int kNameWidth = 220;

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
  name_ = new ElidedLabel;
  name_->setMaximumWidth(kNameWidth);
  stage_ = new QLabel;
  setKind(stage_, "muted");
  bar_ = new QProgressBar;
  bar_->setRange(0, kBarSteps);
  bar_->setTextVisible(false);
  bar_->setFixedWidth(130);
  bar_->setAccessibleName(tr("Progress"));
  figures_ = new LiveLabel(new QLabel);
  setKind(figures_->label(), "muted");
  jobs_ = new JobStrip(*session.jobs());
  notice_ = new ElidedLabel;
  device_ = new ElidedLabel;
  setKind(device_, "muted");
  for (QLabel* end : {notice_, device_}) end->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  for (QWidget* part : std::initializer_list<QWidget*>{dot_, name_, stage_, bar_, figures_, jobs_})
    row->addWidget(part);
  row->addWidget(notice_, 2);
  row->addWidget(device_, 1);
  noticeTimer_ = new QTimer(this);
  noticeTimer_->setSingleShot(true);
  connect(noticeTimer_, &QTimer::timeout, notice_, &QLabel::clear);
  connect(session_.training(), &TrainingBridge::snapshotChanged, this,
          [this] { showRun(*session_.training()->snapshot()); });
  showRun(*session_.training()->snapshot());
  showDevice();
}

void StatusStrip::showNotice(const QString& words) {
  notice_->setText(words);
  noticeTimer_->start(kNoticeMilliseconds);
}

void StatusStrip::showRun(const WorkerSnapshot& run) {
  const bool any = run.state != WorkerState::Idle;
  for (QWidget* part : std::initializer_list<QWidget*>{dot_, stage_, figures_}) part->setVisible(any);
  bar_->setVisible(run.active());
  const auto others = static_cast<int>(session_.training()->underWay().size()) - 1;
  const QString name = QString::fromStdString(run.name);
  name_->setText(!any ? tr("Ready") : others > 0 ? tr("%1 and %n more", nullptr, others).arg(name) : name);
  if (!any) return;
  setKind(dot_, dotKind(run.state));
  const QString epoch = tr("epoch %1 of %2").arg(std::min(run.epoch + 1, run.epochs)).arg(run.epochs);
  stage_->setText(run.state == WorkerState::Training
                      ? epoch
                      : workerStateWords(run.state) + (run.active() ? ", " + epoch : QString()));
  bar_->setRange(0, kBarSteps);
  bar_->setValue(static_cast<int>(run.progress * kBarSteps));
  QStringList figures;
  if (run.active()) figures << tr("%1 %").arg(static_cast<int>(run.progress * 100));
  if (run.active() && run.secondsLeft >= 0) figures << tr("%1 left").arg(durationText(run.secondsLeft));
  if (run.active() && run.samplesPerSecond > 0)
    figures << tr("%1 samples/s").arg(countText(static_cast<qint64>(run.samplesPerSecond)));
  figures_->setText(figures.join("   "));
}

void StatusStrip::showDevice() {
  // Shows only the processor: finding graphics devices may take seconds and is left to Home.
  for (const auto& backend : session_.backends()->backends()) {
    if (backend->name() != "cpu") continue;
    if (const auto devices = backend->devices(); devices.ok() && !devices->empty())
      device_->setText(coreMessage(devices->front().name));
  }
}

}  // namespace fovea
