#include "core/exchange/onnx/layer_import.h"

#include "core/exchange/onnx/node_context.h"

namespace fovea {

Result<Checkpoint> importLayers(const OnnxModel& model, ExchangeReport&) {
  return unsupported("unsupported " + model.graph.name);
}

}  // namespace fovea
