// Why: shows up to 50,000 samples as marks on a plane: coloured by group or value, with pictures where they have room,
// and selected with the mouse (a lasso) or the keyboard.
#pragma once
#include <QtCore/QStringList>
#include <QtGui/QImage>
#include <QtWidgets/QWidget>
#include <functional>
#include <memory>
#include <vector>

namespace fovea {

class PictureLoader;
class ThumbnailSource;

// Wheel: zoom at the cursor. Middle button, or Space and the left one: pan. Left button: lasso (Shift adds, Ctrl takes
// away) or one point. Keys: arrows go to the next point in that direction, Shift and arrows pan, + − 0 zoom, Space
// selects, Enter opens, Ctrl+A all, Escape none.
class PointCloud : public QWidget {
  Q_OBJECT
 public:
  explicit PointCloud(QWidget* parent = nullptr);
  ~PointCloud() override;

  // Finite numbers at any scale; y grows upwards. Drops the selection, groups and values. `keepView` keeps zoom and
  // position: for the same samples at another time.
  void setPoints(std::vector<QPointF> points, bool keepView = false);
  int count() const { return static_cast<int>(points_.size()); }
  // A group for each point, −1 for none: its colour and shape, and its name over its middle.
  void setGroups(const QStringList& names, std::vector<int> groups);
  // A value for each point, NaN if unknown: colours from `low` to `high`.
  void setValues(std::vector<float> values, float low, float high);
  // Index i is point i. Null: no pictures.
  void setPictures(std::shared_ptr<const ThumbnailSource> source);
  void setPicturesShown(bool shown);
  bool picturesShown() const { return picturesShown_; }
  // The lines about a point under the cursor.
  void setDescription(std::function<QStringList(int)> describe) { describe_ = std::move(describe); }
  // Points of other groups are shown faint; −1: none are.
  void setEmphasis(int group);
  int emphasis() const { return emphasis_; }

  // Sorted.
  const std::vector<int>& selection() const { return selection_; }
  void setSelection(std::vector<int> points);
  void selectGroup(int group);
  void selectAll();
  int current() const { return current_; }  // −1: none
  void setCurrent(int point);

  QPointF toScreen(int point) const;
  // The nearest point within reach of a position on the widget; −1: none. Faint points count only if nothing is
  // emphasised.
  int pointAt(const QPointF& place) const;
  double zoom() const;  // 1: all points fit
  void zoomBy(double factor, const QPointF& at);
  void fit();
  // The points whose pictures were painted last; no two overlap.
  const std::vector<int>& pictured() const { return pictured_; }
  QRectF pictureRect(int point) const;

  QSize sizeHint() const override { return {640, 480}; }
  QSize minimumSizeHint() const override { return {240, 200}; }

 Q_SIGNALS:
  void selectionChanged();
  void currentChanged(int point);
  // Double click or Enter.
  void activated(int point);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  enum class Drag { None, Press, Lasso, Pan };

  void repaintCloud();
  void applyLasso(Qt::KeyboardModifiers modifiers);
  void select(std::vector<int> points, Qt::KeyboardModifiers modifiers);
  void toggle(int point);
  void step(int dx, int dy);
  bool isFaint(std::size_t point) const;
  double markSide() const;
  QRgb colorOf(std::size_t point) const;
  void drawMarks();
  void choosePictures();
  void drawPictures(QPainter& painter);
  void drawNames(QPainter& painter) const;
  void drawRing(QPainter& painter, int point, double width) const;
  void drawHover(QPainter& painter);
  QString toText() const;

  std::vector<QPointF> points_;
  QStringList names_;
  std::vector<int> groups_;
  std::vector<QPointF> middles_;  // medians of the groups
  std::vector<float> values_;
  float low_ = 0, high_ = 1;
  std::vector<int> drawOrder_;  // lowest value first, so that the highest are on top
  std::function<QStringList(int)> describe_;
  int emphasis_ = -1;
  bool picturesShown_ = false;

  QPointF center_;       // centre of the view, in the points' units
  double scale_ = 1;     // pixels in a unit
  double fitted_ = 1;    // the scale at which all points fit
  bool follows_ = true;  // all points stay in view when the widget changes its size

  std::vector<int> selection_;
  std::vector<bool> selected_;  // of each point
  int current_ = -1, hovered_ = -1;
  Drag drag_ = Drag::None;
  bool space_ = false;  // held, and not used for panning yet
  QPointF pressed_, last_;
  QPolygonF lasso_;

  QImage cloud_;  // the marks
  bool stale_ = true;
  std::vector<int> pictured_;
  PictureLoader* loader_;
};

}  // namespace fovea
