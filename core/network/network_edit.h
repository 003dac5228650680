// Why: an edit is a value that refers to ids, never to scene items. Applying it returns its inverse.
#pragma once
#include <functional>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "core/network/network.h"

namespace fovea {

struct NetworkEdit;

// An invalid layer.id gets the next id; layer.name is made unique. Adding a port to a block shifts its ports of greater
// id by one at every use, with their edges.
struct AddLayer {
  Layer layer;
};
struct RemoveLayer {
  LayerId id;
};  // also removes its edges; for a port of a block also those at the block's uses
struct AddEdge {
  Edge edge;
};  // replaces the edge at a non-variadic input; refuses a cycle or an unknown port
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
};  // an invalid note.id gets the next id
struct RemoveNote {
  NoteId id;
};
struct SetNote {
  Note note;
};  // replaces the note with the same id
struct AddBlock {
  Block block;
};  // an invalid block.id gets the next id; the name is made unique
struct RemoveBlock {
  BlockId id;
};  // refused while its sheet is not empty or the block is in use
struct RenameBlock {
  BlockId id;
  std::string name;
};
struct CompoundEdit {
  std::vector<NetworkEdit> edits;
};  // all or nothing
struct ReplaceNetwork {
  Network network;
};  // a file opened in place of this network

struct NetworkEdit {
  std::variant<AddLayer, RemoveLayer, AddEdge, RemoveEdge, SetParameter, RenameLayer, MoveLayers, RenameNetwork,
               AddNote, RemoveNote, SetNote, AddBlock, RemoveBlock, RenameBlock, CompoundEdit, ReplaceNetwork>
      change;
  std::string title;  // for the undo menu: "Add convolution"
};

// Changes `network` and returns the inverse edit. On error nothing changes.
Result<NetworkEdit> applyEdit(Network& network, const NetworkEdit& edit);

// A former state of the document, saved in an earlier session. It is loaded when undo or redo reaches it.
struct StoredState {
  std::uint64_t id = 0;
  std::string title;  // title of the edit that led to it
  std::function<Result<Network>()> load;
};

// The states that undo and redo could reach when the document was closed.
struct StoredLine {
  std::vector<StoredState> states;  // in order; undo leads towards the first
  std::size_t current = 0;          // index of the document's present state
  std::uint64_t nextId = 0;         // greater than the id of every state
};

// A state that undo can reach, or the present one.
struct DocumentState {
  std::uint64_t id = 0;
  std::string title;  // title of the edit that led to it
  Network network;
};

inline constexpr int kWithLast = -1;  // a merge key

// A network with unlimited undo. Not thread-safe; lives on the main thread.
class NetworkDocument {
 public:
  explicit NetworkDocument(Network network = {}) : network_(std::move(network)) {}
  // `network` is the current state of `line`, or a state without predecessors if the line is empty.
  NetworkDocument(Network network, StoredLine line);

  const Network& network() const { return network_; }
  // Applies an edit and stores it for undo. Edits of the same parameter or the same move with the same nonzero
  // `mergeKey` become one. With kWithLast the edit joins the last undo step, since it is an automatic consequence of
  // that step.
  Status apply(const NetworkEdit& edit, int mergeKey = 0);
  bool canUndo() const { return !undo_.empty(); }
  bool canRedo() const { return !redo_.empty(); }
  std::string undoTitle() const;
  std::string redoTitle() const;
  // If a stored state cannot be loaded, these return its error and drop it with the steps behind it. Nothing else
  // changes.
  Status undo();
  Status redo();
  // Whether the present state was reached by undo or redo rather than by a new edit.
  bool steppedThroughHistory() const { return stepped_; }
  // Identifies the present state. Equal ids mean equal networks, and undo restores the id.
  std::uint64_t state() const { return state_; }
  // Returns at most `most` states on the undo path back to the first one that `known` accepts, the present one last.
  // `after` receives the known state that they follow, or nothing.
  std::vector<DocumentState> statesSince(const std::function<bool(std::uint64_t)>& known, std::size_t most,
                                         std::optional<std::uint64_t>& after) const;
  // Whether the present state differs from that of the last markSaved().
  bool modified() const;
  void markSaved() { savedState_ = state_; }
  void markSaved(std::uint64_t state) { savedState_ = state; }
  // Grows with each change, undo and redo, so that views can detect changes.
  std::uint64_t revision() const { return revision_; }

 private:
  // A transition to another state.
  struct Step {
    std::variant<NetworkEdit, StoredState> way;
    std::string title;  // title of the edit that is undone or redone
    int mergeKey = 0;
    std::uint64_t state = 0;  // the state after the step
  };
  Status go(std::vector<Step>& from, std::vector<Step>& to);

  Network network_;
  std::vector<Step> undo_, redo_;
  std::optional<StoredState> here_;  // the present state if it was loaded from storage
  std::uint64_t revision_ = 0, state_ = 0, savedState_ = 0, nextState_ = 1;
  bool stepped_ = false;
};

}  // namespace fovea
