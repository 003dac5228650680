#include "core/train/layer_record.h"

#include <cmath>

namespace fovea {

LayerFrame layerFrameOf(const ProbeFrame& frame) {
  LayerFrame record{frame.step, frame.seconds, {}, frame.error};
  for (const LayerProbe& probe : frame.layers) {
    LayerRecord layer{probe.layer,  probe.weights,      probe.gradients,
                      {},           probe.gradientNorm, probe.updateRatio};
    // A single number, such as the loss, has no spread.
    if (probe.output.count + probe.output.notFinite > 1) layer.activations = probe.histogram;
    if (!layer.weights.counts.empty() || !layer.activations.counts.empty()) record.layers.push_back(std::move(layer));
  }
  return record;
}

}  // namespace fovea
