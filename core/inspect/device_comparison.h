// Why: one input through two devices shows which layer computes something else on one of them.
#pragma once
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/json.h"
#include "core/inspect/model_inspector.h"

namespace fovea {

struct LayerDifference {
  std::string name, title;
  Shape shape;               // of the layer's output for one sample
  int order = 0;             // place in computation order, from 0
  double relative = 0;       // length of the difference by the length of the second device's output
  double largest = 0;        // largest difference of one number
  std::int64_t at = 0;       // where that is: an index of the output, row by row
  double first = 0, second = 0;  // the two numbers there
  std::int64_t unlike = 0;   // places where exactly one device has no finite number, or the two are different infinities
  double explained = 0;      // the largest `relative` that roundings explain
  bool beyond() const { return unlike > 0 || !(relative <= explained); }
};

struct DeviceComparison {
  std::string first, second;            // the devices' names
  std::vector<LayerDifference> layers;  // largest `relative` first; ties in computation order
  // The first layer in computation order whose difference is more than roundings explain; null if there is none.
  const LayerDifference* culprit() const;
};

// Compares two devices' readings of the same layers. `noisy` are the readings of one device with weights changed by
// about one rounding each: how far they move is what a rounding in each layer does to it, however badly conditioned the
// network is. InvalidArgument if the readings are not of the same layers.
Result<DeviceComparison> compareReadings(const std::vector<LayerActivation>& first,
                                         const std::vector<LayerActivation>& second,
                                         const std::vector<std::vector<LayerActivation>>& noisy);

// Runs the sample, in the data set's format, through both devices and, with noise, through the first. InvalidArgument
// as ModelInspector::inspect(), Cancelled, errors of the devices.
Result<DeviceComparison> compareDevices(const Checkpoint& checkpoint, const std::shared_ptr<Device>& first,
                                        const std::shared_ptr<Device>& second, const Sample& sample,
                                        const CancelToken& cancel = {}, const ProgressFunction& progress = {});

// Says in a sentence whether the devices agree, in English.
std::string comparisonWords(const DeviceComparison& comparison);
// {"devices": [first, second], "text", "first_beyond": name or null, "layers": [{"name", "title", "shape", "order",
// "relative", "largest", "at", "first", "second", "unlike", "explained", "beyond"}]}
Json deviceComparisonJson(const DeviceComparison& comparison);

}  // namespace fovea
