// Why: layers that compute in several stages list them with their results; one is shown at a time, and where not all
// fits (heads, keys), spin boxes say which part.
#pragma once
#include <QWidget>

#include "core/inspect/layer_arithmetic.h"

class QFormLayout;
class QLabel;
class QSpinBox;
class QTreeWidget;

namespace fovea {

class ArithmeticStageList : public QWidget {
  Q_OBJECT
 public:
  explicit ArithmeticStageList(QWidget* parent = nullptr);

  // The stage stays chosen where the new explanation has the same ones, else the last is. Hides itself without stages.
  void setExplanation(const LayerExplanation& explained);
  // −1 without stages.
  int current() const;
  void setCurrent(int stage);
  // The parts that the spin boxes select, for explainOutput(); empty if the layer offers no choice.
  const std::vector<std::int64_t>& parts() const { return parts_; }
  void forgetParts() { parts_.clear(); }

  QTreeWidget* list() const { return list_; }
  // In the order of LayerExplanation::choices.
  QSpinBox* partBox(std::size_t choice) const { return boxes_.at(choice); }

 Q_SIGNALS:
  void stageChosen();
  void partChosen();

 private:
  void fillList(const std::vector<ArithmeticStage>& stages);
  void fillParts(const std::vector<PartChoice>& choices);

  QTreeWidget* list_;
  std::vector<QLabel*> words_;
  std::vector<QSpinBox*> boxes_;
  std::vector<std::int64_t> parts_;
  std::vector<StageKind> kinds_;
  bool filling_ = false;
};

}  // namespace fovea
