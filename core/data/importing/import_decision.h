// Why: a wrong guess about a person's data is worse than a question. Every guess of an importer (splits, classes, the
// meaning of a column) is reported before anything is written, with its evidence and the options that override it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace fovea {

// An alternative with this prefix names another importer.
inline constexpr std::string_view kKindOption = "kind=";

struct ImportDecision {
  std::string what;     // subject of the decision: "column Id", "the split of train.csv"
  std::string chosen;   // "left out", "training and validation"
  std::string because;  // the evidence, as a clause: "its values rise by one from row to row"
  // Options of the importer that override or confirm the choice, as typed: "feature_columns=Id,a,b"; several that
  // belong together as "input_folder=a; target_folder=b". "kind=masks" selects another importer.
  std::vector<std::string> alternatives;
  // False where the evidence is weak: the import then asks first, and continues when one of the alternatives is chosen.
  bool sure = true;
};

// Splits an alternative into its options: "input_folder=a", "target_folder=b".
std::vector<std::string> optionsOf(const std::string& alternative);

// {"what", "chosen", "because", "alternatives": […], "sure"}.
Json decisionsToJson(const std::vector<ImportDecision>& decisions);
// Fails with InvalidArgument when a decision is not sure; the message names it and the options that answer it.
Status checkDecided(const std::vector<ImportDecision>& decisions);

}  // namespace fovea
