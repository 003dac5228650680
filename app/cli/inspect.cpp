// `fovea-cli inspect`: shows a network's activations for a sample, and explains its answer.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/inspect_arithmetic.h"
#include "app/cli/inspect_growth.h"
#include "app/cli/inspect_synthesis.h"
#include "app/cli/training_loop.h"
#include "core/base/file.h"
#include "core/data/files/image_file.h"
#include "core/data/importers/npy_file.h"
#include "core/inspect/attribution.h"
#include "core/inspect/heat_map.h"
#include "core/inspect/model_inspector.h"
#include "core/train/statistics.h"

namespace fovea::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kActivations = "activations";
constexpr std::int64_t kMostNumbers = std::int64_t{1} << 28;

struct InspectArguments {
  std::string checkpoint;
  std::string dataset;
  std::string split = "test";
  std::int64_t sample = 0;
  std::string image;
  std::string method = kActivations;
  AttributionOptions options;
  SynthesisArguments synthesis;
  GrowthArguments growth;
  std::string explain;  // a layer
  std::string out;
  std::string device = "cpu";
  bool stepsGiven = false;
};

// The sample in the format of the data set, or a similar one.
Result<Tensor> sampleOf(const InspectArguments& arguments, const Checkpoint& checkpoint,
                        const ModelInspector& inspector) {
  if (arguments.image.empty()) {
    const std::string folder = arguments.dataset.empty() ? checkpoint.dataset : arguments.dataset;
    if (folder.empty())
      return fail(ErrorCode::InvalidArgument, "There is nothing to look at.",
                  "Name a file with --image, or a data set with --dataset and a sample of it with --sample.");
    FOVEA_TRY(const auto dataset, Dataset::open(folder));
    FOVEA_TRY(const Split split, splitFromName(arguments.split));
    FOVEA_TRY(Sample sample, dataset->sample(split, arguments.sample));
    return sample.input;
  }
  if (fs::path(arguments.image).extension() == ".npy") return readNpy(arguments.image, kMostNumbers);
  FOVEA_TRY(const std::string bytes, readFile(arguments.image, kMaximumImageFile));
  const auto picture = decodeImage(bytes);
  if (!picture.ok()) return picture.error().within(arguments.image);
  return inspector.fitted(*picture);
}

// Writes the numbers as .npy, or a heat map as .png; if the sample is a picture, the map is drawn over it.
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

// The class of the sample in the data set; −1 if it is unknown.
std::int64_t labelOf(const InspectArguments& arguments, const Checkpoint& checkpoint) {
  if (!arguments.image.empty()) return -1;
  const auto dataset = Dataset::open(arguments.dataset.empty() ? checkpoint.dataset : arguments.dataset);
  const auto split = splitFromName(arguments.split);
  if (!dataset.ok() || !split.ok()) return -1;
  const auto sample = (*dataset)->sample(*split, arguments.sample);
  return sample.ok() ? sample->label : -1;
}

Json statisticsJson(const Tensor& values) {
  const Statistics statistics = statisticsOf(values.values<float>());
  return {{"minimum", numberJson(statistics.minimum)},
          {"maximum", numberJson(statistics.maximum)},
          {"mean", numberJson(statistics.mean)},
          {"deviation", numberJson(statistics.deviation)},
          {"zeros", numberJson(statistics.zeroShare)}};
}

Status showActivations(const Context& context, const InspectArguments& arguments, ModelInspector& inspector,
                       const Tensor& sample) {
  FOVEA_TRY(const Tensor input, inspector.networkInput(sample));
  FOVEA_TRY(const std::vector<LayerActivation> layers, inspector.activations(input));
  const std::string& wanted = arguments.options.layer;
  Json list = Json::array();
  bool found = wanted.empty();
  for (const LayerActivation& layer : layers) {
    if (!wanted.empty() && layer.name != wanted) continue;
    found = true;
    Json json{{"name", layer.name}, {"title", layer.title}, {"shape", layer.values.shape().extents()}};
    json.update(layer.values.dtype() == DataType::Float32 ? statisticsJson(layer.values) : Json::object());
    list.push_back(std::move(json));
    if (!wanted.empty()) FOVEA_CHECK(writeValues(arguments.out, layer.values, {}));
    if (!context.json) fmt::print("{:<28} {:<22} {}\n", layer.name, layer.title, layer.values.shape().toString());
  }
  if (!found)
    return fail(ErrorCode::InvalidArgument, fmt::format("The network has no layer \"{}\".", wanted),
                "Leave out --layer to see all of them.");
  if (wanted.empty() && !arguments.out.empty())
    return fail(ErrorCode::InvalidArgument, "A file holds the activations of one layer.", "Name it with --layer.");
  if (context.json) printJson({{"method", kActivations}, {"layers", list}, {"out", arguments.out}});
  return {};
}

Status showAttribution(const Context& context, const InspectArguments& arguments, const Checkpoint& checkpoint,
                       ModelInspector& inspector, const std::shared_ptr<Device>& device, const Tensor& sample) {
  FOVEA_TRY(const Tensor input, inspector.networkInput(sample));
  FOVEA_TRY(const auto attributor, Attributor::create(checkpoint, device));
  ProgressBar bar(!context.json);
  const auto progress = [&](const Progress& now) {
    bar.show(now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0, now.stage);
  };
  auto explained = attributor->explain(input, arguments.options, context.cancel, progress);
  bar.clear();
  if (!explained.ok()) return explained.error();
  const Attribution& result = *explained;
  FOVEA_CHECK(writeValues(arguments.out, result.values, sample));
  const auto target = static_cast<std::size_t>(result.target);
  const std::string name = target < checkpoint.classes.size() ? checkpoint.classes[target] : fmt::format("{}", target);
  if (context.json) {
    Json json{{"method", arguments.method},
              {"class", {{"index", result.target}, {"name", name}}},
              {"score", numberJson(static_cast<double>(result.scores[target]))},
              {"layer", result.layer},
              {"shape", result.values.shape().extents()},
              {"out", arguments.out}};
    json.update(statisticsJson(result.values));
    printJson(json);
    return {};
  }
  fmt::print("{} (score {:.4g})", name, result.scores[target]);
  if (!result.layer.empty()) fmt::print(", at {}", result.layer);
  fmt::print("{}{}\n", arguments.out.empty() ? "" : ": ", arguments.out);
  return {};
}

// A layer at each checkpoint of a run.
Status runOverTime(const Context& context, const InspectArguments& arguments, const std::shared_ptr<Device>& device) {
  FOVEA_TRY(const std::vector<GrowthStep> steps, growthSteps(arguments.checkpoint));
  Tensor sample;
  if (!arguments.growth.filters) {
    FOVEA_TRY(const Checkpoint last, readCheckpoint(steps.back().file));
    FOVEA_TRY(const auto inspector, ModelInspector::create(last, device));
    FOVEA_TRY(sample, sampleOf(arguments, last, *inspector));
  }
  return showGrowth(context, arguments.growth, steps, arguments.options.layer, sample, arguments.out, device);
}

Status runInspect(Context& context, InspectArguments& arguments) {
  const auto& methods = attributionMethods();
  const auto method = std::find_if(methods.begin(), methods.end(),
                                   [&](const AttributionMethodInfo& info) { return info.name == arguments.method; });
  const SynthesisMethodInfo* const grows = synthesisMethod(arguments.method);
  if (method == methods.end() && !grows && arguments.method != kActivations) {
    std::string names = kActivations;
    for (const AttributionMethodInfo& info : methods) names += fmt::format(", {}", info.name);
    for (const SynthesisMethodInfo& info : synthesisMethods()) names += fmt::format(", {}", info.name);
    return fail(ErrorCode::InvalidArgument, fmt::format("There is no method \"{}\".", arguments.method),
                "Choose one of " + names + ".");
  }
  FOVEA_TRY(const auto device, context.backends.open(arguments.device));
  if (arguments.growth.overTime) return runOverTime(context, arguments, device);
  FOVEA_TRY(const Checkpoint checkpoint, readCheckpoint(arguments.checkpoint));
  FOVEA_TRY(const auto inspector, ModelInspector::create(checkpoint, device));
  if (grows) {
    SynthesisTask task{grows, arguments.options.layer, arguments.options.target, {}, arguments.image, arguments.out};
    const bool dreamsOnFile = grows->method == SynthesisMethod::Dream && !arguments.image.empty();
    if (grows->method != SynthesisMethod::Maximise && !dreamsOnFile) {
      FOVEA_TRY(task.sample, sampleOf(arguments, checkpoint, *inspector));
    }
    if (arguments.stepsGiven) arguments.synthesis.steps = arguments.options.steps;
    return growInput(context, arguments.synthesis, task, checkpoint, *inspector, device);
  }
  FOVEA_TRY(const Tensor sample, sampleOf(arguments, checkpoint, *inspector));
  if (!arguments.explain.empty()) {
    const std::int64_t label =
        arguments.options.target >= 0 ? arguments.options.target : labelOf(arguments, checkpoint);
    return explainNumber(context, {arguments.explain, arguments.synthesis.at, label, sample}, checkpoint, *inspector,
                         device);
  }
  if (method == methods.end()) return showActivations(context, arguments, *inspector, sample);
  arguments.options.method = method->method;
  return showAttribution(context, arguments, checkpoint, *inspector, device, sample);
}

}  // namespace

void addInspectCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("inspect", "Show what a checkpoint makes of a sample, and why");
  auto arguments = std::make_shared<InspectArguments>();
  AttributionOptions& options = arguments->options;
  command
      ->add_option("checkpoint", arguments->checkpoint,
                   "Checkpoint file; with --over-time also the folder of a run's checkpoints")
      ->required();
  auto* dataset = command->add_option("--dataset", arguments->dataset,
                                      "Folder of the data set; the one it was trained on if left out");
  command->add_option("--split", arguments->split, "train, validation or test");
  command->add_option("--sample", arguments->sample, "Number of the sample, from 0")->check(CLI::NonNegativeNumber);
  command->add_option("--image", arguments->image, "An image file, or a .npy file with the input of the network")
      ->excludes(dataset);
  command->add_option("--method", arguments->method,
                      "activations, gradient, gradient-times-input, smooth-gradient, integrated-gradients, grad-cam, "
                      "occlusion; maximise, dream or invert grow an input");
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
  command->add_option("--at", arguments->synthesis.at, "A number of the layer as channel, row, column: 3,11,7");
  command->add_option("--window", options.window, "Side of the window of occlusion")->check(CLI::PositiveNumber);
  command->add_option("--stride", options.stride, "From window to window")->check(CLI::PositiveNumber);
  command->add_option("--out", arguments->out, "A .npy file for the numbers, or a .png file for a picture");
  command->add_option("--device", arguments->device, "cpu, cuda:0, …");
  command->add_flag("--json", context.json, "Print JSON");
  command->callback([&context, arguments, steps] {
    arguments->stepsGiven = steps->count() > 0;
    context.work = [&context, arguments] { return runInspect(context, *arguments); };
  });
}

}  // namespace fovea::cli
