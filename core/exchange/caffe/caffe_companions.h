// Why: a Caffe network consists of several files in one folder, as DIGITS and model zoos distribute them. Opening the
// prototxt opens the others too. Thread-safety: pure functions of the folder.
#pragma once
#include <filesystem>

#include "core/exchange/caffe/text_message.h"

namespace fovea {

// An empty path means that the file does not exist.
struct CaffeCompanions {
  std::filesystem::path weights;  // file with the prototxt's name, else the folder's only caffemodel
  bool ownName = false;           // the weights have the prototxt's name, so they certainly belong to it
  std::filesystem::path mean;     // the mean_file of the prototxt, else NAME_mean.binaryproto or mean.binaryproto
  std::filesystem::path labels;   // DIGITS: labels.txt, one class name per line
};

// Finds the companion files of the network file `path`, whose parsed content is `message`.
CaffeCompanions companionsOf(const std::filesystem::path& path, const TextMessage& message);

}  // namespace fovea
