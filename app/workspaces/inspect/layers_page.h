// Why: shows every layer's result for one sample at one checkpoint, and explains the network's answer.
#pragma once
#include <QWidget>
#include <optional>

#include "app/bridge/question.h"
#include "core/inspect/questions.h"

class QStackedWidget;

namespace fovea {

class ChannelInspector;
class DevicePanel;
class ExcitationPanel;
class ExplanationsCard;
class LayerCard;
class LayerStrip;
class PredictionCard;
class TimeBar;

class LayersPage : public QWidget {
  Q_OBJECT
 public:
  explicit LayersPage(std::shared_ptr<InspectionEngine> engine, QWidget* parent = nullptr);

  // Skips a repeated request; a later request replaces an unanswered one.
  void ask(const InspectionRequest& request);
  // Allows repeating the last request.
  void forgetRequest() { asked_.reset(); }
  // Shows nothing.
  void clear();
  // Adapts sizes to an area of this size.
  void setRoom(const QSize& place);
  // Selects the first convolution, and its channel with the largest deviation.
  void showLiveliest();
  // Returns the shown result; null before the first answer.
  const std::shared_ptr<const InspectionResult>& result() const { return result_; }

  PredictionCard* predictionCard() const { return prediction_; }
  LayerStrip* layerStrip() const { return layers_; }
  LayerCard* layerCard() const { return layer_; }
  ExplanationsCard* explanationsCard() const { return explanations_; }
  TimeBar* timeBar() const { return time_; }
  // Returns whether an answer or an explanation is still being computed.
  bool busy() const { return look_.busy() || explanation_.busy() || longExplanation_.busy(); }
  ExcitationPanel* excitationPanel() const { return excitation_; }
  DevicePanel* devicePanel() const { return devices_; }
  // The side panel; whoever shows it owns it.
  ChannelInspector* channelInspector() const { return channel_; }

 Q_SIGNALS:
  // An answer is shown.
  void answered();
  // The request failed; the previous answer stays.
  void failed(const fovea::Error& error);
  // An explanation is drawn over the sample, or the card says why there is none.
  void explained();
  void busyChanged(bool busy);
  // The user chose the sample at this index of the split.
  void sampleChosen(qint64 index);

 private:
  void explain();
  void cancelExplanation();
  void showSideBySide(bool on);
  void showResult(std::shared_ptr<const InspectionResult> result);
  void showFailure(const Error& error);
  void showLayer(int layer);
  void showChannel();
  // Returns the layer that is shown; null without a result.
  const LayerActivation* shownLayer() const;
  // A place in the pictures of the layer: the one under the cursor, else the one that was clicked.
  struct PointedPlace {
    int channel = 0, x = 0, y = 0;
    bool operator==(const PointedPlace&) const = default;
  };
  void point(const PointedPlace& at);
  void leave();
  void pin(const PointedPlace& at);
  void askForAttention(const std::shared_ptr<const AttentionInputs>& inputs);
  void askForField(std::vector<std::int64_t> at);
  void showAttentionOf(const std::vector<std::int64_t>& at, float share);
  int firstConvolution() const;
  int liveliestChannel() const;  // channel of the selected layer

  std::shared_ptr<const InspectionResult> result_;
  std::optional<InspectionRequest> asked_;
  Question<InspectionResult> look_;
  // Short methods are computed at once, long ones are queued like other jobs.
  Question<Attribution> explanation_;
  Question<Attribution> longExplanation_;
  Question<ReceptiveField> field_;
  Question<Tensor> attention_;  // computes the map of the shown layer
  std::optional<PointedPlace> pinned_;
  PredictionCard* prediction_;
  LayerStrip* layers_;
  LayerCard* layer_;
  ExplanationsCard* explanations_;
  QStackedWidget* middle_;
  TimeBar* time_;
  ChannelInspector* channel_;
  ExcitationPanel* excitation_;
  DevicePanel* devices_;
};

}  // namespace fovea
