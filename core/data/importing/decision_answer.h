// Why: an alternative of a decision is a text for the terminal; the wizard and the importers need what it sets.
#pragma once
#include <string>

#include "core/base/schema.h"

namespace fovea {

// What an alternative of a decision sets.
struct DecisionAnswer {
  FieldValues values;
  std::string kind;  // the importer that it selects, whose options `values` are; empty: the one that decided
};

// Reads an alternative; `own` are the options of the importer that decided. Fails with NotFound (no such importer) or
// InvalidArgument (no such option, or not one of its values).
Result<DecisionAnswer> readAnswer(const Schema& own, const std::string& alternative);

}  // namespace fovea
