#include "core/exchange/onnx/onnx_file.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>
#include <onnx/checker.h>
#include <onnx/defs/schema.h>

#include "core/base/file.h"
#include "core/exchange/onnx/file/onnx_proto.h"

namespace fovea {
namespace {

// Nested messages: a subgraph has three levels.
constexpr int kRecursionLimit = 100;

template <class Message>
bool parse(std::string_view bytes, Message& message) {
  const google::protobuf::LogSilencer quiet;  // the library would print to the terminal what is returned here
  google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
  google::protobuf::io::CodedInputStream coded(&stream);
  coded.SetRecursionLimit(kRecursionLimit);
  coded.SetTotalBytesLimit(static_cast<int>(bytes.size()));
  return message.ParseFromCodedStream(&coded) && coded.ConsumedEntireMessage();
}

// Calls `work`, which may throw, and returns its result.
template <class F>
auto guarded(const char* what, F&& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, fmt::format("There is not enough memory for {}.", what));
  } catch (const std::exception& exception) {
    return fail(ErrorCode::Corrupt, fmt::format("The ONNX library refuses {}: {}", what, exception.what()));
  }
}

// True if the library's checker knows the versions of the model.
bool canCheck(const onnx::ModelProto& proto) {
  if (proto.ir_version() > onnx::IR_VERSION) return false;
  const auto& ranges = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
  for (const auto& opset : proto.opset_import()) {
    const auto range = ranges.find(opset.domain() == "ai.onnx" ? "" : opset.domain());
    if (range != ranges.end() && opset.version() > range->second.second) return false;
  }
  return true;
}

Result<OnnxModel> modelFrom(std::string_view bytes, const std::filesystem::path* folder, const OnnxLimits& limits) {
  if (bytes.size() > std::min<std::uint64_t>(limits.bytes, OnnxLimits{}.bytes))
    return fail(ErrorCode::Unsupported,
                fmt::format("The model has {} bytes; {} are the most that is read.", bytes.size(), limits.bytes));
  if (!hasFewFields(bytes, limits.fields))
    return fail(ErrorCode::Unsupported, fmt::format("The model has more than {} parts.", limits.fields));
  return guarded("the model", [&]() -> Result<OnnxModel> {
    onnx::ModelProto proto;
    if (!parse(bytes, proto) || !proto.has_graph())
      return fail(ErrorCode::Corrupt, "This is not an ONNX model, or it is damaged.");
    if (folder) FOVEA_CHECK(loadExternalData(proto, *folder, limits));
    const bool checked = canCheck(proto);
    if (checked && proto.functions_size() > 0) onnx::checker::check_model(proto);
    FOVEA_TRY(const OnnxNodeOpsets opsets, inlineFunctions(proto, limits));
    FOVEA_TRY(OnnxModel model, modelFromProto(proto, opsets, limits));
    if (checked && opsets.empty()) onnx::checker::check_model(proto);  // it supports one opset for all nodes
    return model;
  });
}

}  // namespace

bool onnxIsBuiltIn() {
  return true;
}

Result<OnnxModel> parseOnnx(std::string_view bytes, const OnnxLimits& limits) {
  return modelFrom(bytes, nullptr, limits);
}

Result<OnnxModel> readOnnx(const std::filesystem::path& path, const OnnxLimits& limits) {
  FOVEA_TRY(const std::string bytes, readFile(path, limits.bytes));
  const std::filesystem::path folder = path.parent_path();
  auto model = modelFrom(bytes, &folder, limits);
  if (!model.ok()) return model.error().within("reading " + path.string());
  return model;
}

Result<OnnxTensor> parseOnnxTensor(std::string_view bytes) {
  return guarded("the tensor", [&]() -> Result<OnnxTensor> {
    onnx::TensorProto proto;
    if (bytes.size() > OnnxLimits{}.bytes || !parse(bytes, proto))
      return fail(ErrorCode::Corrupt, "This is not an ONNX tensor, or it is damaged.");
    return tensorFromProto(proto, "the tensor \"" + proto.name() + "\"");
  });
}

Result<std::string> serializeOnnx(const OnnxModel& model) {
  return guarded("the model", [&]() -> Result<std::string> {
    onnx::ModelProto proto;
    modelToProto(model, proto);
    if (proto.ByteSizeLong() > OnnxLimits{}.bytes)
      return fail(ErrorCode::Unsupported, "The model would have more than 2 GiB, which ONNX cannot hold in one file.");
    try {
      onnx::checker::check_model(proto);
    } catch (const std::exception& exception) {
      return fail(ErrorCode::Internal, fmt::format("The ONNX checker refuses what was written: {}", exception.what()));
    }
    return proto.SerializeAsString();
  });
}

Status writeOnnx(const std::filesystem::path& path, const OnnxModel& model) {
  FOVEA_TRY(const std::string bytes, serializeOnnx(model));
  return writeFileAtomic(path, bytes);
}

}  // namespace fovea
