#include "core/data/measures/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace fovea {
namespace {

constexpr std::array<const char*, kCatalogueColumns.size()> kColumnNames = {
    "order",    "class",  "split", "width",      "height",     "side",       "brightness",
    "contrast", "source", "loss",  "confidence", "prediction", "duplicates", "near_duplicates"};

// Qualities that a sample has because of others.
constexpr std::array kTwins = {Quality::Duplicate, Quality::NearDuplicate};

// The groups of conditions that a sample may fail.
enum Part : unsigned { kOther = 1, kClass = 2, kSide = 4, kBrightness = 8 };

std::string lowered(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return lower;
}

// Counts the samples of each group that are not excluded.
std::vector<std::uint32_t> groupSizes(const std::vector<std::uint32_t>& groups, const std::vector<bool>& excluded) {
  std::vector<std::uint32_t> sizes(groups.empty() ? 0
                                                  : *std::max_element(groups.begin(), groups.end()) + std::size_t{1});
  for (std::size_t record = 0; record < groups.size(); ++record) sizes[groups[record]] += !excluded[record];
  return sizes;
}

// Maps floats to integers with the same order.
std::uint32_t ordered(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}

struct Row {
  std::uint32_t key;
  std::uint32_t record;
};

// A stable radix sort by key with eleven bits per pass; a digit that all keys share costs only one pass of reading.
void sortRows(std::vector<Row>& rows) {
  constexpr unsigned kBits = 11;
  constexpr std::size_t kDigits = std::size_t{1} << kBits;
  std::vector<Row> other(rows.size());
  for (unsigned shift = 0; shift < 32; shift += kBits) {
    std::array<std::size_t, kDigits> begins{};
    for (const Row& row : rows) ++begins[row.key >> shift & (kDigits - 1)];
    if (std::find(begins.begin(), begins.end(), rows.size()) != begins.end()) continue;
    std::size_t sum = 0;
    for (std::size_t& begin : begins) begin = std::exchange(sum, sum + begin);
    for (const Row& row : rows) other[begins[row.key >> shift & (kDigits - 1)]++] = row;
    rows.swap(other);
  }
}

}  // namespace

const char* columnName(CatalogueColumn column) {
  return kColumnNames[static_cast<std::size_t>(column)];
}

Result<CatalogueColumn> columnFromName(std::string_view name) {
  for (std::size_t i = 0; i < kColumnNames.size(); ++i)
    if (name == kColumnNames[i]) return kCatalogueColumns[i];
  return fail(ErrorCode::InvalidArgument, fmt::format("Samples have no \"{}\" to sort them by.", name),
              fmt::format("It is one of: {}.", fmt::join(kColumnNames, ", ")));
}

bool needsOutcomes(CatalogueColumn column) {
  return column == CatalogueColumn::Loss || column == CatalogueColumn::Confidence ||
         column == CatalogueColumn::Prediction;
}

Catalogue::Catalogue(std::shared_ptr<const Dataset> dataset, std::shared_ptr<const SampleMeasures> measures,
                     std::shared_ptr<const SampleOutcomes> outcomes)
    : dataset_(std::move(dataset)), measures_(std::move(measures)), outcomes_(std::move(outcomes)) {
  if (!measures_) return;
  alike_ = groupSizes(measures_->duplicateGroups, dataset_->states().excluded);
  nearlyAlike_ = groupSizes(measures_->nearDuplicateGroups, dataset_->states().excluded);
}

std::uint32_t Catalogue::groupOf(Quality quality, std::uint32_t record) const {
  if (!measures_) return 0;
  const bool same = quality == Quality::Duplicate;
  const std::uint32_t group = (same ? measures_->duplicateGroups : measures_->nearDuplicateGroups)[record];
  return group > 0 && (same ? alike_ : nearlyAlike_)[group] > 1 ? group : 0;
}

Qualities Catalogue::qualities(std::uint32_t record) const {
  const SampleStates& states = dataset_->states();
  Qualities all = measures_ ? measures_->qualities[record] : Qualities{0};
  for (const Quality quality : kTwins)
    if (groupOf(quality, record) == 0) all &= static_cast<Qualities>(~bitOf(quality));
  const bool moved = states.splits[record] != dataset_->importedStates().splits[record];
  if (states.relabelled[record] || moved) all |= bitOf(Quality::Edited);
  if (states.excluded[record]) all |= bitOf(Quality::Excluded);
  const std::int32_t label = states.labels[record];
  if (outcomes_ && label != kNoLabel && outcomes_->predictions[record] != kNoLabel &&
      outcomes_->predictions[record] != label)
    all |= bitOf(Quality::Wrong);
  return all;
}

std::string Catalogue::predictedClass(std::uint32_t record) const {
  const auto& classes = dataset_->info().classes;
  const auto label = static_cast<std::size_t>(outcomes_->predictions[record]);
  return label < classes.size() ? classes[label] : fmt::format("class {}", label);
}

std::int64_t Catalogue::keepOneOfEach(std::vector<std::uint32_t>& records, Qualities chosenFor) const {
  constexpr Qualities kTwinBits = bitOf(Quality::Duplicate) | bitOf(Quality::NearDuplicate);
  if (!(chosenFor & kTwinBits) || !measures_) return 0;
  const SampleStates& states = dataset_->states();
  // By quality, the groups that keep a sample.
  std::array<std::vector<bool>, kTwins.size()> kept = {std::vector<bool>(alike_.size()),
                                                       std::vector<bool>(nearlyAlike_.size())};
  const auto keep = [&](std::uint32_t record) {
    for (std::size_t i = 0; i < kTwins.size(); ++i) kept[i][groupOf(kTwins[i], record)] = true;
  };
  for (std::uint32_t record = 0; record < this->records(); ++record)
    if (!states.excluded[record] && !std::binary_search(records.begin(), records.end(), record)) keep(record);
  const auto before = std::ssize(records);
  std::erase_if(records, [&](std::uint32_t record) {
    if (states.excluded[record] || (qualities(record) & chosenFor & ~kTwinBits)) return false;
    for (std::size_t i = 0; i < kTwins.size(); ++i) {
      const std::uint32_t group = groupOf(kTwins[i], record);
      if (!(chosenFor & bitOf(kTwins[i])) || group == 0 || kept[i][group]) continue;
      keep(record);
      return true;
    }
    return false;
  });
  return before - std::ssize(records);
}

std::array<std::int64_t, kQualities.size()> Catalogue::qualityCounts() const {
  std::array<std::int64_t, kQualities.size()> counts{};
  for (std::uint32_t record = 0; record < records(); ++record) {
    const Qualities found = qualities(record);
    if (found == 0) continue;
    const bool excluded = (found & bitOf(Quality::Excluded)) != 0;
    for (std::size_t i = 0; i < kQualities.size(); ++i)
      counts[i] += (found & bitOf(kQualities[i])) && (!excluded || kQualities[i] == Quality::Excluded);
  }
  return counts;
}

// A filter with prepared lookups, applied to one record after another.
struct Catalogue::Sieve {
  const Catalogue& catalogue;
  const CatalogueFilter& filter;
  const SampleStates& states;
  std::vector<std::uint8_t> sources;  // by source: whether its name contains the text
  std::vector<std::uint8_t> classes;
  std::vector<const std::vector<bool>*> textTags, tags;  // by tag: its samples; tags of the text, and requested tags

  Sieve(const Catalogue& owner, const CatalogueFilter& wanted)
      : catalogue(owner), filter(wanted), states(owner.dataset_->states()) {
    for (const auto& [name, samples] : states.tags)
      if (std::find(filter.tags.begin(), filter.tags.end(), name) != filter.tags.end()) tags.push_back(&samples);
    if (filter.text.empty()) return;
    if (owner.measures_) sources = owner.measures_->sources.find(filter.text);
    const std::string text = lowered(filter.text);
    for (const std::string& name : owner.dataset_->info().classes)
      classes.push_back(lowered(name).find(text) != std::string::npos);
    for (const auto& [name, samples] : states.tags)
      if (lowered(name).find(text) != std::string::npos) textTags.push_back(&samples);
  }

  static bool hasAny(const std::vector<const std::vector<bool>*>& wanted, std::uint32_t record) {
    return std::any_of(wanted.begin(), wanted.end(), [&](const auto* samples) { return (*samples)[record]; });
  }

  bool hasText(std::uint32_t record) const {
    if (!sources.empty() && sources[catalogue.measures_->sources.of(record)]) return true;
    if (hasAny(textTags, record)) return true;
    const auto own = catalogue.dataset_->classesOf(record);
    return std::any_of(own.begin(), own.end(), [&](std::int32_t label) { return classes[std::size_t(label)] != 0; });
  }

  bool hasClass(std::uint32_t record) const {
    const auto own = catalogue.dataset_->classesOf(record);
    return *filter.label == kNoLabel ? own.empty() : std::find(own.begin(), own.end(), *filter.label) != own.end();
  }

  // Returns the parts that the record fails; only kOther if it fails several parts outside of the facets.
  unsigned failed(std::uint32_t record) const {
    const bool asksExcluded = (filter.qualities & bitOf(Quality::Excluded)) != 0;
    if (states.excluded[record] && !asksExcluded && !filter.records) return kOther;
    if (filter.split && states.splits[record] != *filter.split) return kOther;
    if (filter.records && !std::binary_search(filter.records->begin(), filter.records->end(), record)) return kOther;
    if (!filter.tags.empty() && !hasAny(tags, record)) return kOther;
    if (filter.qualities && !(catalogue.qualities(record) & filter.qualities)) return kOther;
    if (filter.prediction && (!catalogue.outcomes_ || catalogue.outcomes_->predictions[record] != *filter.prediction))
      return kOther;
    if (!filter.text.empty() && !hasText(record)) return kOther;
    unsigned parts = 0;
    if (filter.label && !hasClass(record)) parts |= kClass;
    const SampleMeasures* measures = catalogue.measures_.get();
    if (filter.sides && (!measures || !filter.sides->holds(measures->side(record)))) parts |= kSide;
    if (filter.brightness &&
        (!measures || !measures->hasFacts[record] || !filter.brightness->holds(measures->brightness[record])))
      parts |= kBrightness;
    return parts;
  }
};

CatalogueView Catalogue::view(const CatalogueFilter& filter, const CatalogueOrder& order) const {
  CatalogueView view;
  view.classes.resize(dataset_->info().classes.size());
  const SampleMeasures* measures = measures_.get();
  const std::uint32_t count = records();
  if (measures && count > 0) {
    view.sideRange = {UINT32_MAX, 0};
    for (std::uint32_t record = 0; record < count; ++record) {
      view.sideRange.low = std::min(view.sideRange.low, measures->side(record));
      view.sideRange.high = std::max(view.sideRange.high, measures->side(record));
    }
    const std::uint64_t sides = std::uint64_t{view.sideRange.high} - view.sideRange.low + 1;
    if (sides > 1) view.sides.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kSideBins, sides)));
    if (std::find(measures->hasFacts.begin(), measures->hasFacts.end(), 1) != measures->hasFacts.end())
      view.brightness.resize(256 / kBrightnessStep);
  }
  const std::uint64_t extent = std::uint64_t{view.sideRange.high} - view.sideRange.low + 1;
  const Sieve sieve(*this, filter);
  for (std::uint32_t record = 0; record < count; ++record) {
    const unsigned failed = sieve.failed(record);
    if (failed == 0) view.records.push_back(record);
    if ((failed & ~kClass) == 0) {
      const auto own = dataset_->classesOf(record);
      view.unlabelled += own.empty();
      for (const std::int32_t label : own) ++view.classes[static_cast<std::size_t>(label)];
    }
    if ((failed & ~kSide) == 0 && !view.sides.empty())
      ++view.sides[(measures->side(record) - view.sideRange.low) * view.sides.size() / extent];
    if ((failed & ~kBrightness) == 0 && !view.brightness.empty() && measures->hasFacts[record])
      ++view.brightness[measures->brightness[record] / kBrightnessStep];
  }
  sort(view.records, order);
  return view;
}

// Returns nullopt if the value is unknown.
std::optional<std::uint32_t> Catalogue::key(CatalogueColumn column, std::uint32_t record) const {
  const SampleMeasures* measures = measures_.get();
  const auto known = [](std::uint32_t value) { return value ? std::optional(value) : std::nullopt; };
  const auto fact = [&](const std::vector<std::uint8_t>& values) {
    return measures->hasFacts[record] ? std::optional<std::uint32_t>(values[record]) : std::nullopt;
  };
  const auto answer = [&](const std::vector<float>& values) {
    return std::isnan(values[record]) ? std::nullopt : std::optional(ordered(values[record]));
  };
  switch (column) {
    case CatalogueColumn::Order:
      return record;
    case CatalogueColumn::Class: {
      const auto own = dataset_->classesOf(record);
      return own.empty() ? std::nullopt : std::optional(static_cast<std::uint32_t>(own.front()));
    }
    case CatalogueColumn::Split:
      return static_cast<std::uint32_t>(dataset_->states().splits[record]);
    case CatalogueColumn::Width:
      return known(measures->widths[record]);
    case CatalogueColumn::Height:
      return known(measures->heights[record]);
    case CatalogueColumn::Side:
      return known(measures->side(record));
    case CatalogueColumn::Brightness:
      return fact(measures->brightness);
    case CatalogueColumn::Contrast:
      return fact(measures->contrast);
    case CatalogueColumn::Source:
      return measures->sources.rankOf(record);
    case CatalogueColumn::DuplicateGroup:
      return known(groupOf(Quality::Duplicate, record));
    case CatalogueColumn::NearDuplicateGroup:
      return known(groupOf(Quality::NearDuplicate, record));
    case CatalogueColumn::Loss:
      return answer(outcomes_->losses);
    case CatalogueColumn::Confidence:
      return answer(outcomes_->confidences);
    case CatalogueColumn::Prediction:
      return known(static_cast<std::uint32_t>(outcomes_->predictions[record] + 1));
  }
  return std::nullopt;
}

void Catalogue::sort(std::vector<std::uint32_t>& records, const CatalogueOrder& order) const {
  const bool needsNothing = order.column == CatalogueColumn::Order || order.column == CatalogueColumn::Class ||
                            order.column == CatalogueColumn::Split;
  if (needsOutcomes(order.column) ? !outcomes_ : !needsNothing && !measures_) return;
  if (order.column == CatalogueColumn::Order) {
    if (order.descending) std::reverse(records.begin(), records.end());
    return;
  }
  std::vector<Row> rows;
  rows.reserve(records.size());
  for (const std::uint32_t record : records) {
    const auto value = key(order.column, record);
    // Unknown values come last in both directions.
    rows.push_back({!value ? UINT32_MAX : order.descending ? UINT32_MAX - 1 - *value : *value, record});
  }
  sortRows(rows);
  std::transform(rows.begin(), rows.end(), records.begin(), [](const Row& row) { return row.record; });
}

}  // namespace fovea
