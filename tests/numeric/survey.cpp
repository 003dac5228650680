#include "tests/numeric/survey.h"

#include "tests/numeric/network_cases.h"

namespace fovea::numeric {
namespace {

constexpr int kTrainingSteps = 3;

SurveyResult resultOf(const Case& subject, DataType real) {
  SurveyResult result;
  result.op = subject.op;
  result.title = subject.title() + "_" + dataTypeName(real);
  return result;
}

// What the device does not support is no failure.
void judge(SurveyResult& result, const Status& status) {
  if (status.ok()) return;
  result.verdict = status.error().code == ErrorCode::Unsupported ? Verdict::Skipped : Verdict::Failed;
  result.words = status.error().text();
}

std::vector<SurveyResult> surveyCase(const Case& subject, const SurveyOptions& options,
                                     const std::shared_ptr<Device>& device) {
  std::vector<SurveyResult> results;
  if (options.mode == SurveyMode::Check) {
    for (const DataType real : {DataType::Float32, DataType::Float64}) {
      results.push_back(resultOf(subject, real));
      judge(results.back(), checkOnDevice(subject, real, device));
    }
  } else if (options.mode == SurveyMode::Gradient) {
    if (!isDifferentiable(subject)) return {};
    results.push_back(resultOf(subject, DataType::Float64));
    judge(results.back(), checkGradient(subject));
  } else if (options.mode == SurveyMode::Speed) {
    results.push_back(resultOf(subject, DataType::Float32));
    auto timing = timeOnDevice(subject, DataType::Float32, device, options.secondsPerCase);
    if (!timing.ok())
      judge(results.back(), timing.error());
    else
      results.back().timing = std::move(timing).value(), results.back().words = results.back().timing.kernel;
  } else {
    results.push_back(resultOf(subject, DataType::Float32));
    auto kernel = kernelFor(subject, DataType::Float32, device);
    if (!kernel.ok())
      judge(results.back(), kernel.error());
    else
      results.back().words = std::move(kernel).value();
  }
  return results;
}

Status surveySteps(const std::shared_ptr<Device>& device, const CancelToken& cancel,
                   const std::function<void(const SurveyResult&)>& show) {
  FOVEA_TRY(const auto networks, networkCases());
  for (const NetworkCase& network : networks) {
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "Stopped.");
    SurveyResult result;
    result.op = "training step";
    result.title = network.name;
    judge(result, checkNetwork(network, kTrainingSteps, device));
    show(result);
  }
  return {};
}

Status checkOp(const std::string& name) {
  if (name.empty() || findOp(name)) return {};
  std::string known;
  for (const OpType& op : allOps()) known += (known.empty() ? "" : ", ") + op.name;
  return fail(ErrorCode::NotFound, "There is no op named \"" + name + "\".", "There are: " + known + ".");
}

}  // namespace

Status survey(const SurveyOptions& options, const std::shared_ptr<Device>& device, const CancelToken& cancel,
              const std::function<void(const SurveyResult&)>& show) {
  FOVEA_CHECK(checkOp(options.op));
  for (const Case& subject : options.mode == SurveyMode::Speed ? speedCases() : allCases()) {
    if (!options.op.empty() && subject.op != options.op) continue;
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "Stopped.");
    for (const SurveyResult& result : surveyCase(subject, options, device)) show(result);
  }
  if (options.mode == SurveyMode::Check && options.op.empty()) return surveySteps(device, cancel, show);
  return {};
}

}  // namespace fovea::numeric
