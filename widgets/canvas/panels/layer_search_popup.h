// Why: the fastest way to add a layer: type a few letters at its position and press Enter. It is a child of the canvas,
// not a window, so that it works the same on every window system. GUI thread only.
#pragma once
#include "widgets/canvas/input/canvas_controller.h"
#include "widgets/canvas/items/canvas_style.h"
#include "widgets/canvas/palette/layer_palette.h"

namespace fovea {

class LayerSearchPopup : public QFrame {
  Q_OBJECT
 public:
  explicit LayerSearchPopup(QWidget* parent);

  // Shows the empty search with its top left near `at` (in the parent), within the parent; stores `place`.
  void open(const QPoint& at, const AddPlace& place);
  // See LayerListModel::setBlocks.
  void setBlocks(const std::vector<OfferedBlock>& own, const std::vector<OfferedBlock>& saved, bool inBlock) {
    model_.setBlocks(own, saved, inBlock);
  }
  QLineEdit* searchField() const { return search_; }
  LayerListView* list() const { return list_; }

 Q_SIGNALS:
  void layerChosen(const QString& key, const fovea::AddPlace& place);
  // Emitted after a choice, Escape, or loss of focus.
  void closed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void filter(const QString& text);
  void fit();
  void choose(const QString& key);
  void close();
  bool key(QKeyEvent* event);

  CanvasStyle style_;
  LayerListModel model_;
  QLineEdit* search_;
  LayerListView* list_;
  QLabel* nothing_;
  AddPlace place_;
  QPoint at_;
};

}  // namespace fovea
