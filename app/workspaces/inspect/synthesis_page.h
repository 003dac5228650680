// Why: shows what a class, a channel or a layer responds to, by growing a picture that activates it, live.
#pragma once
#include <QElapsedTimer>
#include <QWidget>
#include <mutex>

#include "app/bridge/question.h"
#include "core/inspect/synthesis_question.h"

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace fovea {

class Card;
class ImageView;
class SegmentBar;

// The checkpoint and sample from which pictures are grown.
struct SynthesisSubject {
  InspectionRequest from;  // checkpoint, and sample for dreams and inversion
  QString name;            // name of the checkpoint
  QString sampleName;      // "Sample 7 of validation", "photo.jpg"
  bool operator==(const SynthesisSubject&) const = default;
};

class SynthesisPage : public QWidget {
  Q_OBJECT
 public:
  explicit SynthesisPage(std::shared_ptr<InspectionEngine> engine, QWidget* parent = nullptr);

  // Sets the checkpoint and sample. The shown picture stays until a new one is grown.
  void setSubject(const SynthesisSubject& subject);
  void clear();
  void grow();
  void cancel();
  // Asks for a file and saves the picture as PNG.
  void save();
  bool saveTo(const QString& file);
  bool running() const { return question_.busy(); }
  // Returns null before the first result.
  const SynthesisResult* shown() const { return result_.get(); }
  // Returns the shown frame, also while the picture grows.
  const QImage& picture() const;

  SegmentBar* methodBar() const { return method_; }
  QComboBox* layerBox() const { return layer_; }
  QSpinBox* channelBox() const { return channel_; }
  QComboBox* classBox() const { return class_; }
  QSpinBox* stepsBox() const { return steps_; }
  QPushButton* growButton() const { return grow_; }
  QPushButton* cancelButton() const { return cancel_; }
  QPushButton* saveButton() const { return save_; }
  QLabel* figure() const { return figure_; }
  QWidget* inspector() const { return side_; }

 Q_SIGNALS:
  // A result is shown, growing has ended, or the settings are ready.
  void settled();
  // A new frame of the growing picture is shown.
  void frameShown();
  void failed(const fovea::Error& error);

 private:
  // The newest frame; written by the engine's thread.
  struct Slot {
    std::mutex mutex;
    std::shared_ptr<const SynthesisFrame> frame;
  };
  QWidget* buildControls();
  void buildSide();
  void addNumber(QFormLayout& form, QWidget* box, const QString& name, const QString& help);
  void methodChanged();
  void layerChanged();
  void askForLayers();
  void showLayers(const LayersAnswer& layers);
  SynthesisOptions options() const;
  void showFrame(const SynthesisFrame& frame);
  void showProgress(double share);
  void showRunning(bool running);
  QString targetName() const;

  SynthesisSubject subject_;
  std::vector<LayerOutput> layers_;
  std::filesystem::path layersOf_;
  std::shared_ptr<const SynthesisResult> result_;
  std::shared_ptr<Slot> slot_ = std::make_shared<Slot>();
  Question<LayersAnswer> look_;
  Question<SynthesisResult> question_;
  QElapsedTimer since_;
  bool filling_ = false;

  SegmentBar* method_;
  QComboBox* layer_;
  QSpinBox* channel_;
  QComboBox* class_;
  QPushButton* grow_;
  Card* card_;
  ImageView* view_;
  QLabel* figure_;
  QProgressBar* bar_;
  QLabel* note_;
  QPushButton* cancel_;
  QPushButton* save_;
  QWidget* side_;
  QLabel* help_;
  QSpinBox* steps_;
  QDoubleSpinBox* rate_;
  QSpinBox* jitter_;
  QDoubleSpinBox* blur_;
  QDoubleSpinBox* variation_;
  QDoubleSpinBox* decay_;
  QSpinBox* octaves_;
  QSpinBox* seed_;
};

}  // namespace fovea
