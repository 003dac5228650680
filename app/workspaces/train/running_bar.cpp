#include "app/workspaces/train/running_bar.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <algorithm>

#include "app/status_strip.h"
#include "app/workspaces/train/run_table_model.h"
#include "core/train/step_times.h"
#include "widgets/theme/card.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {

RunningBar::RunningBar(QWidget* parent)
    : QFrame(parent), dot_(new QLabel(QStringLiteral("●"))), words_(new ElidedLabel) {
  setKind(this, "raised");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(size::kGutter, 6, 6, 6);
  row->setSpacing(size::kGrid);
  auto* show = new QPushButton(tr("Show it"));
  show->setToolTip(tr("Look at the run that is under way; it is steered there"));
  connect(show, &QPushButton::clicked, this, [this] { Q_EMIT showWanted(run_); });
  row->addWidget(dot_);
  row->addWidget(words_, 1);
  row->addWidget(show);
  hide();
}

void RunningBar::showRuns(std::span<const std::shared_ptr<const WorkerSnapshot>> underWay, RunId shown) {
  const WorkerSnapshot* last = nullptr;
  int others = -1;
  for (const auto& each : underWay) {
    if (!each->run.valid() || each->run == shown) continue;
    last = each.get();
    ++others;
  }
  setVisible(last != nullptr);
  if (!last) return;
  const WorkerSnapshot& run = *last;
  run_ = run.run;
  const bool paused = run.state == WorkerState::Paused;
  setKind(dot_, paused ? "warning" : "accent");
  const QString title = runTitle(run.name, run.run);
  QString words = paused ? tr("%1 is paused").arg(title) : tr("%1 is under way").arg(title);
  words += tr(": epoch %1 of %2, %3 %")
               .arg(std::min(run.epoch + 1, run.epochs))
               .arg(run.epochs)
               .arg(static_cast<int>(run.progress * 100));
  if (run.secondsLeft >= 0 && !paused) words += tr(", %1 left").arg(durationText(run.secondsLeft));
  if (!paused && stepWait(run.times) == StepWait::Data) words += tr("; it waits for data");
  if (!paused && stepWait(run.times) == StepWait::Host) words += tr("; it waits for the host");
  if (others > 0) words += tr("; %n more", nullptr, others);
  words_->setText(words);
}

QString RunningBar::words() const {
  return isHidden() ? QString() : words_->text();
}

}  // namespace fovea
