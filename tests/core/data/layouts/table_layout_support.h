// Why: tests of tables ask for the same of each: the decision on a column, whether all is sure, the numbers of a row.
#pragma once
#include <fmt/format.h>

#include "../importers/importer_support.h"
#include "core/data/importing/import_job.h"

namespace fovea::test {

using Strings = std::vector<std::string>;

inline Recognition tableAt(const fs::path& path) {
  Recognition found = recognised(path);
  EXPECT_EQ(found.importer, "csv");
  return found;
}

// The decision on something, by the words it begins with or holds.
inline const ImportDecision* decisionOn(const std::vector<ImportDecision>& decisions, const std::string& what) {
  for (const ImportDecision& each : decisions)
    if (contains(each.what, what)) return &each;
  return nullptr;
}

inline std::string chosenOn(const std::vector<ImportDecision>& decisions, const std::string& what) {
  const ImportDecision* found = decisionOn(decisions, what);
  return found ? found->chosen : "";
}

inline bool allSure(const std::vector<ImportDecision>& decisions) {
  for (const ImportDecision& each : decisions)
    if (!each.sure) ADD_FAILURE() << each.what << ": " << each.chosen << ", " << each.because;
  return checkDecided(decisions).ok();
}

inline std::vector<float> numbersOf(const ImportSource& source, std::int64_t index) {
  const Tensor input = loaded(source, index).input;
  const auto values = input.values<float>();
  return {values.begin(), values.end()};
}

inline std::string textOf(const Tensor& input) {
  std::string text;
  for (const std::int32_t value : input.values<std::int32_t>())
    if (value != 0) text += static_cast<char>(value);
  return text;
}

inline ImportSummary imported(const fs::path& target, const fs::path& source, const FieldValues& options = {}) {
  const auto summary = runImport(**findImporter("csv"), target, source, options, {}, {});
  EXPECT_TRUE(summary.ok()) << (summary.ok() ? "" : summary.error().text());
  return summary.ok() ? *summary : ImportSummary{};
}

}  // namespace fovea::test
