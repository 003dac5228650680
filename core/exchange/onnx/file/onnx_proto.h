// Why: ONNX's protobuf messages become plain values and back; only the files of this folder see the messages. All
// functions are pure and thread-safe; fromProto() functions trust nothing in what they read.
#pragma once
#include <onnx/onnx_pb.h>

#include <optional>

#include "core/exchange/onnx/onnx_file.h"

namespace fovea {

// Corrupt where the numbers are not as many as the shape says; Unsupported for numbers in other files. `what` names the
// tensor in messages.
Result<OnnxTensor> tensorFromProto(const onnx::TensorProto& proto, const std::string& what);
// Whether a serialised model holds at most that many strings and messages.
bool hasFewFields(std::string_view model, std::size_t most);
// Bytes of so many elements in raw_data, where those of 6, 4 and 2 bits lie close together; none for what is no number.
std::optional<std::uint64_t> rawBytes(OnnxElement element, std::uint64_t count);
// Puts the weights that lie in files of that folder into the message.
Status loadExternalData(onnx::ModelProto& model, const std::filesystem::path& folder, const OnnxLimits& limits);
// The opset of a node that comes from a function, by each of its outputs; 0: that of the model.
using OnnxNodeOpsets = std::map<std::string, std::int64_t>;
// Puts the nodes of the model's functions in the place of their calls.
Result<OnnxNodeOpsets> inlineFunctions(onnx::ModelProto& model, const OnnxLimits& limits);
// The model has no functions.
Result<OnnxModel> modelFromProto(const onnx::ModelProto& proto, const OnnxNodeOpsets& opsets, const OnnxLimits& limits);

void tensorToProto(const OnnxTensor& tensor, onnx::TensorProto& proto);
void modelToProto(const OnnxModel& model, onnx::ModelProto& proto);

}  // namespace fovea
