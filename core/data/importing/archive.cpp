#include "core/data/importing/archive.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <set>

#include "core/base/file.h"
#include "core/data/importing/archive_folder.h"
#include "core/data/importing/archive_unpacking.h"
#include "core/data/importing/archives_of_folder.h"
#include "core/data/importing/importer.h"
#include "core/data/importing/names.h"
#include "core/data/importing/tar_members.h"
#include "core/data/importing/zip_members.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 12> kEndings = {".zip",     ".npz", ".tar",    ".tgz",  ".tar.gz",  ".tbz2",
                                                       ".tar.bz2", ".txz", ".tar.xz", ".tzst", ".tar.zst", ".tbz"};

// Returns the ending that identifies an archive; empty if there is none.
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

namespace {

// Creates a stand-in for each member of an archive whose members can be read from inside it.
template <class Members>
class StandInFolder {
 public:
  StandInFolder(const Members& members, const ArchiveJob& job) : members_(members), job_(job), folder_(job) {}

  Result<std::unique_ptr<StandIns>> make(std::shared_ptr<const MemberReader> reader,
                                         std::vector<SkippedSample>& problems) {
    const auto count = [&](const ArchiveMember& member) { return folder_.count(member, "looked at"); };
    const auto visit = [&](const ArchiveMember& member) -> Status {
      FOVEA_CHECK(job_.check());
      folder_.report("Looking through the archive", member.position);
      Status taken = take(member);
      if (taken.ok() || taken.error().code != ErrorCode::InvalidArgument) return taken;
      folder_.leaveOut(member, taken.error().message, problems);
      return {};
    };
    FOVEA_CHECK(folder_.measure());
    FOVEA_CHECK(members_.forEach(count));
    FOVEA_CHECK(members_.forEach(visit));
    return std::make_unique<StandIns>(device_, std::move(all_), std::move(reader));
  }

 private:
  Status take(const ArchiveMember& member) {
    FOVEA_TRY(const fs::path place, folder_.placeOf(member));
    if (place.empty()) return {};
    FOVEA_TRY(const Descriptor file, ArchiveFolder::create(place));
    const struct timespec time { member.modified, 0 };
    const struct timespec times[2] = {time, time};
    struct stat info {};
    if (::ftruncate(file.number(), static_cast<off_t>(member.size)) != 0 || ::fstat(file.number(), &info) != 0)
      return systemError(errno, "Cannot create " + place.string());
    ::futimens(file.number(), times);  // ignores failure: a file system may not support dates before 1970
    device_ = info.st_dev;
    if (member.size > 0) all_.push_back({info.st_ino, member.number});
    return {};
  }

  const Members& members_;
  const ArchiveJob& job_;
  ArchiveFolder folder_;
  dev_t device_ = 0;
  std::vector<StandIn> all_;
};

// Fails with Unsupported if members cannot be read from inside this archive.
template <class Members>
Result<std::unique_ptr<StandIns>> readInPlace(const ArchiveJob& job, std::vector<SkippedSample>& problems) {
  FOVEA_TRY(const auto members, Members::open(job.file));
  return StandInFolder<Members>(*members, job).make(members, problems);
}

Result<std::unique_ptr<StagingFolder>> stagingFor(const std::string& name, const fs::path& scratch) {
  StagingOptions options;
  options.targetMayExist = true;
  return StagingFolder::create(scratch / (name + ".unpacked"), options);
}

std::string stemOfArchive(const std::string& name) {
  return name.substr(0, name.size() - archiveEnding(lowerCase(name)).size());
}

// Links all files of a folder and of the folders in it but the archives.
Status linkFiles(const fs::path& folder, const fs::path& to, const std::set<fs::path>& archives) {
  std::error_code code;
  for (const auto& entry : fs::directory_iterator(folder, code)) {
    const fs::path place = to / entry.path().filename();
    if (isClutter(entry.path().filename().string()) || archives.contains(entry.path())) continue;
    std::error_code failed;
    if (entry.is_directory(failed)) {
      FOVEA_CHECK(createFolder(place));
      FOVEA_CHECK(linkFiles(entry.path(), place, archives));
    } else {
      fs::create_symlink(entry.path(), place, failed);
      if (failed) return systemError(failed.value(), "Cannot create " + place.string());
    }
  }
  return code ? Status(systemError(code.value(), "Cannot read " + folder.string())) : Status();
}

}  // namespace

bool canReadArchives() {
  return canUnpackArchives();
}

// Reads the members in place if possible, and unpacks them otherwise.
Status UnpackedArchive::unpack(const ArchiveJob& job) {
  if (auto made = readInPlace<TarMembers>(job, problems_); made.ok() || made.error().code != ErrorCode::Unsupported)
    return keep(std::move(made));
  // The archive may itself be a member of one.
  FOVEA_TRY(const OpenedFile whole, openWhole(job.file));
  const fs::path file = nameToOpen(whole, job.file);
  const ArchiveJob opened{file, job.folder, job.cancel, job.limits, job.progress};
  if (auto made = readInPlace<ZipMembers>(opened, problems_); made.ok() || made.error().code != ErrorCode::Unsupported)
    return keep(std::move(made));
  inPlace_ = false;
  return unpackArchive(opened, problems_);
}

Status UnpackedArchive::keep(Result<std::unique_ptr<StandIns>> made) {
  if (!made.ok()) return made.error();
  standIns_.push_back(std::move(made).value());
  return {};
}

// Unpacks archives, each into the folder of the same place in `folder_`. One that cannot be read is a problem, and an
// error if all are.
Status UnpackedArchive::unpackParts(const std::vector<Part>& parts, const CancelToken& cancel,
                                    const ArchiveLimits& limits, const ProgressFunction& progress) {
  Status first;
  std::size_t failed = 0;
  for (const Part& part : parts) {
    const fs::path content = staging_->path() / ("part" + std::to_string(parts_++));
    FOVEA_CHECK(createFolder(content));
    const Status taken = unpack({part.archive, content, cancel, limits, progress});
    if (!taken.ok() && taken.error().code == ErrorCode::Cancelled) return taken.error();
    if (!taken.ok()) {
      if (failed++ == 0) first = taken;
      problems_.push_back({part.told.string(), 0, taken.error().message});
      continue;
    }
    FOVEA_TRY(const auto staying, moveUnpacked(content, part.place, stemOfArchive(part.archive.filename().string())));
    for (const fs::path& file : staying)
      problems_.push_back({(part.told / file).string(), 0, "another archive holds a file of this name"});
  }
  return failed > 0 && failed == parts.size() ? first : Status();
}

// Unpacks the archives that the unpacked archives consist of.
Status UnpackedArchive::unpackInner(const CancelToken& cancel, const ArchiveLimits& limits,
                                    const ProgressFunction& progress) {
  FOVEA_TRY(const auto inner, archivesOfFolder(folder_, SourceScan(cancel)));
  std::vector<Part> parts;
  for (const fs::path& archive : inner) {
    const fs::path aside = staging_->path() / ("inner" + std::to_string(parts.size()));
    FOVEA_CHECK(createFolder(aside));
    std::error_code code;
    fs::rename(archive, aside / archive.filename(), code);
    if (code) return systemError(code.value(), "Cannot unpack " + archive.string());
    parts.push_back({aside / archive.filename(), archive.parent_path(), told(archive.string())});
  }
  return unpackParts(parts, cancel, limits, progress);
}

Result<std::shared_ptr<const UnpackedArchive>> UnpackedArchive::make(const fs::path& archive, const fs::path& scratch,
                                                                     const CancelToken& cancel,
                                                                     const ArchiveLimits& limits,
                                                                     const ProgressFunction& progress) {
  auto unpacked = std::make_shared<UnpackedArchive>();
  unpacked->archive_ = absoluteText(archive);
  const std::string name = archive.filename().string();
  FOVEA_TRY(unpacked->staging_, stagingFor(name, scratch));
  unpacked->folder_ = unpacked->staging_->path() / stemOfArchive(name);
  FOVEA_CHECK(createFolder(unpacked->folder_));
  FOVEA_CHECK(unpacked->unpack({archive, unpacked->folder_, cancel, limits, progress}));
  FOVEA_CHECK(unpacked->unpackInner(cancel, limits, progress));
  return std::shared_ptr<const UnpackedArchive>(std::move(unpacked));
}

Result<std::shared_ptr<const UnpackedArchive>> UnpackedArchive::makeFolder(
    const fs::path& folder, const std::vector<fs::path>& archives, const fs::path& scratch, const CancelToken& cancel,
    const ArchiveLimits& limits, const ProgressFunction& progress) {
  auto unpacked = std::make_shared<UnpackedArchive>();
  unpacked->archive_ = absoluteText(folder);
  const std::string name = fs::path(unpacked->archive_).filename().string();
  FOVEA_TRY(unpacked->staging_, stagingFor(name, scratch));
  const fs::path root = unpacked->folder_ = unpacked->staging_->path() / name;
  FOVEA_CHECK(createFolder(root));
  FOVEA_CHECK(linkFiles(unpacked->archive_, root, {archives.begin(), archives.end()}));
  std::vector<Part> parts;
  for (const fs::path& archive : archives)
    parts.push_back({archive, root / fs::relative(archive.parent_path(), unpacked->archive_), archive});
  FOVEA_CHECK(unpacked->unpackParts(parts, cancel, limits, progress));
  FOVEA_CHECK(unpacked->unpackInner(cancel, limits, progress));
  return std::shared_ptr<const UnpackedArchive>(std::move(unpacked));
}

}  // namespace fovea
