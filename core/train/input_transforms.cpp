#include "core/train/input_transforms.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/network/network_edit.h"

namespace fovea {

std::string inputTransformsText(const TransformList& list) {
  TransformList steps = list;
  std::erase_if(steps, [](const Transform& transform) { return std::holds_alternative<Normalise>(transform); });
  return steps.empty() ? std::string() : formatJsonLine(transformsToJson(steps));
}

std::string augmentationWords(const TransformList& list) {
  std::string words;
  for (const Transform& transform : list) {
    const auto* step = std::get_if<TransformStep>(&transform);
    const TransformType* const type = step ? findTransform(step->type) : nullptr;
    if (type && type->random) words += (words.empty() ? "" : ", ") + type->title;
  }
  return words.empty() ? "none" : words;
}

Result<TransformList> inputTransformsFromText(const std::string& text) {
  if (text.empty()) return TransformList();
  const auto wrong = [](const Error& error) {
    return fail(ErrorCode::InvalidArgument, "The transforms of the Input layer cannot be used: " + error.message,
                "Open them from the Input layer and set them anew.");
  };
  const auto json = parseJson(text);
  if (!json.ok()) return wrong(json.error());
  auto list = transformsFromJson(*json);
  if (!list.ok()) return wrong(list.error());
  const bool normalises = std::any_of(list->begin(), list->end(), [](const Transform& transform) {
    return std::holds_alternative<Normalise>(transform);
  });
  if (normalises) return wrong(fail(ErrorCode::InvalidArgument, "Normalise follows from the data set."));
  return list;
}

bool mixesSamples(const TransformList& list) {
  return std::any_of(list.begin(), list.end(), [](const Transform& transform) {
    const auto* step = std::get_if<TransformStep>(&transform);
    const TransformType* const type = step ? findTransform(step->type) : nullptr;
    return type && type->mix;
  });
}

Result<Network> withMixedLabels(const Network& network) {
  FOVEA_TRY(const TransformList list, inputTransforms(network));
  Network mixed = network;
  if (!mixesSamples(list)) return mixed;
  for (const Layer& layer : network.layers()) {
    const auto& takingShares = findLayer(layer.type)->loss.takingShares;
    const auto shares = takingShares ? takingShares(layer.parameters) : std::nullopt;
    if (!shares) continue;
    for (const auto& [parameter, value] : *shares) {
      FOVEA_TRY([[maybe_unused]] const NetworkEdit back,
                applyEdit(mixed, {SetParameter{layer.id, parameter, value}, "Mix"}));
    }
  }
  return mixed;
}

Result<TransformList> inputTransforms(const Network& network) {
  for (const Layer& layer : network.layers()) {
    const FieldValue* text = layer.type == "input" ? layer.parameters.find("transforms") : nullptr;
    if (text && !std::get<std::string>(*text).empty()) return inputTransformsFromText(std::get<std::string>(*text));
  }
  return TransformList();
}

}  // namespace fovea
