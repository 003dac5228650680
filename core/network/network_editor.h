// Why: the only code that changes a Network. It keeps the invariants that all other code relies on: layers in order of
// id with complete, valid parameters and names unique on their sheet; edges in order of (target, input), at most one
// per input, between existing ports of one sheet, without cycles; no block contains itself. Internal to this room and
// to importers, which create whole networks. Not thread-safe.
#pragma once
#include <functional>

#include "core/network/network.h"

namespace fovea {

// Limits of a network, which an edit and a file must keep alike: whatever is drawn can be read again. The number of
// blocks bounds the nesting depth; that of layers holds for all sheets together, and also after unfolding.
inline constexpr std::size_t kMostBlocks = 1000;
inline constexpr std::int64_t kMostLayers = 20'000;
inline constexpr std::size_t kMostEdges = 100'000;
inline constexpr std::size_t kMostNotes = 10'000;
inline constexpr std::int32_t kLargestId = 1'000'000'000;  // of a layer, note or block
inline constexpr std::size_t kLongestLayerName = 100;      // bytes
// The advice when a drawing has used up the ids.
inline constexpr const char* kCopyIntoNew = "Copy everything into a new network, which begins to count anew.";

class NetworkEditor {
 public:
  explicit NetworkEditor(Network& network) : network_(network) {}

  // Completes the parameters of `layer` in place and checks type, name and position, but not whether the name is
  // unique.
  static Status checkLayer(Layer& layer);
  static Status checkName(const std::string& name);
  static Status checkPosition(Position position);
  // Checks that a network of so many parts stays within the limits.
  static Status checkSize(std::size_t layers, std::size_t edges, std::size_t notes);
  // Checks that the sheet and the used block exist and that `layer` is allowed there: ports only in blocks, the input
  // layer only outside.
  Status checkSheet(const Layer& layer) const;
  // Checks that `layer`, already in the network or not, makes no block contain itself.
  Status checkNesting(const Layer& layer) const;
  // Checks that both layers and ports exist on one sheet and that `input` is a port of the target.
  Status checkPorts(const Edge& edge) const;

  // A valid id must be unused. An empty name becomes the type's name; a name in use gets a number. Returns the id.
  Result<LayerId> addLayer(Layer layer);
  // Returns the removed layer and its edges.
  Result<std::pair<Layer, std::vector<Edge>>> removeLayer(LayerId id);
  // Returns the edge as stored, since one into an occupied variadic input goes to the end, and the edge it replaced.
  Result<std::pair<Edge, std::optional<Edge>>> addEdge(Edge edge);
  Status removeEdge(const Edge& edge);
  // The layer, for changing its parameters, name or position; NotFound if there is none.
  Result<Layer*> layer(LayerId id);
  // Checks that numbers are finite, the note is on the canvas and large enough to see, and its text can be stored.
  Status checkNote(const Note& note) const;
  Result<NoteId> addNote(Note note);
  Result<Note> removeNote(NoteId id);
  // Returns the previous note.
  Result<Note> setNote(const Note& note);
  Result<BlockId> addBlock(Block block);
  Result<Block> removeBlock(BlockId id);
  // Returns the previous name.
  Result<std::string> renameBlock(BlockId id, std::string name);
  Status rename(std::string name);
  // Replaces the document. Former ids are not reused.
  void replace(Network network);
  // Sets a whole document whose parts have been checked one by one. The order of the parts does not matter.
  void assign(std::string name, std::vector<Layer> layers, std::vector<Edge> edges, std::vector<Note> notes,
              std::vector<Block> blocks);

 private:
  // Updates the edges at the uses of a block when its port `port` is added or removed: later ports shift by `step`.
  void movePorts(const Layer& port, int step);
  // The edges attached to `port` at the uses of its block.
  std::vector<Edge> edgesAtUses(const Layer& port) const;

  Network& network_;
};

// Returns `wish`, with the next free number appended if it is `taken`.
std::string uniqueName(const std::string& wish, const std::function<bool(const std::string&)>& taken);
Error noSuchBlock(BlockId id);
// Quotes a name as messages do: “conv1”.
std::string inQuotes(const std::string& name);

}  // namespace fovea
