// Why: running one input on two devices shows which layer computes something different on one of them.
#pragma once
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/json.h"
#include "core/inspect/model_inspector.h"

namespace fovea {

struct LayerDifference {
  std::string name, title;
  Shape shape;                   // of the layer's output for one sample
  int order = 0;                 // index in computation order, from 0
  double relative = 0;           // norm of the difference divided by the norm of the second device's output
  double largest = 0;            // largest difference of one number
  std::int64_t at = 0;           // its position: a row-major index of the output
  double first = 0, second = 0;  // the two numbers there
  std::int64_t unlike = 0;  // positions with a number that is not finite, where the two differ; two NaN count as equal
  double explained = 0;     // the largest `relative` that rounding explains
  bool beyond() const { return unlike > 0 || !(relative <= explained); }
};

struct DeviceComparison {
  std::string first, second;            // the devices' names
  std::vector<LayerDifference> layers;  // largest `relative` first; ties in computation order
  // Returns the first layer in computation order whose difference exceeds what rounding explains; null if none does.
  const LayerDifference* culprit() const;
};

// Compares two devices' outputs of the same layers. `noisy` are outputs of the first device with weights changed by
// about one rounding each. Their change shows the effect of rounding in each layer, however badly conditioned the
// network is. Fails with InvalidArgument if the outputs are not of the same layers.
Result<DeviceComparison> compareReadings(const std::vector<LayerActivation>& first,
                                         const std::vector<LayerActivation>& second,
                                         const std::vector<std::vector<LayerActivation>>& noisy);

// Runs the sample, in the data set's format, on both devices, and with noise on the first. Fails with InvalidArgument
// as ModelInspector::inspect(), Cancelled, or errors of the devices.
Result<DeviceComparison> compareDevices(const Checkpoint& checkpoint, const std::shared_ptr<Device>& first,
                                        const std::shared_ptr<Device>& second, const Sample& sample,
                                        const CancelToken& cancel = {}, const ProgressFunction& progress = {});

// Returns a sentence in English that says whether the devices agree.
std::string comparisonWords(const DeviceComparison& comparison);
// {"devices": [first, second], "text", "first_beyond": name or null, "layers": [{"name", "title", "shape", "order",
// "relative", "largest", "at", "first", "second", "unlike", "explained", "beyond"}]}
Json deviceComparisonJson(const DeviceComparison& comparison);

}  // namespace fovea
