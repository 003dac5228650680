// Why: the document that a person draws: layers, edges, positions. A plain value without GUI; every change is a
// NetworkEdit (network_edit.h), so everything can be undone. Ids are never reused within a document.
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

// A part of a network that is drawn once, on its own sheet, and used as one layer anywhere. Layers and notes refer to
// their sheet (Layer::block, Note::block). Its ports are the layers of type "block_input" and "block_output" there, in
// order of id; a use is a layer of type "block". A block never contains itself.
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
  std::string type;  // name of a LayerType
  std::string name;  // unique on its sheet; names its parameters: "conv1"
  FieldValues parameters;
  Position position;  // of the node's top left corner, in pixels at 1×
  BlockId block{};    // the sheet's block; invalid: the network's own sheet
  bool operator==(const Layer&) const = default;
};

// The block that `layer` is a use of; invalid for any other layer.
BlockId usedBlock(const Layer& layer);

// Connects layers of one sheet.
struct Edge {
  LayerId source;
  int output = 0;
  LayerId target;
  int input = 0;
  bool operator==(const Edge&) const = default;
};

struct NoteTag;
using NoteId = Id<NoteTag>;

// Text on the drawing without effect on the computation: a comment, or a frame around a part of the network.
struct Note {
  NoteId id;
  bool frame = false;  // drawn below the layers, its text is a title
  std::string text;
  Position position;  // of the top left corner, in pixels at 1×, like Layer::position
  double width = 240;
  double height = 80;
  int color = 0;    // one of kNoteColors
  BlockId block{};  // like Layer::block
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
  // Finds a layer on the sheet of `block`.
  const Layer* findByName(std::string_view name, BlockId block = {}) const;
  // Edges into `target`, ordered by input.
  std::vector<Edge> edgesInto(LayerId target) const;
  LayerId nextId() const { return LayerId{nextId_}; }
  NoteId nextNoteId() const { return NoteId{nextNoteId_}; }
  BlockId nextBlockId() const { return BlockId{nextBlockId_}; }
  // Returns `wish`, with the next free number if that name is taken on the sheet of `block` ("conv3" for "conv2",
  // "relu2" for "relu").
  std::string uniqueName(const std::string& wish, BlockId block = {}) const;
  // Sorts the layers so that each comes after its sources. InvalidArgument names a layer on a cycle.
  Result<std::vector<LayerId>> topologicalOrder() const;
  // Compares name, layers, edges, notes and blocks, but not the counters for the next ids.
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
// The ports of `layer` in `network`: those of its type, or of the block it uses.
LayerPorts portsOf(const Network& network, const Layer& layer);
// The port layers of `block`, in order; `type` is kBlockInput or kBlockOutput.
std::vector<LayerId> blockPorts(const Network& network, BlockId block, std::string_view type);
// The number of layers on the sheet of `block` after unfolding its blocks; it is shown as the network's layer count.
// Ports and uses of blocks do not count. At most 10^12.
std::int64_t layerCount(const Network& network, BlockId block = {});
// The number of layers that unfolding visits, with the ports and uses of blocks. At most 10^12.
std::int64_t unfoldedSize(const Network& network);
// The layers that use `block`, on all sheets.
std::vector<LayerId> usesOf(const Network& network, BlockId block);
// Sorts the blocks so that each comes after those used on its sheet. InvalidArgument names one that contains itself.
Result<std::vector<BlockId>> nestingOrder(const Network& network);
// Returns whether `inner` is `outer` or is nested in it at any depth.
bool blockHolds(const Network& network, BlockId outer, BlockId inner);

// Converts to JSON: {"format": "fovea-network", "version": 1, "name": …, "layers": […], "edges": […]}, plus "notes":
// […] and "blocks": […] if there are any.
Json networkToJson(const Network& network);
// Refuses newer versions (NewerVersion). Unknown keys and layers, duplicate ids or names, dangling edges and cycles are
// Corrupt, with the place. Whether the layers fit together is checked by analyzeNetwork.
Result<Network> networkFromJson(const Json& json);
// Read and write a file of at most 64 MiB, atomically. Errors name the path.
Result<Network> readNetwork(const std::filesystem::path& path);
Status writeNetwork(const std::filesystem::path& path, const Network& network);

}  // namespace fovea
