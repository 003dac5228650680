// Why: the one place that changes a Network. It keeps the invariants that all others rely on: layers in order of id
// with complete, valid parameters and unique names; edges in order of (target, input), at most one at each input,
// between ports that exist, without cycles. Internal to this room. Not thread-safe.
#pragma once
#include "core/network/network.h"

namespace fovea {

class NetworkEditor {
 public:
  explicit NetworkEditor(Network& network) : network_(network) {}

  // Completes the parameters and checks type, name and position; not whether the name is unique. `layer` may be
  // changed.
  static Status checkLayer(Layer& layer);
  static Status checkName(const std::string& name);
  static Status checkPosition(Position position);
  // That both layers and ports are there, and that `input` is one of the target's.
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
  static Status checkNote(const Note& note);
  Result<NoteId> addNote(Note note);
  Result<Note> removeNote(NoteId id);
  // The note that stood there before.
  Result<Note> setNote(const Note& note);
  Status rename(std::string name);
  // Another document in the place of this one. Ids stay unused for good.
  void replace(Network network);
  // A whole document whose parts have been checked one by one. The order of the parts does not matter.
  void assign(std::string name, std::vector<Layer> layers, std::vector<Edge> edges, std::vector<Note> notes);

 private:
  Network& network_;
};

// "conv1", in the quotes that messages use.
std::string inQuotes(const std::string& name);

}  // namespace fovea
