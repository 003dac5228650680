// Why: what a gesture means for the network, as a value: pure functions from the shown network to a NetworkEdit. They
// are all that the canvas knows about changing networks, so they can be tested without a screen.
#pragma once
#include <QtCore/QPointF>
#include <QtCore/QSizeF>
#include <QtCore/QString>
#include <functional>
#include <optional>
#include <set>

#include "core/network/network_edit.h"
#include "widgets/canvas/canvas_scene.h"

namespace fovea {

// The edit and what it adds, so that it can be selected.
struct Addition {
  NetworkEdit edit;
  QList<LayerId> layers;
  QList<NoteId> notes = {};
};

// How high and wide a node is drawn.
using NodeSize = std::function<QSizeF(LayerId)>;
// As `scene` shows it; of others the size of a plain card.
NodeSize sizesOf(const CanvasScene& scene);

// `point` on the grid.
Position snapped(const QPointF& point);
// The name of a layer for menus: its type's title, or the number of layers.
QString layersText(const Network& network, const QList<LayerId>& layers);

// Every layer that can be reached from `start` along the edges (against them if not `forward`), `start` included.
std::set<LayerId> reachable(const Network& network, LayerId start, bool forward);
// Whether an edge from `source`'s output to `target`'s input would keep the network free of cycles and is not there
// yet.
bool canConnect(const Network& network, const PortRef& source, const PortRef& target);
// The input of `target` that a new edge should go to: the first free one, else the first; none if it has no inputs.
std::optional<PortRef> firstInput(const Network& network, LayerId target);
std::optional<PortRef> firstOutput(const Network& network, LayerId source);

// A layer that is to be drawn, before it has a place.
struct LayerDraft {
  Layer layer;  // its type, name, parameters and sheet
  QString title;
  LayerPorts ports;
};
LayerDraft draftOf(const LayerType& type, BlockId sheet);
// Another use of `block`. None if there is no such block, or if the sheet is its own or one that it holds.
std::optional<LayerDraft> draftOfUse(const Network& network, BlockId block, BlockId sheet);

// The new layer, connected with `peer` where that is possible.
Addition addLayerEdit(const Network& network, const LayerDraft& draft, const Position& position,
                      const std::optional<PortRef>& peer = {});
// The new layer in the middle of `edge`; what comes after moves down, or to the right where data flows `sideways`, if
// there is no room. Empty if it has no input or no output.
std::optional<Addition> insertLayerEdit(const Network& network, const LayerDraft& draft, const Edge& edge,
                                        const NodeSize& sizeOf, bool sideways = false);
// Whether a layer that is drawn already can go into an edge: it has an input and an output, and nothing is connected
// with it.
bool canStandWithin(const Network& network, LayerId layer);
// Such a layer goes into the middle of `edge`; a reroute point to `dropped`, its top left corner.
NetworkEdit insertExistingEdit(const Network& network, LayerId layer, const Edge& edge, const Position& dropped,
                               const NodeSize& sizeOf, bool sideways = false);
// Points that the given edges pass through, each at its place, or one at which all connections from `source` begin.
Addition rerouteEdgesEdit(const Network& network, const std::vector<std::pair<Edge, QPointF>>& places);
Addition gatherEdit(const Network& network, const PortRef& source, const QPointF& place);
NetworkEdit connectEdit(const PortRef& source, const PortRef& target);
// The end of `edge` at `target` goes to another input.
NetworkEdit rerouteEdit(const Edge& edge, const PortRef& target);
// Removes layers (their edges go with them), edges and notes. At least one of them. What was joined by way of a removed
// reroute point, or layer of one input and one output, is joined directly where the layer behind it can do with that.
NetworkEdit removeEdit(const Network& network, const QList<LayerId>& layers, const std::vector<Edge>& edges,
                       const QList<NoteId>& notes = {});
// All of `load` by `delta`.
NetworkEdit moveEdit(const Network& network, const CanvasLoad& load, const QPointF& delta);

// A comment without words on `sheet`, its top left corner at `position`.
Addition addCommentEdit(const Network& network, BlockId sheet, const QPointF& position);
// A frame around layers; at least one.
Addition frameEdit(const Network& network, const QList<LayerId>& layers, const NodeSize& sizeOf);
// `moves`, with every frame that held layers around the same layers again, and comments beside the layers that they lay
// beside.
NetworkEdit withNotes(const Network& network, NetworkEdit moves, const NodeSize& sizeOf);
// A note with other words, another colour or another size.
NetworkEdit changeNoteEdit(const Note& note, const QString& title);

// What stands on the own sheet of `part` as new layers and notes on the sheet `sheet`, with the blocks that they need,
// moved by `offset` (on the grid); `title` is for the undo menu. If it is one layer only, it is connected with `peer`.
Addition insertNetworkEdit(const Network& network, const Network& part, BlockId sheet, const QPointF& offset,
                           const QString& title, const std::optional<PortRef>& peer = {});

}  // namespace fovea
