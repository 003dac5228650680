#include "core/data/importing/archive.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <clocale>

#include "core/base/file.h"
#include "core/data/importing/importer.h"
#include "core/data/importing/names.h"

#if defined(FOVEA_HAVE_ARCHIVE)
#include <archive.h>
#include <archive_entry.h>
#endif

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 12> kEndings = {".zip",     ".npz", ".tar",    ".tgz",  ".tar.gz",  ".tbz2",
                                                       ".tar.bz2", ".txz", ".tar.xz", ".tzst", ".tar.zst", ".tbz"};

// The ending that identifies an archive; empty where there is none.
std::string_view archiveEnding(const std::string& lower) {
  for (const std::string_view ending : kEndings)
    if (lower.size() > ending.size() && lower.ends_with(ending)) return ending;
  return {};
}

class ArchivedSource : public ImportSource {
 public:
  ArchivedSource(std::unique_ptr<ImportSource> source, std::shared_ptr<const UnpackedArchive> archive)
      : archive_(std::move(archive)), source_(std::move(source)) {}
  std::string name() const override { return source_->name(); }
  Task task() const override { return source_->task(); }
  const std::vector<std::string>& classes() const override { return source_->classes(); }
  std::int64_t size() const override { return source_->size(); }
  ImportItem item(std::int64_t index) const override {
    ImportItem item = source_->item(index);
    item.source = archive_->told(std::move(item.source));
    return item;
  }
  Result<LoadedItem> load(std::int64_t index) const override {
    auto item = source_->load(index);
    if (item.ok()) return item;
    Error error = item.error();
    error.message = archive_->told(std::move(error.message));
    return error;
  }
  bool keepsSplits() const override { return source_->keepsSplits(); }
  std::int64_t symbols() const override { return source_->symbols(); }
  std::vector<DataPart> parts() const override { return source_->parts(); }
  std::string inputName() const override { return source_->inputName(); }
  std::string learned() const override { return source_->learned(); }
  Status takeLearned(const std::string& learned) override { return source_->takeLearned(learned); }
  void takeSplits(std::span<const std::uint8_t> splits) override { source_->takeSplits(splits); }
  std::vector<SkippedSample> problems() const override {
    std::vector<SkippedSample> all = source_->problems();
    for (SkippedSample& each : all) {
      each.source = archive_->told(std::move(each.source));
      each.reason = archive_->told(std::move(each.reason));
    }
    all.insert(all.end(), archive_->problems().begin(), archive_->problems().end());
    return all;
  }
  std::vector<ImportDecision> decisions() const override { return source_->decisions(); }

 private:
  std::shared_ptr<const UnpackedArchive> archive_;  // must outlive the source, which reads its files
  std::unique_ptr<ImportSource> source_;
};

}  // namespace

bool isArchiveName(std::string_view name) {
  return !archiveEnding(lowerCase(name)).empty();
}

std::string UnpackedArchive::told(std::string text) const {
  const std::string inside = folder_.string();
  for (std::size_t at = text.find(inside); at != std::string::npos; at = text.find(inside, at + archive_.size()))
    text.replace(at, inside.size(), archive_);
  return text;
}

Error UnpackedArchive::told(Error error) const {
  error.message = told(std::move(error.message));
  error.advice = told(std::move(error.advice));
  return error;
}

void tellArchived(const UnpackedArchive& archive, Recognition& found) {
  for (std::string& warning : found.warnings) warning = archive.told(std::move(warning));
  for (Sample& sample : found.previews) sample.source = archive.told(std::move(sample.source));
  if (!archive.problems().empty())
    found.warnings.push_back(fmt::format("{} of the archive will be left out; the first is {}: {}.",
                                         counted(std::ssize(archive.problems()), "entry", "entries"),
                                         displayName(archive.problems()[0].source), archive.problems()[0].reason));
}

std::unique_ptr<ImportSource> archivedSource(std::unique_ptr<ImportSource> source,
                                             std::shared_ptr<const UnpackedArchive> archive) {
  return std::make_unique<ArchivedSource>(std::move(source), std::move(archive));
}

#if defined(FOVEA_HAVE_ARCHIVE)
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr std::size_t kDeepestFolder = 32;
constexpr std::size_t kLongestName = 255;
constexpr std::chrono::milliseconds kUnpackReportInterval(100);
constexpr std::uint64_t kSpared = std::uint64_t{64} << 20;  // bytes that stay free on the disk

using Reading = std::unique_ptr<archive, int (*)(archive*)>;

// Interprets names of entries as UTF-8 whatever the locale of the program; changes only the locale of this thread.
class Utf8Names {
 public:
  Utf8Names() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_) before_ = ::uselocale(locale_);
  }
  ~Utf8Names() {
    if (!locale_) return;
    ::uselocale(before_);
    ::freelocale(locale_);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  locale_t locale_;
  locale_t before_{};
};

class Descriptor {
 public:
  explicit Descriptor(const fs::path& path)
      : number_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  bool open() const { return number_ >= 0; }
  bool write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::write(number_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

 private:
  int number_;
};

// The parts of an entry's name; an error where it would leave the folder. Empty: the entry contains no data.
Result<std::vector<std::string>> partsOf(std::string name) {
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

class Unpacking {
 public:
  Unpacking(const fs::path& file, const fs::path& folder, const CancelToken& cancel, const ArchiveLimits& limits,
            const ProgressFunction& progress)
      : file_(file), folder_(folder), cancel_(cancel), limits_(limits), progress_(progress) {}

  Status run(std::vector<SkippedSample>& problems) {
    const Utf8Names names;
    FOVEA_CHECK(open());
    if (saysItsSize()) {
      FOVEA_CHECK(checkSize());
      FOVEA_CHECK(open());
    }
    for (std::uint64_t entries = 0;; ++entries) {
      if (cancel_.cancelled()) return fail(ErrorCode::Cancelled, "Unpacking the archive was cancelled.");
      archive_entry* entry = nullptr;
      const int code = ::archive_read_next_header(reading_.get(), &entry);
      if (code == ARCHIVE_EOF) return {};
      if (code < ARCHIVE_WARN) return damaged();
      if (entries >= limits_.entries) return tooMuch(fmt::format("it holds more than {} entries", limits_.entries));
      const char* name = ::archive_entry_pathname(entry);
      const std::string text = name ? name : "";
      const Status taken = take(entry, text);
      if (taken.ok()) continue;
      if (taken.error().code != ErrorCode::InvalidArgument || fatal_) return taken;
      if (problems.size() < kListedProblems)
        problems.push_back({file_.string() + "/" + text, 0, taken.error().message});
    }
  }

 private:
  Status open() {
    std::error_code code;
    const std::uint64_t size = fs::file_size(file_, code);
    if (code) return systemError(code.value(), "Cannot open " + file_.string());
    FOVEA_TRY(const std::uint64_t space, freeSpace(folder_));
    space_ = space > kSpared ? space - kSpared : 0;
    size_ = size;
    most_ = size * limits_.ratio + limits_.free;
    reading_.reset(::archive_read_new());
    if (!reading_) return fail(ErrorCode::OutOfMemory, "There is not enough memory to read " + file_.string() + ".");
    for (const auto support :
         {::archive_read_support_format_zip, ::archive_read_support_format_tar, ::archive_read_support_filter_gzip,
          ::archive_read_support_filter_bzip2, ::archive_read_support_filter_xz, ::archive_read_support_filter_zstd})
      (void)support(reading_.get());
    if (::archive_read_open_filename(reading_.get(), file_.c_str(), kBlock) != ARCHIVE_OK) return damaged();
    return {};
  }

  // True if the unpacked size is known without decompressing.
  bool saysItsSize() const {
    const std::string name = lowerCase(file_.filename().string());
    return name.ends_with(".zip") || name.ends_with(".npz") || name.ends_with(".tar");
  }

  // Reads the headers of all entries. A header may be wrong; write() detects that.
  Status checkSize() {
    std::uint64_t sum = 0;
    for (std::uint64_t entries = 0; entries < limits_.entries; ++entries) {
      if (cancel_.cancelled()) return fail(ErrorCode::Cancelled, "Unpacking the archive was cancelled.");
      archive_entry* entry = nullptr;
      if (::archive_read_next_header(reading_.get(), &entry) != ARCHIVE_OK) return {};  // run() reports the error
      if (::archive_entry_size_is_set(entry) && ::archive_entry_size(entry) > 0)
        sum += static_cast<std::uint64_t>(::archive_entry_size(entry));
      if (sum > most_) return becomesTooMuch();
    }
    return sum > space_ ? noRoom(sum) : Status();
  }

  Error becomesTooMuch() {
    return tooMuch(fmt::format("it becomes more than {} bytes", grouped(static_cast<std::int64_t>(most_))));
  }
  Error noRoom(std::uint64_t needed) const {
    return fail(ErrorCode::NoSpace,
                fmt::format("There is not enough space on the disk to unpack {} beside the data set: it becomes {}{} "
                            "bytes, and {} are free.",
                            file_.string(), needed == 0 ? "more than " : "",
                            grouped(static_cast<std::int64_t>(needed == 0 ? space_ : needed)),
                            grouped(static_cast<std::int64_t>(space_))),
                "Free some space, or unpack it yourself and import the folder.");
  }

  void report() {
    const auto now = std::chrono::steady_clock::now();
    if (!progress_ || now - reported_ < kUnpackReportInterval) return;
    reported_ = now;
    const auto read = static_cast<std::uint64_t>(std::max<la_int64_t>(0, ::archive_filter_bytes(reading_.get(), -1)));
    progress_({"Unpacking the archive", std::min(read, size_), size_});
  }

  Error damaged() {
    const char* words = ::archive_error_string(reading_.get());
    return fail(ErrorCode::Corrupt,
                fmt::format("{} cannot be read: {}.", file_.string(), words ? words : "it is damaged"),
                "Fetch the file again.");
  }
  Error tooMuch(const std::string& what) {
    fatal_ = true;
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} is not unpacked: {}, which no data set of its size needs.", file_.string(), what),
                "Where it is meant so, unpack it yourself and import the folder.");
  }

  Status take(archive_entry* entry, const std::string& name) {
    if (::archive_entry_is_encrypted(entry)) {
      fatal_ = true;
      return fail(ErrorCode::InvalidArgument, file_.string() + " is encrypted.", "Unpack it yourself first.");
    }
    if (name.empty()) return fail(ErrorCode::InvalidArgument, "it has no name");
    FOVEA_TRY(const auto parts, partsOf(name));
    if (parts.empty()) return {};
    if (::archive_entry_hardlink(entry) || ::archive_entry_filetype(entry) == AE_IFLNK)
      return fail(ErrorCode::InvalidArgument, "it is a link");
    fs::path place = folder_;
    const bool isFolder = ::archive_entry_filetype(entry) == AE_IFDIR;
    if (!isFolder && ::archive_entry_filetype(entry) != AE_IFREG)
      return fail(ErrorCode::InvalidArgument, "it is no file");
    for (std::size_t i = 0; i + (isFolder ? 0 : 1) < parts.size(); ++i) place /= parts[i];
    std::error_code code;
    fs::create_directories(place, code);
    if (!fs::is_directory(place, code)) return fail(ErrorCode::InvalidArgument, "a file has the name of its folder");
    return isFolder ? Status() : write(place / parts.back());
  }

  Status write(const fs::path& place) {
    const Descriptor file(place);
    if (!file.open()) {
      if (errno == EEXIST) return fail(ErrorCode::InvalidArgument, "the archive holds its name twice");
      return systemError(errno, "Cannot create " + place.string());
    }
    block_.resize(kBlock);
    for (;;) {
      if (cancel_.cancelled()) return fail(ErrorCode::Cancelled, "Unpacking the archive was cancelled.");
      const la_ssize_t count = ::archive_read_data(reading_.get(), block_.data(), block_.size());
      if (count == 0) return {};
      if (count < 0) return damaged();
      bytes_ += static_cast<std::uint64_t>(count);
      report();
      if (bytes_ > most_) return becomesTooMuch();
      if (bytes_ > space_) return noRoom(0);
      if (!file.write({block_.data(), static_cast<std::size_t>(count)}))
        return systemError(errno, "Cannot write " + place.string());
    }
  }

  const fs::path& file_;
  const fs::path& folder_;
  const CancelToken& cancel_;
  const ArchiveLimits limits_;
  const ProgressFunction& progress_;
  std::chrono::steady_clock::time_point reported_{};
  Reading reading_{nullptr, ::archive_read_free};
  std::string block_;
  std::uint64_t bytes_ = 0, most_ = 0, space_ = 0, size_ = 0;
  bool fatal_ = false;
};

}  // namespace

bool canReadArchives() {
  return true;
}

Result<std::shared_ptr<const UnpackedArchive>> UnpackedArchive::make(const fs::path& archive, const fs::path& scratch,
                                                                     const CancelToken& cancel,
                                                                     const ArchiveLimits& limits,
                                                                     const ProgressFunction& progress) {
  auto unpacked = std::make_shared<UnpackedArchive>();
  unpacked->archive_ = absoluteText(archive);
  const std::string name = archive.filename().string();
  StagingOptions options;
  options.targetMayExist = true;
  FOVEA_TRY(unpacked->staging_, StagingFolder::create(scratch / (name + ".unpacked"), options));
  unpacked->folder_ = unpacked->staging_->path() / name.substr(0, name.size() - archiveEnding(lowerCase(name)).size());
  FOVEA_CHECK(createFolder(unpacked->folder_));
  FOVEA_CHECK(Unpacking(archive, unpacked->folder_, cancel, limits, progress).run(unpacked->problems_));
  return std::shared_ptr<const UnpackedArchive>(std::move(unpacked));
}
#else
bool canReadArchives() {
  return false;
}

Result<std::shared_ptr<const UnpackedArchive>> UnpackedArchive::make(const fs::path& archive, const fs::path&,
                                                                     const CancelToken&, const ArchiveLimits&,
                                                                     const ProgressFunction&) {
  return fail(ErrorCode::Unsupported,
              archive.string() + " is an archive, and this build of Fovea reads none: it was made without libarchive.",
              "Unpack it and import the folder, or install libarchive-dev and build again.");
}
#endif

}  // namespace fovea
