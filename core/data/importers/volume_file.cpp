#include "core/data/importers/volume_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/data/files/byte_source.h"
#include "core/data/importers/meta_image.h"
#include "core/data/importers/nifti_file.h"
#include "core/data/importers/nrrd_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kSkipBlock = std::size_t{1} << 20;

template <class T>
void convertVoxels(const std::uint8_t* from, std::size_t count, const VolumeHeader& header, float* to) {
  for (std::size_t i = 0; i < count; ++i) {
    std::array<std::uint8_t, sizeof(T)> raw;
    std::memcpy(raw.data(), from + i * sizeof(T), sizeof(T));
    if (header.swapped) std::reverse(raw.begin(), raw.end());
    const double value = static_cast<double>(std::bit_cast<T>(raw)) * header.slope + header.intercept;
    to[i] = std::isfinite(value) ? static_cast<float>(std::clamp(value, -3e38, 3e38)) : 0.0f;
  }
}

void convertVoxels(const std::uint8_t* from, std::size_t count, const VolumeHeader& header, float* to) {
  switch (header.type) {
    case VoxelType::UInt8:
      return convertVoxels<std::uint8_t>(from, count, header, to);
    case VoxelType::Int8:
      return convertVoxels<std::int8_t>(from, count, header, to);
    case VoxelType::UInt16:
      return convertVoxels<std::uint16_t>(from, count, header, to);
    case VoxelType::Int16:
      return convertVoxels<std::int16_t>(from, count, header, to);
    case VoxelType::UInt32:
      return convertVoxels<std::uint32_t>(from, count, header, to);
    case VoxelType::Int32:
      return convertVoxels<std::int32_t>(from, count, header, to);
    case VoxelType::UInt64:
      return convertVoxels<std::uint64_t>(from, count, header, to);
    case VoxelType::Int64:
      return convertVoxels<std::int64_t>(from, count, header, to);
    case VoxelType::Float32:
      return convertVoxels<float>(from, count, header, to);
    case VoxelType::Float64:
      return convertVoxels<double>(from, count, header, to);
  }
}

Status skipBytes(const fs::path& path, ByteSource& source, std::uint64_t count) {
  std::vector<std::uint8_t> block(static_cast<std::size_t>(std::min<std::uint64_t>(count, kSkipBlock)));
  while (count > 0) {
    const auto next = static_cast<std::size_t>(std::min<std::uint64_t>(count, block.size()));
    FOVEA_TRY(const std::size_t read, source.read(block.data(), next));
    if (read < next) return damagedVolume(path, "it ends before its numbers");
    count -= next;
  }
  return {};
}

// Decompresses the rest of a file into `target`, which it must fill.
Status inflateRest(const fs::path& path, ByteSource& source, std::vector<std::uint8_t>& target) {
  std::vector<std::uint8_t> block(kSkipBlock);
  z_stream stream{};
  if (::inflateInit2(&stream, 15 + 32) != Z_OK)  // 32: zlib or gzip, by its head
    return fail(ErrorCode::OutOfMemory, "There is not enough memory to decompress a volume.");
  stream.next_out = target.data();
  stream.avail_out = static_cast<uInt>(target.size());
  Status outcome;
  for (int state = Z_OK; state == Z_OK && stream.avail_out > 0;) {
    const auto read = source.read(block.data(), block.size());
    outcome = read.ok() ? Status() : Status(read.error());
    if (!read.ok() || *read == 0) break;
    stream.next_in = block.data();
    stream.avail_in = static_cast<uInt>(*read);
    while (state == Z_OK && stream.avail_in > 0 && stream.avail_out > 0) state = ::inflate(&stream, Z_NO_FLUSH);
  }
  const bool whole = stream.avail_out == 0;
  ::inflateEnd(&stream);
  FOVEA_CHECK(outcome);
  return whole ? Status() : damagedVolume(path, "its compressed numbers are cut off or damaged");
}

// Moves the channels of a voxel from next to each other to planes: [D, H, W, C] to [C, D, H, W].
Result<Tensor> channelsInFront(const Tensor& volume, const VolumeHeader& header) {
  FOVEA_TRY(Tensor moved, Tensor::tryMake(volume.type()));
  const auto channels = static_cast<std::size_t>(header.channels);
  const auto values = volume.values<float>();
  const std::size_t plane = values.size() / channels;
  float* const to = moved.data<float>();
  for (std::size_t i = 0; i < values.size(); ++i) to[i % channels * plane + i / channels] = values[i];
  return moved;
}

}  // namespace

std::size_t bytesOfVoxel(VoxelType type) {
  switch (type) {
    case VoxelType::UInt8:
    case VoxelType::Int8:
      return 1;
    case VoxelType::UInt16:
    case VoxelType::Int16:
      return 2;
    case VoxelType::UInt32:
    case VoxelType::Int32:
    case VoxelType::Float32:
      return 4;
    default:
      return 8;
  }
}

Error damagedVolume(const fs::path& path, const std::string& what) {
  return fail(ErrorCode::Corrupt, fmt::format("{} is damaged: {}", displayName(path.filename().string()), what));
}

Error unreadVolume(const fs::path& path, const std::string& what) {
  return fail(ErrorCode::Unsupported,
              fmt::format("{} {}, which is not read", displayName(path.filename().string()), what));
}

Status setExtents(const fs::path& path, const std::array<std::int64_t, 4>& extents, VolumeHeader& header) {
  std::int64_t numbers = 1;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (extents[i] < 1 || extents[i] > 1 << 20)
      return damagedVolume(path, fmt::format("axis {} has the extent {}", i + 1, extents[i]));
    numbers *= extents[i];
    if (numbers > kMostVoxels)
      return fail(ErrorCode::InvalidArgument, fmt::format("{} has more than {} numbers",
                                                          displayName(path.filename().string()), grouped(kMostVoxels)));
  }
  header.width = extents[0];
  header.height = extents[1];
  header.depth = extents[2];
  header.channels = extents[3];
  return {};
}

Result<fs::path> fileBeside(const fs::path& header, const std::string& name) {
  const fs::path named(name);
  const bool leaves =
      named.is_absolute() || std::ranges::any_of(named, [](const fs::path& part) { return part == ".."; });
  if (name.empty() || leaves)
    return damagedVolume(header, fmt::format("its numbers are not beside it, but in \"{}\"", displayName(name)));
  return header.parent_path() / named;
}

Result<VolumeHeader> readVolumeHeader(const fs::path& path) {
  const std::string ending = endingOf(path.filename().string());
  if (ending == ".mhd" || ending == ".mha") return readMetaImageHeader(path);
  if (ending == ".nrrd" || ending == ".nhdr") return readNrrdHeader(path);
  return readNiftiHeader(path);
}

Result<Tensor> readVolume(const fs::path& path) {
  FOVEA_TRY(const VolumeHeader header, readVolumeHeader(path));
  const std::size_t voxel = bytesOfVoxel(header.type);
  FOVEA_TRY(Tensor volume,
            Tensor::tryMake({DataType::Float32, Shape{header.channels, header.depth, header.height, header.width}}));
  FOVEA_TRY(const auto source, ByteSource::open(header.data));
  const auto count = static_cast<std::size_t>(volume.elementCount());
  std::uint64_t offset = header.offset;
  if (header.fromEnd) {
    FOVEA_TRY(const std::uint64_t bytes, source->announcedBytes());
    if (bytes < count * voxel) return damagedVolume(path, "it ends before its numbers");
    offset = bytes - count * voxel;
  }
  FOVEA_CHECK(skipBytes(path, *source, offset));
  const auto plane = static_cast<std::size_t>(header.height * header.width);
  std::vector<std::uint8_t> block((header.deflated ? count : plane) * voxel);
  if (header.deflated) {
    FOVEA_CHECK(inflateRest(path, *source, block));
    convertVoxels(block.data(), count, header, volume.data<float>());
  } else {
    for (std::size_t at = 0; at < count; at += plane) {
      FOVEA_TRY(const std::size_t read, source->read(block.data(), block.size()));
      if (read < block.size()) return damagedVolume(path, "it ends within its numbers");
      convertVoxels(block.data(), plane, header, volume.data<float>() + at);
    }
  }
  if (header.channelsFirst && header.channels > 1) return channelsInFront(volume, header);
  return volume;
}

double distanceOfPlaces(const VolumeHeader& a, const VolumeHeader& b) {
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

double smallestVoxelSide(const VolumeHeader& header) {
  if (!header.place) return 0;
  double least = 1e30;
  for (std::size_t column = 0; column < 3; ++column) {
    double square = 0;
    for (std::size_t row = 0; row < 3; ++row) square += std::pow((*header.place)[4 * row + column], 2);
    least = std::min(least, std::sqrt(square));
  }
  return least;
}

}  // namespace fovea
