// Why: inspects trained networks. The user chooses a checkpoint and samples here, and each page shows one aspect. The
// inspection engine computes; the pages request and display.
#pragma once
#include <QImage>

#include "app/bridge/session.h"
#include "app/workspaces/inspect/arithmetic_page.h"
#include "app/workspaces/inspect/checkpoint_list.h"
#include "app/workspaces/inspect/doctor_page.h"
#include "app/workspaces/inspect/evaluation_page.h"
#include "app/workspaces/inspect/layers_page.h"
#include "app/workspaces/inspect/live_input.h"
#include "app/workspaces/inspect/projection_page.h"
#include "app/workspaces/inspect/synthesis_page.h"
#include "app/workspaces/workspace.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QStackedWidget;

namespace fovea {

class ActionButton;
class ChannelInspector;
class DrawingPad;
class LayerCard;
class LayerStrip;
class Pill;
class PredictionCard;
class SegmentBar;
class TimeBar;

class InspectWorkspace : public Workspace {
  Q_OBJECT
 public:
  enum Page { kLayers, kEvaluation, kProjection, kSynthesis, kArithmetic, kDoctor };

  explicit InspectWorkspace(Session& session, QWidget* parent = nullptr);
  void activate() override;
  // Undoes the last stroke while the user draws, else the last correction of the data set.
  void undo() override;
  void redo() override;
  bool canUndo() const override;
  bool canRedo() const override;
  // Returns whether `file` is media or a folder of pictures, and there is a checkpoint to run on it.
  bool takesFile(const QString& file) const override;
  void openFile(const QString& file) override;
  void prepareForTour(std::function<void()> ready) override;

  QComboBox* checkpointChooser() const { return checkpoint_; }
  // Shows a checkpoint as if the user had chosen it; nothing changes if it is no longer there.
  void showCheckpoint(RunId run, std::int64_t step);
  // Chooses the run of the Doctor page: any run, with or without checkpoints.
  QComboBox* runChooser() const { return run_; }
  QComboBox* splitChooser() const { return split_; }
  QSpinBox* sampleChooser() const { return sample_; }
  SegmentBar* pageChooser() const { return choice_; }
  LayersPage* layersPage() const { return layers_; }
  EvaluationPage* evaluationPage() const { return evaluation_; }
  ProjectionPage* projectionPage() const { return projection_; }
  DoctorPage* doctorPage() const { return doctor_; }
  SynthesisPage* synthesisPage() const { return synthesis_; }
  ArithmeticPage* arithmeticPage() const { return arithmetic_; }
  LiveInput* liveInput() const { return live_; }
  DrawingPad* drawingPad() const { return pad_; }
  QLineEdit* textInput() const { return text_; }
  LayerStrip* layerStrip() const { return layers_->layerStrip(); }
  LayerCard* layerCard() const { return layers_->layerCard(); }
  PredictionCard* predictionCard() const { return layers_->predictionCard(); }
  ChannelInspector* channelInspector() const { return layers_->channelInspector(); }
  TimeBar* timeBar() const { return layers_->timeBar(); }
  // Returns the result that the layers page shows; null before the first answer.
  const std::shared_ptr<const InspectionResult>& result() const { return layers_->result(); }

 public Q_SLOTS:
  void openImage();
  // Runs the network on this image file, resized to its input.
  void showImageFile(const QString& file);
  void showRandomSample();
  void showPage(int page);
  void openCamera();
  // Gives the network on the canvas the weights of the shown checkpoint, stores both as a run, and shows that.
  void showDrawnNetwork();
  // Shows or hides the panel for drawing and typing.
  void showDrawing(bool shown);
  // Plays all checkpoints on the visible page and saves its frames as .gif, .mp4 or .avi.
  void exportOverTime(const QString& file);

 Q_SIGNALS:
  // An explanation is drawn over the picture, or the card says why there is none.
  void explained();
  // A new answer is shown, or a request failed and the previous answer stays.
  void inspected();
  void inspectionFailed(const fovea::Error& error);
  // The recording of exportOverTime() has been written, or could not be.
  void exported(bool written);
  // The user wants to see these records of the training data set in the Data workspace.
  void recordsWanted(const std::vector<std::uint32_t>& records);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  // The inspected checkpoint and sample.
  struct Subject {
    RunId run;
    std::int64_t step = -1;
    Split split = Split::Validation;
    std::int64_t index = 0;
    std::filesystem::path imageFile;
    std::uint64_t opening = 0;           // see InspectionRequest
    std::shared_ptr<const Tensor> live;  // a drawn, typed or filmed input; null: none
  };

  void buildActions();
  void buildLive();
  QWidget* buildDrawing();
  void chooseDrawingPart();
  bool drawingShown() const;
  void drawingChanged();
  void textChanged();
  // Shows the latest live input on the visible page, once the page has shown the previous one.
  void feedLive();
  // Says which weights the network on the canvas uses.
  void tellTaken(const QString& taken);
  bool pageBusy() const;
  // Reports the checkpoint as shown to the time bar, or starts the computation that shows it.
  void timeShown();
  void recordFrame();
  void finishRecording();
  InspectionRequest inspectionRequest() const;
  // Stops live input and returns to samples and files.
  void leaveLive();
  void placePageChooser();
  // Shows the page chooser where there is a run, which is all that the page Doctor needs.
  void showChooser();
  bool hasRuns() const { return !session().runs()->entries().empty(); }
  void buildToolbar();
  QWidget* buildContent();
  void projectChanged();
  void runsChanged();
  void datasetChanged();
  // Updates the list of checkpoints. Keeps the selection while it exists, unless `follow` is set and the user has not
  // chosen a checkpoint: then selects the newest run.
  void refreshCheckpoints(bool follow);
  void readCheckpoints();
  void chooseDefaultCheckpoint();
  const RunCheckpoints* wantedRun() const { return list_.run(wanted_.run); }
  const CheckpointRecord* wantedCheckpoint() const { return list_.find(wanted_.run, wanted_.step); }
  void chooseCheckpoint();
  void chooseTime(int index);
  void chooseSample();
  // Shows `wanted_` in the choosers.
  void showSubject();
  void inspect();
  // Passes the current subject to the visible page.
  void refreshPage();
  void showCurrentPage();
  void evaluateSubject();
  void projectSubject();
  // Diagnoses the run of the Doctor page if it is another one, or if `again`.
  void diagnoseSubject(bool again = false);
  void fillRuns();
  // Returns the run of the Doctor page; null if there is none.
  const RunEntry* doctoredRun() const;
  // Shows a sample in its split on the page Layers; does nothing for an excluded one.
  void showRecord(std::uint32_t record);
  // Applies the fix of a finding: starts a run, changes the network or corrects the data set.
  void applyFix(const DiagnosisFix& fix);
  void applySetting(const SettingFix& fix);
  void applyNetworkEdit(const NetworkEdit& edit);
  // Returns whether a drawing of the user is being inspected.
  bool drawing() const;
  // Edits the training data set.
  void edit(SampleEdit edit);
  // Keeps the shown result and resets the choosers to it.
  void showFailure(const Error& error);

  std::shared_ptr<InspectionEngine> engine_;
  CheckpointList list_;
  Subject wanted_;
  Subject shown_;
  bool chosen_ = false;  // the user chose the checkpoint, so it does not follow the newest run
  bool stale_ = true;
  bool filling_ = false;
  std::shared_ptr<const Dataset> lookedInto_;  // data set whose samples the choosers offer

  CheckpointBox* checkpoint_;
  QComboBox* run_;
  RunId doctored_;  // chosen on the page Doctor; invalid: the checkpoint's run
  std::int64_t diagnosedStep_ = -1;  // of the diagnosed checkpoint; -1: none
  QComboBox* split_;
  QSpinBox* sample_;
  Action* random_ = nullptr;
  Action* open_ = nullptr;
  QList<QWidget*> ofLayers_;  // toolbar widgets of pages that show one sample
  Pill* busy_;
  QTimer busyDelay_;
  QStackedWidget* pages_ = nullptr;
  SegmentBar* choice_;
  LayersPage* layers_;
  EvaluationPage* evaluation_;
  ProjectionPage* projection_;
  SynthesisPage* synthesis_;
  ArithmeticPage* arithmetic_;
  DoctorPage* doctor_;
  LiveInput* live_;
  DrawingPad* pad_ = nullptr;
  QLineEdit* text_ = nullptr;
  QLabel* textHint_ = nullptr;   // why the typed text is no sample
  QWidget* padPart_ = nullptr;   // part of the drawing panel for pictures
  QWidget* textPart_ = nullptr;  // part of the drawing panel for texts
  Action* draw_ = nullptr;
  Action* camera_ = nullptr;
  Action* drawn_ = nullptr;
  QString taken_;                  // for tellTaken() after the next answer; empty: nothing to tell
  QWidget* chooserRow_ = nullptr;  // holds the page chooser in a narrow window
  std::uint64_t openings_ = 0;     // of files, so far
  QString recording_;              // file for the recorded frames; empty: not recording
  std::vector<QImage> frames_;
  QStackedWidget* sides_;  // the side panels, one per page
};

}  // namespace fovea
