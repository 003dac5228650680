// Why: the border to protobuf and the ONNX library: bytes become an OnnxModel and back, checked by the library's own
// parser and checker. Nothing here throws, whatever the bytes are. Thread-safe.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "core/exchange/onnx/onnx_model.h"

namespace fovea {

// What a model may hold at most; beyond it is refused with words, before memory is asked for.
struct OnnxLimits {
  std::uint64_t bytes = (std::uint64_t{2} << 30) - 1;  // of the file: protobuf's own limit
  std::size_t nodes = 200000;                          // subgraphs included
  std::size_t fields = 2000000;                        // strings and messages in the file
  int depth = 16;                                      // subgraphs in subgraphs, functions in functions
  std::uint64_t external = std::uint64_t{16} << 30;    // of weights in files beside the model
};

// Whether this build knows ONNX; without it all below is Unsupported with what to install.
bool onnxIsBuiltIn();

// Corrupt: not an ONNX model, or refused by the ONNX checker, whose words are in the message. Unsupported: beyond the
// limits, parts of the format that nothing reads (training information). Functions of the model's own are written out.
// A model of a newer version than the checker's is read without it. Weights in other files are read from the model's
// folder by readOnnx(), and Unsupported for parseOnnx().
Result<OnnxModel> parseOnnx(std::string_view bytes, const OnnxLimits& limits = {});
Result<OnnxModel> readOnnx(const std::filesystem::path& path, const OnnxLimits& limits = {});

// A serialised TensorProto, as the ONNX test suite keeps inputs and outputs.
Result<OnnxTensor> parseOnnxTensor(std::string_view bytes);

// The model as bytes; refused as Internal if the ONNX checker refuses it.
Result<std::string> serializeOnnx(const OnnxModel& model);
// Written atomically.
Status writeOnnx(const std::filesystem::path& path, const OnnxModel& model);

}  // namespace fovea
