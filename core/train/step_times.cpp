#include "core/train/step_times.h"

#include <fmt/format.h>

namespace fovea {
namespace {

constexpr double kMuch = 0.25;  // as a fraction of the time

}  // namespace

StepWait stepWait(const StepTimes& times) {
  if (times.steps == 0 || times.total() <= 0) return StepWait::Nothing;
  const double data = times.data / times.total(), host = times.host / times.total();
  if (data < kMuch && host < kMuch) return StepWait::Compute;
  return data >= host ? StepWait::Data : StepWait::Host;
}

std::string stepWaitText(const StepTimes& times, int threads) {
  const StepWait wait = stepWait(times);
  if (wait == StepWait::Nothing) return {};
  const double total = times.total();
  const std::string shares = fmt::format("Compute {:.0f} %, data {:.0f} %, host {:.0f} %", 100 * times.compute / total,
                                         100 * times.data / total, 100 * times.host / total);
  if (wait == StepWait::Compute) return shares + ": the device is kept busy.";
  if (wait == StepWait::Host)
    return shares + ": the step waits for the host, which measures, records, looks at layers or saves; a larger "
                    "log_interval or fewer checkpoints help.";
  return shares + fmt::format(": the step waits for data{}; fewer or simpler transforms, smaller pictures or a faster "
                              "disk help.",
                              threads > 0 ? fmt::format(", which {} thread{} load", threads, threads == 1 ? "" : "s")
                                          : std::string());
}

}  // namespace fovea
