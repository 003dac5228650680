// Why: log-softmax and cross-entropy over any axis: row by row where the classes are adjacent in memory, otherwise many
// positions at once. Sums are in double and in a fixed order.
#include <cmath>

#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/ops/class_loss.h"

namespace fovea::cpu {
namespace {

constexpr std::int64_t kRun = 64;

// Adjacent positions; consecutive classes are `stride` floats apart.
struct Positions {
  std::int64_t classes, stride, count;
};

// For each position, the shift for which exp(x - shift) adds up to 1. Uses y as scratch for the exponentials, and
// leaves the probabilities there if `normalises`.
void softmaxOf(const Positions& p, const float* x, float* y, bool normalises, double* logSums) {
  if (p.stride == 1) {
    const float maximum = simd().maximum(x, p.classes);
    simd().exponential(x, maximum, y, p.classes);
    const double sum = simd().sum(y, p.classes);
    logSums[0] = static_cast<double>(maximum) + std::log(sum);
    if (normalises) simd().multiplyScalar(y, static_cast<float>(1.0 / sum), y, p.classes);
    return;
  }
  float maxima[kRun], factors[kRun];
  double sums[kRun] = {};
  std::copy_n(x, p.count, maxima);
  for (std::int64_t k = 1; k < p.classes; ++k)
    for (std::int64_t i = 0; i < p.count; ++i) maxima[i] = std::max(maxima[i], x[k * p.stride + i]);
  for (std::int64_t i = 0; i < p.count; ++i) factors[i] = -maxima[i];
  for (std::int64_t k = 0; k < p.classes; ++k) {
    float* row = y + k * p.stride;
    simd().add(x + k * p.stride, factors, row, p.count);
    simd().exponential(row, 0.0f, row, p.count);
    for (std::int64_t i = 0; i < p.count; ++i) sums[i] += static_cast<double>(row[i]);
  }
  for (std::int64_t i = 0; i < p.count; ++i) {
    logSums[i] = static_cast<double>(maxima[i]) + std::log(sums[i]);
    factors[i] = static_cast<float>(1.0 / sums[i]);
  }
  for (std::int64_t k = 0; normalises && k < p.classes; ++k)
    simd().multiply(y + k * p.stride, factors, y + k * p.stride, p.count);
}

// Runs of positions of a value; a row is a run of its own where the classes are innermost.
struct Runs {
  ChannelGeometry geometry;
  std::int64_t perOuter, total;

  explicit Runs(const ChannelGeometry& g)
      : geometry(g), perOuter((g.inner + kRun - 1) / kRun), total(g.batch * perOuter) {}
  Positions positions(std::int64_t run) const {
    return {geometry.channels, geometry.inner, std::min(kRun, geometry.inner - run % perOuter * kRun)};
  }
  // Offsets of the first score and of the first label.
  std::int64_t scoreAt(std::int64_t run) const {
    return run / perOuter * geometry.channels * geometry.inner + run % perOuter * kRun;
  }
  std::int64_t labelAt(std::int64_t run) const { return run / perOuter * geometry.inner + run % perOuter * kRun; }
  double elements() const { return static_cast<double>(geometry.perChannel() * geometry.channels); }
};

Result<KernelPlan> createLogSoftmax(const KernelRequest& request, Device&) {
  const Runs runs(knownClasses(request.attributes, request.inputs[0]));
  KernelPlan plan = densePlan(request, [runs](const KernelArguments& a) {
    parallelTasks(runs.total, 10.0 * runs.elements(), [&](std::int64_t run) {
      const Positions p = runs.positions(run);
      const float* x = floats(a.inputs[0]) + runs.scoreAt(run);
      float* y = mutableFloats(a.outputs[0]) + runs.scoreAt(run);
      double logSums[kRun];
      softmaxOf(p, x, y, false, logSums);
      if (p.stride == 1) return simd().addScalar(x, static_cast<float>(-logSums[0]), y, p.classes);
      float shifts[kRun];
      for (std::int64_t i = 0; i < p.count; ++i) shifts[i] = static_cast<float>(-logSums[i]);
      for (std::int64_t k = 0; k < p.classes; ++k) simd().add(x + k * p.stride, shifts, y + k * p.stride, p.count);
    });
  });
  plan.detail = simd().name;
  return plan;
}

// The sum of the weighted losses over one run.
double lossOfRun(const ClassLoss& loss, const Positions& p, const float* x, const std::int32_t* labels,
                 const double* logSums, const ClassWeights<float>& weights) {
  double sum = 0;
  for (std::int64_t i = 0; i < p.count; ++i) {
    if (!loss.counts(labels[i]) || !loss.known(labels[i])) continue;
    const auto at = [&](std::int64_t k) {
      return weights[k] * (logSums[i] - static_cast<double>(x[k * p.stride + i]));
    };
    sum += (1.0 - loss.smoothing) * at(labels[i]);
    if (loss.smoothing == 0) continue;
    double all = 0;
    for (std::int64_t k = 0; k < p.classes; ++k) all += at(k);
    sum += loss.smoothing / static_cast<double>(p.classes) * all;
  }
  return sum;
}

Result<KernelPlan> createCrossEntropy(const KernelRequest& request, Device&) {
  const ClassLoss loss = ClassLoss::read(request.attributes, request.inputs[0]);
  const Runs runs(loss.geometry);
  KernelPlan plan = densePlan(request, [loss, runs](const KernelArguments& a) {
    const auto* labels = static_cast<const std::int32_t*>(a.inputs[1]);
    const ClassWeights<float> weights{a.inputs.size() > 2 ? floats(a.inputs[2]) : nullptr};
    auto* losses = static_cast<double*>(a.scratch);
    parallelTasks(runs.total, 10.0 * runs.elements(), [&](std::int64_t run) {
      const Positions p = runs.positions(run);
      const float* x = floats(a.inputs[0]) + runs.scoreAt(run);
      double logSums[kRun];
      softmaxOf(p, x, mutableFloats(a.outputs[1]) + runs.scoreAt(run), true, logSums);
      losses[run] = lossOfRun(loss, p, x, labels + runs.labelAt(run), logSums, weights);
    });
    double sum = 0;
    for (std::int64_t run = 0; run < runs.total; ++run) sum += losses[run];
    const double weight = labelWeight(loss, labels, weights);
    *mutableFloats(a.outputs[0]) = static_cast<float>(weight == 0 ? 0.0 : sum / weight);
  });
  plan.scratchBytes = static_cast<std::size_t>(std::max<std::int64_t>(runs.total, 1)) * sizeof(double);
  plan.detail = simd().name;
  return plan;
}

// dlogits = factor of each position * p, minus the term that does not depend on p.
void gradientOfRun(const ClassLoss& loss, const Positions& p, const float* from, const std::int32_t* labels,
                   const ClassWeights<float>& weights, double factor, double allWeights, float* to) {
  const double share = loss.smoothing / static_cast<double>(p.classes);
  float factors[kRun], counted[kRun], own[kRun];
  for (std::int64_t i = 0; i < p.count; ++i) {
    const bool counts = loss.counts(labels[i]);
    const double mine = counts && loss.known(labels[i]) ? (1.0 - loss.smoothing) * weights[labels[i]] : 0.0;
    counted[i] = counts ? static_cast<float>(factor) : 0.0f;
    own[i] = counts ? static_cast<float>(factor * mine) : 0.0f;
    factors[i] = counts ? static_cast<float>(factor * (mine + share * allWeights)) : 0.0f;
  }
  for (std::int64_t k = 0; k < p.classes; ++k) {
    const auto less = static_cast<float>(share * weights[k]);
    for (std::int64_t i = 0; i < p.count; ++i)
      to[k * p.stride + i] = factors[i] * from[k * p.stride + i] - counted[i] * less;
  }
  for (std::int64_t i = 0; i < p.count; ++i) {
    if (!loss.counts(labels[i]))  // also where the probabilities are not numbers
      for (std::int64_t k = 0; k < p.classes; ++k) to[k * p.stride + i] = 0;
    else if (loss.known(labels[i]))
      to[labels[i] * p.stride + i] -= own[i];
  }
}

Result<KernelPlan> createCrossEntropyBackward(const KernelRequest& request, Device&) {
  const ClassLoss loss = ClassLoss::read(request.attributes, request.inputs[1]);
  const Runs runs(loss.geometry);
  KernelPlan plan = densePlan(request, [loss, runs](const KernelArguments& a) {
    const auto* labels = static_cast<const std::int32_t*>(a.inputs[2]);
    const ClassWeights<float> weights{a.inputs.size() > 3 ? floats(a.inputs[3]) : nullptr};
    const double all = weights.sum(loss.geometry.channels);
    const double total = labelWeight(loss, labels, weights);
    const double factor = total == 0 ? 0.0 : static_cast<double>(*floats(a.inputs[0])) / total;
    parallelTasks(runs.total, 2.0 * runs.elements(), [&](std::int64_t run) {
      gradientOfRun(loss, runs.positions(run), floats(a.inputs[1]) + runs.scoreAt(run), labels + runs.labelAt(run),
                    weights, factor, all, mutableFloats(a.outputs[0]) + runs.scoreAt(run));
    });
  });
  plan.inPlace = {{0, 1}};
  plan.detail = simd().name;
  return plan;
}

}  // namespace

void addLossKernels(KernelRegistry& registry) {
  registry.add("log_softmax", float32Entry("cpu.log_softmax", createLogSoftmax));
  registry.add("cross_entropy", float32Entry("cpu.cross_entropy", createCrossEntropy));
  registry.add("cross_entropy_backward", float32Entry("cpu.cross_entropy_backward", createCrossEntropyBackward));
}

}  // namespace fovea::cpu
