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

constexpr std::size_t kVolumeHeaderBytes = 540;

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

std::optional<VoxelType> typeOfNifti(int type) {
  switch (type) {
    case 2:
      return VoxelType::UInt8;
    case 4:
      return VoxelType::Int16;
    case 8:
      return VoxelType::Int32;
    case 16:
      return VoxelType::Float32;
    case 64:
      return VoxelType::Float64;
    case 256:
      return VoxelType::Int8;
    case 512:
      return VoxelType::UInt16;
    case 768:
      return VoxelType::UInt32;
    case 1024:
      return VoxelType::Int64;
    case 1280:
      return VoxelType::UInt64;
    default:
      return std::nullopt;
  }
}

Status readExtents(const std::filesystem::path& path, const std::array<std::int64_t, 8>& extents,
                   VolumeHeader& header) {
  if (extents[0] < 1 || extents[0] > 7) return damagedVolume(path, fmt::format("it has {} axes", extents[0]));
  std::array<std::int64_t, 4> known{1, 1, 1, 1};
  for (std::size_t i = 1; i < extents.size(); ++i) {
    const std::int64_t extent = static_cast<std::int64_t>(i) <= extents[0] ? extents[i] : 1;
    if (extent < 1 || extent > 1 << 20) return damagedVolume(path, fmt::format("axis {} has the extent {}", i, extent));
    // Axes behind the third are channels together.
    known[std::min<std::size_t>(i - 1, 3)] *= extent;
    if (known[3] > 1 << 20) break;  // too many for setExtents()
  }
  return setExtents(path, known, header);
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

Result<VolumeHeader> headerOf(const std::filesystem::path& path, const std::vector<std::uint8_t>& bytes) {
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
  VolumeHeader header;
  header.swapped = fields.swapped;
  std::array<std::int64_t, 8> extents{};
  for (std::size_t i = 0; i < extents.size(); ++i)
    extents[i] = second ? fields.at<std::int64_t>(16 + 8 * i) : fields.at<std::int16_t>(40 + 2 * i);
  FOVEA_CHECK(readExtents(path, extents, header));
  header.data = path;
  const int type = fields.at<std::int16_t>(second ? 12 : 70);
  const auto known = typeOfNifti(type);
  if (!known)
    return fail(ErrorCode::Unsupported, fmt::format("{} holds numbers of the kind {}, which Fovea does not read",
                                                    displayName(path.filename().string()), type));
  header.type = *known;
  const double offset = second ? static_cast<double>(fields.at<std::int64_t>(168)) : fields.at<float>(108);
  if (!(offset >= (second ? 540 : 348)) || offset > 1 << 24)
    return damagedVolume(path, fmt::format("its numbers begin at byte {}", offset));
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

}  // namespace

Result<VolumeHeader> readNiftiHeader(const std::filesystem::path& path) {
  FOVEA_TRY(const auto source, ByteSource::open(path));
  std::vector<std::uint8_t> bytes(kVolumeHeaderBytes);
  // A file of the first format may be shorter than a header of the second.
  FOVEA_TRY(std::size_t read, source->read(bytes.data(), 348));
  if (read == 348) {
    FOVEA_TRY(const std::size_t more, source->read(bytes.data() + 348, kVolumeHeaderBytes - 348));
    read += more;
  }
  bytes.resize(read);
  return headerOf(path, bytes);
}

}  // namespace fovea
