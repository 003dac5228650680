#include "core/network/shared_weights.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/network/edit_list.h"
#include "core/network/network_editor.h"

namespace fovea {
namespace {

NetworkFix ownWeights(const Layer& layer) {
  const std::string title = "Give it weights of its own";
  return {title, NetworkEdit{SetParameter{layer.id, kSharedWeights, std::string()}, title}};
}

NetworkFix shareWith(const Layer& layer, const Layer& owner) {
  const std::string title = "Use the weights of " + inQuotes(owner.name);
  return {title, NetworkEdit{SetParameter{layer.id, kSharedWeights, owner.name}, title}};
}

// Copies all settings of `owner` to `layer`, except those of learning; no fix if they are equal already.
std::vector<NetworkFix> setAlike(const Layer& layer, const Layer& owner) {
  CompoundEdit edit;
  for (const auto& [name, value] : withWeightsOf(layer.parameters, owner.parameters)) {
    const FieldValue* own = layer.parameters.find(name);
    if (own && name != kSharedWeights && *own != value) edit.edits.push_back({SetParameter{layer.id, name, value}, {}});
  }
  if (edit.edits.empty()) return {};
  const std::string title = "Set it as " + inQuotes(owner.name) + " is";
  return {NetworkFix{title, NetworkEdit{std::move(edit), title}}};
}

std::string titleOf(const Layer& layer) {
  return findLayer(layer.type)->title;
}

}  // namespace

const Layer* ownerOfWeights(const Network& network, const Layer& layer) {
  const std::string name = sharesWeightsWith(layer.parameters);
  if (name.empty()) return nullptr;
  const Layer* owner = network.findByName(name, layer.block);
  const bool usable =
      owner && owner->id != layer.id && owner->type == layer.type && sharesWeightsWith(owner->parameters).empty();
  return usable ? owner : nullptr;
}

std::vector<const Layer*> possibleOwners(const Network& network, const Layer& layer) {
  std::vector<const Layer*> owners;
  for (const Layer* other : layersOn(network, layer.block))
    if (other->id != layer.id && other->type == layer.type && sharesWeightsWith(other->parameters).empty())
      owners.push_back(other);
  return owners;
}

std::optional<SharingFault> sharingFault(const Network& network, const Layer& layer) {
  const std::string name = sharesWeightsWith(layer.parameters);
  if (name.empty() || ownerOfWeights(network, layer)) return {};
  const auto fault = [&](std::string message, const char* advice) {
    SharingFault result{fail(ErrorCode::InvalidArgument, std::move(message), advice), {ownWeights(layer)}};
    const std::vector<const Layer*> owners = possibleOwners(network, layer);
    if (owners.size() == 1) result.fixes.push_back(shareWith(layer, *owners.front()));
    return result;
  };
  const Layer* named = network.findByName(name, layer.block);
  if (!named)
    return fault("It uses the weights of " + inQuotes(name) + ", but this sheet has no layer of that name.",
                 "Name a layer of the same sheet, or give this one weights of its own.");
  if (named->id == layer.id)
    return fault("It uses the weights of itself.", "Name another layer, or give this one weights of its own.");
  if (named->type != layer.type)
    return fault(fmt::format("{} is {}, this is {}: only layers of one kind can have the same weights.", inQuotes(name),
                             titleOf(*named), titleOf(layer)),
                 "Name a layer of the same kind, or give this one weights of its own.");
  auto chained = fault(fmt::format("{} has no weights of its own: it uses those of {}.", inQuotes(name),
                                   inQuotes(sharesWeightsWith(named->parameters))),
                       "Name the layer that has the weights.");
  if (const Layer* last = ownerOfWeights(network, *named); last && last->id != layer.id)
    chained.fixes.insert(chained.fixes.begin(), shareWith(layer, *last));
  return chained;
}

std::optional<SharingFault> shapeFault(const Layer& layer, const std::vector<LayerWeight>& needed, const Layer& owner,
                                       const std::vector<LayerWeight>& there) {
  const auto fault = [&](std::string message) {
    SharingFault result{fail(ErrorCode::InvalidArgument, std::move(message),
                             "Set both layers alike, or give this one weights of its own."),
                        setAlike(layer, owner)};
    result.fixes.push_back(ownWeights(layer));
    return result;
  };
  for (const LayerWeight& weight : needed) {
    const auto same = [&](const LayerWeight& other) { return other.name == weight.name; };
    const auto found = std::find_if(there.begin(), there.end(), same);
    if (found == there.end())
      return fault(fmt::format("It needs a {}, which {} does not have.", weight.name, inQuotes(owner.name)));
    if (found->shape != weight.shape)
      return fault(fmt::format("Its {} would be {}, but that of {} is {}.", weight.name, weight.shape.toString(),
                               inQuotes(owner.name), found->shape.toString()));
  }
  return {};
}

void shareWithinCopies(EditList& edits, const Network& network, const Network& from,
                       const std::map<LayerId, LayerId>& copies) {
  std::vector<std::pair<LayerId, LayerId>> sharing;  // copied users of weights and their copied owners
  for (const auto& [source, copy] : copies)
    if (const Layer* owner = ownerOfWeights(from, *from.find(source)); owner && copies.contains(owner->id))
      sharing.emplace_back(copy, copies.at(owner->id));
  if (sharing.empty()) return;
  Network trial = network;  // the network after the edits, with its unique names
  if (!applyEdit(trial, edits.soFar()).ok()) return;
  for (const auto& [user, owner] : sharing) edits.push(SetParameter{user, kSharedWeights, trial.find(owner)->name});
}

std::vector<LayerId> separateCopies(EditList& edits, const Network& network, BlockId sheet, const Network& from,
                                    const std::map<LayerId, LayerId>& copies) {
  std::vector<LayerId> separated;
  for (const auto& [source, copy] : copies) {
    const Layer& layer = *from.find(source);
    if (sharesWeightsWith(layer.parameters).empty()) continue;
    const Layer* owner = ownerOfWeights(from, layer);
    const Layer* original = network.find(source);
    const bool beside = original && original->block == sheet && original->type == layer.type &&
                        original->name == layer.name && original->parameters == layer.parameters;
    if (beside || (owner && copies.contains(owner->id))) continue;
    edits.push(SetParameter{copy, kSharedWeights, std::string()});
    separated.push_back(copy);
  }
  return separated;
}

}  // namespace fovea
