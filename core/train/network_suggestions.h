// Why: who begins knows what the network is to do, not which layers that takes. For each task a few networks are
// suggested, with the reason, drawn for the data at hand. Pure functions.
#pragma once
#include <optional>
#include <string_view>

#include "core/data/dataset.h"
#include "core/network/network.h"

namespace fovea {

enum class NetworkTask { ClassifyImages, SeveralLabels, Segmentation, ImageToImage, Numbers, Text, Sound, Speech };

struct NetworkTaskInfo {
  NetworkTask task;
  std::string title;     // "Classify images"
  std::string sentence;  // what goes in and what comes out
};
const std::vector<NetworkTaskInfo>& networkTasks();

// What a data set is there for; nothing where no network can be suggested for it (boxes, no labels).
std::optional<NetworkTask> taskOf(const DatasetInfo& data);

struct NetworkSuggestion {
  std::string title;  // "LeNet"
  std::string why;    // in a sentence or two
  Network network;    // ready to be trained; with `data`, on it
};

// One to three, the best first. `data` is used only where it is of that task; without it the networks are drawn for
// samples of a usual size. With it, a network that has too many parameters for so few samples, or takes minutes for an
// epoch at `speed`, in operations a second, comes behind those that do not; 0: the speed is not known.
std::vector<NetworkSuggestion> suggestNetworks(NetworkTask task, const DatasetInfo* data, double speed = 0);

// What training reaches on "cpu", "cuda:0", …, in operations a second: near enough to tell seconds from hours.
double roughSpeed(std::string_view device);

}  // namespace fovea
