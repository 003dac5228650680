// Why: a wrong guess about a person's data is worse than a question. Whatever an importer guesses (splits, classes,
// what a column is for) is said before anything is written, with its evidence and the options that decide otherwise.
#pragma once
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace fovea {

struct ImportDecision {
  std::string what;     // what was decided on: "column Id", "the split of train.csv"
  std::string chosen;   // "left out", "training and validation"
  std::string because;  // the evidence, as a clause: "its values rise by one from row to row"
  // Options of the importer that decide otherwise, or confirm the choice, as they are typed: "feature_columns=Id,a,b".
  std::vector<std::string> alternatives;
  // False where the evidence is weak: then the import asks first, and goes on when one of the alternatives is given.
  bool sure = true;
};

// {"what", "chosen", "because", "alternatives": […], "sure"}.
Json decisionsToJson(const std::vector<ImportDecision>& decisions);
// InvalidArgument when one of them is not sure; names it and the options that answer it.
Status checkDecided(const std::vector<ImportDecision>& decisions);

}  // namespace fovea
