// Why: a sweep is planned by the options of a command line, and one that is there already goes on only where those that
// are given agree with it.
#pragma once
#include <optional>

#include "app/cli/run_settings.h"
#include "core/project/sweep_course.h"

namespace fovea::cli {

struct SweepArguments {
  std::string project, network, dataset, name, metric;
  std::vector<std::string> grid, random;
  std::optional<std::int64_t> draws, seeds, halving, firstEpochs;
  SettingArguments settings;

  // Adds all options to a command; `this` must outlive it.
  void addTo(CLI::App& command);
};

// Stores a new sweep, or reads the one of that name. AlreadyExists: an option says something else than that one, and
// the message names it. InvalidArgument: the plan is impossible, or its runs will not measure its metric.
Result<StoredSweep> beginSweep(const Context& context, Project& project, const SweepArguments& arguments);

}  // namespace fovea::cli
