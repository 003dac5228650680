// `fovea-cli eval`: what a checkpoint is worth.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/training_loop.h"
#include "core/inspect/evaluation.h"

namespace fovea::cli {
namespace {

struct EvalArguments {
  std::string checkpoint;
  std::string dataset;
  std::string split = "validation";
  std::string device = "cpu";
};

Json evaluationJson(const Evaluation& evaluation) {
  Json classes = Json::array();
  for (const ClassScore& score : evaluation.classes)
    classes.push_back({{"name", score.name},
                       {"precision", numberJson(score.precision)},
                       {"recall", numberJson(score.recall)},
                       {"f1", numberJson(score.f1)},
                       {"iou", numberJson(score.overlap)},
                       {"support", score.support}});
  Json confusion = Json::array();
  for (std::int64_t label = 0; label < evaluation.confusion.classes(); ++label) {
    Json row = Json::array();
    for (std::int64_t prediction = 0; prediction < evaluation.confusion.classes(); ++prediction)
      row.push_back(evaluation.confusion.count(label, prediction));
    confusion.push_back(std::move(row));
  }
  Json json = {{"split", splitName(evaluation.split)},
               {"samples", evaluation.samples},
               {"loss", evaluation.loss},
               {"accuracy", numberJson(evaluation.accuracy)}};
  if (evaluation.streams > 0) json["streams"] = {{"count", evaluation.streams}, {"gaps", evaluation.gaps}};
  for (const auto& [name, value] : evaluation.metrics) json[name] = numberJson(value);
  if (!classes.empty()) json["classes"] = classes;
  if (!confusion.empty()) json["confusion"] = confusion;
  return json;
}

void printEvaluation(const Evaluation& evaluation) {
  fmt::print("{} samples of {}: ", countWords(evaluation.samples), splitName(evaluation.split));
  if (std::isfinite(evaluation.accuracy)) fmt::print("accuracy {:.2f} %, ", evaluation.accuracy * 100);
  fmt::print("loss {:.4f}\n", evaluation.loss);
  for (const auto& [name, value] : evaluation.metrics) fmt::print("  {:<28} {:.4f}\n", name, value);
  if (evaluation.streams > 0)
    fmt::print("  States were carried over along {} streams of the text; {} samples more began at zero.\n",
               countWords(evaluation.streams), countWords(evaluation.gaps));
  if (evaluation.classes.empty()) return;
  fmt::print("  {:<20} {:>9} {:>9} {:>9} {:>9} {:>11}\n", "class", "precision", "recall", "F1", "overlap", "count");
  for (const ClassScore& score : evaluation.classes)
    fmt::print("  {:<20} {:>9.3f} {:>9.3f} {:>9.3f} {:>9.3f} {:>11}\n", score.name, score.precision, score.recall,
               score.f1, score.overlap, countWords(score.support));
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
  printEvaluation(evaluation);
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

}  // namespace fovea::cli
