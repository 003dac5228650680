#include "core/data/importing/tar_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>

#if defined(FOVEA_HAVE_ARCHIVE)
#include "core/data/importing/libarchive_member.h"
#endif

namespace fovea {
namespace fs = std::filesystem;

#if defined(FOVEA_HAVE_ARCHIVE)
namespace {

constexpr std::size_t kTarBlock = 512;
constexpr std::size_t kReadAtOnce = std::size_t{1} << 16;

// The file from offset `at` to `end`, as read by libarchive.
struct TarStream {
  const Descriptor& file;
  std::uint64_t at;
  const std::uint64_t end;
  std::array<char, kReadAtOnce> block;
};

la_ssize_t readTar(archive* reading, void* data, const void** buffer) {
  auto& stream = *static_cast<TarStream*>(data);
  const std::uint64_t left = stream.end - std::min(stream.end, stream.at);
  const auto count = stream.file.read(stream.at, stream.block.data(), std::min<std::uint64_t>(left, kReadAtOnce));
  if (!count.ok()) {
    ::archive_set_error(reading, EIO, "%s", count.error().message.c_str());
    return -1;
  }
  stream.at += *count;
  *buffer = stream.block.data();
  return static_cast<la_ssize_t>(*count);
}

// Skips at most to the end of the file, so that libarchive detects a truncated file.
la_int64_t skipBytes(archive*, void* data, la_int64_t request) {
  auto& stream = *static_cast<TarStream*>(data);
  const std::uint64_t skipped = std::min(static_cast<std::uint64_t>(std::max<la_int64_t>(0, request)),
                                         stream.end - std::min(stream.end, stream.at));
  stream.at += skipped;
  return static_cast<la_int64_t>(skipped);
}

class TarReading {
 public:
  TarReading(const Descriptor& file, std::uint64_t begin, std::uint64_t end)
      : stream_{file, begin, end, {}}, reading_(::archive_read_new(), ::archive_read_free) {}
  bool open() {
    archive* const reading = reading_.get();
    if (!reading || ::archive_read_support_format_tar(reading) != ARCHIVE_OK) return false;
    ::archive_read_set_callback_data(reading, &stream_);
    ::archive_read_set_read_callback(reading, readTar);
    ::archive_read_set_skip_callback(reading, skipBytes);
    return ::archive_read_open1(reading) == ARCHIVE_OK;
  }
  archive* get() const { return reading_.get(); }
  const char* problem() const {
    const char* words = ::archive_error_string(reading_.get());
    return words ? words : "it is damaged";
  }

 private:
  TarStream stream_;
  std::unique_ptr<archive, int (*)(archive*)> reading_;
};

bool isTarHead(const std::array<char, kTarBlock>& head) {
  return std::string_view(head.data() + 257, 5) == "ustar";
}

}  // namespace

Result<std::shared_ptr<const TarMembers>> TarMembers::open(const fs::path& path) {
  auto tar = std::shared_ptr<TarMembers>(new TarMembers);
  tar->path_ = path;
  FOVEA_TRY(OpenedFile opened, openPart(path));
  tar->file_ = std::move(opened.descriptor);
  tar->begin_ = opened.begin;
  tar->end_ = opened.begin + opened.size;
  std::array<char, kTarBlock> head{};
  FOVEA_TRY(const std::size_t count, tar->file_.read(tar->begin_, head.data(), head.size()));
  if (opened.size < head.size() || count < head.size() || !isTarHead(head))
    return fail(ErrorCode::Unsupported, path.string() + " is no tar file that is not compressed.");
  return std::shared_ptr<const TarMembers>(std::move(tar));
}

Status TarMembers::forEach(const VisitMember& visit) const {
  const auto damaged = [&](const char* words) {
    return fail(ErrorCode::Corrupt, fmt::format("{} cannot be read: {}.", path_.string(), words),
                "Fetch the file again.");
  };
  const Utf8Names names;
  TarReading reading(file_, begin_, end_);
  if (!reading.open()) return damaged(reading.problem());
  for (;;) {
    archive_entry* entry = nullptr;
    const int code = ::archive_read_next_header(reading.get(), &entry);
    if (code == ARCHIVE_EOF) return {};
    if (code < ARCHIVE_WARN) return damaged(reading.problem());
    ArchiveMember member = memberOf(entry);
    member.position = static_cast<std::uint64_t>(::archive_read_header_position(reading.get()));
    member.number = begin_ + member.position;
    FOVEA_CHECK(visit(member));
  }
}

Status TarMembers::read(std::uint64_t member, std::uint64_t size, const TakeBytes& take) const {
  const auto damaged = [] {
    return fail(ErrorCode::Corrupt, "its part of the archive is damaged", "Fetch the archive again.");
  };
  TarReading reading(file_, member, end_);
  archive_entry* entry = nullptr;
  if (!reading.open() || ::archive_read_next_header(reading.get(), &entry) < ARCHIVE_WARN ||
      ::archive_entry_size(entry) != static_cast<la_int64_t>(size))
    return damaged();
  std::string block(std::min<std::uint64_t>(kReadAtOnce, std::max<std::uint64_t>(1, size)), '\0');
  for (std::uint64_t left = size; left > 0;) {
    const la_ssize_t count = ::archive_read_data(reading.get(), block.data(), block.size());
    if (count <= 0 || static_cast<std::uint64_t>(count) > left) return damaged();
    left -= static_cast<std::uint64_t>(count);
    FOVEA_CHECK(take(std::string_view(block).substr(0, static_cast<std::size_t>(count))));
  }
  return {};
}

// Returns the offset of the data after the header. Long headers and sparse files are left to libarchive.
std::optional<std::uint64_t> TarMembers::stored(std::uint64_t member, std::uint64_t size) const {
  std::array<char, kTarBlock> head{};
  const auto count = file_.read(member, head.data(), head.size());
  if (!count.ok() || *count < head.size() || !isTarHead(head) || (head[156] != '0' && head[156] != '\0'))
    return std::nullopt;
  std::uint64_t said = 0;
  for (std::size_t i = 124; i < 135; ++i) {
    if (head[i] < '0' || head[i] > '7') return std::nullopt;
    said = said * 8 + static_cast<std::uint64_t>(head[i] - '0');
  }
  const std::uint64_t begin = member + kTarBlock;
  return said == size && begin <= end_ && size <= end_ - begin ? std::optional(begin) : std::nullopt;
}
#else
Result<std::shared_ptr<const TarMembers>> TarMembers::open(const fs::path& path) {
  return fail(ErrorCode::Unsupported, path.string() + " cannot be read by this build.");
}
Status TarMembers::forEach(const VisitMember&) const {
  return fail(ErrorCode::Unsupported, path_.string() + " cannot be read by this build.");
}
Status TarMembers::read(std::uint64_t, std::uint64_t, const TakeBytes&) const {
  return fail(ErrorCode::Unsupported, path_.string() + " cannot be read by this build.");
}
std::optional<std::uint64_t> TarMembers::stored(std::uint64_t, std::uint64_t) const {
  return std::nullopt;
}
#endif

}  // namespace fovea
