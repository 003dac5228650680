// Why: a use of a block: the layer that represents everything on the block's sheet.
#include "core/layers/layer_checks.h"

namespace fovea::block_layer {
namespace {

struct BlockParameters {
  std::int64_t definition = 1;
};

const TypedSchema<BlockParameters>& schema() {
  static const auto typed = TypedSchema<BlockParameters>().field(
      &BlockParameters::definition, plainField("definition", "Block", "The number of the block that is used.", 1, 1e9));
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder&, const FieldValues&, std::span<const ValueId>) {
  return fail(ErrorCode::InvalidArgument, "A block is unfolded before it is built.");
}

}  // namespace

LayerType blockLayer() {
  LayerType layer;
  layer.name = "block";
  layer.title = "Block";
  layer.help =
      "Stands for all that is drawn on the sheet of a block, which is drawn once and can be used many times.\n"
      "Each use has weights of its own. Its inputs and outputs are the ports on that sheet.";
  layer.family = LayerFamily::Shape;
  layer.parameters = schema().schema();
  layer.inputs = {};
  layer.outputs = {};
  layer.listed = false;
  layer.build = build;
  return layer;
}

}  // namespace fovea::block_layer
