// `fovea-cli inspect`: shows a network's activations for a sample, and explains its answer.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/inspect_arithmetic.h"
#include "app/cli/inspect_parts.h"
#include "app/cli/model_file.h"
#include "app/cli/training_loop.h"
#include "core/base/file.h"
#include "core/data/files/image_file.h"
#include "core/data/importers/npy_file.h"
#include "core/inspect/heat_map.h"
#include "core/inspect/image_sample.h"
#include "core/inspect/model_inspector.h"
#include "core/inspect/trace_question.h"
#include "core/train/statistics.h"

namespace fovea::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kActivations = "activations";

Sample ofInput(Tensor input) {
  Sample sample;
  sample.input = std::move(input);
  return sample;
}

Result<std::shared_ptr<Dataset>> datasetFor(const InspectArguments& arguments, const Checkpoint& checkpoint) {
  const std::string folder = arguments.dataset.empty() ? checkpoint.dataset : arguments.dataset;
  if (!folder.empty()) return Dataset::open(folder);
  return fail(ErrorCode::InvalidArgument, "There is nothing to look at.",
              "Name a file with --image, or a data set with --dataset and a sample of it with --sample.");
}

// Reads the sample from the data set or from a file.
Result<Sample> sampleOf(const InspectArguments& arguments, const Checkpoint& checkpoint,
                        const ModelInspector& inspector) {
  if (arguments.image.empty()) {
    FOVEA_TRY(const auto dataset, datasetFor(arguments, checkpoint));
    FOVEA_TRY(const Split split, splitFromName(arguments.split));
    return dataset->sample(split, arguments.sample);
  }
  if (fs::path(arguments.image).extension() == ".npy") {
    const Feed& input = inspector.inputs().front();
    FOVEA_TRY(Tensor numbers, readInputArray(arguments.image, {input.type.dtype, inspector.sampleShape()}));
    return ofInput(std::move(numbers));
  }
  FOVEA_TRY(ImageSample image, readImageSample(arguments.image, inspector));
  return ofInput(std::move(image.sample));
}

// A layer at each checkpoint of a run.
Status runOverTime(const Context& context, const InspectArguments& arguments, const std::shared_ptr<Device>& device) {
  FOVEA_TRY(const std::vector<GrowthStep> steps, growthSteps(arguments.model.file));
  Sample sample;
  if (!arguments.growth.filters) {
    FOVEA_TRY(const Checkpoint last, readCheckpoint(steps.back().file));
    FOVEA_TRY(const auto inspector, ModelInspector::create(last, device));
    FOVEA_TRY(sample, sampleOf(arguments, last, *inspector));
  }
  return showGrowth(context, arguments.growth, steps, arguments.options.layer, sample, arguments.out, device);
}

Status runInspect(Context& context, InspectArguments& arguments) {
  const bool activations = arguments.method == kActivations;
  const SynthesisMethodInfo* const grows = synthesisMethod(arguments.method);
  if (!activations && !grows) FOVEA_CHECK(attributionMethodsFromNames(arguments.method));
  if ((activations || grows) && arguments.sanity)
    return fail(ErrorCode::InvalidArgument, "Only explanations have a sanity check.", "Name one with --method.");
  if (!activations && (!arguments.sort.empty() || arguments.slice >= 0))
    return fail(ErrorCode::InvalidArgument, "Only activations have channels in an order, and slices.",
                "Leave out --sort and --slice, or --method.");
  FOVEA_TRY(const auto device, context.backends.open(arguments.device));
  if (arguments.growth.overTime) return runOverTime(context, arguments, device);
  FOVEA_TRY(const Checkpoint checkpoint, checkpointFor(context, arguments.model, arguments.network));
  FOVEA_TRY(const auto inspector, ModelInspector::create(checkpoint, device));
  if (grows) {
    SynthesisTask task{grows, arguments.options.layer, arguments.options.target, {}, arguments.image, arguments.out};
    const bool dreamsOnFile = grows->method == SynthesisMethod::Dream && !arguments.image.empty();
    if (grows->method != SynthesisMethod::Maximise && !dreamsOnFile) {
      FOVEA_TRY(const Sample shown, sampleOf(arguments, checkpoint, *inspector));
      task.sample = shown.input;
    }
    if (arguments.stepsGiven) arguments.synthesis.steps = arguments.options.steps;
    return growInput(context, arguments.synthesis, task, checkpoint, *inspector, device);
  }
  FOVEA_TRY(const Sample sample, sampleOf(arguments, checkpoint, *inspector));
  if (!arguments.explain.empty()) {
    const std::int64_t label = arguments.options.target >= 0 ? arguments.options.target : sample.label;
    ArithmeticTask task{arguments.explain, arguments.synthesis.at, arguments.part, label, sample.input};
    if (arguments.image.empty()) {
      FOVEA_TRY(const auto dataset, datasetFor(arguments, checkpoint));
      FOVEA_TRY(const Split split, splitFromName(arguments.split));
      FOVEA_TRY(task.target, targetOfSample(checkpoint, *dataset, split, arguments.sample));
    }
    return explainNumber(context, task, checkpoint, *inspector, device);
  }
  if (!arguments.devices.empty()) return showDevices(context, arguments, checkpoint, sample);
  if (arguments.receptiveField) return showReceptiveField(context, arguments, *inspector, sample);
  if (arguments.attention) return showAttention(context, arguments, *inspector, sample);
  if (activations) return showActivations(context, arguments, *inspector, sample);
  return showAttribution(context, arguments, checkpoint, *inspector, device, sample.input);
}

// Each of these questions has an answer of its own, which other options do not change.
void excludeOtherQuestions(CLI::App& command) {
  const std::vector<std::string> questions{"--over-time", "--explain", "--compare-devices", "--receptive-field",
                                           "--attention"};
  for (std::size_t i = 0; i < questions.size(); ++i) {
    CLI::Option* const question = command.get_option(questions[i]);
    for (std::size_t j = i + 1; j < questions.size(); ++j) question->excludes(command.get_option(questions[j]));
    for (const char* name : {"--method", "--sort", "--slice", "--sanity"}) question->excludes(command.get_option(name));
  }
  for (const char* question : {"--explain", "--compare-devices"})
    command.get_option(question)->excludes(command.get_option("--out"));
  const std::pair<const char*, const char*> parts[] = {
      {"--part", "--explain"},      {"--head", "--attention"},          {"--query", "--attention"},
      {"--filters", "--over-time"}, {"--frame-seconds", "--over-time"}, {"--side", "--over-time"}};
  for (const auto& [part, question] : parts) command.get_option(part)->needs(command.get_option(question));
}

}  // namespace

Status writeValues(const std::string& out, const Tensor& values, const Tensor& sample) {
  if (out.empty()) return {};
  const std::string ending = fs::path(out).extension().string();
  if (ending == ".npy") {
    FOVEA_TRY(const std::string bytes, encodeNpy(values));
    return writeFileAtomic(out, bytes);
  }
  if (ending != ".png")
    return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" is neither a .npy nor a .png file.", out));
  FOVEA_TRY(Tensor map, heatMap(values));
  const bool picture = sample.dtype() == DataType::UInt8 && sample.shape().rank() == 3 &&
                       (sample.shape()[0] == 1 || sample.shape()[0] == 3);
  if (picture) {
    FOVEA_TRY(map, heatMapOver(map, sample));
  }
  FOVEA_TRY(const std::string bytes, encodeImage(map, Encoding::Png, 0));
  return writeFileAtomic(out, bytes);
}

Json statisticsJson(const Tensor& values) {
  return statisticsJson(statisticsOf(values.values<float>()));
}

Json statisticsJson(const Statistics& statistics) {
  return {{"minimum", numberJson(statistics.minimum)}, {"maximum", numberJson(statistics.maximum)},
          {"mean", numberJson(statistics.mean)},       {"deviation", numberJson(statistics.deviation)},
          {"zeros", numberJson(statistics.zeroShare)}, {"not_finite", statistics.notFinite}};
}

void addInspectCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("inspect", "Show what a checkpoint makes of a sample, and why");
  auto arguments = std::make_shared<InspectArguments>();
  AttributionOptions& options = arguments->options;
  addModelArguments(*command, arguments->model, "; with --over-time the folder of a run's checkpoints, or one of them");
  auto* dataset = command->add_option("--dataset", arguments->dataset,
                                      "Folder of the data set; the one it was trained on if left out");
  command->add_option("--split", arguments->split, "train, validation or test");
  command->add_option("--sample", arguments->sample, "Number of the sample, from 0")->check(CLI::NonNegativeNumber);
  command->add_option("--image", arguments->image, "An image file, or a .npy file with the input of the network")
      ->excludes(dataset);
  command->add_option("--method", arguments->method,
                      "activations, gradient, gradient-times-input, smooth-gradient, integrated-gradients, grad-cam, "
                      "occlusion, guided-gradients or perturbation (several by commas, or all, give one sheet); "
                      "maximise, dream or invert grow an input");
  command->add_option("--layer", options.layer, "The layer to look at");
  command->add_option("--class", options.target, "Which class or output to explain; the likeliest if left out")
      ->check(CLI::NonNegativeNumber);
  auto* steps = command->add_option("--steps", options.steps,
                                    "Points of integrated gradients, copies of smooth gradients, steps of growing");
  steps->check(CLI::Range(1, 100000));
  arguments->synthesis.addTo(*command);
  arguments->growth.addTo(*command);
  command->add_option("--explain", arguments->explain,
                      "Work out one number of this layer, forward and backward, at the position --at");
  command->add_option("--at", arguments->synthesis.at,
                      "A number of the layer as channel, row, column: 3,11,7; of a sequence as step, number: 12,3");
  command->add_option("--part", arguments->part,
                      "With --explain: the head, its number and the key of attention that are worked out, then the "
                      "hidden unit of a transformer block: 1,5,0; -1 is the part that adds most");
  command->add_flag("--receptive-field", arguments->receptiveField,
                    "Show the part of the input that the number of --layer at --at can depend on");
  command->add_option("--sort", arguments->sort,
                      "List the channels of --layer by index, mean, deviation, zeros, largest or norm");
  command->add_option("--slice", arguments->slice, "Which slice of a layer of volumes, from 0")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--attention", arguments->attention, "Where the attention of --layer, or of the first, looks");
  command->add_option("--head", arguments->head, "The head of the attention; the mean of all if left out")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--query", arguments->query, "The step that looks; the mean of all if left out")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--window", options.window, "Side of the window of occlusion")->check(CLI::PositiveNumber);
  command->add_option("--stride", options.stride, "From window to window")->check(CLI::PositiveNumber);
  command->add_option("--masks", options.masks, "Random covers of perturbation")->check(CLI::Range(2, 1000000));
  command->add_option("--cells", options.cells, "Cells of a cover along each axis")->check(CLI::Range(1, 64));
  command->add_flag("--sanity", arguments->sanity,
                    "Compare the explanation with those by random weights, which must be others");
  command
      ->add_option("--compare-devices", arguments->devices, "Two devices, e.g. cpu reference: the error of each layer")
      ->expected(2);
  command->add_option("--out", arguments->out,
                      "A .npy file for the numbers, or a .png file for a picture; not for --explain and "
                      "--compare-devices, whose numbers --json gives");
  command->add_option("--device", arguments->device, "cpu, cuda:0, …");
  addNetworkOption(*command, arguments->network);
  command->add_flag("--json", context.json, "Print JSON");
  excludeOtherQuestions(*command);
  command->callback([&context, arguments, steps] {
    arguments->stepsGiven = steps->count() > 0;
    context.work = [&context, arguments] { return runInspect(context, *arguments); };
  });
}

}  // namespace fovea::cli
