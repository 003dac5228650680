// Why: samples are tagged in Data and in Inspect by the same menu.
#pragma once
#include <functional>
#include <vector>

#include "core/data/store/dataset.h"

class QMenu;

namespace fovea {

// Fills a menu with the tags of a data set, checked where all of `records` (ascending) have them, and with a new one;
// `edit` receives what the person chooses. A new tag's name is asked for in a dialog over the menu's parent.
void fillTagMenu(QMenu* menu, const Dataset& dataset, const std::vector<std::uint32_t>& records,
                 std::function<void(SampleEdit)> edit);

}  // namespace fovea
