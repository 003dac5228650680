#include "core/data/importing/zip_members.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <vector>

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kEndRecord = 22, kEnd64Locator = 20, kEnd64Record = 56, kListRecord = 46, kLocalRecord = 30;
constexpr std::uint64_t kLongestComment = 0xffff;
constexpr std::size_t kReadBlock = std::size_t{1} << 18;
constexpr std::string_view kEndMark = "PK\5\6";
constexpr unsigned kStored = 0, kDeflated = 8;
constexpr unsigned kFileTypeMask = 0170000, kLinkType = 0120000, kPlainType = 0100000, kFolderType = 0040000;

std::uint64_t littleEndian(const std::string& bytes, std::size_t at, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = width; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// Converts an MS-DOS date and time, which has no time zone and is taken as UTC, to seconds since 1970.
std::int64_t secondsOf(std::uint64_t time, std::uint64_t date) {
  std::tm parts{};
  parts.tm_sec = static_cast<int>(time & 31) * 2;
  parts.tm_min = static_cast<int>(time >> 5 & 63);
  parts.tm_hour = static_cast<int>(time >> 11 & 31);
  parts.tm_mday = std::max(1, static_cast<int>(date & 31));
  parts.tm_mon = std::max(0, static_cast<int>(date >> 5 & 15) - 1);
  parts.tm_year = static_cast<int>(date >> 9 & 127) + 80;
  return ::timegm(&parts);
}

Error otherForm() {
  return fail(ErrorCode::Unsupported, "It is no zip file whose members can be read where they lie.");
}
Error damagedMember() {
  return fail(ErrorCode::Corrupt, "its part of the archive is damaged", "Fetch the archive again.");
}

Result<std::string> bytesAt(const Descriptor& file, std::uint64_t offset, std::uint64_t bytes) {
  std::string content(bytes, '\0');
  FOVEA_TRY(const std::size_t count, file.read(offset, content.data(), content.size()));
  if (count != bytes) return damagedMember();
  return content;
}

// Inflates one member up to the end of its data.
class Inflating {
 public:
  Inflating() { ready_ = ::inflateInit2(&stream_, -MAX_WBITS) == Z_OK; }
  ~Inflating() {
    if (ready_) ::inflateEnd(&stream_);
  }
  Inflating(const Inflating&) = delete;
  Inflating& operator=(const Inflating&) = delete;

  bool ready() const { return ready_; }
  void give(std::string& packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream_.avail_in = static_cast<uInt>(packed.size());
  }
  // Fills `block` from the bytes passed to give(), as far as they reach. Returns nothing if they are damaged.
  std::optional<std::string_view> next(std::string& block) {
    stream_.next_out = reinterpret_cast<Bytef*>(block.data());
    stream_.avail_out = static_cast<uInt>(block.size());
    const int code = ::inflate(&stream_, Z_NO_FLUSH);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) return std::nullopt;
    ended_ = code == Z_STREAM_END;
    return std::string_view(block).substr(0, block.size() - stream_.avail_out);
  }
  bool ended() const { return ended_; }
  bool hungry() const { return stream_.avail_in == 0 && stream_.avail_out > 0; }

 private:
  z_stream stream_{};
  bool ready_ = false, ended_ = false;
};

// Passes the bytes of a member on and verifies their number and checksum.
class Checked {
 public:
  Checked(std::uint64_t size, const TakeBytes& take) : left_(size), take_(take) {}
  Status pass(std::string_view bytes) {
    if (bytes.size() > left_) return damagedMember();
    left_ -= bytes.size();
    sum_ = ::crc32_z(sum_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    return take_(bytes);
  }
  Status end(std::uint64_t sum) const { return left_ == 0 && sum_ == sum ? Status() : damagedMember(); }

 private:
  std::uint64_t left_;
  uLong sum_ = 0;
  const TakeBytes& take_;
};

}  // namespace

struct ZipMembers::Entry {
  std::uint64_t next = 0;  // offset of the next record
  unsigned madeBy = 0, flags = 0, method = 0, attributes = 0;
  std::uint64_t sum = 0, packed = 0, size = 0, local = 0, time = 0, date = 0;
  std::string name;

  // Reads the extra fields after the name: sizes and offsets above 4 GB (ZIP64), and the name in UTF-8.
  void readExtra(const std::string& extra) {
    for (std::size_t at = 0; at + 4 <= extra.size();) {
      const std::uint64_t kind = littleEndian(extra, at, 2), bytes = littleEndian(extra, at + 2, 2);
      at += 4;
      if (bytes > extra.size() - at) return;
      if (kind == 1) readWide(extra.substr(at, bytes));
      if (kind == 0x7075 && bytes > 5 && extra[at] == 1 &&
          littleEndian(extra, at + 1, 4) == ::crc32_z(0, reinterpret_cast<const Bytef*>(name.data()), name.size()))
        name = extra.substr(at + 5, bytes - 5);
      at += bytes;
    }
  }
  void readWide(const std::string& field) {
    std::size_t at = 0;
    for (std::uint64_t* each : {&size, &packed, &local}) {
      if (*each != 0xffffffff || at + 8 > field.size()) continue;
      *each = littleEndian(field, at, 8);
      at += 8;
    }
  }
};

Result<std::shared_ptr<const ZipMembers>> ZipMembers::open(const fs::path& path) {
  auto zip = std::shared_ptr<ZipMembers>(new ZipMembers);
  zip->path_ = path;
  zip->file_ = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!zip->file_.open()) return systemError(errno, "Cannot open " + path.string());
  struct stat info {};
  if (::fstat(zip->file_.number(), &info) != 0 || !S_ISREG(info.st_mode)) return otherForm();
  zip->size_ = static_cast<std::uint64_t>(info.st_size);
  FOVEA_CHECK(zip->findList());
  // Checks all entries before any is used.
  std::uint64_t place = zip->list_;
  for (std::uint64_t i = 0; i < zip->entries_; ++i) {
    const auto entry = zip->entryAt(place);
    if (!entry.ok()) return otherForm();
    if (entry->flags & 1)
      return fail(ErrorCode::InvalidArgument, path.string() + " is encrypted.", "Unpack it yourself first.");
    if (entry->method != kStored && entry->method != kDeflated) return otherForm();
    place = entry->next;
  }
  return std::shared_ptr<const ZipMembers>(std::move(zip));
}

Status ZipMembers::findList() {
  if (size_ < kEndRecord) return otherForm();
  const std::uint64_t tailBytes = std::min(size_, kEndRecord + kLongestComment);
  const auto tail = bytesAt(file_, size_ - tailBytes, tailBytes);
  if (!tail.ok()) return otherForm();
  // Finds the last end record whose comment reaches exactly to the end of the file.
  const auto ends = [&](std::size_t place) {
    return tail->size() - place >= kEndRecord &&
           littleEndian(*tail, place + 20, 2) == tail->size() - place - kEndRecord;
  };
  std::size_t at = tail->rfind(kEndMark);
  while (at != std::string::npos && !ends(at)) at = at > 0 ? tail->rfind(kEndMark, at - 1) : std::string::npos;
  if (at == std::string::npos) return otherForm();
  std::uint64_t end = size_ - tailBytes + at;  // end of the directory
  const std::uint64_t disks = littleEndian(*tail, at + 4, 4);
  entries_ = littleEndian(*tail, at + 10, 2);
  listBytes_ = littleEndian(*tail, at + 12, 4);
  list_ = littleEndian(*tail, at + 16, 4);
  if (entries_ == 0xffff || listBytes_ == 0xffffffff || list_ == 0xffffffff) {
    if (end < kEnd64Locator) return otherForm();
    const auto locator = bytesAt(file_, end - kEnd64Locator, kEnd64Locator);
    if (!locator.ok()) return otherForm();
    if (locator->starts_with(std::string("PK\6\7", 4))) {
      const std::uint64_t place = littleEndian(*locator, 8, 8);
      const auto wide = place < size_ ? bytesAt(file_, place, kEnd64Record) : Result<std::string>(damagedMember());
      if (!wide.ok() || !wide->starts_with(std::string("PK\6\6", 4))) return otherForm();
      entries_ = littleEndian(*wide, 32, 8);
      listBytes_ = littleEndian(*wide, 40, 8);
      list_ = littleEndian(*wide, 48, 8);
      end = place;
    }
  } else if (disks != 0) {
    return otherForm();
  }
  if (listBytes_ > end || list_ > end - listBytes_ || entries_ > listBytes_ / kListRecord) return otherForm();
  shift_ = end - listBytes_ - list_;
  list_ += shift_;
  return {};
}

Result<ZipMembers::Entry> ZipMembers::entryAt(std::uint64_t place) const {
  const std::uint64_t end = list_ + listBytes_;
  if (place < list_ || place > end || end - place < kListRecord) return damagedMember();
  // Reads 512 bytes at once, which is enough for most records.
  FOVEA_TRY(std::string record, bytesAt(file_, place, std::min<std::uint64_t>(end - place, 512)));
  if (!record.starts_with(std::string("PK\1\2", 4))) return damagedMember();
  const std::uint64_t nameBytes = littleEndian(record, 28, 2), extraBytes = littleEndian(record, 30, 2);
  Entry entry;
  entry.next = place + kListRecord + nameBytes + extraBytes + littleEndian(record, 32, 2);
  if (entry.next > end) return damagedMember();
  if (record.size() < kListRecord + nameBytes + extraBytes) {
    FOVEA_TRY(record, bytesAt(file_, place, kListRecord + nameBytes + extraBytes));
  }
  entry.madeBy = static_cast<unsigned>(littleEndian(record, 5, 1));
  entry.flags = static_cast<unsigned>(littleEndian(record, 8, 2));
  entry.method = static_cast<unsigned>(littleEndian(record, 10, 2));
  entry.time = littleEndian(record, 12, 2);
  entry.date = littleEndian(record, 14, 2);
  entry.sum = littleEndian(record, 16, 4);
  entry.packed = littleEndian(record, 20, 4);
  entry.size = littleEndian(record, 24, 4);
  entry.attributes = static_cast<unsigned>(littleEndian(record, 38, 4));
  entry.local = littleEndian(record, 42, 4);
  entry.name = record.substr(kListRecord, nameBytes);
  entry.readExtra(record.substr(kListRecord + nameBytes, extraBytes));
  return entry;
}

Status ZipMembers::forEach(const VisitMember& visit) const {
  std::uint64_t place = list_;
  for (std::uint64_t i = 0; i < entries_; ++i) {
    FOVEA_TRY(const Entry entry, entryAt(place));
    const unsigned type = entry.madeBy == 3 ? (entry.attributes >> 16) & kFileTypeMask : 0;
    ArchiveMember member;
    member.name = entry.name;
    member.folder = entry.name.ends_with('/') || entry.name.ends_with('\\') || type == kFolderType;
    member.link = type == kLinkType;
    member.special = type != 0 && type != kLinkType && type != kPlainType && type != kFolderType;
    member.size = entry.size;
    member.modified = secondsOf(entry.time, entry.date);
    member.number = place;
    // Only the directory is read, so progress in it is scaled to the size of the file.
    member.position = static_cast<std::uint64_t>(static_cast<double>(place - list_) /
                                                 static_cast<double>(std::max<std::uint64_t>(1, listBytes_)) *
                                                 static_cast<double>(size_));
    FOVEA_CHECK(visit(member));
    place = entry.next;
  }
  return {};
}

Result<std::uint64_t> ZipMembers::dataOf(const Entry& entry) const {
  const std::uint64_t local = entry.local + shift_;
  if (entry.local > size_ || local > size_ || size_ - local < kLocalRecord) return damagedMember();
  FOVEA_TRY(const std::string record, bytesAt(file_, local, kLocalRecord));
  if (!record.starts_with(std::string("PK\3\4", 4))) return damagedMember();
  const std::uint64_t data = local + kLocalRecord + littleEndian(record, 26, 2) + littleEndian(record, 28, 2);
  if (data > size_ || entry.packed > size_ - data) return damagedMember();
  return data;
}

std::optional<std::uint64_t> ZipMembers::stored(std::uint64_t member, std::uint64_t size) const {
  const auto entry = entryAt(member);
  if (!entry.ok() || entry->method != kStored || entry->size != size || entry->packed != size) return std::nullopt;
  const auto data = dataOf(*entry);
  return data.ok() ? std::optional(*data) : std::nullopt;
}

Status ZipMembers::read(std::uint64_t member, std::uint64_t size, const TakeBytes& take) const {
  FOVEA_TRY(const Entry entry, entryAt(member));
  if (entry.size != size) return damagedMember();
  FOVEA_TRY(std::uint64_t place, dataOf(entry));
  Checked checked(size, take);
  Inflating inflating;
  if (!inflating.ready()) return fail(ErrorCode::OutOfMemory, "there is not enough memory to unpack it");
  std::string packed, block(std::min<std::uint64_t>(kReadBlock, std::max<std::uint64_t>(1, size)), '\0');
  for (std::uint64_t left = entry.packed; left > 0;) {
    FOVEA_TRY(packed, bytesAt(file_, place, std::min<std::uint64_t>(left, kReadBlock)));
    place += packed.size();
    left -= packed.size();
    if (entry.method == kStored) {
      FOVEA_CHECK(checked.pass(packed));
      continue;
    }
    inflating.give(packed);
    do {
      const auto bytes = inflating.next(block);
      if (!bytes) return damagedMember();
      FOVEA_CHECK(checked.pass(*bytes));
      if (bytes->empty() && !inflating.ended() && !inflating.hungry()) return damagedMember();
    } while (!inflating.ended() && !inflating.hungry());
    if (inflating.ended()) break;
  }
  if (entry.method == kDeflated && !inflating.ended()) return damagedMember();
  return checked.end(entry.sum);
}

}  // namespace fovea
