// Why: wherever numbers of a layer are shown, their statistics are called and written alike. Pure functions.
#pragma once
#include "core/train/statistics.h"
#include "widgets/tables/fact_list.h"

namespace fovea {

// "0.274", "1.20e-04"
QString figureText(double value);
std::vector<FactList::Fact> statisticsFacts(const Statistics& numbers);

}  // namespace fovea
