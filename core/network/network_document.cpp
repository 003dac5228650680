// Why: undo is a stack of inverse edits; what may share one step, and what is no step at all, is decided here.
#include <algorithm>

#include "core/network/network_edit.h"

namespace fovea {
namespace {

// Whether two inverse edits restore exactly the same fields, so that the older one alone takes both edits back.
bool restoresTheSame(const NetworkEdit& a, const NetworkEdit& b) {
  if (a.change.index() != b.change.index()) return false;
  if (const auto* left = std::get_if<SetParameter>(&a.change)) {
    const auto& right = std::get<SetParameter>(b.change);
    return left->id == right.id && left->name == right.name;
  }
  if (const auto* left = std::get_if<MoveLayers>(&a.change)) {
    const auto& right = std::get<MoveLayers>(b.change);
    return std::equal(left->positions.begin(), left->positions.end(), right.positions.begin(), right.positions.end(),
                      [](const auto& one, const auto& other) { return one.first == other.first; });
  }
  if (const auto* left = std::get_if<SetNote>(&a.change)) return left->note.id == std::get<SetNote>(b.change).note.id;
  if (const auto* left = std::get_if<RenameLayer>(&a.change)) return left->id == std::get<RenameLayer>(b.change).id;
  if (const auto* left = std::get_if<RenameBlock>(&a.change)) return left->id == std::get<RenameBlock>(b.change).id;
  if (std::holds_alternative<RenameNetwork>(a.change) || std::holds_alternative<ReplaceNetwork>(a.change)) return true;
  if (const auto* left = std::get_if<CompoundEdit>(&a.change)) {
    const auto& right = std::get<CompoundEdit>(b.change);
    return std::equal(left->edits.begin(), left->edits.end(), right.edits.begin(), right.edits.end(), restoresTheSame);
  }
  return false;
}

// Whether the edit sets what was there already: its inverse says the same.
bool changesNothing(const NetworkEdit& edit, const NetworkEdit& inverse) {
  if (edit.change.index() != inverse.change.index()) return false;
  if (const auto* set = std::get_if<SetParameter>(&edit.change))
    return set->value == std::get<SetParameter>(inverse.change).value;
  if (const auto* rename = std::get_if<RenameLayer>(&edit.change))
    return rename->name == std::get<RenameLayer>(inverse.change).name;
  if (const auto* rename = std::get_if<RenameNetwork>(&edit.change))
    return rename->name == std::get<RenameNetwork>(inverse.change).name;
  if (const auto* rename = std::get_if<RenameBlock>(&edit.change))
    return rename->name == std::get<RenameBlock>(inverse.change).name;
  if (const auto* note = std::get_if<SetNote>(&edit.change))
    return note->note == std::get<SetNote>(inverse.change).note;
  if (const auto* edge = std::get_if<AddEdge>(&edit.change))
    return edge->edge == std::get<AddEdge>(inverse.change).edge;
  if (const auto* move = std::get_if<MoveLayers>(&edit.change)) {
    const auto& back = std::get<MoveLayers>(inverse.change).positions;
    return std::equal(move->positions.begin(), move->positions.end(), back.rbegin(), back.rend());
  }
  if (const auto* compound = std::get_if<CompoundEdit>(&edit.change)) {
    const auto& back = std::get<CompoundEdit>(inverse.change).edits;
    return std::equal(compound->edits.begin(), compound->edits.end(), back.rbegin(), back.rend(), changesNothing);
  }
  return false;
}

}  // namespace

Status NetworkDocument::apply(const NetworkEdit& edit, int mergeKey) {
  FOVEA_TRY(NetworkEdit inverse, applyEdit(network_, edit));
  if (changesNothing(edit, inverse)) return {};
  // Also over a saved state: who types does not feel that the drawing was saved meanwhile, and undo is to know no more.
  const bool merge = mergeKey != 0 && redo_.empty() && !undo_.empty() &&
                     undo_.back().mergeKey == mergeKey && restoresTheSame(undo_.back().edit, inverse);
  if (!merge) undo_.push_back({std::move(inverse), mergeKey, state_});
  redo_.clear();
  state_ = nextState_++;
  ++revision_;
  return {};
}

std::string NetworkDocument::undoTitle() const {
  return undo_.empty() ? std::string() : undo_.back().edit.title;
}

std::string NetworkDocument::redoTitle() const {
  return redo_.empty() ? std::string() : redo_.back().edit.title;
}

Status NetworkDocument::undo() {
  if (undo_.empty()) return fail(ErrorCode::InvalidArgument, "There is nothing to undo.");
  FOVEA_TRY(NetworkEdit inverse, applyEdit(network_, undo_.back().edit));
  redo_.push_back({std::move(inverse), undo_.back().mergeKey, state_});
  state_ = undo_.back().state;
  undo_.pop_back();
  ++revision_;
  return {};
}

Status NetworkDocument::redo() {
  if (redo_.empty()) return fail(ErrorCode::InvalidArgument, "There is nothing to redo.");
  FOVEA_TRY(NetworkEdit inverse, applyEdit(network_, redo_.back().edit));
  undo_.push_back({std::move(inverse), redo_.back().mergeKey, state_});
  state_ = redo_.back().state;
  redo_.pop_back();
  ++revision_;
  return {};
}

bool NetworkDocument::modified() const {
  return state_ != savedState_;
}

void NetworkDocument::markSaved() {
  savedState_ = state_;
}

}  // namespace fovea
