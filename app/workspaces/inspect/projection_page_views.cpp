// Why: shows a projection: points, colours, and the selected samples.
#include <QEvent>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/workspaces/inspect/answer_inspector.h"
#include "app/workspaces/inspect/answer_thumbnails.h"
#include "app/workspaces/inspect/projection_page.h"
#include "app/workspaces/inspect/samples_card.h"
#include "widgets/images/cloud_legend.h"
#include "widgets/images/point_cloud.h"
#include "widgets/theme/card.h"
#include "widgets/theme/segment_bar.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr double kHighLoss = 0.98;  // the scale ends at this quantile, since a few losses are far larger
constexpr std::size_t kNamedGroups = 4;

}  // namespace

void ProjectionPage::showAnswer(std::shared_ptr<const ProjectionAnswer> answer) {
  const bool sameSamples = answer_ && sameSettings(answer_->request, answer->request);
  project_->setEnabled(false);  // projecting again would give the same points
  if (answer == answer_) {
    states_->setCurrentIndex(Results);
    if (cloud_->current() >= 0) inspector_->show(*samplesOf_, cloud_->current());
    return;
  }
  answer_ = std::move(answer);
  auto evaluation = std::make_shared<EvaluationAnswer>();
  evaluation->request = {answer_->request.checkpoint, answer_->request.dataset, answer_->request.split, {}, false};
  evaluation->evaluation.split = answer_->request.split;
  evaluation->evaluation.kind = answer_->kind;
  evaluation->evaluation.answers = answer_->answers;
  samplesOf_ = ShownEvaluation{std::move(evaluation), subject_.dataset, {}, {}};
  std::vector<QPointF> points;
  for (std::size_t i = 0; i < answer_->answers.size(); ++i) {
    const float* at = answer_->points.data<float>() + 2 * i;
    points.emplace_back(static_cast<double>(at[0]), static_cast<double>(at[1]));
  }
  states_->setCurrentIndex(Results);
  cloud_->setPoints(std::move(points), sameSamples);
  showPictures();
  card_->setTitle(tr("%1 by %2")
                      .arg(QString::fromStdString(answer_->request.layer),
                           method_->text(static_cast<int>(answer_->request.options.method))));
  card_->setRemark(
      tr("%1 samples of %2 numbers")
          .arg(locale().toString(cloud_->count()), locale().toString(static_cast<qlonglong>(answer_->dimensions))));
  const bool compared = std::ranges::any_of(
      answer_->answers, [](const SampleAnswer& each) { return each.prediction >= 0 || !std::isnan(each.error); });
  coloring_->setVisible(compared);
  if (!compared) coloring_->setCurrent(ByClass);
  samples_->show(*samplesOf_, !sameSamples);
  showColors();
  showSelection();
  if (cloud_->current() >= 0) inspector_->show(*samplesOf_, cloud_->current());
}

void ProjectionPage::showPictures() {
  std::vector<std::size_t> positions(answer_->answers.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  cloud_->setPictures(
      std::make_shared<AnswerThumbnails>(*samplesOf_, std::move(positions), currentTheme().color(Color::Accent)));
}

// Redraws the samples, since curves have the theme's colour.
void ProjectionPage::changeEvent(QEvent* event) {
  if (isThemeChange(event) && answer_) showPictures();
  QWidget::changeEvent(event);
}

int ProjectionPage::groupOf(int point) const {
  const SampleAnswer& answer = answer_->answers[static_cast<std::size_t>(point)];
  return coloring_->current() == ByPrediction ? answer.prediction : answer.label;
}

void ProjectionPage::showColors() {
  if (!answer_) return;
  const bool classes = answer_->kind == AnswerKind::Classes;
  const bool likely = std::ranges::any_of(answer_->answers,
                                          [](const SampleAnswer& each) { return !std::isnan(each.labelProbability); });
  if (coloring_->current() == ByLoss && classes && likely)
    return showScale(
        tr("Loss"), [](const SampleAnswer& each) { return static_cast<float>(lossOf(each)); }, true);
  const bool numbers =
      std::ranges::any_of(answer_->answers, [](const SampleAnswer& each) { return !std::isnan(each.truth); });
  // Masks and images as predictions have no colour of their own, so the error is shown.
  const bool byError = coloring_->current() == ByLoss || (coloring_->current() == ByPrediction && !classes && !numbers);
  if (byError)
    return showScale(
        tr("Error"), [](const SampleAnswer& each) { return each.error; }, true);
  if (coloring_->current() == ByPrediction && numbers)
    return showScale(
        tr("Answer"), [](const SampleAnswer& each) { return each.answer; }, false);
  if (coloring_->current() == ByClass && numbers)
    return showScale(
        tr("Truth"), [](const SampleAnswer& each) { return each.truth; }, false);
  showGroups();
}

// Colours by a value. The scale is the whole range; with `fromZero`, from 0 to a high quantile.
void ProjectionPage::showScale(const QString& title, float (*valueOf)(const SampleAnswer&), bool fromZero) {
  std::vector<float> values, known;
  for (const SampleAnswer& each : answer_->answers) {
    values.push_back(valueOf(each));
    if (std::isfinite(values.back())) known.push_back(values.back());
  }
  std::ranges::sort(known);
  const double share = fromZero ? kHighLoss : 1.0;
  const float high = known.empty() ? 1 : known[static_cast<std::size_t>(share * static_cast<double>(known.size() - 1))];
  const float low = fromZero || known.empty() ? 0 : known.front();
  cloud_->setValues(std::move(values), low, high);
  const auto text = [this](float value) { return locale().toString(static_cast<double>(value), 'g', 3); };
  legend_->setScale(title, text(low), fromZero ? tr("%1 or more").arg(text(high)) : text(high));
}

void ProjectionPage::showGroups() {
  std::vector<int> groups;
  QStringList names;
  std::vector<qint64> counts;
  for (std::size_t k = 0; k < answer_->request.dataset->info().classes.size(); ++k)
    names << samplesOf_->className(static_cast<std::int64_t>(k));
  for (int point = 0; point < cloud_->count(); ++point) {
    groups.push_back(groupOf(point));
    // The network may have more classes than the data set names.
    while (groups.back() >= names.size()) names << QString::number(names.size());
  }
  counts.resize(static_cast<std::size_t>(names.size()));
  for (const int group : groups)
    if (group >= 0) ++counts[static_cast<std::size_t>(group)];
  cloud_->setGroups(names, std::move(groups));
  legend_->setGroups(names, counts);
}

// Returns "120 Shirt, 80 Coat, 12 more".
QString ProjectionPage::groupSummary(const std::vector<int>& points) const {
  std::vector<std::pair<int, int>> counts;  // samples, label
  for (const int point : points) {
    const int label = answer_->answers[static_cast<std::size_t>(point)].label;
    if (label >= 0 && static_cast<std::size_t>(label) >= counts.size())
      counts.resize(static_cast<std::size_t>(label) + 1);
    if (label >= 0)
      counts[static_cast<std::size_t>(label)] = {counts[static_cast<std::size_t>(label)].first + 1, label};
  }
  std::ranges::stable_sort(counts, [](const auto& a, const auto& b) { return a.first > b.first; });
  QStringList parts;
  int others = static_cast<int>(points.size());
  for (std::size_t i = 0; i < std::min(counts.size(), kNamedGroups) && counts[i].first > 0; ++i) {
    parts << tr("%1 %2").arg(locale().toString(counts[i].first), samplesOf_->className(counts[i].second));
    others -= counts[i].first;
  }
  if (others > 0 && !parts.isEmpty()) parts << tr("%n more", nullptr, static_cast<int>(others));
  return parts.join(QStringLiteral(", "));
}

void ProjectionPage::showSelection() {
  if (!answer_ || cloud_->count() != std::ssize(answer_->answers)) return;
  const std::vector<int>& selection = cloud_->selection();
  samples_->showChosen(
      {selection.begin(), selection.end()},
      selection.empty() ? tr("Selection") : tr("%n selected", nullptr, static_cast<int>(selection.size())),
      selection.empty() ? tr("drag around points, or choose a class in the legend") : groupSummary(selection));
}

void ProjectionPage::fillSelectMenu() {
  selectMenu_->clear();
  if (!answer_) return;
  selectMenu_->addAction(tr("All samples"), cloud_, &PointCloud::selectAll);
  selectMenu_->addAction(tr("None"), this, [this] { cloud_->setSelection({}); });
  const auto where = [this](const std::function<bool(const SampleAnswer&)>& wanted) {
    std::vector<int> points;
    for (int point = 0; point < cloud_->count(); ++point)
      if (wanted(answer_->answers[static_cast<std::size_t>(point)])) points.push_back(point);
    cloud_->setSelection(std::move(points));
  };
  if (answer_->kind == AnswerKind::Classes)
    selectMenu_->addAction(tr("Predicted wrongly"), this, [where] {
      where([](const SampleAnswer& each) { return each.label >= 0 && each.prediction != each.label; });
    });
  selectMenu_->addSeparator();
  const auto& classes = answer_->request.dataset->info().classes;
  for (std::size_t k = 0; k < classes.size(); ++k)
    selectMenu_->addAction(QString::fromStdString(classes[k]), this, [where, label = static_cast<std::int32_t>(k)] {
      where([label](const SampleAnswer& each) { return each.label == label; });
    });
}

QStringList ProjectionPage::describe(int point) const {
  if (!answer_ || point >= std::ssize(answer_->answers)) return {};
  const SampleAnswer& answer = answer_->answers[static_cast<std::size_t>(point)];
  QStringList lines{tr("Sample %1").arg(locale().toString(static_cast<qlonglong>(answer.index)))};
  if (answer.label >= 0) lines << tr("Label: %1").arg(samplesOf_->className(answer.label));
  if (answer.prediction >= 0 && std::isnan(answer.confidence))
    lines << tr("Prediction: %1").arg(samplesOf_->className(answer.prediction));
  else if (answer.prediction >= 0)
    lines << tr("Prediction: %1, %2 %")
                 .arg(samplesOf_->className(answer.prediction),
                      locale().toString(static_cast<double>(answer.confidence) * 100, 'f', 0));
  if (const double loss = lossOf(answer); !std::isnan(loss))
    lines << tr("Loss: %1").arg(locale().toString(loss, 'g', 3));
  else if (!std::isnan(answer.error))
    lines << tr("Error: %1").arg(locale().toString(static_cast<double>(answer.error), 'g', 3));
  if (!std::isnan(answer.truth))
    lines << tr("Truth %1, answer %2")
                 .arg(locale().toString(static_cast<double>(answer.truth), 'g', 4),
                      locale().toString(static_cast<double>(answer.answer), 'g', 4));
  return lines;
}

}  // namespace fovea
