#include "core/inspect/sample_answers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/inspect/detection_scores.h"
#include "core/network/losses.h"

namespace fovea {
namespace {

// Returns the fraction of positions whose most likely class in `scores` [K, …] is wrong; NaN if all positions are
// ignored.
float wrongShare(std::span<const float> scores, std::span<const std::int32_t> target, std::int64_t ignored) {
  const std::size_t places = target.size(), classes = scores.size() / std::max<std::size_t>(places, 1);
  std::int64_t counted = 0, wrong = 0;
  for (std::size_t i = 0; i < places; ++i) {
    if (target[i] < 0 || target[i] == ignored) continue;
    std::size_t best = 0;
    for (std::size_t k = 1; k < classes; ++k)
      if (scores[k * places + i] > scores[best * places + i]) best = k;
    ++counted;
    wrong += static_cast<std::int32_t>(best) != target[i];
  }
  return static_cast<float>(static_cast<double>(wrong) / static_cast<double>(counted));
}

template <class Error>
float meanError(std::span<const float> said, std::span<const float> is, Error error) {
  double sum = 0;
  for (std::size_t i = 0; i < said.size(); ++i) sum += error(static_cast<double>(said[i]), static_cast<double>(is[i]));
  return static_cast<float>(sum / static_cast<double>(said.size()));
}

// Returns at most `most` indices of answers that `chosen` accepts, sorted by descending `rank`.
template <class Chosen, class Rank>
std::vector<std::size_t> ranked(std::span<const SampleAnswer> answers, std::size_t most, Chosen chosen, Rank rank) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (chosen(answers[i])) positions.push_back(i);
  const auto before = [&](std::size_t a, std::size_t b) {
    const auto first = rank(answers[a]), second = rank(answers[b]);
    return first != second ? first > second : a < b;
  };
  const std::size_t kept = std::min(most, positions.size());
  std::partial_sort(positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(kept), positions.end(), before);
  positions.resize(kept);
  return positions;
}

// Scores are no confidences; their errors order the answers instead.
float sureness(const SampleAnswer& answer) {
  return std::isnan(answer.confidence) ? answer.error : answer.confidence;
}

bool isWrong(const SampleAnswer& answer) {
  return answer.label >= 0 && answer.prediction >= 0 && answer.label != answer.prediction;
}

}  // namespace

SampleAnswer classAnswer(std::int64_t index, std::int32_t label, std::span<const float> values, bool scores) {
  SampleAnswer answer;
  answer.index = index;
  answer.label = label;
  const auto best = std::max_element(values.begin(), values.end());
  answer.prediction = static_cast<std::int32_t>(best - values.begin());
  if (!scores) answer.confidence = *best;
  if (label < 0 || label >= std::ssize(values)) return answer;
  const float own = values[static_cast<std::size_t>(label)];
  if (!scores) {
    answer.labelProbability = own;
    answer.error = 1 - own;
    return answer;
  }
  float rival = values.size() < 2 ? own : std::numeric_limits<float>::lowest();
  for (std::int32_t k = 0; k < std::ssize(values); ++k)
    if (k != label) rival = std::max(rival, values[static_cast<std::size_t>(k)]);
  answer.error = rival - own;
  return answer;
}

double lossOf(const SampleAnswer& answer) {
  if (std::isnan(answer.labelProbability)) return std::numeric_limits<double>::quiet_NaN();
  return -std::log(
      std::max(static_cast<double>(answer.labelProbability), static_cast<double>(std::numeric_limits<float>::min())));
}

void addAnswers(AnswerKind kind, const Batch& batch, const Tensor& predictions, const Tensor& target,
                std::int64_t ignored, std::vector<SampleAnswer>& answers) {
  if (!target.defined()) return;
  const std::vector<std::int64_t>& indices = batch.indices;
  for (std::size_t i = 0; kind == AnswerKind::Boxes && i < batch.boxes.size(); ++i) {
    const ImageBoxes boxes = boxesOfImage(predictions, batch, i);
    SampleAnswer answer;
    answer.index = indices[i];
    answer.error = static_cast<float>(wrongBoxes(boxes.found, boxes.truths));
    answers.push_back(answer);
  }
  const bool mask = kind == AnswerKind::Mask && target.dtype() == DataType::Int32;
  const bool numbers = target.dtype() == DataType::Float32 && target.elementCount() == predictions.elementCount();
  if (!mask &&
      (!numbers || (kind != AnswerKind::SeveralClasses && kind != AnswerKind::Numbers && kind != AnswerKind::Image)))
    return;
  const auto width = static_cast<std::size_t>(predictions.elementCount()) / indices.size();
  const auto places = static_cast<std::size_t>(target.elementCount()) / indices.size();
  for (std::size_t i = 0; i < indices.size(); ++i) {
    SampleAnswer answer;
    answer.index = indices[i];
    const auto said = predictions.values<float>().subspan(i * width, width);
    if (mask) {
      answer.error = wrongShare(said, target.values<std::int32_t>().subspan(i * places, places), ignored);
    } else {
      const auto is = target.values<float>().subspan(i * places, places);
      if (kind == AnswerKind::SeveralClasses) {
        answer.error = meanError(said, is, [](double a, double b) { return (a > 0.5) != (b > 0.5) ? 1.0 : 0.0; });
      } else if (kind == AnswerKind::Image) {
        answer.error = meanError(said, is, [](double a, double b) { return (a - b) * (a - b); });
      } else {
        answer.truth = is.front();
        answer.answer = said.front();
        answer.error = meanError(said, is, [](double a, double b) { return std::abs(a - b); });
      }
    }
    answers.push_back(answer);
  }
}

std::int64_t ignoredLabel(const Network& network) {
  const Layer* const loss = judgingLoss(network);
  const FieldValue* const ignored = loss ? loss->parameters.find("ignore_index") : nullptr;
  const auto* const label = ignored ? std::get_if<std::int64_t>(ignored) : nullptr;
  return label ? *label : -1;
}

std::optional<double> rightShare(const Tensor& predictions, const Tensor& truth, std::int64_t ignored) {
  if (!truth.defined() || truth.dtype() != DataType::UInt8 || truth.shape().rank() != predictions.shape().rank())
    return {};
  const Shape &said = predictions.shape(), &is = truth.shape();
  if (is[0] != 1 || !std::equal(said.begin() + 1, said.end(), is.begin() + 1)) return {};
  std::vector<std::int32_t> labels;
  for (const std::uint8_t label : truth.values<std::uint8_t>())
    labels.push_back(label == kIgnoredPixel ? kNoLabel : label);
  const double wrong = static_cast<double>(wrongShare(predictions.values<float>(), labels, ignored));
  return std::isnan(wrong) ? std::nullopt : std::optional(1 - wrong);
}

Calibration calibrationOf(std::span<const SampleAnswer> answers, int bins) {
  Calibration calibration;
  std::vector<CalibrationBin> filled(static_cast<std::size_t>(bins));
  const double width = 1.0 / bins;
  std::int64_t samples = 0;
  for (const SampleAnswer& answer : answers) {
    if (std::isnan(answer.confidence) || answer.label < 0) continue;
    const double confidence = answer.confidence;
    int bin = std::clamp(static_cast<int>(confidence * bins), 0, bins - 1);
    if (bin > 0 && confidence <= bin * width) --bin;
    CalibrationBin& counted = filled[static_cast<std::size_t>(bin)];
    ++counted.samples;
    counted.confidence += confidence;
    counted.accuracy += answer.label == answer.prediction;
    ++samples;
  }
  if (samples == 0) return calibration;
  calibration.error = 0;
  for (CalibrationBin& bin : filled) {
    calibration.error += std::abs(bin.accuracy - bin.confidence) / static_cast<double>(samples);
    // 0 / 0 is NaN, as intended.
    bin.confidence /= static_cast<double>(bin.samples);
    bin.accuracy /= static_cast<double>(bin.samples);
  }
  calibration.bins = std::move(filled);
  return calibration;
}

std::vector<std::size_t> worstAnswers(std::span<const SampleAnswer> answers, std::size_t most) {
  return ranked(
      answers, most, [](const SampleAnswer& answer) { return !std::isnan(answer.error); },
      [](const SampleAnswer& answer) { return answer.error; });
}

std::vector<std::size_t> confidentErrors(std::span<const SampleAnswer> answers, std::size_t most) {
  return ranked(answers, most, isWrong, sureness);
}

std::vector<std::size_t> likelyLabelErrors(std::span<const SampleAnswer> answers, std::size_t most) {
  struct Sum {
    double probability = 0;
    double samples = 0;
  };
  std::map<std::int32_t, Sum> own;
  for (const SampleAnswer& answer : answers) {
    if (answer.label < 0 || std::isnan(answer.labelProbability)) continue;
    own[answer.label].probability += answer.labelProbability;
    ++own[answer.label].samples;
  }
  const auto chosen = [&](const SampleAnswer& answer) {
    const auto of = own.find(answer.prediction);
    return isWrong(answer) && of != own.end() && answer.confidence >= of->second.probability / of->second.samples;
  };
  return ranked(answers, most, chosen,
                [](const SampleAnswer& answer) { return answer.confidence - answer.labelProbability; });
}

std::vector<std::size_t> answersOfCell(std::span<const SampleAnswer> answers, std::int32_t label,
                                       std::int32_t prediction) {
  return ranked(
      answers, answers.size(),
      [&](const SampleAnswer& answer) {
        return answer.prediction >= 0 && (label == kNoLabel || answer.label == label) &&
               (prediction == kNoLabel || answer.prediction == prediction);
      },
      sureness);
}

}  // namespace fovea
