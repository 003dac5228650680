// Why: a beginner knows the task but not which layers it needs. This suggests a few networks for each task, with
// reasons, sized for the data at hand. Pure functions.
#pragma once
#include <optional>
#include <string_view>

#include "core/data/store/dataset.h"
#include "core/network/network.h"

namespace fovea {

enum class NetworkTask {
  ClassifyImages,
  SeveralLabels,
  Detection,
  Segmentation,
  ImageToImage,
  Numbers,
  Text,
  Sound,
  Speech
};

struct NetworkTaskInfo {
  NetworkTask task;
  std::string name;      // in the terminal: "classify-images"
  std::string title;     // "Classify images"
  std::string sentence;  // its input and its output
};
const std::vector<NetworkTaskInfo>& networkTasks();

// The task of a data set; nothing if no network can be suggested for it (no labels).
std::optional<NetworkTask> taskOf(const DatasetInfo& data);

struct NetworkSuggestion {
  std::string title;             // "LeNet"
  std::vector<std::string> why;  // the reason, sentence by sentence
  Network network;               // ready for training, on `data` if given
  double epochSeconds = 0;       // what an epoch takes, roughly; 0: unknown
};

// Returns one to three networks, best first. `data` is used only if it is of that task; without it the networks are
// sized for typical samples. With it, networks with too many parameters for so few samples, or with minutes per epoch
// at `speed` (operations per second; 0: unknown), come last.
std::vector<NetworkSuggestion> suggestNetworks(NetworkTask task, const DatasetInfo* data, double speed = 0);

// The training speed of "cpu", "cuda:0", … in operations per second, precise enough to tell seconds from hours.
double roughSpeed(std::string_view device);

}  // namespace fovea
