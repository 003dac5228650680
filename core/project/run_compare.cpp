#include "core/project/run_compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/network/network_difference.h"
#include "core/project/curve_tags.h"

namespace fovea {
namespace {

// Collects the values of each metric over a run, in order of appearance.
class Summaries {
 public:
  // In any order of steps. An infinite value may be the last one, but never the best.
  void add(const std::string& name, std::int64_t step, double value) {
    if (std::isnan(value)) return;
    auto found = std::find_if(all_.begin(), all_.end(), [&](const auto& each) { return each.name == name; });
    if (found == all_.end())
      found = all_.insert(all_.end(), {name, value, std::nan(""), step, isLowerBetter(name), step});
    if (step >= found->lastStep) {
      found->last = value;
      found->lastStep = step;
    }
    if (!std::isfinite(value) || !isBetter(value, step, *found)) return;
    found->best = value;
    found->bestStep = step;
  }
  std::vector<MetricSummary> take() { return std::move(all_); }

 private:
  // The earlier of two equal values is the better one.
  static bool isBetter(double value, std::int64_t step, const MetricSummary& than) {
    if (std::isnan(than.best)) return true;
    if (value == than.best) return step < than.bestStep;
    return than.lowerIsBetter ? value < than.best : value > than.best;
  }

  std::vector<MetricSummary> all_;
};

// Describes the differences of two networks' layers, one line for each change.
std::vector<std::string> changesBetween(const Network& before, const Network& after) {
  const NetworkDifference difference = compareNetworks(before, after);
  std::vector<std::string> lines;
  for (const LayerId id : difference.removed) lines.push_back("without " + before.find(id)->name);
  for (const LayerId id : difference.added) lines.push_back("with " + after.find(id)->name);
  for (const LayerChange& change : difference.changed)
    lines.push_back(after.find(change.after)->name + ": " + changeWords(before, after, change));
  const std::size_t edges = difference.addedEdges.size() + difference.removedEdges.size();
  if (edges > 0) lines.push_back(std::to_string(edges) + (edges == 1 ? " edge differs" : " edges differ"));
  return lines;
}

std::vector<SettingDifference> settingDifferences(const std::vector<RunComparison::Run>& runs) {
  std::vector<SettingDifference> differences;
  std::vector<FieldValues> values;
  for (const auto& run : runs) values.push_back(trainingSettingsSchema().write(run.record.settings));
  const auto known = [&](std::size_t i) { return runs[i].record.origin.empty(); };
  const Schema schema = trainingSettingsSchema().schema();
  for (const Field& field : schema.fields()) {
    SettingDifference difference{field.name, {}};
    bool relevant = false, same = true;
    const FieldValue* first = nullptr;
    for (std::size_t i = 0; i < values.size(); ++i) {
      difference.values.push_back(*values[i].find(field.name));
      if (!known(i)) continue;
      relevant = relevant || schema.isRelevant(field.name, values[i]);
      if (!first) first = values[i].find(field.name);
      same = same && difference.values.back() == *first;
    }
    if (relevant && !same) differences.push_back(std::move(difference));
  }
  return differences;
}

}  // namespace

bool isLowerBetter(const std::string& metric) {
  constexpr std::array kEndings = {"loss", "error", "entropy", "perplexity"};
  const std::vector<std::string> words = tagWords(metric);
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return isOneOfWords(word, {"bce", "brier", "cer", "cost", "ece", "eer", "err",  "fid",   "kl",    "kld", "lpips",
                               "mae", "mape",  "mse", "msle", "nll", "ppl", "rmse", "rmsle", "smape", "wer"}) ||
           std::any_of(kEndings.begin(), kEndings.end(), [&](const char* ending) { return word.ends_with(ending); });
  });
}

std::vector<MetricSummary> summarise(const RunHistory& run) {
  Summaries all;
  for (const EpochRecord& epoch : run.epochs) {
    all.add("train_loss", epoch.step, epoch.trainLoss);
    all.add("train_accuracy", epoch.step, epoch.trainAccuracy);
    for (const auto& [name, value] : epoch.trainMetrics) all.add("train_" + name, epoch.step, value);
    all.add("val_loss", epoch.step, epoch.validationLoss);
    all.add("val_accuracy", epoch.step, epoch.validationAccuracy);
    for (const auto& [name, value] : epoch.validationMetrics) all.add("val_" + name, epoch.step, value);
  }
  // For runs without epochs: those of other programs, and those that ended within the first epoch.
  const bool trained = std::any_of(run.epochs.begin(), run.epochs.end(),
                                   [](const EpochRecord& epoch) { return std::isfinite(epoch.trainLoss); });
  const bool foreign = !run.record.origin.empty();
  for (const MetricPoint& point : run.points) {
    if (!trained) {
      all.add("train_loss", point.step, point.loss);
      all.add("train_accuracy", point.step, point.accuracy);
    }
    for (const auto& [name, value] : point.metrics)
      if (name.starts_with("val_") || (foreign && isWholeTag(name)))
        all.add(name, point.step, value);
      else if (!trained)
        all.add("train_" + name, point.step, value);
  }
  return all.take();
}

double bestOf(const std::vector<MetricSummary>& metrics, const std::string& name) {
  for (const MetricSummary& metric : metrics)
    if (metric.name == name) return metric.best;
  return std::nan("");
}

Result<RunComparison> compareRuns(const RunStore& store, const std::vector<RunId>& runs) {
  RunComparison comparison;
  std::optional<Network> first;
  for (const RunId id : runs) {
    FOVEA_TRY(const RunHistory history, readHistory(store, id));
    RunComparison::Run run;
    run.record = history.record;
    run.metrics = summarise(history);
    for (const EpochRecord& epoch : history.epochs) run.seconds += epoch.seconds;
    if (!run.record.origin.empty()) run.seconds = std::nan("");
    for (const MetricSummary& metric : run.metrics)
      if (std::find(comparison.metrics.begin(), comparison.metrics.end(), metric.name) == comparison.metrics.end())
        comparison.metrics.push_back(metric.name);
    if (run.record.origin.empty()) {
      FOVEA_TRY(Network network, store.network(id));
      run.network = network.name();
      if (first)
        run.networkChanges = changesBetween(*first, network);
      else
        first = std::move(network);
    }
    comparison.runs.push_back(std::move(run));
  }
  comparison.settings = settingDifferences(comparison.runs);
  return comparison;
}

Json comparisonToJson(const RunComparison& comparison) {
  const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
  Json runs = Json::array(), settings = Json::object();
  for (const RunComparison::Run& run : comparison.runs) {
    Json metrics = Json::object();
    for (const MetricSummary& metric : run.metrics)
      metrics[metric.name] = {
          {"last", number(metric.last)}, {"best", number(metric.best)}, {"best_step", metric.bestStep}};
    runs.push_back({{"run", run.record.id.index},
                    {"name", run.record.name},
                    {"status", runStatusName(run.record.status)},
                    {"dataset", run.record.dataset},
                    {"network", run.network},
                    {"network_changes", run.networkChanges},
                    {"epochs", run.record.epochsDone},
                    {"seconds", number(run.seconds)},
                    {"metrics", std::move(metrics)}});
  }
  for (const SettingDifference& difference : comparison.settings) {
    Json values = Json::array();
    for (std::size_t i = 0; i < difference.values.size(); ++i)
      values.push_back(comparison.runs[i].record.origin.empty() ? fieldValueToJson(difference.values[i]) : Json());
    settings[difference.name] = std::move(values);
  }
  return {{"runs", std::move(runs)}, {"settings", std::move(settings)}};
}

}  // namespace fovea
