// Why: the samples of a batch may be divided among ranks and micro-batches. This joins what the graphs compute, so that
// the result is that of the whole batch.
// Functions write to the network's graph builder and are as thread-safe as it; its errors are sticky.
#pragma once
#include <string>
#include <vector>

#include "core/train/training_graph.h"

namespace fovea {

// The name of the variable with the sum of a metric: trainingSum or validationSum.
using SumName = std::string (*)(const std::string& metric);

// sum' = sum + factor * value, with the sum kept on the device.
ValueId addRunningSum(GraphBuilder& builder, const std::string& name, ValueId value, double factor);

// Whether the variable is a sum over micro-batches. These are zero between two steps.
bool isMicroBatchSum(const std::string& variable);

// Whether the samples of a batch are divided among several graphs.
bool isParted(const StepShare& share);

// The factor for values of a graph that are sums already: 0 if its samples do not count.
double countFactor(const StepShare& share);

// Adds a value of one micro-batch, times `factor`, to those of the ones before, pairwise: one with an odd number
// completes a sum of two, every second of these a sum of four, and so on. Sums that wait for their other half are kept
// in variables. Returns the largest sum that is complete: with the last micro-batch, that of all. Every addition is one
// of f32 numbers, so the result does not depend on how the micro-batches are divided among the ranks.
ValueId addMicroBatch(GraphBuilder& builder, const StepShare& share, const std::string& name, ValueId value,
                      double factor, std::vector<std::string>& spent);

// Of a loss that is a mean over labels: the weight of the loss of a part of the batch, f32 [], as a share of all labels
// of the whole batch. Invalid: the loss is a mean over the samples.
struct LossShare {
  ValueId own;    // of the samples of this graph
  ValueId whole;  // of the whole batch, known to its last micro-batch

  bool valid() const { return own.valid(); }
};

// `batch`: samples of the whole batch.
LossShare shareOfLoss(LoweredNetwork& lowered, SumName sumName, std::int64_t batch, const StepShare& share,
                      std::vector<std::string>& spent);

// Divides a sum over the parts of a batch by the whole weight. A batch in which no label counts has sums of zero.
ValueId overWhole(GraphBuilder& builder, ValueId sum, const LossShare& loss);

// Replaces the metrics and the weighted loss `part` of the samples of one graph by those of all micro-batches so far
// and, at the last one, of the whole batch. Returns the loss.
ValueId joinParts(LoweredNetwork& lowered, ValueId part, SumName sumName, const StepShare& share,
                  std::vector<std::string>& spent);

}  // namespace fovea
