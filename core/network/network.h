// Why: the document that a person draws: layers, edges, positions. A plain value without screens; every change to it is
// a NetworkEdit (network_edit.h), so that all can be undone. Ids are never reused within a document.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/layers/layer_type.h"

namespace fovea {

struct LayerTag;
using LayerId = Id<LayerTag>;

struct Position {
  double x = 0;
  double y = 0;
  bool operator==(const Position&) const = default;
};

struct BlockTag;
using BlockId = Id<BlockTag>;

// A part of a network that is drawn once, on a sheet of its own, and used as one layer wherever it is wanted. What
// stands on its sheet says so itself (Layer::block, Note::block); its ports are the layers of type "block_input" and
// "block_output" there, in order of id; a use is a layer of type "block". A block never holds itself.
struct Block {
  BlockId id;
  std::string name;  // unique among the blocks
  bool operator==(const Block&) const = default;
};
inline constexpr const char* kBlockUse = "block";
inline constexpr const char* kBlockInput = "block_input";
inline constexpr const char* kBlockOutput = "block_output";

struct Layer {
  LayerId id;
  std::string type;  // of a LayerType
  std::string name;  // unique on its sheet; names its parameters: "conv1"
  FieldValues parameters;
  Position position;  // of the node's top left corner, in pixels at 1×
  BlockId block{};    // on whose sheet it stands; invalid: the network's own
  bool operator==(const Layer&) const = default;
};

// The block that `layer` is a use of; invalid for any other layer.
BlockId usedBlock(const Layer& layer);

// Between layers of one sheet.
struct Edge {
  LayerId source;
  int output = 0;
  LayerId target;
  int input = 0;
  bool operator==(const Edge&) const = default;
};

struct NoteTag;
using NoteId = Id<NoteTag>;

// Words on the drawing that mean nothing to a device: a comment, or a frame around a part of the network.
struct Note {
  NoteId id;
  bool frame = false;  // it lies under the layers, its text is a title
  std::string text;
  Position position;  // of the top left corner, in pixels at 1×, as that of layers
  double width = 240;
  double height = 80;
  int color = 0;    // one of kNoteColors
  BlockId block{};  // as Layer::block
  bool operator==(const Note&) const = default;
};
inline constexpr int kNoteColors = 10;  // the series colours of the theme
inline constexpr double kSmallestNote = 48;

class Network {
 public:
  const std::string& name() const { return name_; }
  const std::vector<Layer>& layers() const { return layers_; }  // of all sheets, in order of id
  const std::vector<Edge>& edges() const { return edges_; }
  const std::vector<Note>& notes() const { return notes_; }     // in order of id
  const std::vector<Block>& blocks() const { return blocks_; }  // in order of id
  const Layer* find(LayerId id) const;
  const Note* findNote(NoteId id) const;
  const Block* findBlock(BlockId id) const;
  // On the sheet of `block`.
  const Layer* findByName(std::string_view name, BlockId block = {}) const;
  // Edges into `target`, ordered by input.
  std::vector<Edge> edgesInto(LayerId target) const;
  LayerId nextId() const { return LayerId{nextId_}; }
  NoteId nextNoteId() const { return NoteId{nextNoteId_}; }
  BlockId nextBlockId() const { return BlockId{nextBlockId_}; }
  // `wish`, or `wish` with the next number that makes it unique on the sheet of `block` ("conv3" for "conv2",
  // "relu2" for "relu").
  std::string uniqueName(const std::string& wish, BlockId block = {}) const;
  // Layers so that each comes after its sources. InvalidArgument names a layer on a cycle.
  Result<std::vector<LayerId>> topologicalOrder() const;
  // The same name, layers, edges, notes and blocks; the next ids are bookkeeping and do not count.
  bool operator==(const Network& other) const;

 private:
  friend class NetworkEditor;
  std::string name_ = "network";
  std::vector<Layer> layers_;
  std::vector<Edge> edges_;
  std::vector<Note> notes_;
  std::vector<Block> blocks_;
  std::int32_t nextId_ = 1;
  std::int32_t nextNoteId_ = 1;
  std::int32_t nextBlockId_ = 1;
};

struct LayerPorts {
  std::vector<LayerPort> inputs, outputs;
};
// The ports of `layer` in `network`: those of its type, or of the block that it uses.
LayerPorts portsOf(const Network& network, const Layer& layer);
// The layers that are ports of `block`: `type` is kBlockInput or kBlockOutput; in order.
std::vector<LayerId> blockPorts(const Network& network, BlockId block, std::string_view type);
// How many layers stand on the sheet of `block` once the blocks used there are unfolded: what a network is said to
// have, however it is drawn. Ports and uses of blocks are none. At most 10^12.
std::int64_t layerCount(const Network& network, BlockId block = {});
// The layers that use `block`, on all sheets.
std::vector<LayerId> usesOf(const Network& network, BlockId block);
// The blocks so that each comes after those that are used on its sheet. InvalidArgument names one that holds itself.
Result<std::vector<BlockId>> nestingOrder(const Network& network);
// Whether `inner` is `outer` or is used on its sheet, however deep.
bool blockHolds(const Network& network, BlockId outer, BlockId inner);

// The JSON form: {"format": "fovea-network", "version": 1, "name": …, "layers": […], "edges": […]} and
// "notes": […], "blocks": […] where there are any.
Json networkToJson(const Network& network);
// Refuses newer versions (NewerVersion), unknown keys and layers, duplicate ids or names, edges to nowhere, cycles:
// Corrupt with the place. Whether the layers fit together is not asked here: see analyzeNetwork.
Result<Network> networkFromJson(const Json& json);
// The same from and to a file of at most 64 MiB; written atomically. Errors name the path.
Result<Network> readNetwork(const std::filesystem::path& path);
Status writeNetwork(const std::filesystem::path& path, const Network& network);

}  // namespace fovea
