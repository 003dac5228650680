#include "app/cli/kernel_survey.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/numeric/survey.h"

namespace fovea::cli {
namespace {

using numeric::SurveyMode;
using numeric::SurveyResult;
using numeric::Verdict;

const std::map<std::string, SurveyMode> kModes = {{"check", SurveyMode::Check},
                                                  {"grad", SurveyMode::Gradient},
                                                  {"perf", SurveyMode::Speed},
                                                  {"support", SurveyMode::Support}};
constexpr const char* kReference = "reference";
constexpr const char* kVerdicts[] = {"passed", "failed", "skipped"};

// Number of cases by verdict.
using Counts = std::array<int, 3>;

int& countOf(Counts& counts, Verdict verdict) {
  return counts[static_cast<std::size_t>(verdict)];
}

Json countsJson(const Counts& counts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) json[kVerdicts[i]] = counts[i];
  return json;
}

double perSecond(double amount, double milliseconds) {
  return milliseconds > 0 ? amount / milliseconds / 1e6 : 0;
}

Json caseJson(const SurveyResult& result, SurveyMode mode) {
  Json json = {{"op", result.op},
               {"case", result.title},
               {"verdict", kVerdicts[static_cast<std::size_t>(result.verdict)]},
               {"words", result.words}};
  if (mode != SurveyMode::Speed || result.verdict != Verdict::Passed) return json;
  const numeric::Timing& timing = result.timing;
  json["ms"] = timing.milliseconds;
  json["reference_ms"] = timing.referenceMilliseconds;
  json["gflops"] = perSecond(timing.cost.flops, timing.milliseconds);
  json["gigabytes_per_second"] = perSecond(timing.cost.bytes, timing.milliseconds);
  return json;
}

void printCase(const SurveyResult& result, SurveyMode mode) {
  if (result.verdict == Verdict::Failed) fmt::print("  wrong: {}: {}\n", result.title, result.words);
  if (mode == SurveyMode::Support)
    fmt::print("  {:<44} {}{}\n", result.title, result.verdict == Verdict::Skipped ? "none: " : "", result.words);
  if (mode != SurveyMode::Speed || result.verdict != Verdict::Passed) return;
  const numeric::Timing& timing = result.timing;
  fmt::print("  {:<44} {:>10.4f} ms {:>8.2f} GFLOP/s {:>8.2f} GB/s {:>7.1f} × reference  {}\n", result.title,
             timing.milliseconds, perSecond(timing.cost.flops, timing.milliseconds),
             perSecond(timing.cost.bytes, timing.milliseconds), timing.referenceMilliseconds / timing.milliseconds,
             result.words);
}

// Counts the cases of one device op by op, and prints them.
class Report {
 public:
  Report(bool json, SurveyMode mode) : json_(json), mode_(mode), bar_(!json && mode == SurveyMode::Check) {}

  Status add(const Context& context, const KernelSurveyArguments& arguments, const std::string& device) {
    const std::string title = mode_ == SurveyMode::Gradient ? "gradient rules" : device;
    FOVEA_TRY(const auto opened, context.backends.open(device));
    if (!json_) fmt::print("{}\n", title);
    std::map<std::string, Counts> ops;
    Json cases = Json::array();
    const auto show = [&](const SurveyResult& result) {
      ++countOf(ops[result.op], result.verdict);
      ++countOf(total_, result.verdict);
      bar_.clear();
      if (!json_) printCase(result, mode_);
      bar_.show(0, result.title);
      const bool listed = mode_ == SurveyMode::Speed || mode_ == SurveyMode::Support;
      if (listed || result.verdict == Verdict::Failed) cases.push_back(caseJson(result, mode_));
    };
    const Status status = numeric::survey({mode_, arguments.op}, opened, context.cancel, show);
    bar_.clear();
    if (!status.ok()) return status;
    finishDevice(title, ops, std::move(cases));
    return {};
  }

  Status finish(const std::string& modeName) {
    if (json_) {
      Json json = {{"mode", modeName}, {"devices", std::move(devices_)}};
      json.update(countsJson(total_));
      printJson(json);
    } else {
      fmt::print("{} passed, {} failed, {} skipped\n", total_[0], total_[1], total_[2]);
    }
    if (countOf(total_, Verdict::Failed) == 0) return {};
    return fail(ErrorCode::Internal, fmt::format("{} cases are wrong.", countOf(total_, Verdict::Failed)),
                "Do not trust results of this machine; please report what is printed here.");
  }

 private:
  void finishDevice(const std::string& title, const std::map<std::string, Counts>& ops, Json cases) {
    Json list = Json::object();
    for (const auto& [op, counts] : ops) {
      if (!json_ && mode_ != SurveyMode::Speed && mode_ != SurveyMode::Support)
        fmt::print("  {:<32} {:>4} passed {:>4} failed {:>4} skipped\n", op, counts[0], counts[1], counts[2]);
      list[op] = countsJson(counts);
    }
    devices_.push_back({{"id", title}, {"ops", std::move(list)}, {"cases", std::move(cases)}});
  }

  bool json_;
  SurveyMode mode_;
  ProgressBar bar_;
  Counts total_{};
  Json devices_ = Json::array();
};

// All available devices except the reference.
std::vector<std::string> devicesOf(const Context& context) {
  std::vector<std::string> names;
  for (const auto& backend : context.backends.backends()) {
    const auto devices = backend->devices();
    if (!devices.ok() || backend->name() == kReference) continue;
    for (const DeviceInfo& device : *devices) names.push_back(device.id);
  }
  return names;
}

}  // namespace

void addKernelSurveyOptions(CLI::App& command, const std::shared_ptr<KernelSurveyArguments>& arguments) {
  auto* kernels = command.add_flag("--kernels", arguments->wanted,
                                   "Run every op's cases and say what is wrong; fails if anything is");
  command.add_option("--device", arguments->device, "cpu, cuda:0, reference; all but the reference without it")
      ->needs(kernels);
  command.add_option("--op", arguments->op, "Only the cases of this op, such as conv2d")->needs(kernels);
  command
      .add_option("--mode", arguments->mode,
                  "check: kernels against the reference kernels; grad: gradient rules against finite differences; "
                  "perf: time, GFLOP/s and GB/s at the sizes of real networks; support: which kernel takes each case")
      ->check(CLI::IsMember({"check", "grad", "perf", "support"}))
      ->capture_default_str()
      ->needs(kernels);
}

Status runKernelSurvey(Context& context, const KernelSurveyArguments& arguments) {
  const SurveyMode mode = kModes.at(arguments.mode);
  Report report(context.json, mode);
  std::vector<std::string> devices = devicesOf(context);
  if (mode == SurveyMode::Gradient) devices = {kReference};
  if (!arguments.device.empty()) devices = {arguments.device};
  if (mode == SurveyMode::Gradient && devices.front() != kReference)
    return fail(ErrorCode::InvalidArgument, "Gradient rules are the same on all devices, and are checked on one.",
                "Leave out --device.");
  for (const std::string& device : devices) FOVEA_CHECK(report.add(context, arguments, device));
  return report.finish(arguments.mode);
}

}  // namespace fovea::cli
