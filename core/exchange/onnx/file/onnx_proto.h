// Why: ONNX's protobuf messages become plain values and back; only the files of this folder see the messages. All
// functions are pure and thread-safe; fromProto() functions trust nothing in what they read.
#pragma once
#include <onnx/onnx_pb.h>

#include "core/exchange/onnx/onnx_file.h"

namespace fovea {

// Corrupt where the numbers are not as many as the shape says; Unsupported for numbers in other files. `what` names the
// tensor in messages.
Result<OnnxTensor> tensorFromProto(const onnx::TensorProto& proto, const std::string& what);
Result<OnnxModel> modelFromProto(const onnx::ModelProto& proto, const OnnxLimits& limits);

void tensorToProto(const OnnxTensor& tensor, onnx::TensorProto& proto);
void modelToProto(const OnnxModel& model, onnx::ModelProto& proto);

}  // namespace fovea
