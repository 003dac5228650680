// Why: importers look for files in folders and open them by path. Files inside an archive have no path, so each gets a
// stand-in: an empty file of the same name, size and modification time that uses no disk space. All code that opens a
// user's data files uses these functions, which return the archive's bytes if the file is a stand-in. Thread-safety:
// all functions may be called from any thread.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// An open file that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  bool open() const { return number_ >= 0; }
  int number() const { return number_; }
  // Returns the number and passes ownership: the caller must close it.
  int release() { return std::exchange(number_, -1); }
  // Writes all bytes. Returns false, with errno set, if that fails.
  bool write(std::string_view bytes) const;
  // Fills `target` from `offset` and returns the number of bytes read; fewer only at the end. Fails with Io.
  Result<std::size_t> read(std::uint64_t offset, void* target, std::size_t bytes) const;

 private:
  int number_ = -1;
};

using TakeBytes = std::function<Status(std::string_view)>;

// Reads members of an archive in any order. Thread-safe.
class MemberReader {
 public:
  virtual ~MemberReader() = default;
  // Passes the `size` bytes of a member to `take` in order. Fails with Corrupt if they are missing, or as `take` does.
  virtual Status read(std::uint64_t member, std::uint64_t size, const TakeBytes& take) const = 0;
  // Returns the offset of a member's bytes in the archive if they are stored there uncompressed.
  virtual std::optional<std::uint64_t> stored(std::uint64_t member, std::uint64_t size) const = 0;
  virtual const Descriptor& archive() const = 0;
};

struct StandIn {
  ino_t inode = 0;           // of the empty file
  std::uint64_t member = 0;  // identifies the member for its MemberReader
};

// Registers stand-ins for the whole process while this object exists, like a mounted disk. They are recognised by
// device and inode, whatever path leads to them.
class StandIns {
 public:
  StandIns(dev_t device, std::vector<StandIn> all, std::shared_ptr<const MemberReader> reader);
  ~StandIns();
  StandIns(const StandIns&) = delete;
  StandIns& operator=(const StandIns&) = delete;

  // A stand-in that was found, and the reader of its content.
  struct Found {
    std::shared_ptr<const MemberReader> reader;
    std::uint64_t member = 0;
  };
  static std::optional<Found> find(dev_t device, ino_t inode);

 private:
  struct Kept;
  std::shared_ptr<const Kept> kept_;
};

// A regular file open for reading; its bytes are those from `begin` to `begin + size`.
struct OpenedFile {
  Descriptor descriptor;
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  bool inMemory = false;  // unpacked to memory only
};

// Opens a file whose bytes may be inside a larger one. Fails with NotFound, PermissionDenied, InvalidArgument (not a
// regular file) or Io; for a stand-in also with Corrupt or NoSpace. Compressed members above a few megabytes are
// unpacked once and replace their stand-in.
Result<OpenedFile> openPart(const std::filesystem::path& path);
// Opens a file so that its bytes are all that the descriptor reads. Fails as openPart().
Result<OpenedFile> openWhole(const std::filesystem::path& path);
// Returns a whole file of at most `limit` bytes. Fails as readFile() of core/base/file.h and as openPart().
Result<std::string> readSource(const std::filesystem::path& path, std::uint64_t limit);
// Returns at most the first `bytes` of a file; empty if it cannot be read.
std::string beginningOfFile(const std::filesystem::path& path, std::size_t bytes);
// Returns a path by which libraries can open the file, valid while `whole` (opened from `path`) is open.
std::string nameToOpen(const OpenedFile& whole, const std::filesystem::path& path);

}  // namespace fovea
