// Why: binds the CTC loss, by own kernels, or by
// cuDNN if that is faster and agrees with them.
#include <fmt/format.h>

#include <algorithm>

#include "core/backends/cuda/module/losses/ctc_plans.h"
#include "core/backends/cuda/module/runtime/kernel_trial.h"

namespace fovea::cuda {
namespace {

template <class T>
KernelPlan ownPlan(const KernelRequest& request, const ContextPointer& context) {
  const CtcShape shape = ctcShapeOf(request);
  return densePlan(
      request,
      [context, shape](const KernelArguments& a) {
        return statusOf(ctcLoss(shape, in<T>(a, 0), in<std::int32_t>(a, 1), ctcLengths<T>(a), out<T>(a, 0),
                                out<T>(a, 1), a.scratch, context->stream()),
                        "ctcLoss");
      },
      ctcScratch(shape), "own");
}

// Labels for a trial, alternating by row: the maximum number, half of it, half of it with equal neighbours, none.
std::vector<std::int32_t> trialTargets(const CtcShape& s) {
  std::vector<std::int32_t> targets(static_cast<std::size_t>(s.batch * s.targets), -1);
  for (std::int64_t n = 0; n < s.batch; ++n) {
    const std::int64_t full = std::min(s.targets, s.steps), half = (full + 1) / 2;
    const std::int64_t count = n % 4 == 0 ? full : n % 4 == 3 ? 0 : half;
    const std::int64_t repeats = n % 4 == 2 ? 3 : 1;
    for (std::int64_t i = 0; i < count; ++i)
      targets[static_cast<std::size_t>(n * s.targets + i)] =
          static_cast<std::int32_t>(1 + (n + i / repeats) % (s.classes - 1));
  }
  return targets;
}

// Every third sample is shorter.
std::vector<float> trialLengths(std::int64_t batch) {
  std::vector<float> lengths(static_cast<std::size_t>(batch), 1.0f);
  for (std::size_t n = 2; n < lengths.size(); n += 3) lengths[n] = 0.75f;
  return lengths;
}

// Scores of an untrained network for the first half of the samples, and of a confident one for the second half, where
// less exact sums of logarithms fail.
Status fillScores(const ContextPointer& context, const CtcShape& s, void* scores) {
  constexpr double kNew = 1, kSure = 10;
  const std::int64_t half = (s.batch + 1) / 2;
  const TensorType first{DataType::Float32, {half, s.steps, s.classes}};
  const TensorType second{DataType::Float32, {s.batch - half, s.steps, s.classes}};
  FOVEA_CHECK(fillNormal(context, first, kNew, scores));
  return fillNormal(context, second, kSure, static_cast<std::byte*>(scores) + first.bytes());
}

// `inputs` have the layouts of the request.
Status fillTrial(const ContextPointer& context, const KernelRequest& request, std::span<void* const> inputs) {
  FOVEA_CHECK(fillScores(context, ctcShapeOf(request), inputs[0]));
  const std::vector<std::int32_t> targets = trialTargets(ctcShapeOf(request));
  const std::vector<float> lengths = trialLengths(request.inputs[0].shape[0]);
  const void* const sources[] = {targets.data(), lengths.data()};
  for (std::size_t i = 1; i < inputs.size(); ++i)
    FOVEA_CUDA_CALL(cudaMemcpyAsync(inputs[i], sources[i - 1], request.inputs[i].bytes(), cudaMemcpyHostToDevice,
                                    context->stream()));
  return context->wait();
}

Result<KernelPlan> lossPlan(const KernelRequest& request, const ContextPointer& context) {
  if (request.inputs[0].dtype == DataType::Float64) return ownPlan<double>(request, context);
  if (!ctcLibraryTakes(request)) return ownPlan<float>(request, context);
  const TrialCandidate candidates[] = {
      {"own", [&]() -> Result<KernelPlan> { return ownPlan<float>(request, context); }},
      {"cudnn", [&] { return ctcLibraryPlan(request, context); }}};
  KernelTrial trial;
  const CtcShape s = ctcShapeOf(request);
  trial.key = fmt::format("ctc_n{}_t{}_k{}_s{}_i{}_l{}", s.batch, s.steps, s.classes, s.targets,
                          s.skipImpossible ? 1 : 0, request.inputs.size() - 2);
  trial.inputs.assign(request.inputs.begin(), request.inputs.end());
  for (const TensorType& type : request.outputs) trial.outputs.push_back({type});
  trial.fill = [&](std::span<void* const> inputs) { return fillTrial(context, request, inputs); };
  return createFastest(context, trial, candidates);
}

}  // namespace

void registerAlignment(KernelRegistry& registry, const ContextPointer& context) {
  addReal(registry, "ctc_loss", [context](const KernelRequest& request) { return lossPlan(request, context); });
}

}  // namespace fovea::cuda
