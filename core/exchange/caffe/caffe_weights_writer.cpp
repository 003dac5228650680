// Writes the same messages: lengths first, numbers packed.
#include <fmt/format.h>

#include "core/base/file.h"
#include "core/exchange/caffe/caffe_weights.h"

namespace fovea {
namespace {

constexpr std::uint64_t kMostMessageBytes = 0x7fffffff;  // limit of protocol buffers

void addNumber(std::string& to, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) to += static_cast<char>(value | 0x80);
  to += static_cast<char>(value);
}
void addLength(std::string& to, std::uint32_t field, std::uint64_t length) {
  addNumber(to, (std::uint64_t{field} << 3) | 2);
  addNumber(to, length);
}
void addText(std::string& to, std::uint32_t field, std::string_view text) {
  addLength(to, field, text.size());
  to += text;
}

// Everything in a blob except its numbers, which follow as stored in memory.
std::string blobHead(const Tensor& blob) {
  std::string extents, shape, head;
  for (const std::int64_t extent : blob.shape().extents()) addNumber(extents, static_cast<std::uint64_t>(extent));
  addText(shape, 1, extents);
  addText(head, 7, shape);
  addLength(head, 5, blob.bytes());
  return head;
}

// The old four extents, which readers of mean files require.
std::string meanHead(const Tensor& mean) {
  std::string head;
  const std::int64_t old[] = {1, mean.shape()[0], mean.shape()[1], mean.shape()[2]};
  for (std::uint32_t field = 1; field <= 4; ++field) {
    addNumber(head, std::uint64_t{field} << 3);
    addNumber(head, static_cast<std::uint64_t>(old[field - 1]));
  }
  addLength(head, 5, mean.bytes());
  return head;
}

struct LayerHeads {
  std::string head;  // name and type
  std::vector<std::string> blobs;
  std::uint64_t bytes = 0;
};

LayerHeads headsOf(const CaffeWeightsLayer& layer) {
  LayerHeads heads;
  addText(heads.head, 1, layer.name);
  addText(heads.head, 2, layer.type);
  heads.bytes = heads.head.size();
  for (const Tensor& blob : layer.blobs) {
    std::string tag;
    const std::string head = blobHead(blob);
    addLength(tag, 7, head.size() + blob.bytes());
    heads.blobs.push_back(tag + head);
    heads.bytes += tag.size() + head.size() + blob.bytes();
  }
  return heads;
}

}  // namespace

Status writeCaffeWeights(const std::filesystem::path& path, const std::string& network,
                         const std::vector<CaffeWeightsLayer>& layers) {
  FOVEA_TRY(const auto file, AtomicFile::create(path));
  std::string name;
  addText(name, 1, network);
  FOVEA_CHECK(file->write(name));
  std::uint64_t total = name.size();
  for (const CaffeWeightsLayer& layer : layers) {
    const LayerHeads heads = headsOf(layer);
    total += heads.bytes + 16;
    if (total > kMostMessageBytes)
      return fail(ErrorCode::Unsupported, "The weights are more than the 2 GiB that a caffemodel can hold.");
    std::string tag;
    addLength(tag, 100, heads.bytes);
    FOVEA_CHECK(file->write(tag + heads.head));
    for (std::size_t i = 0; i < layer.blobs.size(); ++i) {
      FOVEA_CHECK(file->write(heads.blobs[i]));
      FOVEA_CHECK(file->write(layer.blobs[i].raw(), layer.blobs[i].bytes()));
    }
  }
  return file->commit();
}

Status writeCaffeMean(const std::filesystem::path& path, const Tensor& mean) {
  FOVEA_TRY(const auto file, AtomicFile::create(path));
  FOVEA_CHECK(file->write(meanHead(mean)));
  FOVEA_CHECK(file->write(mean.raw(), mean.bytes()));
  return file->commit();
}

}  // namespace fovea
