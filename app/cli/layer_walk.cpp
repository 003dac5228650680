#include "app/cli/layer_walk.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/training_loop.h"
#include "core/base/file.h"
#include "core/data/importers/npy_file.h"

namespace fovea::cli {
namespace {

struct Place {
  const TraceStage* stage;
  const TracedTensor* tensor;
};

std::vector<Place> placesOf(const StepTrace& trace) {
  std::vector<Place> places;
  for (const TraceStage& stage : trace.stages)
    for (const TracedTensor& tensor : stage.tensors) places.push_back({&stage, &tensor});
  return places;
}

// "012-backward-conv1-gradient-of-conv1.weight.npy": in execution order, without characters that are invalid in file
// names.
std::string fileName(std::size_t number, const Place& place) {
  std::string name = fmt::format("{:03}-{}-{}-{}", number + 1, place.stage->backward ? "backward" : "forward",
                                 place.stage->layer, place.tensor->name);
  for (char& c : name)
    if (c == '/' || c == ' ' || static_cast<unsigned char>(c) < 32) c = '-';
  return name + ".npy";
}

void print(const StepTrace& trace, const Place& place, bool json) {
  if (!json) {
    fmt::print("{}\n", traceText(trace, *place.stage, *place.tensor));
    std::fflush(stdout);
    return;
  }
  const Statistics& s = place.tensor->statistics;
  Json shape = Json::array();
  for (const std::int64_t extent : place.tensor->shape.extents()) shape.push_back(extent);
  printJson({{"event", "tensor"},
             {"step", trace.step},
             {"layer", place.stage->layer},
             {"pass", place.stage->backward ? "backward" : "forward"},
             {"name", place.tensor->name},
             {"shape", std::move(shape)},
             {"mean", numberJson(s.mean)},
             {"deviation", numberJson(s.deviation)},
             {"minimum", numberJson(s.minimum)},
             {"maximum", numberJson(s.maximum)},
             {"zero_share", numberJson(s.zeroShare)},
             {"not_finite", s.notFinite}});
}

}  // namespace

Result<WalkEnd> walkThrough(const StepTrace& trace, bool json, const std::string& folder) {
  const std::vector<Place> places = placesOf(trace);
  if (!folder.empty()) {
    FOVEA_CHECK(createFolder(folder));
    for (std::size_t i = 0; i < places.size(); ++i) {
      FOVEA_TRY(const std::string bytes, encodeNpy(places[i].tensor->values));
      FOVEA_CHECK(writeFileAtomic(std::filesystem::path(folder) / fileName(i, places[i]), bytes));
    }
  }
  const bool asks = !json && ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
  if (asks) fmt::print("Enter: next tensor, b: back, a layer's name: go there, n: next step, g: go on, q: stop\n");
  for (std::size_t at = 0; at < places.size();) {
    print(trace, places[at], json);
    std::string answer;
    if (!asks || (std::getline(std::cin, answer) && answer.empty())) {
      ++at;
    } else if (!std::cin || answer == "q") {
      return WalkEnd::Stop;
    } else if (answer == "g") {
      return WalkEnd::GoOn;
    } else if (answer == "n") {
      return WalkEnd::NextStep;
    } else if (answer == "b") {
      at -= at > 0 ? 1 : 0;
    } else {
      const auto found = std::find_if(places.begin(), places.end(),
                                      [&](const Place& each) { return each.stage->layer == answer; });
      if (found == places.end()) fmt::print("There is no layer \"{}\".\n", answer);
      if (found != places.end()) at = static_cast<std::size_t>(found - places.begin());
    }
  }
  return asks ? WalkEnd::NextStep : WalkEnd::GoOn;
}

}  // namespace fovea::cli
