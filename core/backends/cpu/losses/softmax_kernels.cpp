// Why: softmax, its cross-entropy and the count of correct answers, row by row. Sums are in double and in a fixed
// order.
#include <cmath>
#include <limits>

#include "core/backends/cpu/runtime/cpu_kernels.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/ops/channel_geometry.h"

namespace fovea::cpu {
namespace {

struct Row {
  float maximum;
  double sum;
};

// Probabilities of one row of `count` neighbouring logits.
Row softmaxRow(const float* x, float* y, std::int64_t count) {
  Row row{simd().maximum(x, count), 0};
  simd().exponential(x, row.maximum, y, count);
  row.sum = simd().sum(y, count);
  simd().multiplyScalar(y, static_cast<float>(1.0 / row.sum), y, count);
  return row;
}

// Softmax over the channels of a value with positions, for runs of positions.
constexpr std::int64_t kRun = 64;

void softmaxRun(const ChannelGeometry& g, const float* x, float* y, std::int64_t count) {
  float maxima[kRun], factors[kRun];
  double sums[kRun] = {};
  for (std::int64_t i = 0; i < count; ++i) maxima[i] = x[i];
  for (std::int64_t k = 1; k < g.channels; ++k)
    for (std::int64_t i = 0; i < count; ++i) maxima[i] = std::max(maxima[i], x[k * g.inner + i]);
  for (std::int64_t i = 0; i < count; ++i) maxima[i] = -maxima[i];
  for (std::int64_t k = 0; k < g.channels; ++k) {
    float* row = y + k * g.inner;
    simd().add(x + k * g.inner, maxima, row, count);
    simd().exponential(row, 0.0f, row, count);
    for (std::int64_t i = 0; i < count; ++i) sums[i] += static_cast<double>(row[i]);
  }
  for (std::int64_t i = 0; i < count; ++i) factors[i] = static_cast<float>(1.0 / sums[i]);
  for (std::int64_t k = 0; k < g.channels; ++k) simd().multiply(y + k * g.inner, factors, y + k * g.inner, count);
}

void softmaxRunBackward(const ChannelGeometry& g, const float* dy, const float* y, float* dx, std::int64_t count) {
  double sums[kRun] = {};
  for (std::int64_t k = 0; k < g.channels; ++k)
    for (std::int64_t i = 0; i < count; ++i)
      sums[i] += static_cast<double>(dy[k * g.inner + i]) * static_cast<double>(y[k * g.inner + i]);
  for (std::int64_t k = 0; k < g.channels; ++k)
    for (std::int64_t i = 0; i < count; ++i)
      dx[k * g.inner + i] = y[k * g.inner + i] * (dy[k * g.inner + i] - static_cast<float>(sums[i]));
}

// Calls body(offset, count) for every row (inner extent 1) or run of positions.
template <class Body>
void forRuns(const ChannelGeometry& g, double work, Body&& body) {
  const std::int64_t runs = (g.inner + kRun - 1) / kRun;
  parallelTasks(g.batch * runs, work * static_cast<double>(g.batch * g.channels * g.inner), [&](std::int64_t task) {
    const std::int64_t first = task % runs * kRun;
    body(task / runs * g.channels * g.inner + first, std::min(kRun, g.inner - first));
  });
}

Result<KernelPlan> createSoftmax(const KernelRequest& request, Device&) {
  const ChannelGeometry g = readChannels(request.inputs[0].shape);
  KernelPlan plan = densePlan(request, [g](const KernelArguments& a) {
    const float* x = floats(a.inputs[0]);
    float* y = mutableFloats(a.outputs[0]);
    forRuns(g, 10.0, [&](std::int64_t at, std::int64_t count) {
      if (g.inner == 1)
        softmaxRow(x + at, y + at, g.channels);
      else
        softmaxRun(g, x + at, y + at, count);
    });
  });
  plan.inPlace = {{0, 0}};
  plan.detail = simd().name;
  return plan;
}

Result<KernelPlan> createSoftmaxBackward(const KernelRequest& request, Device&) {
  const ChannelGeometry g = readChannels(request.inputs[0].shape);
  KernelPlan plan = densePlan(request, [g](const KernelArguments& a) {
    const float *dy = floats(a.inputs[0]), *y = floats(a.inputs[1]);
    float* dx = mutableFloats(a.outputs[0]);
    forRuns(g, 4.0,
            [&](std::int64_t at, std::int64_t count) { softmaxRunBackward(g, dy + at, y + at, dx + at, count); });
  });
  plan.inPlace = {{0, 0}, {0, 1}};
  plan.detail = simd().name;
  return plan;
}

// -log of the probability of the label.
double lossOf(const Row& row, const float* logits, std::int64_t classes, std::int32_t label) {
  if (label < 0) return 0;
  if (label >= classes) return std::numeric_limits<double>::quiet_NaN();
  return std::log(row.sum) - (static_cast<double>(logits[label]) - static_cast<double>(row.maximum));
}

Result<KernelPlan> createCrossEntropy(const KernelRequest& request, Device&) {
  const std::int64_t batch = request.inputs[0].shape[0], classes = request.inputs[0].shape[1];
  KernelPlan plan = densePlan(request, [batch, classes](const KernelArguments& a) {
    const float* logits = floats(a.inputs[0]);
    const auto* labels = static_cast<const std::int32_t*>(a.inputs[1]);
    auto* losses = static_cast<double*>(a.scratch);
    float* probabilities = mutableFloats(a.outputs[1]);
    parallelTasks(batch, 10.0 * static_cast<double>(batch * classes), [&](std::int64_t n) {
      const Row row = softmaxRow(logits + n * classes, probabilities + n * classes, classes);
      losses[n] = lossOf(row, logits + n * classes, classes, labels[n]);
    });
    double sum = 0;
    std::int64_t count = 0;
    for (std::int64_t n = 0; n < batch; ++n) {
      sum += losses[n];
      count += labels[n] >= 0 ? 1 : 0;
    }
    *mutableFloats(a.outputs[0]) = static_cast<float>(count > 0 ? sum / static_cast<double>(count) : 0.0);
  });
  plan.scratchBytes = static_cast<std::size_t>(std::max<std::int64_t>(batch, 1)) * sizeof(double);
  plan.detail = simd().name;
  return plan;
}

Result<KernelPlan> createCrossEntropyBackward(const KernelRequest& request, Device&) {
  const std::int64_t batch = request.inputs[1].shape[0], classes = request.inputs[1].shape[1];
  KernelPlan plan = densePlan(request, [batch, classes](const KernelArguments& a) {
    const float *dloss = floats(a.inputs[0]), *probabilities = floats(a.inputs[1]);
    const auto* labels = static_cast<const std::int32_t*>(a.inputs[2]);
    float* dlogits = mutableFloats(a.outputs[0]);
    const std::int64_t count = std::count_if(labels, labels + batch, [](std::int32_t label) { return label >= 0; });
    const auto factor =
        static_cast<float>(static_cast<double>(*dloss) / static_cast<double>(std::max<std::int64_t>(count, 1)));
    parallelTasks(batch, static_cast<double>(batch * classes), [&](std::int64_t n) {
      const float* from = probabilities + n * classes;
      float* to = dlogits + n * classes;
      if (labels[n] < 0) return static_cast<void>(std::fill(to, to + classes, 0.0f));
      if (labels[n] >= classes)
        return static_cast<void>(std::fill(to, to + classes, std::numeric_limits<float>::quiet_NaN()));
      const float atLabel = factor * (from[labels[n]] - 1.0f);
      simd().multiplyScalar(from, factor, to, classes);
      to[labels[n]] = atLabel;
    });
  });
  plan.inPlace = {{0, 1}};
  plan.detail = simd().name;
  return plan;
}

// The first of equal values; a NaN counts as larger than any number.
std::int64_t argumentOfMaximum(const float* x, std::int64_t count) {
  std::int64_t best = 0;
  for (std::int64_t k = 1; k < count; ++k)
    if (x[k] > x[best] || (std::isnan(x[k]) && !std::isnan(x[best]))) best = k;
  return best;
}

Result<KernelPlan> createCorrectCount(const KernelRequest& request, Device&) {
  const std::int64_t batch = request.inputs[0].shape[0], classes = request.inputs[0].shape[1];
  if (classes == 0) return fail(ErrorCode::Unsupported, "there are no classes");
  return densePlan(request, [batch, classes](const KernelArguments& a) {
    const float* logits = floats(a.inputs[0]);
    const auto* labels = static_cast<const std::int32_t*>(a.inputs[1]);
    std::int64_t right = 0;
    for (std::int64_t n = 0; n < batch; ++n)
      right += argumentOfMaximum(logits + n * classes, classes) == labels[n] ? 1 : 0;
    *mutableFloats(a.outputs[0]) = static_cast<float>(right);
  });
}

}  // namespace

void addSoftmaxKernels(KernelRegistry& registry) {
  registry.add("softmax", float32Entry("cpu.softmax", createSoftmax));
  registry.add("softmax_backward", float32Entry("cpu.softmax_backward", createSoftmaxBackward));
  registry.add("softmax_cross_entropy", float32Entry("cpu.softmax_cross_entropy", createCrossEntropy));
  registry.add("softmax_cross_entropy_backward",
               float32Entry("cpu.softmax_cross_entropy_backward", createCrossEntropyBackward));
  registry.add("correct_count", float32Entry("cpu.correct_count", createCorrectCount));
}

}  // namespace fovea::cpu
