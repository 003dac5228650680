// Why: converts event files of another program to a run with curves, for comparison.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/clock.h"
#include "core/project/curve_tags.h"
#include "core/project/layer_tags.h"
#include "core/project/run_export.h"

namespace fovea {
namespace {

// "update_ratio/conv1" → "conv1"; empty for another tag.
std::string layerIn(const std::string& tag, const char* kind) {
  const std::string prefix = std::string(kind) + "/";
  return tag.starts_with(prefix) ? tag.substr(prefix.size()) : std::string();
}

bool isOfLayer(const ScalarEvent& event) {
  return !layerIn(event.tag, kUpdateRatioTag).empty() || !layerIn(event.tag, kGradientNormTag).empty();
}

// Collects the layers' values from a log.
class LayerCollector {
 public:
  void add(const ScalarEvent& event) {
    if (const std::string layer = layerIn(event.tag, kUpdateRatioTag); !layer.empty())
      recordOf(event.step, layer).updateRatio = event.value;
    if (const std::string layer = layerIn(event.tag, kGradientNormTag); !layer.empty())
      recordOf(event.step, layer).gradientNorm = event.value;
  }
  void add(const HistogramEvent& event) {
    const std::string weights = layerIn(event.tag, kWeightsTag), gradients = layerIn(event.tag, kGradientsTag),
                      activations = layerIn(event.tag, kActivationsTag);
    if (!weights.empty())
      recordOf(event.step, weights).weights = event.histogram;
    else if (!gradients.empty())
      recordOf(event.step, gradients).gradients = event.histogram;
    else if (!activations.empty())
      recordOf(event.step, activations).activations = event.histogram;
    else
      kindOf(event.tag, recordOf(event.step, event.tag)) = event.histogram;
  }
  std::vector<LayerFrame> take() {
    std::vector<LayerFrame> frames;
    for (auto& [step, layers] : frames_) {
      LayerFrame& frame = frames.emplace_back(LayerFrame{step});
      // In the order of their first appearance in the log.
      std::sort(layers.begin(), layers.end(),
                [this](const auto& a, const auto& b) { return order_.at(a.layer) < order_.at(b.layer); });
      frame.layers = std::move(layers);
    }
    return frames;
  }

 private:
  LayerRecord& recordOf(std::int64_t step, const std::string& layer) {
    order_.emplace(layer, order_.size());
    auto& layers = frames_[step];
    auto& place = places_[step];
    const auto [found, isNew] = place.emplace(layer, layers.size());
    if (isNew) layers.push_back({layer});
    return layers[found->second];
  }
  static Histogram& kindOf(const std::string& tag, LayerRecord& record) {
    for (const std::string& word : tagWords(tag)) {
      if (isOneOfWords(word, {"grad", "grads", "gradient", "gradients"})) return record.gradients;
      if (isOneOfWords(word, {"activation", "activations", "output", "outputs", "act"})) return record.activations;
    }
    return record.weights;
  }

  std::map<std::int64_t, std::vector<LayerRecord>> frames_;
  std::map<std::int64_t, std::map<std::string, std::size_t>> places_;
  std::map<std::string, std::size_t> order_;
};

// Tags that need no interpretation come first, since another could not keep their names; those of a test split come
// last, since they stand for the validation only in a log that has none.
int rankOf(const std::string& tag, const TagMeaning& meaning) {
  if (tag == (meaning.validation ? "val_" : "") + meaning.metric) return 0;
  return meaning.test ? 2 : 1;
}

// If several tags seem to have the same meaning, all but one keep their own names.
std::map<std::string, TagMeaning> meaningsOf(const EventLog& log) {
  std::map<std::string, TagMeaning> meanings;
  std::vector<std::string> tags;  // in order of appearance
  for (const ScalarEvent& event : log.scalars)
    if (!isOfLayer(event) && meanings.emplace(event.tag, meaningOfTag(event.tag)).second) tags.push_back(event.tag);
  std::stable_sort(tags.begin(), tags.end(), [&](const std::string& a, const std::string& b) {
    return rankOf(a, meanings.at(a)) < rankOf(b, meanings.at(b));
  });
  bool validated = false;
  std::set<std::pair<bool, std::string>> taken;
  for (const std::string& tag : tags) {
    TagMeaning& meaning = meanings.at(tag);
    validated = validated || (meaning.validation && !meaning.test);
    if ((meaning.test && validated) || !taken.emplace(meaning.validation, meaning.metric).second)
      meaning = {false, false, tag};
  }
  return meanings;
}

// The tags of accuracies that are in percent: some value exceeds 1, by more than rounding, and none is above 100.
std::set<std::string> percentTags(const EventLog& log) {
  std::map<std::string, std::pair<double, double>> ranges;
  for (const ScalarEvent& event : log.scalars) {
    if (std::isnan(event.value)) continue;
    auto& [low, high] = ranges.emplace(event.tag, std::pair(event.value, event.value)).first->second;
    low = std::min(low, event.value);
    high = std::max(high, event.value);
  }
  std::set<std::string> tags;
  for (const auto& [tag, range] : ranges)
    if (range.first >= 0 && range.second > 1.0001 && range.second <= 100 && meaningOfTag(tag).metric == "accuracy")
      tags.insert(tag);
  return tags;
}

MetricPoint emptyPoint(std::int64_t step) {
  const double unknown = std::nan("");
  return {step, unknown, unknown, unknown, unknown, {}};
}

void setMetric(MetricValues& metrics, const std::string& name, double value) {
  for (auto& [each, present] : metrics)
    if (each == name) {
      present = value;
      return;
    }
  metrics.emplace_back(name, value);
}

void put(MetricPoint& point, const std::string& metric, double value) {
  if (metric == "loss")
    point.loss = value;
  else if (metric == "accuracy")
    point.accuracy = value;
  else if (metric == "learning_rate")
    point.learningRate = value;
  else if (metric == "epoch")
    point.epoch = value;
  else
    setMetric(point.metrics, metric, value);
}

void put(EpochRecord& epoch, const std::string& metric, double value) {
  if (metric == "loss")
    epoch.validationLoss = value;
  else if (metric == "accuracy")
    epoch.validationAccuracy = value;
  else
    setMetric(epoch.validationMetrics, metric, value);
}

}  // namespace

RunHistory historyFromEvents(const EventLog& log) {
  const auto meanings = meaningsOf(log);
  const std::set<std::string> percents = percentTags(log);
  std::map<std::int64_t, MetricPoint> points;
  std::map<std::int64_t, EpochRecord> epochs;
  std::map<std::int64_t, double> times;
  LayerCollector layers;
  for (const HistogramEvent& event : log.histograms) layers.add(event);
  for (const ScalarEvent& event : log.scalars) {
    layers.add(event);
    if (isOfLayer(event)) continue;
    const TagMeaning& meaning = meanings.at(event.tag);
    const double value = percents.contains(event.tag) ? event.value / 100 : event.value;
    if (!meaning.validation) {
      put(points.emplace(event.step, emptyPoint(event.step)).first->second, meaning.metric, value);
      continue;
    }
    EpochRecord fresh;
    fresh.step = event.step;
    fresh.trainLoss = fresh.trainAccuracy = fresh.validationLoss = fresh.validationAccuracy = fresh.learningRate =
        std::nan("");
    put(epochs.emplace(event.step, fresh).first->second, meaning.metric, value);
    times[event.step] = event.time;
  }
  RunHistory run;
  run.record.origin = "tensorboard";
  for (auto& [step, point] : points) run.points.push_back(std::move(point));
  for (auto& [step, epoch] : epochs) {
    epoch.epoch = static_cast<std::int64_t>(run.epochs.size()) + 1;
    run.epochs.push_back(std::move(epoch));
    run.epochTimes.push_back(utcText(times[step]));
  }
  run.layers = layers.take();
  std::vector<double> all;
  for (const ScalarEvent& event : log.scalars) all.push_back(event.time);
  for (const HistogramEvent& event : log.histograms) all.push_back(event.time);
  if (!all.empty()) {
    const auto [first, last] = std::minmax_element(all.begin(), all.end());
    run.record.started = utcText(*first);
    run.record.finished = utcText(*last);
  }
  return run;
}

Status needCurves(const EventLog& log) {
  if (!log.scalars.empty() || !log.histograms.empty()) return {};
  return fail(ErrorCode::InvalidArgument, "The event files hold no curve.",
              log.others > 0 ? "Images and texts are not read." : "");
}

Result<RunId> importRun(RunStore& store, const EventLog& log, const std::string& name, std::int32_t lowestId) {
  FOVEA_CHECK(needCurves(log));
  const RunHistory history = historyFromEvents(log);
  RunDescription description;
  description.name = name;
  description.origin = history.record.origin;
  description.settings.device.clear();
  FOVEA_TRY(const RunId run, store.createRun(description, RunStatus::Finished, lowestId));
  const auto fill = [&]() -> Status {
    FOVEA_CHECK(store.appendPoints(run, history.points));
    for (std::size_t i = 0; i < history.epochs.size(); ++i)
      FOVEA_CHECK(store.recordEpoch(run, history.epochs[i], history.epochTimes[i]));
    for (const LayerFrame& frame : history.layers) FOVEA_CHECK(store.recordLayers(run, frame));
    return store.setTimes(run, history.record.started, history.record.finished);
  };
  if (const Status filled = fill(); !filled.ok()) {
    (void)store.withdrawRun(run);
    return filled.error();
  }
  return run;
}

}  // namespace fovea
