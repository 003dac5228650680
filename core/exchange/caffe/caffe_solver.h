// Why: a Caffe solver is a text with the training settings of a network. This converts between solvers and Fovea's
// settings. Thread-safety: pure functions.
#pragma once
#include "core/exchange/caffe/text_message.h"
#include "core/exchange/exchange.h"
#include "core/train/training_settings.h"

namespace fovea {

struct CaffeSolver {
  std::string net;  // the network file that the solver names
  std::int64_t iterations = 0;
  std::int64_t stepsPerEpoch = 0;  // the value that was used
  TrainingSettings settings;
};

// Caffe counts iterations, Fovea counts epochs of `stepsPerEpoch` steps; if that is 0, an epoch is the interval between
// two tests. `report` lists settings without a counterpart. Corrupt with the line.
Result<CaffeSolver> readCaffeSolver(const TextMessage& message, std::int64_t stepsPerEpoch, ExchangeReport& report);
bool isCaffeSolver(const TextMessage& message);

// Converts epochs to iterations with `stepsPerEpoch`.
std::string writeCaffeSolver(const TrainingSettings& settings, const std::string& net, std::int64_t stepsPerEpoch,
                             ExchangeReport& report);

}  // namespace fovea
