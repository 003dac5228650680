// Why: the node editor as one widget: the drawing with its palette, overview, figures, search and menus. It shows a
// network and requests edits by value; the app applies them to its document and shows the result again. It never owns
// or changes the model and accesses no files. GUI thread only.
#pragma once
#include <QtWidgets/QWidget>

#include "widgets/canvas/input/canvas_controller.h"
#include "widgets/canvas/input/canvas_input.h"
#include "widgets/canvas/input/canvas_view.h"
#include "widgets/canvas/items/network_strip.h"

class QMenu;

namespace fovea {

class Banner;
class Breadcrumbs;
class CanvasActions;
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

  // Shows `network` with its report. Nodes are matched by id: the selection is kept, moved nodes are animated, and the
  // view stays in place, except that the first network is fitted. Both are copied.
  void setNetwork(const Network& network, const NetworkReport& report);
  const Network& network() const { return scene_->network(); }

  QList<LayerId> selection() const { return scene_->selection(); }
  void setSelection(const QList<LayerId>& layers) { scene_->select(layers); }
  // Selects `layer` and scrolls it into view, on whatever sheet it is.
  void showLayer(LayerId layer);
  // The same on the sheet at `path`.
  void showLayer(const BlockPath& path, LayerId layer);
  // The uses that lead to the shown sheet; empty: the network's own.
  const BlockPath& path() const { return scene_->path(); }
  void showSheet(const BlockPath& path) { scene_->setPath(path); }
  // Discards a name or a note that is being typed, which belongs to the shown network. Call it before another network
  // is shown.
  void cancelTyping();
  // The folder of "My blocks", created when needed.
  void setBlockFolder(const QString& folder);
  // Shows a short text at the top right of a node ("31 %"); an empty one restores the layer's name. A valid colour
  // applies to the text and to the node's border.
  void setOverlay(LayerId layer, const QString& text, const QColor& color = {}) {
    scene_->setOverlay(layer, text, color);
  }
  void clearOverlays() { scene_->clearOverlays(); }
  // Live figures of a network that learns: the form keeps room on every card, the figures fill it. The view keeps
  // showing what it showed.
  void setFigureForm(FigureForm form);
  void setFigures(const std::map<LayerId, NodeFigures>& figures) { scene_->setFigures(figures); }
  void setBreakpoints(const std::map<LayerId, BreakpointMark>& marks) { scene_->setBreakpoints(marks); }
  // See CanvasScene.
  void setGhosts(std::vector<Ghost> ghosts);
  // For the strip of figures; without a value the figure is hidden.
  void setTrainingMemory(std::optional<std::int64_t> bytes, std::int64_t batch);
  void setInferenceMemory(std::optional<std::int64_t> bytes);
  // `more`: larger batches were not tried.
  void setLargestBatch(std::optional<std::int64_t> batch, const QString& device, bool more = false);

  CanvasView* view() const { return view_; }
  CanvasScene* scene() const { return scene_; }
  LayerPalette* palette() const { return palette_; }
  // Hands the palette over for a panel beside the canvas, which then has no list of its own. Call at most once.
  LayerPalette* takePalette();
  LayerSearchPopup* searchPopup() const { return search_; }
  MiniMap* miniMap() const { return miniMap_; }
  NetworkStrip* strip() const { return strip_; }
  // The page shown while there are no layers; the app may add actions to it.
  EmptyState* emptyState() const { return empty_; }
  // For the app's menus and toolbars: deleteSelection(), copySelection(), duplicateSelection(), paste()…
  CanvasController* controller() const { return controller_; }
  // Every command of the canvas.
  CanvasActions* actions() const { return actions_; }

 public Q_SLOTS:
  void zoomToFit() { view_->zoomToFit(); }
  // Shows the whole network if it is readable then, else its top.
  void showBeginning() { view_->showBeginning(); }
  void zoomIn() { view_->zoomIn(); }
  void zoomOut() { view_->zoomOut(); }
  void arrange() { controller_->arrange(); }
  // Arranges a network that was just opened, as part of the opening step, and shows its beginning.
  void arrangeOpened();
  // Arranges the network in this direction from now on, and shows its beginning.
  void arrangeFlowing(LayoutFlow flow);
  bool foldRepeated() { return controller_->foldRepeated(); }
  void foldSelection() { controller_->foldSelection(); }
  void unfoldSelection() { controller_->unfoldSelection(); }
  void leaveBlock() { controller_->leave(); }
  // Renames the layer, or the block that it uses, in place.
  void rename(fovea::LayerId layer);
  void openSearch();
  // Shows or hides the list of problems.
  void toggleProblems();
  // Shows a line at the top for a while: an edit that was refused, for example.
  void showNotice(const QString& text);

 Q_SIGNALS:
  // The app applies it to the document and calls setNetwork. Edits with the same nonzero key are one undo step.
  void editRequested(const fovea::NetworkEdit& edit, int mergeKey);
  void selectionChanged(const QList<fovea::LayerId>& layers);
  // Double click or Enter on a node other than a block: the user wants to see its parameters.
  void layerActivated(fovea::LayerId layer);
  // Another sheet is shown.
  void sheetChanged();
  // The menu of a node is about to open: the app may add to it.
  void nodeMenuOpening(QMenu* menu, fovea::LayerId layer);

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
  QString nameOf(LayerId layer) const;
  static QString noteWords(const Note& note);
  void showMenu(const QPoint& at, const CanvasHit& hit);
  void addNodeActions(QMenu& menu, LayerId layer);
  void addBlockActions(QMenu& menu, LayerId layer);
  void addPlacing(QMenu& menu);
  void addFreezing(QMenu& menu, LayerId layer);
  // The keys of an action, for a menu's entry that does the same.
  QString keys(const char* action) const;
  void showBlockMenu(const QString& key, const QPoint& at);
  void showSheetOf(const BlockPath& left);
  void updateWay();
  void updateBlocks();
  void addNoteActions(QMenu& menu, NoteId note);
  void editNote(NoteId note);
  // Accepts the name or the note that is being typed; false while it stays open, since it is refused.
  bool settleTyping();
  void cancelTypingOfMissing();
  void addChosen(const QString& key, const AddPlace& place);
  void setPlacing(bool placing);
  void fitIfFirst();

  CanvasScene* scene_;
  CanvasView* view_;
  CanvasController* controller_;
  CanvasInput* input_;
  CanvasActions* actions_;
  LayerPalette* palette_;
  MiniMap* miniMap_;
  NetworkStrip* strip_;
  LayerSearchPopup* search_;
  NoteEditor* noteEditor_;
  NameEditor* nameEditor_;
  LayerId renamed_;  // the layer that the name editor was opened for
  Breadcrumbs* breadcrumbs_;
  ProblemList* problems_;
  EmptyState* empty_;
  Banner* notice_;
  QTimer* noticeTimer_;
  std::map<BlockPath, CanvasView::Camera> cameras_;  // of visited sheets
  NetworkStripFields figures_;                       // of the whole network, from the app
  bool ownPalette_ = true;                           // not taken
  bool fitted_ = false;
  bool opened_ = false;   // an opened network is being arranged
  bool placing_ = false;  // a network without positions is being arranged
};

}  // namespace fovea
