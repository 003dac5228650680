// Why: converts an ONNX model to a network that can be shown, edited and trained: operators become layers, initializers
// become weights.
#pragma once
#include "core/exchange/exchange.h"
#include "core/exchange/onnx/onnx_model.h"

namespace fovea {

struct OnnxImportOptions {
  std::vector<InputChoice> inputs{};  // see ExchangeOptions
  bool guessShape = true;
  std::string name{};  // the network's name, unless the model contains a Fovea network; empty: the graph's name
};

// Converts the model's nodes to layers: one with the same function, one for a pattern of nodes, or else primitive
// layers for the operator's ops. Constants become weights or Constant layers. The number of samples stays open, even if
// the model was made for one. Unsupported names the first operator that Fovea does not know; InvalidArgument describes
// a shape that is missing or does not match the model.
Result<Checkpoint> readOnnxLayers(const OnnxModel& model, ExchangeReport& report,
                                  const OnnxImportOptions& options = {});

// Returns the original network of a model that Fovea wrote, if all its weights are there and its outputs are those of
// the model. Any other model goes through readOnnxLayers(). In both cases the network's outputs on a sample are
// compared with those of the model, executed directly; report.difference is the result.
Result<Checkpoint> importOnnx(const OnnxModel& model, const std::shared_ptr<Device>& device, ExchangeReport& report,
                              const OnnxImportOptions& options = {});

}  // namespace fovea
