// Why: what core calls by short names is called the same everywhere on the screen.
#pragma once
#include <QString>

#include "core/data/catalogue.h"

namespace fovea::words {

QString count(std::int64_t count);
QString split(Split split);
QString task(Task task);
// "Corrupt", "Nearly the same".
QString quality(Quality quality);
// What that means, for a tooltip.
QString qualityHelp(Quality quality);
// "Import order", "Loss".
QString column(CatalogueColumn column);
// "28 × 28 grey", "3 × 500 × 375", "16,000 numbers".
QString shape(const Shape& shape, DataType type);
// The name, or "No class".
QString className(const DatasetInfo& info, std::int32_t label);

}  // namespace fovea::words
