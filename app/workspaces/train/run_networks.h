// Why: runs may differ because their networks do. This shows where, by drawing one network with its differences from
// another. GUI thread only.
#pragma once
#include <QDialog>
#include <vector>

#include "app/workspaces/train/compared_run.h"

class QComboBox;

namespace fovea {

class ComparePanel;
class NetworkCanvas;

class RunNetworks : public QDialog {
  Q_OBJECT
 public:
  // Needs at least two runs; the others are compared with the first.
  explicit RunNetworks(std::vector<ComparedRunPtr> runs, QWidget* parent = nullptr);

  ComparePanel* differences() const { return differences_; }
  QComboBox* chooser() const { return chooser_; }

 private:
  void showRun(int index);

  std::vector<ComparedRunPtr> runs_;
  NetworkCanvas* canvas_;
  ComparePanel* differences_;
  QComboBox* chooser_;
};

}  // namespace fovea
