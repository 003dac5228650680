// Why: a point that an edge passes through, so that the user can lead it around other nodes.
#include "core/layers/layer_type.h"

namespace fovea::reroute_layer {

LayerType rerouteLayer() {
  LayerType layer;
  layer.name = "reroute";
  layer.title = "Reroute point";
  layer.help =
      "A point that a connection passes through, to lead it around other layers or to deal one output out neatly.\n"
      "Formula: y = x. Input and output: the same value, of any shape. It computes nothing and costs nothing.";
  layer.family = LayerFamily::Shape;
  layer.build = [](LayerBuilder&, const FieldValues&, std::span<const ValueId> inputs) -> Result<std::vector<ValueId>> {
    return std::vector<ValueId>{inputs[0]};
  };
  return layer;
}

}  // namespace fovea::reroute_layer
