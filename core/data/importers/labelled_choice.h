// Why: some folders of a set of sounds or texts are no classes (noise to mix in, texts without a label), and some sets
// say their splits in lists beside the classes. What is made of either is said, and can be said otherwise.
#pragma once
#include "core/data/importers/labelled_files.h"

namespace fovea {

// Drops files of classes that are set apart: a name between underscores ("_background_noise_"), or one that says that
// there is no label ("unsup", "unlabeled"), where two other classes remain. One decision each; `asClasses` keeps them.
void chooseSetApart(LabelledFiles& found, bool asClasses);

// Splits from lists in the folder `root` ("validation_list.txt", "testing_list.txt"), whose lines name files below it.
// What no list names trains; where a list names what trains, it is left out. Returns whether there are such lists.
// Cancelled, Io.
Result<bool> followSplitLists(const std::filesystem::path& root, LabelledFiles& found, Look look);

// Names sounds of formats that are not read among the problems. Fails as findFiles().
Status nameForeignSounds(const std::filesystem::path& root, LabelledFiles& found, Look look);

// The description of the option "set_apart" of those who call chooseSetApart(): "leave_out" or "class".
Field setApartField();

}  // namespace fovea
