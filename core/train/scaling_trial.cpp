#include "core/train/scaling_trial.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/backends/communicator.h"
#include "core/base/guarded.h"

namespace fovea {
namespace {

using TrialClock = std::chrono::steady_clock;

constexpr std::size_t kWarmUpSteps = 2;

// Returns the seconds of each step of this rank. All ranks stop after the same step: when rank 0 has measured enough.
Result<std::vector<double>> runRank(const TrainingPlan& plan, const BackendRegistry& backends,
                                    const std::shared_ptr<Communicator>& communicator,
                                    const ScalingTrialOptions& options) {
  FOVEA_TRY(auto device, backends.open(plan.settings.device));
  FOVEA_CHECK(device->setCommunicator(communicator));
  FOVEA_TRY(const auto trainer, Trainer::create(plan, device));
  std::vector<double> steps;
  auto begun = TrialClock::now();
  for (;;) {
    if (steps.size() == kWarmUpSteps) begun = TrialClock::now();
    const bool enough = steps.size() > kWarmUpSteps &&
                        std::chrono::duration<double>(TrialClock::now() - begun).count() > options.seconds;
    FOVEA_TRY(const bool stop, communicator->any((communicator->leads() && enough) || options.cancel.cancelled()));
    if (stop) break;
    const auto before = TrialClock::now();
    FOVEA_TRY(const TrainingUpdate update, trainer->advance());
    steps.push_back(std::chrono::duration<double>(TrialClock::now() - before).count());
    if (update.finished || update.trouble) break;
  }
  return steps;
}

}  // namespace

Result<double> measureRanks(const TrainingPlan& plan, const BackendRegistry& backends,
                            const ScalingTrialOptions& options) {
  CommunicatorOptions communication;
  communication.cancel = options.cancel;
  FOVEA_TRY(const auto team, Communicator::createTeam(options.ranks, communication));
  const auto run = [&](std::size_t rank) {
    auto steps = guarded([&] { return runRank(plan, backends, team[rank], options); });
    if (!steps.ok()) team[rank]->abort(steps.error());
    return steps;
  };
  std::vector<std::thread> others;
  Status begun;
  for (std::size_t rank = 1; rank < team.size() && begun.ok(); ++rank)
    begun = guarded([&] { others.emplace_back([&run, rank] { (void)guarded([&] { return run(rank); }); }); });
  if (!begun.ok()) team.front()->abort(begun.error());
  auto steps = run(0);
  for (std::thread& other : others) other.join();
  FOVEA_CHECK(begun);
  if (!steps.ok()) return steps.error();
  if (options.cancel.cancelled()) return fail(ErrorCode::Cancelled, "The measurement was cancelled.");
  if (steps->size() <= kWarmUpSteps)
    return fail(ErrorCode::InvalidArgument, "The measurement ended before its first step.");
  const auto middle = steps->begin() + static_cast<std::ptrdiff_t>((kWarmUpSteps + steps->size()) / 2);
  std::nth_element(steps->begin() + kWarmUpSteps, middle, steps->end());
  return *middle;
}

}  // namespace fovea
