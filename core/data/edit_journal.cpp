#include "core/data/edit_journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/json.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr int kFormat = 1;
constexpr const char* kJournalFile = "edits.jsonl";
constexpr std::uint64_t kMaximumJournal = std::uint64_t{1} << 30;
constexpr const char* kKinds[] = {"relabel", "move", "exclude", "include"};

// Runs of neighbours as [first, last], others as they are.
Json recordsToJson(const std::vector<std::uint32_t>& records) {
  Json list = Json::array();
  for (std::size_t i = 0; i < records.size();) {
    std::size_t end = i + 1;
    while (end < records.size() && records[end] == records[end - 1] + 1) ++end;
    if (end - i < 3)
      list.push_back(records[i++]);
    else
      list.push_back(Json::array({records[i], records[end - 1]})), i = end;
  }
  return list;
}

// Whether `json` was a list of records below `count`, rising.
bool recordsFromJson(const Json& json, std::uint32_t count, std::vector<std::uint32_t>& records) {
  if (!json.is_array()) return false;
  std::int64_t next = 0;
  const auto add = [&](const Json& first, const Json& last) {
    if (!first.is_number_unsigned() || !last.is_number_unsigned()) return false;
    const auto from = first.get<std::uint64_t>(), to = last.get<std::uint64_t>();
    if (from < static_cast<std::uint64_t>(next) || to < from || to >= count) return false;
    for (std::uint64_t record = from; record <= to; ++record) records.push_back(static_cast<std::uint32_t>(record));
    next = static_cast<std::int64_t>(to) + 1;
    return true;
  };
  return std::all_of(json.begin(), json.end(), [&](const Json& entry) {
    if (!entry.is_array()) return add(entry, entry);
    return entry.size() == 2 && add(entry[0], entry[1]);
  });
}

Json editToJson(const SampleEdit& edit) {
  Json json = {{"edit", kKinds[static_cast<int>(edit.kind)]}};
  if (edit.kind == EditKind::Relabel) json["label"] = edit.label;
  if (edit.kind == EditKind::Move) json["split"] = splitName(edit.split);
  json["records"] = recordsToJson(edit.records);
  return json;
}

std::optional<SampleEdit> editFromJson(const Json& json, std::uint32_t records) {
  const auto text = [&](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const auto kind = std::find(std::begin(kKinds), std::end(kKinds), text("edit"));
  if (kind == std::end(kKinds)) return std::nullopt;
  SampleEdit edit;
  edit.kind = static_cast<EditKind>(kind - std::begin(kKinds));
  if (edit.kind == EditKind::Relabel) {
    const auto label = json.find("label");
    if (label == json.end() || !label->is_number_integer()) return std::nullopt;
    const auto value = label->get<std::int64_t>();
    if (value < kNoLabel || value > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
    edit.label = static_cast<std::int32_t>(value);
  }
  if (edit.kind == EditKind::Move) {
    const auto split = splitFromName(text("split"));
    if (!split.ok()) return std::nullopt;
    edit.split = *split;
  }
  const auto list = json.find("records");
  if (list == json.end() || !recordsFromJson(*list, records, edit.records)) return std::nullopt;
  return edit;
}

// A file that is closed when it goes out of sight.
struct Descriptor {
  int number = -1;
  ~Descriptor() {
    if (number >= 0) (void)::close(number);
  }
};

Error systemError(const fs::path& file, int code) {
  const ErrorCode kind = code == ENOSPC || code == EDQUOT                   ? ErrorCode::NoSpace
                         : code == EACCES || code == EPERM || code == EROFS ? ErrorCode::PermissionDenied
                                                                            : ErrorCode::Io;
  return fail(kind, fmt::format("{} cannot be written: {}.", file.string(), std::strerror(code)),
              "Nothing of the change was kept; free some space or check the folder's permissions, and try again.");
}

bool writeAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Whether a whole line stands behind the first `bytes`: somebody else's.
bool hasLineFrom(int file, std::uint64_t bytes) {
  std::array<char, 4096> text{};
  for (auto at = static_cast<off_t>(bytes);;) {
    const ssize_t read = ::pread(file, text.data(), text.size(), at);
    if (read <= 0) return false;
    if (std::memchr(text.data(), '\n', static_cast<std::size_t>(read))) return true;
    at += read;
  }
}

}  // namespace

EditJournal EditJournal::none(const fs::path& folder, std::uint32_t records, std::size_t classes) {
  EditJournal journal;
  journal.file_ = folder / kJournalFile;
  journal.records_ = records;
  journal.classes_ = classes;
  return journal;
}

Result<EditJournal> EditJournal::open(const fs::path& folder, std::uint32_t records, std::size_t classes) {
  EditJournal journal = none(folder, records, classes);
  const auto text = readFile(journal.file_, kMaximumJournal);
  if (!text.ok() && text.error().code == ErrorCode::NotFound) return journal;
  if (!text.ok()) return text.error();
  FOVEA_CHECK(journal.read(*text));
  return journal;
}

Status EditJournal::read(const std::string& text) {
  std::string_view rest = text;
  for (std::size_t number = 1;; ++number) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return {};  // nothing more, or what a crash has cut off
    FOVEA_CHECK(readLine(rest.substr(0, end), number));
    rest.remove_prefix(end + 1);
    bytes_ = text.size() - rest.size();
  }
}

Status EditJournal::readLine(std::string_view line, std::size_t number) {
  const auto corrupt = [&](const std::string& what) {
    return fail(ErrorCode::Corrupt, fmt::format("{}, line {}: {}.", file_.string(), number, what),
                "Take the line out, or remove the file: then the data set is as it was imported.");
  };
  const auto parsed = parseJson(line);
  if (!parsed.ok()) return corrupt("it is no JSON");
  if (!parsed->is_object()) return corrupt("it is no edit");
  if (number == 1) {
    const auto format = parsed->find("format");
    if (format == parsed->end() || !format->is_number_unsigned()) return corrupt("it does not say its format");
    if (format->get<std::uint64_t>() <= kFormat) return {};
    return fail(ErrorCode::NewerVersion, file_.string() + " was written by a newer Fovea.", "Update Fovea to read it.");
  }
  if (parsed->contains("undo") && canUndo()) {
    --done_;
    return {};
  }
  if (parsed->contains("redo") && canRedo()) {
    ++done_;
    return {};
  }
  auto edit = editFromJson(*parsed, records_);
  if (!edit || !check(*edit).ok()) return corrupt("the data set has nothing that it could mean");
  edits_.resize(done_);
  edits_.push_back(std::move(*edit));
  ++done_;
  return {};
}

Status EditJournal::check(const SampleEdit& edit) const {
  if (edit.records.empty()) return fail(ErrorCode::InvalidArgument, "An edit needs at least one sample.");
  const bool rising = std::is_sorted(edit.records.begin(), edit.records.end(), std::less_equal<>());
  if (!rising || edit.records.back() >= records_)
    return fail(ErrorCode::InvalidArgument, fmt::format("An edit names samples that are not among the {}.", records_));
  if (edit.kind == EditKind::Relabel && (edit.label < kNoLabel || edit.label >= static_cast<std::int64_t>(classes_)))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("There is no class {}: the data set has {}.", edit.label, classes_));
  return {};
}

// All of the line or nothing of it.
Status EditJournal::append(const std::string& line) {
  const Descriptor file{::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)};
  if (file.number < 0) return systemError(file_, errno);
  if (hasLineFrom(file.number, bytes_))
    return fail(ErrorCode::InvalidArgument, fmt::format("{} was changed by another program meanwhile.", file_.string()),
                "Open the data set again to see what was changed.");
  // Behind the whole lines, over what a crash may have left.
  const bool placed = ::ftruncate(file.number, static_cast<off_t>(bytes_)) == 0 &&
                      ::lseek(file.number, static_cast<off_t>(bytes_), SEEK_SET) >= 0;
  const std::string text = (bytes_ == 0 ? formatJsonLine({{"format", kFormat}}) + "\n" : "") + line + "\n";
  if (!placed || !writeAll(file.number, text) || ::fdatasync(file.number) != 0) {
    const Error error = systemError(file_, errno);
    (void)::ftruncate(file.number, static_cast<off_t>(bytes_));  // if not now, the next open() passes it over
    return error;
  }
  bytes_ += text.size();
  return {};
}

Status EditJournal::add(SampleEdit edit) {
  FOVEA_CHECK(check(edit));
  FOVEA_CHECK(append(formatJsonLine(editToJson(edit))));
  edits_.resize(done_);
  edits_.push_back(std::move(edit));
  ++done_;
  return {};
}

Status EditJournal::undo() {
  if (!canUndo()) return fail(ErrorCode::InvalidArgument, "There is no edit to take back.");
  FOVEA_CHECK(append(R"({"undo":true})"));
  --done_;
  return {};
}

Status EditJournal::redo() {
  if (!canRedo()) return fail(ErrorCode::InvalidArgument, "There is no edit to do again.");
  FOVEA_CHECK(append(R"({"redo":true})"));
  ++done_;
  return {};
}

void EditJournal::applyTo(SampleStates& states) const {
  for (const SampleEdit& edit : edits())
    for (const std::uint32_t record : edit.records) switch (edit.kind) {
        case EditKind::Relabel:
          states.labels[record] = edit.label;
          states.relabelled[record] = true;
          break;
        case EditKind::Move:
          states.splits[record] = edit.split;
          break;
        case EditKind::Exclude:
        case EditKind::Include:
          states.excluded[record] = edit.kind == EditKind::Exclude;
          break;
      }
}

}  // namespace fovea
