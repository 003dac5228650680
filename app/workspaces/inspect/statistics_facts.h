// Why: statistics of a layer have the same names and formats everywhere. Pure functions.
#pragma once
#include "core/train/statistics.h"
#include "widgets/tables/fact_list.h"

namespace fovea {

// Formats a number: "0.274", "1.20e-04".
QString figureText(double value);
std::vector<FactList::Fact> statisticsFacts(const Statistics& numbers);

}  // namespace fovea
