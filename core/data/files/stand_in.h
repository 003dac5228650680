// Why: importers look for files in folders and open them by their paths. The files of an archive lie in no folder, so
// each has a stand-in: an empty file of the same name, size and time of change that takes no room on the disk. Whoever
// opens the file of a person's data does it here, and gets the bytes of the archive where the file is a stand-in.
// Thread-safety: all functions may be called from any thread.
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
  // The number, which the caller closes from now on.
  int release() { return std::exchange(number_, -1); }
  // Writes all of it; false, with errno, where that fails.
  bool write(std::string_view bytes) const;
  // Fills `target` from the place `offset`; how much there was. Io.
  Result<std::size_t> read(std::uint64_t offset, void* target, std::size_t bytes) const;

 private:
  int number_ = -1;
};

using TakeBytes = std::function<Status(std::string_view)>;

// Reads members of an archive in any order. Thread-safe.
class MemberReader {
 public:
  virtual ~MemberReader() = default;
  // Passes the `size` bytes of a member on, in order. Corrupt where they are not there, and what `take` fails with.
  virtual Status read(std::uint64_t member, std::uint64_t size, const TakeBytes& take) const = 0;
  // Where the bytes of a member begin in the archive, if they lie there as they are.
  virtual std::optional<std::uint64_t> stored(std::uint64_t member, std::uint64_t size) const = 0;
  virtual const Descriptor& archive() const = 0;
};

struct StandIn {
  ino_t inode = 0;           // of the empty file
  std::uint64_t member = 0;  // what its MemberReader calls it
};

// Stand-ins that are in force as long as this lives, for the whole process, as a mounted disk is: paths are of the
// process, too. They are known by what they are to the file system, whatever path leads to them.
class StandIns {
 public:
  StandIns(dev_t device, std::vector<StandIn> all, std::shared_ptr<const MemberReader> reader);
  ~StandIns();
  StandIns(const StandIns&) = delete;
  StandIns& operator=(const StandIns&) = delete;

  // One of the files that exist only here, and who reads it.
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
  bool inMemory = false;  // what was packed and is held nowhere else
};

// A file whose bytes may lie inside a larger one. NotFound, PermissionDenied, InvalidArgument (no file), Io, and of a
// stand-in Corrupt, NoSpace. Members of more than a few megabytes that are compressed are unpacked once: they take the
// place of their stand-in.
Result<OpenedFile> openPart(const std::filesystem::path& path);
// A file that is all of what the descriptor reads. Fails as openPart().
Result<OpenedFile> openWhole(const std::filesystem::path& path);
// The whole of a file, at most `limit` bytes. Fails as readFile() of core/base/file.h and as openPart().
Result<std::string> readSource(const std::filesystem::path& path, std::uint64_t limit);
// At most the first `bytes` of a file; empty where it cannot be read.
std::string beginningOfFile(const std::filesystem::path& path, std::size_t bytes);
// A name by which a library that takes names opens the same bytes as long as `whole`, opened of `path`, is open.
std::string nameToOpen(const OpenedFile& whole, const std::filesystem::path& path);

}  // namespace fovea
