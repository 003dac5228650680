// Why: files move to another class, disappear or change their content after they were imported. A repeated import
// reports this, and follows the changes when asked. The followed state is kept beside the data set in `followed.json`,
// so that a file that returns, or moves again, is compared with its last state.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/importing/import_plan.h"
#include "core/data/importing/import_source.h"
#include "core/data/store/dataset.h"

namespace fovea {

inline constexpr const char* kFollowedFile = "followed.json";

// The change of one sample that was imported before.
struct SourceChange {
  enum Kind { Moved, Removed, Changed, Returned };
  Kind kind = Removed;
  std::uint32_t record = 0;  // number in the data set's store
  std::string source;        // its original source
  std::string now;           // Moved: its present source
  std::string label;         // its class before and now; empty where there is none
  std::string newLabel;
  Split split = Split::Train;
  Split newSplit = Split::Train;
};
// "moved", "removed", "changed", "returned"
const char* changeName(SourceChange::Kind kind);

struct SourceChanges {
  std::vector<SourceChange> all;  // sorted by record
  bool followed = false;          // the changes were applied to the data set

  std::int64_t count(SourceChange::Kind kind) const;
};

// What an import found out about one item.
struct ItemNote {
  static constexpr std::uint32_t kNoRecord = 0xffffffff;
  ContentHash origin;                  // zero: not known
  ContentHash content;                 // zero: not read, since it is unchanged, left out or invalid
  bool known = false;                  // the item was processed
  std::uint32_t replaces = kNoRecord;  // the stored sample whose annotation it changes, see ReplacedSamples
};

// Compares the data set `folder` with the items of `source`; `notes` has one entry per item. A sample is moved where
// its content is under another name now, or has another class or split there; changed where its name has another
// content or another annotation (a mask, boxes); removed where neither exists, and no folder around it was unreadable.
// Only samples from `root` count: those below it, or those of the file and in it; beside a file only where the data set
// has no other source. Fails with Corrupt, Io or Cancelled.
Result<SourceChanges> compareWithSource(const std::filesystem::path& folder, const std::filesystem::path& root,
                                        const ImportSource& source, const ImportPlan& plan,
                                        const std::vector<ItemNote>& notes, const CancelToken& cancel);

// Edits the data set accordingly, as one atomic step: moved samples get their new class and split, removed and changed
// ones are excluded, returned ones are included again unless a person had excluded them before they went. Fails as
// EditJournal::add().
Status followChanges(const std::filesystem::path& folder, const SourceChanges& changes);

}  // namespace fovea
