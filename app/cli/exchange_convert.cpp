#include "app/cli/exchange_convert.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "app/cli/model_file.h"
#include "core/exchange/exchange.h"

namespace fovea::cli {
namespace {

struct ConvertArguments {
  std::string from, to, sample, names = "fovea";
  InputWords inputs;
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

// The sample must not take the place of what is converted.
Status checkSample(const ConvertArguments& arguments) {
  namespace fs = std::filesystem;
  if (arguments.sample.empty()) return {};
  const auto place = [](const fs::path& path) {
    std::error_code code;
    return fs::absolute(path, code).lexically_normal();
  };
  std::vector<fs::path> own{arguments.from, arguments.to};
  for (fs::path file : {own[0], own[1]})
    if (file.extension() == ".json" || file.extension() == ".py")
      own.push_back(file.replace_extension(".safetensors"));  // its weights
  if (!arguments.options.weights.empty()) own.push_back(arguments.options.weights);
  for (const fs::path& file : own)
    if (place(file) == place(arguments.sample))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("The sample would replace {}, which holds the network or its weights.", file.string()),
                  "Give the sample another name.");
  return {};
}

Status runConvert(Context& context, const ConvertArguments& arguments) {
  FOVEA_CHECK(checkSample(arguments));
  for (const std::string* file : {&arguments.to, &arguments.sample})
    FOVEA_CHECK(checkNew(*file, arguments.options.replace));
  FOVEA_TRY(const auto device, context.backends.open("cpu"));
  ExchangeReport report;
  ExchangeOptions options = arguments.options;
  FOVEA_TRY(options.inputs, inputChoices(arguments.inputs));
  options.pytorchNames = arguments.names == "pytorch";
  FOVEA_TRY(const Checkpoint checkpoint, readExchanged(arguments.from, options, device, report));
  FOVEA_CHECK(writeExchanged(arguments.to, checkpoint, options, report));
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
                   "An ONNX model (.onnx), a network or solver of Caffe's (.prototxt), a checkpoint (.safetensors), a "
                   "network file (.json; with the weights of a .safetensors file beside it, or fresh ones), or the "
                   "name of a standard network")
      ->required();
  command
      ->add_option(
          "to", arguments->to,
          "An ONNX model (.onnx), a network of Caffe's (.prototxt, with a .caffemodel beside it), a checkpoint "
          "(.safetensors), or a network file (.json) or PyTorch code (.py), both with the weights in a .safetensors "
          "file beside it")
      ->required();
  command->add_option("--opset", arguments->options.opset, "Of the ONNX model to write")
      ->capture_default_str()
      ->check(CLI::Range(9, 17));
  command
      ->add_option("--names", arguments->names,
                   "Of the weights in a .safetensors file to write: a checkpoint's, or PyTorch's")
      ->capture_default_str()
      ->check(CLI::IsMember({"fovea", "pytorch"}));
  command->add_option("--seed", arguments->options.seed, "Of fresh weights")->capture_default_str();
  command->add_option("--sample", arguments->sample,
                      "Also write an input and what the network says of it, as a .safetensors file");
  command->add_option(
      "--weights", arguments->options.weights,
      "The weights of the network: a .safetensors file, where PyTorch's names are matched by "
      "order and shape, or the .caffemodel of a prototxt (otherwise the one of the same name beside it)");
  command->add_option("--mean", arguments->options.mean, "The mean file (.binaryproto) of a prototxt");
  addInputOptions(*command, arguments->inputs);
  command->add_option("--phase", arguments->options.phase,
                      "Of a prototxt: train, test or deploy (otherwise train where it has anything of training)");
  command->add_option("--epoch-steps", arguments->options.stepsPerEpoch,
                      "Iterations of an epoch, for the numbers of a solver (otherwise as many as between two tests)");
  addReplaceFlag(*command, arguments->options.replace);
  command->add_flag("--json", context.json, "Print JSON");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runConvert(context, *arguments); }; });
}

}  // namespace fovea::cli
