// Why: implements the canvas commands: each reads the shown network and the selection and requests an edit. It never
// changes a network; the app applies the edit and shows the result. GUI thread only.
#pragma once
#include <QtCore/QElapsedTimer>
#include <QtCore/QObject>

#include "widgets/canvas/layout/layout.h"
#include "widgets/canvas/scene/alignment.h"
#include "widgets/canvas/scene/block_shelf.h"
#include "widgets/canvas/scene/canvas_scene.h"
#include "widgets/canvas/scene/edit_builders.h"

namespace fovea {

class LayoutJob;

// The position and connection of a layer chosen in the search.
struct AddPlace {
  QPointF position;               // the node's top left corner
  std::optional<PortRef> peer;    // the port to connect it with
  std::optional<Edge> edge = {};  // or the connection to insert it into, if it fits
};

class CanvasController : public QObject {
  Q_OBJECT
 public:
  // `scene` must outlive the controller.
  explicit CanvasController(CanvasScene& scene, QObject* parent = nullptr);

  CanvasScene& scene() { return scene_; }

  // Requests `edit` and selects what it adds once it is shown. If the edit is refused, nodes return to their positions
  // in the network.
  void request(const NetworkEdit& edit, int mergeKey = 0, const QList<LayerId>& layers = {},
               const QList<NoteId>& notes = {});
  void request(const Addition& addition) { request(addition.edit, 0, addition.layers, addition.notes); }

  // `key` identifies a row of the palette: see blockKey(). Shows a notice if it cannot be used here.
  void add(const QString& key, const AddPlace& place);
  // Returns false if it cannot be inserted into an edge. A reroute point goes to `point`, a card into the column.
  bool insert(const QString& key, const Edge& edge, const QPointF& point);
  // Inserts an existing layer without connections into an edge.
  void insertExisting(LayerId layer, const Edge& edge, const Position& dropped);
  bool fitsIntoEdges(const QString& key) const;
  QSizeF sizeOf(const QString& key) const;
  void addPoint(const Edge& edge, const QPointF& point);
  void applyFix(LayerId layer, int fix);
  // The position for a new layer without a pointer: below the selected node, else centred at `otherwise`.
  AddPlace placeForNew(const QPointF& otherwise) const;
  // The port of the selected node to connect a new layer with; none unless exactly one node is selected.
  std::optional<PortRef> selectedPeer() const;
  // The free position nearest to `wish`, searching to the right.
  QPointF freePlace(QPointF wish) const;

  // Moves the selection by whole pixels of 1×; quick successive steps become one undo step.
  void nudge(const QPointF& delta);
  // Selects the next node in `direction` (a unit vector); with `extend` adds it to the selection.
  void selectNext(const QPointF& direction, bool extend);
  // Select the connection or note of the sheet that is `step` (1 or -1) after the selected one. With a layer selected,
  // its own connection comes first.
  void selectConnection(int step);
  void selectNote(int step);
  bool arranging() const;
  // Sets the data flow direction for arrange() and the size of the visible area.
  void setFlow(LayoutFlow flow);
  void setRoom(const QSizeF& room);
  LayoutFlow flow() const;

  // Shows the sheet of the block that `use` refers to; false if it is not the use of a block.
  bool open(LayerId use);
  // Shows the sheet `levels` further out and selects the use just left.
  void leave(int levels = 1);
  void renameBlock(BlockId block, const QString& name);
  void makeSingleUse(LayerId use);
  // Moves the selection, with the content of selected frames, into the block of `use`.
  void moveInto(LayerId use);
  // The one use among the selected layers into which the others can move; invalid unless there is exactly one.
  LayerId selectedContainer() const;
  void removeBlock(BlockId block);
  void saveBlock(LayerId use);
  // The last selected layer if it is the use of a block.
  LayerId selectedUse() const;
  BlockShelf& shelf() { return shelf_; }
  void paste(const std::optional<QPointF>& centre);

 public Q_SLOTS:
  void deleteSelection();
  // Copying, cutting and duplicating leave out the ports of a block, and say so.
  void copySelection();
  void cutSelection();
  void duplicateSelection();
  void selectAll();
  void clearSelection();
  // Connects each selected layer's output to the next one's first free input, in selection order.
  void connectSelection();
  // Adds a reroute point in the middle of each selected edge; for a selected layer, one that feeds all its readers.
  void rerouteSelection();
  // Replaces the selection by a block and a use of it.
  void foldSelection();
  // Replaces the selected use by the layers of its block.
  void unfoldSelection();
  // Folds repeating parts of the sheet into blocks and arranges the sheet, as one step. Returns whether there were any.
  bool foldRepeated();
  // Moves the selection out of the shown block and leaves that block's sheet.
  void moveOut();
  // Lays out in the background; the edit follows when the layout is ready.
  void arrange();
  // The same, but the edit joins the last undo step, unless another edit comes first.
  void arrangeWithLast();
  // Adds a frame around the selected layers and opens its title for typing.
  void frameSelection();
  void addComment(const QPointF& position);
  void align(fovea::Alignment alignment);
  void distribute(Qt::Orientation orientation);

 Q_SIGNALS:
  void editRequested(const fovea::NetworkEdit& edit, int mergeKey);
  // Emitted with a message for the user: why nothing happened.
  void notice(const QString& text);
  // Emitted for a new note, whose text should be typed.
  void noteAdded(fovea::NoteId note);
  // Emitted when layers were replaced by a use of a new block, which can be named.
  void blockFolded(fovea::LayerId use);
  // Emitted when arrange() has requested its edit.
  void arranged();
  // Emitted when the selection moved to a node that may be out of sight.
  void revealRequested(const QRectF& rectangle);

 private:
  // What can be copied of the selection; shows a notice if that is not all of it.
  std::optional<CanvasLoad> copyable();
  void copy(const CanvasLoad& load);
  std::optional<LayerDraft> draftOf(const QString& key) const;
  void addSaved(const QString& path, const AddPlace& place);
  void notify(const Error& error);
  LayerId lastSelected() const;
  void requestMoves(const NetworkEdit& edit, int mergeKey = 0);
  void applyLayout(const LayoutGraph& graph, const LayoutPlaces& places);

  CanvasScene& scene_;
  BlockShelf shelf_;
  LayoutJob* layout_;
  QSizeF room_;
  int layoutTries_ = 0;                  // since the last arrange()
  std::optional<std::size_t> layoutOf_;  // timesShown() of the scene when arrangeWithLast() was called
  QElapsedTimer sinceNudge_;
  int nudgeKey_ = 0;
  CanvasLoad nudged_;
  QString pasted_;
  int pasteCount_ = 0;
};

}  // namespace fovea
