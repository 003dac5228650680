#include "core/data/importers/nifti_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/data/files/byte_source.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostNumbers = std::int64_t{1} << 26;
constexpr std::size_t kNiftiHeaderBytes = 540;

// The bytes of a header in the byte order of its writer.
struct Fields {
  const std::uint8_t* bytes;
  bool swapped;

  template <class T>
  T at(std::size_t place) const {
    std::array<std::uint8_t, sizeof(T)> raw;
    std::memcpy(raw.data(), bytes + place, sizeof(T));
    if (swapped) std::reverse(raw.begin(), raw.end());
    return std::bit_cast<T>(raw);
  }
};

int bytesOfType(int type) {
  switch (type) {
    case 2:
    case 256:
      return 1;
    case 4:
    case 512:
      return 2;
    case 8:
    case 16:
    case 768:
      return 4;
    case 64:
    case 1024:
    case 1280:
      return 8;
    default:
      return 0;
  }
}

Error damagedNifti(const std::filesystem::path& path, const std::string& what) {
  return fail(ErrorCode::Corrupt, fmt::format("{} is damaged: {}", displayName(path.filename().string()), what));
}

Status readExtents(const std::filesystem::path& path, const std::array<std::int64_t, 8>& extents, NiftiHeader& header) {
  if (extents[0] < 1 || extents[0] > 7) return damagedNifti(path, fmt::format("it has {} axes", extents[0]));
  std::array<std::int64_t, 8> known{};
  for (std::size_t i = 1; i < known.size(); ++i) {
    known[i] = static_cast<std::int64_t>(i) <= extents[0] ? extents[i] : 1;
    if (known[i] < 1 || known[i] > 1 << 20)
      return damagedNifti(path, fmt::format("axis {} has the extent {}", i, known[i]));
  }
  header.width = known[1];
  header.height = known[2];
  header.depth = known[3];
  header.channels = 1;
  std::int64_t numbers = header.width * header.height;
  for (std::size_t i = 3; i < known.size(); ++i) {
    if (i > 3) header.channels *= known[i];
    numbers *= known[i];
    if (numbers > kMostNumbers)
      return fail(
          ErrorCode::InvalidArgument,
          fmt::format("{} has more than {} numbers", displayName(path.filename().string()), grouped(kMostNumbers)));
  }
  return {};
}

// Returns the rows of the "sform", or those computed from the "qform" quaternion (nifti1.h, METHOD 2 and 3).
std::optional<std::array<double, 12>> orientationOf(const Fields& fields, bool second) {
  const auto real = [&](std::size_t first, std::size_t later, std::size_t i) {
    return second ? fields.at<double>(later + 8 * i) : static_cast<double>(fields.at<float>(first + 4 * i));
  };
  const auto code = [&](std::size_t first, std::size_t later) {
    return second ? fields.at<std::int32_t>(later) : fields.at<std::int16_t>(first);
  };
  std::array<double, 12> place{};
  if (code(254, 348) > 0) {
    for (std::size_t i = 0; i < place.size(); ++i) place[i] = real(280, 400, i);
  } else if (code(252, 344) > 0) {
    const double b = real(256, 352, 0), c = real(256, 352, 1), d = real(256, 352, 2);
    const double a = std::sqrt(std::max(0.0, 1 - b * b - c * c - d * d));
    const std::array<double, 9> turn{
        a * a + b * b - c * c - d * d, 2 * (b * c - a * d),           2 * (b * d + a * c),
        2 * (b * c + a * d),           a * a + c * c - b * b - d * d, 2 * (c * d - a * b),
        2 * (b * d - a * c),           2 * (c * d + a * b),           a * a + d * d - b * b - c * c};
    const double side = real(76, 104, 0) < 0 ? -1 : 1;
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 3; ++column)
        place[4 * row + column] = turn[3 * row + column] * real(76, 104, column + 1) * (column == 2 ? side : 1);
      place[4 * row + 3] = real(268, 376, row);
    }
  } else {
    return std::nullopt;
  }
  for (const double number : place)
    if (!std::isfinite(number)) return std::nullopt;
  return place;
}

Result<NiftiHeader> headerOf(const std::filesystem::path& path, const std::vector<std::uint8_t>& bytes) {
  Fields fields{bytes.data(), false};
  for (const bool swapped : {false, true}) {
    fields.swapped = swapped;
    const auto size = bytes.size() >= 4 ? fields.at<std::int32_t>(0) : 0;
    if ((size == 348 && bytes.size() >= 348) || (size == 540 && bytes.size() >= 540)) break;
    if (swapped) return fail(ErrorCode::Unsupported, displayName(path.filename().string()) + " is no NIfTI file");
  }
  const bool second = fields.at<std::int32_t>(0) == 540;
  const char* magic = reinterpret_cast<const char*>(bytes.data()) + (second ? 4 : 344);
  if (std::memcmp(magic, second ? "n+2" : "n+1", 4) != 0)
    return fail(ErrorCode::Unsupported,
                displayName(path.filename().string()) + " is no NIfTI file that holds its own numbers");
  NiftiHeader header;
  header.swapped = fields.swapped;
  std::array<std::int64_t, 8> extents{};
  for (std::size_t i = 0; i < extents.size(); ++i)
    extents[i] = second ? fields.at<std::int64_t>(16 + 8 * i) : fields.at<std::int16_t>(40 + 2 * i);
  FOVEA_CHECK(readExtents(path, extents, header));
  header.dataType = fields.at<std::int16_t>(second ? 12 : 70);
  if (bytesOfType(header.dataType) == 0)
    return fail(ErrorCode::Unsupported, fmt::format("{} holds numbers of the kind {}, which Fovea does not read",
                                                    displayName(path.filename().string()), header.dataType));
  const double offset = second ? static_cast<double>(fields.at<std::int64_t>(168)) : fields.at<float>(108);
  if (!(offset >= (second ? 540 : 348)) || offset > 1 << 24)
    return damagedNifti(path, fmt::format("its numbers begin at byte {}", offset));
  header.offset = static_cast<std::uint64_t>(offset);
  const double slope = second ? fields.at<double>(176) : fields.at<float>(112);
  const double intercept = second ? fields.at<double>(184) : fields.at<float>(116);
  if (std::isfinite(slope) && slope != 0) {
    header.slope = slope;
    header.intercept = std::isfinite(intercept) ? intercept : 0;
  }
  header.place = orientationOf(fields, second);
  return header;
}

template <class T>
void convert(const std::vector<std::uint8_t>& block, const NiftiHeader& header, float* to) {
  const Fields fields{block.data(), header.swapped};
  for (std::size_t i = 0; i * sizeof(T) < block.size(); ++i) {
    const double value = static_cast<double>(fields.at<T>(i * sizeof(T))) * header.slope + header.intercept;
    to[i] = std::isfinite(value) ? static_cast<float>(std::clamp(value, -3e38, 3e38)) : 0.0f;
  }
}

void convertBlock(const std::vector<std::uint8_t>& block, const NiftiHeader& header, float* to) {
  switch (header.dataType) {
    case 2:
      return convert<std::uint8_t>(block, header, to);
    case 4:
      return convert<std::int16_t>(block, header, to);
    case 8:
      return convert<std::int32_t>(block, header, to);
    case 16:
      return convert<float>(block, header, to);
    case 64:
      return convert<double>(block, header, to);
    case 256:
      return convert<std::int8_t>(block, header, to);
    case 512:
      return convert<std::uint16_t>(block, header, to);
    case 768:
      return convert<std::uint32_t>(block, header, to);
    case 1024:
      return convert<std::int64_t>(block, header, to);
    default:
      return convert<std::uint64_t>(block, header, to);
  }
}

Result<NiftiHeader> readHeader(const std::filesystem::path& path, ByteSource& source, std::size_t& read) {
  std::vector<std::uint8_t> bytes(kNiftiHeaderBytes);
  // A file of the first format may be shorter than a header of the second.
  FOVEA_TRY(read, source.read(bytes.data(), 348));
  if (read == 348) {
    FOVEA_TRY(const std::size_t more, source.read(bytes.data() + 348, kNiftiHeaderBytes - 348));
    read += more;
  }
  bytes.resize(read);
  return headerOf(path, bytes);
}

}  // namespace

double distanceOfPlaces(const NiftiHeader& a, const NiftiHeader& b) {
  if (!a.place || !b.place) return 0;
  double most = 0;
  for (int corner = 0; corner < 8; ++corner) {
    const double at[4] = {corner & 1 ? static_cast<double>(a.width - 1) : 0,
                          corner & 2 ? static_cast<double>(a.height - 1) : 0,
                          corner & 4 ? static_cast<double>(a.depth - 1) : 0, 1};
    double square = 0;
    for (std::size_t row = 0; row < 3; ++row) {
      double difference = 0;
      for (std::size_t i = 0; i < 4; ++i) difference += ((*a.place)[4 * row + i] - (*b.place)[4 * row + i]) * at[i];
      square += difference * difference;
    }
    most = std::max(most, std::sqrt(square));
  }
  return most;
}

double smallestVoxelSide(const NiftiHeader& header) {
  if (!header.place) return 0;
  double least = 1e30;
  for (std::size_t column = 0; column < 3; ++column) {
    double square = 0;
    for (std::size_t row = 0; row < 3; ++row) square += std::pow((*header.place)[4 * row + column], 2);
    least = std::min(least, std::sqrt(square));
  }
  return least;
}

Result<NiftiHeader> readNiftiHeader(const std::filesystem::path& path) {
  FOVEA_TRY(const auto source, ByteSource::open(path));
  std::size_t read = 0;
  return readHeader(path, *source, read);
}

Result<Tensor> readNifti(const std::filesystem::path& path) {
  FOVEA_TRY(auto source, ByteSource::open(path));
  std::size_t position = 0;
  FOVEA_TRY(const NiftiHeader header, readHeader(path, *source, position));
  if (header.offset < position) {
    FOVEA_TRY(source, ByteSource::open(path));
    position = 0;
  }
  std::vector<std::uint8_t> block(static_cast<std::size_t>(header.offset) - position);
  FOVEA_TRY(const std::size_t passed, source->read(block.data(), block.size()));
  if (passed < block.size()) return damagedNifti(path, "it ends before its numbers");
  FOVEA_TRY(Tensor volume,
            Tensor::tryMake({DataType::Float32, Shape{header.channels, header.depth, header.height, header.width}}));
  const auto bytes = static_cast<std::size_t>(bytesOfType(header.dataType));
  const auto plane = static_cast<std::size_t>(header.height * header.width);
  block.resize(plane * bytes);
  for (std::size_t at = 0; at < static_cast<std::size_t>(volume.elementCount()); at += plane) {
    FOVEA_TRY(const std::size_t read, source->read(block.data(), block.size()));
    if (read < block.size()) return damagedNifti(path, "it ends within its numbers");
    convertBlock(block, header, volume.data<float>() + at);
  }
  return volume;
}

}  // namespace fovea
