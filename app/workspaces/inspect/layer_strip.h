// Why: shows the network as a row of layers with their output shapes, to choose the inspected one.
#pragma once
#include <QAbstractButton>
#include <QScrollArea>

class QButtonGroup;
class QHBoxLayout;

namespace fovea {

// Shows a layer's name above its shape.
class LayerTab : public QAbstractButton {
  Q_OBJECT
 public:
  LayerTab(const QString& name, const QString& shape, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QString shape_;
  mutable int width_ = 0;  // of the texts, 0 until they were measured: a row asks each of its tabs several times
};

// One layer is always selected if there are any; arrow keys change it.
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
  // Keeps the selection if a layer of the same name exists, else selects `fallback`. Does not emit layerSelected.
  void setEntries(const std::vector<Entry>& entries, int fallback);
  int count() const { return static_cast<int>(entries_.size()); }
  int current() const;  // -1 without layers
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
