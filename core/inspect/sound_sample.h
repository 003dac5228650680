// Why: converts a user's own sound to the form of the sounds that the network was trained on.
#pragma once
#include <filesystem>

#include "core/data/store/dataset.h"

namespace fovea {

// Returns true for file endings of sounds.
bool isSoundFile(const std::filesystem::path& path);

// Returns the sound as the import of that data set would store it. Fails with InvalidArgument (the data set holds no
// sounds), or as SoundLoader::load().
Result<Tensor> soundSample(const std::filesystem::path& path, const DatasetInfo& info);

}  // namespace fovea
