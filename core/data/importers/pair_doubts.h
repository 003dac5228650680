// Why: where images and masks lie does not always say which masks are meant, and what the folders around them mean.
// Each such doubt becomes a question. Sources: the descriptions of DRIVE (Staal et al. 2004), HRF (Budai et al. 2013),
// BUSI (Al-Dhabyani et al. 2020) and of the COVID-19 Radiography Database (Chowdhury et al. 2020). Thread-safety: all
// functions may be called from any thread.
#pragma once
#include <optional>
#include <set>
#include <string>

#include "core/data/importers/image_pairs.h"
#include "core/data/importing/import_decision.h"

namespace fovea {

// Returns the question about folders without a number in their names that each hold several pairs ("benign/a.png",
// "benign/a_mask.png"): they may be the classes of whole images. `ignore` is the option that says that they are not.
std::optional<ImportDecision> askAboutClassesOfPairs(const ImagePairs& pairs, const std::string& ignore);

// Returns the question about unpaired images in folders beside those of the pairs whose names begin with the same
// numbers ("1st_manual/21_manual1.gif" beside "mask/21_training_mask.gif"): they may be the targets that are meant.
// `option` chooses a folder of targets by its name.
std::optional<ImportDecision> askAboutOtherTargets(const ImagePairs& pairs, const std::string& option);

// Returns the files, by their paths below the root, that are targets of pairs.
std::set<std::string> targetsOfPairs(const ImagePairs& pairs);

}  // namespace fovea
