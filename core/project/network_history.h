// Why: a network's undo list outlives the program. Every saved state can be restored after a bad edit, a damaged file
// or a change of mind a week later.
//
// The journal is a file beside the network (lenet.json: lenet.history) with one JSON object per line. A state is stored
// as its difference from the previous one, and at intervals as a whole. An unreadable line loses only the states that
// build on it and never prevents opening the network.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/network/network_edit.h"

namespace fovea {

// A saved state of a network, for lists.
struct HistoryEntry {
  std::uint64_t id = 0;
  std::string title;  // title of the edit that led to it; empty for the initial state
  std::string time;   // when it was saved: UTC, ISO 8601
};

struct HistoryLimits {
  std::uint64_t bytes = std::uint64_t{8} << 20;  // file size
  std::size_t states = 1000;
};

// Thread-safe.
class NetworkHistory : public std::enable_shared_from_this<NetworkHistory> {
 public:
  // Never fails: unreadable lines are skipped. An unreadable file, or one of a newer version, yields an empty history;
  // the latter file is then never written.
  static std::shared_ptr<NetworkHistory> open(const std::filesystem::path& file, HistoryLimits limits = {});

  // Every stored state, oldest first, including those that undo no longer reaches.
  std::vector<HistoryEntry> entries() const;
  // Corrupt if this state or one that it builds on is damaged; NotFound if it is not stored.
  Result<Network> state(std::uint64_t id) const;
  // The last readable state; NotFound if there is none.
  Result<DocumentState> lastGood() const;

  // Returns the undo line for a document with `network`, the content of the network file. If the history does not know
  // that network, it becomes a new state after the last one.
  StoredLine line(const Network& network);
  bool knows(std::uint64_t id) const;
  // Stores `states`, which follow `after` (nothing: no predecessor), and `current` as the document's present state. The
  // file stays within its limits: the oldest states are removed first. After NoSpace, PermissionDenied or Io the
  // history continues in memory.
  Status record(const std::vector<DocumentState>& states, std::optional<std::uint64_t> after, std::uint64_t current);

 private:
  struct Record {
    std::uint64_t id = 0;
    std::optional<std::uint64_t> after;
    HistoryEntry entry;
    // The network's text is `text`. With a base (the previous record) it is the first `front` characters of the base's
    // text, `text`, and the last `back` characters of the base's text.
    std::uint64_t base = 0;
    std::size_t front = 0, back = 0;
    std::string text;
    std::uint64_t check = 0;  // checksum of the whole text
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
  std::vector<std::uint64_t> line_;  // the states that undo and redo step through
  std::uint64_t current_ = 0;        // the document's present state; 0: none
  std::uint64_t nextId_ = 1;
  std::string last_;         // the text of the last record; empty: unknown
  std::uint64_t bytes_ = 0;  // file size
  bool newer_ = false;       // a newer version wrote the file
  bool foreign_ = false;     // the file is no history; it is renamed before the first write
  bool behind_ = false;      // the file lacks some states kept here, or ends in the middle of a line
};

}  // namespace fovea
