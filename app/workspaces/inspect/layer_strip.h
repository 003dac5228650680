// Why: the network as a row of its layers, each with the shape that it gives: the way to choose what is looked at.
#pragma once
#include <QAbstractButton>
#include <QScrollArea>

class QButtonGroup;
class QHBoxLayout;

namespace fovea {

// A layer's name over its shape.
class LayerTab : public QAbstractButton {
  Q_OBJECT
 public:
  LayerTab(const QString& name, const QString& shape, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString shape_;
};

// One of the layers is always chosen (if there are any); arrow keys go along them.
class LayerStrip : public QScrollArea {
  Q_OBJECT
 public:
  struct Entry {
    QString name;
    QString shape;
    QString help;
    bool operator==(const Entry&) const = default;
  };

  explicit LayerStrip(QWidget* parent = nullptr);
  // The choice stays if a layer of that name is there, else `fallback` is chosen. layerSelected is not emitted.
  void setEntries(const std::vector<Entry>& entries, int fallback);
  int count() const { return static_cast<int>(entries_.size()); }
  int current() const;  // -1 while there is no layer
  void setCurrent(int layer);

 Q_SIGNALS:
  void layerSelected(int layer);

 protected:
  void wheelEvent(QWheelEvent* event) override;

 private:
  std::vector<Entry> entries_;
  QHBoxLayout* row_;
  QButtonGroup* group_;
};

}  // namespace fovea
