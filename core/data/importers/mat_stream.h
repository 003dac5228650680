// Why: the readers of MATLAB files, for arrays and for lists of structures, parse the same bounded elements. Source:
// MAT-File Format (MathWorks), level 5, with and without compression.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// The class of an array, in the lowest byte of MatHead::flags.
enum MatClass : std::uint32_t { kMatCell = 1, kMatStructure = 2, kMatObject = 3, kMatText = 4, kMatSparse = 5 };

inline constexpr std::uint32_t kMatMatrix = 14;  // the type of an element that holds an array

// A stream of bytes, from the file or from decompressed data in it.
class MatStream {
 public:
  virtual ~MatStream() = default;
  Status read(std::span<std::uint8_t> target) {
    position_ += target.size();
    return readBytes(target);
  }
  // Returns the number of bytes read so far.
  std::uint64_t position() const { return position_; }
  Status skip(std::uint64_t count);

 protected:
  virtual Status readBytes(std::span<std::uint8_t> target) = 0;

 private:
  std::uint64_t position_ = 0;
};

// One element: its type, its bytes, and the padding up to the next one.
struct MatPart {
  std::uint32_t type = 0;
  std::uint64_t bytes = 0;
  std::uint8_t within[4] = {};  // the bytes of a small element
  bool small = false;
};

// The part of an array that precedes its values.
struct MatHead {
  std::uint32_t flags = 0;
  std::vector<std::int64_t> axes;
  std::string name;  // empty for a field or a cell
  std::uint32_t kind() const { return flags & 0xff; }
  bool isComplex() const { return (flags & 0x0800) != 0; }
};

// Parses the elements of a stream. Every function fails with Corrupt if they are damaged.
class MatElements {
 public:
  MatElements(MatStream& stream, bool big) : stream_(stream), big_(big) {}

  Result<MatPart> part();
  // Returns the bytes of a part; memory grows as they arrive. `last`: no padding follows.
  Result<std::vector<std::uint8_t>> bytesOf(const MatPart& part, bool last = false);
  Result<MatHead> head();
  // Reads the names of the fields of a structure, which follow its head.
  Result<std::vector<std::string>> fieldNames();
  std::uint64_t position() const { return stream_.position(); }
  // Moves to `end`, the position after a partly read element. Fails if more was read.
  Status skipTo(std::uint64_t end);
  bool big() const { return big_; }

 private:
  MatStream& stream_;
  const bool big_;
};

// Returns an error without a file name, which the caller adds.
Error damagedMat();
// Returns the unsigned number in `size` bytes.
std::uint64_t matWholeAt(const std::uint8_t* bytes, std::size_t size, bool big);
// Returns true if a file begins like a MATLAB file of level 5.
bool isMatFile(std::string_view start);
// Calls `visit` at the first element of each variable of a file. Errors name the file: Corrupt, Unsupported (level 4),
// NotFound, Io, or those of `visit`.
Status eachMatVariable(const std::filesystem::path& path, const std::function<Status(MatElements&)>& visit);

}  // namespace fovea
