#include "core/data/measures/sample_measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>

#include "core/base/guarded.h"

namespace fovea {
namespace {

constexpr std::array<const char*, 9> kQualityNames = {"corrupt",        "tiny",   "blank",    "dark", "duplicate",
                                                      "near_duplicate", "edited", "excluded", "wrong"};
constexpr std::uint32_t kChunk = 512;
constexpr std::size_t kComparisons = 2048;  // per image, with others of the same fingerprint

bool isImage(const TensorType& type) {
  return type.dtype == DataType::UInt8 && type.shape.rank() == 3 && (type.shape[0] == 1 || type.shape[0] == 3) &&
         type.shape.elementCount() > 0;
}

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// Fills the columns that depend on one record alone.
class Measuring {
 public:
  Measuring(const Dataset& dataset, MeasureDepth depth)
      : dataset_(dataset),
        verified_(depth == MeasureDepth::Verified),
        count_(static_cast<std::uint32_t>(dataset.states().labels.size())) {
    columns_->verified = verified_;
    columns_->widths.resize(count_);
    columns_->heights.resize(count_);
    columns_->brightness.resize(count_);
    columns_->contrast.resize(count_);
    columns_->hasFacts.resize(count_);
    columns_->qualities.resize(count_);
    columns_->duplicateGroups.resize(count_);
    columns_->nearDuplicateGroups.resize(count_);
    sources_.resize(count_);
  }

  Result<std::shared_ptr<const SampleMeasures>> run(int threads, const ProgressFunction& progress,
                                                    const CancelToken& cancel);

 private:
  Status readRecords(int threads, const ProgressFunction& progress, const CancelToken& cancel);
  void readRecord(std::uint32_t record, std::vector<std::uint8_t>& scratch);
  void measure(std::uint32_t record, const Content& input, std::vector<std::uint8_t>& scratch);
  Status findDuplicates();
  void findNearDuplicates();
  void partAlike(std::vector<std::uint32_t> alike, std::vector<std::vector<std::uint32_t>>& found) const;
  void mark(std::uint32_t record, Quality quality) { columns_->qualities[record] |= bitOf(quality); }

  const Dataset& dataset_;
  bool verified_;
  std::uint32_t count_;
  std::shared_ptr<SampleMeasures> columns_ = std::make_shared<SampleMeasures>();
  std::vector<StoredFacts> facts_;
  std::vector<std::string_view> sources_;
};

void Measuring::measure(std::uint32_t record, const Content& input, std::vector<std::uint8_t>& scratch) {
  StoredFacts& facts = facts_[record];
  if (!facts.known()) {
    std::span<const std::uint8_t> pixels = input.bytes;
    if (input.encoding != Encoding::Raw) {
      scratch.resize(input.type.bytes());
      if (!decodeContent(input, scratch.data()).ok()) return mark(record, Quality::Corrupt);
      pixels = scratch;
    }
    facts = {};
    facts.keep(imageFacts(input.type.shape, pixels));
  }
  columns_->hasFacts[record] = 1;
  columns_->brightness[record] = facts.brightness;
  columns_->contrast[record] = facts.contrast;
  if (facts.tiny()) mark(record, Quality::Tiny);
  if (facts.blank()) mark(record, Quality::Blank);
  if (facts.dark()) mark(record, Quality::Dark);
}

void Measuring::readRecord(std::uint32_t record, std::vector<std::uint8_t>& scratch) {
  const auto sample = dataset_.record(record, verified_ || !facts_[record].known());
  if (!sample.ok()) return mark(record, Quality::Corrupt);
  sources_[record] = sample->source;
  const Shape& shape = sample->input.type.shape;
  if (!isImage(sample->input.type)) {
    columns_->heights[record] = static_cast<std::uint32_t>(std::min<std::int64_t>(shape.elementCount(), UINT32_MAX));
    return;
  }
  columns_->heights[record] = static_cast<std::uint32_t>(shape[1]);
  columns_->widths[record] = static_cast<std::uint32_t>(shape[2]);
  measure(record, sample->input, scratch);
}

Status Measuring::readRecords(int threads, const ProgressFunction& progress, const CancelToken& cancel) {
  std::atomic<std::uint32_t> next{0};
  std::vector<Status> results(static_cast<std::size_t>(threads));
  const auto work = [&](std::size_t thread) {
    results[thread] = guarded([&] {
      std::vector<std::uint8_t> scratch;
      for (std::uint32_t begin; !cancel.cancelled() && (begin = next.fetch_add(kChunk)) < count_;) {
        const std::uint32_t end = std::min(count_, begin + kChunk);
        for (std::uint32_t record = begin; record < end; ++record) readRecord(record, scratch);
        if (thread == 0 && progress) progress({"Measuring samples", end, count_});
      }
    });
    if (!results[thread].ok()) next = count_;  // stops the other threads
  };
  {
    std::vector<std::jthread> helpers;  // joined even if the system refuses one of the threads
    for (std::size_t i = 1; i < results.size(); ++i) helpers.emplace_back(work, i);
    work(0);
  }
  for (const Status& result : results) FOVEA_CHECK(result);
  return {};
}

Status Measuring::findDuplicates() {
  FOVEA_TRY(const auto hashes, dataset_.hashes());
  std::vector<std::uint32_t> order(hashes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return hashes[a] != hashes[b] ? hashes[a] < hashes[b] : a < b; });
  std::vector<std::pair<std::uint32_t, std::size_t>> groups;  // first record, index in `order`
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && hashes[order[begin]] == hashes[order[end]]) ++end;
    if (end - begin > 1) groups.emplace_back(order[begin], begin);
  }
  std::sort(groups.begin(), groups.end());
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const std::size_t begin = groups[group].second;
    for (std::size_t at = begin; at < order.size() && hashes[order[at]] == hashes[order[begin]]; ++at) {
      columns_->duplicateGroups[order[at]] = static_cast<std::uint32_t>(group + 1);
      mark(order[at], Quality::Duplicate);
    }
  }
  return {};
}

// Compares every member of a group with its first: a chain of small differences could connect very different images.
void Measuring::findNearDuplicates() {
  std::vector<std::uint32_t> records;
  std::vector<std::uint64_t> prints;
  constexpr Qualities kNoPicture = bitOf(Quality::Blank) | bitOf(Quality::Tiny) | bitOf(Quality::Corrupt);
  for (std::uint32_t record = 0; record < count_; ++record) {
    if (!columns_->hasFacts[record] || (columns_->qualities[record] & kNoPicture)) continue;
    records.push_back(record);
    prints.push_back(facts_[record].fingerprint);
  }
  std::vector<std::vector<std::uint32_t>> found;
  for (std::vector<std::uint32_t>& alike : nearDuplicates(prints, kNearBits)) {
    for (std::uint32_t& member : alike) member = records[member];
    partAlike(std::move(alike), found);
  }
  std::sort(found.begin(), found.end());
  for (std::size_t number = 0; number < found.size(); ++number)
    for (const std::uint32_t record : found[number]) {
      columns_->nearDuplicateGroups[record] = static_cast<std::uint32_t>(number + 1);
      mark(record, Quality::NearDuplicate);
    }
}

// Nearly identical images differ little in brightness, so candidates are neighbours in its order.
void Measuring::partAlike(std::vector<std::uint32_t> alike, std::vector<std::vector<std::uint32_t>>& found) const {
  std::stable_sort(alike.begin(), alike.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return facts_[a].brightness < facts_[b].brightness; });
  std::vector<bool> taken(alike.size());
  for (std::size_t first = 0; first < alike.size(); ++first) {
    if (taken[first]) continue;
    const StoredFacts& own = facts_[alike[first]];
    std::vector<std::uint32_t> group = {alike[first]};
    const std::size_t end = std::min(alike.size(), first + kComparisons);
    for (std::size_t at = first + 1; at < end && facts_[alike[at]].brightness - own.brightness <= kNearGrey; ++at) {
      if (taken[at] || !areNear(own, facts_[alike[at]])) continue;
      taken[at] = true;
      group.push_back(alike[at]);
    }
    if (group.size() < 2) continue;
    std::sort(group.begin(), group.end());
    found.push_back(std::move(group));
  }
}

Result<std::shared_ptr<const SampleMeasures>> Measuring::run(int threads, const ProgressFunction& progress,
                                                             const CancelToken& cancel) {
  if (threads <= 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
  FOVEA_TRY(facts_, dataset_.facts());
  facts_.resize(count_);
  FOVEA_CHECK(readRecords(threads, progress, cancel));
  const auto stopped = [&] { return cancel.cancelled(); };
  const auto say = [&](const char* stage) {
    if (progress) progress({stage, 0, 0});
  };
  if (!stopped()) say("Looking for duplicates");
  if (!stopped()) columns_->sources = SourceNames(sources_);
  if (!stopped()) FOVEA_CHECK(findDuplicates());
  if (!stopped()) findNearDuplicates();
  if (stopped()) return fail(ErrorCode::Cancelled, "Measuring the samples was cancelled.");
  return std::shared_ptr<const SampleMeasures>(std::move(columns_));
}

}  // namespace

const char* qualityName(Quality quality) {
  for (std::size_t i = 0; i < kQualities.size(); ++i)
    if (kQualities[i] == quality) return kQualityNames[i];
  return "";
}

Result<Quality> qualityFromName(std::string_view name) {
  for (std::size_t i = 0; i < kQualities.size(); ++i)
    if (name == kQualityNames[i]) return kQualities[i];
  return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" is nothing that samples are checked for.", name),
              fmt::format("It is one of: {}.", fmt::join(kQualityNames, ", ")));
}

SourceNames::SourceNames(const std::vector<std::string_view>& names) : sourceOf_(names.size()) {
  std::vector<std::string_view> distinct;
  for (std::size_t record = 0; record < names.size(); ++record) {
    if (record == 0 || names[record] != names[record - 1]) {
      distinct.push_back(names[record]);
      begins_.push_back(lower_.size());
      std::transform(names[record].begin(), names[record].end(), std::back_inserter(lower_), lower);
      lower_ += '\n';
    }
    sourceOf_[record] = static_cast<std::uint32_t>(distinct.size() - 1);
  }
  begins_.push_back(lower_.size());
  std::vector<std::uint32_t> order(distinct.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto before = [&](std::uint32_t a, std::uint32_t b) { return name(a) < name(b); };
  if (!std::is_sorted(order.begin(), order.end(), before)) std::stable_sort(order.begin(), order.end(), before);
  ranks_.resize(distinct.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    ranks_[order[i]] =
        i > 0 && name(order[i]) == name(order[i - 1]) ? ranks_[order[i - 1]] : static_cast<std::uint32_t>(i);
}

std::string_view SourceNames::name(std::uint32_t source) const {
  return std::string_view(lower_).substr(begins_[source], begins_[source + 1] - begins_[source] - 1);
}

std::vector<std::uint8_t> SourceNames::find(std::string_view text) const {
  std::vector<std::uint8_t> found(ranks_.size());
  std::string wanted(text);
  std::transform(wanted.begin(), wanted.end(), wanted.begin(), lower);
  if (wanted.empty() || wanted.find('\n') != std::string::npos) return found;
  // Searches one concatenated text, which is many times faster than a million short ones.
  const char* const begin = lower_.data();
  const char* const end = begin + lower_.size();
  for (const char* at = begin; at < end;) {
    const auto* hit =
        static_cast<const char*>(::memmem(at, static_cast<std::size_t>(end - at), wanted.data(), wanted.size()));
    if (!hit) break;
    const auto place = static_cast<std::size_t>(hit - begin);
    const auto source =
        static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), place) - begins_.begin()) - 1;
    found[source] = 1;
    at = begin + begins_[source + 1];
  }
  return found;
}

Result<std::shared_ptr<const SampleMeasures>> measureSamples(const Dataset& dataset, MeasureDepth depth, int threads,
                                                             const ProgressFunction& progress,
                                                             const CancelToken& cancel) try {
  return Measuring(dataset, depth).run(threads, progress, cancel);
} catch (...) {
  return caughtError().within("measuring the samples of " + dataset.folder().string());
}

}  // namespace fovea
