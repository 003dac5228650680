// Why: lists every kind of layer next to the drawing, to browse, drag onto the canvas, or add with Enter. GUI thread
// only.
#pragma once
#include <QtWidgets/QFrame>
#include <QtWidgets/QListView>

#include "widgets/canvas/palette/layer_list_model.h"

class QLabel;
class QLineEdit;

namespace fovea {

// A list of layer types whose rows can be dragged; the drag image is the resulting node.
class LayerListView : public QListView {
  Q_OBJECT
 public:
  LayerListView(LayerListModel& model, bool showFamily, QWidget* parent = nullptr);
  // The height of all rows together.
  int contentHeight() const;

 Q_SIGNALS:
  // Keys of rows: see blockKey().
  void chosen(const QString& key);
  void menuRequested(const QString& key, const QPoint& at);

 protected:
  void startDrag(Qt::DropActions actions) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  CanvasStyle style_;
  LayerListModel& model_;
};

class LayerPalette : public QFrame {
  Q_OBJECT
 public:
  explicit LayerPalette(QWidget* parent = nullptr);

  QLineEdit* searchField() const { return search_; }
  LayerListView* list() const { return list_; }
  // See LayerListModel::setBlocks.
  void setBlocks(const std::vector<OfferedBlock>& own, const std::vector<OfferedBlock>& saved, bool inBlock);
  // The height that shows all rows, at most `limit`.
  int heightFor(int limit) const;

 Q_SIGNALS:
  // Double click, or Enter.
  void layerChosen(const QString& key);
  void menuRequested(const QString& key, const QPoint& at);
  // The rows changed, so the preferred height may differ.
  void contentChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void filter(const QString& text);

  LayerListModel model_;
  QLineEdit* search_;
  QWidget* hint_;
  QLabel* nothing_;
  LayerListView* list_;
};

}  // namespace fovea
