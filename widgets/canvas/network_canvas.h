// Why: the node editor as one widget: the drawing with its palette, overview, figures, search and menus. It shows a
// network and asks for edits by value; the app applies them to its document and shows the result again. It never owns
// or changes the model and touches no files. GUI thread only.
#pragma once
#include <QtWidgets/QWidget>

#include "widgets/canvas/canvas_controller.h"
#include "widgets/canvas/canvas_input.h"
#include "widgets/canvas/canvas_view.h"
#include "widgets/canvas/network_strip.h"

class QMenu;

namespace fovea {

class Banner;
class Breadcrumbs;
class EmptyState;
class LayerPalette;
class LayerSearchPopup;
class MiniMap;
class NameEditor;
class NoteEditor;
class ProblemList;

class NetworkCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit NetworkCanvas(QWidget* parent = nullptr);
  ~NetworkCanvas() override;

  // Shows `network` with what is true of it. Nodes are matched by id: the selection stays, moved nodes glide, and the
  // view stays where it is, except that the first network shown is fitted in. Both are copied.
  void setNetwork(const Network& network, const NetworkReport& report);
  const Network& network() const { return scene_->network(); }

  QList<LayerId> selection() const { return scene_->selection(); }
  void setSelection(const QList<LayerId>& layers) { scene_->select(layers); }
  // Selects `layer` and brings it into sight, on whatever sheet it stands.
  void showLayer(LayerId layer);
  // The same on the sheet that `path` leads to.
  void showLayer(const BlockPath& path, LayerId layer);
  // The sheet that is shown: the uses that lead to it; empty: the network's own.
  const BlockPath& path() const { return scene_->path(); }
  void showSheet(const BlockPath& path) { scene_->setPath(path); }
  // Where the blocks of "My blocks" are kept; it is made when it is needed.
  void setBlockFolder(const QString& folder);
  // A short text at the top right of a node ("31 %"); an empty one shows the layer's name again. A valid colour is that
  // of the text and of the node's border.
  void setOverlay(LayerId layer, const QString& text, const QColor& color = {}) {
    scene_->setOverlay(layer, text, color);
  }
  void clearOverlays() { scene_->clearOverlays(); }
  // See CanvasScene.
  void setGhosts(std::vector<Ghost> ghosts);
  // For the strip; without bytes the figure is not shown.
  void setTrainingMemory(std::optional<std::int64_t> bytes, std::int64_t batch);
  void setInferenceMemory(std::optional<std::int64_t> bytes);
  // `more`: a larger one was not looked for.
  void setLargestBatch(std::optional<std::int64_t> batch, const QString& device, bool more = false);

  CanvasView* view() const { return view_; }
  CanvasScene* scene() const { return scene_; }
  LayerPalette* palette() const { return palette_; }
  LayerSearchPopup* searchPopup() const { return search_; }
  MiniMap* miniMap() const { return miniMap_; }
  NetworkStrip* strip() const { return strip_; }
  // What is shown while there are no layers; the app may offer more there.
  EmptyState* emptyState() const { return empty_; }
  // For menus and toolbars of the app: deleteSelection(), copySelection(), duplicateSelection(), paste()…
  CanvasController* controller() const { return controller_; }

 public Q_SLOTS:
  void zoomToFit() { view_->zoomToFit(); }
  // The whole network if it can be read then, else its top.
  void showBeginning() { view_->showBeginning(); }
  void zoomIn() { view_->zoomIn(); }
  void zoomOut() { view_->zoomOut(); }
  void arrange() { controller_->arrange(); }
  // A network that has just been opened is put in order as part of that step, and shown from its beginning.
  void arrangeOpened();
  // Lays it out so from now on, and shows where it begins.
  void arrangeFlowing(LayoutFlow flow);
  bool foldRepeated() { return controller_->foldRepeated(); }
  void foldSelection() { controller_->foldSelection(); }
  void unfoldSelection() { controller_->unfoldSelection(); }
  void leaveBlock() { controller_->leave(); }
  // Another name for the layer, or for the block that it uses, typed over it.
  void rename(fovea::LayerId layer);
  void openSearch();
  // The list of all that is wrong, or away with it.
  void toggleProblems();
  // A line at the top for a while: an edit that was refused, for example.
  void showNotice(const QString& text);

 Q_SIGNALS:
  // To be applied to the document, which answers with setNetwork. Edits with the same nonzero key are one undo step.
  void editRequested(const fovea::NetworkEdit& edit, int mergeKey);
  void selectionChanged(const QList<fovea::LayerId>& layers);
  // Double click or Enter on a node that is no block: the person wants to see its parameters.
  void layerActivated(fovea::LayerId layer);
  // Another sheet is shown.
  void sheetChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  void wire();
  void placePanels();
  void placeProblems(int bottom);
  void placeEmptyState(int left, int bottom);
  void updateProblems();
  void updateStrip();
  void updateEmptyState();
  void describeSelection();
  void showMenu(const QPoint& at, const CanvasHit& hit);
  void addNodeActions(QMenu& menu, LayerId layer);
  void addBlockActions(QMenu& menu, LayerId layer);
  void addPlacing(QMenu& menu);
  void showBlockMenu(const QString& key, const QPoint& at);
  void showSheetOf(const BlockPath& left);
  void updateWay();
  void updateBlocks();
  void addNoteActions(QMenu& menu, NoteId note);
  void editNote(NoteId note);
  void addChosen(const QString& key, const AddPlace& place);
  void setPlacing(bool placing);
  void fitIfFirst();

  CanvasScene* scene_;
  CanvasView* view_;
  CanvasController* controller_;
  CanvasInput* input_;
  LayerPalette* palette_;
  MiniMap* miniMap_;
  NetworkStrip* strip_;
  LayerSearchPopup* search_;
  NoteEditor* noteEditor_;
  NameEditor* nameEditor_;
  Breadcrumbs* breadcrumbs_;
  ProblemList* problems_;
  EmptyState* empty_;
  Banner* notice_;
  QTimer* noticeTimer_;
  std::map<BlockPath, CanvasView::Camera> cameras_;  // of sheets that were looked at
  NetworkStripFields figures_;                       // of the whole network, as the app knows them
  bool fitted_ = false;
  bool opened_ = false;   // what was opened is being put in order
  bool placing_ = false;  // a network that came without places is being put in order
};

}  // namespace fovea
