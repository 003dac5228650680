#include "core/data/store/stored_samples.h"

#include <algorithm>
#include <cstring>

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr const char* kImportAgain = "Import the data set again from its source, or restore the folder from a copy.";
constexpr std::uint64_t kMaximumRecords = std::uint64_t{1} << 32;

std::int32_t labelAt(const std::uint8_t* memory, std::uint64_t place) {
  std::int32_t label;
  std::memcpy(&label, memory + place * sizeof label, sizeof label);
  return label;
}

}  // namespace

Result<std::shared_ptr<const StoredSamples>> StoredSamples::open(const fs::path& folder) {
  FOVEA_TRY(Manifest manifest, readManifest(folder));
  auto stored = std::make_shared<StoredSamples>();
  stored->folder_ = folder;
  stored->info_ = std::move(manifest.info);
  stored->statistics_ = std::move(manifest.statistics);
  stored->segments_ = std::move(manifest.segments);
  FOVEA_CHECK(stored->openStores());
  for (const auto& store : stored->stores_) FOVEA_CHECK(stored->loadStates(*store));
  return std::shared_ptr<const StoredSamples>(std::move(stored));
}

Error StoredSamples::corrupt(const std::string& what) const {
  return fail(ErrorCode::Corrupt, "The data set " + folder_.string() + " is damaged: " + what + ".", kImportAgain);
}

Status StoredSamples::openStores() {
  std::uint64_t count = 0;
  for (const Segment& segment : segments_) {
    FOVEA_TRY(auto store, StoreReader::open(folder_ / segment.file, segment.seal));
    begins_.push_back(count);
    count += store->recordCount();
    stores_.push_back(std::move(store));
  }
  begins_.push_back(count);
  if (static_cast<std::uint64_t>(info_.samples()) != count || count >= kMaximumRecords)
    return corrupt("its parts do not hold the same number of samples");
  const auto records = static_cast<std::size_t>(count);
  states_.splits.reserve(records);
  states_.labels.reserve(records);
  states_.excluded.resize(records);
  states_.relabelled.resize(records);
  if (hasSeveralClasses(info_.task)) presentBegins_.reserve(records + 1);
  presentBegins_.push_back(0);
  inputs_ = std::make_unique<std::atomic<const std::uint8_t*>[]>(records);
  return {};
}

bool StoredSamples::isLabel(std::int32_t label) const {
  return label >= kNoLabel && label < static_cast<std::int64_t>(info_.classes.size());
}

// The label table holds one byte of split for each record and then, after the last, four bytes of label for each.
Status StoredSamples::loadStates(const StoreReader& store) {
  FOVEA_TRY(const auto table, store.table(kLabelTable));
  const std::uint64_t count = store.recordCount();
  if (table.size() != count * 5) return corrupt("its parts do not hold the same number of samples");
  for (std::uint64_t record = 0; record < count; ++record) {
    const std::int32_t label = labelAt(table.data() + count, record);
    if (table[record] >= kSplits.size() || !isLabel(label))
      return corrupt("its table of labels holds impossible values");
    states_.splits.push_back(static_cast<Split>(table[record]));
    states_.labels.push_back(label);
  }
  return hasSeveralClasses(info_.task) ? loadPresent(store) : Status();
}

// The table of several classes holds four bytes of count for each record and then the labels of all records.
Status StoredSamples::loadPresent(const StoreReader& store) {
  FOVEA_TRY(const auto table, store.table(kPresentTable));
  const std::uint64_t count = store.recordCount();
  const std::uint64_t places = table.size() / sizeof(std::int32_t);
  if (places < count) return corrupt("its table of classes is cut off");
  std::uint64_t at = count;
  for (std::uint64_t record = 0; record < count; ++record) {
    const auto labels = static_cast<std::uint32_t>(labelAt(table.data(), record));
    if (labels > places - at) return corrupt("its table of classes is cut off");
    for (const std::uint64_t end = at + labels; at < end; ++at) {
      const std::int32_t label = labelAt(table.data(), at);
      if (!isLabel(label) || label == kNoLabel) return corrupt("its table of classes holds impossible values");
      present_.push_back(label);
    }
    presentBegins_.push_back(present_.size());
  }
  return {};
}

Result<std::vector<std::uint8_t>> StoredSamples::table(std::string_view name, std::size_t bytes) const {
  std::vector<std::uint8_t> whole;
  whole.reserve(std::size_t{records()} * bytes);
  for (const auto& store : stores_) {
    if (!store->hasTable(name)) return std::vector<std::uint8_t>();
    FOVEA_TRY(const auto part, store->table(name));
    if (part.size() != store->recordCount() * bytes) return corrupt("one of its tables has another length");
    whole.insert(whole.end(), part.begin(), part.end());
  }
  return whole;
}

Result<std::vector<ContentHash>> StoredSamples::targetHashes() const {
  std::vector<ContentHash> all;
  if (!hasTargets(info_.task)) return all;
  all.reserve(records());
  for (std::size_t i = 0; i < stores_.size(); ++i) {
    const auto count = static_cast<std::uint32_t>(stores_[i]->recordCount());
    if (stores_[i]->hasTable(kTargetTable)) {
      FOVEA_TRY(const auto table, stores_[i]->table(kTargetTable));
      if (table.size() != count * sizeof(ContentHash)) return corrupt("its table of targets has another length");
      const std::size_t at = all.size();
      all.resize(at + count);
      std::memcpy(all.data() + at, table.data(), table.size());
      continue;
    }
    for (std::uint32_t record = 0; record < count; ++record) {
      FOVEA_TRY(const SampleView sample, decodeSample(stores_[i]->record(record)));
      all.push_back(targetHash(sample));
    }
  }
  return all;
}

Result<std::vector<StoredFacts>> StoredSamples::facts() const {
  const auto hasFacts = [](const Segment& segment) { return segment.seal.tables.contains(kFactsTable); };
  if (std::none_of(segments_.begin(), segments_.end(), hasFacts)) return std::vector<StoredFacts>();
  std::vector<StoredFacts> all(records());
  for (std::size_t i = 0; i < stores_.size(); ++i) {
    FOVEA_TRY(const auto some, readFacts(*stores_[i], segments_[i]));
    std::copy(some.begin(), some.end(), all.begin() + static_cast<std::ptrdiff_t>(begins_[i]));
  }
  return all;
}

Result<SampleView> StoredSamples::view(std::uint32_t record) const {
  const auto store =
      static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), record) - begins_.begin()) - 1;
  auto sample = decodeSample(stores_[store]->record(static_cast<std::uint32_t>(record - begins_[store])));
  if (!sample.ok()) return sample;
  const TensorType& type = sample->input.type;
  const bool fits = type.dtype == info_.inputType && (!info_.uniform || type.shape == info_.sampleShape);
  if (!fits || sample->label != states_.labels[record] || sample->split != states_.splits[record])
    return corrupt("the record of sample " + std::to_string(record) + " is that of another");
  return sample;
}

}  // namespace fovea
