#include <fmt/format.h>

#include <numbers>

#include "core/inspect/smooth_planes.h"
#include "core/inspect/synthesis_work.h"

namespace fovea {
namespace {

constexpr double kAdamFirst = 0.9, kAdamSecond = 0.999;  // Kingma and Ba 2015
constexpr double kNoActivity = 1e-12;

}  // namespace

// Minimises the relative squared distance of the activations with Adam and a cosine learning-rate schedule.
Status Synthesizer::invert(Work& work) {
  const SynthesisOptions& options = work.options;
  if (!work.start.defined() || work.start.type() != TensorType{DataType::Float32, inputShape_})
    return fail(ErrorCode::InvalidArgument, "Inversion begins with a sample of the network.",
                "Choose a sample or open an image.");
  FOVEA_TRY(ScoreGradients* const model, this->model(options.layer, inputShape_, true));
  const Shape batch = batchOfOne(inputShape_);
  FOVEA_TRY(const auto wanted,
            model->run(work.start.reshaped(batch), Tensor::zeros({DataType::Float32, model->scoreShape()})));
  const Tensor target = wanted.scores;
  const double size = rootMeanSquare(target.values<float>());
  if (!std::isfinite(size)) return divergedError();
  if (size < kNoActivity)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("All activations of \"{}\" are zero for this sample.", options.layer),
                "Choose another layer or sample.");
  const double squares = size * size * static_cast<double>(target.elementCount());
  work.total = options.steps;
  work.beginWithNoise(inputShape_);
  std::vector<double> first(static_cast<std::size_t>(work.shares.elementCount()), 0.0), second = first;
  const auto distance = [&](const ScoreGradients::Answer& answer) {
    double sum = 0;
    const auto scores = answer.scores.values<float>(), goal = target.values<float>();
    for (std::size_t i = 0; i < scores.size(); ++i)
      sum += std::pow(static_cast<double>(scores[i]) - static_cast<double>(goal[i]), 2);
    return std::sqrt(sum / squares);
  };
  for (std::int64_t step = 0; step < options.steps; ++step) {
    FOVEA_TRY(const auto answer, model->run(work.range.fromShares(work.shares).reshaped(batch), target));
    FOVEA_CHECK(work.next(distance(answer)));
    Tensor gradient = work.range.gradientOfShares(answer.inputGradient.reshaped(inputShape_));
    if (!allFinite(gradient.values<float>())) return divergedError();
    const double rest =
        0.5 * (1 + std::cos(std::numbers::pi * static_cast<double>(step) / static_cast<double>(options.steps)));
    for (float& slope : gradient.values<float>()) slope /= static_cast<float>(squares);
    if (work.planes())
      addVariationGradient(work.shares, static_cast<float>(options.totalVariation * rest * rest), gradient);
    const double firstBias = 1 - std::pow(kAdamFirst, static_cast<double>(step + 1));
    const double secondBias = 1 - std::pow(kAdamSecond, static_cast<double>(step + 1));
    for (std::size_t i = 0; i < first.size(); ++i) {
      const auto slope = static_cast<double>(gradient.data<float>()[i]);
      first[i] = kAdamFirst * first[i] + (1 - kAdamFirst) * slope;
      second[i] = kAdamSecond * second[i] + (1 - kAdamSecond) * slope * slope;
      gradient.data<float>()[i] =
          static_cast<float>(first[i] / firstBias / (std::sqrt(second[i] / secondBias) + 1e-12));
    }
    work.move(gradient, -options.rate * rest);
  }
  FOVEA_TRY(const auto answer, model->run(work.range.fromShares(work.shares).reshaped(batch), target));
  work.result.last = work.frame(distance(answer));
  return {};
}

}  // namespace fovea
