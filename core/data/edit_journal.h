// Why: a person corrects a data set (relabels, leaves out, moves between splits) without anything that was imported
// being rewritten: each correction is a line in a journal beside the store, and taking one back is another line. The
// file `edits.jsonl` begins with {"format": 1}; a line that a crash has cut off is no line.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/sample.h"

namespace fovea {

enum class EditKind : std::uint8_t { Relabel, Move, Exclude, Include };

// What one gesture of a person does to some samples.
struct SampleEdit {
  EditKind kind = EditKind::Exclude;
  std::vector<std::uint32_t> records;  // numbers in the store, rising
  std::int32_t label = kNoLabel;       // Relabel: the new one; kNoLabel takes it away
  Split split = Split::Train;          // Move: where to

  bool operator==(const SampleEdit&) const = default;
};

// What is known of every sample of a store, by record.
struct SampleStates {
  std::vector<Split> splits;
  std::vector<std::int32_t> labels;
  std::vector<bool> excluded;
  std::vector<bool> relabelled;  // by a person
};

// The edits of one data set. One thread at a time. A copy is a journal of its own over the same file:
// what one of them writes, the other must be opened again to see.
class EditJournal {
 public:
  // Reads `folder`/edits.jsonl; none is an empty journal. Corrupt names the line: an unknown edit, a record or a label
  // that the data set does not have. NewerVersion, PermissionDenied, Io.
  static Result<EditJournal> open(const std::filesystem::path& folder, std::uint32_t records, std::size_t classes);

  // The journal as long as nothing was edited; reads nothing.
  static EditJournal none(const std::filesystem::path& folder, std::uint32_t records, std::size_t classes);

  // Each is on the disk when it returns; after an error nothing has changed. InvalidArgument (a record or label that is
  // not there, none at all; another program or another copy of this journal has written to the file meanwhile),
  // NoSpace, PermissionDenied, Io. A new edit forgets those that were taken back.
  Status add(SampleEdit edit);
  // InvalidArgument where there is nothing to take back, or to do again.
  Status undo();
  Status redo();
  bool canUndo() const { return done_ > 0; }
  bool canRedo() const { return done_ < edits_.size(); }
  // Those in force, in order.
  std::span<const SampleEdit> edits() const { return std::span(edits_).first(done_); }

  // The edits in force, upon what was imported: one entry a record.
  void applyTo(SampleStates& states) const;

 private:
  EditJournal() = default;
  Status read(const std::string& text);
  Status readLine(std::string_view line, std::size_t number);
  Status check(const SampleEdit& edit) const;
  Status append(const std::string& line);

  std::filesystem::path file_;
  std::uint32_t records_ = 0;
  std::size_t classes_ = 0;
  std::uint64_t bytes_ = 0;  // of whole lines
  std::vector<SampleEdit> edits_;
  std::size_t done_ = 0;
};

}  // namespace fovea
