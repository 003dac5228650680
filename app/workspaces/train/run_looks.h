// Why: a run keeps its colour and dash in the table, the legend and every plot while other runs change.
#pragma once
#include <map>
#include <span>

#include "core/project/run_records.h"
#include "widgets/plots/plot_parts.h"

namespace fovea {

// The number of distinguishable runs: ten colours, each in five dashes.
inline constexpr int kMostComparedRuns = 50;

class RunLooks {
 public:
  // Assigns each of `runs` a unique look; runs chosen before keep theirs. A new run gets the look of its number if that
  // is free.
  void choose(std::span<const RunId> runs);
  // Returns the look of any run; unique only among the chosen ones.
  CurveLook look(RunId run) const;

 private:
  std::map<RunId, int> places_;  // index of each chosen run's look
};

}  // namespace fovea
