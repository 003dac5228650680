// The errors of a build without the ONNX library.
#include "core/exchange/onnx/onnx_file.h"

namespace fovea {
namespace {

Error missing() {
  return fail(ErrorCode::Unsupported, "This build does not know ONNX.",
              "Install libonnx-dev, libprotobuf-dev and protobuf-compiler, and configure the build again.");
}

}  // namespace

bool onnxIsBuiltIn() {
  return false;
}

Result<OnnxModel> parseOnnx(std::string_view, const OnnxLimits&) {
  return missing();
}

Result<OnnxModel> readOnnx(const std::filesystem::path&, const OnnxLimits&) {
  return missing();
}

Result<OnnxTensor> parseOnnxTensor(std::string_view) {
  return missing();
}

Result<std::string> serializeOnnx(const OnnxModel&) {
  return missing();
}

Status writeOnnx(const std::filesystem::path&, const OnnxModel&) {
  return missing();
}

}  // namespace fovea
