// Why: an ONNX model becomes a network that a person can see, change and train on: its operators become layers, its
// initializers their weights.
#pragma once
#include "core/exchange/exchange.h"
#include "core/exchange/onnx/onnx_model.h"

namespace fovea {

struct OnnxImportOptions {
  std::vector<std::int64_t> shape{};  // see ExchangeOptions
  bool guessShape = true;
  std::string name{};  // of the network, where the model does not carry one of Fovea's; empty: that of the graph
};

// The model's nodes as layers, one by one: by hand-written layers where one says the same, by patterns of nodes that
// mean one, else by the ops that an operator is made of (primitive layers). Constants become weights or Constant
// layers. The number of samples stays open, even where the model was made for one. Unsupported names the first operator
// that Fovea does not know; InvalidArgument tells of a shape that is not the model's, or is missing.
Result<Checkpoint> readOnnxLayers(const OnnxModel& model, ExchangeReport& report,
                                  const OnnxImportOptions& options = {});

// A model that Fovea wrote gives back the network it was made from, as long as its weights are all there. Any other is
// read by readOnnxLayers(). Either way the network's outputs on a sample are compared with those of the model, run as
// it is; report.difference says how far they are apart.
Result<Checkpoint> importOnnx(const OnnxModel& model, const std::shared_ptr<Device>& device, ExchangeReport& report,
                              const OnnxImportOptions& options = {});

}  // namespace fovea
