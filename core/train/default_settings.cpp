#include "core/train/default_settings.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/network/standard_networks.h"
#include "core/train/optimizer.h"

namespace fovea {
namespace {

using Signature = std::vector<std::pair<std::string, std::string>>;  // names and types of layers, sorted

Signature signatureOf(const Network& network) {
  Signature signature;
  for (const Layer& layer : network.layers()) signature.emplace_back(layer.name, layer.type);
  std::sort(signature.begin(), signature.end());
  return signature;
}

struct KnownNetwork {
  StandardNetwork standard;
  Signature signature;
  FieldValues training;
};

// A test ensures that the `training` of built-in networks is valid.
FieldValues valuesOf(const std::string& training) {
  const Schema schema = trainingSettingsSchema().schema();
  FieldValues values;
  const Result<Json> json = parseJson(training);
  if (!json.ok() || !json->is_object()) return values;
  for (const auto& [name, value] : json->items()) {
    const Field* field = schema.find(name);
    if (!field) continue;
    if (auto read = fieldValueFromJson(*field, value); read.ok()) values.set(name, std::move(read).value());
  }
  return values;
}

const std::vector<KnownNetwork>& knownNetworks() {
  static const std::vector<KnownNetwork> known = [] {
    std::vector<KnownNetwork> all;
    for (StandardNetwork& standard : standardNetworks())
      if (const auto network = standardNetwork(standard.name); network.ok()) {
        FieldValues training = valuesOf(standard.training);
        all.push_back({std::move(standard), signatureOf(*network), std::move(training)});
      }
    return all;
  }();
  return known;
}

// True for "LeNet", or for "LeNet 2", the name of a second such network in a project.
bool isNumberedName(const std::string& name, const std::string& title) {
  if (!name.starts_with(title)) return false;
  const std::string rest = name.substr(title.size());
  return rest.empty() ||
         (rest.size() > 1 && rest[0] == ' ' && rest.find_first_not_of("0123456789", 1) == std::string::npos);
}

const KnownNetwork* knownAs(const Network& network) {
  const Signature signature = signatureOf(network);
  for (const KnownNetwork& known : knownNetworks())
    if (known.signature == signature) return &known;
  for (const KnownNetwork& known : knownNetworks())
    if (isNumberedName(network.name(), known.standard.title)) return &known;
  return nullptr;
}

// True for layers whose gradients differ by orders of magnitude, for which a single learning rate is unsuitable.
bool readsSequences(const Network& network) {
  static const std::set<std::string> types{"embedding",        "lstm", "gru", "rnn", "multi_head_attention",
                                           "transformer_block"};
  return std::any_of(network.layers().begin(), network.layers().end(),
                     [](const Layer& layer) { return types.contains(layer.type); });
}

// An adaptive learning rate for each parameter, and clipping against growing gradients over a sequence.
FieldValues adaptive(double rate, bool clipped) {
  FieldValues values{{"optimizer", std::string("adam")}, {"learning_rate", rate}, {"weight_decay", 0.0}};
  if (clipped) {
    values.set("clipping", std::string("norm"));
    values.set("clip_limit", 1.0);
  }
  return values;
}

FieldValues valuesForTask(const Network& network, Task task) {
  switch (task) {
    case Task::NextSymbol:
    case Task::Transcription:
      return adaptive(0.002, true);
    case Task::Detection: {
      // The first gradients are large, since every cell of the grid contributes to them.
      FieldValues values = adaptive(0.002, true);
      values.set("batch", std::int64_t{16});
      return values;
    }
    case Task::Segmentation:
    case Task::ImageToImage:
    case Task::Regression:
    case Task::MultiLabel:
    case Task::Unlabelled:
      return adaptive(0.001, readsSequences(network));
    case Task::Classification:
      return readsSequences(network) ? adaptive(0.001, true) : FieldValues();
  }
  return {};
}

// Settings whose values do not carry over to another optimizer.
constexpr std::array kOfOptimizer = {"learning_rate", "weight_decay", "momentum", "nesterov", "beta1",
                                     "beta2",         "rho",          "centred",  "epsilon"};

}  // namespace

SettingDefaults defaultSettings(const Network& network, Task task) {
  if (const KnownNetwork* known = knownAs(network)) return {known->training, known->standard.name};
  FieldValues values = valuesForTask(network, task);
  std::string origin = values.empty() ? std::string() : taskName(task);
  return {std::move(values), std::move(origin)};
}

SettingDefaults defaultSettings(const Network& network, const DatasetInfo& data) {
  constexpr std::int64_t kBatchesOfFew = 4;
  SettingDefaults defaults = defaultSettings(network, data.task);
  const std::int64_t samples = data.split(Split::Train).samples;
  if (samples == 0 || samples >= resolveSettings(defaults, {}).settings.batch) return defaults;
  defaults.values.set("batch", std::max<std::int64_t>(samples / kBatchesOfFew, 1));
  defaults.fewSamples = true;
  return defaults;
}

std::string ResolvedSettings::originOf(const std::string& setting) const {
  for (const auto& [name, origin] : origins)
    if (name == setting) return origin;
  return {};
}

ResolvedSettings resolveSettings(const SettingDefaults& defaults, const FieldValues& chosen) {
  FieldValues values = trainingSettingsSchema().write({});
  std::map<std::string, std::string> origins;
  const FieldValue* wanted = chosen.find("optimizer");
  const FieldValue* usual = defaults.values.find("optimizer");
  const bool other = wanted && *wanted != (usual ? *usual : *values.find("optimizer"));
  for (const auto& [name, value] : defaults.values) {
    if (other && std::find(kOfOptimizer.begin(), kOfOptimizer.end(), name) != kOfOptimizer.end()) continue;
    values.set(name, value);
    origins[name] = defaults.fewSamples && name == "batch" ? kFewSamples : defaults.origin;
  }
  if (other) {
    values.set("optimizer", *wanted);
    const OptimizerType& optimizer = optimizerOf(trainingSettingsSchema().read(values));
    values.set("learning_rate", optimizer.usualRate);
    values.set("weight_decay", optimizer.usualDecay);
    origins["learning_rate"] = origins["weight_decay"] = optimizer.name;
  }
  for (const auto& [name, value] : chosen) {
    values.set(name, value);
    origins.erase(name);
  }
  ResolvedSettings resolved{trainingSettingsSchema().read(values), {}};
  for (const auto& [name, value] : values)
    if (const auto origin = origins.find(name); origin != origins.end()) resolved.origins.push_back(*origin);
  return resolved;
}

FieldValues choicesFor(const SettingDefaults& defaults, const TrainingSettings& settings) {
  const FieldValues wanted = trainingSettingsSchema().write(settings);
  FieldValues chosen;
  // The optimizer changes other defaults, so the differences are computed with these.
  if (resolveSettings(defaults, {}).settings.optimizer != settings.optimizer)
    chosen.set("optimizer", settings.optimizer);
  const FieldValues without = trainingSettingsSchema().write(resolveSettings(defaults, chosen).settings);
  for (const auto& [name, value] : wanted)
    if (*without.find(name) != value) chosen.set(name, value);
  return chosen;
}

FieldValues unusualSettings(const TrainingSettings& settings) {
  const FieldValues usual = trainingSettingsSchema().write({});
  FieldValues values;
  for (const auto& [name, value] : trainingSettingsSchema().write(settings))
    if (*usual.find(name) != value) values.set(name, value);
  return values;
}

}  // namespace fovea
