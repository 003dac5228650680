// `fovea-cli plan-scaling`: predicts the speed of a network on several devices from the time of a step, the size of its
// parameters and the bandwidth of the links between the devices.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "core/data/loading/made_batches.h"
#include "core/train/run_estimate.h"
#include "core/train/scaling_plan.h"
#include "core/train/scaling_trial.h"
#include "core/train/training_graph.h"

namespace fovea::cli {
namespace {

constexpr double kGigabyte = 1e9;

struct ScalingArguments {
  std::string network = "resnet18-cifar";
  std::string device = "cpu";
  std::int64_t batch = 64;
  double stepSeconds = 0;
  double bandwidth = 1.25;
  std::int64_t pieces = 64;
  double seconds = 5;
  std::vector<int> devices{1, 2, 4, 8, 16};
  std::vector<int> measured;
};

// A trial of several ranks on this machine, and its result.
struct Measured {
  int ranks = 1;
  double stepSeconds = 0;
  double speedup = 0;  // against one rank with all the processors
};

TrainingPlan planOf(const ScalingArguments& arguments, Network network, const CancelToken& cancel) {
  TrainingPlan plan;
  plan.network = std::move(network);
  plan.settings.batch = arguments.batch;
  plan.settings.device = arguments.device;
  plan.settings.learningRate = 1e-4;
  plan.settings.epochs = 1'000'000;
  plan.source = syntheticSupply(true);
  plan.cancel = cancel;
  return plan;
}

Result<double> stepOf(Context& context, const ScalingArguments& arguments, const TrainingPlan& plan) {
  if (arguments.stepSeconds > 0) return arguments.stepSeconds;
  FOVEA_TRY(const std::vector<std::string> names, deviceNames(arguments.device));
  FOVEA_TRY(auto device, context.backends.open(names.front()));
  RunEstimateOptions options;
  options.mostSeconds = arguments.seconds;
  options.steps = 1'000'000;
  ProgressBar bar(!context.json);
  options.progress = [&](double) { bar.show(0, "measuring the steps of one device"); };
  FOVEA_TRY(const RunEstimate estimate, estimateRun(plan, device, options));
  return estimate.secondsPerStep;
}

// Counts the bytes of the trainable parameters and of all variables.
Status countBytes(const TrainingPlan& plan, ScalingInput& input) {
  FOVEA_TRY(const StepGraph step, buildTrainingGraph(plan.network, plan.settings, plan.settings.batch));
  for (const VariableInfo& variable : step.variables) {
    input.weightBytes += variable.type.bytes();
    if (variable.trainable && variable.rateMultiplier > 0) input.gradientBytes += variable.type.bytes();
  }
  return {};
}

Result<std::vector<Measured>> measureAll(Context& context, const ScalingArguments& arguments, const TrainingPlan& plan,
                                         double oneStep) {
  std::vector<Measured> all;
  ProgressBar bar(!context.json);
  for (const int ranks : arguments.measured) {
    bar.show(static_cast<double>(all.size()) / static_cast<double>(arguments.measured.size()),
             fmt::format("training with {} ranks", ranks));
    FOVEA_TRY(const double seconds, measureRanks(plan, context.backends, {ranks, arguments.seconds, context.cancel}));
    all.push_back({ranks, seconds, oneStep / seconds});
  }
  return all;
}

void printAsJson(const ScalingArguments& arguments, const ScalingInput& input, const std::vector<ScalingRow>& rows,
                 const std::vector<Measured>& measured) {
  Json list = Json::array(), did = Json::array();
  for (const ScalingRow& row : rows)
    list.push_back(
        {{"devices", row.devices},
         {"batch_of_each", row.batchOfEach},
         {"bytes_of_each", row.bytesOfEach},
         {"reduce_seconds", row.reduceSeconds},
         {"broadcast_seconds", row.broadcastSeconds},
         {"compute_seconds", row.computeSeconds},
         {"step_seconds", {{"nothing_hidden", row.slowestStep}, {"all_hidden", row.fastestStep}}},
         {"samples_per_second", {{"nothing_hidden", row.slowestRate}, {"all_hidden", row.fastestRate}}},
         {"efficiency", {{"nothing_hidden", row.slowestEfficiency}, {"all_hidden", row.fastestEfficiency}}}});
  for (const Measured& each : measured)
    did.push_back({{"ranks", each.ranks},
                   {"step_seconds", each.stepSeconds},
                   {"samples_per_second", static_cast<double>(input.batch) / each.stepSeconds},
                   {"speedup", each.speedup}});
  printJson({{"event", "scaling"},
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
}

void printTable(const ScalingArguments& arguments, const ScalingInput& input, const std::vector<ScalingRow>& rows,
                const std::vector<Measured>& measured) {
  fmt::print("{} with batch {}: {:.4g} s a step on one device{}; {} of gradients in each step; links of {:.4g} GB/s.\n",
             arguments.network, input.batch, input.stepSeconds, arguments.stepSeconds > 0 ? "" : " (measured)",
             byteWords(input.gradientBytes), arguments.bandwidth);
  fmt::print("{:>8} {:>11} {:>11} {:>11} {:>23} {:>17} {:>13}\n", "devices", "samples", "computing", "summing",
             "samples/s", "efficiency", "weights, once");
  for (const ScalingRow& row : rows)
    fmt::print("{:>8} {:>11} {:>9.4g} s {:>9.4g} s {:>10.5g} … {:>10.5g} {:>5.0f} % … {:>5.0f} % {:>11.4g} s\n",
               row.devices, row.batchOfEach, row.computeSeconds, row.reduceSeconds, row.slowestRate, row.fastestRate,
               row.slowestEfficiency * 100, row.fastestEfficiency * 100, row.broadcastSeconds);
  fmt::print(
      "The lower value holds if a step waits for the whole sum, the higher one if the backward pass hides it.\n");
  for (const Measured& each : measured)
    fmt::print(
        "Measured here: {} ranks on the processors of this machine take {:.4g} s a step, {:.2f} times as fast.\n",
        each.ranks, each.stepSeconds, each.speedup);
}

Status runPlanScaling(Context& context, const ScalingArguments& arguments) {
  FOVEA_TRY(Network network, loadNetwork(context, arguments.network));
  const TrainingPlan plan = planOf(arguments, std::move(network), context.cancel);
  ScalingInput input;
  input.batch = arguments.batch;
  input.bytesPerSecond = arguments.bandwidth * kGigabyte;
  input.pieces = arguments.pieces;
  input.devices = arguments.devices;
  FOVEA_CHECK(countBytes(plan, input));
  // Rejects invalid values before measuring.
  input.stepSeconds = 1;
  FOVEA_TRY([[maybe_unused]] const auto trial, planScaling(input));
  FOVEA_TRY(input.stepSeconds, stepOf(context, arguments, plan));
  FOVEA_TRY(const std::vector<ScalingRow> rows, planScaling(input));
  FOVEA_TRY(const std::vector<Measured> measured, measureAll(context, arguments, plan, input.stepSeconds));
  if (context.json)
    printAsJson(arguments, input, rows, measured);
  else
    printTable(arguments, input, rows, measured);
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
  command->add_option("--devices", arguments->devices, "Numbers of devices")->delimiter(',')->capture_default_str();
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
