// Why: keeps the drawn items equal to the network that was last shown, by id, so that an edit touches only what it
// changed and the selection survives it. Holds a copy of that network as a value; the model itself stays with the app.
// GUI thread only.
#pragma once
#include <QtCore/QHash>
#include <QtCore/QList>
#include <QtCore/QVariantAnimation>
#include <QtWidgets/QGraphicsScene>
#include <map>
#include <optional>

#include "widgets/canvas/edge_item.h"
#include "widgets/canvas/edge_route.h"
#include "widgets/canvas/node_basis.h"
#include "widgets/canvas/node_item.h"
#include "widgets/canvas/note_item.h"

namespace fovea {

struct Ghost;
class GhostItem;

// One port of the network; `index` is an edge's input or output.
struct PortRef {
  LayerId layer;
  bool output = true;
  int index = 0;
  bool operator==(const PortRef&) const = default;
};

// What lies under a point: a node with its part, or an edge, or a note with its part, or nothing.
struct CanvasHit {
  NodeItem* node = nullptr;
  NodePart part;
  EdgeItem* edge = nullptr;
  NoteItem* note = nullptr;
  NoteItem::Part notePart = NoteItem::Part::None;
};

// What moves together.
struct CanvasLoad {
  QList<LayerId> layers;
  QList<NoteId> notes;
  bool empty() const { return layers.isEmpty() && notes.isEmpty(); }
};

// A way to the sheet of `block`; none if it is used nowhere that can be reached.
std::optional<BlockPath> pathTo(const Network& network, BlockId block);

class CanvasScene : public QGraphicsScene {
  Q_OBJECT
 public:
  explicit CanvasScene(QObject* parent = nullptr);
  ~CanvasScene() override;

  const CanvasStyle& style() const { return style_; }
  // Looks the theme up again and repaints.
  void refreshStyle() { setStyle(CanvasStyle::withShadow()); }
  // All but the way in which data flows, which is the drawing's own.
  void setStyle(CanvasStyle style);
  // Whether data flows to the right, see CanvasStyle.
  void setSideways(bool sideways);

  // Makes the items equal to `network`. Nodes that stand elsewhere now glide there if `glide` is set and a view is
  // visible.
  void setNetwork(const Network& network, const NetworkReport& report, bool glide = true);
  // How often setNetwork was called.
  std::size_t timesShown() const { return timesShown_; }
  // All of it: also what stands on other sheets than the one that is shown.
  const Network& network() const { return network_; }
  // Of the sheet that is shown.
  const NetworkReport& report() const;
  const NetworkReport& wholeReport() const { return report_; }

  // The uses that lead to the sheet that is shown, from the outside in; empty: the network's own. Only what stands on
  // that sheet has items. A path that no longer leads anywhere is cut where it ends.
  const BlockPath& path() const { return path_; }
  void setPath(const BlockPath& path);
  // The block whose sheet it is; invalid for the network's own.
  BlockId sheet() const;

  NodeItem* node(LayerId id) const;
  EdgeItem* edgeItem(const Edge& edge) const;
  const std::map<LayerId, NodeItem*>& nodes() const { return nodes_; }
  NoteItem* note(NoteId id) const;
  const std::map<NoteId, NoteItem*>& notes() const { return notes_; }
  const std::vector<EdgeItem*>& edges() const { return edges_; }
  // Where the node will stand when it has glided home, as a rectangle in the scene. Empty if there is no such layer.
  QRectF nodeRectangle(LayerId id) const;
  // Of all nodes and notes; null when there are none.
  QRectF networkRectangle() const;

  // Ports within `reach` come first, then fixes and cards, then edges.
  CanvasHit hitAt(const QPointF& point, double reach) const;
  // The nearest edge within `reach`, whatever else lies there.
  EdgeItem* edgeAt(const QPointF& point, double reach) const;
  PortRef portOf(const NodeItem& node, const NodePart& part) const;
  QPointF portPosition(const PortRef& port) const;

  // Selected layers in the order of selecting. Edges are selected apart.
  const QList<LayerId>& selection() const { return selection_; }
  std::vector<Edge> selectedEdges() const;
  QList<NoteId> selectedNotes() const;
  bool nothingSelected() const { return selection_.isEmpty() && selectedEdges().empty() && selectedNotes().isEmpty(); }
  void select(const QList<LayerId>& layers, const std::vector<Edge>& edges = {}, const QList<NoteId>& notes = {});
  // Selects these as soon as a shown network has them: for what an edit is about to add.
  void selectWhenShown(const QList<LayerId>& layers, const QList<NoteId>& notes = {}) { awaited_ = {layers, notes}; }
  // The selection with all that stands in its frames.
  CanvasLoad load() const;

  // Moves nodes on the screen only, their edges with them.
  void moveNodes(const std::vector<std::pair<LayerId, QPointF>>& places);
  // Puts every node and note back to where the shown network has it.
  void restorePositions();
  void setOverlay(LayerId id, const QString& text, const QColor& color = {});
  void clearOverlays();
  // Layers that are not there, each where it stood, or aside of what stands there now. In the place of those before.
  void setGhosts(std::vector<Ghost> ghosts);
  const std::vector<GhostItem*>& ghosts() const { return ghostItems_; }
  void finishGlide();

 Q_SIGNALS:
  // After setNetwork, a move of nodes or a change of colours: the mini-map listens.
  void drawingChanged();
  // Another sheet is shown; before drawingChanged.
  void sheetChanged(const fovea::BlockPath& left);
  void layersSelected(const QList<fovea::LayerId>& layers);

 private:
  struct Glide {
    QPointF from, to;
  };
  std::size_t movedNodes() const;
  void showSheet(bool glide);
  void updateNodes(bool glide);
  void updateEdges();
  void updateNotes();
  void updateGhosts();
  void placeNode(NodeItem* item, const QPointF& target, bool isNew, bool glide);
  EdgeRoute routeOf(const Edge& edge, const CardRows& cards) const;
  void connectAll();
  void stepGlide(double progress);
  bool isVisible() const;
  void pruneSelection();

  CanvasStyle style_;
  Network network_;
  NetworkReport report_;
  std::size_t timesShown_ = 0;
  BlockPath path_;
  std::map<LayerId, NodeItem*> nodes_;  // owned by the scene
  std::map<LayerId, NodeBasis> bases_;  // of the nodes
  std::map<NoteId, NoteItem*> notes_;   // owned by the scene
  std::vector<EdgeItem*> edges_;        // owned by the scene; in the order of the network
  std::map<LayerId, std::vector<EdgeItem*>> edgesOf_;
  std::map<LayerId, Glide> gliding_;
  std::map<LayerId, std::pair<QString, QColor>> overlays_;
  std::vector<Ghost> ghosts_;
  std::vector<GhostItem*> ghostItems_;  // owned by the scene; of the sheet that is shown
  QVariantAnimation glide_;
  QList<LayerId> selection_;
  CanvasLoad awaited_;
};

}  // namespace fovea
