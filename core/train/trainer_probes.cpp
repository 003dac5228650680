// Why: probes measure a batch in addition to the training step: a separate program computes the batch forward and
// backward and changes nothing, so the step itself is unaffected.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/train/trainer_state.h"

namespace fovea {
namespace {

constexpr int kHistogramBins = 32;

double squaredNorm(const Tensor& tensor) {
  double sum = 0;
  for (const float value : tensor.values<float>()) sum += static_cast<double>(value) * value;
  return sum;
}

// A histogram of all numbers of several tensors together.
Histogram histogramOfAll(const std::vector<Tensor>& tensors) {
  std::vector<float> all;
  for (const Tensor& tensor : tensors) {
    const auto values = tensor.values<float>();
    all.insert(all.end(), values.begin(), values.end());
  }
  return histogramOf(all, kHistogramBins);
}

double squaredDistance(const Tensor& one, const Tensor& other) {
  double sum = 0;
  const auto a = one.values<float>(), b = other.values<float>();
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += (static_cast<double>(a[i]) - b[i]) * (static_cast<double>(a[i]) - b[i]);
  return sum;
}

// The first sample of the batch.
Tensor firstOf(const Tensor& batch) {
  Tensor first = Tensor::make({DataType::Float32, Shape(batch.shape().extents().subspan(1))});
  const auto values = batch.values<float>().first(static_cast<std::size_t>(first.elementCount()));
  std::copy(values.begin(), values.end(), first.values<float>().begin());
  return first;
}

// State besides the weights that a step changes and a measurement must not: running statistics and carried states.
class KeptStates {
 public:
  KeptStates(const StepGraph& step, VariableStore& store) : store_(store) {
    for (const VariableInfo& variable : step.variables)
      if (!variable.trainable) names_.push_back(variable.name);
    for (const CarriedState& state : step.carried) names_.push_back(state.name);
  }
  Status keep() {
    for (const std::string& name : names_) {
      if (!store_.contains(name)) continue;
      FOVEA_TRY(Tensor value, store_.read(name));
      values_.emplace_back(name, std::move(value));
    }
    return {};
  }
  Status putBack() {
    for (const auto& [name, value] : values_) FOVEA_CHECK(store_.write(name, value));
    return {};
  }

 private:
  VariableStore& store_;
  std::vector<std::string> names_;
  std::vector<std::pair<std::string, Tensor>> values_;
};

}  // namespace

Result<ProbeProgram*> Trainer::State::probeProgram(ProbeWatch& watch, std::int64_t batch) {
  const auto found = watch.programs.find(batch);
  if (found != watch.programs.end()) return &found->second;
  ProbeProgram program;
  FOVEA_TRY(program.step,
            buildProbeGraph(plan.network, plan.settings, batch, watch.request.layers, plan.source->info().lengths));
  FOVEA_TRY(program.executor, Executor::compile(program.step.graph, store, compiling(program.step)));
  return &watch.programs.emplace(batch, std::move(program)).first->second;
}

// An error in a measurement is reported, and training continues without probes.
std::unique_ptr<Trainer::State::Look> Trainer::State::lookIfDue(ProbeWatch* watch, const Batch& batch) {
  if (!watch || !watch->due(position.step)) return nullptr;
  auto looked = look(*watch, batch);
  if (looked.ok()) return std::move(*looked);
  auto seen = std::make_unique<Look>();
  seen->frame = std::make_shared<ProbeFrame>();
  seen->frame->step = position.step + 1;
  seen->frame->error = looked.error().within("The layers cannot be looked at");
  return seen;
}

// Call it before the step.
Result<std::unique_ptr<Trainer::State::Look>> Trainer::State::look(ProbeWatch& watch, const Batch& batch) {
  FOVEA_TRY(ProbeProgram * program, probeProgram(watch, batch.size()));
  const auto begun = Clock::now();
  FOVEA_CHECK(runBeside(*program, batch));
  auto seen = lookWith(*program, watch.request.spreads);
  if (!seen.ok()) return seen;
  // NaN at the first measurement, so the comparison with 0 is false.
  const double since = position.seconds - watch.trainedBefore - watch.lookSeconds;
  if (since > 0) (*seen)->frame->cost = watch.lookSeconds / since;
  watch.trainedBefore = position.seconds;
  (*seen)->took = Clock::now() - begun;
  return seen;
}

// Computes a batch with a program other than the step's. Restores everything that the step depends on.
Status Trainer::State::runBeside(const ProbeProgram& program, const Batch& batch) {
  KeptStates states(program.step, *store);
  FOVEA_CHECK(states.keep());
  const auto run = [&]() -> Status {
    Executor& executor = *program.executor;
    if (batch.firstPosition == 0)
      for (const CarriedState& state : program.step.carried) FOVEA_CHECK(store->clear(state.name));
    FOVEA_CHECK(bindBatch(program.step, targetSource, batch, trainingStreams ? &*trainingStreams : nullptr, executor));
    if (const Feed* step = program.step.feeds.find(FeedRole::Step))
      FOVEA_CHECK(executor.setInput(step->value, Tensor::of<std::int64_t>(Shape(), {position.step})));
    FOVEA_TRY(kernelTimes, executor.profile());
    return {};
  };
  const Status done = run();
  FOVEA_CHECK(states.putBack());
  return done;
}

Result<std::unique_ptr<Trainer::State::Look>> Trainer::State::lookWith(const ProbeProgram& program, bool spreads) {
  const Executor& executor = *program.executor;
  auto seen = std::make_unique<Look>();
  seen->frame = std::make_shared<ProbeFrame>();
  seen->frame->step = position.step + 1;
  seen->frame->microBatches = plan.settings.microBatches;
  seen->frame->precision = plan.settings.precision;
  FOVEA_TRY(const Tensor loss, executor.read(program.step.lossOfBatch));
  seen->frame->loss = loss.values<float>()[0];
  for (const ProbeGraph::Tap& tap : program.step.taps) {
    LayerProbe& probe = seen->frame->layers.emplace_back();
    probe.layer = tap.layer;
    probe.thumbnail = Tensor::zeros({DataType::Float32, Shape{0, 0}});
    for (const KernelProfile& kernel : kernelTimes)
      if (kernel.scope == tap.layer) probe.milliseconds += kernel.milliseconds;
    const TensorType type = program.step.graph->value(tap.output).type;
    probe.bytes = type.bytes();
    if (type.dtype == DataType::Float32) {
      FOVEA_TRY(const Tensor output, executor.read(tap.output));
      probe.output = statisticsOf(output.values<float>());
      probe.histogram = histogramOf(output.values<float>(), kHistogramBins);
      if (type.shape.rank() > 0) probe.thumbnail = thumbnailOf(firstOf(output));
    }
    for (const VariableInfo& variable : program.step.variables)
      if (variable.layer == tap.layer) probe.bytes += variable.type.bytes();
    FOVEA_CHECK(lookAtWeights(tap, executor, spreads, probe, *seen));
  }
  return seen;
}

Status Trainer::State::lookAtWeights(const ProbeGraph::Tap& tap, const Executor& executor, bool spreads,
                                     LayerProbe& probe, Look& seen) {
  auto& before = seen.weights.emplace_back();
  if (tap.gradients.empty()) return {};
  double squares = 0;
  std::vector<Tensor> gradients, weights;
  for (const ValueId gradient : tap.gradients) {
    FOVEA_TRY(Tensor value, executor.read(gradient));
    squares += squaredNorm(value);
    if (spreads) gradients.push_back(std::move(value));
  }
  probe.gradientNorm = std::sqrt(squares);
  for (const std::string& name : tap.learned) {
    FOVEA_TRY(Tensor value, store->read(name));
    if (spreads) weights.push_back(value);
    before.emplace_back(name, std::move(value));
  }
  if (spreads) probe.gradients = histogramOfAll(gradients);
  if (spreads) probe.weights = histogramOfAll(weights);
  return {};
}

// Call it after the step. If gradients are only accumulated, nothing has changed and there is no ratio.
Status Trainer::State::lookAgain(ProbeWatch& watch, Look& seen, bool updated) {
  const auto begun = Clock::now();
  for (std::size_t i = 0; updated && i < seen.weights.size(); ++i) {
    double change = 0, size = 0;
    for (const auto& [name, before] : seen.weights[i]) {
      FOVEA_TRY(const Tensor now, store->read(name));
      change += squaredDistance(now, before);
      size += squaredNorm(before);
    }
    if (size > 0) seen.frame->layers[i].updateRatio = std::sqrt(change / size);
  }
  const auto now = Clock::now();
  watch.lookSeconds = seen.frame->seconds = std::chrono::duration<double>(seen.took + (now - begun)).count();
  const double share = std::clamp(watch.request.mostShare, 1e-6, 1.0);
  const double rest = std::max(watch.request.leastSeconds, watch.lookSeconds * (1 / share - 1));
  watch.rest = now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(rest));
  return {};
}

void Trainer::State::checkBreakpoints(const ProbeFrame& frame, TrainingUpdate& update) {
  for (std::size_t i = 0; i < breakpoints->breakpoints.size(); ++i) {
    const Breakpoint& breakpoint = breakpoints->breakpoints[i];
    const auto value = measuredValue(breakpoint, frame);
    if (!value) continue;
    const bool before = breakpoints->held[i];
    breakpoints->held[i] = holds(breakpoint, *value);
    if (breakpoints->held[i] && !before) update.hits.push_back({breakpoint, frame.step, *value});
  }
}

void Trainer::State::forgetProbePrograms() {
  if (probes) probes->programs.clear();
  if (breakpoints) breakpoints->watch.programs.clear();
  if (records) records->programs.clear();
}

// Reports a missing layer immediately.
Result<ProbeWatch> Trainer::State::watchOf(ProbeRequest wanted) const {
  if (wanted.every < 1) return fail(ErrorCode::InvalidArgument, "Probes look at each step, or at each so many.");
  FOVEA_TRY([[maybe_unused]] const ProbeGraph checked, buildProbeGraph(plan.network, plan.settings, plan.settings.batch,
                                                                       wanted.layers, plan.source->info().lengths));
  ProbeWatch watch;
  watch.request = std::move(wanted);
  watch.from = position.step;
  return watch;
}

Status Trainer::probe(ProbeRequest request) {
  state_->probes.reset();
  if (request.layers.empty()) return {};
  FOVEA_TRY(state_->probes, state_->watchOf(std::move(request)));
  return {};
}

void Trainer::lookAtNextStep() {
  if (state_->probes) state_->probes->rest = {};
}

Status Trainer::setBreakpoints(std::vector<Breakpoint> breakpoints, std::int64_t every) {
  const std::optional<BreakpointWatch> before = std::exchange(state_->breakpoints, std::nullopt);
  if (breakpoints.empty()) return {};
  BreakpointWatch wanted;
  ProbeRequest request{{}, every};
  for (const Breakpoint& breakpoint : breakpoints) {
    if (!breakpoint.layer.empty()) request.layers.push_back(breakpoint.layer);
    bool held = false;
    for (std::size_t i = 0; before && i < before->breakpoints.size(); ++i)
      if (before->breakpoints[i] == breakpoint) held = before->held[i];
    wanted.held.push_back(held);
  }
  FOVEA_TRY(wanted.watch, state_->watchOf(std::move(request)));
  wanted.breakpoints = std::move(breakpoints);
  state_->breakpoints = std::move(wanted);
  return {};
}

}  // namespace fovea
