// `fovea-cli doctor`: lists this machine's capabilities, advises on missing ones, and checks the kernels.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/exchange_onnx_suite.h"
#include "app/cli/kernel_survey.h"

namespace fovea::cli {
namespace {

Json deviceJson(const DeviceInfo& device) {
  return {{"id", device.id},
          {"name", device.name},
          {"memory_bytes", device.memoryBytes},
          {"memory_free_bytes", device.memoryFreeBytes}};
}

Status runDoctor(Context& context) {
  Json report = Json::object();
  report["version"] = FOVEA_VERSION;
  report["backends"] = Json::array();
  for (const auto& backend : context.backends.backends()) {
    Json entry = {{"name", backend->name()}, {"devices", Json::array()}, {"report", backend->report()}};
    auto devices = backend->devices();
    if (devices.ok()) {
      for (const DeviceInfo& device : *devices) entry["devices"].push_back(deviceJson(device));
    } else {
      entry["missing"] = {{"message", devices.error().message}, {"advice", devices.error().advice}};
    }
    if (!context.json) {
      fmt::print("{}\n", backend->name());
      if (devices.ok()) {
        for (const DeviceInfo& device : *devices)
          fmt::print("  {:<10} {}{}\n", device.id, device.name,
                     device.memoryBytes > 0 ? ", " + byteWords(device.memoryBytes) : "");
      } else {
        fmt::print("  not available: {}\n", devices.error().text());
      }
      for (const std::string& line : backend->report()) fmt::print("    {}\n", line);
    }
    report["backends"].push_back(std::move(entry));
  }
  if (context.json) printJson(report);
  return {};
}

}  // namespace

void addDoctorCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand(
      "doctor",
      "Say which devices and libraries are there, and what to do about what is missing (“diagnose” is about a run)");
  auto survey = std::make_shared<KernelSurveyArguments>();
  addKernelSurveyOptions(*command, survey);
  auto suite = std::make_shared<OnnxSuiteArguments>();
  addOnnxSuiteOptions(*command, suite);
  command->add_flag("--json", context.json, "Print JSON");
  command->callback([&context, survey, suite] {
    context.work = [&context, survey, suite] {
      if (suite->operators) return printOnnxOperators(context), Status();
      if (!suite->folder.empty()) return runOnnxSuiteCommand(context, *suite);
      return survey->wanted ? runKernelSurvey(context, *survey) : runDoctor(context);
    };
  });
}

}  // namespace fovea::cli
