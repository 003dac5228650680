#include "core/exchange/caffe/caffe_net.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fovea {
namespace {

constexpr std::size_t kMostNetLayers = 10'000;

struct State {
  std::string phase;
  std::int64_t level = 0;
  std::set<std::string> stages;
};

// The state of `caffe train` and of deployment; the stages are those that DIGITS assigns to each.
State stateOf(CaffePhase phase) {
  if (phase == CaffePhase::Training) return {"TRAIN", 0, {"train"}};
  if (phase == CaffePhase::Test) return {"TEST", 0, {"val"}};
  return {"TEST", 0, {"deploy"}};
}

bool isPhase(const std::string& word, const std::string& phase) {
  return word == phase || word == (phase == "TRAIN" ? "0" : "1");
}

Result<bool> meets(const State& state, const TextMessage& rule) {
  FieldReader reader(rule);
  bool met = true;
  if (const std::string phase = reader.text("phase"); !phase.empty()) met = isPhase(phase, state.phase);
  met = met && reader.integer("min_level", state.level) <= state.level;
  met = met && reader.integer("max_level", state.level) >= state.level;
  for (const std::string& stage : reader.texts("stage")) met = met && state.stages.contains(stage);
  for (const std::string& stage : reader.texts("not_stage")) met = met && !state.stages.contains(stage);
  FOVEA_CHECK(reader.status());
  return met;
}

Result<bool> meetsAny(const State& state, const TextMessage& layer, const char* rules) {
  for (const TextField* rule : layer.all(rules)) {
    if (!rule->message) return failAt(rule->place, fmt::format("{} should be a group of fields.", rules));
    FOVEA_TRY(const bool met, meets(state, *rule->message));
    if (met) return true;
  }
  return false;
}

Result<bool> isIncluded(const State& state, const TextMessage& layer) {
  if (!layer.all("include").empty()) return meetsAny(state, layer, "include");
  FOVEA_TRY(const bool excluded, meetsAny(state, layer, "exclude"));
  return !excluded;
}

Status readToday(const TextField& field, CaffeLayer& layer) {
  layer.message = *field.message;
  FieldReader reader(layer.message);
  layer.name = reader.text("name");
  layer.type = reader.text("type");
  layer.bottoms = reader.texts("bottom");
  layer.tops = reader.texts("top");
  for (const TextField* param : layer.message.all("param")) {
    if (!param->message) continue;
    FieldReader rates(*param->message);
    layer.rates.push_back(rates.real("lr_mult", 1));
    layer.decays.push_back(rates.real("decay_mult", 1));
    if (const std::string name = rates.text("name"); !name.empty()) layer.blobNames.push_back(name);
    FOVEA_CHECK(rates.status());
  }
  if (layer.blobNames.size() != layer.rates.size()) layer.blobNames.clear();
  return reader.status();
}

// Converts the blobs that `input`, `input_dim` and `input_shape` declare to one layer each.
Result<std::vector<CaffeLayer>> declaredInputs(const TextMessage& message) {
  FieldReader reader(message);
  const std::vector<std::string> names = reader.texts("input");
  const std::vector<std::int64_t> extents = reader.integers("input_dim");
  FOVEA_CHECK(reader.status());
  const auto shapes = message.all("input_shape");
  std::vector<CaffeLayer> layers;
  for (std::size_t i = 0; i < names.size(); ++i) {
    CaffeLayer layer;
    layer.name = names[i];
    layer.type = "Input";
    layer.tops = {names[i]};
    layer.place = message.all("input")[i]->place;
    layer.declared = true;
    auto shape = std::make_shared<TextMessage>();
    if (i < shapes.size() && shapes[i]->message) {
      *shape = *shapes[i]->message;
    } else if (extents.size() >= 4 * (i + 1)) {
      for (std::size_t k = 4 * i; k < 4 * i + 4; ++k)
        shape->fields.push_back({.name = "dim", .value = std::to_string(extents[k]), .message = {}, .place = {}});
    }
    auto parameters = std::make_shared<TextMessage>();
    TextField field{.name = "shape", .value = {}, .message = shape, .place = layer.place};
    field.kind = TextField::Kind::Message;
    parameters->fields.push_back(field);
    field.name = "input_param";
    field.message = parameters;
    layer.message.fields.push_back(field);
    layers.push_back(std::move(layer));
  }
  return layers;
}

bool isOfTraining(const TextMessage& layer) {
  const std::string type = FieldReader(layer).text("type");
  for (const char* rules : {"include", "exclude"})
    for (const TextField* rule : layer.all(rules))
      if (rule->message && isPhase(FieldReader(*rule->message).text("phase", "TEST"), "TRAIN")) return true;
  static const std::set<std::string> kData{"Data", "ImageData",  "HDF5Data",  "WindowData",  "MemoryData",
                                           "DATA", "IMAGE_DATA", "HDF5_DATA", "WINDOW_DATA", "MEMORY_DATA"};
  return kData.contains(type) || type.ends_with("Loss") || type.ends_with("_LOSS");
}

CaffePhase phaseOf(const TextMessage& message, CaffePhase wanted) {
  if (wanted != CaffePhase::Automatic) return wanted;
  for (const TextField& field : message.fields) {
    if ((field.name != "layer" && field.name != "layers") || !field.message) continue;
    if (isOfTraining(*field.message)) return CaffePhase::Training;
    const std::string old = FieldReader(field.message->sub("layer")).text("type");
    if (old == "data" || old == "softmax_loss") return CaffePhase::Training;
  }
  return CaffePhase::Deploy;
}

Status readLayer(const TextField& field, std::string_view text, CaffeLayer& layer) {
  layer.place = field.place;
  layer.text = std::string(text.substr(field.begin, field.end - field.begin));
  const TextField* type = field.message->find("type");
  const bool old = field.name == "layers" && (!type || type->kind != TextField::Kind::Text);
  layer.old = old;
  FOVEA_CHECK(old ? upgradeLayer(field, layer) : readToday(field, layer));
  if (layer.type.empty()) return failAt(field.place, "A layer needs a type, such as type: \"Convolution\".");
  if (layer.name.empty()) layer.name = layer.tops.empty() ? layer.type : layer.tops[0];
  return {};
}

}  // namespace

Result<CaffeNet> readCaffeNet(const TextMessage& message, std::string_view text, CaffePhase phase) {
  CaffeNet net;
  FieldReader reader(message);
  net.name = reader.text("name");
  net.phase = phaseOf(message, phase);
  const State state = stateOf(net.phase);
  FOVEA_TRY(net.layers, declaredInputs(message));
  for (const TextField& field : message.fields) {
    if (field.name != "layer" && field.name != "layers") continue;
    if (!field.message) return failAt(field.place, "A layer is a group of fields: layer { … }.");
    if (net.layers.size() >= kMostNetLayers)
      return failAt(field.place, fmt::format("There are more than {} layers.", kMostNetLayers));
    FOVEA_TRY(const bool included, isIncluded(state, *field.message));
    if (!included) {
      ++net.otherPhases;
      continue;
    }
    CaffeLayer layer;
    FOVEA_CHECK(readLayer(field, text, layer));
    net.layers.push_back(std::move(layer));
  }
  return net;
}

}  // namespace fovea
