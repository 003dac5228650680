// Why: lists the stages of a layer that computes in several, with their results. One stage is shown at a time; spin
// boxes choose the part of it (head, key) if it is too large to show whole.
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

  // Keeps the chosen stage if the stages are the same, else chooses the last. Hides itself if there are none.
  void setExplanation(const LayerExplanation& explained);
  // Returns the index of the chosen stage; −1 if there are none.
  int current() const;
  void setCurrent(int stage);
  // The parts that the spin boxes select, for explainOutput(); empty if the layer offers no choice.
  const std::vector<std::int64_t>& parts() const { return parts_; }
  void forgetParts() { parts_.clear(); }

  QTreeWidget* list() const { return list_; }
  // The boxes have the order of LayerExplanation::choices.
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
