#include "core/inspect/evaluation_json.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace fovea {
namespace {

// JSON has neither infinity nor NaN.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::string cell(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}
std::string cell(float value) {
  return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

}  // namespace

Json evaluationJson(const Evaluation& evaluation) {
  Json classes = Json::array();
  for (const ClassScore& score : evaluation.classes)
    classes.push_back({{"name", score.name},
                       {"precision", number(score.precision)},
                       {"recall", number(score.recall)},
                       {"f1", number(score.f1)},
                       {"iou", number(score.overlap)},
                       {"support", score.support},
                       {"roc_auc", number(score.rocAuc)},
                       {"average_precision", number(score.averagePrecision)}});
  Json confusion = Json::array();
  for (std::int64_t label = 0; label < evaluation.confusion.classes(); ++label) {
    Json row = Json::array();
    for (std::int64_t prediction = 0; prediction < evaluation.confusion.classes(); ++prediction)
      row.push_back(evaluation.confusion.count(label, prediction));
    confusion.push_back(std::move(row));
  }
  Json json = {{"split", splitName(evaluation.split)},
               {"answers", answerKindName(evaluation.kind)},
               {"samples", evaluation.samples},
               {"loss", number(evaluation.loss)},
               {"accuracy", number(evaluation.accuracy)}};
  if (evaluation.streams > 0) json["streams"] = {{"count", evaluation.streams}, {"gaps", evaluation.gaps}};
  for (const auto& [name, value] : evaluation.metrics) json[name] = number(value);
  if (!classes.empty()) json["classes"] = std::move(classes);
  if (!confusion.empty()) json["confusion"] = std::move(confusion);
  if (evaluation.calibration.bins.empty()) return json;
  json["calibration_error"] = number(evaluation.calibration.error);
  for (const CalibrationBin& bin : evaluation.calibration.bins)
    json["calibration"].push_back(
        {{"samples", bin.samples}, {"confidence", number(bin.confidence)}, {"accuracy", number(bin.accuracy)}});
  return json;
}

std::string answersCsv(const Evaluation& evaluation, const Dataset& dataset) {
  const bool byLabel = evaluation.judgesByLabel();
  const bool numbers = evaluation.kind == AnswerKind::Numbers;
  std::string csv = byLabel   ? "index,source,label,prediction,confidence,label_probability,error\r\n"
                    : numbers ? "index,source,truth,answer,error\r\n"
                              : "index,source,error\r\n";
  const auto name = [&](std::int32_t label) {
    const auto at = static_cast<std::size_t>(label);
    const auto& classes = dataset.info().classes;
    return label >= 0 && at < classes.size() ? quoted(classes[at]) : std::to_string(label);
  };
  for (const SampleAnswer& answer : evaluation.answers) {
    const auto view = dataset.view(evaluation.split, answer.index);
    csv += fmt::format("{},{},", answer.index, view.ok() ? quoted(std::string(view->source)) : "");
    if (byLabel)
      csv += fmt::format("{},{},{},{},", name(answer.label), name(answer.prediction), cell(answer.confidence),
                         cell(answer.labelProbability));
    if (numbers) csv += fmt::format("{},{},", cell(answer.truth), cell(answer.answer));
    csv += cell(answer.error) + "\r\n";
  }
  return csv;
}

std::string classesCsv(const Evaluation& evaluation) {
  std::string csv = "name,precision,recall,f1,iou,support,roc_auc,average_precision\r\n";
  for (const ClassScore& score : evaluation.classes)
    csv += fmt::format("{},{},{},{},{},{},{},{}\r\n", quoted(score.name), cell(score.precision), cell(score.recall),
                       cell(score.f1), cell(score.overlap), score.support, cell(score.rocAuc),
                       cell(score.averagePrecision));
  return csv;
}

Json comparisonJson(const EvaluationComparison& comparison, const Evaluation& now) {
  const auto indices = [&](const std::vector<std::size_t>& positions) {
    Json list = Json::array();
    for (const std::size_t position : positions) list.push_back(now.answers[position].index);
    return list;
  };
  return {{"samples", comparison.samples},
          {"agreement", static_cast<double>(comparison.same) / static_cast<double>(comparison.samples)},
          {"fixed", comparison.fixed.size()},
          {"broken", comparison.broken.size()},
          {"both_right", comparison.bothRight},
          {"both_wrong", comparison.bothWrong},
          {"p_value", comparison.pValue},
          {"accuracy", comparison.accuracy},
          {"accuracy_against", comparison.accuracyBefore},
          {"fixed_samples", indices(comparison.fixed)},
          {"broken_samples", indices(comparison.broken)}};
}

}  // namespace fovea
