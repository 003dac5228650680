#include "app/workspaces/inspect/time_bar.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>
#include <utility>

#include "widgets/theme/icon.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kPlayMilliseconds = 700;
constexpr int kNowWidth = 92;

}  // namespace

bool sharesItsEpoch(const std::vector<CheckpointRecord>& ofRun, const CheckpointRecord& checkpoint) {
  return std::ranges::equal_range(ofRun, checkpoint.epoch, {}, &CheckpointRecord::epoch).size() > 1;
}

QString checkpointTimeText(const std::vector<CheckpointRecord>& ofRun, const CheckpointRecord& checkpoint) {
  return sharesItsEpoch(ofRun, checkpoint) ? TimeBar::tr("epoch %1, step %2").arg(checkpoint.epoch).arg(checkpoint.step)
                                           : TimeBar::tr("epoch %1").arg(checkpoint.epoch);
}

TimeBar::TimeBar(QWidget* parent)
    : Card(parent),
      now_(new QLabel),
      slider_(new QSlider(Qt::Horizontal)),
      last_(new QLabel),
      play_(new QPushButton(icon("play", IconRole::Text), tr("Play"))),
      export_(new QPushButton(icon("export", IconRole::Text), {})) {
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGutter);
  auto* word = new QLabel(tr("Time"));
  setKind(word, "muted");
  setKind(last_, "muted");
  now_->setMinimumWidth(kNowWidth);
  slider_->setAccessibleName(tr("Checkpoint of the run"));
  slider_->setPageStep(1);
  slider_->setToolTip(tr("Checkpoints of this run, the earliest first"));
  play_->setToolTip(tr("Go through the checkpoints from the first to the last"));
  row->addWidget(word);
  row->addWidget(now_);
  row->addWidget(slider_, 1);
  row->addWidget(last_);
  export_->setAccessibleName(tr("Export as a moving picture"));
  export_->setToolTip(tr("Saves what is shown at each checkpoint as GIF or video"));
  row->addWidget(play_);
  row->addWidget(export_);
  connect(export_, &QPushButton::clicked, this, &TimeBar::exportWanted);
  body()->addLayout(row);
  timer_.setInterval(kPlayMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &TimeBar::advance);
  connect(play_, &QPushButton::clicked, this, [this] { timer_.isActive() ? stop() : play(); });
  connect(slider_, &QSlider::valueChanged, this, [this](int index) {
    tell();
    waiting_ = true;
    due_ = false;
    Q_EMIT checkpointChosen(index);
  });
}

void TimeBar::setCheckpoints(const std::vector<CheckpointRecord>& checkpoints, int current) {
  const bool sameRun =
      !checkpoints.empty() && !checkpoints_.empty() && checkpoints.front().run == checkpoints_.front().run;
  if (!sameRun) stop();
  checkpoints_ = checkpoints;
  const QSignalBlocker quiet(slider_);
  const int last = std::max(0, static_cast<int>(checkpoints_.size()) - 1);
  slider_->setRange(0, last);
  slider_->setValue(current);
  slider_->setEnabled(last > 0);
  play_->setVisible(last > 0);
  export_->setVisible(last > 0);
  tell();
}

void TimeBar::tell() {
  const auto index = static_cast<std::size_t>(slider_->value());
  if (index >= checkpoints_.size()) {
    now_->clear();
    last_->clear();
    return;
  }
  now_->setText(checkpointTimeText(checkpoints_, checkpoints_[index]));
  last_->setText(checkpoints_.size() > 1 ? QString::number(checkpoints_.back().epoch) : tr("the only checkpoint"));
}

void TimeBar::play() {
  if (slider_->value() == slider_->maximum()) slider_->setValue(0);
  timer_.start();
  play_->setText(tr("Stop"));
  play_->setIcon(icon("stop", IconRole::Text));
}

void TimeBar::stop() {
  const bool early = playing();
  halt();
  if (early) Q_EMIT stopped();
}

void TimeBar::halt() {
  timer_.stop();
  due_ = false;
  play_->setText(tr("Play"));
  play_->setIcon(icon("play", IconRole::Text));
}

bool TimeBar::atEnd() const {
  return slider_->value() >= slider_->maximum();
}

// Requests the first checkpoint even if it is already shown.
void TimeBar::playAll() {
  if (slider_->value() != 0) {
    slider_->setValue(0);
  } else {
    waiting_ = true;
    Q_EMIT checkpointChosen(0);
  }
  play();
}

void TimeBar::setAnswered() {
  if (std::exchange(waiting_, false)) Q_EMIT answered();
  if (!std::exchange(due_, false) || !timer_.isActive()) return;
  timer_.start();  // restarts, so that this checkpoint is shown as long as the others
  advance();
}

void TimeBar::advance() {
  due_ = waiting_;
  if (waiting_) return;
  if (slider_->value() < slider_->maximum()) slider_->setValue(slider_->value() + 1);
  if (slider_->value() >= slider_->maximum()) halt();
}

void TimeBar::hideEvent(QHideEvent* event) {
  stop();
  Card::hideEvent(event);
}

}  // namespace fovea
