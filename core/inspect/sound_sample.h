// Why: a sound of a person's own is shown to a network in the form of the sounds that it was trained on.
#pragma once
#include <filesystem>

#include "core/data/store/dataset.h"

namespace fovea {

// Whether the ending is that of a file of sound.
bool isSoundFile(const std::filesystem::path& path);

// The sound as the import of that data set would store it. InvalidArgument (the data set holds no sounds), errors of
// SoundLoader::load().
Result<Tensor> soundSample(const std::filesystem::path& path, const DatasetInfo& info);

}  // namespace fovea
