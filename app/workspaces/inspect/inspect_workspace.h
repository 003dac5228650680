// Why: looking into what was learned: a checkpoint and a picture are chosen, and every layer shows what it makes of it.
// What is computed is computed elsewhere (InspectionRunner); this place asks and shows.
#pragma once
#include <vector>

#include "app/bridge/session.h"
#include "app/workspaces/inspect/explainer.h"
#include "app/workspaces/inspect/inspection_runner.h"
#include "app/workspaces/workspace.h"

class QComboBox;
class QSpinBox;
class QStackedWidget;

namespace fovea {

class ActionButton;
class ChannelInspector;
class LayerCard;
class LayerStrip;
class Pill;
class PredictionCard;
class TimeBar;

class InspectWorkspace : public Workspace {
  Q_OBJECT
 public:
  explicit InspectWorkspace(Session& session, QWidget* parent = nullptr);
  void activate() override;
  // A picture, once there is a checkpoint to show it to.
  bool takesFile(const QString& file) const override;
  void openFile(const QString& file) override { showImageFile(file); }
  void prepareForTour(std::function<void()> ready) override;

  QComboBox* checkpointChooser() const { return checkpoint_; }
  QComboBox* splitChooser() const { return split_; }
  QSpinBox* sampleChooser() const { return sample_; }
  LayerStrip* layerStrip() const { return layers_; }
  LayerCard* layerCard() const { return layer_; }
  PredictionCard* predictionCard() const { return prediction_; }
  ChannelInspector* channelInspector() const { return channel_; }
  TimeBar* timeBar() const { return time_; }
  // What is shown; null before the first answer.
  const std::shared_ptr<const InspectionResult>& result() const { return result_; }

 public Q_SLOTS:
  void openImage();
  // Shows this image file to the network, fitted to its size.
  void showImageFile(const QString& file);
  void showRandomSample();

 Q_SIGNALS:
  // An explanation is over the picture, or the card says why there is none.
  void explained();
  // A new answer is on the screen, or a request failed and what was shown is shown still.
  void inspected();
  void inspectionFailed(const fovea::Error& error);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct RunCheckpoints {
    RunRecord run;
    std::vector<CheckpointRecord> checkpoints;  // in order of step, at least one
  };
  // What a person looks at.
  struct Subject {
    RunId run;
    std::int64_t step = -1;
    Split split = Split::Validation;
    std::int64_t index = 0;
    std::filesystem::path imageFile;
  };

  void buildActions();
  void buildToolbar();
  QWidget* buildContent();
  void projectChanged();
  void runsChanged();
  void datasetChanged();
  // Reads which checkpoints there are. What is looked at stays as long as it is there, unless `follow`: then the newest
  // run comes, if no person chose another.
  void refreshCheckpoints(bool follow);
  void readCheckpoints();
  void fillChooser();
  void chooseDefaultCheckpoint();
  const RunCheckpoints* wantedRun() const;
  const CheckpointRecord* wantedCheckpoint() const;
  void chooseCheckpoint(int row);
  void chooseSample();
  // Puts `wanted_` into the choosers.
  void showSubject();
  void inspect();
  void explain();
  void showResult(const std::shared_ptr<const InspectionResult>& result);
  void showFailure(const Error& error);
  void showLayer(int layer);
  void showChannel();
  int firstConvolution() const;
  // Of the chosen layer: the one with the most to see.
  int liveliestChannel() const;

  std::vector<RunCheckpoints> runs_;  // the newest first
  Subject wanted_;
  Subject shown_;
  bool chosen_ = false;  // the checkpoint by a person, so that it does not follow the newest run
  bool stale_ = true;
  bool filling_ = false;
  std::shared_ptr<const InspectionResult> result_;
  std::optional<InspectionRequest> asked_;     // last; the same is not asked again
  std::shared_ptr<const Dataset> lookedInto_;  // the data set of the choosers
  InspectionRunner runner_;
  Explainer explainer_;

  QComboBox* checkpoint_;
  QComboBox* split_;
  QSpinBox* sample_;
  Action* random_ = nullptr;
  Action* open_ = nullptr;
  Pill* busy_;
  QTimer busyDelay_;
  QStackedWidget* pages_ = nullptr;
  PredictionCard* prediction_;
  LayerStrip* layers_;
  LayerCard* layer_;
  TimeBar* time_;
  ChannelInspector* channel_;
};

}  // namespace fovea
