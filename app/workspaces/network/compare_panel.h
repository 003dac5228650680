// Why: shows the differences between the drawing of a canvas and another network, on the drawing and as a list that
// leads to the layers. GUI thread only.
#pragma once
#include <QFrame>
#include <optional>

#include "core/network/network_difference.h"

class QLabel;
class QListWidget;
class QListWidgetItem;

namespace fovea {

class NetworkCanvas;

class ComparePanel : public QFrame {
  Q_OBJECT
 public:
  // `canvas` must outlive the panel.
  explicit ComparePanel(NetworkCanvas& canvas, QWidget* parent = nullptr);

  // Compares the drawing with `other`, called `name`, until end(); shows the panel.
  void compareWith(Network other, const QString& name);
  bool active() const { return other_.has_value(); }
  const NetworkDifference& difference() const { return difference_; }
  QListWidget* list() const { return list_; }
  QString summary() const;

 public Q_SLOTS:
  // Compares again, after the drawing changed.
  void refresh();
  // Removes the marks from the drawing.
  void end();

 Q_SIGNALS:
  void shown();
  void ended();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fillList();
  void mark();
  void addEntry(const QString& sign, const QString& words, LayerId layer, const QString& help);
  void follow(QListWidgetItem* item);

  NetworkCanvas& canvas_;
  std::optional<Network> other_;
  NetworkDifference difference_;
  QLabel* title_;
  QLabel* summary_;
  QListWidget* list_;
};

}  // namespace fovea
