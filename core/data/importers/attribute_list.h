// Why: CelebA stores forty attributes of each face in its own table format, and the splits and persons in further files
// beside it. They are imported like a list of pictures with several labels each.
// Source: the description of CelebA (Liu et al. 2015), also as Kaggle packs it.
#pragma once
#include <filesystem>
#include <optional>

#include "core/data/importers/text_list.h"

namespace fovea {

// Reads list_attr_celeba.txt (or .csv) in the folder `source` or directly below it; returns nothing if there is none.
// Fails with InvalidArgument if the chosen labels are missing, NotFound if no picture exists, Corrupt or Cancelled.
Result<std::optional<TextList>> readAttributeList(const std::filesystem::path& source, const TextListChoices& choices,
                                                  Look look);

}  // namespace fovea
