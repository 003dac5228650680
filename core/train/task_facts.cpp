#include "core/train/task_facts.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include <array>

#include "core/tensor/box_grid.h"

namespace fovea {
namespace {

struct TaskFacts {
  Task task;
  std::optional<TargetKind> target;
  // Placeholders for facts of the data set: {classes}, {scores} (classes and a blank), {channels} (classes and a box),
  // {numbers} ("3 numbers") and {outputs} (3).
  const char* words;
  const char* advice;
};

constexpr std::array<TaskFacts, kTasks.size()> kFacts = {{
    {Task::Classification, TargetKind::Label, " with one of {classes} labels each",
     "Use a loss for labels, such as Cross-entropy, or let the network's output be one number, one number for each "
     "class, or like its input."},
    {Task::MultiLabel, TargetKind::SeveralLabels, " with any of {classes} labels each",
     "Use Binary cross-entropy after a layer with {classes} units."},
    {Task::Detection, TargetKind::BoxGrid, " with boxes of {classes} classes",
     "Use Detection after a convolution with {channels} filters: one for each class and four for a box."},
    {Task::Segmentation, TargetKind::LabelMap, " with masks of {classes} classes",
     "Use Cross-entropy with labels for each position, Dice or Focal, after a layer with {classes} channels."},
    {Task::ImageToImage, TargetKind::Image, " with another image each",
     "Use a loss between images, such as Mean squared error, after a layer with as many channels as the other "
     "images."},
    {Task::Regression, TargetKind::Numbers, " with {numbers} each",
     "Use Mean squared error, Mean absolute error or Huber after a layer with {outputs} units."},
    {Task::NextSymbol, TargetKind::LabelMap, ", of which each is followed by the next",
     "Use Cross-entropy with labels for each position after a layer with {classes} units."},
    {Task::Transcription, TargetKind::LabelRow, " with rows of {classes} labels",
     "Use CTC after a layer with {scores} units: one for each label and a blank."},
    {Task::Unlabelled, std::nullopt, " without labels", "Let the network's output be like its input, to reproduce it."},
}};

const TaskFacts& factsOf(Task task) {
  return *std::find_if(kFacts.begin(), kFacts.end(), [&](const TaskFacts& facts) { return facts.task == task; });
}

std::string filled(const char* words, const DatasetInfo& data) {
  const std::int64_t outputs = data.targetShape.elementCount();
  fmt::dynamic_format_arg_store<fmt::format_context> numbers;
  numbers.push_back(fmt::arg("classes", data.classes.size()));
  numbers.push_back(fmt::arg("scores", data.classes.size() + 1));
  numbers.push_back(fmt::arg("channels", std::ssize(data.classes) + kBoxNumbers));
  numbers.push_back(fmt::arg("outputs", outputs));
  const std::string counted = outputs == 1 ? "a number" : fmt::format("{} numbers", outputs);
  numbers.push_back(fmt::arg("numbers", counted.c_str()));
  return fmt::vformat(words, numbers);
}

}  // namespace

std::optional<TargetKind> targetOf(Task task) {
  return factsOf(task).target;
}

std::string targetWords(const DatasetInfo& data) {
  return filled(factsOf(data.task).words, data);
}

std::string lossAdvice(const DatasetInfo& data) {
  return filled(factsOf(data.task).advice, data);
}

std::int64_t scoresFor(const DatasetInfo& data, AnswerMeaning meaning) {
  const std::optional<TargetKind> target = targetOf(data.task);
  const auto classes = static_cast<std::int64_t>(data.classes.size());
  switch (meaning) {
    case AnswerMeaning::Classes:
      return target == TargetKind::Label || target == TargetKind::LabelMap ? classes : 0;
    case AnswerMeaning::SeveralClasses:
      return target == TargetKind::SeveralLabels || target == TargetKind::Label ? classes : 0;
    case AnswerMeaning::Transcript:  // plus the blank
      return target == TargetKind::LabelRow ? classes + 1 : 0;
    case AnswerMeaning::Numbers:
      if (target == TargetKind::Image && data.targetShape.rank() == 3) return data.targetShape[0];
      return target == TargetKind::Numbers && data.targetShape.rank() == 1 ? data.targetShape[0] : 0;
    case AnswerMeaning::Boxes:
      return target == TargetKind::BoxGrid ? classes + kBoxNumbers : 0;
    case AnswerMeaning::Embedding:
      return 0;
  }
  return 0;
}

UsualLoss usualLoss(const DatasetInfo& data) {
  const TargetKind kind = targetOf(data.task).value_or(TargetKind::Image);
  for (const LayerType& layer : allLayers())
    for (const LossTarget& target : layer.loss.targets)
      if (target.usual && target.kind == kind) return {&layer, target.parameters};
  return {};  // unreachable: a test covers every kind
}

}  // namespace fovea
