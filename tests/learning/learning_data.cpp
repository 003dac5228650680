#include "tests/learning/learning_data.h"

#include <cstring>

#include "core/data/idx_file.h"

namespace fovea::learning {
namespace {

constexpr const char* kFashion = "/usr/share/datasets/fashion-mnist";
constexpr std::int64_t kSide = 28;
// Of all pixels of Fashion-MNIST, from 0 to 1.
constexpr float kMean = 0.286f, kDeviation = 0.353f;

struct RawGarments {
  std::vector<std::uint8_t> pixels;  // [N, 28, 28]
  std::vector<std::uint8_t> labels;
};

Result<RawGarments> readGarments(std::int64_t count) {
  const std::filesystem::path folder = kFashion;
  FOVEA_TRY(const auto images, IdxFile::open(folder / "t10k-images-idx3-ubyte.gz", IdxContent::Images));
  FOVEA_TRY(const auto labels, IdxFile::open(folder / "t10k-labels-idx1-ubyte.gz", IdxContent::Labels));
  RawGarments garments;
  garments.pixels.resize(static_cast<std::size_t>(count * kSide * kSide));
  garments.labels.resize(static_cast<std::size_t>(count));
  FOVEA_CHECK(images->read(count, garments.pixels.data()));
  FOVEA_CHECK(labels->read(count, garments.labels.data()));
  return garments;
}

// Garment `n` at a size, nearest pixels, normalised.
void enlarge(const RawGarments& garments, std::int64_t n, std::int64_t size, float* target) {
  const std::uint8_t* pixels = garments.pixels.data() + n * kSide * kSide;
  for (std::int64_t y = 0; y < size; ++y)
    for (std::int64_t x = 0; x < size; ++x) {
      const auto pixel = static_cast<float>(pixels[y * kSide / size * kSide + x * kSide / size]);
      *target++ = (pixel / 255.0f - kMean) / kDeviation;
    }
}

}  // namespace

Result<Samples> garments(std::int64_t count, std::int64_t channels, std::int64_t size) {
  FOVEA_TRY(const RawGarments raw, readGarments(count));
  Samples samples{Tensor::make({DataType::Float32, Shape{count, channels, size, size}}),
                  Tensor::make({DataType::Int32, Shape{count}})};
  for (std::int64_t n = 0; n < count; ++n) {
    for (std::int64_t c = 0; c < channels; ++c)
      enlarge(raw, n, size, samples.inputs.data<float>() + (n * channels + c) * size * size);
    samples.targets.data<std::int32_t>()[n] = raw.labels[static_cast<std::size_t>(n)];
  }
  return samples;
}

Tensor rows(const Tensor& all, std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> extents(all.shape().extents().begin(), all.shape().extents().end());
  const std::int64_t available = extents[0];
  extents[0] = count;
  Tensor result = Tensor::make({all.dtype(), Shape(std::span<const std::int64_t>(extents))});
  const std::size_t bytes = all.bytes() / static_cast<std::size_t>(available);
  for (std::int64_t i = 0; i < count; ++i)
    std::memcpy(static_cast<std::byte*>(result.raw()) + static_cast<std::size_t>(i) * bytes,
                static_cast<const std::byte*>(all.raw()) + static_cast<std::size_t>((first + i) % available) * bytes,
                bytes);
  return result;
}

}  // namespace fovea::learning
