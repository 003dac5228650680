// Why: the document that a person draws: layers, edges, positions. A plain value without screens; every change to it is a
// NetworkEdit (network_edit.h), so that all can be undone. Ids are never reused within a document.
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

struct Layer {
  LayerId id;
  std::string type;  // of a LayerType
  std::string name;  // unique in the network; names its parameters: "conv1"
  FieldValues parameters;
  Position position;  // of the node's top left corner, in pixels at 1×
  bool operator==(const Layer&) const = default;
};

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
  int color = 0;  // one of kNoteColors
  bool operator==(const Note&) const = default;
};
inline constexpr int kNoteColors = 10;  // the series colours of the theme
inline constexpr double kSmallestNote = 48;

class Network {
 public:
  const std::string& name() const { return name_; }
  const std::vector<Layer>& layers() const { return layers_; }  // in order of id
  const std::vector<Edge>& edges() const { return edges_; }
  const std::vector<Note>& notes() const { return notes_; }     // in order of id
  const Layer* find(LayerId id) const;
  const Note* findNote(NoteId id) const;
  const Layer* findByName(std::string_view name) const;
  // Edges into `target`, ordered by input.
  std::vector<Edge> edgesInto(LayerId target) const;
  LayerId nextId() const { return LayerId{nextId_}; }
  NoteId nextNoteId() const { return NoteId{nextNoteId_}; }
  // `wish`, or `wish` with the next number that makes it unique ("conv3" for "conv2", "relu2" for "relu").
  std::string uniqueName(const std::string& wish) const;
  // Layers so that each comes after its sources. InvalidArgument names a layer on a cycle.
  Result<std::vector<LayerId>> topologicalOrder() const;
  // The same name, layers, edges and notes; the next ids are bookkeeping and do not count.
  bool operator==(const Network& other) const;

 private:
  friend class NetworkEditor;
  std::string name_ = "network";
  std::vector<Layer> layers_;
  std::vector<Edge> edges_;
  std::vector<Note> notes_;
  std::int32_t nextId_ = 1;
  std::int32_t nextNoteId_ = 1;
};

// The JSON form: {"format": "fovea-network", "version": 1, "name": …, "layers": […], "edges": […]} and
// "notes": […] where there are any.
Json networkToJson(const Network& network);
// Refuses newer versions (NewerVersion), unknown keys and layers, duplicate ids or names, edges to nowhere, cycles: Corrupt
// with the place. Whether the layers fit together is not asked here: see analyzeNetwork.
Result<Network> networkFromJson(const Json& json);
// The same from and to a file of at most 64 MiB; written atomically. Errors name the path.
Result<Network> readNetwork(const std::filesystem::path& path);
Status writeNetwork(const std::filesystem::path& path, const Network& network);

}  // namespace fovea
