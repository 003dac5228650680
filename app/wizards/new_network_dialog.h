// Why: a beginner chooses the network's task and gets a few suggested networks with reason and cost, sized for the data
// at hand. GUI thread only.
#pragma once
#include <QDialog>

#include "app/bridge/session.h"
#include "core/train/network_suggestions.h"

class QLabel;
class QListWidget;
class QPushButton;

namespace fovea {

class NewNetworkDialog : public QDialog {
  Q_OBJECT
 public:
  explicit NewNetworkDialog(Session& session, QWidget* parent = nullptr);

  // The chosen suggestion, once the dialog is accepted.
  const NetworkSuggestion& chosen() const;
  QListWidget* tasks() const { return tasks_; }
  QListWidget* suggestions() const { return suggestions_; }

 private:
  void fillTasks();
  void showTask(int row);
  // The data set's properties, and whether they are used for the chosen task.
  QString dataWords(NetworkTask task) const;

  Session& session_;
  std::vector<NetworkSuggestion> offered_;
  QListWidget* tasks_;
  QLabel* sentence_;
  QLabel* data_;
  QListWidget* suggestions_;
  QPushButton* open_;
};

}  // namespace fovea
