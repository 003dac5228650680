// Why: a wrong guess about a person's data is worse than a question. Whatever an importer guesses (splits, classes,
// what a column is for) is said before anything is written, with its evidence and the options that decide otherwise.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace fovea {

// An alternative that begins so names another importer.
inline constexpr std::string_view kKindOption = "kind=";

struct ImportDecision {
  std::string what;     // what was decided on: "column Id", "the split of train.csv"
  std::string chosen;   // "left out", "training and validation"
  std::string because;  // the evidence, as a clause: "its values rise by one from row to row"
  // Options of the importer that decide otherwise, or confirm the choice, as they are typed: "feature_columns=Id,a,b";
  // several that belong together as "input_folder=a; target_folder=b". "kind=masks" is another importer.
  std::vector<std::string> alternatives;
  // False where the evidence is weak: then the import asks first, and goes on when one of the alternatives is given.
  bool sure = true;
};

// The options of an alternative, one after the other: "input_folder=a", "target_folder=b".
std::vector<std::string> optionsOf(const std::string& alternative);

// {"what", "chosen", "because", "alternatives": […], "sure"}.
Json decisionsToJson(const std::vector<ImportDecision>& decisions);
// InvalidArgument when one of them is not sure; names it and the options that answer it.
Status checkDecided(const std::vector<ImportDecision>& decisions);

}  // namespace fovea
