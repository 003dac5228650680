// Why: a person corrects a data set (relabels, leaves out, moves between splits) without anything that was imported
// being rewritten: each correction is a line in a journal beside the store, and taking one back is another line. The
// file `edits.jsonl` begins with {"format": 1}; {"format": 2} before the first line that adds a class. A line that a
// crash has cut off is no line. Programs that edit at the same time take turns (flock), and each takes in what the
// others have written before it adds its own.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/store/sample.h"

namespace fovea {

enum class EditKind : std::uint8_t { Relabel, Move, Exclude, Include };

// What one gesture of a person does to some samples.
struct SampleEdit {
  EditKind kind = EditKind::Exclude;
  std::vector<std::uint32_t> records;  // numbers in the store, rising
  std::int32_t label = kNoLabel;       // Relabel: the new one; kNoLabel takes it away
  Split split = Split::Train;          // Move: where to
  std::string newClass{};              // Relabel: the name of a class that was not imported, instead of `label`

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
  // that the data set does not have. NewerVersion, PermissionDenied, Io. `classes`: those that were imported.
  static Result<EditJournal> open(const std::filesystem::path& folder, std::uint32_t records,
                                  std::vector<std::string> classes);

  // The journal as long as nothing was edited; reads nothing.
  static EditJournal none(const std::filesystem::path& folder, std::uint32_t records, std::vector<std::string> classes);

  // Each is on the disk when it returns; after an error nothing has changed. InvalidArgument (a record or label that is
  // not there, none at all), AlreadyExists (another program has edited some of the same samples meanwhile, or takes its
  // turn for seconds), NoSpace, PermissionDenied, Io. A new edit forgets those that were taken back. What others have
  // written to the file meanwhile is in force here afterwards.
  Status add(SampleEdit edit);
  // All of them or none; undo() takes them back one by one.
  Status addAll(std::vector<SampleEdit> edits);
  // InvalidArgument where there is nothing to take back, or to do again. AlreadyExists where others have edited
  // meanwhile: then the last edit is not the one that a person here sees.
  Status undo();
  Status redo();
  bool canUndo() const { return done_ > 0; }
  bool canRedo() const { return done_ < edits_.size(); }
  // Those in force, in order.
  std::span<const SampleEdit> edits() const { return std::span(edits_).first(done_); }
  // The classes that were imported, and behind them those that the edits in force have added.
  const std::vector<std::string>& classes() const { return classes_; }

  // The edits in force, upon what was imported: one entry a record.
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
  std::size_t imported_ = 0;  // of classes_
  std::vector<std::string> classes_;
  std::uint64_t bytes_ = 0;  // of whole lines
  std::size_t lines_ = 0;
  int format_ = 0;  // that the file says
  std::vector<SampleEdit> edits_;
  std::size_t done_ = 0;
  std::vector<std::size_t> classCounts_;  // size of classes_ after each edit
};

}  // namespace fovea
