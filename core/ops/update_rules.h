// Why: the ops that change parameters share their ports, their common attributes, their checks and their loop; each of
// them says only what happens to one element. All functions are pure and thread-safe.
#pragma once
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "core/ops/op_rules.h"

namespace fovea {

// One element of a parameter with what the optimizer keeps for it; all but the gradient are changed in place.
struct UpdateElement {
  double parameter;
  double gradient;  // times the gradient factor, then limited to ± clip
  std::array<double, 3> states{};
};

// What is the same for all elements.
struct UpdateNumbers {
  const FieldValues& attributes;
  double rate = 0;   // learning rate × rate_multiplier
  double decay = 0;  // weight_decay
  double step = 0;   // 1 in the first update; of counted ops
};

// The element-wise view of a reference request.
class ReferenceUpdate {
 public:
  ReferenceUpdate(const ReferenceRequest& request, bool counted);

  const UpdateNumbers& numbers() const { return numbers_; }
  bool skipped() const { return factor_ == 0; }
  std::int64_t count() const { return request_.inputs[0].type.shape.elementCount(); }
  UpdateElement read(std::int64_t index) const;
  void write(std::int64_t index, const UpdateElement& element) const;

 private:
  const ReferenceRequest& request_;
  std::size_t states_;
  UpdateNumbers numbers_;
  double factor_ = 1;
  double clip_;
};

struct UpdateDescription {
  std::string name;
  std::string summary;
  std::vector<std::string> states;  // variables of the parameter's shape, zero at first
  bool counted = false;             // takes the number of the update, of the parameter's type
  std::vector<Field> fields;        // besides weight_decay, rate_multiplier and clip
  double flopsPerElement = 1;
};

// Inputs parameter, gradient (of the parameter's type, or of 16 bits for f32), states…, learning_rate [], (step [],)
// and, if wanted, gradient_factor []; outputs the new parameter and states, in the place of the old ones. The gradient
// is multiplied by the factor, then limited to ± clip (0: no limit). Where the factor is 0, nothing changes: a step
// that is skipped.
OpType updateOp(UpdateDescription description, std::function<void(const UpdateNumbers&, UpdateElement&)> step);
// The same for an update that needs all elements at once.
OpType updateOp(UpdateDescription description, std::function<void(const ReferenceUpdate&)> update);

// Fields that several updates have.
Field decayRateField(std::string name, std::string title, std::string help, double value);
Field updateEpsilonField(double value);

}  // namespace fovea
