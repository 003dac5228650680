#include "core/data/importing/archive_folder.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "core/base/file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kDeepestFolder = 32;
constexpr std::size_t kLongestName = 255;
constexpr std::chrono::milliseconds kLookReportInterval(100);
constexpr std::uint64_t kSpared = std::uint64_t{64} << 20;  // stays free on the disk

// Returns the parts of an entry's name; empty if the entry is no data. Fails if the path would leave the folder.
Result<std::vector<std::string>> entryParts(std::string name) {
  if (name.find('/') == std::string::npos) std::replace(name.begin(), name.end(), '\\', '/');
  if (name.starts_with('/')) return fail(ErrorCode::InvalidArgument, "its path begins outside of the archive");
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    std::string part = name.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") return fail(ErrorCode::InvalidArgument, "its path leaves the archive");
    if (part.size() > kLongestName) return fail(ErrorCode::InvalidArgument, "its name is too long");
    if (isClutter(part)) return std::vector<std::string>();
    parts.push_back(std::move(part));
  }
  if (parts.size() > kDeepestFolder) return fail(ErrorCode::InvalidArgument, "it lies too deep");
  return parts;
}

}  // namespace

Status ArchiveJob::check() const {
  if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "Looking through the archive was cancelled.");
  return {};
}

Status ArchiveFolder::measure() {
  std::error_code code;
  size_ = fs::file_size(job_.file, code);
  if (code) return systemError(code.value(), "Cannot open " + job_.file.string());
  FOVEA_TRY(const std::uint64_t space, freeSpace(job_.folder));
  space_ = space > kSpared ? space - kSpared : 0;
  most_ = size_ * job_.limits.ratio + job_.limits.free;
  return {};
}

Status ArchiveFolder::count(const ArchiveMember& member, std::string_view what) {
  FOVEA_CHECK(job_.check());
  if (++entries_ > job_.limits.entries)
    return tooMuch(what, fmt::format("it holds more than {} entries", job_.limits.entries));
  sum_ = member.size > most_ - std::min(most_, sum_) ? most_ + 1 : sum_ + member.size;
  return sum_ > most_ ? Status(becomesTooMuch(what)) : Status();
}

Status ArchiveFolder::write(std::uint64_t bytes) {
  written_ += bytes;
  if (written_ > most_) return becomesTooMuch("unpacked");
  if (written_ > space_) return noRoom(0);
  return {};
}

Status ArchiveFolder::checkRoom() const {
  return sum_ > space_ ? Status(noRoom(sum_)) : Status();
}

Error ArchiveFolder::tooMuch(std::string_view verb, const std::string& what) const {
  return fail(ErrorCode::InvalidArgument,
              fmt::format("{} is not {}: {}, which no data set of its size needs.", job_.file.string(), verb, what),
              "Where it is meant so, unpack it yourself and import the folder.");
}

Error ArchiveFolder::becomesTooMuch(std::string_view verb) const {
  return tooMuch(verb, fmt::format("it becomes more than {} bytes", grouped(static_cast<std::int64_t>(most_))));
}

Error ArchiveFolder::noRoom(std::uint64_t needed) const {
  return fail(ErrorCode::NoSpace,
              fmt::format("There is not enough space on the disk to unpack {} beside the data set: it becomes {}{} "
                          "bytes, and {} are free.",
                          job_.file.string(), needed == 0 ? "more than " : "",
                          grouped(static_cast<std::int64_t>(needed == 0 ? space_ : needed)),
                          grouped(static_cast<std::int64_t>(space_))),
              "Free some space, or unpack it yourself and import the folder.");
}

Result<fs::path> ArchiveFolder::placeOf(const ArchiveMember& member) const {
  if (member.name.empty()) return fail(ErrorCode::InvalidArgument, "it has no name");
  FOVEA_TRY(const auto parts, entryParts(member.name));
  if (parts.empty()) return fs::path();
  if (member.link) return fail(ErrorCode::InvalidArgument, "it is a link");
  if (member.special) return fail(ErrorCode::InvalidArgument, "it is no file");
  fs::path place = job_.folder;
  for (std::size_t i = 0; i + (member.folder ? 0 : 1) < parts.size(); ++i) place /= parts[i];
  std::error_code code;
  fs::create_directories(place, code);
  if (!fs::is_directory(place, code)) return fail(ErrorCode::InvalidArgument, "a file has the name of its folder");
  return member.folder ? fs::path() : place / parts.back();
}

Result<Descriptor> ArchiveFolder::create(const fs::path& place) {
  Descriptor file(::open(place.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (file.open()) return file;
  if (errno == EEXIST) return fail(ErrorCode::InvalidArgument, "the archive holds its name twice");
  return systemError(errno, "Cannot create " + place.string());
}

void ArchiveFolder::leaveOut(const ArchiveMember& member, const std::string& reason,
                             std::vector<SkippedSample>& problems) const {
  if (problems.size() < kListedProblems) problems.push_back({job_.file.string() + "/" + member.name, 0, reason});
}

void ArchiveFolder::report(const char* stage, std::uint64_t position) {
  const auto now = std::chrono::steady_clock::now();
  if (!job_.progress || now - reported_ < kLookReportInterval) return;
  reported_ = now;
  job_.progress({stage, std::min(position, size_), size_});
}

}  // namespace fovea
