#include "app/workspaces/train/run_looks.h"

#include <algorithm>
#include <vector>

#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr Qt::PenStyle kDashes[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
constexpr int kColors = static_cast<int>(kSeriesColorCount);
static_assert(kMostComparedRuns == kColors * static_cast<int>(std::size(kDashes)));

int placeOf(RunId run) {
  return (std::max(1, run.index) - 1) % kMostComparedRuns;
}

}  // namespace

void RunLooks::choose(std::span<const RunId> runs) {
  std::map<RunId, int> places;
  std::vector<bool> taken(kMostComparedRuns);
  for (const RunId run : runs)
    if (const auto known = places_.find(run); known != places_.end() && !places.count(run)) {
      places.insert(*known);
      taken[static_cast<std::size_t>(known->second)] = true;
    }
  for (const RunId run : runs) {
    if (places.count(run)) continue;
    int place = placeOf(run);
    for (int tries = 0; tries < kMostComparedRuns && taken[static_cast<std::size_t>(place)]; ++tries)
      place = (place + 1) % kMostComparedRuns;
    places[run] = place;
    taken[static_cast<std::size_t>(place)] = true;
  }
  places_ = std::move(places);
}

CurveLook RunLooks::look(RunId run) const {
  const auto known = places_.find(run);
  const int place = known == places_.end() ? placeOf(run) : known->second;
  return {place % kColors, kDashes[place / kColors], false};
}

}  // namespace fovea
