#include "core/inspect/device_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "core/tensor/tensor_numbers.h"

namespace fovea {
namespace {

constexpr int kNoisyRuns = 3;
constexpr double kNoise = 0x1.0p-23;       // relative; twice the largest rounding error of f32
constexpr double kAllowance = 32;          // sums of thousands of products round more often than once per weight
constexpr double kAlwaysExplained = 1e-6;  // for differences such as a layer's own exponential function

bool bothAlike(double a, double b) {
  if (std::isfinite(a) && std::isfinite(b)) return true;
  return a == b || (std::isnan(a) && std::isnan(b));
}

// Sets all fields but names, shape, order and `explained`. `relative` ignores positions not finite on both sides.
LayerDifference difference(const Tensor& a, const Tensor& b) {
  const std::vector<double> first = numbersOf(a), second = numbersOf(b);
  LayerDifference result;
  double apart = 0, length = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (!bothAlike(first[i], second[i])) ++result.unlike;
    if (!std::isfinite(first[i]) || !std::isfinite(second[i])) continue;
    const double distance = std::abs(first[i] - second[i]);
    apart += distance * distance;
    length += second[i] * second[i];
    if (distance > result.largest) {
      result.largest = distance;
      result.at = static_cast<std::int64_t>(i);
    }
  }
  if (!first.empty()) {
    result.first = first[static_cast<std::size_t>(result.at)];
    result.second = second[static_cast<std::size_t>(result.at)];
  }
  if (apart > 0) result.relative = length > 0 ? std::sqrt(apart / length) : HUGE_VAL;
  return result;
}

bool sameLayers(const std::vector<LayerActivation>& a, const std::vector<LayerActivation>& b) {
  return std::ranges::equal(a, b, [](const LayerActivation& left, const LayerActivation& right) {
    return left.name == right.name && left.values.type() == right.values.type();
  });
}

Checkpoint withNoise(const Checkpoint& checkpoint, std::uint64_t seed) {
  Checkpoint noisy = checkpoint;
  Random random(seed);
  for (auto& [name, value] : noisy.tensors) {
    if (value.dtype() != DataType::Float32) continue;
    value = value.clone();
    for (float& number : value.values<float>())
      number = static_cast<float>(static_cast<double>(number) * (1 + kNoise * (2 * random.uniform() - 1)));
  }
  return noisy;
}

}  // namespace

const LayerDifference* DeviceComparison::culprit() const {
  const LayerDifference* earliest = nullptr;
  for (const LayerDifference& layer : layers)
    if (layer.beyond() && (!earliest || layer.order < earliest->order)) earliest = &layer;
  return earliest;
}

Result<DeviceComparison> compareReadings(const std::vector<LayerActivation>& first,
                                         const std::vector<LayerActivation>& second,
                                         const std::vector<std::vector<LayerActivation>>& noisy) {
  const bool same = sameLayers(first, second) &&
                    std::ranges::all_of(noisy, [&](const auto& reading) { return sameLayers(first, reading); });
  if (!same) return fail(ErrorCode::InvalidArgument, "The devices were read at different layers.");
  DeviceComparison comparison;
  for (std::size_t i = 0; i < first.size(); ++i) {
    LayerDifference layer = difference(first[i].values, second[i].values);
    layer.name = first[i].name;
    layer.title = first[i].title;
    layer.shape = first[i].values.shape();
    layer.order = static_cast<int>(i);
    layer.explained = kAlwaysExplained;
    for (const auto& reading : noisy) {
      const double moved = difference(reading[i].values, first[i].values).relative;
      if (std::isfinite(moved)) layer.explained = std::max(layer.explained, kAllowance * moved);
    }
    comparison.layers.push_back(std::move(layer));
  }
  std::ranges::stable_sort(comparison.layers, std::greater<>(),
                           [](const LayerDifference& layer) { return layer.unlike > 0 ? HUGE_VAL : layer.relative; });
  return comparison;
}

Result<DeviceComparison> compareDevices(const Checkpoint& checkpoint, const std::shared_ptr<Device>& first,
                                        const std::shared_ptr<Device>& second, const Sample& sample,
                                        const CancelToken& cancel, const ProgressFunction& progress) {
  std::uint64_t runs = 0;
  const auto read = [&](const Checkpoint& weights,
                        const std::shared_ptr<Device>& device) -> Result<std::vector<LayerActivation>> {
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The comparison was cancelled.");
    if (progress) progress({fmt::format("Running on {}", device->info().id), runs++, kNoisyRuns + 2});
    FOVEA_TRY(const auto inspector, ModelInspector::create(weights, device));
    FOVEA_TRY(Inspection inspection, inspector->inspect(sample));
    return std::move(inspection.activations);
  };
  FOVEA_TRY(const auto onFirst, read(checkpoint, first));
  std::vector<std::vector<LayerActivation>> noisy;
  for (int run = 1; run <= kNoisyRuns; ++run) {
    FOVEA_TRY(noisy.emplace_back(), read(withNoise(checkpoint, static_cast<std::uint64_t>(run)), first));
  }
  FOVEA_TRY(const auto onSecond, read(checkpoint, second));
  FOVEA_TRY(DeviceComparison comparison, compareReadings(onFirst, onSecond, noisy));
  comparison.first = first->info().id;
  comparison.second = second->info().id;
  return comparison;
}

std::string comparisonWords(const DeviceComparison& comparison) {
  if (const LayerDifference* culprit = comparison.culprit()) {
    if (culprit->unlike > 0)
      return fmt::format(
          "\"{}\" is the first layer that differs by more than roundings explain: at {} places only one "
          "device has a number.",
          culprit->name, culprit->unlike);
    return fmt::format(
        "\"{}\" is the first layer that differs by more than roundings explain: {:.1e} of its length, "
        "and roundings explain {:.1e}.",
        culprit->name, culprit->relative, culprit->explained);
  }
  const double largest = comparison.layers.empty() ? 0 : comparison.layers.front().relative;
  return fmt::format("{} and {} agree: the largest difference is {:.1e} of a layer's length, and roundings explain it.",
                     comparison.first, comparison.second, largest);
}

Json deviceComparisonJson(const DeviceComparison& comparison) {
  Json layers = Json::array();
  for (const LayerDifference& layer : comparison.layers)
    layers.push_back({{"name", layer.name},
                      {"title", layer.title},
                      {"shape", layer.shape.extents()},
                      {"order", layer.order},
                      {"relative", layer.relative},
                      {"largest", layer.largest},
                      {"at", layer.at},
                      {"first", layer.first},
                      {"second", layer.second},
                      {"unlike", layer.unlike},
                      {"explained", layer.explained},
                      {"beyond", layer.beyond()}});
  const LayerDifference* culprit = comparison.culprit();
  return {{"devices", {comparison.first, comparison.second}},
          {"text", comparisonWords(comparison)},
          {"first_beyond", culprit ? Json(culprit->name) : Json(nullptr)},
          {"layers", std::move(layers)}};
}

}  // namespace fovea
