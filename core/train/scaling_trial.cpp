#include "core/train/scaling_trial.h"

#include <algorithm>
#include <chrono>

namespace fovea {
namespace {

using TrialClock = std::chrono::steady_clock;

constexpr std::size_t kWarmUpSteps = 2;

}  // namespace

Result<std::string> rankDevices(std::string_view device, int ranks) {
  FOVEA_TRY(const std::vector<std::string> names, deviceNames(device));
  const std::string& first = names.front();
  const std::size_t number = first.find(':') + 1;  // 0 without one
  std::string list = first;
  for (int rank = 1; rank < ranks; ++rank) {
    list += ',';
    list += number > 0 ? first.substr(0, number) + std::to_string(std::stoi(first.substr(number)) + rank) : first;
  }
  return list;
}

Result<double> measureRanks(const TrainingPlan& plan, const BackendRegistry& backends,
                            const ScalingTrialOptions& options) {
  FOVEA_TRY(const std::string list, rankDevices(plan.settings.device, options.ranks));
  FOVEA_TRY(const DeviceTeam devices, openDevices(backends, list));
  TrainingPlan trial = plan;
  trial.cancel = options.cancel;
  FOVEA_TRY(const auto trainer, Trainer::create(trial, devices));
  std::vector<double> steps;
  auto begun = TrialClock::now();
  while (!options.cancel.cancelled()) {
    if (steps.size() == kWarmUpSteps) begun = TrialClock::now();
    if (steps.size() > kWarmUpSteps &&
        std::chrono::duration<double>(TrialClock::now() - begun).count() > options.seconds)
      break;
    const auto before = TrialClock::now();
    FOVEA_TRY(const TrainingUpdate update, trainer->advance());
    steps.push_back(std::chrono::duration<double>(TrialClock::now() - before).count());
    if (options.progress) options.progress();
    if (update.finished || update.trouble) break;
  }
  if (options.cancel.cancelled()) return fail(ErrorCode::Cancelled, "The measurement was cancelled.");
  if (steps.size() <= kWarmUpSteps)
    return fail(ErrorCode::InvalidArgument, "The measurement ended before its first step.");
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>((kWarmUpSteps + steps.size()) / 2);
  std::nth_element(steps.begin() + kWarmUpSteps, middle, steps.end());
  return *middle;
}

}  // namespace fovea
