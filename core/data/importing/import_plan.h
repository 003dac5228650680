// Why: what becomes of each item is decided before one is read, from what the source says of them all, so that an
// import that is continued decides the same.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/data/importing/import_options.h"
#include "core/data/importing/import_source.h"

namespace fovea {

struct ImportPlan {
  std::vector<std::uint8_t> splits;    // by item: a Split, or kLeftOut
  std::vector<std::string> classes;    // of the data set
  std::vector<std::int32_t> classMap;  // by the source's label: the data set's, or kNoLabel where it is left out
  std::int64_t leftOut = 0;            // items of classes too small, or beyond the most of a class
  ContentHash fingerprint;             // of what the source says of its items

  static constexpr std::uint8_t kLeftOut = 255;
  // The data set's label for one of the source's. `label` is one of its classes.
  std::int32_t labelOf(std::int32_t label) const { return classMap[static_cast<std::size_t>(label)]; }
};

// `known` are the classes of a data set that is added to, which keep their places; `groups` the splits of its groups.
// Cancelled.
Result<ImportPlan> planImport(const ImportSource& source, const ImportOptions& options,
                              const std::vector<std::string>& known, const std::map<std::string, Split>& groups,
                              const CancelToken& cancel);

}  // namespace fovea
