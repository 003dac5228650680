// Why: files move to another class, go away or get other contents after they were imported; importing again says so,
// and follows when told. What was followed is kept beside the data set in `followed.json`, so that a file that comes
// back, or moves again, is compared with what it was last.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/importing/import_plan.h"
#include "core/data/importing/import_source.h"
#include "core/data/store/dataset.h"

namespace fovea {

inline constexpr const char* kFollowedFile = "followed.json";

// What became of one sample that was imported before.
struct SourceChange {
  enum Kind { Moved, Removed, Changed, Returned };
  Kind kind = Removed;
  std::uint32_t record = 0;  // in the data set's store
  std::string source;        // where it came from
  std::string now;           // Moved: where it is now
  std::string label;         // its class, and the one that it has now; empty where there is none
  std::string newLabel;
  Split split = Split::Train;
  Split newSplit = Split::Train;
};
// "moved", "removed", "changed", "returned"
const char* changeName(SourceChange::Kind kind);

struct SourceChanges {
  std::vector<SourceChange> all;  // by record
  bool followed = false;          // the data set was brought to the same

  std::int64_t count(SourceChange::Kind kind) const;
};

// What an import learnt of one item.
struct ItemNote {
  static constexpr std::uint32_t kNoRecord = 0xffffffff;
  ContentHash origin;                  // zero: not known
  ContentHash content;                 // zero: it was not read, since it is unchanged, left out or bad
  bool known = false;                  // it was looked at
  std::uint32_t replaces = kNoRecord;  // the sample of the same content of which something else was said before
};

// The samples of a data set by their content, with what is said of them. One thread.
class KnownAnnotations {
 public:
  // Fails as Dataset::open().
  static Result<KnownAnnotations> read(const std::filesystem::path& folder);

  // The sample of the item's content and name of which something else is said (labels, boxes, a mask, numbers), while
  // of no other of that name the same is; kNoRecord where there is none. Samples that were left out count for
  // nothing.
  Result<std::uint32_t> replacedBy(const ImportItem& item, const ContentHash& content, const SampleView& now) const;
  Split splitOf(std::uint32_t record) const { return dataset_->states().splits[record]; }

 private:
  std::shared_ptr<const Dataset> dataset_;
  std::vector<std::pair<ContentHash, std::uint32_t>> records_;  // sorted
};

// Compares the data set `folder` with the items of `source`, of which `notes` has one each. A sample is moved where its
// content is under another name now, or has another class or split there; changed where its name has another content,
// or another mask, other boxes and the like; removed where neither is there, and no folder around it was unreadable.
// Only samples from below `root` count. Corrupt, Io, Cancelled.
Result<SourceChanges> compareWithSource(const std::filesystem::path& folder, const std::filesystem::path& root,
                                        const ImportSource& source, const ImportPlan& plan,
                                        const std::vector<ItemNote>& notes, const CancelToken& cancel);

// Edits the data set accordingly, all at once: what moved gets its new class and split, what was removed or changed is
// left out, what returned is taken in again. Fails as EditJournal::add().
Status followChanges(const std::filesystem::path& folder, const SourceChanges& changes);

}  // namespace fovea
