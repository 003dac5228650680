// Why: what can be done on the canvas, as commands: each reads the shown network and the selection and asks for an
// edit. It never changes a network; the app applies the edit and shows the result. GUI thread only.
#pragma once
#include <QtCore/QElapsedTimer>
#include <QtCore/QObject>

#include "widgets/canvas/alignment.h"
#include "widgets/canvas/block_shelf.h"
#include "widgets/canvas/canvas_scene.h"
#include "widgets/canvas/edit_builders.h"
#include "widgets/canvas/layout.h"

namespace fovea {

class LayoutJob;

// Where a layer that is searched for will go.
struct AddPlace {
  QPointF position;               // of the node's top left corner
  std::optional<PortRef> peer;    // what it is to be connected with
  std::optional<Edge> edge = {};  // or a connection that it goes into, where it fits
};

class CanvasController : public QObject {
  Q_OBJECT
 public:
  // `scene` outlives the controller.
  explicit CanvasController(CanvasScene& scene, QObject* parent = nullptr);

  CanvasScene& scene() { return scene_; }

  // Asks for `edit`; what it adds is selected when it is shown. If the edit was refused, nodes return to where the
  // network has them.
  void request(const NetworkEdit& edit, int mergeKey = 0, const QList<LayerId>& layers = {},
               const QList<NoteId>& notes = {});
  void request(const Addition& addition) { request(addition.edit, 0, addition.layers, addition.notes); }

  // `key` is that of a row of the palette: see blockKey(). What cannot be used here is said in a notice.
  void add(const QString& key, const AddPlace& place);
  // False if it cannot stand on an edge. A reroute point goes to `point`, a card into the column.
  bool insert(const QString& key, const Edge& edge, const QPointF& point);
  // A layer that is drawn already, and that nothing is connected with.
  void insertExisting(LayerId layer, const Edge& edge, const Position& dropped);
  bool fitsIntoEdges(const QString& key) const;
  QSizeF sizeOf(const QString& key) const;
  void addPoint(const Edge& edge, const QPointF& point);
  void applyFix(LayerId layer, int fix);
  // Where a new layer stands best without a pointer: under the selected node, else at `otherwise` (its centre).
  AddPlace placeForNew(const QPointF& otherwise) const;
  // The port of the selected node that a new layer is connected with; none unless one node is selected.
  std::optional<PortRef> selectedPeer() const;
  // As near to `wish` as is free, going right.
  QPointF freePlace(QPointF wish) const;

  // Moves the selection on the canvas by whole pixels of 1×; steps in quick succession are one undo step.
  void nudge(const QPointF& delta);
  // Selects the next node in `direction` (a unit vector), or adds it if `extend`.
  void selectNext(const QPointF& direction, bool extend);
  bool arranging() const;
  // How arrange() lets data flow, and in what the drawing is to be seen.
  void setFlow(LayoutFlow flow);
  void setRoom(const QSizeF& room);
  LayoutFlow flow() const;

  // Shows the sheet of the block that `use` stands for; false if it is no use.
  bool open(LayerId use);
  // Shows the sheet that is `levels` further out, with the way back selected.
  void leave(int levels = 1);
  void renameBlock(BlockId block, const QString& name);
  void makeSingleUse(LayerId use);
  // The selection, and what stands in selected frames, goes into the block that `use` stands for.
  void moveInto(LayerId use);
  // A use among the selected layers that the others can go into; invalid if there is not exactly one.
  LayerId selectedContainer() const;
  void removeBlock(BlockId block);
  void saveBlock(LayerId use);
  // The last selected layer if it is a use of a block.
  LayerId selectedUse() const;
  BlockShelf& shelf() { return shelf_; }
  void paste(const std::optional<QPointF>& centre);

 public Q_SLOTS:
  void deleteSelection();
  bool copySelection();
  void cutSelection();
  void duplicateSelection();
  void selectAll();
  void clearSelection();
  // Each selected layer's output into the next one's first free input, in the order of selecting.
  void connectSelection();
  // A reroute point in the middle of each selected edge; with a layer selected, one from which all that read it are
  // fed.
  void rerouteSelection();
  // The selection becomes a block, and a use of it.
  void foldSelection();
  // The selected use gives way to what its block holds.
  void unfoldSelection();
  // Parts of the sheet that repeat become blocks, and the sheet is put in order: one step. Whether there are any.
  bool foldRepeated();
  // The selection leaves the block whose sheet is shown, which is left too.
  void moveOut();
  // In the background; the edit comes when the places are known.
  void arrange();
  // The same as part of the last step, if nothing else is done meanwhile.
  void arrangeWithLast();
  // Around the selected layers; its words can be typed at once.
  void frameSelection();
  void addComment(const QPointF& position);
  void align(fovea::Alignment alignment);
  void distribute(Qt::Orientation orientation);

 Q_SIGNALS:
  void editRequested(const fovea::NetworkEdit& edit, int mergeKey);
  // Something that a person should read: why nothing happened.
  void notice(const QString& text);
  // A new note is there, whose words are to be typed.
  void noteAdded(fovea::NoteId note);
  // A use stands where layers were; its block can be given a name.
  void blockFolded(fovea::LayerId use);
  // arrange() is done, its edit asked for.
  void arranged();
  // The selection moved to a node that may be out of sight.
  void revealRequested(const QRectF& rectangle);

 private:
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
  int layoutTries_ = 0;                  // since arrange()
  std::optional<std::size_t> layoutOf_;  // how often the scene had shown something when arrangeWithLast() was called
  QElapsedTimer sinceNudge_;
  int nudgeKey_ = 0;
  CanvasLoad nudged_;
  QString pasted_;
  int pasteCount_ = 0;
};

}  // namespace fovea
