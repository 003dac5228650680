// Why: an edit is a value that names ids, never a scene item; applying it returns the edit that takes it back.
#pragma once
#include <functional>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "core/network/network.h"

namespace fovea {

struct NetworkEdit;

// layer.id invalid: the next id is taken; layer.name is made unique. A port of a block moves those of greater id up by
// one at every use, with their edges.
struct AddLayer {
  Layer layer;
};
struct RemoveLayer {
  LayerId id;
};  // its edges go with it; of a port of a block those at the uses, too
struct AddEdge {
  Edge edge;
};  // replaces what stood at a non-variadic input; a cycle or unknown port is refused
struct RemoveEdge {
  Edge edge;
};
struct SetParameter {
  LayerId id;
  std::string name;
  FieldValue value;
};
struct RenameLayer {
  LayerId id;
  std::string name;
};
struct MoveLayers {
  std::vector<std::pair<LayerId, Position>> positions;
};
struct RenameNetwork {
  std::string name;
};
struct AddNote {
  Note note;
};  // note.id invalid: the next id is taken
struct RemoveNote {
  NoteId id;
};
struct SetNote {
  Note note;
};  // in the place of the one with its id
struct AddBlock {
  Block block;
};  // block.id invalid: the next id is taken; the name is made unique
struct RemoveBlock {
  BlockId id;
};  // refused while something stands on its sheet or uses it
struct RenameBlock {
  BlockId id;
  std::string name;
};
struct CompoundEdit {
  std::vector<NetworkEdit> edits;
};  // all or nothing
struct ReplaceNetwork {
  Network network;
};  // a file opened over this one

struct NetworkEdit {
  std::variant<AddLayer, RemoveLayer, AddEdge, RemoveEdge, SetParameter, RenameLayer, MoveLayers, RenameNetwork,
               AddNote, RemoveNote, SetNote, AddBlock, RemoveBlock, RenameBlock, CompoundEdit, ReplaceNetwork>
      change;
  std::string title;  // for the undo menu: "Add convolution"
};

// Changes `network` and returns the inverse. On error nothing has changed.
Result<NetworkEdit> applyEdit(Network& network, const NetworkEdit& edit);

// A state that a document was in before it was opened. It is loaded when undo or redo comes to it.
struct StoredState {
  std::uint64_t id = 0;
  std::string title;  // of the edit that led to it
  std::function<Result<Network>()> load;
};

// What undo and redo led through when a document was closed.
struct StoredLine {
  std::vector<StoredState> states;  // in order; undo leads towards the first
  std::size_t current = 0;          // which of them the document stands at
  std::uint64_t nextId = 0;         // no state has had this id or a later one
};

// A state that undo leads to, or the present one.
struct DocumentState {
  std::uint64_t id = 0;
  std::string title;  // of the edit that led to it
  Network network;
};

inline constexpr int kWithLast = -1;  // a merge key

// A network with unlimited undo. Not thread-safe; lives on the main thread.
class NetworkDocument {
 public:
  explicit NetworkDocument(Network network = {}) : network_(std::move(network)) {}
  // `network` is the current one of `line`, or, where the line is empty, a state that follows none.
  NetworkDocument(Network network, StoredLine line);

  const Network& network() const { return network_; }
  // Applies and remembers. Edits of the same parameter or the same move with the same nonzero `mergeKey` become one.
  // With kWithLast an edit joins the last step whatever that was: it follows by itself from what a person did.
  Status apply(const NetworkEdit& edit, int mergeKey = 0);
  bool canUndo() const { return !undo_.empty(); }
  bool canRedo() const { return !redo_.empty(); }
  std::string undoTitle() const;
  std::string redoTitle() const;
  // An error of a stored state that cannot be loaded changes nothing, but the document forgets the steps behind it.
  Status undo();
  Status redo();
  // Names the present state: equal ids are equal networks, and undo comes back to the id.
  std::uint64_t state() const { return state_; }
  // The states that undo leads through up to the first one that `known` holds, the present one last; at most `most`.
  // `after` becomes the known one that they follow, or nothing.
  std::vector<DocumentState> statesSince(const std::function<bool(std::uint64_t)>& known, std::size_t most,
                                         std::optional<std::uint64_t>& after) const;
  // Whether the present state is another than that of the last markSaved().
  bool modified() const;
  void markSaved() { savedState_ = state_; }
  void markSaved(std::uint64_t state) { savedState_ = state; }
  // Grows with each change, undo and redo; views compare it.
  std::uint64_t revision() const { return revision_; }

 private:
  // A way to another state.
  struct Step {
    std::variant<NetworkEdit, StoredState> way;
    std::string title;  // of the edit that is taken back or made again
    int mergeKey = 0;
    std::uint64_t state = 0;  // the state that it leads to
  };
  Status go(std::vector<Step>& from, std::vector<Step>& to);

  Network network_;
  std::vector<Step> undo_, redo_;
  std::optional<StoredState> here_;  // the present state, if it is a stored one
  std::uint64_t revision_ = 0, state_ = 0, savedState_ = 0, nextState_ = 1;
};

}  // namespace fovea
