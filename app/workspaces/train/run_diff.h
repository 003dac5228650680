// Why: shows the differences that explain the runs' curves: settings side by side, with equal ones hidden, and the
// differences of their networks.
#pragma once
#include <QWidget>
#include <vector>

#include "app/workspaces/train/compared_run.h"
#include "app/workspaces/train/run_looks.h"

class QLabel;
class QStandardItemModel;
class QTableView;

namespace fovea {

class PillButton;

// One line of a comparison: a title, and the value in each run.
struct RunDifference {
  QString title;
  QStringList values;
  bool differs = false;
  bool ofNetwork = false;
};

// Returns network, data and all settings that are relevant in any of the runs, then the layers and edges in which the
// networks differ from the first run's. A setting irrelevant for its run is "–", and so is everything of another
// program's run, which takes no part in the comparison.
std::vector<RunDifference> differencesOf(std::span<const ComparedRunPtr> runs);

class RunDiff : public QWidget {
  Q_OBJECT
 public:
  explicit RunDiff(QWidget* parent = nullptr);

  void setRuns(std::vector<ComparedRunPtr> runs, const RunLooks& looks);
  QTableView* table() const { return table_; }
  PillButton* equalButton() const { return equal_; }
  PillButton* drawButton() const { return draw_; }
  // Returns "Settings that differ: 3 · equal: 41 · the networks are equal".
  QString summary() const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fill();
  void drawNetworks();
  // The runs whose settings and networks can be compared.
  std::vector<ComparedRunPtr> known() const;

  std::vector<ComparedRunPtr> runs_;
  RunLooks looks_;
  QLabel* summary_;
  PillButton* equal_;
  PillButton* draw_;
  QStandardItemModel* model_;
  QTableView* table_;
};

}  // namespace fovea
