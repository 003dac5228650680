// Why: a project's records of its runs, as plain values for screens and the terminal.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/network/network.h"
#include "core/train/trainer.h"

namespace fovea {

struct RunTag;
// Counted from 1 in each project. An id is reused only if its run did not start.
using RunId = Id<RunTag>;

enum class RunStatus {
  Created,  // stored, not started
  Running,
  Paused,
  Finished,     // all epochs completed
  Stopped,      // by a person
  Failed,       // see RunRecord::error
  Interrupted,  // the program ended in the middle
};
// The name in files and JSON: "running".
const char* runStatusName(RunStatus status);

// What is needed to start a run.
struct RunDescription {
  std::string name;
  Network network;
  TrainingSettings settings;
  std::string dataset;  // name in the project, or its folder
  std::string group{};  // a group such as a sweep; empty: none
  // Starts with weights not drawn from the seed; its first checkpoint contains them.
  bool givenWeights = false;
  std::string origin{};  // the kind of program that created it, "tensorboard"; empty: Fovea
  std::int64_t firstStep = 0;  // first step, if the run repeats a branch
};

struct RunRecord {
  RunId id;
  std::string name;
  std::string group;
  std::string origin;  // as in RunDescription; only the curves of such a run are known
  TrainingSettings settings;
  std::string dataset;
  std::string device;
  RunStatus status = RunStatus::Created;
  std::string started;   // UTC, ISO 8601
  std::string finished;  // empty while it is active
  std::int64_t epochsDone = 0;
  std::int64_t lastStep = 0;  // of the training curves
  // The best validation, of an epoch or within one: see EpochRecord::best. For runs of other programs the highest
  // accuracy or, if none is measured, the lowest loss. Accuracy negative: none is measured. Epoch 0: none was
  // validated.
  double bestAccuracy = -1;
  std::int64_t bestEpoch = 0;
  std::string error;  // why it failed, for a person
};

struct CheckpointRecord {
  RunId run;
  std::int64_t epoch = 0;  // completed epochs
  std::int64_t step = 0;
  std::filesystem::path file;  // relative to the project's folder
  double accuracy = -1;        // of the last validation; negative if there was none
  double loss = -1;
  std::string created;
  // Has the highest score among the run's checkpoints; if none has a score, the highest accuracy or the lowest loss.
  // The earliest wins a tie. Checkpoints from before a change of the deciding metric have no score.
  bool best = false;
  bool pinned = false;            // never deleted, whatever the settings are
  std::optional<double> score{};  // see Checkpoint::score
};

// A person's change during a run, to repeat when the run is repeated.
struct SettingChange {
  std::int64_t step = 0;  // number of steps before the change
  std::string setting;
  FieldValue value;
};

// How a run started, for repeating it.
struct RunBeginning {
  TrainingSettings settings;  // before any later change
  std::int64_t step = 0;      // for a branch: the step where it left the other run
  bool givenWeights = false;  // as in RunDescription
  bool known = false;         // false for runs of earlier versions
};

// Something that happened at a step, to be drawn on the plots: "Learning rate set to 0.001".
struct RunMark {
  std::int64_t step = 0;
  std::string text;
  std::string recorded{};  // UTC, ISO 8601; empty where it is not known
};

}  // namespace fovea
