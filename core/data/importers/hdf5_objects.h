// Why: MATLAB 7.3 keeps structures and cells as arrays of references to further objects of the HDF5 file; this follows
// them one at a time. Source: HDF5 File Format Specification 3.0, IV.A.2.d (reference types).
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/importers/hdf5_groups.h"

namespace fovea {

// One object of a file.
struct Hdf5Object {
  std::vector<Hdf5Member> members;        // members of a group
  std::vector<std::uint64_t> references;  // addresses that an array of references points to
  std::vector<double> numbers;            // elements of an array of numbers
  bool isGroup = false;
};

// The objects of a file, read by their addresses. One thread at a time.
class Hdf5Objects {
 public:
  // Opens a file. Fails with Unsupported if it is not HDF5, NotFound or Io.
  static Result<Hdf5Objects> open(const std::filesystem::path& path);

  std::uint64_t root() const { return blocks_.root(); }
  // Reads the object whose header is at `address`. Fails with Corrupt, with Unsupported for arrays of other kinds, and
  // with InvalidArgument for more than `most` elements.
  Result<Hdf5Object> read(std::uint64_t address, std::int64_t most) const;

 private:
  explicit Hdf5Objects(Hdf5Blocks blocks) : blocks_(std::move(blocks)) {}
  Hdf5Blocks blocks_;
};

// Returns the address of a member of a group; 0 if there is none of that name.
std::uint64_t addressOfMember(const Hdf5Object& group, std::string_view name);

}  // namespace fovea
