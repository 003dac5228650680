#include "app/workspaces/inspect/checkpoint_list.h"

#include "app/workspaces/inspect/time_bar.h"
#include "app/workspaces/train/run_table_model.h"
#include "widgets/forms/combo_rows.h"
#include "widgets/theme/number_text.h"

namespace fovea {

void CheckpointList::show(const RunLibrary& library) {
  runs_.clear();
  for (const auto& [id, entry] : library.entries())
    if (!entry.checkpoints.empty()) runs_.push_back({entry.record, entry.checkpoints});
}

const RunCheckpoints* CheckpointList::run(RunId id) const {
  for (const RunCheckpoints& each : runs_)
    if (each.run.id == id) return &each;
  return nullptr;
}

const CheckpointRecord* CheckpointList::find(RunId id, std::int64_t step) const {
  const RunCheckpoints* of = run(id);
  if (!of) return nullptr;
  for (const CheckpointRecord& each : of->checkpoints)
    if (each.step == step) return &each;
  return nullptr;
}

const CheckpointRecord& usualCheckpoint(const RunCheckpoints& run) {
  for (const CheckpointRecord& each : run.checkpoints)
    if (each.best) return each;
  return run.checkpoints.back();
}

CheckpointBox::CheckpointBox(QWidget* parent) : QComboBox(parent) {
  connect(this, &QComboBox::currentIndexChanged, this, [this](int row) {
    if (!filling_ && row >= 0) Q_EMIT checkpointChosen();
  });
}

void CheckpointBox::fill(const CheckpointList& list) {
  std::vector<Row> wanted;
  for (const RunCheckpoints& run : list.runs()) {
    const QString title = runTitle(run.run.name, run.run.id);
    for (auto each = run.checkpoints.rbegin(); each != run.checkpoints.rend(); ++each)
      wanted.push_back({run.run.id, each->step, sharesItsEpoch(run.checkpoints, *each),
                        each->best && run.checkpoints.size() > 1, each->pinned, each->accuracy, title});
  }
  filling_ = true;
  updateRows(*this, 0, rows_, std::move(wanted), [&](int at, const Row& row) {
    const QString time = checkpointTimeText(list.run(row.run)->checkpoints, *list.find(row.run, row.step));
    const QString marks = row.best && row.pinned ? tr(" (best, kept)")
                          : row.best             ? tr(" (best)")
                          : row.pinned           ? tr(" (kept)")
                                                 : QString();
    setItemText(at, tr("%1 · %2").arg(row.title, time) + marks);
    if (row.accuracy >= 0)
      setItemData(at, tr("Validation accuracy %1 %, step %2").arg(numberText(row.accuracy * 100, 'f', 2)).arg(row.step),
                  Qt::ToolTipRole);
  });
  filling_ = false;
}

void CheckpointBox::choose(RunId run, std::int64_t step) {
  filling_ = true;
  int chosen = step < 0 ? -1 : currentIndex();
  for (std::size_t row = 0; row < rows_.size() && step >= 0; ++row)
    if (rows_[row].run == run && rows_[row].step == step) chosen = static_cast<int>(row);
  setCurrentIndex(chosen);
  filling_ = false;
}

RunId CheckpointBox::run() const {
  return currentIndex() < 0 ? RunId() : rows_[static_cast<std::size_t>(currentIndex())].run;
}

std::int64_t CheckpointBox::step() const {
  return currentIndex() < 0 ? -1 : rows_[static_cast<std::size_t>(currentIndex())].step;
}

}  // namespace fovea
