// Why: chooses the views of an evaluation by the kind of the network's answers and hides those that do not apply.
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/workspaces/inspect/answer_inspector.h"
#include "app/workspaces/inspect/class_table.h"
#include "app/workspaces/inspect/evaluation_page.h"
#include "app/workspaces/inspect/evaluation_report.h"
#include "app/workspaces/inspect/figure_strip.h"
#include "app/workspaces/inspect/rates_card.h"
#include "app/workspaces/inspect/samples_card.h"
#include "app/workspaces/train/metric_words.h"
#include "core/base/file.h"
#include "core/base/json.h"
#include "core/inspect/evaluation_json.h"
#include "widgets/images/matrix_view.h"
#include "widgets/plots/share_plot.h"
#include "widgets/theme/save_file.h"

namespace fovea {
namespace {

constexpr int kMostDots = 20000;

// Returns the mean over the classes that have the score; NaN if none has.
double meanOver(const std::vector<ClassScore>& classes, double ClassScore::*score) {
  double sum = 0;
  int count = 0;
  for (const ClassScore& each : classes)
    if (std::isfinite(each.*score)) {
      sum += each.*score;
      ++count;
    }
  return count > 0 ? sum / count : std::nan("");
}

}  // namespace

void EvaluationPage::showAnswer(std::shared_ptr<const EvaluationAnswer> answer, bool another) {
  if (another) {
    inspector_->clear();
    shown_ = ShownEvaluation{std::move(answer), subject_.request.dataset, {}, {}};
    comparedRun_ = {};
    comparedStep_ = -1;
    showCompared();
  }
  const Evaluation& evaluation = shown_->evaluation();
  states_->setCurrentIndex(Results);
  showFigures();
  const bool stale = shown_->corrected();
  stale_->setText(stale ? tr("The data set was corrected since.") : QString());
  stale_->setVisible(stale);
  again_->setVisible(stale);
  compare_->setVisible(evaluation.judgesByLabel() && compare_->count() > 1);
  if (another) {
    showMatrix();
    showScatter();
    classCard_->setVisible(!evaluation.classes.empty());
    classes_->show(*shown_);
    showCalibration();
    rates_->setVisible(!evaluation.curves.empty());
    samples_->setVisible(!evaluation.answers.empty());
  }
  samples_->show(*shown_, another);
  inspector_->follow(*shown_);
  if (another && !evaluation.classes.empty()) {
    const auto worst = std::ranges::min_element(
        evaluation.classes, {}, [](const ClassScore& score) { return std::isfinite(score.f1) ? score.f1 : 2; });
    const int index = static_cast<int>(worst - evaluation.classes.begin());
    classes_->chooseClass(index);
    rates_->show(*shown_, index);
  }
  if (shown_->answer->notKept && another) Q_EMIT failed(*shown_->answer->notKept);
  Q_EMIT settled();
}

void EvaluationPage::showMatrix() {
  const Evaluation& evaluation = shown_->evaluation();
  const ConfusionMatrix& confusion = evaluation.confusion;
  const std::int64_t classes = confusion.classes();
  matrixCard_->setVisible(classes > 0);
  QStringList names;
  std::vector<qint64> counts;
  counts.reserve(static_cast<std::size_t>(classes * classes));
  for (std::int64_t row = 0; row < classes; ++row) {
    names << QString::fromStdString(evaluation.classes[static_cast<std::size_t>(row)].name);
    for (std::int64_t column = 0; column < classes; ++column) counts.push_back(confusion.count(row, column));
  }
  matrix_->setCounts(names, std::move(counts));
  const std::int64_t wrong = confusion.total() - confusion.correct();
  matrixCard_->setRemark(evaluation.kind == AnswerKind::Mask
                             ? tr("pixels; %1 wrong").arg(locale().toString(static_cast<qlonglong>(wrong)))
                             : tr("%1 wrong").arg(locale().toString(static_cast<qlonglong>(wrong))));
}

void EvaluationPage::showScatter() {
  const Evaluation& evaluation = shown_->evaluation();
  QList<QPointF> dots;
  for (const SampleAnswer& answer : evaluation.answers) {
    if (std::isnan(answer.truth) || dots.size() >= kMostDots) break;
    dots << QPointF(static_cast<double>(answer.truth), static_cast<double>(answer.answer));
  }
  scatterCard_->setVisible(!dots.isEmpty());
  scatterCard_->setRemark(dots.size() < std::ssize(evaluation.answers) && !dots.isEmpty()
                              ? tr("the first %1 samples").arg(locale().toString(dots.size()))
                              : tr("one dot a sample; on the line both are the same"));
  scatter_->setDots(std::move(dots));
}

void EvaluationPage::showCalibration() {
  const Calibration& calibration = shown_->evaluation().calibration;
  calibrationCard_->setVisible(!calibration.bins.empty());
  SharePlot::Curve curve{tr("Calibration"), {}, {0, Qt::SolidLine, true}};
  for (const CalibrationBin& bin : calibration.bins)
    if (bin.samples > 0) curve.points << QPointF(bin.confidence, bin.accuracy);
  calibration_->setCurves({curve}, true);
  calibrationCard_->setRemark(tr("error %1").arg(locale().toString(calibration.error, 'f', 3)));
}

void EvaluationPage::showFigures() {
  const Evaluation& evaluation = shown_->evaluation();
  const auto share = [this](double value) { return tr("%1 %").arg(locale().toString(value * 100, 'f', 2)); };
  std::vector<FigureStrip::Figure> figures;
  if (std::isfinite(evaluation.accuracy)) {
    FigureStrip::Figure accuracy{tr("Accuracy"), share(evaluation.accuracy), tr("The share that is right")};
    if (shown_->comparison) {
      const double more = evaluation.accuracy - shown_->comparison->accuracyBefore;
      accuracy.change = (more >= 0 ? QStringLiteral("+") : QStringLiteral("−")) + share(std::abs(more));
      accuracy.better = more >= 0;
    }
    figures.push_back(accuracy);
  }
  if (const auto& comparison = shown_->comparison) {
    const auto count = [this](std::size_t value) { return locale().toString(static_cast<qlonglong>(value)); };
    figures.push_back(
        {tr("Fixed"), count(comparison->fixed.size()), tr("Right here, wrong in %1").arg(shown_->against)});
    figures.push_back(
        {tr("Broken"), count(comparison->broken.size()), tr("Wrong here, right in %1").arg(shown_->against)});
    figures.push_back({tr("Agreement"),
                       share(static_cast<double>(comparison->same) / static_cast<double>(comparison->samples)),
                       tr("The share of samples for which both predict the same class; p = %1 by McNemar's test")
                           .arg(locale().toString(comparison->pValue, 'g', 2))});
  }
  figures.push_back({tr("Loss"), locale().toString(evaluation.loss, 'g', 4), tr("Mean over the samples")});
  // Leaves out the means of the confusion matrix, which are shown below for the same classes as the table.
  for (const auto& [name, value] : evaluation.metrics)
    if (!QByteArray::fromStdString(name).startsWith("confusion_"))
      figures.push_back({metricTitle(name), locale().toString(value, 'g', 4), {}});
  const auto add = [&](const QString& name, double value, const QString& help) {
    if (std::isfinite(value)) figures.push_back({name, locale().toString(value, 'f', 3), help});
  };
  const auto isF1 = [](const auto& metric) { return metric.first == "f1"; };  // already shown as a metric
  if (std::ranges::none_of(evaluation.metrics, isF1))
    add(tr("F1"), meanOver(evaluation.classes, &ClassScore::f1), tr("Mean over the classes"));
  if (evaluation.kind == AnswerKind::Mask)
    add(tr("Overlap"), meanOver(evaluation.classes, &ClassScore::overlap), tr("Mean intersection over union"));
  add(tr("ROC AUC"), meanOver(evaluation.classes, &ClassScore::rocAuc), tr("Each class against all others, mean"));
  add(tr("Calibration error"), evaluation.calibration.error,
      tr("How far confidence and accuracy are apart, on average"));
  figures.push_back({tr("Samples"), locale().toString(static_cast<qlonglong>(evaluation.samples)), {}});
  figures_->setFigures(std::move(figures));
}

void EvaluationPage::chooseClass(int index) {
  if (!shown_) return;
  rates_->show(*shown_, index);
  classes_->chooseClass(index);
  if (!shown_->evaluation().judgesByLabel()) return;
  matrix_->choose({});
  samples_->showCell(index, kNoLabel);
}

void EvaluationPage::chooseCell() {
  const auto cell = matrix_->chosen();
  if (!cell || !shown_) return;
  rates_->show(*shown_, cell->row);
  classes_->chooseClass(cell->row);
  if (shown_->evaluation().judgesByLabel()) samples_->showCell(cell->row, cell->column);
}

void EvaluationPage::saveAs(const QString& title, const QString& filter, const QString& suffix,
                            const std::function<std::string()>& content) {
  const QString name = QStringLiteral("evaluation-%1.%2").arg(subject_.split.toLower(), suffix);
  const QString file = saveFileName(this, title, name, filter);
  if (file.isEmpty()) return;
  if (const Status written = writeFileAtomic(file.toStdString(), content()); !written.ok())
    Q_EMIT failed(written.error());
}

void EvaluationPage::exportJson() {
  if (!shown_) return;
  saveAs(tr("Save the figures"), tr("JSON (*.json)"), QStringLiteral("json"),
         [shown = *shown_] { return formatJson(evaluationJson(shown.evaluation())); });
}

void EvaluationPage::exportAnswers() {
  if (!shown_) return;
  saveAs(tr("Save the samples"), tr("CSV (*.csv)"), QStringLiteral("csv"),
         [shown = *shown_] { return answersCsv(shown.evaluation(), shown.dataset()); });
}

void EvaluationPage::exportClasses() {
  if (!shown_) return;
  saveAs(tr("Save the classes"), tr("CSV (*.csv)"), QStringLiteral("csv"),
         [shown = *shown_] { return classesCsv(shown.evaluation()); });
}

void EvaluationPage::exportReport() {
  if (!shown_) return;
  const ReportViews views{tr("%1 on %2").arg(subject_.name, subject_.split),
                          figures_->figures(),
                          {matrixCard_, scatterCard_, rates_, calibrationCard_}};
  saveAs(tr("Save the report"), tr("PDF (*.pdf)"), QStringLiteral("pdf"),
         [report = evaluationReport(*shown_, views)] { return report; });
}

}  // namespace fovea
