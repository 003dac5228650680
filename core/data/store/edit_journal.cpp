#include "core/data/store/edit_journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/base/json_numbers.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr int kFirstFormat = 1, kFormatWithClasses = 2, kFormatWithTags = 3;
constexpr const char* kJournalFile = "edits.jsonl";
constexpr std::uint64_t kMaximumJournal = std::uint64_t{1} << 30;
constexpr std::size_t kMaximumClassName = 200, kMaximumAddedClasses = 1000;
constexpr std::size_t kMaximumTagName = 60, kMaximumTags = 200;
constexpr auto kPatience = std::chrono::seconds(3);  // maximum wait for the lock of another program
constexpr const char* kKinds[] = {"relabel", "move", "exclude", "include", "tag", "untag"};

bool isOfTag(const SampleEdit& edit) {
  return edit.kind == EditKind::Tag || edit.kind == EditKind::Untag;
}

// Writes runs of consecutive records as [first, last].
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

// Returns false unless `json` is an ascending list of records below `count`.
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
  if (edit.kind == EditKind::Relabel && edit.newClass.empty()) json["label"] = edit.label;
  if (edit.kind == EditKind::Relabel && !edit.newClass.empty()) json["class"] = edit.newClass;
  if (edit.kind == EditKind::Move) json["split"] = splitName(edit.split);
  if (isOfTag(edit)) json["tag"] = edit.tag;
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
  if (edit.kind == EditKind::Relabel) edit.newClass = text("class");
  if (isOfTag(edit)) edit.tag = text("tag");
  if (edit.kind == EditKind::Relabel && edit.newClass.empty()) {
    const auto label = json.find("label");
    const auto value = label == json.end() ? std::nullopt : wholeNumber(*label);
    if (!value || *value < kNoLabel || *value > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
    edit.label = static_cast<std::int32_t>(*value);
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

// A file descriptor that is closed automatically.
struct Descriptor {
  int number = -1;
  ~Descriptor() {
    if (number >= 0) (void)::close(number);
  }
};

Error journalError(const fs::path& file, int code) {
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

// The text after the first `bytes`, at most kMaximumJournal.
Result<std::string> textFrom(int file, std::uint64_t bytes, std::uint64_t size) {
  std::string text(static_cast<std::size_t>(std::min(size - bytes, kMaximumJournal)), '\0');
  std::size_t have = 0;
  while (have < text.size()) {
    const ssize_t count = ::pread(file, text.data() + have, text.size() - have, static_cast<off_t>(bytes + have));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    have += static_cast<std::size_t>(count);
  }
  text.resize(have);
  return text;
}

// Waits for the lock. It is released with the descriptor, also if the program is killed.
Status takeTurn(int file, const fs::path& path) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return journalError(path, errno);
    if (std::chrono::steady_clock::now() > end)
      return fail(ErrorCode::AlreadyExists, path.string() + " is being written by another program.",
                  "Try again when it has finished.");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return {};
}

Error changedMeanwhile(const fs::path& file, const std::string& what) {
  return fail(ErrorCode::AlreadyExists,
              fmt::format("Another program has edited {} meanwhile: {}.", file.string(), what),
              "Open the data set again to see what was changed.");
}

}  // namespace

EditJournal EditJournal::none(const fs::path& folder, std::uint32_t records, std::vector<std::string> classes) {
  EditJournal journal;
  journal.file_ = folder / kJournalFile;
  journal.records_ = records;
  journal.imported_ = classes.size();
  journal.classes_ = std::move(classes);
  return journal;
}

Result<EditJournal> EditJournal::open(const fs::path& folder, std::uint32_t records, std::vector<std::string> classes) {
  EditJournal journal = none(folder, records, std::move(classes));
  const auto text = readFile(journal.file_, kMaximumJournal);
  if (!text.ok() && text.error().code == ErrorCode::NotFound) return journal;
  if (!text.ok()) return text.error();
  FOVEA_CHECK(journal.read(*text));
  return journal;
}

// Reads whole lines; ignores text after the last line end, which a crash has cut off.
Status EditJournal::read(std::string_view text) {
  for (;;) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    ++lines_;
    FOVEA_CHECK(readLine(text.substr(0, end)));
    text.remove_prefix(end + 1);
    bytes_ += end + 1;
  }
}

Status EditJournal::readLine(std::string_view line) {
  const auto corrupt = [&](const std::string& what) {
    return fail(ErrorCode::Corrupt, fmt::format("{}, line {}: {}.", file_.string(), lines_, what),
                "Take the line out, or remove the file: then the data set is as it was imported.");
  };
  const auto parsed = parseJson(line);
  if (!parsed.ok()) return corrupt("it is no JSON");
  if (!parsed->is_object()) return corrupt("it is no edit");
  if (lines_ == 1 || parsed->contains("format")) {
    const auto format = parsed->find("format");
    const auto number = format == parsed->end() ? std::nullopt : wholeNumber(*format);
    if (!number || *number < 1) return corrupt("it does not say its format");
    if (*number > kFormatWithTags)
      return fail(ErrorCode::NewerVersion, file_.string() + " was written by a newer Fovea.",
                  "Update Fovea to read it.");
    format_ = static_cast<int>(*number);
    return {};
  }
  if (parsed->contains("undo") && canUndo()) {
    stepBack();
    return {};
  }
  if (parsed->contains("redo") && canRedo()) {
    stepForward();
    return {};
  }
  auto edit = editFromJson(*parsed, records_);
  if (!edit || !check(*edit).ok()) return corrupt("the data set has nothing that it could mean");
  remember(std::move(*edit));
  return {};
}

void EditJournal::remember(SampleEdit edit) {
  edits_.resize(done_);
  edits_.push_back(std::move(edit));
  stepForward();
}

// A later import may have added a class with the name of an edit's new class, so names are compared, not numbers.
void EditJournal::stepForward() {
  SampleEdit& edit = edits_[done_];
  if (!edit.newClass.empty()) {
    auto place = std::find(classes_.begin(), classes_.end(), edit.newClass);
    if (place == classes_.end()) place = classes_.insert(place, edit.newClass);
    edit.label = static_cast<std::int32_t>(place - classes_.begin());
  }
  classCounts_.resize(done_++);
  classCounts_.push_back(classes_.size());
}

void EditJournal::stepBack() {
  --done_;
  classes_.resize(done_ > 0 ? classCounts_[done_ - 1] : imported_);
}

Status EditJournal::check(const SampleEdit& edit) const {
  if (edit.records.empty()) return fail(ErrorCode::InvalidArgument, "An edit needs at least one sample.");
  const bool rising = std::is_sorted(edit.records.begin(), edit.records.end(), std::less_equal<>());
  if (!rising || edit.records.back() >= records_)
    return fail(ErrorCode::InvalidArgument, fmt::format("An edit names samples that are not among the {}.", records_));
  if (!edit.newClass.empty() && classes_.size() >= imported_ + kMaximumAddedClasses)
    return fail(ErrorCode::InvalidArgument, fmt::format("Edits can add at most {} classes.", kMaximumAddedClasses));
  if (edit.newClass.size() > kMaximumClassName || edit.newClass.find('\n') != std::string::npos ||
      (!edit.newClass.empty() && edit.kind != EditKind::Relabel))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The name of a class is one line of at most {} letters.", kMaximumClassName));
  if (edit.kind == EditKind::Relabel && edit.newClass.empty() &&
      (edit.label < kNoLabel || edit.label >= static_cast<std::int64_t>(classes_.size())))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("There is no class {}: the data set has {}.", edit.label, classes_.size()));
  if (isOfTag(edit) != !edit.tag.empty())
    return fail(ErrorCode::InvalidArgument, "An edit of tags, and no other one, names a tag.");
  if (!isOfTag(edit)) return {};
  FOVEA_CHECK(checkTagName(edit.tag));
  std::set<std::string_view> names{edit.tag};
  for (const SampleEdit& each : edits())
    if (isOfTag(each)) names.insert(each.tag);
  if (names.size() > kMaximumTags)
    return fail(ErrorCode::InvalidArgument, fmt::format("A data set can have at most {} tags.", kMaximumTags));
  return {};
}

std::int64_t EditJournal::corrections() const {
  const auto all = edits();
  return std::count_if(all.begin(), all.end(), [](const SampleEdit& edit) { return !isOfTag(edit); });
}

// Reads lines that others have written since. `edit` is the edit about to follow; null for undo or redo, which refer to
// the state that the user saw.
Status EditJournal::takeIn(int file, const SampleEdit* edit) {
  struct stat info {};
  if (::fstat(file, &info) != 0) return journalError(file_, errno);
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (size < bytes_) return changedMeanwhile(file_, "some of its lines are gone");
  FOVEA_TRY(const std::string text, textFrom(file, bytes_, size));
  EditJournal now = *this;
  if (const Status taken = now.read(text); !taken.ok()) {
    if (taken.error().code != ErrorCode::Corrupt) return taken;
    return changedMeanwhile(file_, "samples that were not there when the data set was opened");
  }
  if (now.bytes_ == bytes_) return {};
  if (!edit) return changedMeanwhile(file_, "its last edit is another one now");
  const auto theirs = now.edits(), ours = edits();
  const auto same = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end());
  std::vector<bool> touched(records_);
  for (const auto& others : {std::span(same.first, ours.end()), std::span(same.second, theirs.end())})
    for (const SampleEdit& other : others)
      for (const std::uint32_t record : other.records) touched[record] = true;
  const auto both =
      std::count_if(edit->records.begin(), edit->records.end(), [&](std::uint32_t record) { return touched[record]; });
  if (both > 0) return changedMeanwhile(file_, fmt::format("{} of the samples that are edited here", both));
  *this = std::move(now);
  return {};
}

// Writes all of `line` (which may be several lines) or nothing.
Status EditJournal::append(const SampleEdit* edit, const std::string& line, std::size_t lines) {
  const Descriptor file{::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)};
  if (file.number < 0) return journalError(file_, errno);
  FOVEA_CHECK(takeTurn(file.number, file_));
  FOVEA_CHECK(takeIn(file.number, edit));
  // Writes after the last whole line, over the rest of a crashed write.
  const bool placed = ::ftruncate(file.number, static_cast<off_t>(bytes_)) == 0 &&
                      ::lseek(file.number, static_cast<off_t>(bytes_), SEEK_SET) >= 0;
  const int needed = edit && !edit->tag.empty()        ? kFormatWithTags
                     : edit && !edit->newClass.empty() ? kFormatWithClasses
                                                       : kFirstFormat;
  const int format = std::max(format_, needed);
  const std::string text = (format > format_ ? formatJsonLine({{"format", format}}) + "\n" : "") + line + "\n";
  if (!placed || !writeAll(file.number, text) || ::fdatasync(file.number) != 0) {
    const Error error = journalError(file_, errno);
    (void)::ftruncate(file.number, static_cast<off_t>(bytes_));  // if this fails, the next open() ignores the rest
    return error;
  }
  bytes_ += text.size();
  lines_ += lines + (format > format_ ? 1 : 0);
  format_ = format;
  return {};
}

// New classes are named, imported ones are numbered.
void EditJournal::nameClass(SampleEdit& edit) const {
  if (!edit.newClass.empty()) {
    const auto imported = classes_.begin() + static_cast<std::ptrdiff_t>(imported_);
    const auto known = std::find(classes_.begin(), imported, edit.newClass);
    edit.label = known == imported ? kNoLabel : static_cast<std::int32_t>(known - classes_.begin());
    if (known != imported) edit.newClass.clear();  // the class was imported
  } else if (edit.kind == EditKind::Relabel && edit.label >= static_cast<std::int64_t>(imported_) &&
             edit.label < std::ssize(classes_)) {
    edit.newClass = classes_[static_cast<std::size_t>(edit.label)];
  }
}

Status EditJournal::add(SampleEdit edit) {
  return addAll({std::move(edit)});
}

Status EditJournal::addAll(std::vector<SampleEdit> edits) {
  if (edits.empty()) return {};
  SampleEdit whole;  // records that others must not have edited meanwhile
  std::string text;
  for (SampleEdit& edit : edits) {
    nameClass(edit);
    FOVEA_CHECK(check(edit));
    text += (text.empty() ? "" : "\n") + formatJsonLine(editToJson(edit));
    whole.records.insert(whole.records.end(), edit.records.begin(), edit.records.end());
    if (!edit.newClass.empty()) whole.newClass = edit.newClass;
    if (!edit.tag.empty()) whole.tag = edit.tag;
  }
  FOVEA_CHECK(append(&whole, text, edits.size()));
  for (SampleEdit& edit : edits) remember(std::move(edit));
  return {};
}

Status EditJournal::undo() {
  if (!canUndo()) return fail(ErrorCode::InvalidArgument, "There is no edit to take back.");
  FOVEA_CHECK(append(nullptr, R"({"undo":true})"));
  stepBack();
  return {};
}

Status EditJournal::redo() {
  if (!canRedo()) return fail(ErrorCode::InvalidArgument, "There is no edit to do again.");
  FOVEA_CHECK(append(nullptr, R"({"redo":true})"));
  stepForward();
  return {};
}

void EditJournal::applyTo(SampleStates& states) const {
  for (const SampleEdit& edit : edits()) {
    if (isOfTag(edit)) {
      std::vector<bool>& tagged = states.tags[edit.tag];
      tagged.resize(states.labels.size());
      for (const std::uint32_t record : edit.records) tagged[record] = edit.kind == EditKind::Tag;
      continue;
    }
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
        case EditKind::Tag:
        case EditKind::Untag:
          break;
      }
  }
  std::erase_if(states.tags, [](const auto& tag) {
    return std::find(tag.second.begin(), tag.second.end(), true) == tag.second.end();
  });
}

std::vector<std::string> SampleStates::tagsOf(std::uint32_t record) const {
  std::vector<std::string> names;
  for (const auto& [name, samples] : tags)
    if (samples[record]) names.push_back(name);
  return names;
}

Status checkTagName(std::string_view name) {
  const bool blank = !name.empty() && (name.front() == ' ' || name.back() == ' ');
  const bool control = std::any_of(name.begin(), name.end(), [](char c) { return c >= 0 && c < ' '; });
  if (!name.empty() && name.size() <= kMaximumTagName && !blank && !control && name.find(',') == std::string_view::npos)
    return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The name of a tag is one line of 1 to {} letters without commas.", kMaximumTagName));
}

}  // namespace fovea
