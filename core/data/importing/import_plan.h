// Why: the import decides what happens to each item before it reads any, from the descriptions of all items, so that a
// resumed import decides the same.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/data/importing/import_options.h"
#include "core/data/importing/import_source.h"
#include "core/data/importing/known_samples.h"

namespace fovea {

// For each Split, whether the source itself assigns items to it.
struct SplitsOfSource {
  std::array<bool, 3> has{};

  void add(Split split) { has[static_cast<std::size_t>(split)] = true; }
  bool operator[](Split split) const { return has[static_cast<std::size_t>(split)]; }
  // Whether items that the source assigns to training are also drawn from: for validation and for testing, if it
  // assigns none to them.
  bool drawsFromTraining() const {
    return (*this)[Split::Train] && !((*this)[Split::Validation] && (*this)[Split::Test]);
  }
  // Whether items that the source assigns to `split` stay in it.
  bool fixes(Split split) const { return (*this)[split] && !(split == Split::Train && drawsFromTraining()); }
};

struct ImportPlan {
  std::vector<std::uint8_t> splits;  // a Split or kLeftOut for each item
  std::vector<std::string> classes;  // the classes of the data set
  // maps labels of the source to labels of the data set, or to kNoLabel where a class is left out
  std::vector<std::int32_t> classMap;
  SplitsOfSource named;
  std::int64_t leftOut = 0;        // items of classes that are too small, or beyond the maximum of a class
  std::int64_t sharedGroups = 0;   // groups with items in several splits, as the source assigns them
  ContentHash fingerprint;         // hash of the descriptions of all items

  static constexpr std::uint8_t kLeftOut = 255;
  // The data set's label for a label of the source. `label` must be one of its classes.
  std::int32_t labelOf(std::int32_t label) const { return classMap[static_cast<std::size_t>(label)]; }
};

// `classes` are those of the data set to which samples are added, which keep their indices; `known` holds the splits of
// its groups, and its items, which count first where the samples of a class are limited. Fails with Cancelled.
Result<ImportPlan> planImport(const ImportSource& source, const ImportOptions& options,
                              const std::vector<std::string>& classes, const KnownSamples& known,
                              const CancelToken& cancel);

}  // namespace fovea
