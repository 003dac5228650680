#include "core/inspect/run_diagnosis.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace fovea {
namespace {

Json realJson(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json evidenceJson(const Evidence& evidence) {
  Json json = Json::object();
  for (const auto& [name, value] : evidence.numbers) json[name] = realJson(value);
  for (const EvidenceCurve& curve : evidence.curves) {
    Json values = Json::array();
    for (const double value : curve.values) values.push_back(realJson(value));
    json["curves"].push_back({{"name", curve.name}, {"steps", curve.steps}, {"values", std::move(values)}});
  }
  if (evidence.step >= 0) json["step"] = evidence.step;
  for (const EvidenceBar& bar : evidence.bars)
    json[evidence.measure].push_back({{"name", bar.name}, {"value", realJson(bar.value)}, {"striking", bar.striking}});
  if (!evidence.layers.empty()) json["layers"] = evidence.layers;
  if (!evidence.records.empty()) json["records"] = evidence.records;
  return json;
}

Json fixJson(const DiagnosisFix& fix) {
  Json json = {{"title", phraseText(fix.title)}};
  if (const auto* setting = std::get_if<SettingFix>(&fix.change)) {
    json["setting"] = setting->setting;
    json["from"] = fieldValueToJson(setting->from);
    json["to"] = fieldValueToJson(setting->to);
  } else if (const auto* edit = std::get_if<SampleEdit>(&fix.change)) {
    json["exclude"] = edit->records;
  } else {
    json["network"] = std::get<NetworkEdit>(fix.change).title;
  }
  return json;
}

Json findingJson(const Diagnosis& finding) {
  Json fixes = Json::array();
  for (const DiagnosisFix& fix : finding.fixes) fixes.push_back(fixJson(fix));
  std::string text;
  for (const Phrase& sentence : finding.sentences) text += (text.empty() ? "" : " ") + phraseText(sentence);
  return {{"kind", finding.kind},
          {"severity", severityName(finding.severity)},
          {"title", phraseText(finding.title)},
          {"text", text},
          {"evidence", evidenceJson(finding.evidence)},
          {"fixes", std::move(fixes)},
          {"explains", finding.explains}};
}

}  // namespace

Result<DiagnosisAnswer> diagnoseRun(RunFacts facts, const Checkpoint* checkpoint, std::shared_ptr<Device> device,
                                    const ProgressFunction& progress, const CancelToken& cancel) {
  DiagnosisAnswer answer;
  answer.points = std::ssize(facts.points);
  answer.epochs = std::ssize(facts.epochs);
  const auto note = [&](Error error) { answer.missing.push_back(std::move(error)); };
  if (!facts.dataset) note(fail(ErrorCode::NotFound, "The data set of the run is not there."));
  if (facts.dataset) {
    auto measured = measureSamples(*facts.dataset, MeasureDepth::Known, 0, progress, cancel);
    if (!measured.ok() && measured.error().code == ErrorCode::Cancelled) return measured.error();
    if (measured.ok()) {
      facts.samples = std::move(*measured);
      answer.records = std::ssize(facts.samples->qualities);
    } else {
      note(measured.error());
    }
  }
  if (!checkpoint) {
    note(fail(ErrorCode::NotFound, "The run has no checkpoint, so its layers could not be looked at."));
  } else if (facts.dataset) {
    auto measured = measureModel(*checkpoint, facts.givenWeights, facts.dataset, std::move(device), progress, cancel);
    if (!measured.ok() && measured.error().code == ErrorCode::Cancelled) return measured.error();
    if (measured.ok()) {
      answer.layers = std::ssize(measured->layers);
      answer.batches = measured->batches;
      answer.samples = measured->samples;
      facts.model = std::move(*measured);
    } else {
      note(measured.error());
    }
  }
  if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The diagnosis was cancelled.");
  answer.findings = diagnose(facts);
  return answer;
}

Result<DiagnosisAnswer> diagnoseRun(const InspectionEngine::Desk& desk, const DiagnosisRequest& request,
                                    const ProgressFunction& progress) {
  const auto report = [&](const Progress& now) {
    desk.pause();
    if (progress) progress(now);
  };
  if (request.checkpoint.empty()) return diagnoseRun(request.facts, nullptr, nullptr, report, desk.cancel);
  auto model = desk.models.find(request.checkpoint);
  if (model.ok()) return diagnoseRun(request.facts, &(*model)->checkpoint(), (*model)->device(), report, desk.cancel);
  FOVEA_TRY(DiagnosisAnswer answer, diagnoseRun(request.facts, nullptr, nullptr, report, desk.cancel));
  answer.missing.push_back(model.error());
  return answer;
}

Json diagnosisJson(const DiagnosisAnswer& answer) {
  Json findings = Json::array(), missing = Json::array();
  for (const Diagnosis& finding : answer.findings) findings.push_back(findingJson(finding));
  for (const Error& error : answer.missing) missing.push_back(error.text());
  return {{"findings", std::move(findings)},
          {"looked_at",
           {{"points", answer.points},
            {"epochs", answer.epochs},
            {"layers", answer.layers},
            {"batches", answer.batches},
            {"samples", answer.samples},
            {"records", answer.records}}},
          {"not_looked_at", std::move(missing)}};
}

}  // namespace fovea
