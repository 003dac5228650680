#include "app/workspaces/inspect/checkpoint_list.h"

#include "app/workspaces/inspect/time_bar.h"
#include "app/workspaces/train/run_table_model.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

constexpr int kRunRole = Qt::UserRole;
constexpr int kStepRole = Qt::UserRole + 1;

}  // namespace

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
  filling_ = true;
  int row = 0;
  const auto stands = [this](int at, RunId run, std::int64_t step) {
    return itemData(at, kRunRole).toInt() == run.index && itemData(at, kStepRole).toLongLong() == step;
  };
  for (const RunCheckpoints& run : list.runs())
    for (auto each = run.checkpoints.rbegin(); each != run.checkpoints.rend(); ++each, ++row) {
      int at = row;
      while (at < count() && !stands(at, run.run.id, each->step)) ++at;
      if (at < count())
        for (; at > row; --at) removeItem(row);
      else
        insertItem(row, QString());
      QString text = tr("%1 · %2").arg(runTitle(run.run.name, run.run.id), checkpointTimeText(run.checkpoints, *each));
      if (each->best && run.checkpoints.size() > 1) text += tr(" (best)");
      if (itemText(row) != text) setItemText(row, text);
      setItemData(row, run.run.id.index, kRunRole);
      setItemData(row, static_cast<qlonglong>(each->step), kStepRole);
      if (each->accuracy >= 0)
        setItemData(
            row, tr("Validation accuracy %1 %, step %2").arg(numberText(each->accuracy * 100, 'f', 2)).arg(each->step),
            Qt::ToolTipRole);
    }
  while (count() > row) removeItem(row);
  filling_ = false;
}

void CheckpointBox::choose(RunId run, std::int64_t step) {
  filling_ = true;
  int chosen = step < 0 ? -1 : currentIndex();
  for (int row = 0; row < count() && step >= 0; ++row)
    if (itemData(row, kRunRole).toInt() == run.index && itemData(row, kStepRole).toLongLong() == step) chosen = row;
  setCurrentIndex(chosen);
  filling_ = false;
}

RunId CheckpointBox::run() const {
  return RunId{currentData(kRunRole).toInt()};
}

std::int64_t CheckpointBox::step() const {
  return currentIndex() < 0 ? -1 : currentData(kStepRole).toLongLong();
}

}  // namespace fovea
