// Why: captchas, number plates and words that were cut out of photographs are often saved under what is written in
// them ("2b5z3.png"), without any list.
#pragma once
#include <optional>

#include "core/data/importers/found_files.h"
#include "core/data/importers/transcript_list.h"

namespace fovea {

// Returns all images in the folder, with the part of their names that `choices.namePart` selects as the text. Fails
// with Unsupported if there is no image, and like findFiles().
Result<TranscriptList> textsInNames(const std::filesystem::path& folder, const TranscriptChoices& choices, Look look);

// Asks about images without classes whose names are short codes that differ in each place, and which are as wide as a
// line of writing.
std::optional<ImportDecision> askAboutTextsInNames(const std::filesystem::path& root, const FileList& files);

}  // namespace fovea
