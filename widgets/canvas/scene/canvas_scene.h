// Why: keeps the drawn items equal to the last shown network, matched by id, so that an edit touches only what changed
// and the selection survives. It holds a copy of the network; the model stays with the app. GUI thread only.
#pragma once
#include <QtCore/QHash>
#include <QtCore/QList>
#include <QtCore/QVariantAnimation>
#include <QtWidgets/QGraphicsScene>
#include <map>
#include <optional>

#include "widgets/canvas/items/edge_item.h"
#include "widgets/canvas/items/edge_route.h"
#include "widgets/canvas/items/node_basis.h"
#include "widgets/canvas/items/node_item.h"
#include "widgets/canvas/items/note_item.h"
#include "widgets/canvas/layout/spread.h"

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

// The item at a point: a node with its part, an edge, a note with its part, or nothing.
struct CanvasHit {
  NodeItem* node = nullptr;
  NodePart part;
  EdgeItem* edge = nullptr;
  NoteItem* note = nullptr;
  NoteItem::Part notePart = NoteItem::Part::None;
};

// Layers and notes that move together.
struct CanvasLoad {
  QList<LayerId> layers;
  QList<NoteId> notes;
  bool empty() const { return layers.isEmpty() && notes.isEmpty(); }
};

// Returns a path to the sheet of `block`; none if no reachable sheet uses it.
std::optional<BlockPath> pathTo(const Network& network, BlockId block);

class CanvasScene : public QGraphicsScene {
  Q_OBJECT
 public:
  explicit CanvasScene(QObject* parent = nullptr);
  ~CanvasScene() override;

  const CanvasStyle& style() const { return style_; }
  // Reads the theme again and repaints.
  void refreshStyle() { setStyle(CanvasStyle::withShadow()); }
  // Sets everything except the flow direction, which belongs to the drawing.
  void setStyle(CanvasStyle style);
  // Sets whether data flows to the right, see CanvasStyle.
  void setSideways(bool sideways);

  // Sets the room that cards keep for figures. Cards move apart on the screen to make room; the network's positions
  // stay.
  void setFigureForm(FigureForm form);
  // Converts a card's stored position to its shown one, and back: an object dropped at a point of the scene is stored
  // so that it appears there. Both are equal unless figures are shown.
  QPointF shownPlace(const Layer& layer) const;
  QPointF shownPoint(const QPointF& place) const { return spread_.shown(place); }
  QPointF keptPlace(const QPointF& point) const { return spread_.kept(point); }
  // The same for a point on the axis of a card, where connections start.
  QPointF keptAxis(const QPointF& point) const;
  // Set the figures and the breakpoint marks of the nodes; nodes without an entry have none.
  void setFigures(const std::map<LayerId, NodeFigures>& figures);
  void setBreakpoints(const std::map<LayerId, BreakpointMark>& marks);

  // Makes the items equal to `network`. Moved nodes are animated if `glide` is set and a view is visible.
  void setNetwork(const Network& network, const NetworkReport& report, bool glide = true);
  // The number of setNetwork() calls.
  std::size_t timesShown() const { return timesShown_; }
  // The whole network, including other sheets.
  const Network& network() const { return network_; }
  // The report of the shown sheet.
  const NetworkReport& report() const;
  const NetworkReport& wholeReport() const { return report_; }

  // The uses that lead to the shown sheet, outermost first; empty: the network's own sheet. Only that sheet has items.
  // A path that becomes invalid is shortened.
  const BlockPath& path() const { return path_; }
  void setPath(const BlockPath& path);
  // The block of the shown sheet; invalid for the network's own.
  BlockId sheet() const;

  NodeItem* node(LayerId id) const;
  EdgeItem* edgeItem(const Edge& edge) const;
  const std::map<LayerId, NodeItem*>& nodes() const { return nodes_; }
  NoteItem* note(NoteId id) const;
  const std::map<NoteId, NoteItem*>& notes() const { return notes_; }
  const std::vector<EdgeItem*>& edges() const { return edges_; }
  // The node's final rectangle in the scene, after any animation. Empty if there is no such layer.
  QRectF nodeRectangle(LayerId id) const;
  // The bounding rectangle of all nodes and notes; null if there are none.
  QRectF networkRectangle() const;

  // Hits ports within `reach` first, then fixes and cards, then edges.
  CanvasHit hitAt(const QPointF& point, double reach) const;
  // The nearest edge within `reach`, regardless of other items.
  EdgeItem* edgeAt(const QPointF& point, double reach) const;
  PortRef portOf(const NodeItem& node, const NodePart& part) const;
  QPointF portPosition(const PortRef& port) const;

  // Selected layers in selection order. Edges are selected separately.
  const QList<LayerId>& selection() const { return selection_; }
  std::vector<Edge> selectedEdges() const;
  QList<NoteId> selectedNotes() const;
  bool nothingSelected() const { return selection_.isEmpty() && selectedEdges().empty() && selectedNotes().isEmpty(); }
  void select(const QList<LayerId>& layers, const std::vector<Edge>& edges = {}, const QList<NoteId>& notes = {});
  // Selects these as soon as the shown network contains them, for additions of a requested edit.
  void selectWhenShown(const QList<LayerId>& layers, const QList<NoteId>& notes = {}) { awaited_ = {layers, notes}; }
  // The selection, with the content of selected frames.
  CanvasLoad load() const;

  // Moves nodes and their edges on the screen only.
  void moveNodes(const std::vector<std::pair<LayerId, QPointF>>& places);
  // The note as it is drawn.
  Note shownNote(const Note& note) const;
  // Returns every node and note to its position in the shown network.
  void restorePositions();
  void setOverlay(LayerId id, const QString& text, const QColor& color = {});
  // The text that setOverlay() set; empty: none.
  QString overlay(LayerId layer) const;
  void clearOverlays();
  // Shows missing layers at their former positions, or beside nodes that are there now. Replaces earlier ghosts.
  void setGhosts(std::vector<Ghost> ghosts);
  const std::vector<GhostItem*>& ghosts() const { return ghostItems_; }
  void finishGlide();

 Q_SIGNALS:
  // Emitted after setNetwork, node moves and colour changes, for the mini-map.
  void drawingChanged();
  // Emitted when another sheet is shown, before drawingChanged.
  void sheetChanged(const fovea::BlockPath& left);
  void layersSelected(const QList<fovea::LayerId>& layers);
  // Emitted when other connections or notes are selected.
  void othersSelected();

 private:
  struct Glide {
    QPointF from, to;
  };
  std::size_t movedNodes() const;
  void showSheet(bool glide);
  void updateSpread();
  void updateContents();
  void placeNodes(bool glide);
  void updateEdges();
  void updateNotes();
  void updateGhosts();
  void placeNode(NodeItem* item, const QPointF& target, bool glide);
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
  std::vector<EdgeItem*> edges_;        // owned by the scene; in network order
  std::map<LayerId, std::vector<EdgeItem*>> edgesOf_;
  std::map<LayerId, Glide> gliding_;
  std::map<LayerId, std::pair<QString, QColor>> overlays_;
  Spread spread_;
  std::map<LayerId, BreakpointMark> breakpoints_;
  std::vector<Ghost> ghosts_;
  std::vector<GhostItem*> ghostItems_;  // owned by the scene; on the shown sheet
  QVariantAnimation glide_;
  QList<LayerId> selection_;
  CanvasLoad awaited_;
};

}  // namespace fovea
