#include "core/data/importing/replaced_samples.h"

#include <algorithm>
#include <span>

#include "core/data/importing/source_changes.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

template <class Key, class Number>
std::span<const std::pair<Key, Number>> withKey(const std::vector<std::pair<Key, Number>>& sorted, const Key& key) {
  const auto first =
      std::partition_point(sorted.begin(), sorted.end(), [&](const auto& each) { return each.first < key; });
  const auto last = std::partition_point(first, sorted.end(), [&](const auto& each) { return each.first == key; });
  return {first, last};
}

}  // namespace

Result<ReplacedSamples> ReplacedSamples::read(const fs::path& folder, const ImportSource& source, Prepare prepare,
                                              const CancelToken& cancel) {
  ReplacedSamples samples;
  samples.source_ = &source;
  samples.prepare_ = std::move(prepare);
  samples.cancel_ = cancel;
  FOVEA_TRY(samples.dataset_, Dataset::open(folder));
  FOVEA_TRY(samples.stored_, StoredSamples::open(folder));
  FOVEA_TRY(const std::vector<ContentHash> hashes, samples.dataset_->hashes());
  for (std::size_t i = 0; i < hashes.size(); ++i)
    samples.records_.emplace_back(hashes[i], static_cast<std::uint32_t>(i));
  std::ranges::sort(samples.records_);
  return samples;
}

Result<std::vector<ReplacedSamples::Row>> ReplacedSamples::samplesOf(const std::string& source,
                                                                     const ContentHash& content) const {
  std::vector<Row> rows;
  for (const auto& [hash, record] : withKey(records_, content)) {
    if (dataset_->states().excluded[record]) continue;
    FOVEA_TRY(const SampleView sample, stored_->view(record));
    if (sample.source == source) rows.push_back({record, sample.sourceIndex, targetHash(sample)});
  }
  return rows;
}

// Prepares all items of a file.
Status ReplacedSamples::readItemsOf(const std::string& source) {
  const auto hashOf = std::hash<std::string>{};
  if (files_.empty()) {
    for (std::int64_t i = 0; i < source_->size(); ++i) files_.emplace_back(hashOf(source_->item(i).source), i);
    std::ranges::sort(files_);
  }
  auto& items = items_[source];
  for (const auto& [hash, number] : withKey(files_, hashOf(source))) {
    if (cancel_.cancelled()) return fail(ErrorCode::Cancelled, "The import was cancelled; nothing was written.");
    const PreparedItem item = prepare_(number);
    if (item.item.source == source) items.emplace_back(item.hash, number);
  }
  std::ranges::sort(items);
  return {};
}

Result<std::vector<ReplacedSamples::Row>> ReplacedSamples::itemsOf(const std::string& source,
                                                                   const ContentHash& content) {
  if (!items_.contains(source)) FOVEA_CHECK(readItemsOf(source));
  std::vector<Row> rows;
  for (const auto& [hash, number] : withKey(items_[source], content)) {
    const PreparedItem item = prepare_(number);
    rows.push_back({number, item.item.sourceIndex, targetHash(item.view(Split::Train))});
  }
  return rows;
}

// Items that say what a sample says belong to it. Of the others, those in the place of a sample replace it, and the
// rest replace what is left in turn.
void ReplacedSamples::match(std::vector<Row> items, std::vector<Row> samples) {
  std::vector<bool> taken(samples.size());
  std::multimap<ContentHash, std::size_t> byAnnotation;
  for (std::size_t i = 0; i < samples.size(); ++i) byAnnotation.emplace(samples[i].annotation, i);
  std::erase_if(items, [&](const Row& item) {
    const auto found = byAnnotation.find(item.annotation);
    if (found == byAnnotation.end()) return false;
    taken[found->second] = true;
    byAnnotation.erase(found);
    return true;
  });
  std::map<std::uint64_t, std::size_t> byPlace;
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (!taken[i]) byPlace.emplace(samples[i].index, i);
  std::erase_if(items, [&](const Row& item) {
    const auto found = byPlace.find(item.index);
    if (found == byPlace.end()) return false;
    taken[found->second] = true;
    replaced_.emplace(item.number, static_cast<std::uint32_t>(samples[found->second].number));
    byPlace.erase(found);
    return true;
  });
  std::size_t next = 0;
  for (const Row& item : items) {
    while (next < samples.size() && taken[next]) ++next;
    if (next == samples.size()) return;
    replaced_.emplace(item.number, static_cast<std::uint32_t>(samples[next++].number));
  }
}

Result<std::uint32_t> ReplacedSamples::replacedBy(std::int64_t index, const PreparedItem& item) {
  FOVEA_TRY(std::vector<Row> samples, samplesOf(item.item.source, item.hash));
  if (samples.empty()) return ItemNote::kNoRecord;
  if (samples.size() == 1 && samples[0].annotation == targetHash(item.view(Split::Train))) return ItemNote::kNoRecord;
  if (matched_.emplace(item.hash, item.item.source).second) {
    FOVEA_TRY(std::vector<Row> items, itemsOf(item.item.source, item.hash));
    match(std::move(items), std::move(samples));
  }
  const auto found = replaced_.find(index);
  return found == replaced_.end() ? ItemNote::kNoRecord : found->second;
}

}  // namespace fovea
