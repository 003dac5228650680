// Why: medical volumes come in several file formats; this reads the numbers of all of them in one way. Formats: NIfTI
// (nifti_file.h), MetaImage (meta_image.h), NRRD (nrrd_file.h). Thread-safety: all functions may be called from any
// thread.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

inline constexpr std::int64_t kMostVoxels = std::int64_t{1} << 26;

enum class VoxelType { UInt8, Int8, UInt16, Int16, UInt32, Int32, UInt64, Int64, Float32, Float64 };
std::size_t bytesOfVoxel(VoxelType type);

struct VolumeHeader {
  std::int64_t width = 1;      // x axis
  std::int64_t height = 1;     // y axis
  std::int64_t depth = 1;      // z axis
  std::int64_t channels = 1;   // time, or any other fourth axis
  bool channelsFirst = false;  // the channels of a voxel are next to each other
  VoxelType type = VoxelType::UInt8;
  bool swapped = false;        // big-endian numbers
  std::filesystem::path data;  // the file of the numbers
  std::uint64_t offset = 0;    // of the numbers in it, in bytes
  bool fromEnd = false;        // the numbers are at the end of the file; `offset` is 0
  bool deflated = false;       // the numbers from `offset` on are compressed with zlib or gzip
  double slope = 1, intercept = 0;
  // The affine map from voxel x, y, z to scanner coordinates in millimetres (right, anterior, superior), three rows of
  // four; nothing if the file has none.
  std::optional<std::array<double, 12>> place;
};

// Sets the extents of up to four axes, x first. Fails with Corrupt or InvalidArgument (more than kMostVoxels).
Status setExtents(const std::filesystem::path& path, const std::array<std::int64_t, 4>& extents, VolumeHeader& header);
Error damagedVolume(const std::filesystem::path& path, const std::string& what);
Error unreadVolume(const std::filesystem::path& path, const std::string& what);

// Returns the path of a file of numbers that a header names beside itself. Fails with Corrupt for a name that leaves
// the folder of the header.
Result<std::filesystem::path> fileBeside(const std::filesystem::path& header, const std::string& name);

// Reads the header of a file of one of the formats, by its ending. Fails with NotFound, PermissionDenied, Unsupported
// (another format, numbers that are not read), Corrupt or InvalidArgument (more than kMostVoxels).
Result<VolumeHeader> readVolumeHeader(const std::filesystem::path& path);

// Reads f32 [C, D, H, W], scaled as the header says. Fails like readVolumeHeader().
Result<Tensor> readVolume(const std::filesystem::path& path);

// Returns the largest distance between the corners of two volumes by their maps, in mm; 0 if a file has none.
double distanceOfPlaces(const VolumeHeader& a, const VolumeHeader& b);
// Returns the shortest side of a voxel in millimetres; 0 if unknown.
double smallestVoxelSide(const VolumeHeader& header);

}  // namespace fovea
