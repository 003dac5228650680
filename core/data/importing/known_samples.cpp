#include "core/data/importing/known_samples.h"

#include <cstring>

#include "core/data/importing/followed_samples.h"
#include "core/data/importing/import_source.h"
#include "core/data/store/stored_samples.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

Error damagedSamples(const fs::path& file) {
  return fail(ErrorCode::Corrupt, file.string() + " is damaged: its tables do not fit each other.",
              "Import the data set again from its source, or restore the folder from a copy.");
}

// Reads the table of groups: for each group one byte for the split, four for the length of its name, then the name.
bool readGroups(std::span<const std::uint8_t> table, std::map<std::string, Split>& groups) {
  while (!table.empty()) {
    std::uint32_t length = 0;
    if (table.size() < 1 + sizeof length || table[0] >= kSplits.size()) return false;
    std::memcpy(&length, table.data() + 1, sizeof length);
    const auto name = table.subspan(1 + sizeof length);
    if (length > name.size()) return false;
    groups.try_emplace(std::string(reinterpret_cast<const char*>(name.data()), length), static_cast<Split>(table[0]));
    table = name.subspan(length);
  }
  return true;
}

}  // namespace

Status KnownSamples::read(const fs::path& folder, std::span<const Segment> segments, std::uint8_t flags) {
  for (const Segment& segment : segments) {
    FOVEA_TRY(const auto store, StoreReader::open(folder / segment.file, segment.seal));
    FOVEA_TRY(const auto hashes, store->table(kHashTable));
    FOVEA_TRY(const auto labels, store->table(kLabelTable));
    const std::size_t count = store->recordCount();
    if (hashes.size() != count * sizeof(ContentHash) || labels.size() < count)
      return damagedSamples(folder / segment.file);
    for (std::size_t record = 0; record < count; ++record) {
      ContentHash hash;
      std::memcpy(&hash, hashes.data() + record * sizeof hash, sizeof hash);
      if (labels[record] >= kSplits.size()) return damagedSamples(folder / segment.file);
      splits.add(hash, labels[record] | flags);
    }
    if ((flags & kInBase) && segment.seal.tables.contains(kOriginTable)) {
      FOVEA_TRY(const auto table, store->table(kOriginTable));
      if (table.size() != count * sizeof(ContentHash)) return damagedSamples(folder / segment.file);
      for (std::size_t record = 0; record < count; ++record) {
        ContentHash origin;
        std::memcpy(&origin, table.data() + record * sizeof origin, sizeof origin);
        if (origin != ContentHash{}) origins.add(origin, 0);
      }
    }
    if (!segment.seal.tables.contains(kGroupTable)) continue;
    FOVEA_TRY(const auto table, store->table(kGroupTable));
    if (!readGroups(table, groups)) return damagedSamples(folder / segment.file);
  }
  return {};
}

Status KnownSamples::readItems(const fs::path& folder) {
  FOVEA_TRY(const auto stored, StoredSamples::open(folder));
  FOVEA_TRY(const FollowedSamples followed, readFollowed(folder));
  for (std::uint32_t record = 0; record < stored->records(); ++record) {
    const auto sample = stored->view(record);
    const auto known = followed.find(record);
    if (!sample.ok() || (known != followed.end() && known->second.gone)) continue;
    const std::string_view source = known == followed.end() ? sample->source : std::string_view(known->second.source);
    items.add(itemKeyOf(source, sample->sourceIndex), 0);
  }
  return {};
}

Status KnownSamples::followEdits(const fs::path& folder) {
  if (groups.empty()) return {};
  FOVEA_TRY(const auto dataset, Dataset::open(folder));
  const SampleStates& now = dataset->states();
  const std::vector<Split>& imported = dataset->importedStates().splits;
  for (std::uint32_t record = 0; record < now.splits.size(); ++record) {
    if (now.splits[record] == imported[record] || now.excluded[record]) continue;
    const auto sample = dataset->record(record, false);
    if (sample.ok() && !sample->group.empty()) groups[std::string(sample->group)] = now.splits[record];
  }
  return {};
}

}  // namespace fovea
