// Why: the samples that an import has written never change, whatever a person corrects afterwards. They are opened once
// and shared by every Dataset over them. Thread-safety: after open(), any thread may call any function.
#pragma once
#include <atomic>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/data/store/dataset.h"
#include "core/data/store/dataset_manifest.h"
#include "core/data/store/edit_journal.h"
#include "core/data/store/sample_store.h"

namespace fovea {

class StoredSamples {
 public:
  // Fails as Dataset::open().
  static Result<std::shared_ptr<const StoredSamples>> open(const std::filesystem::path& folder);

  const std::filesystem::path& folder() const { return folder_; }
  const DatasetInfo& info() const { return info_; }
  const StatisticsFile& statistics() const { return statistics_; }
  std::uint32_t records() const { return static_cast<std::uint32_t>(states_.labels.size()); }
  const SampleStates& states() const { return states_; }
  // The classes of a record, ascending; only for tasks with several classes.
  std::span<const std::int32_t> present(std::uint32_t record) const {
    return std::span(present_).subspan(presentBegins_[record], presentBegins_[record + 1] - presentBegins_[record]);
  }
  // A table of all segments concatenated, `bytes` for every record. Empty where a segment does not have it.
  Result<std::vector<std::uint8_t>> table(std::string_view name, std::size_t bytes) const;
  // See Dataset::targetHashes().
  Result<std::vector<ContentHash>> targetHashes() const;
  // See Dataset::facts().
  Result<std::vector<StoredFacts>> facts() const;
  // A table of the first segment.
  Result<std::span<const std::uint8_t>> firstTable(std::string_view name) const { return stores_.front()->table(name); }

  // Verifies everything except the bytes of the input. Fails with Corrupt or NewerVersion; the error may not name the
  // record.
  Result<SampleView> view(std::uint32_t record) const;
  // The address of the verified input of a record if it is raw and the data set uniform; null before its first
  // verification.
  const std::uint8_t* checkedInput(std::uint32_t record) const {
    return inputs_[record].load(std::memory_order_relaxed);
  }
  void rememberInput(std::uint32_t record, const std::uint8_t* bytes) const {
    inputs_[record].store(bytes, std::memory_order_relaxed);
  }
  Error corrupt(const std::string& what) const;

 private:
  Status openStores();
  Status loadStates(const StoreReader& store);
  Status loadPresent(const StoreReader& store);
  bool isLabel(std::int32_t label) const;

  std::filesystem::path folder_;
  DatasetInfo info_;
  StatisticsFile statistics_;
  std::vector<Segment> segments_;
  std::vector<std::unique_ptr<StoreReader>> stores_;
  std::vector<std::uint64_t> begins_;  // number of each store's first record, then the total
  SampleStates states_;
  std::vector<std::size_t> presentBegins_;  // with one more at the end
  std::vector<std::int32_t> present_;
  std::unique_ptr<std::atomic<const std::uint8_t*>[]> inputs_;
};

}  // namespace fovea
