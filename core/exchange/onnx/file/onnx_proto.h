// Why: ONNX's protobuf messages become plain values and back; only the files of this folder see the messages. All
// functions are pure and thread-safe; fromProto() functions trust nothing in what they read.
#pragma once
#include <onnx/onnx_pb.h>

#include "core/exchange/onnx/onnx_file.h"

namespace fovea {

// Corrupt where the numbers are not as many as the shape says; Unsupported for numbers in other files. `what` names the
// tensor in messages.
Result<OnnxTensor> tensorFromProto(const onnx::TensorProto& proto, const std::string& what);
// Whether a serialised model holds at most that many strings and messages.
bool hasFewFields(std::string_view model, std::size_t most);
// Bytes of one element in raw_data; 0 for what has none.
std::size_t rawBytes(OnnxElement element);
// Puts the weights that lie in files of that folder into the message.
Status loadExternalData(onnx::ModelProto& model, const std::filesystem::path& folder, const OnnxLimits& limits);
// Puts the nodes of the model's functions in the place of their calls.
Status inlineFunctions(onnx::ModelProto& model, const OnnxLimits& limits);
// The model has no functions.
Result<OnnxModel> modelFromProto(const onnx::ModelProto& proto, const OnnxLimits& limits);

void tensorToProto(const OnnxTensor& tensor, onnx::TensorProto& proto);
void modelToProto(const OnnxModel& model, onnx::ModelProto& proto);

}  // namespace fovea
