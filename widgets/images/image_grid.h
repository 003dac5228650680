// Why: shows a layer's activations: N planes of numbers as a grid of small images, with the value under the cursor.
// Thread-safety: GUI thread. The tensor must not be modified afterwards.
#pragma once
#include <QtCore/QCache>
#include <QtGui/QRegion>
#include <QtWidgets/QAbstractScrollArea>
#include <functional>
#include <vector>

#include "core/tensor/tensor.h"
#include "widgets/images/color_map.h"

namespace fovea {

class ImageGrid : public QAbstractScrollArea {
  Q_OBJECT
 public:
  enum class Scaling {
    Shared,    // one range for all planes, for comparing them
    PerPlane,  // each plane has its own range, so that faint ones are visible
  };
  struct Position {
    int channel = -1;
    int x = -1;
    int y = -1;
    bool valid() const { return channel >= 0; }
  };

  explicit ImageGrid(QWidget* parent = nullptr);

  // f32 [N, H, W], shared and not copied; an undefined tensor empties the grid. InvalidArgument for another type. The
  // selected channel and the zoom are kept if the shape is the same, so that the grid can follow a training run.
  Status setPlanes(const Tensor& planes);
  int channelCount() const { return channels_; }
  // Shows the channels in this order, each with its number on it; empty: by number, without. Kept while the number of
  // channels stays. Anything else than an arrangement of all channels counts as empty.
  void setOrder(std::vector<int> order);
  const std::vector<int>& order() const { return order_; }

  void setColorMap(ColorMapKind kind);
  // Shows channel, position and value under the cursor as a tip; off where the planes are no channels. On by default.
  void setValueTips(bool shown) { valueTips_ = shown; }
  // Names a plane in these tips where it is not the channel of its number.
  void setPlaneNames(std::function<QString(int plane)> names) { planeNames_ = std::move(names); }
  // The tip over a value: "channel 3 (4, 5) = 0.812".
  QString valueTip(const Position& position) const;
  // Centres the range on zero (white, or the middle of the map).
  void setSymmetric(bool symmetric);
  void setScaling(Scaling scaling);
  ValueRange range(int channel) const;

  // The preferred width of a plane in pixels; the grid fits as many columns as possible and fills the width. Default
  // 120.
  void setPreferredCell(int pixels);
  // Makes planes as large as possible, within these bounds, while all are visible. If even the smallest do not fit, the
  // grid scrolls, as with setPreferredCell(smallest). Applies until the user zooms.
  void setCells(int smallest, int largest);
  // One plane fills the grid, with a pixel or more for each of its rows; the wheel with Ctrl makes it higher. For a
  // heat map, whose axes have different meanings. Applies until the next setCells() or setPreferredCell().
  void setFilling();
  void setGap(int pixels);
  // The grid is as high as its content and never scrolls (for a strip of filters among other widgets).
  void setFitToContents(bool fit);
  int contentHeight() const;
  // The grid's height at its current width, at most `most`.
  int heightWithin(int most) const;

  int selectedChannel() const { return selected_; }
  // -1 for none. Emits channelSelected if it changes.
  void setSelectedChannel(int channel);
  // Large planes get their colours in several frames, each of them soon over; until then they look as before, or empty.
  bool colored() const { return waiting_.isEmpty(); }
  // The position at a point of the viewport.
  Position positionAt(const QPoint& point) const;
  QRect channelRect(int channel) const;
  // The value at a position within the planes.
  float valueAt(const Position& position) const;

 Q_SIGNALS:
  void valueHovered(int channel, int x, int y, float value);
  void hoverLeft();
  void channelSelected(int channel);
  // The left button was pressed on a value.
  void valueClicked(int channel, int x, int y, float value);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  struct Cells {
    int columns = 1;
    int width = 1;
    int height = 1;
  };
  int channelAt(int cell) const { return order_.empty() ? cell : order_[static_cast<std::size_t>(cell)]; }
  int cellOf(int channel) const { return order_.empty() ? channel : cellOfChannel_[static_cast<std::size_t>(channel)]; }
  void paintNumbers(QPainter& painter, int first, int last) const;
  Cells cellsFor(int width, int height) const;
  int heightOf(const Cells& cells) const;
  int cellHeightFor(int width) const;
  void relayout();
  void recolor();
  const QImage& image(int channel);
  QImage wholePicture();
  std::span<const float> plane(int channel) const;

  Tensor planes_;
  int channels_ = 0;
  int planeHeight_ = 0;
  int planeWidth_ = 0;
  std::vector<int> order_, cellOfChannel_;  // the channel of each cell, and back
  std::vector<ValueRange> ranges_;
  ValueRange sharedRange_;
  ColorMap map_;
  bool symmetric_ = false;
  Scaling scaling_ = Scaling::Shared;
  struct Picture {
    QImage image;
    bool current = true;  // has the colours of the values now shown
  };
  QCache<int, Picture> images_;  // cost in KiB
  QRegion waiting_;              // visible cells without a current picture
  bool atOnce_ = false;          // paints them all, however long it takes

  int preferredCell_ = 120;
  int largestCell_ = 0;  // 0: the preferred size, regardless of the space
  int gap_ = 6;
  bool filling_ = false;
  bool valueTips_ = true;
  std::function<QString(int)> planeNames_;
  double fillZoom_ = 1;
  bool fit_ = false;
  Cells cells_;
  int selected_ = -1;
};

}  // namespace fovea
