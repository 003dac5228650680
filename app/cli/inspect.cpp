// `fovea-cli eval` and `fovea-cli infer`: what a checkpoint is worth, and what it says of an image.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "core/data/image_file.h"
#include "core/inspect/evaluation.h"
#include "core/inspect/model_inspector.h"

namespace fovea::cli {
namespace {

struct EvalArguments {
  std::string checkpoint;
  std::string dataset;
  std::string split = "validation";
  std::string device = "cpu";
};

struct InferArguments {
  std::string checkpoint;
  std::vector<std::string> images;
  std::string device = "cpu";
  int top = 5;
};

Json evaluationJson(const Evaluation& evaluation) {
  Json classes = Json::array();
  for (const ClassScore& score : evaluation.classes)
    classes.push_back({{"name", score.name},
                       {"precision", score.precision},
                       {"recall", score.recall},
                       {"f1", score.f1},
                       {"support", score.support}});
  Json confusion = Json::array();
  for (std::int64_t label = 0; label < evaluation.confusion.classes(); ++label) {
    Json row = Json::array();
    for (std::int64_t prediction = 0; prediction < evaluation.confusion.classes(); ++prediction)
      row.push_back(evaluation.confusion.count(label, prediction));
    confusion.push_back(std::move(row));
  }
  return {{"split", splitName(evaluation.split)},
          {"samples", evaluation.samples},
          {"loss", evaluation.loss},
          {"accuracy", evaluation.accuracy},
          {"classes", classes},
          {"confusion", confusion}};
}

Status runEval(Context& context, const EvalArguments& arguments) {
  FOVEA_TRY(const Checkpoint checkpoint, readCheckpoint(arguments.checkpoint));
  const std::string folder = arguments.dataset.empty() ? checkpoint.dataset : arguments.dataset;
  FOVEA_TRY(const auto dataset, Dataset::open(folder));
  FOVEA_TRY(const Split split, splitFromName(arguments.split));
  FOVEA_TRY(auto device, context.backends.open(arguments.device));
  ProgressBar bar(!context.json);
  const auto progress = [&](const Progress& now) {
    bar.show(now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0, now.stage);
  };
  FOVEA_TRY(const Evaluation evaluation, evaluate(checkpoint, *dataset, split, device, {}, context.cancel, progress));
  bar.clear();
  if (context.json) {
    printJson(evaluationJson(evaluation));
    return {};
  }
  fmt::print("{} samples of {}: accuracy {:.2f} %, loss {:.4f}\n", countWords(evaluation.samples), splitName(split),
             evaluation.accuracy * 100, evaluation.loss);
  fmt::print("  {:<20} {:>9} {:>9} {:>9} {:>9}\n", "class", "precision", "recall", "F1", "samples");
  for (const ClassScore& score : evaluation.classes)
    fmt::print("  {:<20} {:>9.3f} {:>9.3f} {:>9.3f} {:>9}\n", score.name, score.precision, score.recall, score.f1,
               countWords(score.support));
  return {};
}

Status runInfer(Context& context, const InferArguments& arguments) {
  FOVEA_TRY(const Checkpoint checkpoint, readCheckpoint(arguments.checkpoint));
  FOVEA_TRY(auto device, context.backends.open(arguments.device));
  FOVEA_TRY(auto inspector, ModelInspector::create(checkpoint, device));
  for (const std::string& file : arguments.images) {
    FOVEA_TRY(const Tensor image, readImageFile(file, inspector->imageShape()));
    FOVEA_TRY(const Prediction prediction, inspector->classify(image));
    const std::size_t count = std::min(prediction.classes.size(), static_cast<std::size_t>(arguments.top));
    if (context.json) {
      Json classes = Json::array();
      for (std::size_t i = 0; i < count; ++i)
        classes.push_back({{"index", prediction.classes[i].index},
                           {"name", prediction.classes[i].name},
                           {"probability", prediction.classes[i].probability}});
      printJson({{"image", file}, {"predictions", classes}});
      continue;
    }
    fmt::print("{}\n", file);
    for (std::size_t i = 0; i < count; ++i)
      fmt::print("  {:>6.2f} %  {}\n", prediction.classes[i].probability * 100, prediction.classes[i].name);
  }
  return {};
}

}  // namespace

void addEvalCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("eval", "Measure a checkpoint on a data set");
  auto arguments = std::make_shared<EvalArguments>();
  command->add_option("checkpoint", arguments->checkpoint, "Checkpoint file")->required();
  command->add_option("--dataset", arguments->dataset, "Folder of the data set; the one it was trained on if left out");
  command->add_option("--split", arguments->split, "train, validation or test");
  command->add_option("--device", arguments->device, "cpu, cuda:0, …");
  command->add_flag("--json", context.json, "Print JSON");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runEval(context, *arguments); }; });
}

void addInferCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("infer", "Classify image files with a checkpoint");
  auto arguments = std::make_shared<InferArguments>();
  command->add_option("checkpoint", arguments->checkpoint, "Checkpoint file")->required();
  command->add_option("images", arguments->images, "Image files")->required();
  command->add_option("--top", arguments->top, "How many classes to print")->check(CLI::Range(1, 1000));
  command->add_option("--device", arguments->device, "cpu, cuda:0, …");
  command->add_flag("--json", context.json, "Print one JSON object a line");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runInfer(context, *arguments); }; });
}

}  // namespace fovea::cli
