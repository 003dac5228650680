// Why: converts gestures to NetworkEdits, as pure functions of the shown network. They are all that the canvas knows
// about changing networks, so they can be tested without a screen.
#pragma once
#include <QtCore/QPointF>
#include <QtCore/QSizeF>
#include <QtCore/QString>
#include <functional>
#include <optional>
#include <set>

#include "core/network/network_edit.h"
#include "widgets/canvas/scene/canvas_scene.h"

namespace fovea {

// The edit and what it adds, for selecting it.
struct Addition {
  NetworkEdit edit;
  QList<LayerId> layers;
  QList<NoteId> notes = {};
  QList<LayerId> separated = {};  // see PartInsertion
};

// The drawn size of a node.
using NodeSize = std::function<QSizeF(LayerId)>;
// Sizes as in `scene`; other layers have the size of a plain card.
NodeSize sizesOf(const CanvasScene& scene);
// The rectangle of the card of `layer` in the drawing.
QRectF cardOf(const Layer& layer, const NodeSize& sizeOf);

// Rounds `point` to the grid.
Position snapped(const QPointF& point);
// Describes layers in menus: the type's title of a single one, or their number.
QString layersText(const Network& network, const QList<LayerId>& layers);

// All layers reachable from `start` along the edges (against them if not `forward`), including `start`.
std::set<LayerId> reachable(const Network& network, LayerId start, bool forward);
// Whether an edge from `source`'s output to `target`'s input is new and creates no cycle.
bool canConnect(const Network& network, const PortRef& source, const PortRef& target);
// The input of `target` for a new edge: the first free one, else the first; none without inputs.
std::optional<PortRef> firstInput(const Network& network, LayerId target);
std::optional<PortRef> firstOutput(const Network& network, LayerId source);

// A layer to add, without a position.
struct LayerDraft {
  Layer layer;  // its type, name, parameters and sheet
  QString title;
  LayerPorts ports;
};
LayerDraft draftOf(const LayerType& type, BlockId sheet);
// Another use of `block`. None if there is no such block, or if the sheet is its own or inside it.
std::optional<LayerDraft> draftOfUse(const Network& network, BlockId block, BlockId sheet);

// Adds the layer and connects it with `peer` if possible.
Addition addLayerEdit(const Network& network, const LayerDraft& draft, const Position& position,
                      const std::optional<PortRef>& peer = {});
// Inserts the layer into `edge`. Later nodes move down, or right if data flows `sideways`, if there is not enough
// space. Empty if the layer has no input or no output.
std::optional<Addition> insertLayerEdit(const Network& network, const LayerDraft& draft, const Edge& edge,
                                        const NodeSize& sizeOf, bool sideways = false);
// Whether an existing layer can be inserted into an edge: it has an input and an output but no connections.
bool canStandWithin(const Network& network, LayerId layer);
// Inserts such a layer into the middle of `edge`; a reroute point goes to `dropped`, its top left corner.
NetworkEdit insertExistingEdit(const Network& network, LayerId layer, const Edge& edge, const Position& dropped,
                               const NodeSize& sizeOf, bool sideways = false);
// Adds a reroute point in each given edge at its position, or one shared by all connections from `source`.
Addition rerouteEdgesEdit(const Network& network, const std::vector<std::pair<Edge, QPointF>>& places);
Addition gatherEdit(const Network& network, const PortRef& source, const QPointF& place);
NetworkEdit connectEdit(const PortRef& source, const PortRef& target);
// Moves the target end of `edge` to another input.
NetworkEdit rerouteEdit(const Edge& edge, const PortRef& target);
// Removes layers with their edges, edges and notes; at least one of them. The neighbours of a removed reroute point, or
// of a layer with one input and one output, are connected directly if the later layer accepts that.
NetworkEdit removeEdit(const Network& network, const QList<LayerId>& layers, const std::vector<Edge>& edges,
                       const QList<NoteId>& notes = {});
// Moves all of `load` by `delta`.
NetworkEdit moveEdit(const Network& network, const CanvasLoad& load, const QPointF& delta);

// Adds an empty comment on `sheet`, with its top left corner at `position`.
Addition addCommentEdit(const Network& network, BlockId sheet, const QPointF& position);
// Adds a frame around at least one layer.
Addition frameEdit(const Network& network, const QList<LayerId>& layers, const NodeSize& sizeOf);
// Extends `moves` so that every frame still encloses its layers, and comments stay beside theirs.
NetworkEdit withNotes(const Network& network, NetworkEdit moves, const NodeSize& sizeOf);
// Changes a note's text, colour or size.
NetworkEdit changeNoteEdit(const Note& note, const QString& title);

// Keeps the weights of layers as they are, or lets them learn again.
NetworkEdit freezeEdit(const std::vector<const Layer*>& layers, bool frozen);

// Inserts the own sheet of `part` on the sheet `sheet` as new layers and notes, with the blocks that they need, moved
// by `offset` (on the grid). `title` is for the undo menu. A single layer is connected with `peer`.
Addition insertNetworkEdit(const Network& network, const Network& part, BlockId sheet, const QPointF& offset,
                           const QString& title, const std::optional<PortRef>& peer = {});

}  // namespace fovea
