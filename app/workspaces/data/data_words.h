// Why: translates core's short names to the same texts everywhere on the screen.
#pragma once
#include <QString>

#include "core/data/measures/catalogue.h"

namespace fovea::words {

QString count(std::int64_t count);
QString split(Split split);
QString task(Task task);
// "Corrupt", "Nearly the same".
QString quality(Quality quality);
// Its explanation, for a tooltip.
QString qualityHelp(Quality quality);
// "Import order", "Loss".
QString column(CatalogueColumn column);
// "28 × 28 grey", "3 × 500 × 375", "16,000 numbers".
QString shape(const Shape& shape, DataType type);
// "2 symbols of 12", "4 numbers".
QString part(const DataPart& part);
// The content of a sample's part, shortened: "0.5  1.2", "symbols 3, 7".
QString partValues(const Tensor& values);
// The name, or "No class".
QString className(const DatasetInfo& info, std::int32_t label);

}  // namespace fovea::words
