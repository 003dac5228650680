#include "core/train/starting_weights.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "core/network/flatten.h"
#include "core/network/network_difference.h"

namespace fovea {
namespace {

constexpr std::size_t kNamedWeights = 4;

using Variables = std::vector<const VariableInfo*>;

const Tensor* fitting(const Checkpoint& start, const std::string& name, const TensorType& type) {
  const Tensor* found = start.findWeight(name);
  return found && found->type() == type ? found : nullptr;
}

// Layers without any variable name in the checkpoint, with their variables.
std::map<std::string, Variables> strangers(const std::vector<VariableInfo>& variables, const Checkpoint& start) {
  std::map<std::string, Variables> layers;
  std::set<std::string> known;
  for (const VariableInfo& variable : variables) {
    layers[variable.layer].push_back(&variable);
    if (start.find(variable.name)) known.insert(variable.layer);
  }
  std::erase_if(layers, [&](const auto& layer) { return known.contains(layer.first); });
  return layers;
}

void takeFromCounterparts(const Network& now, const Network& before, const Checkpoint& start,
                          const std::map<std::string, Variables>& strangers, StartingWeights& weights) {
  if (strangers.empty()) return;
  for (const auto& [old, present] : compareNetworks(before, now).counterparts) {
    const std::string &was = before.find(old)->name, &is = now.find(present)->name;
    const auto found = strangers.find(is);
    if (found == strangers.end()) continue;
    const auto sourceOf = [&](const VariableInfo* variable) { return was + variable->name.substr(is.size()); };
    const bool fits = std::all_of(found->second.begin(), found->second.end(), [&](const VariableInfo* variable) {
      return fitting(start, sourceOf(variable), variable->type) != nullptr;
    });
    if (!fits) continue;
    for (const VariableInfo* variable : found->second) weights.sources[variable->name] = sourceOf(variable);
    weights.moved.emplace_back(was, is);
  }
}

// Considers only the weights of layers in `before`: the optimizer's variables have other names.
std::vector<std::string> unusedTensors(const Network& before, const Checkpoint& start, const StartingWeights& weights) {
  std::set<std::string> layers, used;
  for (const Layer& layer : before.layers()) layers.insert(layer.name);
  for (const auto& [variable, source] : weights.sources) used.insert(source);
  std::vector<std::string> unused;
  for (const auto& [name, tensor] : start.tensors) {
    bool ofLayer = false;
    for (std::size_t dot = name.rfind('.'); dot != std::string::npos && dot > 0 && !ofLayer;
         dot = name.rfind('.', dot - 1))
      ofLayer = layers.contains(name.substr(0, dot));
    if (ofLayer && !used.contains(name)) unused.push_back(name);
  }
  return unused;
}

// "; fresh: a, b, c, d, …"
std::string listed(const char* what, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  const std::size_t shown = std::min(names.size(), kNamedWeights);
  return fmt::format("; {}: {}{}", what,
                     fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     shown < names.size() ? ", …" : "");
}

}  // namespace

const Tensor* StartingWeights::find(const Checkpoint& start, const std::string& variable) const {
  const auto source = sources.find(variable);
  return source == sources.end() ? nullptr : start.findWeight(source->second);
}

Result<StartingWeights> startingWeights(const Network& network, const Checkpoint& start) {
  FOVEA_TRY(const LoweredNetwork lowered,
            lowerNetwork(network, {.mode = NetworkMode::Inference, .batch = 1, .seed = 0}));
  FOVEA_TRY(const Network before, flattenNetwork(start.network));
  StartingWeights weights;
  for (const VariableInfo& variable : lowered.variables)
    if (fitting(start, variable.name, variable.type)) weights.sources[variable.name] = variable.name;
  takeFromCounterparts(lowered.network, before, start, strangers(lowered.variables, start), weights);
  weights.taken = static_cast<std::int64_t>(weights.sources.size());
  for (const VariableInfo& variable : lowered.variables)
    if (!weights.sources.contains(variable.name)) weights.fresh.push_back(variable.name);
  weights.unused = unusedTensors(before, start, weights);
  if (weights.taken == 0 && !weights.fresh.empty())
    return fail(ErrorCode::InvalidArgument,
                fmt::format("None of the weights of \"{}\" fit this network: no layer has the same name or stands at "
                            "the same place, with the same shape.",
                            start.network.name()),
                "Names are those of layers, as in \"conv1.weight\": keep them where layers are to keep what they "
                "learnt.");
  return weights;
}

std::string startingWords(const StartingWeights& weights, const std::string& name) {
  const std::size_t all = static_cast<std::size_t>(weights.taken) + weights.fresh.size();
  std::string words = weights.fresh.empty()
                          ? fmt::format("Begins with the weights of {}", name)
                          : fmt::format("Begins with {} of {} weights of {}", weights.taken, all, name);
  std::vector<std::string> moved;
  for (const auto& [was, is] : weights.moved) moved.push_back(was + " as " + is);
  return words + listed("found under another name", moved) + listed("fresh", weights.fresh) +
         listed("not used", weights.unused);
}

}  // namespace fovea
