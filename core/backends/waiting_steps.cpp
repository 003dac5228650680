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

template <class Wanted>
std::vector<ExecutorStep> WaitingSteps::take(const Wanted& wanted) {
  std::vector<Group> taken;
  for (auto group = groups_.begin(); group != groups_.end();) {
    if (!wanted(group->second)) {
      ++group;
      continue;
    }
    taken.push_back(std::move(group->second));
    group = groups_.erase(group);
  }
  std::sort(taken.begin(), taken.end(), [](const Group& a, const Group& b) { return a.first < b.first; });
  std::vector<ExecutorStep> result;
  for (Group& group : taken) result.push_back(joined(std::move(group.steps)));
  return result;
}

std::vector<ExecutorStep> WaitingSteps::before(const ExecutorStep& step) {
  return take([&](const Group& group) {
    return std::any_of(group.steps.begin(), group.steps.end(),
                       [&](const ExecutorStep& waiting) { return mustRunBefore(waiting, step); });
  });
}

std::vector<ExecutorStep> WaitingSteps::add(ExecutorStep step, std::uint64_t bytes) {
  Group& group = groups_[step.kernel->kind()];
  if (group.steps.empty()) group.first = count_;
  ++count_;
  group.bytes += bytes;
  group.steps.push_back(std::move(step));
  return take([&](const Group& one) { return one.bytes > limit_; });
}

std::vector<ExecutorStep> WaitingSteps::all() {
  return take([](const Group&) { return true; });
}

}  // namespace fovea
