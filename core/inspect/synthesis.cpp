#include "core/inspect/synthesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/data/files/image_fit.h"
#include "core/inspect/checkpoint_variables.h"
#include "core/inspect/smooth_planes.h"
#include "core/inspect/synthesis_work.h"
#include "core/network/network_part.h"
#include "core/network/sample_entry.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostGrowingSteps = 100'000;
constexpr std::int64_t kMostOctaves = 12;
constexpr std::int64_t kMostSide = 1024;    // maximum side length of a dream
constexpr std::int64_t kSmallestSide = 24;  // minimum side length of a dream's smaller sizes
constexpr std::int64_t kBlurEvery = 4;
constexpr double kCalmShare = 0.2;  // fraction of steps at the end without shift and blur
constexpr double kFlatGradient = 1e-12;
constexpr std::size_t kMostModels = 12;

double weightedSum(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

std::vector<LayerId> layersUpTo(const Network& network, LayerId last) {
  std::vector<LayerId> found{last};
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const Edge& edge : network.edgesInto(found[i]))
      if (std::ranges::find(found, edge.source) == found.end()) found.push_back(edge.source);
  return found;
}

}  // namespace

const std::vector<SynthesisMethodInfo>& synthesisMethods() {
  static const std::vector<SynthesisMethodInfo> methods{
      {SynthesisMethod::Maximise, "maximise"}, {SynthesisMethod::Dream, "dream"}, {SynthesisMethod::Invert, "invert"}};
  return methods;
}

SynthesisOptions usualOptions(SynthesisMethod method) {
  SynthesisOptions options;
  options.method = method;
  if (method == SynthesisMethod::Dream) {
    options.steps = 20;
    options.rate = 0.01;
    options.jitter = 16;
    options.blur = 0;
    options.totalVariation = 0.05;
    options.decay = 0;
  } else if (method == SynthesisMethod::Invert) {
    options.steps = 500;
    options.rate = 0.2;
    options.jitter = 0;
    options.blur = 0;
    options.totalVariation = 0.0001;
    options.decay = 0;
  }
  return options;
}

Result<std::unique_ptr<Synthesizer>> Synthesizer::create(const Checkpoint& checkpoint, std::shared_ptr<Device> device) {
  std::unique_ptr<Synthesizer> made(new Synthesizer);
  FOVEA_TRY(LoweredNetwork lowered, lowerNetwork(checkpoint.network, {NetworkMode::Inference, 1, 0}));
  FOVEA_CHECK(needSamples(lowered));
  FOVEA_TRY(made->variables_, loadVariables(checkpoint, lowered.variables, std::move(device)));
  made->network_ = std::move(lowered.network);
  made->inputShape_ = lowered.sampleShape();
  made->inputName_ = lowered.samples().name;
  made->range_ = inputRange(checkpoint, made->inputShape_);
  return made;
}

// Compiles the network up to `layer`. Changes its input size if `input` is not the network's own.
Result<ScoreGradients*> Synthesizer::model(const std::string& layer, const Shape& input, bool distance) {
  const std::string key = fmt::format("{} {} {}", layer, input.toString(), distance);
  if (const auto known = models_.find(key); known != models_.end()) return known->second.get();
  if (models_.size() >= kMostModels) models_.clear();
  ScoreGradients::Wanted wanted{.input = true, .layers = {}, .arena = arena_, .of = layer, .distance = distance};
  std::unique_ptr<ScoreGradients> made;
  if (input == inputShape_) {
    FOVEA_TRY(made, ScoreGradients::create(network_, variables_, std::move(wanted)));
  } else {
    const Layer* const last = network_.findByName(layer);
    if (!last) return fail(ErrorCode::InvalidArgument, fmt::format("The network has no layer \"{}\".", layer));
    Network part = networkPart(network_, layersUpTo(network_, last->id), {});
    const Layer* const entry = part.findByName(inputName_);
    if (!entry) return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" does not depend on the input.", layer));
    FOVEA_CHECK(applyEdit(
        part, {SetParameter{entry->id, "shape", std::vector<std::int64_t>(input.begin(), input.end())}, "Resize"}));
    FOVEA_TRY(made, ScoreGradients::create(part, variables_, std::move(wanted)));
  }
  return models_.emplace(key, std::move(made)).first->second.get();
}

// Returns weights for the layer's values: 1 / count for each of the `count` selected values, else 0.
Result<Tensor> Synthesizer::seedFor(const ScoreGradients& model, const SynthesisOptions& options) const {
  const Shape& shape = model.scoreShape();
  const std::string what = options.layer.empty() ? "The network" : fmt::format("The layer \"{}\"", options.layer);
  const std::int64_t channels = shape.rank() > 1 ? shape[1] : 1;
  if (options.channel >= channels)
    return fail(ErrorCode::InvalidArgument, fmt::format("{} has {} channels, counted from 0.", what, channels));
  const std::int64_t places = shape.rank() > 2 ? shape.elementsFrom(2) : 1;
  const std::int64_t first = options.channel < 0 ? 0 : options.channel * places;
  std::int64_t begin = first, count = options.channel < 0 ? channels * places : places;
  if (!options.position.empty()) {
    if (options.channel < 0) return fail(ErrorCode::InvalidArgument, "A unit has a channel besides its position.");
    std::int64_t at = 0;
    bool inside = std::ssize(options.position) == std::max(0, shape.rank() - 2);
    for (std::size_t i = 0; inside && i < options.position.size(); ++i) {
      const std::int64_t extent = shape[static_cast<int>(i) + 2];
      inside = options.position[i] >= 0 && options.position[i] < extent;
      at = at * extent + options.position[i];
    }
    if (!inside)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("The position is not within {}.", Shape(shape.extents().subspan(1)).toString()));
    begin = first + at;
    count = 1;
  }
  Tensor seed = Tensor::zeros({DataType::Float32, shape});
  std::fill_n(seed.data<float>() + begin, count, 1.0f / static_cast<float>(count));
  return seed;
}

// Performs normalised gradient ascent. Without a seed, the layer's own output is strengthened.
Status Synthesizer::ascend(Work& work, ScoreGradients& model, const Tensor& seed, std::int64_t steps) {
  const SynthesisOptions& options = work.options;
  const Shape batch = batchOfOne(work.shares.shape());
  const auto calm = static_cast<std::int64_t>(static_cast<double>(steps) * (1 - kCalmShare));
  Tensor slopes = seed;
  for (std::int64_t step = 0; step < steps; ++step) {
    const bool moving = work.planes() && step < calm;
    std::int64_t dy = 0, dx = 0;
    if (moving && options.jitter > 0) {
      const auto reach = [&](int axis) { return std::min(options.jitter, work.shares.shape()[axis] / 4); };
      dy = static_cast<std::int64_t>(work.random.below(static_cast<std::uint64_t>(2 * reach(1) + 1))) - reach(1);
      dx = static_cast<std::int64_t>(work.random.below(static_cast<std::uint64_t>(2 * reach(2) + 1))) - reach(2);
    }
    const Tensor shifted = dy || dx ? rolledPlanes(work.shares, dy, dx) : work.shares;
    const Tensor input = work.range.fromShares(shifted).reshaped(batch);
    if (!seed.defined()) {  // a dream maximises ½ Σ y², so the seed is y
      FOVEA_TRY(const auto forward, model.run(input, Tensor::zeros({DataType::Float32, model.scoreShape()})));
      slopes = forward.scores;
    }
    FOVEA_TRY(const ScoreGradients::Answer answer, model.run(input, slopes));
    const auto scores = answer.scores.values<float>();
    FOVEA_CHECK(work.next(seed.defined() ? weightedSum(scores, seed.values<float>()) : rootMeanSquare(scores)));
    Tensor direction = work.range.gradientOfShares(answer.inputGradient.reshaped(work.shares.shape()));
    if (!allFinite(direction.values<float>())) return divergedError();
    if (dy || dx) direction = rolledPlanes(direction, -dy, -dx);
    const double size = rootMeanSquare(direction.values<float>());
    const auto to = direction.values<float>();
    const auto shares = work.shares.values<float>();
    const float grey = work.range.picture ? 0.5f : 0.0f;
    for (std::size_t i = 0; i < to.size(); ++i)
      to[i] = (size > kFlatGradient ? to[i] / static_cast<float>(size) : 0.0f) -
              static_cast<float>(options.decay) * (shares[i] - grey);
    if (work.planes()) addVariationGradient(work.shares, static_cast<float>(-options.totalVariation), direction);
    work.move(direction, step < calm ? options.rate : options.rate / 2);
    if (moving && options.blur > 0 && step % kBlurEvery == kBlurEvery - 1)
      work.shares = blurredPlanes(work.shares, options.blur);
  }
  return {};
}

Status Synthesizer::maximise(Work& work) {
  work.total = work.options.steps;
  FOVEA_TRY(ScoreGradients* const model, this->model(work.options.layer, inputShape_, false));
  FOVEA_TRY(const Tensor seed, seedFor(*model, work.options));
  work.beginWithNoise(inputShape_);
  FOVEA_CHECK(ascend(work, *model, seed, work.options.steps));
  FOVEA_TRY(const auto answer, model->run(range_.fromShares(work.shares).reshaped(batchOfOne(inputShape_)), seed));
  work.result.last = work.frame(weightedSum(answer.scores.values<float>(), seed.values<float>()));
  return {};
}

// Processes the sizes from smallest to largest; the change to the image at each size is carried to the next.
Status Synthesizer::dream(Work& work) {
  const SynthesisOptions& options = work.options;
  if (!range_.picture)
    return fail(ErrorCode::InvalidArgument, "A dream begins with a picture, and the network takes none.");
  const bool bytes = work.start.defined() && work.start.dtype() == DataType::UInt8 && work.start.shape().rank() == 3;
  if (!bytes && (!work.start.defined() || work.start.type() != TensorType{DataType::Float32, inputShape_}))
    return fail(ErrorCode::InvalidArgument, "A dream begins with a picture.", "Choose a sample or open an image.");
  Tensor picture = bytes ? work.start : pictureOfShares(range_.toShares(work.start));
  FOVEA_TRY(picture, withChannels(picture, inputShape_[0]));
  const std::int64_t longer = std::max(picture.shape()[1], picture.shape()[2]);
  const double shrink = longer > kMostSide ? static_cast<double>(kMostSide) / static_cast<double>(longer) : 1;
  std::vector<Shape> sizes;
  for (std::int64_t i = 0; i < options.octaves; ++i) {
    const double factor = shrink / std::pow(options.octaveScale, static_cast<double>(i));
    const auto side = [&](int axis) {
      return static_cast<std::int64_t>(std::lround(static_cast<double>(picture.shape()[axis]) * factor));
    };
    if (i > 0 && std::min(side(1), side(2)) < kSmallestSide) break;
    sizes.insert(sizes.begin(), Shape{inputShape_[0], side(1), side(2)});
  }
  // Layers after a linear layer accept only the network's own input size.
  if (const auto any = model(options.layer, sizes.back(), false); !any.ok()) {
    if (any.error().code == ErrorCode::OutOfMemory) return any.error();
    sizes = {inputShape_};
  }
  work.result.sizes = std::ssize(sizes);
  work.total = options.steps * std::ssize(sizes);
  Tensor added;
  ScoreGradients* last = nullptr;
  for (const Shape& size : sizes) {
    FOVEA_TRY(last, model(options.layer, size, false));
    FOVEA_TRY(const Tensor base, fitImage(picture, size));
    Tensor from = Tensor::make({DataType::Float32, size});
    std::transform(base.data<std::uint8_t>(), base.data<std::uint8_t>() + base.elementCount(), from.data<float>(),
                   [](std::uint8_t pixel) { return static_cast<float>(pixel) / 255.0f; });
    work.shares = Tensor::make({DataType::Float32, size});
    std::copy_n(from.data<float>(), from.elementCount(), work.shares.data<float>());
    if (added.defined()) work.move(resizedPlanes(added, size[1], size[2]), 1);
    Tensor seed;
    if (options.channel >= 0) {
      FOVEA_TRY(seed, seedFor(*last, options));
    }
    FOVEA_CHECK(ascend(work, *last, seed, options.steps));
    added = Tensor::make({DataType::Float32, size});
    for (std::int64_t i = 0; i < added.elementCount(); ++i)
      added.data<float>()[i] = work.shares.data<float>()[i] - from.data<float>()[i];
  }
  const Tensor input = work.range.fromShares(work.shares).reshaped(batchOfOne(work.shares.shape()));
  FOVEA_TRY(const auto answer, last->run(input, Tensor::zeros({DataType::Float32, last->scoreShape()})));
  work.result.last = work.frame(rootMeanSquare(answer.scores.values<float>()));
  return {};
}

Result<SynthesisResult> Synthesizer::run(const SynthesisOptions& options, const Tensor& start,
                                         const CancelToken& cancel, const ProgressFunction& progress,
                                         const SynthesisWatcher& watch) {
  if (options.steps < 1 || options.steps > kMostGrowingSteps)
    return fail(ErrorCode::InvalidArgument, fmt::format("{} steps: choose 1 to {}.", options.steps, kMostGrowingSteps));
  if (options.octaves < 1 || options.octaves > kMostOctaves || !(options.octaveScale > 1) || options.octaveScale > 8)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("A dream has 1 to {} sizes, each larger by a factor above 1.", kMostOctaves));
  for (const double number : {options.rate, options.blur, options.totalVariation, options.decay})
    if (!std::isfinite(number) || number < 0 || number > 100)
      return fail(ErrorCode::InvalidArgument, "Rate, blur and weights are numbers from 0 to 100.");
  if (options.jitter < 0) return fail(ErrorCode::InvalidArgument, "A shift is not negative.");
  if (options.layer.empty() && options.method != SynthesisMethod::Maximise)
    return fail(ErrorCode::InvalidArgument, "This method needs a layer.", "Name one of the network's layers.");
  Work work{options, start, cancel, progress, watch, range_, Random(options.seed)};
  work.result.layer = options.layer;
  Status done;
  switch (options.method) {
    case SynthesisMethod::Maximise:
      done = maximise(work);
      break;
    case SynthesisMethod::Dream:
      done = dream(work);
      break;
    case SynthesisMethod::Invert:
      done = invert(work);
      break;
  }
  FOVEA_CHECK(done);
  if (watch) watch(work.result.last);
  return std::move(work.result);
}

}  // namespace fovea
