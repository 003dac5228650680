// Why: where a value enters the sheet of a block.
#include "core/layers/layer_type.h"

namespace fovea::block_input_layer {

LayerType blockInputLayer() {
  LayerType layer;
  layer.name = "block_input";
  layer.title = "Block input";
  layer.help =
      "A port of a block: on the block's own sheet it outputs the value at that input of a use.\n"
      "It passes values of any shape on as they are, and its name is the name of the input.";
  layer.family = LayerFamily::Data;
  layer.inputs = {};
  layer.listed = false;
  layer.build = [](LayerBuilder&, const FieldValues&, std::span<const ValueId>) -> Result<std::vector<ValueId>> {
    return fail(ErrorCode::InvalidArgument, "A block's input is gone once the block has been unfolded.");
  };
  return layer;
}

}  // namespace fovea::block_input_layer
