// Why: a network of Caffe's is several files in one folder, as DIGITS and model zoos hand them out: who opens the text
// means the others too. Thread-safety: pure functions of the folder.
#pragma once
#include <filesystem>

#include "core/exchange/caffe/text_message.h"

namespace fovea {

// Empty paths: there is none.
struct CaffeCompanions {
  std::filesystem::path weights;  // of the text's own name, else the folder's only caffemodel
  bool ownName = false;           // the weights are of the text's name, so nobody doubts that they belong to it
  std::filesystem::path mean;     // what the text names (mean_file), else NAME_mean.binaryproto or mean.binaryproto
  std::filesystem::path labels;   // DIGITS: labels.txt, a name a line for each answer
};

// Of the network `path`, which reads as `message`.
CaffeCompanions companionsOf(const std::filesystem::path& path, const TextMessage& message);

}  // namespace fovea
