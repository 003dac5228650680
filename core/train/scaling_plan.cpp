#include "core/train/scaling_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

constexpr int kMostDevices = 1'000'000;

Status needPositive(const char* name, double value) {
  if (std::isfinite(value) && value > 0) return {};
  return fail(ErrorCode::InvalidArgument, fmt::format("{} must be positive, not {:g}.", name, value));
}

Status check(const ScalingInput& input) {
  FOVEA_CHECK(needPositive("The time of a step", input.stepSeconds));
  FOVEA_CHECK(needPositive("The batch", static_cast<double>(input.batch)));
  FOVEA_CHECK(needPositive("The bandwidth", input.bytesPerSecond));
  FOVEA_CHECK(needPositive("The number of pieces", static_cast<double>(input.pieces)));
  if (input.devices.empty()) return fail(ErrorCode::InvalidArgument, "No number of devices is given.");
  for (const int devices : input.devices) {
    FOVEA_CHECK(needPositive("The number of devices", devices));
    if (devices > kMostDevices || devices > input.batch)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("{} devices cannot share a batch of {} samples.", devices, input.batch),
                  "Choose fewer devices or a larger batch.");
  }
  return {};
}

ScalingRow rowOf(const ScalingInput& input, int devices) {
  ScalingRow row;
  row.devices = devices;
  row.batchOfEach = (input.batch + devices - 1) / devices;
  row.bytesOfEach = ringReduceBytes(static_cast<double>(input.gradientBytes), devices);
  row.reduceSeconds = row.bytesOfEach / input.bytesPerSecond;
  row.broadcastSeconds =
      pipelinedBroadcastSeconds(static_cast<double>(input.weightBytes), input.pieces, devices, input.bytesPerSecond);
  const auto batch = static_cast<double>(input.batch);
  row.computeSeconds = input.stepSeconds * static_cast<double>(row.batchOfEach) / batch;
  row.slowestStep = row.computeSeconds + row.reduceSeconds;
  row.fastestStep = std::max(row.computeSeconds, row.reduceSeconds);
  row.slowestRate = batch / row.slowestStep;
  row.fastestRate = batch / row.fastestStep;
  const double ideal = static_cast<double>(devices) * batch / input.stepSeconds;
  row.slowestEfficiency = row.slowestRate / ideal;
  row.fastestEfficiency = row.fastestRate / ideal;
  return row;
}

}  // namespace

double ringReduceBytes(double bytes, int devices) {
  return 2.0 * (devices - 1) / devices * bytes;
}

double pipelinedBroadcastSeconds(double bytes, std::int64_t pieces, int devices, double bytesPerSecond) {
  if (devices < 2) return 0;
  const auto s = static_cast<double>(pieces);
  return bytes * (s + devices - 2) / (s * bytesPerSecond);
}

Result<std::vector<ScalingRow>> planScaling(const ScalingInput& input) {
  FOVEA_CHECK(check(input));
  std::vector<ScalingRow> rows;
  for (const int devices : input.devices) rows.push_back(rowOf(input, devices));
  return rows;
}

}  // namespace fovea
