// Why: the one place that knows how samples lie on the disk: an LMDB file with records by number and a few named
// tables. A store is written once, with LMDB, and never changed afterwards; samples that are added to a data set later
// go into a further store. Readers therefore need no locks. They also do not walk LMDB's trees, whose code trusts
// damaged data: they map the file and use a verified table of offsets that the writer stores in it.
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

// The table of offsets: eight bytes of offset for every record, then four of size.
inline constexpr const char* kRecordTable = "records";

// The location of a table in the file, and its expected hash.
struct StoreExtent {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  ContentHash hash;
};

// The manifest keeps these values of a finished store, so that damage is detected.
struct StoreSeal {
  std::uint64_t bytes = 0;  // size of the file
  std::map<std::string, StoreExtent, std::less<>> tables;
};

// Writes a store; one thread at a time. After an error it may only be destroyed. The map grows as needed. The free
// space is checked before the file grows, so a full disk is the error NoSpace and never a signal.
class StoreWriter {
 public:
  static Result<std::unique_ptr<StoreWriter>> create(const std::filesystem::path& file);
  ~StoreWriter();
  StoreWriter(const StoreWriter&) = delete;
  StoreWriter& operator=(const StoreWriter&) = delete;

  // The buffer to which the next record is appended before added() is called. Records are numbered from 0.
  std::string& pending();
  // Stores the bytes appended to pending() since the last call as one record; writes to disk in blocks of some
  // megabytes.
  Status added();
  Status putTable(std::string_view name, std::string_view content);
  // Writes the rest, waits until it is on the disk, and reads every record back as a reader does.
  Result<StoreSeal> finish();

 private:
  struct State;
  explicit StoreWriter(std::unique_ptr<State> state);
  Status flush();
  Status seal(StoreSeal& seal);
  std::unique_ptr<State> state_;
};

// Reads a store through a memory map. Thread-safe. Returned spans point into the map and are valid as long as the
// reader.
class StoreReader {
 public:
  // Fails with NotFound, PermissionDenied, Corrupt (the file does not match its seal) or Io.
  static Result<std::unique_ptr<StoreReader>> open(const std::filesystem::path& file, const StoreSeal& seal);
  ~StoreReader();
  StoreReader(const StoreReader&) = delete;
  StoreReader& operator=(const StoreReader&) = delete;

  std::uint64_t recordCount() const { return offsets_.size(); }
  // The record as it is on the disk now, damaged or not; `number` < recordCount() (asserted).
  std::span<const std::uint8_t> record(std::uint32_t number) const;
  bool hasTable(std::string_view name) const { return seal_.tables.contains(name); }
  // Fails with Corrupt if the table is missing or damaged.
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
