// Why: a network with its weights as an ONNX model that other programs run. Every layer is lowered to ops as for
// inference, and each op is said in ONNX; the drawing itself goes along as metadata, so that Fovea reads back what it
// wrote.
#pragma once
#include "core/exchange/onnx/onnx_model.h"
#include "core/network/lowering.h"

namespace fovea {

// The key of the drawing (networkToJson) in OnnxModel::metadata.
inline constexpr const char* kNetworkMetadata = "fovea.network";

struct OnnxExportOptions {
  std::int64_t opset = 17;  // 9 to 17
  bool drawing = true;      // with the network itself as metadata
};

struct OnnxExport {
  // Input "input" [N, …] and output "output"; where the network has several, they have its layers' names. Weights have
  // the names of the network's variables.
  OnnxModel model;
  bool fixedBatch = false;  // an op did not allow an open batch: N is 1
};

// `weight` gives the value of a variable. Unsupported names the layer and the op that ONNX cannot say.
Result<OnnxExport> exportOnnx(const Network& network, const std::function<Result<Tensor>(const VariableInfo&)>& weight,
                              const OnnxExportOptions& options = {});

}  // namespace fovea
