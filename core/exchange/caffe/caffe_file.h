// Why: a Caffe network consists of several files: a prototxt, perhaps a solver that names it, a caffemodel, a mean.
// These calls read and write them together.
#pragma once
#include "core/exchange/exchange.h"

namespace fovea {

// `path` is a network or a solver (.prototxt). Weights come from options.weights or the caffemodel beside it (see
// CaffeCompanions, also for the mean and the class names); missing ones are initialised. If the network cannot run yet
// (placeholders), only the caffemodel's tensors are returned. report.difference compares its outputs with those after
// writing it as Caffe's and reading it again.
Result<Checkpoint> readCaffeFiles(const std::filesystem::path& path, const ExchangeOptions& options,
                                  const std::shared_ptr<Device>& device, ExchangeReport& report);
// Writes net.prototxt (deployment) and net.caffemodel; with a loss also net_train_val.prototxt and net_solver.prototxt;
// if the checkpoint normalises images also net_mean.binaryproto.
Status writeCaffeFiles(const std::filesystem::path& path, const Checkpoint& checkpoint, ExchangeReport& report);

}  // namespace fovea
