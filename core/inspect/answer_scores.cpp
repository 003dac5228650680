#include "core/inspect/answer_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/inspect/detection_scores.h"

namespace fovea {
namespace {

double ratio(double part, double whole) {
  return whole == 0 ? 0 : part / whole;
}

class SeveralLabelScores : public AnswerScores {
 public:
  explicit SeveralLabelScores(const std::vector<std::string>& classes) : names_(classes) {}

  void add(const Tensor& predictions, const Tensor& target, const Batch&) override {
    const auto classes = static_cast<std::size_t>(predictions.shape()[1]);
    counts_.resize(classes);
    const auto said = predictions.values<float>(), is = target.values<float>();
    for (std::size_t i = 0; i < said.size(); ++i) {
      Counts& counts = counts_[i % classes];
      const bool yes = said[i] > 0.5f, right = is[i] > 0.5f;
      counts.predicted += yes;
      counts.actual += right;
      counts.both += yes && right;
    }
  }

  void finish(Evaluation& evaluation) const override {
    double precision = 0, recall = 0, f1 = 0, present = 0;
    for (std::size_t k = 0; k < counts_.size(); ++k) {
      const auto both = static_cast<double>(counts_[k].both), predicted = static_cast<double>(counts_[k].predicted),
                 actual = static_cast<double>(counts_[k].actual);
      // 0 / 0 is NaN, as intended.
      evaluation.classes.push_back({k < names_.size() ? names_[k] : fmt::format("class {}", k), both / predicted,
                                    both / actual, 2 * both / (predicted + actual), both / (predicted + actual - both),
                                    counts_[k].actual});
      if (predicted + actual == 0) continue;
      precision += ratio(both, predicted);
      recall += ratio(both, actual);
      f1 += ratio(2 * both, predicted + actual);
      ++present;
    }
    evaluation.metrics.emplace_back("precision", ratio(precision, present));
    evaluation.metrics.emplace_back("recall", ratio(recall, present));
    evaluation.metrics.emplace_back("f1", ratio(f1, present));
  }

 private:
  struct Counts {
    std::int64_t predicted = 0, actual = 0, both = 0;
  };
  std::vector<std::string> names_;
  std::vector<Counts> counts_;
};

// R²: 1 − sum of squared errors / sum of squared distances from the mean, over all numbers of all samples. Each number
// of a sample has its own mean over the samples. Means and distances are updated together (Welford 1962): a difference
// of sums of squares would leave only roundings where a target hardly varies.
class NumberScores : public AnswerScores {
 public:
  void add(const Tensor& predictions, const Tensor& target, const Batch&) override {
    const auto width = static_cast<std::size_t>(std::max<std::int64_t>(target.shape().elementsFrom(1), 1));
    means_.resize(width);
    const auto said = predictions.values<float>(), is = target.values<float>();
    for (std::size_t i = 0; i < said.size() && i < is.size(); ++i) {
      const double value = is[i], error = static_cast<double>(said[i]) - value;
      double& mean = means_[i % width];
      const double away = value - mean;
      mean += away / static_cast<double>(samples_ + static_cast<std::int64_t>(i / width) + 1);
      spread_ += away * (value - mean);
      errors_ += error * error;
    }
    samples_ += target.shape()[0];
  }

  void finish(Evaluation& evaluation) const override {
    if (spread_ > 0) evaluation.metrics.emplace_back("r2", 1 - errors_ / spread_);
  }

 private:
  std::vector<double> means_;
  double spread_ = 0, errors_ = 0;
  std::int64_t samples_ = 0;
};

class TranscriptScores : public AnswerScores {
 public:
  void add(const Tensor& predictions, const Tensor& target, const Batch& batch) override {
    const std::int64_t classes = predictions.shape()[2], room = target.shape()[1];
    const auto steps = static_cast<std::size_t>(predictions.shape().elementsFrom(1));
    for (std::int64_t i = 0; i < predictions.shape()[0]; ++i) {
      std::vector<std::int32_t> right;
      for (std::int64_t k = 0; k < room; ++k)
        if (const std::int32_t label = target.data<std::int32_t>()[i * room + k]; label > 0) right.push_back(label - 1);
      const auto said =
          bestPath(predictions.values<float>().subspan(static_cast<std::size_t>(i) * steps, steps), classes,
                   batch.lengths.defined() ? static_cast<double>(batch.lengths.data<float>()[i]) : 1);
      const std::int64_t distance = editDistance(said, right);
      errors_ += distance;
      labels_ += std::ssize(right);
      exact_ += distance == 0;
      ++samples_;
    }
  }

  void finish(Evaluation& evaluation) const override {
    if (labels_ > 0)
      evaluation.metrics.emplace_back("label_error_rate",
                                      ratio(static_cast<double>(errors_), static_cast<double>(labels_)));
    evaluation.metrics.emplace_back("exact", ratio(static_cast<double>(exact_), static_cast<double>(samples_)));
  }

 private:
  std::int64_t errors_ = 0, labels_ = 0, exact_ = 0, samples_ = 0;
};

// Compares every sample with all others if that is fast; otherwise only an evenly spread subset with all others.
class EmbeddingScores : public AnswerScores {
 public:
  void add(const Tensor& predictions, const Tensor& target, const Batch&) override {
    size_ = static_cast<std::size_t>(predictions.shape().elementsFrom(1));
    const auto points = predictions.values<float>();
    points_.insert(points_.end(), points.begin(), points.end());
    const auto labels = target.values<std::int32_t>();
    labels_.insert(labels_.end(), labels.begin(), labels.end());
  }

  void finish(Evaluation& evaluation) const override {
    const std::size_t samples = labels_.size();
    if (samples < 2) return;
    constexpr double kProducts = 1e9;  // takes a second or two
    const double looks =
        kProducts / (static_cast<double>(samples) * static_cast<double>(std::max(size_, std::size_t{1})));
    const std::size_t looked = std::clamp(static_cast<std::size_t>(looks), std::size_t{1}, samples);
    double right = 0;
    for (std::size_t i = 0; i < looked; ++i) {
      const std::size_t at = i * samples / looked;
      right += labels_[nearestOther(at)] == labels_[at];
    }
    evaluation.metrics.emplace_back("recall_at_1", right / static_cast<double>(looked));
  }

 private:
  std::size_t nearestOther(std::size_t at) const {
    std::size_t nearest = at;
    float least = 0;
    for (std::size_t other = 0; other < labels_.size(); ++other) {
      if (other == at) continue;
      const float distance = squaredDistance(at, other);
      if (nearest != at && distance >= least) continue;
      nearest = other;
      least = distance;
    }
    return nearest;
  }
  float squaredDistance(std::size_t a, std::size_t b) const {
    const float *x = points_.data() + a * size_, *y = points_.data() + b * size_;
    float sum = 0;
    for (std::size_t k = 0; k < size_; ++k) sum += (x[k] - y[k]) * (x[k] - y[k]);
    return sum;
  }
  std::size_t size_ = 0;  // numbers per point
  std::vector<float> points_;
  std::vector<std::int32_t> labels_;
};

}  // namespace

std::unique_ptr<AnswerScores> answerScores(AnswerKind kind, const std::vector<std::string>& classes) {
  switch (kind) {
    case AnswerKind::SeveralClasses:
      return std::make_unique<SeveralLabelScores>(classes);
    case AnswerKind::Numbers:
      return std::make_unique<NumberScores>();
    case AnswerKind::Transcript:
      return std::make_unique<TranscriptScores>();
    case AnswerKind::Embedding:
      return std::make_unique<EmbeddingScores>();
    case AnswerKind::Boxes:
      return std::make_unique<DetectionScores>(classes);
    case AnswerKind::Classes:
    case AnswerKind::Mask:
    case AnswerKind::Image:
    case AnswerKind::Symbols:
      return nullptr;
  }
  return nullptr;
}

}  // namespace fovea
