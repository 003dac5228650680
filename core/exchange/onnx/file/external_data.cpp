// Loads weights stored in files beside the model into the message, so that later code sees one form. The model names
// these files, so they are untrusted: they must lie in the model's folder, links resolved, and their offsets are
// checked against shape and size before memory is allocated.
#include <fmt/format.h>

#include <charconv>
#include <fstream>

#include "core/exchange/onnx/file/onnx_proto.h"

namespace fovea {
namespace {

namespace fs = std::filesystem;

struct Place {
  std::string file;
  std::uint64_t offset = 0, length = 0;
  bool hasLength = false;
};

bool readNumber(const std::string& text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

Result<Place> placeOf(const onnx::TensorProto& tensor) {
  Place place;
  for (const auto& entry : tensor.external_data()) {
    bool good = true;
    if (entry.key() == "location") place.file = entry.value();
    if (entry.key() == "offset") good = readNumber(entry.value(), place.offset);
    if (entry.key() == "length") good = place.hasLength = readNumber(entry.value(), place.length);
    if (!good)
      return fail(ErrorCode::Corrupt, fmt::format("The place of the weights \"{}\" is no number.", tensor.name()));
  }
  return place;
}

// The path inside the folder; links must not lead out of it.
Result<fs::path> fileIn(const fs::path& folder, const std::string& name) {
  const fs::path relative = name;
  std::error_code error;
  const fs::path root = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
  const fs::path file = fs::weakly_canonical(root / relative, error);
  const auto inside = std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first == root.end();
  if (name.empty() || relative.is_absolute() || !inside)
    return fail(ErrorCode::Unsupported,
                fmt::format("The model says that its weights are in \"{}\", which is not in the folder of "
                            "the model.",
                            name.substr(0, 200)));
  if (!fs::is_regular_file(file, error))
    return fail(ErrorCode::NotFound,
                fmt::format("The weights are missing: there is no file \"{}\" beside the model.", name),
                "Copy it into the model's folder.");
  return file;
}

class Loader {
 public:
  Loader(const fs::path& folder, std::uint64_t limit) : folder_(folder), left_(limit) {}

  Status load(onnx::GraphProto& graph, int depth) {
    if (depth > kDepth) return {};  // refused later with a message
    for (auto& tensor : *graph.mutable_initializer()) FOVEA_CHECK(load(tensor));
    for (auto& node : *graph.mutable_node())
      for (auto& attribute : *node.mutable_attribute()) {
        if (attribute.has_t()) FOVEA_CHECK(load(*attribute.mutable_t()));
        if (attribute.has_g()) FOVEA_CHECK(load(*attribute.mutable_g(), depth + 1));
      }
    return {};
  }

 private:
  static constexpr int kDepth = 64;

  Status load(onnx::TensorProto& tensor) {
    if (tensor.data_location() != onnx::TensorProto::EXTERNAL) return {};
    FOVEA_TRY(Place place, placeOf(tensor));
    FOVEA_TRY(const fs::path file, fileIn(folder_, place.file));
    std::error_code error;
    const std::uint64_t size = fs::file_size(file, error);
    FOVEA_TRY(const std::uint64_t wanted, bytesOf(tensor));
    if (!place.hasLength) place.length = wanted;
    if (error || place.length != wanted || place.offset > size || place.length > size - place.offset)
      return fail(ErrorCode::Corrupt, fmt::format("The weights \"{}\" do not fit into \"{}\", which has {} bytes.",
                                                  tensor.name(), place.file, size));
    if (place.length > left_) return fail(ErrorCode::Unsupported, "The model's weights are too large.");
    left_ -= place.length;
    std::string bytes(place.length, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(place.offset));
    if (!stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
      return fail(ErrorCode::Io, "Cannot read " + file.string() + ".");
    tensor.set_raw_data(std::move(bytes));
    tensor.clear_data_location();
    tensor.clear_external_data();
    return {};
  }

  static Result<std::uint64_t> bytesOf(const onnx::TensorProto& tensor) {
    const auto shape = Shape::make({tensor.dims().data(), static_cast<std::size_t>(tensor.dims_size())});
    const auto bytes = shape.ok() ? rawBytes(static_cast<OnnxElement>(tensor.data_type()),
                                             static_cast<std::uint64_t>(shape->elementCount()))
                                  : std::nullopt;
    if (!bytes)
      return fail(ErrorCode::Corrupt, fmt::format("The weights \"{}\" have no shape that can be.", tensor.name()));
    return *bytes;
  }

  const fs::path& folder_;
  std::uint64_t left_;
};

}  // namespace

Status loadExternalData(onnx::ModelProto& model, const fs::path& folder, const OnnxLimits& limits) {
  return Loader(folder, limits.external).load(*model.mutable_graph(), 0);
}

}  // namespace fovea
