// Why: writes a network with its weights as an ONNX model that other programs can run. Layers are lowered to inference
// ops, and each op is written as ONNX nodes. The drawing is stored as metadata, so that Fovea can read back the
// original network.
#pragma once
#include "core/exchange/onnx/onnx_model.h"
#include "core/network/lowering.h"
#include "core/train/checkpoint.h"

namespace fovea {

// The metadata key of the drawing (networkToJson).
inline constexpr const char* kNetworkMetadata = "fovea.network";
// The members of preparationToJson() are metadata under this prefix and their names: "fovea.transforms", …
inline constexpr const char* kPreparationMetadata = "fovea.";

struct OnnxExportOptions {
  std::int64_t opset = 17;  // 9 to 17
  bool drawing = true;      // stores the drawing as metadata
};

// Stores the checkpoint's classes and what prepares a sample, without random transforms, as metadata of the model.
void writeOnnxPreparation(const Checkpoint& checkpoint, OnnxModel& model);

struct OnnxExport {
  // Input "input" [N, …] and output "output"; several inputs or outputs have their layers' names. Weights have the
  // names of the network's variables.
  OnnxModel model;
  bool fixedBatch = false;  // an op requires a fixed batch size: N is 1
};

// `weight` returns the value of a variable. Unsupported names the layer and the op that ONNX cannot express.
Result<OnnxExport> exportOnnx(const Network& network, const std::function<Result<Tensor>(const VariableInfo&)>& weight,
                              const OnnxExportOptions& options = {});

}  // namespace fovea
