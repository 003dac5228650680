// `fovea-cli plan-scaling`: predicts the speed of a network on several devices from the time of a step, the size of its
// parameters and the bandwidth of the links between the devices.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/command.h"
#include "core/train/scaling_survey.h"

namespace fovea::cli {
namespace {

constexpr double kGigabyte = 1e9;
constexpr int kMostDevices = 16;  // of the plan where none are named

struct ScalingArguments {
  std::string network = "resnet18-cifar";
  std::string device = "cpu";
  std::int64_t batch = 64;
  double stepSeconds = 0;
  double bandwidth = 1.25;
  std::int64_t pieces = 64;
  double seconds = 5;
  std::vector<int> devices;  // empty: as many as can share the batch
  std::vector<int> measured;
};

void printAsJson(const ScalingArguments& arguments, const ScalingSurvey& found) {
  const ScalingInput& input = found.input;
  Json list = Json::array(), did = Json::array();
  for (const ScalingRow& row : found.rows)
    list.push_back(
        {{"devices", row.devices},
         {"batch_of_each", row.batchOfEach},
         {"divides_batch", input.batch % row.devices == 0},
         {"bytes_of_each", row.bytesOfEach},
         {"reduce_seconds", row.reduceSeconds},
         {"broadcast_seconds", row.broadcastSeconds},
         {"compute_seconds", row.computeSeconds},
         {"step_seconds", {{"nothing_hidden", row.slowestStep}, {"all_hidden", row.fastestStep}}},
         {"samples_per_second", {{"nothing_hidden", row.slowestRate}, {"all_hidden", row.fastestRate}}},
         {"efficiency", {{"nothing_hidden", row.slowestEfficiency}, {"all_hidden", row.fastestEfficiency}}}});
  for (const MeasuredRanks& each : found.measured)
    did.push_back({{"ranks", each.ranks},
                   {"step_seconds", each.stepSeconds},
                   {"samples_per_second", static_cast<double>(input.batch) / each.stepSeconds},
                   {"speedup", each.speedup}});
  Json report({{"event", "scaling"},
               {"network", arguments.network},
               {"device", arguments.device},
               {"batch", input.batch},
               {"step_seconds", input.stepSeconds},
               {"step_measured", arguments.stepSeconds <= 0},
               {"gradient_bytes", input.gradientBytes},
               {"weight_bytes", input.weightBytes},
               {"bytes_per_second", input.bytesPerSecond},
               {"pieces", input.pieces},
               {"rows", list},
               {"measured", did}});
  if (found.stopped) report["stopped"] = {{"message", found.stopped->message}, {"advice", found.stopped->advice}};
  printJson(report);
}

void printTable(const ScalingArguments& arguments, const ScalingSurvey& found) {
  const ScalingInput& input = found.input;
  fmt::print("{} with batch {}: {:.4g} s a step on one device{}; {} of gradients in each step; links of {:.4g} GB/s.\n",
             arguments.network, input.batch, input.stepSeconds, arguments.stepSeconds > 0 ? "" : " (measured)",
             byteWords(input.gradientBytes), arguments.bandwidth);
  fmt::print("{:>8} {:>11} {:>11} {:>11} {:>23} {:>17} {:>13}\n", "devices", "samples", "computing", "summing",
             "samples/s", "efficiency", "weights, once");
  for (const ScalingRow& row : found.rows)
    fmt::print("{:>8} {:>11} {:>9.4g} s {:>9.4g} s {:>10.5g} … {:>10.5g} {:>5.0f} % … {:>5.0f} % {:>11.4g} s\n",
               row.devices, row.batchOfEach, row.computeSeconds, row.reduceSeconds, row.slowestRate, row.fastestRate,
               row.slowestEfficiency * 100, row.fastestEfficiency * 100, row.broadcastSeconds);
  fmt::print(
      "The lower value holds if a step waits for the whole sum, the higher one if the backward pass hides it.\n");
  std::vector<int> uneven;
  for (const ScalingRow& row : found.rows)
    if (input.batch % row.devices != 0) uneven.push_back(row.devices);
  if (!uneven.empty())
    fmt::print("Training needs a batch that the number of devices divides: not so for {}.\n", fmt::join(uneven, ", "));
  for (const MeasuredRanks& each : found.measured)
    fmt::print(
        "Measured here: {} ranks on the processors of this machine take {:.4g} s a step, {:.2f} times as fast.\n",
        each.ranks, each.stepSeconds, each.speedup);
  if (found.stopped) fmt::print("{}\n", found.stopped->text());
}

Status runPlanScaling(Context& context, const ScalingArguments& arguments) {
  FOVEA_TRY(Network network, loadNetwork(context, arguments.network));
  TrainingSettings settings;
  settings.batch = arguments.batch;
  settings.device = arguments.device;
  ScalingRequest request;
  request.input.stepSeconds = arguments.stepSeconds;
  request.input.bytesPerSecond = arguments.bandwidth * kGigabyte;
  request.input.pieces = arguments.pieces;
  request.input.devices = arguments.devices.empty() ? devicesToPlan(kMostDevices, arguments.batch) : arguments.devices;
  request.ranks = arguments.measured;
  request.seconds = arguments.seconds;
  std::optional<ProgressBar> bar(std::in_place, !context.json);
  request.progress = [&bar](const Progress& progress) {
    bar->show(static_cast<double>(progress.done) / static_cast<double>(progress.total), progress.stage);
  };
  FOVEA_TRY(const ScalingSurvey found,
            surveyScaling(scalingTrial(std::move(network), settings, context.cancel), context.backends, request));
  bar.reset();
  if (context.json)
    printAsJson(arguments, found);
  else
    printTable(arguments, found);
  return {};
}

}  // namespace

void addPlanScalingCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("plan-scaling", "Say what several devices give that train a network together");
  auto arguments = std::make_shared<ScalingArguments>();
  command->add_option("--network", arguments->network, "Name of a standard network, or a network file")
      ->capture_default_str();
  command->add_option("--batch", arguments->batch, "Samples of a step, of all devices together")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--device", arguments->device, "Device on which a step is measured")->capture_default_str();
  command->add_option("--step-seconds", arguments->stepSeconds, "Time of a step on one device; measured if left out")
      ->check(CLI::PositiveNumber);
  command->add_option("--bandwidth", arguments->bandwidth, "Of the link between two devices, in GB/s")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--pieces", arguments->pieces, "Pieces in which the weights are passed on at the beginning")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      ->add_option("--devices", arguments->devices,
                   "Numbers of devices (2,4,8); if left out, powers of two up to 16 or the number of samples in the "
                   "batch, and that number itself")
      ->delimiter(',');
  command
      ->add_option("--measure", arguments->measured,
                   "Also train with so many ranks on this machine (2,4), and say what they reach")
      ->delimiter(',')
      ->check(CLI::Range(1, 64));
  command->add_option("--seconds", arguments->seconds, "Length of each measurement")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_flag("--json", context.json, "Print one JSON object");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runPlanScaling(context, *arguments); }; });
}

}  // namespace fovea::cli
