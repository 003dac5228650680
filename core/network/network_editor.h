// Why: the one place that changes a Network. It keeps the invariants that all others rely on: layers in order of id
// with complete, valid parameters and names that are unique on their sheet; edges in order of (target, input), at most
// one at each input, between ports of one sheet that exist, without cycles; no block holds itself. Internal to this
// room and to importers, which make whole networks. Not thread-safe.
#pragma once
#include <functional>

#include "core/network/network.h"

namespace fovea {

// What a network may have at most: blocks, so that no nesting is too deep to be walked through; layers, also unfolded;
// of a layer's name.
inline constexpr std::size_t kMostBlocks = 1000;
inline constexpr std::int64_t kMostLayers = 20'000;
inline constexpr std::size_t kLongestLayerName = 100;  // bytes

class NetworkEditor {
 public:
  explicit NetworkEditor(Network& network) : network_(network) {}

  // Completes the parameters and checks type, name and position; not whether the name is unique. `layer` may be
  // changed.
  static Status checkLayer(Layer& layer);
  static Status checkName(const std::string& name);
  static Status checkPosition(Position position);
  // That the sheet, and the block that it uses, are there, and that `layer` may stand on it: ports in blocks only, the
  // input layer outside.
  Status checkSheet(const Layer& layer) const;
  // That no block would hold itself by `layer`, which may be in the network or not.
  Status checkNesting(const Layer& layer) const;
  // That both layers and ports are there, on one sheet, and that `input` is one of the target's.
  Status checkPorts(const Edge& edge) const;

  // A valid id must be unused. An empty name becomes the type's; a name in use gets a number. Returns the id.
  Result<LayerId> addLayer(Layer layer);
  // The layer and every edge that touched it.
  Result<std::pair<Layer, std::vector<Edge>>> removeLayer(LayerId id);
  // The edge as it was stored, since an occupied variadic input moves to the end, and the one that it replaced.
  Result<std::pair<Edge, std::optional<Edge>>> addEdge(Edge edge);
  Status removeEdge(const Edge& edge);
  // The layer itself, to change its parameters, name or position; NotFound if there is none.
  Result<Layer*> layer(LayerId id);
  // Finite, on the canvas, of a size that can be seen, with text that can be stored.
  Status checkNote(const Note& note) const;
  Result<NoteId> addNote(Note note);
  Result<Note> removeNote(NoteId id);
  // The note that stood there before.
  Result<Note> setNote(const Note& note);
  Result<BlockId> addBlock(Block block);
  Result<Block> removeBlock(BlockId id);
  // The name that it had before.
  Result<std::string> renameBlock(BlockId id, std::string name);
  Status rename(std::string name);
  // Another document in the place of this one. Ids stay unused for good.
  void replace(Network network);
  // A whole document whose parts have been checked one by one. The order of the parts does not matter.
  void assign(std::string name, std::vector<Layer> layers, std::vector<Edge> edges, std::vector<Note> notes,
              std::vector<Block> blocks);

 private:
  // Edges at the uses of a block whose port `port` comes or goes: those of later ports move by `step`.
  void movePorts(const Layer& port, int step);
  // The edges at the uses of its block that end or begin at `port`.
  std::vector<Edge> edgesAtUses(const Layer& port) const;

  Network& network_;
};

// `wish`, or `wish` with the next number that is not `taken`.
std::string uniqueName(const std::string& wish, const std::function<bool(const std::string&)>& taken);
Error noSuchBlock(BlockId id);
// "conv1", in the quotes that messages use.
std::string inQuotes(const std::string& name);

}  // namespace fovea
