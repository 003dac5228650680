// Why: several diagnoses propose the same changes to a network. Each function returns an edit that can be applied and
// undone. Pure functions.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/network/network_edit.h"

namespace fovea {

// Returns the layer at a path in the network without blocks ("block/conv1"); null if there is none.
const Layer* layerAtPath(const Network& network, const std::string& path);

// Replaces each of `layers` (ids of `network`) by a layer of `type` without parameters, with the same name, position
// and edges. Returns nothing for an empty list.
std::optional<NetworkEdit> replaceLayers(const Network& network, const std::vector<LayerId>& layers,
                                         const std::string& type, std::string title);

// Inserts a layer of `type` called `name` on each edge that leaves the first output of `layer`. Returns nothing if
// there is no such edge.
std::optional<NetworkEdit> insertAfter(const Network& network, LayerId layer, const std::string& type,
                                       const std::string& name, const FieldValues& parameters, std::string title);
// Does the same on the edge that enters the first input of `layer`.
std::optional<NetworkEdit> insertBefore(const Network& network, LayerId layer, const std::string& type,
                                        const std::string& name, const FieldValues& parameters, std::string title);

}  // namespace fovea
