// Why: everything that is wrong with a network in one list, above the figures: what was got, what is needed, and the
// fixes as buttons. Nothing waits for it, nothing else is blocked. GUI thread only.
#pragma once
#include <QtWidgets/QFrame>

#include "core/network/network_analysis.h"

class QScrollArea;
class QVBoxLayout;

namespace fovea {

class ProblemList : public QFrame {
  Q_OBJECT
 public:
  explicit ProblemList(QWidget* parent = nullptr);

  // Copies what it needs.
  void setProblems(const Network& network, const NetworkReport& report);
  // The height that shows everything, at most `most`.
  int heightFor(int most) const;

 Q_SIGNALS:
  void layerClicked(fovea::LayerId layer);
  void fixClicked(const fovea::NetworkFix& fix);
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void addProblem(const Network& network, const NetworkProblem& problem);

  QScrollArea* scroll_;
  QWidget* rows_ = nullptr;
  QVBoxLayout* column_ = nullptr;
};

}  // namespace fovea
