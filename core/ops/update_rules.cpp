#include "core/ops/update_rules.h"

#include <algorithm>

namespace fovea {
namespace {

double realAt(const TensorView& view, std::int64_t index) {
  return view.type.dtype == DataType::Float64 ? view.as<double>()[index] : static_cast<double>(view.as<float>()[index]);
}

// Index of the input learning_rate: after parameter, gradient and states.
std::size_t ratePort(std::size_t states) {
  return 2 + states;
}

OpType describe(UpdateDescription description) {
  OpType op;
  op.name = std::move(description.name);
  op.summary = std::move(description.summary);
  std::vector<Field> fields = std::move(description.fields);
  fields.push_back(realField("weight_decay", "Weight decay", "Pulls every parameter towards zero.", 0.0, 0.0, 1e6));
  fields.push_back(realField("rate_multiplier", "Rate multiplier", "Multiplies the learning rate of this parameter.",
                             1.0, 0.0, 1e6));
  fields.push_back(realField("clip", "Clip", "Limits each number of the gradient to plus and minus this; 0: no limit.",
                             0.0, 0.0, std::numeric_limits<double>::max()));
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"parameter"}, {"gradient"}};
  op.outputs = {{"new_parameter"}};
  op.aliases = {{0, 0}};
  for (const std::string& state : description.states) {
    op.aliases.push_back({static_cast<int>(op.outputs.size()), static_cast<int>(op.inputs.size())});
    op.inputs.push_back({state});
    op.outputs.push_back({"new_" + state});
  }
  op.inputs.push_back({"learning_rate"});
  if (description.counted) op.inputs.push_back({"step"});
  op.inputs.push_back({.name = "gradient_factor", .optional = true});
  op.cost = costPerElement(description.flopsPerElement);
  op.infer = [states = std::move(description.states),
              counted = description.counted](const InferRequest& request) -> Result<std::vector<TensorType>> {
    const TensorType& parameter = request.inputs[0];
    FOVEA_CHECK(needReal("parameter", parameter));
    FOVEA_CHECK(needGradient("gradient", request.inputs[1], parameter));
    for (std::size_t i = 0; i < states.size(); ++i) FOVEA_CHECK(needType(states[i], request.inputs[2 + i], parameter));
    const TensorType number{parameter.dtype, Shape{}};
    const std::size_t rate = ratePort(states.size());
    FOVEA_CHECK(needType("learning rate", request.inputs[rate], number));
    const std::size_t plain = rate + (counted ? 2 : 1);
    if (counted) FOVEA_CHECK(needType("step", request.inputs[rate + 1], number));
    if (request.inputs.size() > plain) FOVEA_CHECK(needType("gradient factor", request.inputs[plain], number));
    return std::vector<TensorType>(1 + states.size(), parameter);
  };
  return op;
}

}  // namespace

ReferenceUpdate::ReferenceUpdate(const ReferenceRequest& request, bool counted)
    : request_(request),
      states_(request.outputs.size() - 1),
      numbers_{request.attributes},
      clip_(request.attributes.real("clip")) {
  const std::size_t rate = ratePort(states_), plain = rate + (counted ? 2 : 1);
  numbers_.rate = realAt(request.inputs[rate], 0) * request.attributes.real("rate_multiplier");
  numbers_.decay = request.attributes.real("weight_decay");
  if (counted) numbers_.step = realAt(request.inputs[rate + 1], 0);
  if (request.inputs.size() > plain) factor_ = realAt(request.inputs[plain], 0);
}

UpdateElement ReferenceUpdate::read(std::int64_t index) const {
  UpdateElement element{.parameter = realAt(request_.inputs[0], index),
                        .gradient = factor_ * realAt(request_.inputs[1], index)};
  if (clip_ > 0 && element.gradient > clip_) element.gradient = clip_;
  if (clip_ > 0 && element.gradient < -clip_) element.gradient = -clip_;
  for (std::size_t i = 0; i < states_; ++i) element.states[i] = realAt(request_.inputs[2 + i], index);
  return element;
}

void ReferenceUpdate::write(std::int64_t index, const UpdateElement& element) const {
  dispatchReal(request_.outputs[0].type.dtype, [&]<class T>() {
    request_.outputs[0].as<T>()[index] = static_cast<T>(element.parameter);
    for (std::size_t i = 0; i < states_; ++i)
      request_.outputs[1 + i].as<T>()[index] = static_cast<T>(element.states[i]);
  });
}

OpType updateOp(UpdateDescription description, std::function<void(const ReferenceUpdate&)> update) {
  const bool counted = description.counted;
  OpType op = describe(std::move(description));
  op.reference = [update = std::move(update), counted](const ReferenceRequest& request) {
    const ReferenceUpdate elements(request, counted);
    if (!elements.skipped()) return update(elements);
    for (std::int64_t i = 0; i < elements.count(); ++i) elements.write(i, elements.read(i));
  };
  return op;
}

OpType updateOp(UpdateDescription description, std::function<void(const UpdateNumbers&, UpdateElement&)> step) {
  return updateOp(std::move(description), [step = std::move(step)](const ReferenceUpdate& update) {
    for (std::int64_t i = 0; i < update.count(); ++i) {
      UpdateElement element = update.read(i);
      step(update.numbers(), element);
      update.write(i, element);
    }
  });
}

Field decayRateField(std::string name, std::string title, std::string help, double value) {
  return realField(std::move(name), std::move(title), std::move(help), value, 0.0, 1.0);
}

Field updateEpsilonField(double value) {
  return realField("epsilon", "Epsilon", "Added to what is divided by.", value, 1e-20, 1.0);
}

}  // namespace fovea
