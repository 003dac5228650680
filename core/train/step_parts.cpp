#include "core/train/step_parts.h"

#include <fmt/format.h>

#include <cmath>

#include "core/ops/pointwise_builder.h"

namespace fovea {
namespace {

constexpr std::string_view kMicroBatchSum = "micro_batches.";

bool isPowerOfTwo(double factor) {
  int exponent = 0;
  return std::frexp(factor, &exponent) == 0.5;
}

}  // namespace

bool isMicroBatchSum(const std::string& variable) {
  return variable.starts_with(kMicroBatchSum);
}

ValueId addRunningSum(GraphBuilder& builder, const std::string& name, ValueId value, double factor) {
  const ValueId sum = builder.addVariable(name, builder.typeOf(value));
  return builder.emitOne("accumulate", {{"factor", factor}}, {sum, value});
}

ValueId addMicroBatch(GraphBuilder& builder, const StepShare& share, const std::string& name, ValueId value,
                      double factor, std::vector<std::string>& spent) {
  const auto sumOf = [&](std::int64_t count) { return fmt::format("{}{}.{}", kMicroBatchSum, count, name); };
  std::int64_t size = 1;
  for (std::int64_t place = share.microBatch; place % 2 == 1; place /= 2) {
    if (!isPowerOfTwo(factor)) {
      // The product is rounded before it is added, as with several ranks.
      value = addRunningSum(builder, sumOf(0), value, factor);
      spent.push_back(sumOf(0));
      factor = 1;
    }
    value = addRunningSum(builder, sumOf(size), value, factor);
    spent.push_back(sumOf(size));
    factor = 1;
    size *= 2;
  }
  return share.isLast() ? value : addRunningSum(builder, sumOf(size), value, factor);
}

bool isParted(const StepShare& share) {
  return share.ranks || share.microBatches > 1;
}

double countFactor(const StepShare& share) {
  return share.weight == 0 ? 0 : 1;
}

LossShare shareOfLoss(LoweredNetwork& lowered, SumName sumName, std::int64_t batch, const StepShare& share,
                      std::vector<std::string>& spent) {
  if (!lowered.lossCount.valid()) return {};
  GraphBuilder& builder = *lowered.builder;
  builder.setScope("metrics");
  const Shape& labels = lowered.feeds.find(FeedRole::Target)->type.shape;
  const auto all = static_cast<double>(labels.elementCount() / labels[0] * batch);
  LossShare loss;
  loss.whole = loss.own = builder.emitOne("scale", {{"factor", countFactor(share) / all}}, {lowered.lossCount});
  if (share.microBatches > 1) loss.whole = addMicroBatch(builder, share, sumName("loss_count"), loss.own, 1, spent);
  if (share.ranks && share.isLast())
    loss.whole = builder.emitOne("all_reduce", {{"factor", 1.0}, {"dense", true}}, {loss.whole});
  return loss;
}

ValueId overWhole(GraphBuilder& builder, ValueId sum, const LossShare& loss) {
  PointwiseBuilder formula(2);
  const PointwiseTerm whole = formula.input(1);
  const PointwiseProgram program = formula.finish({formula.input(0) / select(equal(whole, 0.0), 1.0, whole)});
  return builder.emitOne("fused_pointwise", {{"program", toText(program)}}, {sum, loss.whole});
}

ValueId joinParts(LoweredNetwork& lowered, ValueId part, SumName sumName, const StepShare& share,
                  std::vector<std::string>& spent) {
  GraphBuilder& builder = *lowered.builder;
  const bool joined = share.microBatches > 1;
  if (joined) {
    part = addMicroBatch(builder, share, sumName(kLossMetric), part, 1, spent);
    for (MetricInfo& metric : lowered.metrics)
      metric.value = addMicroBatch(builder, share, sumName(metric.name), metric.value, countFactor(share), spent);
  }
  if (!share.ranks || !share.isLast()) return part;
  std::vector<ValueId> values{part};
  for (const MetricInfo& metric : lowered.metrics) values.push_back(metric.value);
  const std::vector<ValueId> sums =
      builder.emit("all_reduce", {{"factor", joined ? 1.0 : countFactor(share)}, {"dense", true}}, values);
  if (sums.size() != values.size()) return part;  // the builder keeps the error
  for (std::size_t i = 0; i < lowered.metrics.size(); ++i) lowered.metrics[i].value = sums[i + 1];
  return sums.front();
}

}  // namespace fovea
