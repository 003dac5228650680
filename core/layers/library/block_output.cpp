// Why: where a value leaves the sheet of a block.
#include "core/layers/layer_type.h"

namespace fovea::block_output_layer {

LayerType blockOutputLayer() {
  LayerType layer;
  layer.name = "block_output";
  layer.title = "Block output";
  layer.help =
      "A port of a block: what arrives here on the block's own sheet leaves each use at that output.\n"
      "It passes values of any shape on as they are, and its name is the name of the output.";
  layer.family = LayerFamily::Data;
  layer.outputs = {};
  layer.listed = false;
  layer.build = [](LayerBuilder&, const FieldValues&, std::span<const ValueId>) -> Result<std::vector<ValueId>> {
    return fail(ErrorCode::InvalidArgument, "A block's output is gone once the block has been unfolded.");
  };
  return layer;
}

}  // namespace fovea::block_output_layer
