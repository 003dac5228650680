#include "core/inspect/loss_course.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "core/network/losses.h"

namespace fovea {
namespace {

LossStretch stretchOf(std::span<const double> losses) {
  LossStretch stretch;
  const auto count = static_cast<double>(losses.size());
  for (const double loss : losses) stretch.mean += loss / count;
  double squares = 0;
  for (const double loss : losses) squares += (loss - stretch.mean) * (loss - stretch.mean);
  stretch.error = count > 1 ? std::sqrt(squares / (count - 1) / count) : 0;
  return stretch;
}

EvidenceCurve epochCurve(const char* name, std::span<const EpochRecord> epochs, double EpochRecord::*value) {
  EvidenceCurve curve{name, {}, {}};
  for (const EpochRecord& epoch : epochs) {
    if (!std::isfinite(epoch.*value)) continue;
    curve.steps.push_back(static_cast<double>(epoch.step));
    curve.values.push_back(epoch.*value);
  }
  return curve;
}

}  // namespace

std::optional<LossCourse> lossCourse(std::span<const MetricPoint> points) {
  std::vector<double> losses;
  LossCourse course;
  for (const MetricPoint& point : points) {
    if (!std::isfinite(point.loss)) continue;
    if (losses.empty() || point.loss > course.highest) {
      course.highest = point.loss;
      course.highestStep = point.step;
    }
    course.lowest = losses.empty() ? point.loss : std::min(course.lowest, point.loss);
    losses.push_back(point.loss);
  }
  if (losses.size() < kFewestPoints) return {};
  course.first = losses.front();
  const std::span<const double> all = losses;
  for (std::size_t i = 0; i < course.quarters.size(); ++i) {
    const std::size_t from = i * all.size() / 4, to = (i + 1) * all.size() / 4;
    course.quarters[i] = stretchOf(all.subspan(from, to - from));
  }
  course.last = course.quarters.back().mean;
  return course;
}

double raisedLoss(double loss, double share) {
  return loss + share * std::abs(loss);
}

std::int64_t lostStepIn(const std::string& words) {
  constexpr std::string_view kSince = "since step ";
  const std::size_t at = words.find(kSince);
  std::int64_t step = -1;
  if (words.starts_with(kLossLost) && at != std::string::npos)
    std::from_chars(words.data() + at + kSince.size(), words.data() + words.size(), step);
  return step;
}

std::int64_t firstLostStep(const RunFacts& facts) {
  for (const MetricPoint& point : facts.points)
    if (!std::isfinite(point.loss)) return point.step;
  return lostStepIn(facts.trouble);
}

std::optional<double> constantLoss(const RunFacts& facts) {
  const Layer* const loss = judgingLoss(facts.network);
  const LossDeclaration* const declared = loss ? &findLayer(loss->type)->loss : nullptr;
  if (!facts.dataset || !declared || !declared->logLikelihood) return {};
  const DatasetInfo& data = facts.dataset->info();
  if (data.task != Task::Classification) return {};
  if (const FieldValue* weights = loss->parameters.find(declared->classWeights);
      weights && *weights != FieldValue(std::string()))
    return {};
  if (lossesOf(facts.network).size() > 1) return {};  // the others add to the loss of the run
  const FieldValue* const smoothing = loss->parameters.find("label_smoothing");
  const auto* const given = smoothing ? std::get_if<double>(smoothing) : nullptr;
  const double smoothed = given ? *given : 0;
  const std::vector<std::int64_t>& counts = data.split(Split::Train).perClass;
  double entropy = 0, all = 0;
  for (const std::int64_t count : counts) all += static_cast<double>(count);
  if (!(all > 0)) return {};
  for (const std::int64_t count : counts) {
    const double share =
        (1 - smoothed) * static_cast<double>(count) / all + smoothed / static_cast<double>(counts.size());
    if (share > 0) entropy -= share * std::log(share);
  }
  entropy *= lossWeightOf(loss->parameters);
  if (!(entropy > 0)) return {};
  return entropy;
}

EvidenceCurve lossCurve(std::span<const MetricPoint> points) {
  EvidenceCurve curve{"loss", {}, {}};
  const std::size_t size = (points.size() + kMostEvidencePoints / 2 - 1) / (kMostEvidencePoints / 2);
  const auto add = [&](const MetricPoint& point) {
    curve.steps.push_back(static_cast<double>(point.step));
    curve.values.push_back(point.loss);
  };
  for (std::size_t from = 0; from < points.size(); from += std::max<std::size_t>(1, size)) {
    const auto part = points.subspan(from, std::min(std::max<std::size_t>(1, size), points.size() - from));
    const auto [low, high] = std::ranges::minmax_element(part, {}, &MetricPoint::loss);
    add(low < high ? *low : *high);
    if (low != high) add(low < high ? *high : *low);
  }
  return curve;
}

EvidenceCurve validationCurve(std::span<const EpochRecord> epochs) {
  return epochCurve("val_loss", epochs, &EpochRecord::validationLoss);
}

EvidenceCurve trainCurve(std::span<const EpochRecord> epochs) {
  return epochCurve("train_loss", epochs, &EpochRecord::trainLoss);
}

}  // namespace fovea
