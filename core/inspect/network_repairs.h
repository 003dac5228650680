// Why: several diagnoses propose the same changes of a network. Each returns an edit that can be applied and undone.
// Pure functions.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/network/network_edit.h"

namespace fovea {

// The layer of `network` with that name on the network without blocks ("block/conv1"); null if there is none.
const Layer* layerAtPath(const Network& network, const std::string& path);

// Replaces each of `layers` (ids of `network`) by a layer of `type` without parameters, with the same name, place and
// edges. Nothing without layers.
std::optional<NetworkEdit> replaceLayers(const Network& network, const std::vector<LayerId>& layers,
                                         const std::string& type, std::string title);

// Inserts a layer of `type` called `name` on each edge out of `layer`'s first output. Nothing if no edge leaves it.
std::optional<NetworkEdit> insertAfter(const Network& network, LayerId layer, const std::string& type,
                                       const std::string& name, const FieldValues& parameters, std::string title);
// The same on the edges into `layer`'s first input.
std::optional<NetworkEdit> insertBefore(const Network& network, LayerId layer, const std::string& type,
                                        const std::string& name, const FieldValues& parameters, std::string title);

}  // namespace fovea
