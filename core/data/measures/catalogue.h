// Why: lists every sample of a data set as a row, so that a person finds the relevant one among a million by filtering
// on its properties and sorting by any column. Thread-safety: the catalogue never changes; any thread may call it.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/measures/sample_measures.h"

namespace fovea {

// The predictions of a network for the samples, indexed by record.
struct SampleOutcomes {
  std::vector<float> losses;              // NaN where there is no prediction
  std::vector<float> confidences;         // confidence of the prediction, 0 to 1
  std::vector<std::int32_t> predictions;  // kNoLabel where there is no prediction
};

template <class T>
struct Interval {
  T low{};
  T high{};  // inclusive
  bool holds(T value) const { return value >= low && value <= high; }
  bool operator==(const Interval&) const = default;
};

// Conditions for a sample to be shown; all of them must hold.
struct CatalogueFilter {
  std::string text;  // text in the name of its source, of a class or of a tag, ignoring case
  std::optional<Split> split;
  std::optional<std::int32_t> label;  // one of its classes; kNoLabel: no class
  std::optional<std::int32_t> prediction;
  // the longer side in pixels; for samples that are no images, the count of their numbers
  std::optional<Interval<std::uint32_t>> sides;
  std::optional<Interval<std::uint8_t>> brightness;
  Qualities qualities = 0;          // any of these. Excluded samples are shown only if this or `records` asks for them.
  std::vector<std::string> tags{};  // any of these
  // sorted records, of which the sample must be one; null: any
  std::shared_ptr<const std::vector<std::uint32_t>> records{};
  bool operator==(const CatalogueFilter&) const = default;
  bool empty() const { return *this == CatalogueFilter(); }
};

enum class CatalogueColumn : std::uint8_t {
  Order,  // the order of the import
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
// Fails with InvalidArgument, which lists them all.
Result<CatalogueColumn> columnFromName(std::string_view name);
// True for what only a network knows of a sample.
bool needsOutcomes(CatalogueColumn column);

struct CatalogueOrder {
  CatalogueColumn column = CatalogueColumn::Order;
  bool descending = false;
  bool operator==(const CatalogueOrder&) const = default;
};

// The samples that pass a filter, in order. Each histogram covers the samples that pass all other conditions of the
// filter, so that a person sees how many samples a wider range would add.
struct CatalogueView {
  std::vector<std::uint32_t> records;
  std::vector<std::int64_t> classes;  // indexed by class
  std::int64_t unlabelled = 0;
  std::vector<std::int64_t> sides;  // at most kSideBins equal bins over sideRange; empty where all samples are equal
  Interval<std::uint32_t> sideRange;
  std::vector<std::int64_t> brightness;  // bins of kBrightnessStep; empty where brightness is not known
};
inline constexpr int kBrightnessStep = 8;
inline constexpr std::uint32_t kSideBins = 24;

class Catalogue {
 public:
  // Without measures and outcomes the catalogue knows only class and split: no sample passes a filter on another
  // property, and sorting by one keeps the order of the import.
  explicit Catalogue(std::shared_ptr<const Dataset> dataset, std::shared_ptr<const SampleMeasures> measures = {},
                     std::shared_ptr<const SampleOutcomes> outcomes = {});

  const std::shared_ptr<const Dataset>& dataset() const { return dataset_; }
  const std::shared_ptr<const SampleMeasures>& measures() const { return measures_; }
  const std::shared_ptr<const SampleOutcomes>& outcomes() const { return outcomes_; }
  std::uint32_t records() const { return static_cast<std::uint32_t>(dataset_->states().labels.size()); }

  // A sample is a duplicate only while a sample like it is not excluded.
  Qualities qualities(std::uint32_t record) const;
  // The name of the class that the network predicts for a sample with a prediction; "class 12" where the network has
  // more classes than the data set.
  std::string predictedClass(std::uint32_t record) const;
  // How many samples have each quality, in the order of kQualities. Excluded samples count only for Excluded.
  std::array<std::int64_t, kQualities.size()> qualityCounts() const;
  CatalogueView view(const CatalogueFilter& filter, const CatalogueOrder& order) const;
  // Removes from sorted `records`, which are to be excluded, the first sample of each group of duplicates that would
  // otherwise vanish as a whole. `chosenFor` holds the qualities that they were chosen for: a sample that has another
  // of these than a duplicate's is excluded all the same. Returns how many were removed.
  std::int64_t keepOneOfEach(std::vector<std::uint32_t>& records, Qualities chosenFor) const;

 private:
  struct Sieve;
  // The group of duplicates or of near duplicates of a record; 0 unless two of its members are not excluded.
  std::uint32_t groupOf(Quality quality, std::uint32_t record) const;
  std::optional<std::uint32_t> key(CatalogueColumn column, std::uint32_t record) const;
  void sort(std::vector<std::uint32_t>& records, const CatalogueOrder& order) const;

  std::shared_ptr<const Dataset> dataset_;
  std::shared_ptr<const SampleMeasures> measures_;
  std::shared_ptr<const SampleOutcomes> outcomes_;
  std::vector<std::uint32_t> alike_, nearlyAlike_;  // by group: its samples that are not excluded
};

}  // namespace fovea
