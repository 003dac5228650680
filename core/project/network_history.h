// Why: the undo list of a network outlives the program, and every state that it was saved in can be had again: after a
// bad edit, a damaged file or a change of mind a week later.
//
// A journal beside the network (lenet.json: lenet.history), one JSON object a line. A state is kept as its difference
// from the state before it; every so often one is kept whole. A line that cannot be read costs the states that build on
// it, never the others, and never keeps a network from being opened.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/network/network_edit.h"

namespace fovea {

// A state of a network, as a list shows it.
struct HistoryEntry {
  std::uint64_t id = 0;
  std::string title;  // of the edit that led to it; empty: it is what was there first
  std::string time;   // when it was saved: UTC, ISO 8601
};

struct HistoryLimits {
  std::uint64_t bytes = std::uint64_t{8} << 20;  // of the file
  std::size_t states = 1000;
};

// Thread-safe.
class NetworkHistory : public std::enable_shared_from_this<NetworkHistory> {
 public:
  // Never fails: what cannot be read is left out. A file of a newer version, or an unreadable one, gives an empty
  // history; the former is then left alone.
  static std::shared_ptr<NetworkHistory> open(const std::filesystem::path& file, HistoryLimits limits = {});

  // Every state that is kept, the oldest first: also those that undo does not lead to any more.
  std::vector<HistoryEntry> entries() const;
  // Corrupt when it, or one that it builds on, is damaged; NotFound when it is not kept.
  Result<Network> state(std::uint64_t id) const;
  // The last state that can be read; NotFound when there is none.
  Result<DocumentState> lastGood() const;

  // What a document over `network`, which is what the file of the network holds, begins with. Where the file holds
  // another network than the history knows, it is a new state after the last one.
  StoredLine line(const Network& network);
  bool knows(std::uint64_t id) const;
  // Keeps `states`, which follow `after` (nothing: none), and that the document now stands at `current`. The file stays
  // within its limits: the oldest states go first. NoSpace, PermissionDenied, Io; the history goes on as if kept.
  Status record(const std::vector<DocumentState>& states, std::optional<std::uint64_t> after, std::uint64_t current);

 private:
  struct Record {
    std::uint64_t id = 0;
    std::optional<std::uint64_t> after;
    HistoryEntry entry;
    // The text of the network is `text`; with a base, which is the record before, `front` characters of the base's
    // text, `text`, and the last `back` characters of the base's.
    std::uint64_t base = 0;
    std::size_t front = 0, back = 0;
    std::string text;
    std::uint64_t check = 0;  // of the whole text
  };

  NetworkHistory(std::filesystem::path file, HistoryLimits limits) : file_(std::move(file)), limits_(limits) {}
  void read();
  void readLine(std::string_view line);
  void append(Record record);
  void follow(std::uint64_t id, std::optional<std::uint64_t> after);
  Result<std::string> textOf(std::size_t index) const;
  Result<Network> networkOf(std::size_t index) const;
  std::size_t indexOf(std::uint64_t id) const;
  Record encode(const DocumentState& state, std::optional<std::uint64_t> after);
  static std::string lineOf(const Record& record);
  Status write(const std::string& lines);
  Status rewrite();

  std::filesystem::path file_;
  HistoryLimits limits_;
  mutable std::mutex mutex_;
  std::vector<Record> records_;
  std::vector<std::uint64_t> line_;  // what undo and redo lead through
  std::uint64_t current_ = 0;        // where the document stands; 0: nowhere
  std::uint64_t nextId_ = 1;
  std::string last_;         // the text of the last record; empty: not known
  std::uint64_t bytes_ = 0;  // of the file
  bool newer_ = false;       // the file is of a newer version
  bool foreign_ = false;     // the file is no history: it is set aside before it is written
  bool behind_ = false;      // what stands there is not all that is kept here, or ends in the middle of a line
};

}  // namespace fovea
