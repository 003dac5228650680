// Why: an edit is a value that names ids, never a scene item; applying it returns the edit that takes it back.
#pragma once
#include <functional>
#include <utility>
#include <variant>
#include <vector>

#include "core/network/network.h"

namespace fovea {

struct NetworkEdit;

// layer.id invalid: the next id is taken; layer.name is made unique. A port of a block moves those of greater id up by
// one at every use, with their edges.
struct AddLayer { Layer layer; };
struct RemoveLayer { LayerId id; };           // its edges go with it; of a port of a block those at the uses, too
struct AddEdge { Edge edge; };                // replaces what stood at a non-variadic input; a cycle or unknown port is refused
struct RemoveEdge { Edge edge; };
struct SetParameter { LayerId id; std::string name; FieldValue value; };
struct RenameLayer { LayerId id; std::string name; };
struct MoveLayers { std::vector<std::pair<LayerId, Position>> positions; };
struct RenameNetwork { std::string name; };
struct AddNote { Note note; };                // note.id invalid: the next id is taken
struct RemoveNote { NoteId id; };
struct SetNote { Note note; };                // in the place of the one with its id
struct AddBlock { Block block; };             // block.id invalid: the next id is taken; the name is made unique
struct RemoveBlock { BlockId id; };           // refused while something stands on its sheet or uses it
struct RenameBlock { BlockId id; std::string name; };
struct CompoundEdit { std::vector<NetworkEdit> edits; };  // all or nothing
struct ReplaceNetwork { Network network; };   // a file opened over this one

struct NetworkEdit {
  std::variant<AddLayer, RemoveLayer, AddEdge, RemoveEdge, SetParameter, RenameLayer, MoveLayers, RenameNetwork, AddNote,
               RemoveNote, SetNote, AddBlock, RemoveBlock, RenameBlock, CompoundEdit, ReplaceNetwork>
      change;
  std::string title;  // for the undo menu: "Add convolution"
};

// Changes `network` and returns the inverse. On error nothing has changed.
Result<NetworkEdit> applyEdit(Network& network, const NetworkEdit& edit);

// A network with unlimited undo. Not thread-safe; lives on the main thread.
class NetworkDocument {
 public:
  explicit NetworkDocument(Network network = {}) : network_(std::move(network)) {}

  const Network& network() const { return network_; }
  // Applies and remembers. Edits of the same parameter or the same move with the same nonzero `mergeKey` become one.
  Status apply(const NetworkEdit& edit, int mergeKey = 0);
  bool canUndo() const { return !undo_.empty(); }
  bool canRedo() const { return !redo_.empty(); }
  std::string undoTitle() const;
  std::string redoTitle() const;
  Status undo();
  Status redo();
  // Whether there are edits since markSaved().
  bool modified() const;
  void markSaved();
  // Grows with each change, undo and redo; views compare it.
  std::uint64_t revision() const { return revision_; }

 private:
  struct Step {
    NetworkEdit edit;  // what undo() or redo() applies
    int mergeKey = 0;
    std::uint64_t state = 0;  // the state that applying leads to
  };
  Network network_;
  std::vector<Step> undo_, redo_;
  std::uint64_t revision_ = 0, state_ = 0, savedState_ = 0, nextState_ = 1;
};

}  // namespace fovea
