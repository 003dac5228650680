#include "core/exchange/caffe/caffe_weights.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <optional>

#include "core/base/file.h"

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie in the file");

namespace fovea {
namespace {

// Field numbers of Caffe's published schema.
constexpr std::uint32_t kNetName = 1, kNetLayersOfOld = 2, kNetLayers = 100;
constexpr std::uint32_t kLayerName = 1, kLayerType = 2, kLayerBlobs = 7;
constexpr std::uint32_t kOldLayerFirst = 1, kOldLayerName = 4, kOldLayerBlobs = 6;
constexpr std::uint32_t kFirstLayerName = 1, kFirstLayerBlobs = 50;
constexpr std::uint32_t kBlobData = 5, kBlobShape = 7, kBlobDoubles = 8, kShapeExtents = 1;

constexpr std::size_t kMostWeightLayers = 100'000, kMostBlobs = 64;

using Bytes = std::span<const std::byte>;

Error damaged(const std::string& what) {
  return fail(ErrorCode::Corrupt, "This is no file of Caffe's, or it is damaged: " + what + ".");
}

// One field of a message.
struct Entry {
  std::uint32_t field = 0;
  int kind = 0;              // wire type: 0 number, 1 eight bytes, 2 length and bytes, 5 four bytes
  std::uint64_t number = 0;  // for wire type 0
  Bytes bytes;               // for the other wire types
};

class Reader {
 public:
  explicit Reader(Bytes bytes) : bytes_(bytes) {}
  bool done() const { return at_ == bytes_.size(); }

  Result<std::uint64_t> number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (done()) return damaged("it ends inside a number");
      const auto byte = static_cast<std::uint8_t>(bytes_[at_++]);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return damaged("a number is too long");
  }

  Result<Entry> next() {
    FOVEA_TRY(const std::uint64_t tag, number());
    Entry entry{.field = static_cast<std::uint32_t>(tag >> 3), .kind = static_cast<int>(tag & 7), .bytes = {}};
    if (entry.field == 0 || tag >> 32) return damaged("a field has no number");
    std::uint64_t length = 0;
    if (entry.kind == 0) {
      FOVEA_TRY(entry.number, number());
      return entry;
    } else if (entry.kind == 1) {
      length = 8;
    } else if (entry.kind == 5) {
      length = 4;
    } else if (entry.kind == 2) {
      FOVEA_TRY(length, number());
    } else {
      return damaged(fmt::format("field {} is of a kind that does not exist", entry.field));
    }
    if (length > bytes_.size() - at_) return damaged(fmt::format("field {} ends beyond the file", entry.field));
    entry.bytes = bytes_.subspan(at_, length);
    at_ += length;
    return entry;
  }

 private:
  Bytes bytes_;
  std::size_t at_ = 0;
};

std::string bytesAsText(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 1000)};
}

Result<std::vector<std::int64_t>> readExtents(Bytes shape) {
  std::vector<std::int64_t> extents;
  for (Reader reader(shape); !reader.done();) {
    FOVEA_TRY(const Entry entry, reader.next());
    if (entry.field != kShapeExtents) continue;
    if (entry.kind == 0) {
      extents.push_back(static_cast<std::int64_t>(entry.number));
    } else if (entry.kind == 2) {
      for (Reader packed(entry.bytes); !packed.done() && extents.size() <= Shape::kMaximumRank;) {
        FOVEA_TRY(const std::uint64_t extent, packed.number());
        extents.push_back(static_cast<std::int64_t>(extent));
      }
    }
    if (extents.size() > Shape::kMaximumRank) return damaged("a blob has too many axes");
  }
  return extents;
}

// Reads numbers of one type, from packed fields or single ones.
template <class T>
std::size_t countOf(const std::vector<Bytes>& runs) {
  std::size_t count = 0;
  for (const Bytes& run : runs) count += run.size() / sizeof(T);
  return count;
}
template <class T>
void copyTo(const std::vector<Bytes>& runs, float* to) {
  for (const Bytes& run : runs) {
    if constexpr (sizeof(T) == sizeof(float)) {
      if (!run.empty()) std::memcpy(to, run.data(), run.size());
      to += run.size() / sizeof(T);
    } else {
      for (std::size_t i = 0; i < run.size(); i += sizeof(T)) {
        T value;
        std::memcpy(&value, run.data() + i, sizeof(T));
        *to++ = static_cast<float>(value);
      }
    }
  }
}

struct RawBlob {
  std::optional<std::vector<std::int64_t>> shape;
  std::int64_t old[4] = {0, 0, 0, 0};
  bool isOld = false;
  std::vector<Bytes> floats, doubles;
};

Result<RawBlob> readRaw(Bytes bytes) {
  RawBlob blob;
  for (Reader reader(bytes); !reader.done();) {
    FOVEA_TRY(const Entry entry, reader.next());
    if (entry.field >= 1 && entry.field <= 4 && entry.kind == 0) {
      blob.old[entry.field - 1] = static_cast<std::int64_t>(entry.number);
      blob.isOld = true;
    } else if (entry.field == kBlobShape && entry.kind == 2) {
      FOVEA_TRY(blob.shape, readExtents(entry.bytes));
    } else if (entry.field == kBlobData && (entry.kind == 2 || entry.kind == 5)) {
      if (entry.bytes.size() % sizeof(float) != 0) return damaged("a blob ends inside a number");
      blob.floats.push_back(entry.bytes);
    } else if (entry.field == kBlobDoubles && (entry.kind == 2 || entry.kind == 1)) {
      if (entry.bytes.size() % sizeof(double) != 0) return damaged("a blob ends inside a number");
      blob.doubles.push_back(entry.bytes);
    }
  }
  return blob;
}

Result<Tensor> readBlob(Bytes bytes) {
  FOVEA_TRY(const RawBlob raw, readRaw(bytes));
  const std::size_t floats = countOf<float>(raw.floats), doubles = countOf<double>(raw.doubles);
  const std::size_t count = doubles > 0 ? doubles : floats;
  std::vector<std::int64_t> extents{static_cast<std::int64_t>(count)};
  if (raw.shape)
    extents = *raw.shape;
  else if (raw.isOld)
    extents.assign(std::begin(raw.old), std::end(raw.old));
  const auto shape = Shape::make(extents);
  if (!shape.ok()) return damaged("a blob has an impossible shape");
  if (static_cast<std::uint64_t>(shape->elementCount()) != count)
    return damaged(fmt::format("a blob of the shape {} has {} numbers", shape->toString(), count));
  FOVEA_TRY(Tensor blob, Tensor::tryMake({DataType::Float32, *shape}));
  if (doubles > 0)
    copyTo<double>(raw.doubles, blob.data<float>());
  else
    copyTo<float>(raw.floats, blob.data<float>());
  return blob;
}

struct LayerFields {
  std::uint32_t name, blobs;
};

Status readWeightLayer(Bytes bytes, const LayerFields& fields, CaffeWeights& weights) {
  std::string name;
  std::vector<Tensor> blobs;
  for (Reader reader(bytes); !reader.done();) {
    FOVEA_TRY(const Entry entry, reader.next());
    if (entry.kind != 2) continue;
    if (entry.field == fields.name) name = bytesAsText(entry.bytes);
    if (entry.field == kOldLayerFirst && fields.name == kOldLayerName)
      FOVEA_CHECK(readWeightLayer(entry.bytes, {kFirstLayerName, kFirstLayerBlobs}, weights));
    if (entry.field != fields.blobs) continue;
    if (blobs.size() >= kMostBlobs) return damaged("a layer has too many blobs");
    auto blob = readBlob(entry.bytes);
    if (!blob.ok()) return blob.error().within(name.empty() ? "a layer" : name);
    blobs.push_back(std::move(*blob));
  }
  if (blobs.empty()) return {};
  if (weights.layers.size() >= kMostWeightLayers) return damaged("there are too many layers");
  weights.layers.emplace_back(std::move(name), std::move(blobs));
  return {};
}

Result<std::string> readAll(const std::filesystem::path& path) {
  FOVEA_TRY(std::string content, readFile(path, kMostCaffeBytes));
  if (content.starts_with("\x89HDF\r\n"))
    return fail(ErrorCode::Unsupported, path.filename().string() + " is an HDF5 file, which is not read.",
                "Save it with snapshot_format: BINARYPROTO.");
  return content;
}

}  // namespace

const std::vector<Tensor>* CaffeWeights::find(const std::string& layer) const {
  for (const auto& [name, blobs] : layers)
    if (name == layer) return &blobs;
  return nullptr;
}

Result<CaffeWeights> parseCaffeWeights(std::span<const std::byte> bytes) {
  CaffeWeights weights;
  for (Reader reader(bytes); !reader.done();) {
    FOVEA_TRY(const Entry entry, reader.next());
    if (entry.kind != 2) continue;
    if (entry.field == kNetName) weights.network = bytesAsText(entry.bytes);
    if (entry.field == kNetLayers) FOVEA_CHECK(readWeightLayer(entry.bytes, {kLayerName, kLayerBlobs}, weights));
    if (entry.field == kNetLayersOfOld)
      FOVEA_CHECK(readWeightLayer(entry.bytes, {kOldLayerName, kOldLayerBlobs}, weights));
  }
  return weights;
}

Result<CaffeWeights> readCaffeWeights(const std::filesystem::path& path) {
  FOVEA_TRY(const std::string content, readAll(path));
  auto weights = parseCaffeWeights(std::as_bytes(std::span(content)));
  if (!weights.ok()) return weights.error().within(path.filename().string());
  return weights;
}

Result<Tensor> parseCaffeMean(std::span<const std::byte> bytes) {
  FOVEA_TRY(const Tensor blob, readBlob(bytes));
  const Shape& shape = blob.shape();
  if (shape.rank() == 3 && blob.elementCount() > 0) return blob;
  if (shape.rank() == 4 && shape[0] == 1 && blob.elementCount() > 0)
    return blob.reshaped(Shape{shape[1], shape[2], shape[3]});
  return damaged("a mean is one image, but its shape is " + shape.toString());
}

Result<Tensor> readCaffeMean(const std::filesystem::path& path) {
  FOVEA_TRY(const std::string content, readAll(path));
  auto mean = parseCaffeMean(std::as_bytes(std::span(content)));
  if (!mean.ok()) return mean.error().within(path.filename().string());
  return mean;
}

}  // namespace fovea
