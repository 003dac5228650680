// Why: reports what looks wrong with a run, with evidence, samples and fixes that one click applies.
#pragma once
#include <QWidget>

#include "app/bridge/question.h"
#include "app/bridge/session.h"
#include "core/inspect/run_diagnosis.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace fovea {

class EmptyState;
class FindingCard;
class ThumbnailGrid;

// The run and the checkpoint that are diagnosed.
struct DoctorSubject {
  RunId run;
  std::filesystem::path checkpoint;
  QString written;                         // modification time of the checkpoint
  std::shared_ptr<const Dataset> dataset;  // null: the run's data set is not open
  QString name;                            // name of the checkpoint
};

class DoctorPage : public QWidget {
  Q_OBJECT
 public:
  enum State { Waiting, Running, Healthy, Findings };

  DoctorPage(Session& session, std::shared_ptr<InspectionEngine> engine, QWidget* parent = nullptr);

  // Diagnoses a new subject at once, and the same one only if `again`.
  void setSubject(const DoctorSubject& subject, bool again = false);
  void clear();
  void cancel();
  State state() const;
  // Returns null before the first answer.
  const std::shared_ptr<const DiagnosisAnswer>& answer() const { return answer_; }
  // The records of the diagnosed run; null before they are read.
  const std::shared_ptr<const RunFacts>& facts() const { return facts_; }
  const DoctorSubject& subject() const { return subject_; }
  const QList<FindingCard*>& cards() const { return cards_; }
  QPushButton* cancelButton() const { return cancel_; }
  EmptyState* healthyState() const { return healthy_; }
  // The side panel with the samples of a finding; whoever shows it owns it.
  QWidget* inspector() const { return side_; }
  ThumbnailGrid* samples() const { return grid_; }

 Q_SIGNALS:
  // The user wants a diagnosis of the run as it is at present.
  void diagnosisWanted();
  // Findings are shown, or that there are none.
  void settled();
  void failed(const fovea::Error& error);
  void fixWanted(const fovea::DiagnosisFix& fix);
  // The user double-clicked a sample of the side panel or pressed Enter on it.
  void recordWanted(quint32 record);

 private:
  void buildRunning();
  void buildSide();
  void diagnose();
  void ask(RunFacts facts);
  void show(std::shared_ptr<const DiagnosisAnswer> answer);
  void showSamples(const Diagnosis& finding);
  void clearSamples();
  QString lookedAt() const;

  Session& session_;
  DoctorSubject subject_;
  std::shared_ptr<const RunFacts> facts_;
  std::shared_ptr<const DiagnosisAnswer> answer_;
  Question<DiagnosisAnswer> question_;
  std::uint64_t asked_ = 0;  // number of the latest request for the run's records

  QStackedWidget* states_;
  EmptyState* waiting_;
  QWidget* running_;
  QLabel* runningTitle_;
  QProgressBar* bar_;
  QPushButton* cancel_;
  EmptyState* healthy_;
  QWidget* list_;
  QVBoxLayout* column_;
  QLabel* summary_;
  QPushButton* again_;
  QLabel* looked_;
  QList<FindingCard*> cards_;
  QWidget* side_;
  QLabel* sideTitle_;
  QLabel* sideNote_;
  ThumbnailGrid* grid_;
  std::shared_ptr<const std::vector<std::uint32_t>> records_;  // samples shown in the grid
};

}  // namespace fovea
