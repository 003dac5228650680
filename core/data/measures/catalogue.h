// Why: every sample of a data set is a row, so that a person finds the one that matters among a million: filtered by
// what is known of it and sorted by any column. Thread-safety: a value that never changes; any thread may ask.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/measures/sample_measures.h"

namespace fovea {

// What a network answers to each sample, by record.
struct SampleOutcomes {
  std::vector<float> losses;              // NaN where it was not asked
  std::vector<float> confidences;         // of the prediction, 0 to 1
  std::vector<std::int32_t> predictions;  // kNoLabel where it was not asked
};

template <class T>
struct Interval {
  T low{};
  T high{};  // inclusive
  bool holds(T value) const { return value >= low && value <= high; }
  bool operator==(const Interval&) const = default;
};

// What a sample must be to be shown; all of it must hold.
struct CatalogueFilter {
  std::string text;  // in the name of its source or of a class, without regard to case
  std::optional<Split> split;
  std::optional<std::int32_t> label;  // one of its classes; kNoLabel: it has none
  std::optional<std::int32_t> prediction;
  std::optional<Interval<std::uint32_t>> sides;  // the longer one in pixels; of what is no image, its numbers
  std::optional<Interval<std::uint8_t>> brightness;
  Qualities qualities = 0;  // at least one of them. Samples that are left out are shown only if asked for.
  std::shared_ptr<const std::vector<std::uint32_t>> records{};  // sorted: one of them, chosen elsewhere; null: any
  bool operator==(const CatalogueFilter&) const = default;
  bool empty() const { return *this == CatalogueFilter(); }
};

enum class CatalogueColumn : std::uint8_t {
  Order,  // of the import
  Class,
  Split,
  Width,
  Height,
  Side,
  Brightness,
  Contrast,
  Source,
  Loss,
  Confidence,
  Prediction,
  DuplicateGroup,
  NearDuplicateGroup,
};
inline constexpr std::array<CatalogueColumn, 14> kCatalogueColumns = {
    CatalogueColumn::Order,          CatalogueColumn::Class,
    CatalogueColumn::Split,          CatalogueColumn::Width,
    CatalogueColumn::Height,         CatalogueColumn::Side,
    CatalogueColumn::Brightness,     CatalogueColumn::Contrast,
    CatalogueColumn::Source,         CatalogueColumn::Loss,
    CatalogueColumn::Confidence,     CatalogueColumn::Prediction,
    CatalogueColumn::DuplicateGroup, CatalogueColumn::NearDuplicateGroup};

// "order", "class", "split", "width", "height", "side", "brightness", "contrast", "source", "loss", "confidence",
// "prediction", "duplicates", "near_duplicates"
const char* columnName(CatalogueColumn column);
// InvalidArgument names them all.
Result<CatalogueColumn> columnFromName(std::string_view name);

struct CatalogueOrder {
  CatalogueColumn column = CatalogueColumn::Order;
  bool descending = false;
  bool operator==(const CatalogueOrder&) const = default;
};

// The samples of a filter in their order, and how each property is spread among those that fulfil the rest of the
// filter, so that a person sees what a wider one would bring.
struct CatalogueView {
  std::vector<std::uint32_t> records;
  std::vector<std::int64_t> classes;  // by class
  std::int64_t unlabelled = 0;
  std::vector<std::int64_t> sides;  // of at most kSideBins equal bins over sideRange; empty where all are the same
  Interval<std::uint32_t> sideRange;
  std::vector<std::int64_t> brightness;  // of bins of kBrightnessStep; empty where it is not known
};
inline constexpr int kBrightnessStep = 8;
inline constexpr std::uint32_t kSideBins = 24;

class Catalogue {
 public:
  // Without measures and outcomes it knows class and split alone: nothing fulfils a filter by another, and sorting by
  // one leaves the order of the import.
  explicit Catalogue(std::shared_ptr<const Dataset> dataset, std::shared_ptr<const SampleMeasures> measures = {},
                     std::shared_ptr<const SampleOutcomes> outcomes = {});

  const std::shared_ptr<const Dataset>& dataset() const { return dataset_; }
  const std::shared_ptr<const SampleMeasures>& measures() const { return measures_; }
  const std::shared_ptr<const SampleOutcomes>& outcomes() const { return outcomes_; }
  std::uint32_t records() const { return static_cast<std::uint32_t>(dataset_->states().labels.size()); }

  Qualities qualities(std::uint32_t record) const;
  // How many samples have each, in the order of kQualities; but for Excluded those that are left out do not count.
  std::array<std::int64_t, kQualities.size()> qualityCounts() const;
  CatalogueView view(const CatalogueFilter& filter, const CatalogueOrder& order) const;

 private:
  struct Sieve;
  std::optional<std::uint32_t> key(CatalogueColumn column, std::uint32_t record) const;
  void sort(std::vector<std::uint32_t>& records, const CatalogueOrder& order) const;

  std::shared_ptr<const Dataset> dataset_;
  std::shared_ptr<const SampleMeasures> measures_;
  std::shared_ptr<const SampleOutcomes> outcomes_;
};

}  // namespace fovea
