// Why: some folders of a set of sounds or texts are not classes (noise to mix in, texts without a label), and some sets
// list their splits in files beside the classes. Each such choice is reported and can be overridden.
#pragma once
#include "core/data/importers/labelled_files.h"

namespace fovea {

// Drops files of special folders: a name between underscores ("_background_noise_"), or one that means "without label"
// ("unsup", "unlabeled"), if two other classes remain. Adds one decision each; `asClasses` keeps them.
void chooseSetApart(LabelledFiles& found, bool asClasses);

// Reads splits from lists in the folder `root` ("validation_list.txt", "testing_list.txt"), whose lines name files
// below it. Files in no list train; if there is a list of training files, files in no list are left out.
// Fails with Cancelled or Io.
Status followSplitLists(const std::filesystem::path& root, LabelledFiles& found, Look look);

// Lists sounds of unsupported formats among the problems. Fails like findFiles().
Status nameForeignSounds(const std::filesystem::path& root, LabelledFiles& found, Look look);

// Returns the option "set_apart" for callers of chooseSetApart(): "leave_out" or "class".
Field setApartField();

}  // namespace fovea
