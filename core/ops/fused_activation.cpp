#include "core/ops/fused_activation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/ops/op_rules.h"

namespace fovea {
namespace {

struct Name {
  const char* value;
  const char* title;
};

// In the same order as FusedActivation.
constexpr std::array<Name, 8> kNames{{{"none", "None"},
                                      {"relu", "ReLU"},
                                      {"relu6", "ReLU6"},
                                      {"leaky_relu", "Leaky ReLU"},
                                      {"sigmoid", "Sigmoid"},
                                      {"tanh", "Hyperbolic tangent"},
                                      {"silu", "SiLU"},
                                      {"hard_swish", "Hard swish"}}};

}  // namespace

Field activationField(int count) {
  Field field;
  field.name = "activation";
  field.title = "Activation";
  field.help = "The function that is applied to each element at the end.";
  field.kind = FieldKind::Choice;
  field.defaultValue = std::string(kNames[0].value);
  for (const Name& name : std::span(kNames).first(static_cast<std::size_t>(count)))
    field.choices.push_back({name.value, name.title});
  return field;
}

Field slopeField() {
  return realField("slope", "Slope", "The factor of a leaky ReLU below zero.", 0.01, 0.0, 1.0);
}

FusedActivation readActivation(const FieldValues& attributes) {
  const std::string& wanted = attributes.text("activation");
  const auto found = std::find_if(kNames.begin(), kNames.end(), [&](const Name& name) { return wanted == name.value; });
  assert(found != kNames.end());
  return static_cast<FusedActivation>(found - kNames.begin());
}

double activate(FusedActivation activation, double slope, double x) {
  switch (activation) {
    case FusedActivation::None:
      return x;
    case FusedActivation::Relu:
      return x <= 0 ? 0.0 : x;
    case FusedActivation::Relu6:
      return x <= 0 ? 0.0 : x >= 6 ? 6.0 : x;
    case FusedActivation::LeakyRelu:
      return x <= 0 ? slope * x : x;
    case FusedActivation::Sigmoid:
      return 1.0 / (1.0 + std::exp(-x));
    case FusedActivation::Tanh:
      return std::tanh(x);
    case FusedActivation::Silu:
      return x / (1.0 + std::exp(-x));
    case FusedActivation::HardSwish:
      return x <= -3 ? 0.0 : x >= 3 ? x : x * (x + 3) / 6;
  }
  return x;
}

bool passesGradient(FusedActivation activation, double y) {
  if (activation == FusedActivation::None) return true;
  return !(y <= 0) && !(activation == FusedActivation::Relu6 && y >= 6);
}

}  // namespace fovea
