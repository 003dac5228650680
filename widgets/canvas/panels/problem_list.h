// Why: lists all problems of a network above the figures: the actual and the required input, with fixes as buttons. It
// is not modal. GUI thread only.
#pragma once
#include <QtWidgets/QFrame>

#include "core/network/network_analysis.h"

class QScrollArea;
class QVBoxLayout;

namespace fovea {

// A problem and its sheet.
struct PlacedProblem {
  BlockPath path;
  const NetworkProblem* problem = nullptr;
};
// All problems on all sheets. A problem inside a block is listed once, not at each use. Points into `report`.
std::vector<PlacedProblem> allProblems(const Network& network, const NetworkReport& report);

class ProblemList : public QFrame {
  Q_OBJECT
 public:
  explicit ProblemList(QWidget* parent = nullptr);

  // Copies what it needs.
  void setProblems(const Network& network, const NetworkReport& report);
  // The height that shows all problems, at most `most`.
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
