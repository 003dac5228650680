// Why: the layers of Fovea say what ONNX says with nodes: this reads a model node by node into a network. Internal to
// onnx_import.
#pragma once
#include "core/exchange/exchange.h"
#include "core/exchange/onnx/onnx_model.h"

namespace fovea {

// Unsupported: "unsupported X: no layer does that: why".
Result<Checkpoint> importLayers(const OnnxModel& model, ExchangeReport& report);

}  // namespace fovea
