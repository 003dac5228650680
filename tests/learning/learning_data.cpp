#include "tests/learning/learning_data.h"

#include <algorithm>
#include <cstring>

#include "core/base/file.h"
#include "core/data/importers/idx_file.h"

namespace fovea::learning {
namespace {

constexpr const char* kFashion = "/usr/share/datasets/fashion-mnist";
constexpr const char* kText = "/usr/share/common-licenses/GPL-3";
constexpr std::int64_t kSide = 28;
// Mean and deviation of all pixels of Fashion-MNIST, from 0 to 1.
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

// Garment `n` resized to a size by nearest pixels, and normalised.
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

Result<Samples> outlines(std::int64_t count, std::int64_t size) {
  constexpr float kFaintest = (0.125f - kMean) / kDeviation;
  FOVEA_TRY(Samples samples, garments(count, 1, size));
  samples.targets = Tensor::make({DataType::Int32, Shape{count, size, size}});
  const std::span<const float> pixels = samples.inputs.values<float>();
  std::transform(pixels.begin(), pixels.end(), samples.targets.data<std::int32_t>(),
                 [](float pixel) { return pixel >= kFaintest ? 1 : 0; });
  return samples;
}

Result<Samples> coarsened(std::int64_t count) {
  FOVEA_TRY(const RawGarments raw, readGarments(count));
  const TensorType type{DataType::Float32, Shape{count, 1, kSide, kSide}};
  Samples samples{Tensor::make(type), Tensor::make(type)};
  float* coarse = samples.inputs.data<float>();
  float* fine = samples.targets.data<float>();
  for (std::int64_t row = 0; row < count * kSide; ++row)
    for (std::int64_t x = 0; x < kSide; ++x) {
      const std::uint8_t* corner = raw.pixels.data() + row / 2 * 2 * kSide + x / 2 * 2;
      coarse[row * kSide + x] = static_cast<float>(corner[0] + corner[1] + corner[kSide] + corner[kSide + 1]) / 1020.0f;
      fine[row * kSide + x] = static_cast<float>(raw.pixels[static_cast<std::size_t>(row * kSide + x)]) / 255.0f;
    }
  return samples;
}

Result<Samples> text(std::int64_t count, std::int64_t length) {
  FOVEA_TRY(const std::string letters, readFile(kText, std::uint64_t{1} << 20));
  if (static_cast<std::int64_t>(letters.size()) <= count * length)
    return fail(ErrorCode::NotFound, std::string(kText) + " is too short.");
  const TensorType type{DataType::Int32, Shape{count, length}};
  Samples samples{Tensor::make(type), Tensor::make(type)};
  for (std::int64_t i = 0; i < count * length; ++i) {
    const auto symbolAt = [&](std::int64_t at) { return letters[static_cast<std::size_t>(at)] & 0x7f; };
    samples.inputs.data<std::int32_t>()[i] = symbolAt(i);
    samples.targets.data<std::int32_t>()[i] = symbolAt(i + 1);
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
