// Why: everything that is wrong with a network in one list, above the figures: what was got, what is needed, and the
// fixes as buttons. Nothing waits for it, nothing else is blocked. GUI thread only.
#pragma once
#include <QtWidgets/QFrame>

#include "core/network/network_analysis.h"

class QScrollArea;
class QVBoxLayout;

namespace fovea {

// A problem, and the sheet that it is on.
struct PlacedProblem {
  BlockPath path;
  const NetworkProblem* problem = nullptr;
};
// All that is wrong, on all sheets: what is wrong inside a block there and once, and not at its uses too. Points into
// `report`.
std::vector<PlacedProblem> allProblems(const Network& network, const NetworkReport& report);

class ProblemList : public QFrame {
  Q_OBJECT
 public:
  explicit ProblemList(QWidget* parent = nullptr);

  // Copies what it needs.
  void setProblems(const Network& network, const NetworkReport& report);
  // The height that shows everything, at most `most`.
  int heightFor(int most) const;

 Q_SIGNALS:
  void layerClicked(const fovea::BlockPath& path, fovea::LayerId layer);
  void fixClicked(const fovea::NetworkFix& fix);
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void addProblem(const Network& network, const PlacedProblem& placed);

  QScrollArea* scroll_;
  QWidget* rows_ = nullptr;
  QVBoxLayout* column_ = nullptr;
};

}  // namespace fovea
