#include "app/cli/exchange_convert.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "core/exchange/exchange.h"

namespace fovea::cli {
namespace {

struct ConvertArguments {
  std::string from, to, sample;
  ExchangeOptions options;
};

Json reportJson(const ExchangeReport& report) {
  Json json = {{"mapped", report.mapped},
               {"approximated", report.approximated},
               {"dropped", report.dropped},
               {"notes", report.notes}};
  json["relative_difference"] = report.difference < 0 ? Json() : Json(report.difference);
  return json;
}

void printReport(const ExchangeReport& report) {
  const auto list = [](const char* title, const std::vector<std::string>& lines) {
    if (!lines.empty()) fmt::print("{}:\n", title);
    for (const std::string& line : lines) fmt::print("  {}\n", line);
  };
  if (!report.mapped.empty()) fmt::print("{} layers\n", report.mapped.size());
  list("approximated", report.approximated);
  list("dropped", report.dropped);
  list("notes", report.notes);
  if (report.difference >= 0)
    fmt::print("on a sample the outputs differ by {:.2g} of the largest number\n", report.difference);
}

Status runConvert(Context& context, const ConvertArguments& arguments) {
  FOVEA_TRY(const auto device, context.backends.open("cpu"));
  ExchangeReport report;
  FOVEA_TRY(const Checkpoint checkpoint, readExchanged(arguments.from, arguments.options, device, report));
  FOVEA_CHECK(writeExchanged(arguments.to, checkpoint, arguments.options, report));
  if (!arguments.sample.empty()) FOVEA_CHECK(writeSample(arguments.sample, checkpoint, device));
  if (context.json)
    printJson(reportJson(report));
  else
    printReport(report);
  return {};
}

}  // namespace

void addConvertCommand(CLI::App& network, Context& context) {
  auto* command = network.add_subcommand("convert", "Bring a network with its weights from one format to another");
  auto arguments = std::make_shared<ConvertArguments>();
  command
      ->add_option("from", arguments->from,
                   "An ONNX model (.onnx), a checkpoint (.safetensors), a network file (.json; with the weights of a "
                   ".safetensors file beside it, or fresh ones), or the name of a standard network")
      ->required();
  command
      ->add_option(
          "to", arguments->to,
          "An ONNX model (.onnx), a checkpoint (.safetensors), or a network file (.json) or PyTorch code (.py), both "
          "with the weights in a .safetensors file beside it")
      ->required();
  command->add_option("--opset", arguments->options.opset, "Of the ONNX model to write")
      ->capture_default_str()
      ->check(CLI::Range(9, 17));
  command->add_option("--seed", arguments->options.seed, "Of fresh weights")->capture_default_str();
  command->add_option("--sample", arguments->sample,
                      "Also write an input and what the network says of it, as a .safetensors file");
  command->add_flag("--json", context.json, "Print JSON");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runConvert(context, *arguments); }; });
}

}  // namespace fovea::cli
