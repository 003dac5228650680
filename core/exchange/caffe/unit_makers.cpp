// Converts elementwise layers: activations, dropout, powers.
#include <fmt/format.h>

#include <cmath>

#include "core/exchange/caffe/layer_reader.h"

namespace fovea {
namespace {

Status simply(CaffeLayerReader& import, const CaffeLayer& layer, const char* type, FieldValues parameters = {}) {
  FOVEA_TRY(const auto inputs, import.sources(layer));
  if (inputs.size() != 1 || layer.tops.size() != 1) return notSaid("it has several inputs or outputs");
  FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, type, std::move(parameters), inputs));
  return {};
}

Status relu(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("relu_param"));
  const double slope = reader.real("negative_slope", 0);
  FOVEA_CHECK(reader.status());
  if (slope == 0) return simply(import, layer, "relu");
  return simply(import, layer, "leaky_relu", {{"slope", slope}});
}

Status prelu(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("prelu_param"));
  const bool shared = reader.boolean("channel_shared", false);
  FieldReader filler(reader.message().sub("filler"));
  FieldValues parameters{{"per_channel", !shared}, {"slope", filler.real("value", 0.25)}};
  FOVEA_CHECK(reader.status());
  FOVEA_CHECK(filler.status());
  import.addLearning(layer, FieldReader(), parameters);
  FOVEA_TRY(const auto inputs, import.sources(layer));
  FOVEA_TRY(const LayerId id, import.become(layer, "prelu", std::move(parameters), inputs));
  return import.take(layer, id, {"slope"});
}

Status elu(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("elu_param"));
  const double alpha = reader.real("alpha", 1);
  FOVEA_CHECK(reader.status());
  return simply(import, layer, "elu", {{"alpha", alpha}});
}

Status dropout(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("dropout_param"));
  const double ratio = reader.real("dropout_ratio", 0.5);
  FOVEA_CHECK(reader.status());
  if (ratio > 0.99) import.approximate(fmt::format("{}: a dropout of {} becomes 0.99.", layer.name, ratio));
  return simply(import, layer, "dropout", {{"probability", std::min(ratio, 0.99)}});
}

// Computes scale · x + shift of the input.
Result<std::vector<CaffeSource>> lineOf(CaffeLayerReader& import, const CaffeLayer& layer, double scale, double shift) {
  FOVEA_TRY(const auto inputs, import.sources(layer));
  if (inputs.size() != 1 || layer.tops.size() != 1) return notSaid("it has several inputs or outputs");
  if (scale == 1 && shift == 0) return inputs;
  const FieldValues line{{"scale", scale}, {"bias", shift}, {"learned", false}};
  FOVEA_TRY(const LayerId id, import.add(layer, "scale_bias", line, inputs, "_line"));
  return std::vector<CaffeSource>{import.outputOf(id)};
}

// (shift + scale · x) ^ power
Status power(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("power_param"));
  const double exponent = reader.real("power", 1), scale = reader.real("scale", 1), shift = reader.real("shift", 0);
  FOVEA_CHECK(reader.status());
  if (exponent == 1)
    return simply(import, layer, "scale_bias", {{"scale", scale}, {"bias", shift}, {"learned", false}});
  if (exponent != 2 && exponent != 0.5) return notSaid(fmt::format("it raises to the power {}", exponent));
  FOVEA_TRY(auto inputs, lineOf(import, layer, scale, shift));
  if (exponent == 2) inputs.push_back(inputs[0]);
  FOVEA_TRY([[maybe_unused]] const LayerId id,
            import.become(layer, exponent == 2 ? "multiply" : "op_square_root", {}, inputs));
  return {};
}

// base ^ (shift + scale · x)
Status exponential(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("exp_param"));
  const double base = reader.real("base", -1), logarithm = base > 0 ? std::log(base) : 1;
  const double scale = reader.real("scale", 1), shift = reader.real("shift", 0);
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const auto inputs, lineOf(import, layer, scale * logarithm, shift * logarithm));
  FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, "op_exponential", {}, inputs));
  return {};
}

// The natural logarithm of shift + scale · x
Status logarithm(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("log_param"));
  const double scale = reader.real("scale", 1), shift = reader.real("shift", 0);
  if (reader.real("base", -1) > 0) return notSaid("its logarithm is not the natural one");
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const auto inputs, lineOf(import, layer, scale, shift));
  FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, "op_logarithm", {}, inputs));
  return {};
}

Status softmax(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("softmax_param"));
  std::int64_t axis = reader.integer("axis", 1);
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const auto inputs, import.sources(layer));
  if (axis < -1 && !inputs.empty()) axis += inputs[0].rank();
  if (axis < -1 || axis == 0) return notSaid(fmt::format("its classes are along axis {}", axis));
  return simply(import, layer, "softmax", {{"axis", axis}});
}

template <const char* const& kType>
Status as(CaffeLayerReader& import, const CaffeLayer& layer) {
  return simply(import, layer, kType);
}
constexpr const char* kSigmoid = "sigmoid";
constexpr const char* kTanh = "tanh";
constexpr const char* kSoftplus = "softplus";
constexpr const char* kRelu6 = "relu6";
constexpr const char* kMish = "mish";
constexpr const char* kAbsolute = "op_absolute";

}  // namespace

std::vector<CaffeMakers> caffeUnitMakers() {
  return {{"ReLU", relu},
          {"PReLU", prelu},
          {"ELU", elu},
          {"Dropout", dropout},
          {"Power", power},
          {"Softmax", softmax},
          {"Sigmoid", as<kSigmoid>},
          {"TanH", as<kTanh>},
          {"BNLL", as<kSoftplus>},
          {"ReLU6", as<kRelu6>},
          {"Mish", as<kMish>},
          {"AbsVal", as<kAbsolute>},
          {"Exp", exponential},
          {"Log", logarithm}};
}

}  // namespace fovea
