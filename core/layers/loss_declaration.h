// Why: each loss declares its targets, the meaning of the predictions and the metric for "best" in its own file.
// Training, evaluation and suggestions read that declaration and need no loss by name.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/schema.h"
#include "core/tensor/tensor.h"

namespace fovea {

// The meaning of a network's predictions, as its main loss declares it.
enum class AnswerMeaning {
  Numbers,         // the predicted numbers or image themselves
  Classes,         // class scores; one class is right for each sample or position
  SeveralClasses,  // class scores; each class is right or wrong independently
  Transcript,      // scores of labels and of a blank, for each step
  Embedding,       // points that are close together if their samples are alike
  Boxes,           // objects of several classes and their boxes: see core/tensor/box_grid.h
};

// The kind of target that a loss compares predictions with.
enum class TargetKind {
  Label,          // i32 [N]: one class
  SeveralLabels,  // f32 [N, K]: 1 for each class of the sample, else 0
  LabelMap,       // i32 [N, T], [N, H, W] or [N, D, H, W]: one class at each position
  LabelRow,       // i32 [N, L]: a sequence of classes, not aligned with positions
  Numbers,        // f32 [N, …]
  Image,          // f32 [N, C, H, W] or [N, C, D, H, W]
  BoxGrid,        // f32 [N, K + 5, H, W]: see core/tensor/box_grid.h
};
inline constexpr TargetKind kTargetKinds[] = {TargetKind::Label,    TargetKind::SeveralLabels, TargetKind::LabelMap,
                                              TargetKind::LabelRow, TargetKind::Numbers,       TargetKind::Image,
                                              TargetKind::BoxGrid};

// Returns whether a target of that type, batch axis included, can be of that kind.
bool isTargetOf(TargetKind kind, const TensorType& target);

// The number of classes that predictions [N, K] or [N, T, K] of that meaning score; 0 for other meanings.
std::int64_t scoredClasses(AnswerMeaning meaning, const Shape& predictions);

struct LossTarget {
  TargetKind kind = TargetKind::Label;
  FieldValues parameters{};  // the loss's parameters for targets of that kind
  bool usual = false;        // the loss suggested for that kind; exactly one loss is
};

struct LossDeclaration {
  std::vector<LossTarget> targets;
  // The metric that decides which epoch is best. The lowest loss decides if this is empty or the network has no such
  // metric.
  std::string decidingMetric;
  // Returns the parameters with which the loss accepts soft labels, f32 [N, K] (as mixup produces), instead of one
  // label per sample; nothing if these parameters do not use labels. Empty: soft labels are not supported.
  std::function<std::optional<FieldValues>(const FieldValues& parameters)> takingShares;
  // The loss without options is the mean of −log p of the right class: answering always with the frequencies of the
  // classes costs their entropy.
  bool logLikelihood = false;
  // The predictions are scores without bounds, which only their order turns into an answer, not probabilities.
  bool scores = false;
  // The parameter that holds a weight for each class as text, as "1, 2.5, 0.3"; empty if there is none.
  std::string classWeights;
  // Samples that are right already count less, so rare classes need no weights.
  bool favoursHardSamples = false;
};

}  // namespace fovea
