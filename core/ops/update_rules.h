// Why: the ops that update parameters share ports, common attributes, checks and their loop. Each of them defines only
// the change of one element. All functions are pure and thread-safe.
#pragma once
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "core/ops/op_rules.h"

namespace fovea {

// One element of a parameter and its optimizer state. Everything but the gradient is changed in place.
struct UpdateElement {
  double parameter;
  double gradient;  // already multiplied by the gradient factor and clipped to ± clip
  std::array<double, 3> states{};
};

// The numbers shared by all elements of a parameter.
struct UpdateNumbers {
  const FieldValues& attributes;
  double rate = 0;   // learning rate × rate_multiplier
  double decay = 0;  // weight_decay
  double step = 0;   // 1 in the first update; only if `counted`
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
  std::vector<std::string> states;  // names of variables with the parameter's shape, initially zero
  bool counted = false;             // has an input with the number of the update, in the parameter's type
  std::vector<Field> fields;        // besides weight_decay, rate_multiplier and clip
  double flopsPerElement = 1;
};

// Inputs: parameter, gradient (of the parameter's type, or 16 bits for f32), states…, learning_rate [], (step [],) and,
// if present, gradient_factor []. Outputs: the new parameter and states, which overwrite the old ones. The gradient is
// multiplied by the factor, then clipped to ± clip (0: no limit). A factor of 0 skips the step: nothing changes.
OpType updateOp(UpdateDescription description, std::function<void(const UpdateNumbers&, UpdateElement&)> step);
// The same for an update rule that needs all elements at once.
OpType updateOp(UpdateDescription description, std::function<void(const ReferenceUpdate&)> update);

// Fields that several updates have.
Field decayRateField(std::string name, std::string title, std::string help, double value);
Field updateEpsilonField(double value);

}  // namespace fovea
