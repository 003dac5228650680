// Why: converts between ONNX's protobuf messages and plain values; only the files of this folder see the messages. All
// functions are pure and thread-safe; fromProto() functions treat their input as untrusted.
#pragma once
#include <onnx/onnx_pb.h>

#include <optional>

#include "core/exchange/onnx/onnx_file.h"

namespace fovea {

// Corrupt if the number of elements does not match the shape; Unsupported for data in other files. `what` names the
// tensor in messages.
Result<OnnxTensor> tensorFromProto(const onnx::TensorProto& proto, const std::string& what);
// Whether a serialised model has at most that many strings and messages.
bool hasFewFields(std::string_view model, std::size_t most);
// The size in raw_data of so many elements, with 6, 4 and 2 bit types packed; nothing for non-numeric types.
std::optional<std::uint64_t> rawBytes(OnnxElement element, std::uint64_t count);
// Loads the weights stored in files of that folder into the message.
Status loadExternalData(onnx::ModelProto& model, const std::filesystem::path& folder, const OnnxLimits& limits);
// The opset of nodes that come from a function, by output name; 0: the model's.
using OnnxNodeOpsets = std::map<std::string, std::int64_t>;
// Inlines the model's functions.
Result<OnnxNodeOpsets> inlineFunctions(onnx::ModelProto& model, const OnnxLimits& limits);
// The model must have no functions.
Result<OnnxModel> modelFromProto(const onnx::ModelProto& proto, const OnnxNodeOpsets& opsets, const OnnxLimits& limits);

void tensorToProto(const OnnxTensor& tensor, onnx::TensorProto& proto);
void modelToProto(const OnnxModel& model, onnx::ModelProto& proto);

}  // namespace fovea
