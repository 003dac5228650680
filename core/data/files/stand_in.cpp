#include "core/data/files/stand_in.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <mutex>

#include "core/base/file.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

// Larger members that must be unpacked are unpacked to the disk; the others are held in memory while open.
constexpr std::uint64_t kHeldInMemory = std::uint64_t{16} << 20;

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

bool Descriptor::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::write(number_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

Result<std::size_t> Descriptor::read(std::uint64_t offset, void* target, std::size_t bytes) const {
  auto* to = static_cast<char*>(target);
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t count = ::pread(number_, to + done, bytes - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return systemError(errno, "Cannot read");
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

struct StandIns::Kept {
  dev_t device;
  std::vector<StandIn> all;  // sorted by inode
  std::shared_ptr<const MemberReader> reader;

  // All stand-ins that are registered.
  struct Table {
    std::atomic<std::size_t> count{0};  // size of `kept`; if 0, files are opened without the lock
    std::mutex mutex;                   // guards `kept`
    std::vector<std::shared_ptr<const Kept>> kept;
  };
  static Table& table() {
    static Table all;
    return all;
  }
};

StandIns::StandIns(dev_t device, std::vector<StandIn> all, std::shared_ptr<const MemberReader> reader) {
  std::sort(all.begin(), all.end(), [](const StandIn& a, const StandIn& b) { return a.inode < b.inode; });
  kept_ = std::make_shared<const Kept>(Kept{device, std::move(all), std::move(reader)});
  Kept::Table& table = Kept::table();
  const std::lock_guard lock(table.mutex);
  table.kept.push_back(kept_);
  table.count = table.kept.size();
}

StandIns::~StandIns() {
  Kept::Table& table = Kept::table();
  const std::lock_guard lock(table.mutex);
  std::erase(table.kept, kept_);
  table.count = table.kept.size();
}

std::optional<StandIns::Found> StandIns::find(dev_t device, ino_t inode) {
  Kept::Table& table = Kept::table();
  if (table.count == 0) return std::nullopt;
  const std::lock_guard lock(table.mutex);
  for (const auto& kept : table.kept) {
    if (kept->device != device) continue;
    const auto found = std::lower_bound(kept->all.begin(), kept->all.end(), inode,
                                        [](const StandIn& each, ino_t wanted) { return each.inode < wanted; });
    if (found != kept->all.end() && found->inode == inode) return Found{kept->reader, found->member};
  }
  return std::nullopt;
}

namespace {

struct Opened {
  OpenedFile file;
  struct timespec modified {};
  std::optional<StandIns::Found> standsFor;
};

Result<Opened> openFile(const fs::path& path) {
  Opened opened;
  opened.file.descriptor = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!opened.file.descriptor.open()) return systemError(errno, "Cannot open " + path.string());
  struct stat info {};
  if (::fstat(opened.file.descriptor.number(), &info) != 0 || !S_ISREG(info.st_mode))
    return fail(ErrorCode::InvalidArgument, path.string() + " is not a file.");
  opened.file.size = static_cast<std::uint64_t>(info.st_size);
  opened.modified = info.st_mtim;
  opened.standsFor = StandIns::find(info.st_dev, info.st_ino);
  return opened;
}

Status unpackInto(const Descriptor& target, const Opened& opened, const fs::path& path) {
  const Status read =
      opened.standsFor->reader->read(opened.standsFor->member, opened.file.size, [&](std::string_view bytes) {
        return target.write(bytes) ? Status() : systemError(errno, "Cannot unpack " + path.string());
      });
  if (!read.ok()) return read.error().within(path.string());
  return {};
}

Result<OpenedFile> heldInMemory(const Opened& opened, const fs::path& path) {
  OpenedFile file{Descriptor(::memfd_create("fovea-member", MFD_CLOEXEC)), 0, opened.file.size, true};
  if (!file.descriptor.open()) return systemError(errno, "Cannot unpack " + path.string());
  FOVEA_CHECK(unpackInto(file.descriptor, opened, path));
  ::lseek(file.descriptor.number(), 0, SEEK_SET);
  return file;
}

// Unpacks the file in place of its stand-in, with the same modification time.
Result<OpenedFile> unpacked(const Opened& opened, const fs::path& path) {
  FOVEA_TRY(const std::uint64_t space, freeSpace(path.parent_path()));
  if (space < opened.file.size)
    return fail(ErrorCode::NoSpace,
                fmt::format("There is not enough space on the disk to unpack {}: it has {} bytes, and {} are free.",
                            path.string(), opened.file.size, space),
                "Free some space, or unpack the archive yourself and import the folder.");
  std::string name = (path.parent_path() / ".fovea-member-XXXXXX").string();
  const Descriptor target(::mkostemp(name.data(), O_CLOEXEC));
  if (!target.open()) return systemError(errno, "Cannot unpack " + path.string());
  Status done = unpackInto(target, opened, path);
  const struct timespec times[2] = {opened.modified, opened.modified};
  if (done.ok() && (::futimens(target.number(), times) != 0 || ::rename(name.c_str(), path.c_str()) != 0))
    done = systemError(errno, "Cannot unpack " + path.string());
  if (!done.ok()) {
    ::unlink(name.c_str());
    return done.error();
  }
  FOVEA_TRY(Opened again, openFile(path));
  return std::move(again.file);
}

}  // namespace

Result<OpenedFile> openPart(const fs::path& path) {
  FOVEA_TRY(Opened opened, openFile(path));
  if (!opened.standsFor) return std::move(opened.file);
  if (const auto begin = opened.standsFor->reader->stored(opened.standsFor->member, opened.file.size)) {
    const int copy = ::fcntl(opened.standsFor->reader->archive().number(), F_DUPFD_CLOEXEC, 0);
    if (copy < 0) return systemError(errno, "Cannot open " + path.string());
    return OpenedFile{Descriptor(copy), *begin, opened.file.size};
  }
  return opened.file.size <= kHeldInMemory ? heldInMemory(opened, path) : unpacked(opened, path);
}

Result<OpenedFile> openWhole(const fs::path& path) {
  FOVEA_TRY(Opened opened, openFile(path));
  if (!opened.standsFor) return std::move(opened.file);
  return opened.file.size <= kHeldInMemory ? heldInMemory(opened, path) : unpacked(opened, path);
}

Result<std::string> readSource(const fs::path& path, std::uint64_t limit) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return systemError(errno, "Cannot open " + path.string());
  const auto found = StandIns::find(info.st_dev, info.st_ino);
  if (!found) return readFile(path, limit);
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (size > limit)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} is larger than the limit of {} bytes.", path.string(), limit));
  std::string content;
  content.reserve(size);
  const Status read = found->reader->read(found->member, size, [&](std::string_view bytes) {
    content += bytes;
    return Status();
  });
  if (!read.ok()) return read.error().within(path.string());
  return content;
}

std::string beginningOfFile(const fs::path& path, std::size_t bytes) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  std::string content;
  if (const auto found = StandIns::find(info.st_dev, info.st_ino)) {
    const auto size = static_cast<std::uint64_t>(info.st_size);
    // The callback stops the reader with an error, which is ignored, once it has enough.
    (void)found->reader->read(found->member, size, [&](std::string_view block) {
      content += block.substr(0, bytes - content.size());
      return content.size() < bytes ? Status() : Status(fail(ErrorCode::Cancelled, ""));
    });
    return content;
  }
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.open()) return {};
  content.resize(std::min<std::uint64_t>(bytes, static_cast<std::uint64_t>(info.st_size)));
  const auto count = file.read(0, content.data(), content.size());
  content.resize(count.ok() ? *count : 0);
  return content;
}

std::string nameToOpen(const OpenedFile& whole, const fs::path& path) {
  return whole.inMemory ? fmt::format("/proc/self/fd/{}", whole.descriptor.number()) : path.string();
}

}  // namespace fovea
