// Why: isolates protobuf and the ONNX library: converts bytes to an OnnxModel and back, using the library's own parser
// and checker. Nothing here throws, whatever the bytes are. Thread-safe.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "core/exchange/onnx/onnx_model.h"

namespace fovea {

// Size limits of a model. A model beyond one of them is refused, with a message, before memory is allocated.
struct OnnxLimits {
  std::uint64_t bytes = (std::uint64_t{2} << 30) - 1;  // file size; protobuf's own limit
  std::size_t nodes = 200000;                          // subgraphs included
  std::size_t fields = 2000000;                        // strings and messages in the file
  int depth = 16;                                      // subgraphs in subgraphs, functions in functions
  std::uint64_t external = std::uint64_t{16} << 30;    // weights in files beside the model
};

// Whether this build includes ONNX. Without it all functions below return Unsupported with what to install.
bool onnxIsBuiltIn();

// Corrupt: not an ONNX model, or refused by the ONNX checker, whose message is included. Unsupported: beyond the
// limits, or unsupported parts of the format (training information). The model's own functions are inlined. A model of
// a newer version than the checker's is read without it. readOnnx() reads external weights from the model's folder;
// parseOnnx() returns Unsupported for them.
Result<OnnxModel> parseOnnx(std::string_view bytes, const OnnxLimits& limits = {});
Result<OnnxModel> readOnnx(const std::filesystem::path& path, const OnnxLimits& limits = {});

// A serialised TensorProto, as the ONNX test suite keeps inputs and outputs.
Result<OnnxTensor> parseOnnxTensor(std::string_view bytes);

// Serialises the model; Internal if the ONNX checker refuses it.
Result<std::string> serializeOnnx(const OnnxModel& model);
// Written atomically.
Status writeOnnx(const std::filesystem::path& path, const OnnxModel& model);

}  // namespace fovea
