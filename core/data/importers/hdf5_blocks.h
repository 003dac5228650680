// Why: an HDF5 file consists of blocks at addresses; all parts of the reader use this one bounded access, which
// verifies checksums. Source: HDF5 File Format Specification 3.0 (The HDF Group), II and III; checksum: Jenkins'
// lookup3.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/files/random_file.h"

namespace fovea {

// Reads consecutive little-endian numbers; beyond the end they are 0, and cut() returns true.
class Hdf5Cursor {
 public:
  explicit Hdf5Cursor(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t number(std::size_t size);
  void skip(std::uint64_t count);
  std::vector<std::uint8_t> take(std::uint64_t count);
  std::size_t left() const { return bytes_.size() - at_; }
  bool cut() const { return cut_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool cut_ = false;
};

inline constexpr std::string_view kHdf5Signature("\x89HDF\r\n\x1a\n", 8);  // a superblock starts with it
inline constexpr std::size_t kHdf5Checksum = 4;                            // bytes at the end of a block

// Returns an error without a file name, which the caller adds.
Error damagedHdf5();
// Returns an Unsupported error: "It has {what} in a form that is not read."
Error newHdf5Form(const std::string& what);

class Hdf5Blocks {
 public:
  // Reads the superblock. Fails with Unsupported if the file is not HDF5.
  static Result<Hdf5Blocks> open(std::shared_ptr<const RandomFile> file);

  Result<Hdf5Cursor> at(std::uint64_t address, std::uint64_t bytes) const;
  // Reads a block whose last four bytes are its checksum. The cursor starts after the four-letter signature and ends
  // before the checksum. Fails with Corrupt if either is wrong.
  Result<Hdf5Cursor> checked(std::uint64_t address, std::uint64_t bytes, const char* signature) const;
  // Does the same for a block without signature.
  Result<Hdf5Cursor> checkedPage(std::uint64_t address, std::uint64_t bytes) const;
  // Returns false for the address that means "undefined".
  bool defined(std::uint64_t address) const;
  // Returns false for the size that means "unlimited".
  bool definedLength(std::uint64_t size) const;

  const std::shared_ptr<const RandomFile>& file() const { return file_; }
  std::uint64_t base() const { return base_; }    // offset in the file to which addresses are relative
  std::uint64_t root() const { return root_; }    // address of the header of the root group
  std::size_t offset() const { return offset_; }  // bytes of an address
  std::size_t length() const { return length_; }  // bytes of a size field

 private:
  Result<bool> readSuperblock(std::uint64_t place);

  std::shared_ptr<const RandomFile> file_;
  std::uint64_t base_ = 0;
  std::uint64_t root_ = 0;
  std::size_t offset_ = 8, length_ = 8;
};

// Computes the checksum that HDF5 uses for its blocks.
std::uint32_t hdf5Checksum(const std::uint8_t* bytes, std::size_t count);
// Returns the number of bytes needed to store numbers up to `most`.
std::size_t hdf5Width(std::uint64_t most);

}  // namespace fovea
