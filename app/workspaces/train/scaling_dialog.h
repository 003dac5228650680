// Why: before somebody books machines, the window shows how much faster several devices would train the network, from a
// step that is measured on this one, and what several ranks really reach here.
#pragma once
#include <QDialog>
#include <QPointer>
#include <optional>

#include "app/bridge/jobs.h"
#include "core/train/scaling_survey.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QStandardItemModel;
class QTableView;

namespace fovea {

class ScalingPlot;

class ScalingDialog : public QDialog {
  Q_OBJECT
 public:
  using Done = std::function<void(const Result<ScalingSurvey>&)>;
  // Starts a measurement as a job, see Session::surveyScaling().
  using Survey = std::function<Result<Job*>(const ScalingRequest&, Done)>;

  static constexpr double kSeconds = 5;

  // `device`: those of the next run, of which the first is measured. `seconds`: length of each measurement. Closing the
  // dialog cancels the job.
  ScalingDialog(Survey survey, const std::string& device, double seconds = kSeconds, QWidget* parent = nullptr);
  ~ScalingDialog() override;

  // Measures a step on one device. Immediate errors are returned, others are shown in the dialog.
  Status measureStep();

  QComboBox* bandwidth() const { return bandwidth_; }
  QSpinBox* mostDevices() const { return most_; }
  ScalingPlot* plot() const { return plot_; }
  QTableView* table() const { return table_; }
  // "Measure here": trains with 2 and 4 ranks, as far as that is possible. While a job runs, it cancels the job.
  QPushButton* measureButton() const { return measure_; }
  // The measured facts, and what limits the plan.
  QString words() const;
  QString problem() const;
  // Whether a measurement is running.
  bool measuring() const { return job_; }

 private:
  void build();
  QWidget* buildFields();
  Status begin(const ScalingRequest& request, Done done);
  void measureRanks();
  // Plans with the values of the fields, and shows plot and table.
  void showPlan();
  void showRows(const std::vector<ScalingRow>& rows);
  void showWords();
  void showProblem(const QString& words);
  void showMeasuring();
  void selectRow(int devices);

  Survey survey_;
  bool shared_;  // ranks share the cores of a processor
  double seconds_;
  QPointer<Job> job_;
  std::optional<ScalingInput> input_;  // empty until a step is measured
  std::vector<int> possible_;          // numbers of ranks that can be measured here
  std::vector<MeasuredRanks> measured_;
  QString measureProblem_;  // of the last measurement
  QComboBox* bandwidth_;
  QSpinBox* most_;
  ScalingPlot* plot_;
  QStandardItemModel* rows_;
  QTableView* table_;
  QLabel* words_;
  QLabel* problem_;
  QLabel* stage_;
  QProgressBar* bar_;
  QPushButton* measure_;
};

}  // namespace fovea
