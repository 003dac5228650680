// Why: switches between a few views of the same data in place: "counts | rows | columns".
#pragma once
#include <QtCore/QStringList>
#include <QtWidgets/QWidget>

namespace fovea {

// Exactly one segment is selected. The left and right keys change it.
class SegmentBar : public QWidget {
  Q_OBJECT
 public:
  // `Tall` has the height of a control, for toolbars; `Flat` has that of a pill, for card headers.
  enum class Size { Flat, Tall };

  explicit SegmentBar(const QStringList& texts, Size size = Size::Flat, QWidget* parent = nullptr);

  int current() const { return current_; }
  // Emits currentChanged() if it changes.
  void setCurrent(int index);
  QString text(int index) const { return texts_.value(index); }
  int count() const { return static_cast<int>(texts_.size()); }
  QRect segmentRect(int index) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 Q_SIGNALS:
  void currentChanged(int index);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int segmentAt(const QPoint& point) const;
  int segmentWidth(int index) const;

  QStringList texts_;
  Size size_;
  int current_ = 0;
  int hovered_ = -1;
};

}  // namespace fovea
