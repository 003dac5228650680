#include "core/data/importing/source_changes.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "core/data/importing/followed_samples.h"
#include "core/data/store/dataset_manifest.h"
#include "core/data/store/stored_samples.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kCheckItems = 4096;
constexpr std::uint32_t kNone = 0xffffffff;

// Hashes with the number of a record or item, sorted: 24 bytes each.
using Numbered = std::vector<std::pair<ContentHash, std::uint32_t>>;

std::span<const std::pair<ContentHash, std::uint32_t>> withHash(const Numbered& numbered, const ContentHash& hash) {
  const auto below = [](const auto& a, const auto& b) { return a.first < b.first; };
  const auto [first, last] =
      std::equal_range(numbered.begin(), numbered.end(), std::pair(hash, std::uint32_t{0}), below);
  return {first, last};
}

class Comparison {
 public:
  Comparison(const StoredSamples& stored, const ImportSource& source, const ImportPlan& plan,
             const std::vector<ItemNote>& notes, const CancelToken& cancel)
      : stored_(stored), source_(source), plan_(plan), notes_(notes), cancel_(cancel) {}

  Status prepare(const fs::path& root) {
    std::error_code code;
    root_ = root.string();
    if (!root_.ends_with('/')) root_ += '/';
    if (!fs::is_directory(root, code)) {
      file_ = root.string();
      FOVEA_TRY(const Manifest manifest, readManifest(stored_.folder()));
      if (manifest.info.source == file_ && manifest.furtherSources.empty()) beside_ = root.parent_path().string() + '/';
    }
    for (const SkippedSample& problem : source_.problems()) unread_.push_back(problem.source);
    FOVEA_TRY(followed_, readFollowed(stored_.folder()));
    FOVEA_TRY(const auto hashes, stored_.table(kHashTable, sizeof(ContentHash)));
    hashes_.resize(hashes.size() / sizeof(ContentHash));
    std::memcpy(hashes_.data(), hashes.data(), hashes_.size() * sizeof(ContentHash));
    FOVEA_TRY(const Numbered origins, originsOfRecords());
    matchOrigins(origins);
    return {};
  }

  // Gives each record the item of the same unchanged file. A list may name a file twice with different classes: then
  // the item of a record is that of its class, if there is one.
  void matchOrigins(const Numbered& origins) {
    itemOf_.assign(stored_.records(), kNone);
    std::vector<bool> given(notes_.size());
    for (const bool sameClass : {true, false})
      for (std::uint32_t i = 0; i < notes_.size(); ++i) {
        if (notes_[i].origin == ContentHash{} || given[i]) continue;
        const auto records = withHash(origins, notes_[i].origin);
        const std::string label = sameClass && records.size() > 1 ? labelOf(source_.item(i)) : std::string();
        for (const auto& [origin, record] : records) {
          if (itemOf_[record] != kNone || (!label.empty() && label != nameOf(stored_.states().labels[record])))
            continue;
          itemOf_[record] = i;
          given[i] = true;
          break;
        }
      }
  }

  // Finds items that changed or are new: their names, and their contents that the data set has.
  Status findItems() {
    std::vector<bool> matched(notes_.size());
    for (const std::uint32_t item : itemOf_)
      if (item != kNone) matched[item] = true;
    for (std::int64_t i = 0; i < std::ssize(notes_); ++i) {
      if (i % kCheckItems == 0 && cancel_.cancelled()) return fail(ErrorCode::Cancelled, "The import was cancelled.");
      if (matched[static_cast<std::size_t>(i)]) continue;
      const ImportItem item = source_.item(i);
      names_.emplace_back(itemKeyOf(item.source, item.sourceIndex), static_cast<std::uint32_t>(i));
    }
    std::sort(names_.begin(), names_.end());
    return {};
  }

  Result<SourceChanges> find() {
    // Handles changed files first, so that they are not taken for the new location of another sample. Handles present
    // samples before excluded ones.
    std::vector<std::uint32_t> open, gone;
    std::set<std::uint32_t> replaced;
    for (std::size_t i = 0; i < notes_.size(); ++i)
      if (notes_[i].replaces != kNone) {
        replaced.insert(notes_[i].replaces);
        taken_[static_cast<std::uint32_t>(i)] = true;
      }
    for (std::uint32_t record = 0; record < itemOf_.size(); ++record) {
      if (itemOf_[record] != kNone) continue;
      FOVEA_TRY(const Was was, wasOf(record));
      if (!isOfSource(was.source)) continue;
      if (replaced.contains(record)) {
        changes_.all.push_back(
            {SourceChange::Changed, record, was.source, "", was.label, was.label, was.split, was.split});
        continue;
      }
      was_.emplace(record, was);
      if (was.gone)
        gone.push_back(record);
      else if (!takeNamed(record, was))
        open.push_back(record);
    }
    for (const std::uint32_t record : gone)
      if (!takeNamed(record, was_.at(record))) open.push_back(record);
    for (const std::uint32_t record : open) FOVEA_CHECK(findMoved(record));
    for (std::uint32_t record = 0; record < itemOf_.size(); ++record) FOVEA_CHECK(judge(record));
    std::stable_sort(changes_.all.begin(), changes_.all.end(),
                     [](const SourceChange& a, const SourceChange& b) { return a.record < b.record; });
    return std::move(changes_);
  }

 private:
  struct Was {
    std::string source;
    std::uint64_t index = 0;
    std::string label;
    Split split = Split::Train;
    bool gone = false;
  };

  Result<Numbered> originsOfRecords() const {
    FOVEA_TRY(const auto bytes, stored_.table(kOriginTable, sizeof(ContentHash)));
    Numbered all;
    for (std::uint32_t record = 0; record * sizeof(ContentHash) < bytes.size(); ++record) {
      ContentHash origin;
      std::memcpy(&origin, bytes.data() + record * sizeof origin, sizeof origin);
      if (origin != ContentHash{}) all.emplace_back(origin, record);
    }
    std::sort(all.begin(), all.end());
    return all;
  }
  ContentHash hashOf(std::uint32_t record) const { return record < hashes_.size() ? hashes_[record] : ContentHash{}; }

  std::string nameOf(std::int32_t label) const {
    const auto& classes = stored_.info().classes;
    return label >= 0 && label < std::ssize(classes) ? classes[static_cast<std::size_t>(label)] : std::string();
  }

  // The last known state of a record, from the import or from followed changes.
  Result<Was> wasOf(std::uint32_t record) const {
    const auto view = stored_.view(record);
    if (!view.ok()) return view.error().within(stored_.folder().string());
    Was was{std::string(view->source), view->sourceIndex, nameOf(stored_.states().labels[record]),
            stored_.states().splits[record]};
    const auto followed = followed_.find(record);
    if (followed == followed_.end()) return was;
    const FollowedSample& known = followed->second;
    return Was{known.source, was.index, known.label, known.split, known.gone};
  }

  std::uint32_t itemNamed(const Was& was) const {
    const auto found = withHash(names_, itemKeyOf(was.source, was.index));
    return found.empty() ? kNone : found[0].second;
  }

  void take(std::uint32_t record, std::uint32_t item) {
    itemOf_[record] = item;
    taken_[item] = true;
  }

  // Uses the item with the record's name, if it still has the record's content.
  bool takeNamed(std::uint32_t record, const Was& was) {
    const std::uint32_t item = itemNamed(was);
    if (item == kNone || (was.gone && taken_[item])) return false;
    const ContentHash content = notes_[item].content;
    if (content != hashOf(record) && content != ContentHash{}) return false;
    take(record, item);
    return true;
  }

  // Uses the first item with the record's content that belongs to no other record.
  Status findMoved(std::uint32_t record) {
    if (items_.empty())
      for (const auto& [key, item] : names_)
        if (notes_[item].content != ContentHash{}) items_.emplace_back(notes_[item].content, item);
    if (!sorted_) std::sort(items_.begin(), items_.end());
    sorted_ = true;
    for (const auto& [content, item] : withHash(items_, hashOf(record)))
      if (!taken_[item] && content != ContentHash{}) {
        take(record, item);
        break;
      }
    return {};
  }

  Status judge(std::uint32_t record) {
    const std::uint32_t number = itemOf_[record];
    const auto known = was_.find(record);
    if (number == kNone && known == was_.end()) return {};  // not from this source
    const bool unchanged = known == was_.end();
    if (unchanged && !followed_.contains(record)) return judgeLabel(record, number);
    Was was;
    if (unchanged) {
      FOVEA_TRY(was, wasOf(record));
    } else {
      was = known->second;
    }
    if (number == kNone) {
      if (was.gone) return {};
      if (isUnread(was.source)) return {};
      // Where rows shift, another sample may have this one's place.
      const std::uint32_t inPlace = itemNamed(was);
      const bool changed = inPlace != kNone && !taken_[inPlace];
      const auto kind = changed ? SourceChange::Changed : SourceChange::Removed;
      changes_.all.push_back({kind, record, was.source, "", was.label, was.label, was.split, was.split});
      return {};
    }
    compare(record, was, source_.item(number));
    return {};
  }

  // Compares the class of a record whose file is unchanged; reads the file only if its class differs.
  Status judgeLabel(std::uint32_t record, std::uint32_t number) {
    const ImportItem item = source_.item(number);
    if (labelOf(item).empty() || labelOf(item) == nameOf(stored_.states().labels[record])) return {};
    FOVEA_TRY(const Was was, wasOf(record));
    compare(record, was, item);
    return {};
  }

  void compare(std::uint32_t record, const Was& was, const ImportItem& item) {
    const bool elsewhere = was.source != item.source;
    SourceChange change{SourceChange::Moved, record,    was.source, item.source,
                        was.label,           was.label, was.split,  was.split};
    if (const std::string label = labelOf(item); !label.empty()) change.newLabel = label;
    // A content keeps its first split, so only a file in another location states a new one. One that validates since it
    // was drawn from the training samples still does so when it moves among them.
    const bool fixed = item.split && (plan_.named.fixes(*item.split) || plan_.named.fixes(was.split));
    if (elsewhere && fixed) change.newSplit = *item.split;
    if (was.gone) change.kind = SourceChange::Returned;
    if (was.gone || elsewhere || change.label != change.newLabel) changes_.all.push_back(std::move(change));
  }

  bool isOfSource(const std::string& path) const {
    return path.starts_with(root_) || (!file_.empty() && path == file_) ||
           (!beside_.empty() && path.starts_with(beside_));
  }

  // Returns true if the file, or a folder around it, could not be read this time. It is then not reported as removed.
  bool isUnread(const std::string& path) const {
    return std::any_of(unread_.begin(), unread_.end(), [&](const std::string& each) {
      return path.starts_with(each) && (path.size() == each.size() || path[each.size()] == '/');
    });
  }

  // Returns the class name in the data set; empty where the task has no class per sample.
  std::string labelOf(const ImportItem& item) const {
    if (!canRelabel(stored_.info().task) || item.label < 0 || item.label >= std::ssize(plan_.classMap)) return "";
    const std::int32_t label = plan_.labelOf(item.label);
    return label == kNoLabel ? "" : plan_.classes[static_cast<std::size_t>(label)];
  }

  const StoredSamples& stored_;
  const ImportSource& source_;
  const ImportPlan& plan_;
  const std::vector<ItemNote>& notes_;
  const CancelToken& cancel_;
  std::string root_;    // folder, or archive as a folder, with '/' at its end
  std::string file_;    // the source, if it is a file
  std::string beside_;  // folder of a file whose samples may lie beside it, with '/' at its end; empty: none
  std::vector<std::string> unread_;
  FollowedSamples followed_;
  std::vector<ContentHash> hashes_;  // hash of each record
  Numbered names_;                   // items that changed or are new, by name
  Numbered items_;                   // the same by content
  bool sorted_ = false;
  std::vector<std::uint32_t> itemOf_;  // item of each record
  std::map<std::uint32_t, bool> taken_;
  std::map<std::uint32_t, Was> was_;
  SourceChanges changes_;
};

}  // namespace

const char* changeName(SourceChange::Kind kind) {
  constexpr const char* kNames[] = {"moved", "removed", "changed", "returned"};
  return kNames[kind];
}

std::int64_t SourceChanges::count(SourceChange::Kind kind) const {
  return std::count_if(all.begin(), all.end(), [&](const SourceChange& each) { return each.kind == kind; });
}

Result<SourceChanges> compareWithSource(const fs::path& folder, const fs::path& root, const ImportSource& source,
                                        const ImportPlan& plan, const std::vector<ItemNote>& notes,
                                        const CancelToken& cancel) {
  FOVEA_TRY(const auto stored, StoredSamples::open(folder));
  Comparison comparison(*stored, source, plan, notes, cancel);
  FOVEA_CHECK(comparison.prepare(root));
  FOVEA_CHECK(comparison.findItems());
  return comparison.find();
}

Status followChanges(const fs::path& folder, const SourceChanges& changes) {
  if (changes.all.empty()) return {};
  std::vector<std::uint32_t> gone, back;
  std::map<std::string, std::vector<std::uint32_t>> relabelled;
  std::map<Split, std::vector<std::uint32_t>> moved;
  FOVEA_TRY(FollowedSamples followed, readFollowed(folder));
  FOVEA_TRY(const auto stored, StoredSamples::open(folder));
  FOVEA_TRY(EditJournal journal, EditJournal::open(folder, stored->records(), stored->info().classes));
  SampleStates states = stored->states();
  journal.applyTo(states);
  for (const SourceChange& each : changes.all) {
    const bool leaves = each.kind == SourceChange::Removed || each.kind == SourceChange::Changed;
    FollowedSample& sample = followed[each.record];
    if (leaves) gone.push_back(each.record);
    if (each.kind == SourceChange::Returned && !sample.leftOut) back.push_back(each.record);
    if (!leaves && each.newLabel != each.label) relabelled[each.newLabel].push_back(each.record);
    if (!leaves && each.newSplit != each.split) moved[each.newSplit].push_back(each.record);
    sample = {leaves ? each.source : each.now, each.newLabel, each.newSplit, leaves,
              leaves && states.excluded[each.record]};
  }
  std::vector<SampleEdit> edits;
  for (auto& [label, records] : relabelled)
    edits.push_back({.kind = EditKind::Relabel, .records = std::move(records), .newClass = label});
  for (auto& [split, records] : moved)
    edits.push_back({.kind = EditKind::Move, .records = std::move(records), .split = split});
  if (!back.empty()) edits.push_back({.kind = EditKind::Include, .records = std::move(back)});
  if (!gone.empty()) edits.push_back({.kind = EditKind::Exclude, .records = std::move(gone)});
  FOVEA_CHECK(journal.addAll(std::move(edits)));
  return writeFollowed(folder, followed);
}

}  // namespace fovea
