// Why: an ONNX model becomes a network that a person can see, change and train on: its operators become layers, its
// initializers their weights.
#pragma once
#include "core/exchange/exchange.h"
#include "core/exchange/onnx/onnx_model.h"

namespace fovea {

// A model that Fovea wrote gives back the network it was made from, as long as its weights are all there. Any other is
// read node by node. Either way the network's outputs on a sample are compared with those of the model, run as it is;
// report.difference says how far they are apart. Unsupported names the first operator that no layer stands for.
Result<Checkpoint> importOnnx(const OnnxModel& model, const std::shared_ptr<Device>& device, ExchangeReport& report);

}  // namespace fovea
