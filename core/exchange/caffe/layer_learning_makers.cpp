// Converts the initialisation and learning settings of a Caffe layer to the fields of Fovea's layers with weights.
#include <fmt/format.h>

#include <cmath>

#include "core/exchange/caffe/layer_reader.h"
#include "core/layers/frozen.h"

namespace fovea {
namespace {

struct Filler {
  std::string choice;  // of weightInitializerChoices()
  double size = 0;
  bool byFanOut = false;
  bool exact = true;
};

Filler fillerOf(FieldReader& reader) {
  const std::string type = reader.text("type", "constant"), norm = reader.text("variance_norm", "FAN_IN");
  const double value = reader.real("value", 0);
  const bool out = norm == "FAN_OUT" || norm == "1", average = norm == "AVERAGE" || norm == "2";
  if (type == "constant") return value == 0 ? Filler{.choice = "zeros"} : Filler{.choice = "constant", .size = value};
  if (type == "xavier")
    return average ? Filler{.choice = "xavier_uniform"} : Filler{.choice = "lecun_uniform", .byFanOut = out};
  if (type == "msra") return {.choice = "he_normal", .byFanOut = out, .exact = !average};
  if (type == "bilinear") return {.choice = "bilinear"};
  if (type == "gaussian")
    return {.choice = "normal",
            .size = reader.real("std", 1),
            .exact = reader.real("mean", 0) == 0 && reader.integer("sparse", -1) < 0};
  if (type == "uniform") {
    const double low = reader.real("min", 0), high = reader.real("max", 1);
    return {.choice = "uniform", .size = std::max(std::abs(low), std::abs(high)), .exact = low == -high};
  }
  return {.choice = "he_normal", .exact = false};
}

}  // namespace

void CaffeLayerReader::addLearning(const CaffeLayer& layer, const FieldReader& parameters, FieldValues& values) {
  const double rate = layer.rates.empty() ? 1 : layer.rates[0], decay = layer.decays.empty() ? 1 : layer.decays[0];
  const double biasRate = layer.rates.size() > 1 ? layer.rates[1] : layer.rates.empty() ? 1 : rate;
  const FieldValue* choice = values.find("bias");
  const bool hasBias = choice && *choice == FieldValue(true);
  if (rate == 0 && (biasRate == 0 || layer.rates.size() < 2)) {
    values.set(kFrozen, true);
  } else {
    values.set("rate_multiplier", rate);
    if (hasBias && rate != 0)
      values.set("bias_rate_multiplier", biasRate / rate);
    else if (biasRate != rate)
      approximate("Biases learn at the rate of their weights; the text has a separate rate for them (lr_mult).");
  }
  values.set("decay_multiplier", decay);
  if (layer.decays.size() > 1 && layer.decays[1] != 0)
    approximate("Biases do not decay unless the settings of a run say so for all (decay_mult).");
  const TextField* weight = parameters.message().find("weight_filler");
  if (weight && weight->message) {
    FieldReader reader(*weight->message);
    const Filler filler = fillerOf(reader);
    values.set("initializer", filler.choice);
    if (filler.size != 0) values.set("initializer_size", filler.size);
    if (filler.byFanOut) values.set("initializer_fan_out", true);
    if (!filler.exact)
      approximate(fmt::format("{}: its first weights are drawn in another way ({}).", layer.name,
                              reader.text("type", "constant")));
  } else if (net_.phase == CaffePhase::Training && parameters.message().find("num_output")) {
    approximate("Weights without a filler begin as He et al. have it, not with zeros.");
  }
  const TextField* bias = parameters.message().find("bias_filler");
  if (!bias || !bias->message) return;
  FieldReader reader(*bias->message);
  if (reader.text("type", "constant") == "constant") {
    if (hasBias) values.set("bias_value", reader.real("value", 0));
  } else if (!options_.weights) {
    approximate("Biases begin with one number; the text draws some of them by chance (bias_filler).");
  }
}

}  // namespace fovea
