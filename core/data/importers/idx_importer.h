// Why: MNIST and its many successors (Fashion-MNIST, KMNIST, …) come as pairs of IDX files.
#pragma once
#include <memory>

#include "core/data/importing/importer.h"

namespace fovea {

// Accepts a folder with train-images-idx3-ubyte and train-labels-idx1-ubyte, and the same for t10k-… or test-… (each
// also .gz, or with a dot before idx), a folder with any one such pair, or one file of a pair. EMNIST's "emnist-
// letters-train-…" and "emnist-letters-test-…" are such pairs, too: its images are turned upright, and the mapping
// beside them names its classes. The images become u8 [1, H, W].
std::shared_ptr<const Importer> idxImporter();

}  // namespace fovea
