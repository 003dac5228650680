// Why: a trace is recorded by a program of its own that keeps the output of every layer and its gradient.
#include "core/train/step_trace.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/network/flatten.h"
#include "core/train/trainer_state.h"

namespace fovea {
namespace {

constexpr int kTraceBins = 32;

// Returns the layers' names in topological order.
Result<std::vector<std::string>> layersInOrder(const Network& network) {
  FOVEA_TRY(const Network flat, flattenNetwork(network));
  FOVEA_TRY(const std::vector<LayerId> order, flat.topologicalOrder());
  std::vector<std::string> names;
  for (const LayerId id : order)
    if (const Layer* layer = flat.find(id)) names.push_back(layer->name);
  return names;
}

Result<TracedTensor> traced(const Executor& executor, ValueId value, std::string name, bool ofBatch) {
  TracedTensor result;
  result.name = std::move(name);
  FOVEA_TRY(const Tensor whole, executor.read(value));
  result.shape = whole.shape();
  if (whole.dtype() != DataType::Float32) {
    result.values = whole;
    return result;
  }
  const auto numbers = whole.values<float>();
  result.statistics = statisticsOf(numbers);
  result.histogram = histogramOf(numbers, kTraceBins);
  if (!ofBatch || whole.shape().rank() == 0) {
    result.values = whole;
    return result;
  }
  result.values = Tensor::make({DataType::Float32, Shape(whole.shape().extents().subspan(1))});
  const auto first = numbers.first(static_cast<std::size_t>(result.values.elementCount()));
  std::copy(first.begin(), first.end(), result.values.values<float>().begin());
  return result;
}

}  // namespace

// Called before the step. The program exists only for this step: traces are rare, and they need much memory.
StepTrace Trainer::State::trace(const Batch& batch) {
  StepTrace trace;
  trace.step = position.step + 1;
  if (const Status recorded = recordTrace(batch, trace); !recorded.ok()) {
    trace.stages.clear();
    trace.error = recorded.error().within("The step cannot be looked at layer by layer");
  }
  return trace;
}

Status Trainer::State::recordTrace(const Batch& batch, StepTrace& trace) {
  FOVEA_TRY(const std::vector<std::string> layers, layersInOrder(plan.network));
  ProbeProgram program;
  FOVEA_TRY(program.step, buildProbeGraph(plan.network, plan.settings, batch.size(), layers,
                                          plan.source->info().lengths, true));
  FOVEA_TRY(program.executor, Executor::compile(program.step.graph, store, compiling(program.step)));
  const Executor& executor = *program.executor;
  FOVEA_CHECK(runBeside(program, batch));
  FOVEA_TRY(const Tensor loss, executor.read(program.step.lossOfBatch));
  trace.loss = loss.values<float>()[0];
  for (const ProbeGraph::Tap& tap : program.step.taps) {
    TraceStage& stage = trace.stages.emplace_back(TraceStage{tap.layer, false, {}});
    FOVEA_TRY(stage.tensors.emplace_back(), traced(executor, tap.output, "output", true));
  }
  for (auto tap = program.step.taps.rbegin(); tap != program.step.taps.rend(); ++tap) {
    if (!tap->outputGradient.valid()) continue;
    TraceStage& stage = trace.stages.emplace_back(TraceStage{tap->layer, true, {}});
    FOVEA_TRY(stage.tensors.emplace_back(), traced(executor, tap->outputGradient, "gradient of the output", true));
    for (std::size_t i = 0; i < tap->gradients.size(); ++i) {
      FOVEA_TRY(stage.tensors.emplace_back(),
                traced(executor, tap->gradients[i], "gradient of " + tap->learned[i], false));
    }
  }
  return {};
}

std::string traceText(const StepTrace& trace, const TraceStage& stage, const TracedTensor& tensor) {
  std::string text = fmt::format("step {} · {} {} · {} {}", trace.step, stage.layer,
                                 stage.backward ? "backward" : "forward", tensor.name, tensor.shape.toString());
  const Statistics& s = tensor.statistics;
  if (s.count + s.notFinite == 0) return text;
  text += fmt::format(": mean {:.4g} ± {:.4g}, from {:.4g} to {:.4g}, {:.1f} % zeros", s.mean, s.deviation, s.minimum,
                      s.maximum, s.zeroShare * 100);
  if (s.notFinite > 0) text += fmt::format(", {} not finite", s.notFinite);
  return text;
}

}  // namespace fovea
