// Why: a loss says in its own file what it compares with, what the network then answers, and what "best" means. Whoever
// trains, evaluates or suggests reads that, and names no loss.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/schema.h"
#include "core/tensor/tensor.h"

namespace fovea {

// The meaning of a network's answers, as the loss that judges it declares.
enum class AnswerMeaning {
  Numbers,         // what is predicted itself: numbers, an image
  Classes,         // scores of classes, of which one is right, for each sample or place
  SeveralClasses,  // scores of classes, of which each is right or wrong by itself
  Transcript,      // scores of labels, and of a blank between them, for each step
  Embedding,       // points that lie close together where samples are alike
};

// The part of a sample that a loss compares predictions with.
enum class TargetKind {
  Label,          // i32 [N]: one class
  SeveralLabels,  // f32 [N, K]: 1 for each class that it has, else 0
  LabelMap,       // i32 [N, T], [N, H, W] or [N, D, H, W]: one class at each position
  LabelRow,       // i32 [N, L]: classes in order, not tied to positions
  Numbers,        // f32 [N, …]
  Image,          // f32 [N, C, H, W] or [N, C, D, H, W]
};
inline constexpr TargetKind kTargetKinds[] = {TargetKind::Label,    TargetKind::SeveralLabels, TargetKind::LabelMap,
                                              TargetKind::LabelRow, TargetKind::Numbers,       TargetKind::Image};

// Says whether a target of that type, batch axis included, can be of that kind.
bool isTargetOf(TargetKind kind, const TensorType& target);

// The number of classes that predictions [N, K] or [N, T, K] of that meaning score; 0 if they mean something else.
std::int64_t scoredClasses(AnswerMeaning meaning, const Shape& predictions);

struct LossTarget {
  TargetKind kind = TargetKind::Label;
  FieldValues parameters{};  // of the loss, with which it compares with that kind
  bool usual = false;        // the loss that is proposed for that kind; one loss is
};

struct LossDeclaration {
  std::vector<LossTarget> targets;
  // The metric whose value decides which epoch is the best; where the network measures none of that name, or this is
  // empty, the lowest loss decides.
  std::string decidingMetric;
  // The parameters to set so that the loss takes shares of classes, f32 [N, K], in place of one label each, as samples
  // that are mixed have; nothing where these parameters do not ask for labels. Empty: it does not take shares.
  std::function<std::optional<FieldValues>(const FieldValues& parameters)> takingShares;
};

}  // namespace fovea
