// Why: what a network was an hour or a week ago can be looked at and taken again. Taking it is an edit like any other,
// so nothing of today is lost by it.
#pragma once
#include <QDialog>
#include <QLabel>

#include "app/bridge/network_service.h"

class QListWidget;
class QPushButton;

namespace fovea {

class HistoryDialog : public QDialog {
  Q_OBJECT
 public:
  explicit HistoryDialog(const NetworkService& networks, QWidget* parent = nullptr);
  // The state that is selected.
  const Network& chosen() const { return chosen_; }
  QListWidget* list() const { return list_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showState(int row);
  void draw();

  const NetworkService& networks_;
  std::vector<HistoryEntry> entries_;  // the latest first
  QListWidget* list_;
  QLabel* drawing_;
  QLabel* words_;
  QPushButton* take_;
  Network chosen_;
};

}  // namespace fovea
