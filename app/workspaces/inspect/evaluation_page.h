// Why: shows how good a network is and where it errs; every figure leads to its samples.
#pragma once
#include <QElapsedTimer>
#include <QWidget>

#include "app/bridge/question.h"
#include "app/workspaces/inspect/checkpoint_list.h"
#include "app/workspaces/inspect/shown_evaluation.h"

class QBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace fovea {

class AnswerInspector;
class Card;
class ClassTable;
class EmptyState;
class FigureStrip;
class MatrixView;
class PillButton;
class RatesCard;
class SamplesCard;
class SegmentBar;
class SharePlot;

// The evaluated checkpoint and samples, and the folder that stores evaluations.
struct EvaluationSubject {
  EvaluationRequest request;
  QString name;     // name of the checkpoint
  QString written;  // modification time of the checkpoint
  QString split;    // name of the split
};

class EvaluationPage : public QWidget {
  Q_OBJECT
 public:
  enum State { Waiting, Running, Results };

  explicit EvaluationPage(std::shared_ptr<InspectionEngine> engine, QWidget* parent = nullptr);

  // Shows the stored evaluation, or offers to evaluate. Keeps the shown one if its samples were only corrected.
  void setSubject(const EvaluationSubject& subject);
  void clear();
  void evaluate();
  void cancel();
  // Compares with that checkpoint; evaluates it first if there is no stored evaluation.
  void compareWith(const std::filesystem::path& checkpoint, const QString& name);
  // Fills the box "Compare with…" with the available checkpoints.
  void setCheckpoints(const CheckpointList& list, const Project* project);
  State state() const;
  // Returns null if no evaluation is shown.
  const ShownEvaluation* shown() const { return shown_ ? &*shown_ : nullptr; }

  MatrixView* matrix() const { return matrix_; }
  ClassTable* classTable() const { return classes_; }
  SamplesCard* samples() const { return samples_; }
  RatesCard* rates() const { return rates_; }
  SharePlot* calibration() const { return calibration_; }
  SharePlot* scatter() const { return scatter_; }
  CheckpointBox* compareBox() const { return compare_; }
  QPushButton* evaluateButton() const { return evaluate_; }
  QPushButton* cancelButton() const { return cancel_; }
  FigureStrip* figures() const { return figures_; }
  // The side panel; whoever shows it owns it.
  AnswerInspector* inspector() const { return inspector_; }

 public Q_SLOTS:
  void exportJson();
  void exportAnswers();
  void exportClasses();
  void exportReport();

 Q_SIGNALS:
  // An evaluation is shown, or there is no stored one, or nothing to evaluate.
  void settled();
  // The user stopped the computation; settled() follows.
  void cancelled();
  void failed(const fovea::Error& error);
  void editWanted(const fovea::SampleEdit& edit);
  void layersWanted(qint64 index);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitColumns();
  void buildRunning();
  QWidget* buildResults();
  QWidget* buildHeader();
  void ask(bool onlyStored);
  void showProgress(double share);
  void showAnswer(std::shared_ptr<const EvaluationAnswer> answer, bool another);
  void showFailure(const Error& error);
  void showMatrix();
  void showCalibration();
  void showScatter();
  void showFigures();
  void chooseClass(int index);
  void chooseCell();
  void compareChosen();
  // Shows in the box which checkpoint the evaluation is compared with, if any.
  void showCompared();
  // Asks for a file and writes what `content` returns. Behind the dialog the page may go on to another evaluation, so
  // `content` holds its own.
  void saveAs(const QString& title, const QString& filter, const QString& suffix,
              const std::function<std::string()>& content);

  EvaluationSubject subject_;
  std::optional<ShownEvaluation> shown_;
  Question<EvaluationAnswer> evaluation_;
  Question<EvaluationAnswer> other_;
  RunId comparedRun_;  // of the comparison that is shown
  std::int64_t comparedStep_ = -1;
  const CheckpointList* list_ = nullptr;
  const Project* project_ = nullptr;
  QElapsedTimer since_;  // started with the running job

  QStackedWidget* states_;
  QBoxLayout* columns_ = nullptr;
  EmptyState* waiting_;
  QPushButton* evaluate_;
  QWidget* running_;
  QLabel* runningTitle_;
  QLabel* runningNote_;
  QProgressBar* bar_;
  QPushButton* cancel_;
  FigureStrip* figures_;
  QLabel* stale_;
  CheckpointBox* compare_;
  QPushButton* again_;
  PillButton* export_;
  Card* matrixCard_;
  MatrixView* matrix_;
  SegmentBar* figureChoice_;
  Card* scatterCard_;
  SharePlot* scatter_;
  Card* classCard_;
  ClassTable* classes_;
  SamplesCard* samples_;
  RatesCard* rates_;
  Card* calibrationCard_;
  SharePlot* calibration_;
  AnswerInspector* inspector_;
};

}  // namespace fovea
