// Why: undo is a stack of inverse edits; this decides which edits are merged into one step and which change nothing.
#include <algorithm>

#include "core/network/network_edit.h"

namespace fovea {
namespace {

// True if two inverse edits restore exactly the same fields, so that the older one alone reverts both edits.
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

// True if the edit sets what was there already: its inverse sets the same value.
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

// Makes `former` revert `later` first and then itself. A `former` that restores a whole network reverts `later`
// anyway.
void joinUndo(NetworkEdit& former, NetworkEdit later) {
  if (std::holds_alternative<ReplaceNetwork>(former.change)) return;
  std::string title = former.title;
  CompoundEdit both;
  both.edits.push_back(std::move(later));
  both.edits.push_back(std::move(former));
  former = {std::move(both), std::move(title)};
}

}  // namespace

NetworkDocument::NetworkDocument(Network network, StoredLine line) : network_(std::move(network)) {
  nextState_ = line.nextId;
  if (line.states.empty()) {
    state_ = savedState_ = nextState_++;
    return;
  }
  std::vector<StoredState>& states = line.states;
  for (std::size_t i = 0; i < line.current; ++i) undo_.push_back({states[i], states[i + 1].title, 0, states[i].id});
  for (std::size_t i = states.size() - 1; i > line.current; --i)
    redo_.push_back({states[i], states[i].title, 0, states[i].id});
  here_ = std::move(states[line.current]);
  state_ = savedState_ = here_->id;
}

Status NetworkDocument::apply(const NetworkEdit& edit, int mergeKey) {
  FOVEA_TRY(NetworkEdit inverse, applyEdit(network_, edit));
  if (changesNothing(edit, inverse)) return {};
  // Merges also across a save: a user who is typing does not notice an automatic save, so undo ignores it too.
  const bool follows = redo_.empty() && !undo_.empty();
  const bool merge = follows && mergeKey != 0 && undo_.back().mergeKey == mergeKey &&
                     restoresTheSame(std::get<NetworkEdit>(undo_.back().way), inverse);
  std::string title = inverse.title;
  if (follows && mergeKey == kWithLast) {
    // A stored state restores the whole network already.
    if (auto* former = std::get_if<NetworkEdit>(&undo_.back().way)) joinUndo(*former, std::move(inverse));
  } else if (!merge) {
    undo_.push_back({std::move(inverse), std::move(title), mergeKey, state_});
  }
  redo_.clear();
  here_.reset();
  state_ = nextState_++;
  stepped_ = false;
  ++revision_;
  return {};
}

std::string NetworkDocument::undoTitle() const {
  return undo_.empty() ? std::string() : undo_.back().title;
}

std::string NetworkDocument::redoTitle() const {
  return redo_.empty() ? std::string() : redo_.back().title;
}

Status NetworkDocument::undo() {
  if (undo_.empty()) return fail(ErrorCode::InvalidArgument, "There is nothing to undo.");
  return go(undo_, redo_);
}

Status NetworkDocument::redo() {
  if (redo_.empty()) return fail(ErrorCode::InvalidArgument, "There is nothing to redo.");
  return go(redo_, undo_);
}

Status NetworkDocument::go(std::vector<Step>& from, std::vector<Step>& to) {
  const Step& step = from.back();
  const auto* stored = std::get_if<StoredState>(&step.way);
  auto network = stored ? stored->load() : Result<Network>(Network());
  if (!network.ok()) {
    from.clear();
    return network.error();
  }
  FOVEA_TRY(NetworkEdit inverse, applyEdit(network_, stored ? NetworkEdit{ReplaceNetwork{std::move(*network)}, {}}
                                                            : std::get<NetworkEdit>(step.way)));
  // Keeps the id of a stored state instead of a second copy.
  std::variant<NetworkEdit, StoredState> back = std::move(inverse);
  if (here_) back = std::move(*here_);
  to.push_back({std::move(back), step.title, step.mergeKey, state_});
  here_ = stored ? std::optional(*stored) : std::nullopt;
  state_ = step.state;
  from.pop_back();
  stepped_ = true;
  ++revision_;
  return {};
}

std::vector<DocumentState> NetworkDocument::statesSince(const std::function<bool(std::uint64_t)>& known,
                                                        std::size_t most, std::optional<std::uint64_t>& after) const {
  std::vector<DocumentState> states;
  after.reset();
  Network network = network_;
  std::uint64_t id = state_;
  for (auto step = undo_.rbegin();; ++step) {
    if (known(id)) {
      after = id;
      break;
    }
    if (states.size() < most) states.push_back({id, step == undo_.rend() ? std::string() : step->title, network});
    if (step == undo_.rend()) break;
    const auto* edit = std::get_if<NetworkEdit>(&step->way);
    // The caller may know a stored state by its id; otherwise the list ends there.
    if (!edit) {
      if (known(step->state)) after = step->state;
      break;
    }
    // Beyond `most` states only the ids are needed, not the networks.
    if (states.size() < most && !applyEdit(network, *edit).ok()) break;
    id = step->state;
  }
  std::reverse(states.begin(), states.end());
  return states;
}

bool NetworkDocument::modified() const {
  return state_ != savedState_;
}

}  // namespace fovea
