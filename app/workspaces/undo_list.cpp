#include "app/workspaces/undo_list.h"

#include <QScopedValueRollback>
#include <algorithm>

namespace fovea {
namespace {

constexpr std::size_t kMostChanges = 200;

}  // namespace

int UndoList::add(Change change) {
  if (applying_) return number_;
  changes_.resize(done_);
  if (!changes_.empty() && !change.name.isEmpty() && changes_.back().change.name == change.name) {
    changes_.back().change.redo = std::move(change.redo);
  } else {
    changes_.push_back({std::move(change), ++number_});
    if (changes_.size() > kMostChanges) changes_.pop_front();
  }
  done_ = changes_.size();
  Q_EMIT changed();
  return changes_.back().number;
}

void UndoList::drop(int number) {
  const auto found =
      std::find_if(changes_.begin(), changes_.end(), [&](const Entry& each) { return each.number == number; });
  if (found == changes_.end()) return;
  if (static_cast<std::size_t>(found - changes_.begin()) < done_) --done_;
  changes_.erase(found);
  Q_EMIT changed();
}

void UndoList::clear() {
  changes_.clear();
  done_ = 0;
  Q_EMIT changed();
}

void UndoList::undo() {
  if (!canUndo() || applying_) return;
  apply(changes_[--done_].change.undo);
}

void UndoList::redo() {
  if (!canRedo() || applying_) return;
  apply(changes_[done_++].change.redo);
}

void UndoList::undoOnly(int number) {
  const auto found =
      std::find_if(changes_.begin(), changes_.end(), [&](const Entry& each) { return each.number == number; });
  if (found == changes_.end() || applying_ || static_cast<std::size_t>(found - changes_.begin()) >= done_) return;
  const auto work = found->change.undo;
  drop(number);
  apply(work);
}

// The work may drop this undo list's entries and thereby itself.
void UndoList::apply(const std::function<void()>& work) {
  const QScopedValueRollback guard(applying_, true);
  const auto kept = work;
  kept();
  Q_EMIT changed();
}

}  // namespace fovea
