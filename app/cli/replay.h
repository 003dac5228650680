// Why: changes of settings during a run are part of it: `train --change` sets them in advance, `train --replay` repeats
// them.
#pragma once
#include <optional>

#include "app/cli/command.h"
#include "core/project/project.h"

namespace fovea::cli {

// Parses texts such as "200:learning_rate=0.001"; returns the changes in order of step. InvalidArgument.
Result<std::vector<SettingChange>> readChanges(const std::vector<std::string>& texts);

// Returns the checkpoint that the run began with; nothing if its weights were drawn from the seed. InvalidArgument if
// that checkpoint is gone.
Result<std::optional<Checkpoint>> beginningOf(const Project& project, RunId run, const RunBeginning& begun);

// Repeats a run of the project as a new one named `name`, or "<its name> again": from the same initial state, with the
// same changes after the same steps, to the step where it ended. Reports whether the weights are bit-identical.
// NotFound; InvalidArgument if the run's initial state is unknown.
Status replayRun(Context& context, const std::string& projectFolder, std::int32_t run, const std::string& name);

}  // namespace fovea::cli
