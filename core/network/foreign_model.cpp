#include "core/network/foreign_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <vector>

namespace fovea {
namespace {

struct ForeignFormat {
  std::string_view title;
  std::vector<std::string_view> endings;
  std::string_view advice;
};

constexpr std::string_view kFromPyTorch =
    "In Python, torch.onnx.export(model, (sample,), \"model.onnx\") writes the network with its weights, and "
    "safetensors.torch.save_file(model.state_dict(), \"weights.safetensors\") the weights of a network drawn here.";
constexpr std::string_view kFromTensorFlow = "Write it as an ONNX model, which is read here, with tf2onnx.";
constexpr std::string_view kFromOthers =
    "Write it as an ONNX model, which is read here, with the program it comes from.";

const std::array<ForeignFormat, 10> kFormats{{
    {"a file of PyTorch", {".pt", ".pth", ".ckpt", ".pt2"}, kFromPyTorch},
    {"a file of Keras", {".keras", ".h5", ".hdf5"}, kFromTensorFlow},
    {"a model of TensorFlow", {".pb", ".pbtxt"}, kFromTensorFlow},
    {"a model of TensorFlow Lite",
     {".tflite"},
     "Write it as an ONNX model, which is read here, with tf2onnx --tflite."},
    {"a model of Core ML", {".mlmodel", ".mlpackage"}, kFromOthers},
    {"a model of PaddlePaddle",
     {".pdmodel", ".pdparams"},
     "Write it as an ONNX model, which is read here, with paddle2onnx."},
    {"an engine of TensorRT", {".engine", ".plan", ".trt"}, "Take the ONNX model that it was built from."},
    {"a model of llama.cpp", {".gguf"}, kFromOthers},
    {"a file of weights for a Caffe network",
     {".caffemodel"},
     "Open the .prototxt that belongs to it; the weights are read with it."},
    {"a set of arrays of NumPy", {".npz", ".npy"}, kFromOthers},
}};

struct Signature {
  std::size_t offset;
  std::string_view bytes;
  std::string_view ending;  // of the format in kFormats
};

constexpr std::array<Signature, 4> kSignatures{{
    {0, "PK\x03\x04", ".pt"},  // PyTorch saves zip archives
    {0, "\x89HDF\r\n\x1a\n", ".h5"},
    {4, "TFL3", ".tflite"},
    {0, "GGUF", ".gguf"},
}};

const ForeignFormat* withEnding(std::string_view ending) {
  const auto found = std::ranges::find_if(
      kFormats, [&](const ForeignFormat& format) { return std::ranges::count(format.endings, ending) > 0; });
  return found == kFormats.end() ? nullptr : &*found;
}

const ForeignFormat* withSignature(const std::filesystem::path& file) {
  std::array<char, 16> start{};
  std::ifstream(file, std::ios::binary).read(start.data(), start.size());
  const std::string_view bytes(start.data(), start.size());
  for (const Signature& signature : kSignatures)
    if (bytes.substr(signature.offset).starts_with(signature.bytes)) return withEnding(signature.ending);
  return nullptr;
}

}  // namespace

Status refuseForeignModel(const std::filesystem::path& file) {
  std::error_code code;
  if (!std::filesystem::is_regular_file(file, code)) return {};
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const ForeignFormat* format = withEnding(ending);
  if (!format && (ending.empty() || ending == ".bin")) format = withSignature(file);
  if (!format) return {};
  return fail(ErrorCode::Unsupported, fmt::format("{} is {}, which is not read here.", file.string(), format->title),
              std::string(format->advice));
}

}  // namespace fovea
