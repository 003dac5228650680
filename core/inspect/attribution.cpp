#include "core/inspect/attribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <numeric>
#include <set>

#include "core/base/random.h"
#include "core/inspect/answer.h"
#include "core/inspect/attribution_work.h"
#include "core/inspect/checkpoint_variables.h"
#include "core/network/sample_entry.h"
#include "core/tensor/box_grid.h"

namespace fovea {
namespace {

constexpr std::int64_t kGradientBatch = 8;  // points of the path or noisy copies that are differentiated at once
constexpr std::int64_t kMostSteps = 10'000;

struct Quadrature {
  std::vector<double> places, weights;  // in [0, 1]; the weights add up to 1
};

// The Gauss-Legendre rule of `points` points, by Newton's method on the Legendre polynomials.
// Source: Press et al., Numerical Recipes, third edition, section 4.6.1.
Quadrature gaussLegendre(std::int64_t points) {
  Quadrature rule;
  const auto n = static_cast<double>(points);
  for (std::int64_t i = points; i-- > 0;) {
    double x = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (n + 0.5)), slope = 0;
    for (int round = 0; round < 100; ++round) {
      double previous = 0, value = 1;
      for (std::int64_t k = 1; k <= points; ++k) {
        const auto degree = static_cast<double>(k);
        const double next = ((2 * degree - 1) * x * value - (degree - 1) * previous) / degree;
        previous = value;
        value = next;
      }
      slope = n * (x * value - previous) / (x * x - 1);
      const double step = value / slope;
      x -= step;
      if (std::abs(step) < 1e-15) break;
    }
    rule.places.push_back((1 + x) / 2);
    rule.weights.push_back(1 / ((1 - x * x) * slope * slope));
  }
  return rule;
}

// Returns the layer of that name and all layers that it depends on.
std::set<LayerId> leadingTo(const Network& network, const std::string& name) {
  std::set<LayerId> leading;
  std::vector<LayerId> open{network.findByName(name)->id};
  while (!open.empty()) {
    const LayerId id = open.back();
    open.pop_back();
    if (!leading.insert(id).second) continue;
    for (const Edge& edge : network.edgesInto(id)) open.push_back(edge.source);
  }
  return leading;
}

}  // namespace

std::vector<float> scoresOfClasses(std::span<const float> scores, const Shape& sample, int axis) {
  std::int64_t inner = 1;
  for (int i = axis + 1; i < sample.rank(); ++i) inner *= sample[i];
  const std::int64_t classes = sample.rank() > 0 ? sample[axis] : 1;
  std::vector<double> sums(static_cast<std::size_t>(classes), 0.0);
  for (std::size_t i = 0; i < scores.size(); ++i)
    sums[static_cast<std::size_t>(static_cast<std::int64_t>(i) / inner % classes)] += static_cast<double>(scores[i]);
  return {sums.begin(), sums.end()};
}

const std::vector<AttributionMethodInfo>& attributionMethods() {
  static const std::vector<AttributionMethodInfo> methods{
      {AttributionMethod::Gradient, "gradient"},
      {AttributionMethod::GradientTimesInput, "gradient-times-input"},
      {AttributionMethod::SmoothGradient, "smooth-gradient"},
      {AttributionMethod::IntegratedGradients, "integrated-gradients"},
      {AttributionMethod::GradCam, "grad-cam"},
      {AttributionMethod::Occlusion, "occlusion"},
      {AttributionMethod::Guided, "guided-gradients"},
      {AttributionMethod::Perturbation, "perturbation"},
  };
  return methods;
}

bool isLong(AttributionMethod method) {
  return method == AttributionMethod::SmoothGradient || method == AttributionMethod::IntegratedGradients ||
         method == AttributionMethod::Occlusion || method == AttributionMethod::Perturbation;
}

Result<std::unique_ptr<Attributor>> Attributor::create(const Checkpoint& checkpoint, std::shared_ptr<Device> device) {
  std::unique_ptr<Attributor> made(new Attributor);
  FOVEA_TRY(LoweredNetwork lowered, lowerNetwork(checkpoint.network, {NetworkMode::Inference, 1, 0}));
  FOVEA_CHECK(needSamples(lowered));
  FOVEA_TRY(made->variables_, loadVariables(checkpoint, lowered.variables, std::move(device)));
  made->network_ = std::move(lowered.network);
  made->inputType_ = {lowered.samples().type.dtype, lowered.sampleShape()};
  const AnswerKind kind = answerKind(made->network_, lowered.predictionShape);
  const Shape scores = withoutBatch(lowered.builder->typeOf(lowered.scores).shape);
  const bool byStep = kind == AnswerKind::Symbols || kind == AnswerKind::Transcript;
  made->scoreAxis_ = byStep ? scores.rank() - 1 : 0;
  made->boxes_ = kind == AnswerKind::Boxes ? kBoxNumbers : 0;

  FOVEA_TRY(const std::vector<LayerId> order, made->network_.topologicalOrder());
  const std::set<LayerId> leading = leadingTo(made->network_, lowered.outputs.front().name);
  const GraphBuilder& graph = *lowered.builder;
  std::set<ValueId> seen{lowered.samples().value};
  for (const LayerId id : order) {
    const Layer& layer = *made->network_.find(id);
    const std::vector<ValueId>& outputs = lowered.layerOutputs.at(id);
    if (layer.type == "input" || outputs.empty() || !leading.contains(id)) continue;
    if (made->firstLayer_.empty()) made->firstLayer_ = layer.name;
    const TensorType type = graph.typeOf(outputs.front());
    const bool own = seen.insert(outputs.front()).second;  // several layers may share an output
    const bool scoring = findLayer(layer.type)->family == LayerFamily::Loss;
    if (!own || scoring || type.dtype != DataType::Float32 || type.shape.rank() < 4) continue;
    made->positions_.push_back(layer.name);
    if (type.shape.elementsFrom(2) > 1 || made->wideLayer_.empty()) made->wideLayer_ = layer.name;
  }
  return made;
}

Result<ScoreGradients*> Attributor::model(std::int64_t batch, bool input, const std::string& layer, bool guided) {
  std::unique_ptr<ScoreGradients>& known = models_[fmt::format("{} {} {} {}", batch, input, guided, layer)];
  if (!known) {
    ScoreGradients::Wanted wanted{batch, input, {}, guided, arena_};
    if (!layer.empty()) wanted.layers = {layer};
    FOVEA_TRY(known, ScoreGradients::create(network_, variables_, std::move(wanted)));
  }
  return known.get();
}

// Returns a seed for the gradient that is 1 at the scores of the target and 0 elsewhere.
Result<Tensor> Attributor::seedFor(const ScoreGradients& model, std::int64_t target) const {
  FOVEA_TRY(Tensor seed, Tensor::tryMake({DataType::Float32, model.scoreShape()}));
  const Shape& shape = seed.shape();
  const int axis = scoreAxis_ + 1;
  std::int64_t inner = 1;
  for (int i = axis + 1; i < shape.rank(); ++i) inner *= shape[i];
  const std::int64_t classes = axis < shape.rank() ? shape[axis] : 1;
  for (std::int64_t i = 0; i < seed.elementCount(); ++i)
    seed.data<float>()[i] = i / inner % classes == target ? 1.0f : 0.0f;
  return seed;
}

Status Attributor::chooseTarget(Work& work) {
  FOVEA_TRY(ScoreGradients* const model, this->model(1, false, {}));
  FOVEA_TRY(const ScoreGradients::Answer answer, model->run(work.input.reshaped(model->inputType().shape), {}));
  Attribution& result = work.result;
  result.scores = scoresOfClasses(answer.scores.values<float>(), withoutBatch(answer.scores.shape()), scoreAxis_);
  result.scores.resize(result.scores.size() - static_cast<std::size_t>(boxes_));
  result.target = work.options.target;
  if (std::any_of(result.scores.begin(), result.scores.end(), [](float score) { return std::isnan(score); }))
    return fail(ErrorCode::InvalidArgument, "The network answers with something that is not a number.",
                "Its training has diverged: choose an earlier checkpoint.");
  // An object is at one position, so the highest single score decides, not the sum over positions.
  if (result.target < 0 && boxes_ > 0) {
    const auto values = answer.scores.values<float>();
    const std::ptrdiff_t classes = std::ssize(result.scores), places = std::ssize(values) / (classes + boxes_);
    const auto end = values.begin() + classes * places;
    result.target = (std::max_element(values.begin(), end) - values.begin()) / places;
  }
  if (result.target < 0)
    result.target = std::max_element(result.scores.begin(), result.scores.end()) - result.scores.begin();
  if (result.target < std::ssize(result.scores)) return {};
  return fail(ErrorCode::InvalidArgument, fmt::format("There is no score {}: the network has {}, counted from 0.",
                                                      result.target, result.scores.size()));
}

// Computes the gradient with respect to the input; for symbols, with respect to the first layer's output.
Status Attributor::gradient(Work& work, bool timesInput) {
  const bool symbols = inputType_.dtype == DataType::Int32;
  FOVEA_TRY(ScoreGradients* const model, this->model(1, !symbols, symbols ? firstLayer_ : std::string(),
                                                     work.options.method == AttributionMethod::Guided));
  FOVEA_TRY(const Tensor seed, seedFor(*model, work.result.target));
  FOVEA_TRY(const auto answer, model->run(work.input.reshaped(model->inputType().shape), seed));
  if (!symbols) {
    work.result.values = answer.inputGradient.reshaped(inputType_.shape).clone();
    if (!timesInput) return {};
    for (std::int64_t i = 0; i < work.input.elementCount(); ++i)
      work.result.values.data<float>()[i] *= work.input.data<float>()[i];
    return {};
  }
  // One number per symbol: the norm of its gradient, or its product with the symbol's embedding.
  const std::int64_t count = inputType_.shape.elementCount();
  const std::int64_t width = answer.gradients[0].elementCount() / count;
  work.result.values = Tensor::zeros({DataType::Float32, inputType_.shape});
  for (std::int64_t i = 0; i < count; ++i) {
    double sum = 0;
    for (std::int64_t k = i * width; k < (i + 1) * width; ++k) {
      const double slope = static_cast<double>(answer.gradients[0].data<float>()[k]);
      sum += slope * (timesInput ? static_cast<double>(answer.outputs[0].data<float>()[k]) : slope);
    }
    work.result.values.data<float>()[i] = static_cast<float>(timesInput ? sum : std::sqrt(sum));
  }
  return {};
}

// Computes Σ weights[i] × gradient at the input that fill(i, …) writes.
Status Attributor::meanGradient(Work& work, const std::vector<double>& weights,
                                const std::function<void(std::int64_t, std::span<float>)>& fill) {
  if (inputType_.dtype != DataType::Float32)
    return fail(ErrorCode::InvalidArgument, "This method works on numbers, and the input of the network is symbols.",
                "Choose the gradient, gradient × input or occlusion.");
  const std::int64_t count = std::ssize(weights);
  if (count < 1 || count > kMostSteps)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} steps are not possible; there can be 1 to {}.", count, kMostSteps));
  const std::int64_t batch = std::min(count, kGradientBatch);
  FOVEA_TRY(ScoreGradients* const model, this->model(batch, true, {}));
  FOVEA_TRY(const Tensor seed, seedFor(*model, work.result.target));
  FOVEA_TRY(Tensor inputs, Tensor::tryMake(model->inputType()));
  std::vector<double> sums(static_cast<std::size_t>(work.input.elementCount()), 0.0);
  for (std::int64_t first = 0; first < count; first += batch) {
    FOVEA_CHECK(work.step("Differentiating", first, count));
    for (std::int64_t i = 0; i < batch; ++i) fill(std::min(first + i, count - 1), rowOf(inputs, i));
    FOVEA_TRY(const auto answer, model->run(inputs, seed));
    for (std::int64_t i = 0; i < std::min(batch, count - first); ++i) {
      const auto slopes = rowOf(answer.inputGradient, i);
      const double weight = weights[static_cast<std::size_t>(first + i)];
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += weight * static_cast<double>(slopes[k]);
    }
  }
  FOVEA_TRY(work.result.values, Tensor::tryMake({DataType::Float32, inputType_.shape}));
  std::transform(sums.begin(), sums.end(), work.result.values.data<float>(),
                 [](double sum) { return static_cast<float>(sum); });
  return {};
}

Status Attributor::smooth(Work& work) {
  const auto values = work.input.dtype() == DataType::Float32 ? work.input.values<float>() : std::span<const float>();
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double deviation = values.empty() ? 0 : work.options.noise * static_cast<double>(*high - *low);
  const std::vector<double> weights(static_cast<std::size_t>(std::max<std::int64_t>(work.options.steps, 0)),
                                    1.0 / static_cast<double>(work.options.steps));
  return meanGradient(work, weights, [&](std::int64_t copy, std::span<float> input) {
    Random random(work.options.seed + static_cast<std::uint64_t>(copy));
    for (std::size_t k = 0; k < input.size(); ++k)
      input[k] = values[k] + static_cast<float>(deviation * random.normal());
  });
}

Status Attributor::integrate(Work& work) {
  const bool possible = work.options.steps >= 1 && work.options.steps <= kMostSteps;
  const Quadrature rule = possible ? gaussLegendre(work.options.steps) : Quadrature();
  FOVEA_CHECK(meanGradient(work, rule.weights, [&](std::int64_t point, std::span<float> input) {
    const auto share = static_cast<float>(rule.places[static_cast<std::size_t>(point)]);
    for (std::size_t k = 0; k < input.size(); ++k) input[k] = share * work.input.values<float>()[k];
  }));
  for (std::int64_t k = 0; k < work.input.elementCount(); ++k)
    work.result.values.data<float>()[k] *= work.input.data<float>()[k];
  return {};
}

Status Attributor::gradCam(Work& work) {
  std::string layer = work.options.layer;
  if (layer.empty()) layer = wideLayer_;
  if (std::find(positions_.begin(), positions_.end(), layer) == positions_.end())
    return fail(ErrorCode::InvalidArgument,
                layer.empty() ? std::string("No layer of the network has channels with positions.")
                              : fmt::format("The layer \"{}\" has no channels with positions.", layer),
                "Choose a convolution, or another method.");
  FOVEA_TRY(ScoreGradients* const model, this->model(1, false, layer));
  FOVEA_TRY(const Tensor seed, seedFor(*model, work.result.target));
  FOVEA_TRY(const auto answer, model->run(work.input.reshaped(model->inputType().shape), seed));
  const Shape sample = withoutBatch(answer.outputs[0].shape());
  const std::int64_t channels = sample[0], places = sample.elementsFrom(1);
  work.result.layer = layer;
  work.result.values = Tensor::zeros({DataType::Float32, withoutBatch(sample)});
  std::vector<double> sums(static_cast<std::size_t>(places), 0.0);
  for (std::int64_t channel = 0; channel < channels; ++channel) {
    const float* const slopes = answer.gradients[0].data<float>() + channel * places;
    const float* const values = answer.outputs[0].data<float>() + channel * places;
    const double weight = std::accumulate(slopes, slopes + places, 0.0) / static_cast<double>(places);
    for (std::int64_t i = 0; i < places; ++i)
      sums[static_cast<std::size_t>(i)] += weight * static_cast<double>(values[i]);
  }
  std::transform(sums.begin(), sums.end(), work.result.values.data<float>(),
                 [](double sum) { return static_cast<float>(std::max(sum, 0.0)); });
  return {};
}

Result<Attribution> Attributor::explain(const Tensor& input, const AttributionOptions& options,
                                        const CancelToken& cancel, const ProgressFunction& progress) {
  if (!input.defined() || input.type() != inputType_)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The network expects {}, but {} was given.", inputType_.toString(),
                            input.defined() ? input.type().toString() : "nothing"));
  Work work{input, options, cancel, progress};
  FOVEA_CHECK(work.step("Scoring", 0, 1));
  FOVEA_CHECK(chooseTarget(work));
  Status done;
  switch (options.method) {
    case AttributionMethod::Gradient:
      done = gradient(work, false);
      break;
    case AttributionMethod::GradientTimesInput:
      done = gradient(work, true);
      break;
    case AttributionMethod::SmoothGradient:
      done = smooth(work);
      break;
    case AttributionMethod::IntegratedGradients:
      done = integrate(work);
      break;
    case AttributionMethod::GradCam:
      done = gradCam(work);
      break;
    case AttributionMethod::Occlusion:
      done = occlude(work);
      break;
    case AttributionMethod::Guided:
      done = gradient(work, false);
      break;
    case AttributionMethod::Perturbation:
      done = perturb(work);
      break;
  }
  FOVEA_CHECK(done);
  return std::move(work.result);
}

}  // namespace fovea
