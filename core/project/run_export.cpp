#include "core/project/run_export.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/base/file.h"
#include "core/project/curve_tags.h"
#include "core/project/layer_tags.h"
#include "core/project/stored_settings.h"

namespace fovea {
namespace {

namespace fs = std::filesystem;

Json numberJson(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Json metricsJson(const MetricValues& metrics) {
  Json json = Json::object();
  for (const auto& [name, value] : metrics) json[name] = numberJson(value);
  return json;
}

// Empty where nothing was measured; an infinite value is "inf" or "-inf", as other programs read it.
std::string cell(double value) {
  return std::isnan(value) ? "" : fmt::format("{}", value);
}

// Quotes as RFC 4180 requires.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

// Another program does not say how long an epoch took.
double secondsOf(const RunHistory& run, const EpochRecord& epoch) {
  return run.record.origin.empty() ? epoch.seconds : std::nan("");
}

double valueOf(const MetricValues& metrics, const std::string& name) {
  for (const auto& [each, value] : metrics)
    if (each == name) return value;
  return std::nan("");
}

// Adds new names in order of appearance.
void collect(const MetricValues& metrics, std::vector<std::string>& names) {
  for (const auto& [name, value] : metrics)
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// Interpolates the time of every step between the known ones.
class StepClock {
 public:
  explicit StepClock(const RunHistory& run) {
    known_[0] = utcSeconds(run.record.started).value_or(0);
    for (std::size_t i = 0; i < run.epochs.size() && i < run.epochTimes.size(); ++i)
      if (const auto time = utcSeconds(run.epochTimes[i])) known_[run.epochs[i].step] = *time;
    if (const auto end = utcSeconds(run.record.finished); end && !known_.contains(run.record.lastStep))
      known_[run.record.lastStep] = *end;
    // Time does not run back where the clock was set back.
    for (double reached = known_.begin()->second; auto& [step, time] : known_) time = reached = std::max(reached, time);
  }
  double at(std::int64_t step) const {
    const auto after = known_.lower_bound(step);
    if (after == known_.end()) return known_.rbegin()->second;
    if (after->first == step || after == known_.begin()) return after->second;
    const auto before = std::prev(after);
    const double share = static_cast<double>(step - before->first) / static_cast<double>(after->first - before->first);
    return before->second + share * (after->second - before->second);
  }

 private:
  std::map<std::int64_t, double> known_;
};

Json histogramJson(const Histogram& histogram) {
  if (histogram.counts.empty()) return nullptr;
  return {{"minimum", histogram.minimum}, {"maximum", histogram.maximum}, {"counts", histogram.counts}};
}

Json layersJson(const std::vector<LayerFrame>& frames) {
  Json rows = Json::array();
  for (const LayerFrame& frame : frames)
    for (const LayerRecord& layer : frame.layers)
      rows.push_back({{"step", frame.step},
                      {"layer", layer.layer},
                      {"weights", histogramJson(layer.weights)},
                      {"gradients", histogramJson(layer.gradients)},
                      {"activations", histogramJson(layer.activations)},
                      {"gradient_norm", numberJson(layer.gradientNorm)},
                      {"update_ratio", numberJson(layer.updateRatio)}});
  return rows;
}

// The three histograms of a layer with their names in tags and tables.
std::vector<std::pair<const char*, const Histogram*>> histogramsOf(const LayerRecord& layer) {
  std::vector<std::pair<const char*, const Histogram*>> named;
  for (const auto& [name, histogram] : {std::pair(kWeightsTag, &layer.weights), std::pair(kGradientsTag, &layer.gradients),
                                        std::pair(kActivationsTag, &layer.activations)})
    if (!histogram->counts.empty()) named.emplace_back(name, histogram);
  return named;
}

// Infinite values are written, too; NaN means that nothing was measured. `foreign`: of an imported run, whose metrics
// may be whole tags.
void addPointEvents(const MetricPoint& point, double time, bool foreign, std::vector<ScalarEvent>& events) {
  const auto add = [&](const std::string& tag, double value) {
    if (!std::isnan(value)) events.push_back({time, point.step, tag, value});
  };
  add("train/loss", point.loss);
  add("train/accuracy", point.accuracy);
  add("learning_rate", point.learningRate);
  add("epoch", point.epoch);
  for (const auto& [name, value] : point.metrics)
    if (foreign && isWholeTag(name))
      add(name, value);
    else
      add(name.starts_with("val_") ? "validation/" + name.substr(4) : "train/" + name, value);
}

Status writeNew(const fs::path& file, const std::string& content, bool replace) {
  std::error_code code;
  if (!replace && fs::exists(fs::symlink_status(file, code)))
    return fail(ErrorCode::AlreadyExists, file.string() + " is there already.", "Choose another folder.");
  return writeFileAtomic(file, content);
}

}  // namespace

Result<RunHistory> readHistory(const RunStore& store, RunId run) {
  RunHistory history;
  FOVEA_TRY(history.record, store.run(run));
  FOVEA_TRY(history.points, store.points(run));
  FOVEA_TRY(history.epochs, store.epochs(run));
  FOVEA_TRY(history.epochTimes, store.epochTimes(run));
  FOVEA_TRY(history.marks, store.marks(run));
  FOVEA_TRY(history.changes, store.changes(run));
  FOVEA_TRY(history.checkpoints, store.checkpoints(run));
  FOVEA_TRY(history.layers, store.layerFrames(run));
  return history;
}

Result<CurveFormat> curveFormatFromName(std::string_view name) {
  if (name == "json") return CurveFormat::JsonText;
  if (name == "csv") return CurveFormat::CsvTables;
  if (name == "tensorboard") return CurveFormat::TensorBoard;
  return fail(ErrorCode::InvalidArgument, fmt::format("Curves are not written as \"{}\".", name),
              "Choose json, csv or tensorboard.");
}

Json historyToJson(const RunHistory& run) {
  Json points = Json::array(), epochs = Json::array(), marks = Json::array(), changes = Json::array();
  for (const MetricPoint& point : run.points)
    points.push_back({{"step", point.step},
                      {"epoch", numberJson(point.epoch)},
                      {"loss", numberJson(point.loss)},
                      {"accuracy", numberJson(point.accuracy)},
                      {"learning_rate", numberJson(point.learningRate)},
                      {"metrics", metricsJson(point.metrics)}});
  for (std::size_t i = 0; i < run.epochs.size(); ++i) {
    const EpochRecord& epoch = run.epochs[i];
    epochs.push_back({{"epoch", epoch.epoch},
                      {"step", epoch.step},
                      {"train_loss", numberJson(epoch.trainLoss)},
                      {"train_accuracy", numberJson(epoch.trainAccuracy)},
                      {"train_metrics", metricsJson(epoch.trainMetrics)},
                      {"val_loss", numberJson(epoch.validationLoss)},
                      {"val_accuracy", numberJson(epoch.validationAccuracy)},
                      {"val_metrics", metricsJson(epoch.validationMetrics)},
                      {"learning_rate", numberJson(epoch.learningRate)},
                      {"seconds", numberJson(secondsOf(run, epoch))},
                      {"recorded", i < run.epochTimes.size() ? run.epochTimes[i] : std::string()}});
  }
  for (const RunMark& mark : run.marks) marks.push_back({{"step", mark.step}, {"text", mark.text}});
  for (const SettingChange& change : run.changes)
    changes.push_back({{"step", change.step}, {"setting", change.setting}, {"value", fieldValueToJson(change.value)}});
  return {{"run", run.record.id.index},
          {"name", run.record.name},
          {"group", run.record.group},
          {"dataset", run.record.dataset},
          {"device", run.record.device},
          {"status", runStatusName(run.record.status)},
          {"started", run.record.started},
          {"finished", run.record.finished},
          {"settings", run.record.origin.empty() ? settingsToJson(run.record.settings) : Json()},
          {"points", std::move(points)},
          {"epochs", std::move(epochs)},
          {"marks", std::move(marks)},
          {"changes", std::move(changes)},
          {"layers", layersJson(run.layers)}};
}

std::string layersAsCsv(const RunHistory& run) {
  std::string csv = "step,layer,kind,minimum,maximum,gradient_norm,update_ratio,counts\n";
  for (const LayerFrame& frame : run.layers)
    for (const LayerRecord& layer : frame.layers)
      for (const auto& [kind, histogram] : histogramsOf(layer))
        csv += fmt::format("{},{},{},{},{},{},{},{}\n", frame.step, quoted(layer.layer), kind, cell(histogram->minimum),
                           cell(histogram->maximum), cell(layer.gradientNorm), cell(layer.updateRatio),
                           fmt::join(histogram->counts, " "));
  return csv;
}

std::vector<HistogramEvent> layersAsEvents(const RunHistory& run) {
  const StepClock clock(run);
  std::vector<HistogramEvent> events;
  for (const LayerFrame& frame : run.layers)
    for (const LayerRecord& layer : frame.layers)
      for (const auto& [kind, histogram] : histogramsOf(layer))
        events.push_back({clock.at(frame.step), frame.step, std::string(kind) + "/" + layer.layer, *histogram});
  return events;
}

std::string pointsAsCsv(const RunHistory& run) {
  std::vector<std::string> names;
  for (const MetricPoint& point : run.points) collect(point.metrics, names);
  std::string csv = "step,epoch,loss,accuracy,learning_rate";
  for (const std::string& name : names) csv += "," + quoted(name);
  csv += "\n";
  for (const MetricPoint& point : run.points) {
    csv += fmt::format("{},{},{},{},{}", point.step, cell(point.epoch), cell(point.loss), cell(point.accuracy),
                       cell(point.learningRate));
    for (const std::string& name : names) csv += "," + cell(valueOf(point.metrics, name));
    csv += "\n";
  }
  return csv;
}

std::string epochsAsCsv(const RunHistory& run) {
  std::vector<std::string> trained, validated;
  for (const EpochRecord& epoch : run.epochs) {
    collect(epoch.trainMetrics, trained);
    collect(epoch.validationMetrics, validated);
  }
  std::string csv = "epoch,step,train_loss,train_accuracy,val_loss,val_accuracy,learning_rate,seconds";
  for (const std::string& name : trained) csv += "," + quoted("train_" + name);
  for (const std::string& name : validated) csv += "," + quoted("val_" + name);
  csv += "\n";
  for (const EpochRecord& epoch : run.epochs) {
    csv += fmt::format("{},{},{},{},{},{},{},{}", epoch.epoch, epoch.step, cell(epoch.trainLoss),
                       cell(epoch.trainAccuracy), cell(epoch.validationLoss), cell(epoch.validationAccuracy),
                       cell(epoch.learningRate), cell(secondsOf(run, epoch)));
    for (const std::string& name : trained) csv += "," + cell(valueOf(epoch.trainMetrics, name));
    for (const std::string& name : validated) csv += "," + cell(valueOf(epoch.validationMetrics, name));
    csv += "\n";
  }
  return csv;
}

std::vector<ScalarEvent> historyAsEvents(const RunHistory& run) {
  const StepClock clock(run);
  std::vector<ScalarEvent> events;
  const bool foreign = !run.record.origin.empty();
  for (const MetricPoint& point : run.points) addPointEvents(point, clock.at(point.step), foreign, events);
  for (const EpochRecord& epoch : run.epochs) {
    const double time = clock.at(epoch.step);
    const auto add = [&](const std::string& name, double value) {
      if (!std::isnan(value)) events.push_back({time, epoch.step, "validation/" + name, value});
    };
    add("loss", epoch.validationLoss);
    add("accuracy", epoch.validationAccuracy);
    for (const auto& [name, value] : epoch.validationMetrics) add(name, value);
  }
  for (const LayerFrame& frame : run.layers)
    for (const LayerRecord& layer : frame.layers)
      for (const auto& [tag, value] :
           {std::pair(kUpdateRatioTag, layer.updateRatio), std::pair(kGradientNormTag, layer.gradientNorm)})
        if (!std::isnan(value))
          events.push_back({clock.at(frame.step), frame.step, std::string(tag) + "/" + layer.layer, value});
  std::stable_sort(events.begin(), events.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
  return events;
}

Result<std::vector<fs::path>> exportRun(const RunHistory& run, CurveFormat format, const fs::path& folder,
                                        bool replace) {
  FOVEA_CHECK(createFolder(folder));
  const std::string name = fmt::format("run-{}", run.record.id.index);
  std::vector<fs::path> files;
  const auto write = [&](const fs::path& file, const std::string& content) {
    files.push_back(file);
    return writeNew(file, content, replace);
  };
  if (format == CurveFormat::JsonText) {
    FOVEA_CHECK(write(folder / (name + ".json"), formatJson(historyToJson(run))));
  } else if (format == CurveFormat::CsvTables) {
    FOVEA_CHECK(write(folder / (name + "-points.csv"), pointsAsCsv(run)));
    FOVEA_CHECK(write(folder / (name + "-epochs.csv"), epochsAsCsv(run)));
    if (!run.layers.empty()) FOVEA_CHECK(write(folder / (name + "-layers.csv"), layersAsCsv(run)));
  } else {
    FOVEA_CHECK(createFolder(folder / name));
    const auto started = static_cast<std::int64_t>(utcSeconds(run.record.started).value_or(0));
    FOVEA_CHECK(write(folder / name / fmt::format("events.out.tfevents.{:010}.fovea", started),
                      formatEvents(historyAsEvents(run), layersAsEvents(run))));
  }
  return files;
}

}  // namespace fovea
