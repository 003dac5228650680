// Why: faces of CelebA have forty attributes each, in a table of their own form with the splits and persons in further
// files beside it. They come in as a list of pictures with several labels does.
// Source: the description of CelebA (Liu et al. 2015), also as Kaggle packs it.
#pragma once
#include <filesystem>
#include <optional>

#include "core/data/importers/text_list.h"

namespace fovea {

// What list_attr_celeba.txt (or .csv), in the folder `source` or right below it, says of pictures; nothing where there
// is none. InvalidArgument where what is chosen is not there, NotFound where no picture is, Corrupt, Cancelled.
Result<std::optional<TextList>> readAttributeList(const std::filesystem::path& source, const TextListChoices& choices,
                                                  Look look);

}  // namespace fovea
