// Why: shows earlier states of a network and restores one. Restoring is an ordinary edit, so the current state is not
// lost.
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
  // The selected state.
  const Network& chosen() const { return chosen_; }
  QListWidget* list() const { return list_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showState(int row);
  void draw();

  const NetworkService& networks_;
  std::vector<HistoryEntry> entries_;  // latest first
  QListWidget* list_;
  QLabel* drawing_;
  QLabel* words_;
  QPushButton* take_;
  Network chosen_;
};

}  // namespace fovea
