// Why: the one place that knows how samples lie on the disk: an LMDB file with records by number and a few named
// tables. A store is written once, with LMDB, and never changed afterwards; what is added to a data set later goes into
// a further store. Readers therefore need no locks, and they do not walk LMDB's trees, which trust whatever a damaged
// disk gives them: they map the file and go by a checked table of places that the writer leaves in it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/data/store/content_hash.h"

namespace fovea {

// The table of places: eight bytes of offset for every record, then four of size.
inline constexpr const char* kRecordTable = "records";

// Where a table lies in the file, and what it must hold.
struct StoreExtent {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  ContentHash hash;
};

// What the manifest remembers of a finished store, so that a damaged one is noticed.
struct StoreSeal {
  std::uint64_t bytes = 0;  // size of the file
  std::map<std::string, StoreExtent, std::less<>> tables;
};

// Writes a store; one thread at a time. After an error only destruction is left. The map grows as needed, and before
// the file grows the free space is asked for, so a full disk is NoSpace and never a signal.
class StoreWriter {
 public:
  static Result<std::unique_ptr<StoreWriter>> create(const std::filesystem::path& file);
  ~StoreWriter();
  StoreWriter(const StoreWriter&) = delete;
  StoreWriter& operator=(const StoreWriter&) = delete;

  // Where the next record is to be appended, followed by a call of added(). Records are numbered from 0.
  std::string& pending();
  // Takes what was appended to pending() since the last call as one record; writes to disk in blocks of some megabytes.
  Status added();
  Status putTable(std::string_view name, std::string_view content);
  // Writes what is left, waits until the disk has it, and reads every record back as a reader will.
  Result<StoreSeal> finish();

 private:
  struct State;
  explicit StoreWriter(std::unique_ptr<State> state);
  Status flush();
  Status seal(StoreSeal& seal);
  std::unique_ptr<State> state_;
};

// Reads a store through a memory map. Thread-safe. What it returns points into the map: valid as long as the reader.
class StoreReader {
 public:
  // NotFound, PermissionDenied, Corrupt (the file is not as it was sealed), Io.
  static Result<std::unique_ptr<StoreReader>> open(const std::filesystem::path& file, const StoreSeal& seal);
  ~StoreReader();
  StoreReader(const StoreReader&) = delete;
  StoreReader& operator=(const StoreReader&) = delete;

  std::uint64_t recordCount() const { return offsets_.size(); }
  // The record as it is now on the disk, damaged or not; `number` < recordCount() (asserted).
  std::span<const std::uint8_t> record(std::uint32_t number) const;
  bool hasTable(std::string_view name) const { return seal_.tables.contains(name); }
  // Corrupt: not there, or not what was written.
  Result<std::span<const std::uint8_t>> table(std::string_view name) const;

 private:
  StoreReader() = default;
  Status map(const StoreSeal& seal);
  Status loadPlaces();

  std::filesystem::path file_;
  StoreSeal seal_;
  const std::uint8_t* memory_ = nullptr;
  std::size_t bytes_ = 0;
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint32_t> sizes_;
};

}  // namespace fovea
