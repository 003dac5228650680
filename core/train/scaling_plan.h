// Why: before somebody books machines, they want to know how much faster a run becomes with several devices. A few
// formulas and one measured step answer that.
#pragma once
#include <cstdint>
#include <vector>

#include "core/base/result.h"

namespace fovea {

struct ScalingInput {
  double stepSeconds = 0;           // seconds that one device takes for a step of the whole batch
  std::int64_t batch = 0;           // samples of a step, of all devices together
  std::uint64_t gradientBytes = 0;  // bytes of the gradients that all devices sum in each step
  std::uint64_t weightBytes =
      0;                      // bytes of the weights, which the first device sends to all others before the first step
  double bytesPerSecond = 0;  // bandwidth from each device to the next, in each direction
  std::int64_t pieces = 64;   // number of pieces of the pipelined broadcast
  std::vector<int> devices;
};

// The predicted times and rate when `devices` devices share each batch.
struct ScalingRow {
  int devices = 1;
  std::int64_t batchOfEach = 0;  // the largest share of one device
  double bytesOfEach = 0;        // bytes that each device sends for one sum of the gradients
  double reduceSeconds = 0;      // seconds for one sum of the gradients
  double broadcastSeconds = 0;   // seconds for sending the weights, once
  double computeSeconds = 0;
  // The sum of the gradients runs beside the backward pass as far as possible. A real step lies between both values:
  // nothing or everything is hidden.
  double slowestStep = 0;
  double fastestStep = 0;
  double slowestRate = 0;  // samples per second
  double fastestRate = 0;
  double slowestEfficiency = 0;  // fraction of the rate that as many devices would have without any exchange
  double fastestEfficiency = 0;
};

// Bytes that each of k devices sends (and receives) to sum N bytes in a ring: 2 · (k − 1) / k · N. Source: Patarasuk
// and Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations", 2009.
double ringReduceBytes(double bytes, int devices);
// Seconds until N bytes, passed on piece by piece from device to device, have arrived at all of k devices: a piece
// takes N / (S · B), and the last one of S arrives after S + k − 2 pieces. No time with one device.
double pipelinedBroadcastSeconds(double bytes, std::int64_t pieces, int devices, double bytesPerSecond);

// One row for each number of devices, with compute time in proportion to the samples of a device. InvalidArgument: a
// value is not positive, or there are more devices than samples in a batch.
Result<std::vector<ScalingRow>> planScaling(const ScalingInput& input);

}  // namespace fovea
