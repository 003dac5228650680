// Why: what the project remembers of its runs, as plain values that screens and the terminal can show.
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
// Counted from 1 in each project; never given twice, but for that of a run that did not begin.
using RunId = Id<RunTag>;

enum class RunStatus {
  Created,  // known, not started
  Running,
  Paused,
  Finished,     // all epochs done
  Stopped,      // by a person
  Failed,       // see RunRecord::error
  Interrupted,  // the program ended in the middle
};
// "running", as stored and as shown in JSON.
const char* runStatusName(RunStatus status);

// What a run begins with.
struct RunDescription {
  std::string name;
  Network network;
  TrainingSettings settings;
  std::string dataset;  // its name in the project, or its folder
};

struct RunRecord {
  RunId id;
  std::string name;
  TrainingSettings settings;
  std::string dataset;
  std::string device;
  RunStatus status = RunStatus::Created;
  std::string started;   // UTC, ISO 8601
  std::string finished;  // empty while it goes on
  std::int64_t epochsDone = 0;
  std::int64_t lastStep = 0;  // of the training curves
  // Of the epoch with the highest validation accuracy; where none is measured, with the lowest validation loss.
  // Negative: none is measured. Epoch 0: none was validated.
  double bestAccuracy = -1;
  std::int64_t bestEpoch = 0;
  std::string error;  // why it failed, for a person
};

struct CheckpointRecord {
  RunId run;
  std::int64_t epoch = 0;  // complete epochs
  std::int64_t step = 0;
  std::filesystem::path file;  // relative to the project's folder
  double accuracy = -1;        // of the last validation; negative when there was none
  double loss = -1;
  std::string created;
  // The highest accuracy among the run's checkpoints, or the lowest loss where none is measured; the earliest of equal
  // ones.
  bool best = false;
};

// Something that happened at a step, to be drawn on the plots: "Learning rate set to 0.001".
struct RunMark {
  std::int64_t step = 0;
  std::string text;
  std::string recorded{};  // UTC, ISO 8601; empty where it is not known
};

}  // namespace fovea
