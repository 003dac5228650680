// `fovea-cli eval`: evaluates a checkpoint.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/command.h"
#include "app/cli/model_file.h"
#include "core/base/file.h"
#include "core/inspect/evaluation_json.h"

namespace fovea::cli {
namespace {

struct EvalArguments {
  ModelArguments model;
  std::string dataset;
  std::string split = "validation";
  std::string device = "cpu";
  std::string network;        // a network that gets the checkpoint's matching layers
  std::string against;        // checkpoint to compare with
  std::string answers;        // output file
  std::string probabilities;  // output file
  std::int64_t batch = 0;     // 0: usualBatch()
};

void printEvaluation(const Evaluation& evaluation) {
  fmt::print("{} samples of {}: ", countWords(evaluation.samples), splitName(evaluation.split));
  if (std::isfinite(evaluation.accuracy)) fmt::print("accuracy {:.2f} %, ", evaluation.accuracy * 100);
  fmt::print("loss {:.4f}\n", evaluation.loss);
  for (const auto& [name, value] : evaluation.metrics) fmt::print("  {:<28} {:.4f}\n", name, value);
  if (evaluation.streams > 0)
    fmt::print("  The text was read in {} parallel rows with carried states; {} more samples began at zero.\n",
               countWords(evaluation.streams), countWords(evaluation.gaps));
  if (!evaluation.calibration.bins.empty())
    fmt::print("  {:<28} {:.4f}\n", "calibration error", evaluation.calibration.error);
  if (evaluation.classes.empty()) return;
  fmt::print("  {:<20} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>11}\n", "class", "precision", "recall", "F1", "overlap",
             "ROC AUC", "AP", "count");
  const auto share = [](double value) {
    return std::isfinite(value) ? fmt::format("{:.3f}", value) : std::string("–");
  };
  for (const ClassScore& score : evaluation.classes)
    fmt::print("  {:<20} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>11}\n", score.name, share(score.precision),
               share(score.recall), share(score.f1), share(score.overlap), share(score.rocAuc),
               share(score.averagePrecision), countWords(score.support));
}

void printEvaluations(const EvaluationComparison& comparison) {
  fmt::print("{} samples: accuracy {:.2f} %, against {:.2f} %\n", countWords(comparison.samples),
             comparison.accuracy * 100, comparison.accuracyBefore * 100);
  fmt::print("  {:<28} {:.2f} %\n", "same prediction",
             100 * static_cast<double>(comparison.same) / static_cast<double>(comparison.samples));
  fmt::print("  {:<28} {}\n", "fixed", countWords(std::ssize(comparison.fixed)));
  fmt::print("  {:<28} {}\n", "broken", countWords(std::ssize(comparison.broken)));
  fmt::print("  {:<28} {}\n", "right in both", countWords(comparison.bothRight));
  fmt::print("  {:<28} {}\n", "wrong in both", countWords(comparison.bothWrong));
  fmt::print("  {:<28} {:.3g}\n", "p (McNemar)", comparison.pValue);
}

// Writes one line per sample: its index, its label and the probability of each class, with all digits of f32.
class ProbabilityLines {
 public:
  void add(const HardSample& sample, std::span<const float> probabilities) {
    text_ += fmt::format("{},{}", sample.index, sample.label);
    for (const float probability : probabilities) text_ += fmt::format(",{}", probability);
    text_ += "\r\n";
    classes_ = probabilities.size();
  }
  Status write(const std::string& file) const {
    if (classes_ == 0)
      return fail(ErrorCode::InvalidArgument, "The network does not give each sample the probabilities of classes.",
                  "Leave out --probabilities.");
    std::string header = "index,label";
    for (std::size_t k = 0; k < classes_; ++k) header += fmt::format(",{}", k);
    return writeFileAtomic(file, header + "\r\n" + text_);
  }

 private:
  std::string text_;
  std::size_t classes_ = 0;
};

Status runEval(Context& context, const EvalArguments& arguments) {
  FOVEA_TRY(const Checkpoint checkpoint, checkpointFor(context, arguments.model, arguments.network));
  const std::string folder = arguments.dataset.empty() ? checkpoint.dataset : arguments.dataset;
  FOVEA_TRY(const auto dataset, Dataset::open(folder));
  FOVEA_TRY(const Split split, splitFromName(arguments.split));
  FOVEA_TRY(auto device, context.backends.open(arguments.device));
  ProgressBar bar(!context.json);
  const auto progress = [&](const Progress& now) {
    bar.show(now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0, now.stage);
  };
  ProbabilityLines lines;
  EvaluationOptions options;
  options.batch = arguments.batch;
  if (!arguments.probabilities.empty())
    options.probabilities = [&](const HardSample& sample, std::span<const float> all) { lines.add(sample, all); };
  FOVEA_TRY(const Evaluation evaluation,
            evaluate(checkpoint, *dataset, split, device, options, context.cancel, progress));
  if (!arguments.probabilities.empty()) FOVEA_CHECK(lines.write(arguments.probabilities));
  if (!arguments.answers.empty()) FOVEA_CHECK(writeFileAtomic(arguments.answers, answersCsv(evaluation, *dataset)));
  if (arguments.against.empty()) {
    bar.clear();
    context.json ? printJson(evaluationJson(evaluation)) : printEvaluation(evaluation);
    return {};
  }
  FOVEA_TRY(const Checkpoint other, readModel(context, {arguments.against, arguments.model.inputs}));
  options = {.batch = arguments.batch};
  FOVEA_TRY(const Evaluation before, evaluate(other, *dataset, split, device, options, context.cancel, progress));
  FOVEA_TRY(const EvaluationComparison comparison, compareEvaluations(evaluation, before));
  bar.clear();
  context.json ? printJson(comparisonJson(comparison, evaluation)) : printEvaluations(comparison);
  return {};
}

}  // namespace

void addEvalCommand(CLI::App& app, Context& context) {
  auto* command = app.add_subcommand("eval", "Measure a checkpoint on a data set");
  auto arguments = std::make_shared<EvalArguments>();
  addModelArguments(*command, arguments->model);
  command->add_option("--dataset", arguments->dataset, "Folder of the data set; the one it was trained on if left out");
  command->add_option("--split", arguments->split, "train, validation or test");
  command->add_option("--device", arguments->device, "cpu, cuda:0, …");
  command
      ->add_option("--batch", arguments->batch,
                   "Samples at once; if left out, as many as in training, at most 256. Fewer need less memory")
      ->check(CLI::Range(1, 1000000));
  addNetworkOption(*command, arguments->network);
  command->add_option("--against", arguments->against,
                      "Another checkpoint: tells which samples are right now and were wrong there, and the other way");
  command->add_option("--answers", arguments->answers, "Write what was answered to each sample as CSV");
  command->add_option("--probabilities", arguments->probabilities,
                      "Write the probability of each class for each sample as CSV");
  command->add_flag("--json", context.json, "Print JSON");
  command->callback(
      [&context, arguments] { context.work = [&context, arguments] { return runEval(context, *arguments); }; });
}

}  // namespace fovea::cli
