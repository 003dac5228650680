// Why: some tools write a text for each image, a list of boxes by frame, or an archive of labels beside the images.
// Where no importer reads those, images must not come in without labels as if there were none.
#pragma once
#include <filesystem>
#include <optional>

#include "core/data/importers/labelled_files.h"

namespace fovea {

// Returns the question about texts that are named like the images of `found` (a.txt, a.jpg.txt or gt_a.txt for a.jpg),
// or about files that are named like their folders, and, if the images have no labels, about lists of boxes by frame
// (MOT Challenge) and archives of such files below `root`; nothing if there are none. Fails with Cancelled, and like
// findFiles().
Result<std::optional<ImportDecision>> askAboutUnreadTexts(const std::filesystem::path& root, const LabelledFiles& found,
                                                          Look look);
// Returns the question about texts that are named like the sounds of `found` ("a.wav.trn"); nothing if there are none.
// Fails likewise.
Result<std::optional<ImportDecision>> askAboutTextsOfSounds(const std::filesystem::path& root,
                                                            const LabelledFiles& found, Look look);

}  // namespace fovea
