// Why: probes look at a batch beside the step: a program of their own computes the batch forward and backward and
// changes nothing, so the step itself stays as it is.
#include <cmath>

#include "core/train/trainer_state.h"

namespace fovea {
namespace {

constexpr int kHistogramBins = 32;

double squaredNorm(const Tensor& tensor) {
  double sum = 0;
  for (const float value : tensor.values<float>()) sum += static_cast<double>(value) * value;
  return sum;
}

double squaredDistance(const Tensor& one, const Tensor& other) {
  double sum = 0;
  const auto a = one.values<float>(), b = other.values<float>();
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += (static_cast<double>(a[i]) - b[i]) * (static_cast<double>(a[i]) - b[i]);
  return sum;
}

// The first entry along the batch axis.
Tensor firstOf(const Tensor& batch) {
  Tensor first = Tensor::make({DataType::Float32, Shape(batch.shape().extents().subspan(1))});
  const auto values = batch.values<float>().first(static_cast<std::size_t>(first.elementCount()));
  std::copy(values.begin(), values.end(), first.values<float>().begin());
  return first;
}

// What a step changes besides the weights, which looking must not change: running statistics and carried states.
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

Result<ProbeProgram*> Trainer::State::probeProgram(std::int64_t batch) {
  const auto found = probePrograms.find(batch);
  if (found != probePrograms.end()) return &found->second;
  ProbeProgram program;
  FOVEA_TRY(program.step,
            buildProbeGraph(plan.network, plan.settings, batch, probes->layers, plan.source->info().lengths));
  FOVEA_TRY(program.executor, Executor::compile(program.step.graph, store, compiling(program.step)));
  return &probePrograms.emplace(batch, std::move(program)).first->second;
}

// Before the step.
Result<std::unique_ptr<Trainer::State::Look>> Trainer::State::look(const Batch& batch) {
  FOVEA_TRY(ProbeProgram * program, probeProgram(batch.size()));
  KeptStates states(program->step, *store);
  FOVEA_CHECK(states.keep());
  auto seen = lookWith(*program, batch);
  FOVEA_CHECK(states.putBack());
  return seen;
}

Result<std::unique_ptr<Trainer::State::Look>> Trainer::State::lookWith(const ProbeProgram& program,
                                                                       const Batch& batch) {
  Executor& executor = *program.executor;
  if (batch.firstPosition == 0)
    for (const CarriedState& state : program.step.carried) FOVEA_CHECK(store->clear(state.name));
  FOVEA_CHECK(bindBatch(program.step, targetSource, batch, trainingStreams ? &*trainingStreams : nullptr, executor));
  if (const Feed* step = program.step.feeds.find(FeedRole::Step))
    FOVEA_CHECK(executor.setInput(step->value, Tensor::of<std::int64_t>(Shape(), {position.step})));
  FOVEA_TRY(const std::vector<KernelProfile> kernels, executor.profile());
  auto seen = std::make_unique<Look>();
  seen->frame = std::make_shared<ProbeFrame>();
  seen->frame->step = position.step + 1;
  for (const ProbeGraph::Tap& tap : program.step.taps) {
    LayerProbe& probe = seen->frame->layers.emplace_back();
    probe.layer = tap.layer;
    probe.thumbnail = Tensor::zeros({DataType::Float32, Shape{0, 0}});
    for (const KernelProfile& kernel : kernels)
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
    FOVEA_CHECK(lookAtWeights(tap, executor, probe, *seen));
  }
  return seen;
}

Status Trainer::State::lookAtWeights(const ProbeGraph::Tap& tap, const Executor& executor, LayerProbe& probe,
                                     Look& seen) {
  auto& before = seen.weights.emplace_back();
  if (tap.gradients.empty()) return {};
  double squares = 0;
  for (const ValueId gradient : tap.gradients) {
    FOVEA_TRY(const Tensor value, executor.read(gradient));
    squares += squaredNorm(value);
  }
  probe.gradientNorm = std::sqrt(squares);
  for (const std::string& name : tap.learned) {
    FOVEA_TRY(Tensor value, store->read(name));
    before.emplace_back(name, std::move(value));
  }
  return {};
}

// After the step. Where gradients are only gathered nothing has changed, and there is no ratio.
Status Trainer::State::lookAgain(Look& seen, bool updated) {
  for (std::size_t i = 0; updated && i < seen.weights.size(); ++i) {
    double change = 0, size = 0;
    for (const auto& [name, before] : seen.weights[i]) {
      FOVEA_TRY(const Tensor now, store->read(name));
      change += squaredDistance(now, before);
      size += squaredNorm(before);
    }
    if (size > 0) seen.frame->layers[i].updateRatio = std::sqrt(change / size);
  }
  return {};
}

// What cannot be looked at is told, and training goes on without probes.
void Trainer::State::withdrawProbes(const Error& error, std::unique_ptr<Look>& seen) {
  seen = std::make_unique<Look>();
  seen->frame = std::make_shared<ProbeFrame>();
  seen->frame->step = position.step + 1;
  seen->frame->error = error.within("The layers cannot be looked at");
  probes.reset();
  probePrograms.clear();
}

Status Trainer::probe(ProbeRequest request) {
  state_->probePrograms.clear();
  state_->probes.reset();
  if (request.layers.empty()) return {};
  if (request.every < 1) return fail(ErrorCode::InvalidArgument, "Probes look at each step, or at each so many.");
  // Says at once which layer there is not.
  FOVEA_TRY([[maybe_unused]] const ProbeGraph checked,
            buildProbeGraph(state_->plan.network, state_->plan.settings, state_->plan.settings.batch, request.layers,
                            state_->plan.source->info().lengths));
  state_->probesFrom = state_->position.step;
  state_->probes = std::move(request);
  return {};
}

}  // namespace fovea
