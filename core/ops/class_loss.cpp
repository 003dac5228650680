#include "core/ops/class_loss.h"

#include "core/ops/op_rules.h"

namespace fovea {

Schema classLossSchema() {
  return Schema(
      {classAxisField(),
       realField("label_smoothing", "Label smoothing", "The share of each label given to all classes.", 0.0, 0.0, 1.0),
       integerField("ignore_index", "Ignored label", "Positions with this label do not count.", -1,
                    std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max())});
}

ClassLoss ClassLoss::read(const FieldValues& attributes, const TensorType& scores) {
  return {knownClasses(attributes, scores), attributes.real("label_smoothing"), attributes.integer("ignore_index")};
}

Status needClassLoss(const FieldValues& attributes, const TensorType& scores, const TensorType& labels,
                     const TensorType* weights) {
  FOVEA_CHECK(needReal("input", scores));
  FOVEA_CHECK(needLabels(attributes, scores, labels));
  if (!weights) return {};
  FOVEA_TRY(const int axis, classAxis(attributes, scores));
  return needType("list of class weights", *weights, {scores.dtype, Shape{scores.shape[axis]}});
}

}  // namespace fovea
