// Why: shows the differences between the drawing and another network, on the drawing and as a list that leads to the
// layers. It follows edits of the drawing. GUI thread only.
#pragma once
#include <QFrame>
#include <optional>

#include "app/bridge/session.h"
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
  ComparePanel(Session& session, NetworkCanvas& canvas, QWidget* parent = nullptr);

  // Compares the drawing with `other`, called `name`, until close(); shows the panel.
  void compareWith(Network other, const QString& name);
  bool active() const { return other_.has_value(); }
  const NetworkDifference& difference() const { return difference_; }
  QListWidget* list() const { return list_; }
  QString summary() const;

 public Q_SLOTS:
  // Removes the marks from the drawing.
  void end();

 Q_SIGNALS:
  void shown();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void fillList();
  void mark();
  void addEntry(const QString& sign, const QString& words, LayerId layer, const QString& help);
  void follow(QListWidgetItem* item);

  Session& session_;
  NetworkCanvas& canvas_;
  std::optional<Network> other_;
  NetworkDifference difference_;
  QLabel* title_;
  QLabel* summary_;
  QListWidget* list_;
};

}  // namespace fovea
