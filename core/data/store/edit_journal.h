// Why: a person corrects a data set (relabels, excludes, moves between splits), and tags samples, without rewriting
// anything that was imported. Each correction is a line in a journal beside the store, and undoing one is another line.
// The file `edits.jsonl` begins with {"format": 1}; {"format": 2} before the first line that adds a class, {"format":
// 3} before the first one about tags. A last line that a crash has cut off is ignored. Programs that edit at the same
// time take turns (flock), and each reads the lines of the others before it adds its own.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/data/store/sample.h"

namespace fovea {

enum class EditKind : std::uint8_t { Relabel, Move, Exclude, Include, Tag, Untag };

// One edit by a person, of one or more samples.
struct SampleEdit {
  EditKind kind = EditKind::Exclude;
  std::vector<std::uint32_t> records;  // record numbers in the store, ascending
  std::int32_t label = kNoLabel;       // Relabel: the new label; kNoLabel removes the label
  Split split = Split::Train;          // Move: the new split
  std::string newClass{};              // Relabel: the name of a new class, instead of `label`
  std::string tag{};                   // Tag, Untag: its name, see checkTagName()

  bool operator==(const SampleEdit&) const = default;
};

// The state of every sample of a store, indexed by record.
struct SampleStates {
  std::vector<Split> splits;
  std::vector<std::int32_t> labels;
  std::vector<bool> excluded;
  std::vector<bool> relabelled;  // true where a person relabelled it
  // Whether a sample has a tag, by the tag's name; no tag without a sample. A tag changes nothing that a network sees.
  std::map<std::string, std::vector<bool>> tags{};

  std::vector<std::string> tagsOf(std::uint32_t record) const;
};

// A tag is one line without commas and without blanks at its ends, of at most 60 bytes. InvalidArgument otherwise.
Status checkTagName(std::string_view name);

// The edits of one data set. One thread at a time. A copy is an independent journal over the same file: reopen a copy
// to see what another one has written.
class EditJournal {
 public:
  // Reads `folder`/edits.jsonl; a missing file is an empty journal. `classes`: the imported ones. Fails with Corrupt,
  // which names the line (an unknown edit, an unknown record or label), NewerVersion, PermissionDenied or Io.
  static Result<EditJournal> open(const std::filesystem::path& folder, std::uint32_t records,
                                  std::vector<std::string> classes);

  // An empty journal; reads nothing.
  static EditJournal none(const std::filesystem::path& folder, std::uint32_t records, std::vector<std::string> classes);

  // Each edit is on the disk when this returns; after an error nothing has changed. A new edit discards the undone
  // ones. Edits that other programs have written meanwhile are applied here afterwards. Fails with InvalidArgument (an
  // unknown record or label, no record), AlreadyExists (another program has edited some of the same samples meanwhile,
  // or holds the lock for seconds), NoSpace, PermissionDenied or Io.
  Status add(SampleEdit edit);
  // Adds all of them or none; undo() undoes them one by one.
  Status addAll(std::vector<SampleEdit> edits);
  // Fails with InvalidArgument where there is nothing to undo or redo, and with AlreadyExists where others have edited
  // meanwhile: the last edit is then not the one that a person here sees.
  Status undo();
  Status redo();
  bool canUndo() const { return done_ > 0; }
  bool canRedo() const { return done_ < edits_.size(); }
  // The edits that are applied, in order.
  std::span<const SampleEdit> edits() const { return std::span(edits_).first(done_); }
  // How many of them change what a network sees: all but those of tags.
  std::int64_t corrections() const;
  // The imported classes, followed by those that the applied edits have added.
  const std::vector<std::string>& classes() const { return classes_; }

  // Applies the edits to the imported states, which have one entry a record.
  void applyTo(SampleStates& states) const;

 private:
  EditJournal() = default;
  Status read(std::string_view text);
  Status readLine(std::string_view line);
  Status check(const SampleEdit& edit) const;
  void nameClass(SampleEdit& edit) const;
  Status append(const SampleEdit* edit, const std::string& text, std::size_t lines = 1);
  Status takeIn(int file, const SampleEdit* edit);
  void remember(SampleEdit edit);
  void stepForward();
  void stepBack();

  std::filesystem::path file_;
  std::uint32_t records_ = 0;
  std::size_t imported_ = 0;  // number of imported entries in classes_
  std::vector<std::string> classes_;
  std::uint64_t bytes_ = 0;  // size of the complete lines
  std::size_t lines_ = 0;
  int format_ = 0;  // the version that the file states
  std::vector<SampleEdit> edits_;
  std::size_t done_ = 0;
  std::vector<std::size_t> classCounts_;  // size of classes_ after each edit
};

}  // namespace fovea
