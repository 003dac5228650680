#include "core/backends/waiting_steps.h"

#include <algorithm>

namespace fovea {
namespace {

bool anyIn(const std::vector<int>& storages, const std::vector<int>& others) {
  return std::any_of(storages.begin(), storages.end(),
                     [&](int storage) { return std::find(others.begin(), others.end(), storage) != others.end(); });
}

bool mustRunBefore(const ExecutorStep& waiting, const ExecutorStep& step) {
  return anyIn(waiting.outputStorages, step.inputStorages) || anyIn(waiting.outputStorages, step.outputStorages) ||
         anyIn(waiting.inputStorages, step.outputStorages);
}

template <class T>
void append(std::vector<T>& list, const std::vector<T>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

ExecutorStep joined(std::vector<ExecutorStep> steps) {
  if (steps.size() == 1) return std::move(steps.front());
  ExecutorStep result;
  std::vector<std::unique_ptr<Kernel>> kernels;
  for (ExecutorStep& step : steps) {
    append(result.inputStorages, step.inputStorages);
    append(result.outputStorages, step.outputStorages);
    append(result.nodes, step.nodes);
    kernels.push_back(std::move(step.kernel));
  }
  const Kernel& first = *kernels.front();
  JointKernel joint = first.join(std::move(kernels));
  result.kernel = std::move(joint.kernel);
  result.scratchBytes = joint.scratchBytes;
  result.detail = steps.front().detail;
  return result;
}

}  // namespace

std::size_t WaitingSteps::countBefore(const ExecutorStep& step) const {
  for (std::size_t count = groups_.size(); count > 0; --count)
    for (const ExecutorStep& waiting : groups_[count - 1].steps)
      if (mustRunBefore(waiting, step)) return count;
  return 0;
}

std::vector<ExecutorStep> WaitingSteps::take(std::size_t count) {
  std::vector<ExecutorStep> taken;
  for (std::size_t i = 0; i < count; ++i) taken.push_back(joined(std::move(groups_[i].steps)));
  groups_.erase(groups_.begin(), groups_.begin() + static_cast<std::ptrdiff_t>(count));
  return taken;
}

std::vector<ExecutorStep> WaitingSteps::before(const ExecutorStep& step) {
  return take(countBefore(step));
}

std::vector<ExecutorStep> WaitingSteps::add(ExecutorStep step, std::uint64_t bytes) {
  const std::string kind = step.kernel->kind();
  const auto placeOf = [&] {
    const auto group = std::find_if(groups_.begin(), groups_.end(), [&](const Group& one) { return one.kind == kind; });
    return static_cast<std::size_t>(group - groups_.begin());
  };
  std::vector<ExecutorStep> ready;
  // It runs together with its group, so steps that must precede it may be in an earlier group.
  if (const std::size_t count = countBefore(step); count > placeOf()) ready = take(count);
  const std::size_t place = placeOf();
  if (place == groups_.size()) groups_.push_back({kind, {}, 0});
  groups_[place].steps.push_back(std::move(step));
  groups_[place].bytes += bytes;
  if (groups_[place].bytes <= limit_) return ready;
  for (ExecutorStep& more : take(place + 1)) ready.push_back(std::move(more));
  return ready;
}

}  // namespace fovea
