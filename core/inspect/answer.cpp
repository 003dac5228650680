#include "core/inspect/answer.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/network/flatten.h"
#include "core/network/losses.h"
#include "core/ops/ctc_alignment.h"

namespace fovea {
namespace {

// Returns the index of the largest of `count` numbers that are `step` apart.
std::int32_t likeliest(const float* values, std::int64_t count, std::int64_t step) {
  std::int64_t best = 0;
  for (std::int64_t k = 1; k < count; ++k)
    if (values[k * step] > values[best * step]) best = k;
  return static_cast<std::int32_t>(best);
}

Tensor maskOf(const Tensor& scores) {
  std::vector<std::int64_t> extents(scores.shape().begin(), scores.shape().end());
  const std::int64_t classes = extents[0], places = scores.shape().elementsFrom(1);
  extents[0] = 1;
  Tensor mask = Tensor::make({DataType::UInt8, Shape(std::span<const std::int64_t>(extents))});
  for (std::int64_t i = 0; i < places; ++i)
    mask.data<std::uint8_t>()[i] =
        static_cast<std::uint8_t>(std::min(likeliest(scores.data<float>() + i, classes, places), 254));
  return mask;
}

Tensor imageOf(const Tensor& values) {
  Tensor image = Tensor::make({DataType::UInt8, values.shape()});
  std::transform(values.values<float>().begin(), values.values<float>().end(), image.data<std::uint8_t>(),
                 [](float value) { return static_cast<std::uint8_t>(std::clamp(value * 255 + 0.5f, 0.0f, 255.0f)); });
  return image;
}

}  // namespace

const char* answerKindName(AnswerKind kind) {
  static constexpr const char* names[] = {"classes", "several_classes", "numbers",   "mask", "image",
                                          "symbols", "transcript",      "embedding", "boxes"};
  return names[static_cast<int>(kind)];
}

AnswerKind answerKind(const Network& network, const Shape& predictions) {
  const int rank = predictions.rank();
  switch (answersOf(network)) {
    case AnswerMeaning::Transcript:
      return AnswerKind::Transcript;
    case AnswerMeaning::Embedding:
      return AnswerKind::Embedding;
    case AnswerMeaning::Boxes:
      return AnswerKind::Boxes;
    case AnswerMeaning::SeveralClasses:
      if (rank == 2) return AnswerKind::SeveralClasses;
      break;
    case AnswerMeaning::Classes:
      if (rank >= 2) return rank == 2 ? AnswerKind::Classes : rank == 3 ? AnswerKind::Symbols : AnswerKind::Mask;
      break;
    case AnswerMeaning::Numbers:
      break;
  }
  return rank == 4 ? AnswerKind::Image : AnswerKind::Numbers;
}

bool answersAreScores(const Network& network) {
  if (!network.blocks().empty())
    if (const auto flat = flattenNetwork(network); flat.ok()) return answersAreScores(*flat);
  const Layer* const loss = judgingLoss(network);
  return loss && findLayer(loss->type)->loss.scores;
}

Answer readAnswer(AnswerKind kind, const Tensor& predictions, double length) {
  Answer answer;
  answer.kind = kind;
  const auto values = predictions.values<float>();
  switch (kind) {
    case AnswerKind::Classes:
    case AnswerKind::SeveralClasses:
    case AnswerKind::Numbers:
    case AnswerKind::Embedding:
      answer.numbers.assign(values.begin(), values.end());
      break;
    case AnswerKind::Boxes:
      answer.boxes = detectedBoxes(values, predictions.shape());
      break;
    case AnswerKind::Mask:
      answer.picture = maskOf(predictions);
      break;
    case AnswerKind::Image:
      answer.picture = imageOf(predictions);
      break;
    case AnswerKind::Symbols: {
      const std::int64_t classes = predictions.shape()[1];
      for (std::int64_t t = 0; t < predictions.shape()[0]; ++t)
        answer.symbols.push_back(likeliest(predictions.data<float>() + t * classes, classes, 1));
      break;
    }
    case AnswerKind::Transcript:
      answer.symbols = bestPath(values, predictions.shape()[1], length);
      break;
  }
  return answer;
}

std::vector<std::int32_t> bestPath(std::span<const float> probabilities, std::int64_t classes, double length) {
  std::vector<std::int32_t> labels;
  const std::int64_t steps = ctcSteps(length, std::ssize(probabilities) / classes);
  std::int32_t before = 0;
  for (std::int64_t t = 0; t < steps; ++t) {
    const std::int32_t now = likeliest(probabilities.data() + t * classes, classes, 1);
    if (now != 0 && now != before) labels.push_back(now - 1);
    before = now;
  }
  return labels;
}

std::int64_t editDistance(std::span<const std::int32_t> a, std::span<const std::int32_t> b) {
  std::vector<std::int64_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::int64_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::int64_t diagonal = row[0]++;
    for (std::size_t k = 0; k < b.size(); ++k) {
      const std::int64_t changed = diagonal + (a[i] != b[k]);
      diagonal = row[k + 1];
      row[k + 1] = std::min({changed, row[k] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace fovea
