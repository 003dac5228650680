// Why: a network of Caffe's is several files: a prototxt, perhaps a solver that names it, a caffemodel, a mean. These
// calls bring them together and take them apart.
#pragma once
#include "core/exchange/exchange.h"

namespace fovea {

// `path` is a network or a solver (.prototxt). Weights are those of options.weights, or of the caffemodel beside it
// (see CaffeCompanions, also for the mean and the names of the classes); those that are missing are fresh. Where the
// network cannot run yet (placeholders), the tensors are those of the caffemodel alone. report.difference: of its
// outputs after it was written as Caffe's and read again.
Result<Checkpoint> readCaffeFiles(const std::filesystem::path& path, const ExchangeOptions& options,
                                  const std::shared_ptr<Device>& device, ExchangeReport& report);
// net.prototxt (deployment) and net.caffemodel; where there is a loss net_train_val.prototxt and net_solver.prototxt,
// and where the checkpoint normalises images net_mean.binaryproto.
Status writeCaffeFiles(const std::filesystem::path& path, const Checkpoint& checkpoint, ExchangeReport& report);

}  // namespace fovea
