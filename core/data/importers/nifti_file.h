// Why: medical volumes come as NIfTI files; this reads the small part of the format that stores a volume. Source: the
// NIfTI-1 and NIfTI-2 data formats (Cox et al. 2004, 2011), single files, plain or compressed with gzip.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

struct NiftiHeader {
  std::int64_t width = 1;     // x axis
  std::int64_t height = 1;    // y axis
  std::int64_t depth = 1;     // z axis
  std::int64_t channels = 1;  // time, or any other fourth axis
  int dataType = 0;
  bool swapped = false;  // written in the other byte order
  std::uint64_t offset = 0;
  double slope = 1;
  double intercept = 0;
  // The affine map from voxel x, y, z to scanner coordinates in millimetres, three rows of four; nothing if the file
  // has none.
  std::optional<std::array<double, 12>> place;
};

// Returns the largest distance between the corners of two volumes by their maps, in mm; 0 if a file has none.
double distanceOfPlaces(const NiftiHeader& a, const NiftiHeader& b);
// Returns the shortest side of a voxel in millimetres; 0 if unknown.
double smallestVoxelSide(const NiftiHeader& header);

// Reads the header. Fails with Unsupported (not NIfTI, or an unsupported number type) or Corrupt.
Result<NiftiHeader> readNiftiHeader(const std::filesystem::path& path);

// Reads f32 [C, D, H, W], scaled as the header says. Also fails with InvalidArgument for more than 2^26 numbers.
Result<Tensor> readNifti(const std::filesystem::path& path);

}  // namespace fovea
