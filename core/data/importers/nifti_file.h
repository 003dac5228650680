// Why: medical volumes come as NIfTI files; the part of the format that holds a volume's numbers is small.
// Source: the NIfTI-1 and NIfTI-2 data formats (Cox et al. 2004, 2011), single files, plain or compressed with gzip.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/base/result.h"
#include "core/tensor/tensor.h"

namespace fovea {

struct NiftiHeader {
  std::int64_t width = 1;     // x
  std::int64_t height = 1;    // y
  std::int64_t depth = 1;     // z
  std::int64_t channels = 1;  // time, or whatever the fourth axis is
  int dataType = 0;
  bool swapped = false;  // written on a machine of the other byte order
  std::uint64_t offset = 0;
  double slope = 1;
  double intercept = 0;
  // From the voxel x, y, z to millimetres of the scanner, three rows of four; nothing where the file does not say it.
  std::optional<std::array<double, 12>> place;
};

// How far the corners of a volume lie apart where two files say they are, in millimetres; 0 where one does not say it.
double distanceOfPlaces(const NiftiHeader& a, const NiftiHeader& b);
// The smallest side of a voxel in millimetres; 0 where it is not known.
double smallestVoxelSide(const NiftiHeader& header);

// Unsupported (no NIfTI, or numbers of a kind that is not read), Corrupt.
Result<NiftiHeader> readNiftiHeader(const std::filesystem::path& path);

// f32 [C, D, H, W], scaled as the header says. Also InvalidArgument for more than 2^26 numbers.
Result<Tensor> readNifti(const std::filesystem::path& path);

}  // namespace fovea
