// Why: how a network of Caffe's was trained stands in a solver, a text of its own; what Fovea's settings have a place
// for goes there and back. Thread-safety: pure functions.
#pragma once
#include "core/exchange/caffe/text_message.h"
#include "core/exchange/exchange.h"
#include "core/train/training_settings.h"

namespace fovea {

struct CaffeSolver {
  std::string net;  // the file of the network, as the solver names it
  std::int64_t iterations = 0;
  std::int64_t stepsPerEpoch = 0;  // as they were taken to be
  TrainingSettings settings;
};

// Caffe counts iterations, Fovea epochs: of `stepsPerEpoch`, or where that is 0 of as many as lie between two tests.
// What has no place is in `report`. Corrupt with the line.
Result<CaffeSolver> readCaffeSolver(const TextMessage& message, std::int64_t stepsPerEpoch, ExchangeReport& report);
bool isCaffeSolver(const TextMessage& message);

// With that many steps in an epoch.
std::string writeCaffeSolver(const TrainingSettings& settings, const std::string& net, std::int64_t stepsPerEpoch,
                             ExchangeReport& report);

}  // namespace fovea
