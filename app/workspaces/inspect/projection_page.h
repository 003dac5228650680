// Why: shows which samples a layer of the network represents as similar; a group of points leads to its samples.
#pragma once
#include <QElapsedTimer>
#include <QWidget>

#include "app/bridge/question.h"
#include "app/workspaces/inspect/shown_evaluation.h"

class QComboBox;
class QLabel;
class QMenu;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace fovea {

class AnswerInspector;
class Card;
class CloudLegend;
class EmptyState;
class PillButton;
class PointCloud;
class SamplesCard;
class SegmentBar;

// The data to project: a checkpoint's activations for the samples of a split.
struct ProjectionSubject {
  std::filesystem::path checkpoint;
  std::string written;  // modification time of the checkpoint
  std::shared_ptr<const Dataset> dataset;
  Split split = Split::Validation;
  QString name;  // name of the checkpoint
  QString splitName;
};

class ProjectionPage : public QWidget {
  Q_OBJECT
 public:
  enum State { Waiting, Running, Results };
  enum Coloring { ByClass, ByPrediction, ByLoss };

  explicit ProjectionPage(std::shared_ptr<InspectionEngine> engine, QWidget* parent = nullptr);

  // Shows an earlier projection of this subject with the same settings, or offers to compute one.
  void setSubject(const ProjectionSubject& subject);
  void clear();
  void project();
  void cancel();
  State state() const;
  // Returns null if no projection is shown.
  const ProjectionAnswer* shown() const { return answer_.get(); }

  QComboBox* layerBox() const { return layer_; }
  SegmentBar* methodBar() const { return method_; }
  QComboBox* samplesBox() const { return count_; }
  SegmentBar* colorBar() const { return coloring_; }
  PillButton* picturesButton() const { return pictures_; }
  PillButton* selectButton() const { return select_; }
  QPushButton* projectButton() const { return project_; }
  QPushButton* cancelButton() const { return cancel_; }
  PointCloud* cloud() const { return cloud_; }
  CloudLegend* legend() const { return legend_; }
  SamplesCard* samples() const { return samples_; }
  // The side panel; whoever shows it owns it.
  AnswerInspector* inspector() const { return inspector_; }

 Q_SIGNALS:
  // A projection, or the offer to compute one, is shown with the layers of the network.
  void settled();
  // The user stopped the computation; settled() follows.
  void cancelled();
  void failed(const fovea::Error& error);
  void editWanted(const fovea::SampleEdit& edit);
  void layersWanted(qint64 index);
  void recordsWanted(const std::vector<std::uint32_t>& records);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QWidget* buildControls();
  QWidget* buildRunning();
  QWidget* buildResults();
  void askForLayers();
  void showLayers(const LayersAnswer& layers);
  ProjectionRequest request() const;
  // Returns whether samples and settings are the same; the checkpoint may differ.
  static bool sameSettings(const ProjectionRequest& a, const ProjectionRequest& b);
  std::shared_ptr<const ProjectionAnswer> kept() const;
  void keep(std::shared_ptr<const ProjectionAnswer> answer);
  void settingsChanged();
  void offer();
  void showProgress(double share);
  void showAnswer(std::shared_ptr<const ProjectionAnswer> answer);
  void showPictures();
  void showColors();
  void showScale(const QString& title, float (*valueOf)(const SampleAnswer&), bool fromZero);
  void showGroups();
  void showSelection();
  void fillSelectMenu();
  QStringList describe(int point) const;
  QString groupSummary(const std::vector<int>& points) const;
  int groupOf(int point) const;

  ProjectionSubject subject_;
  std::optional<std::filesystem::path> layersOf_;
  std::shared_ptr<const ProjectionAnswer> answer_;
  std::optional<ShownEvaluation> samplesOf_;                   // the same answers, for widgets of the Evaluation page
  std::vector<std::shared_ptr<const ProjectionAnswer>> kept_;  // the latest is last
  Question<LayersAnswer> look_;
  Question<ProjectionAnswer> question_;
  QElapsedTimer since_;
  bool filling_ = false;

  QComboBox* layer_;
  SegmentBar* method_;
  QComboBox* count_;
  QPushButton* project_;
  QStackedWidget* states_;
  EmptyState* waiting_;
  QLabel* runningTitle_;
  QLabel* runningNote_;
  QProgressBar* bar_;
  QPushButton* cancel_;
  Card* card_;
  SegmentBar* coloring_;
  PillButton* pictures_;
  PillButton* select_;
  QMenu* selectMenu_;
  PointCloud* cloud_;
  CloudLegend* legend_;
  SamplesCard* samples_;
  AnswerInspector* inspector_;
};

}  // namespace fovea
