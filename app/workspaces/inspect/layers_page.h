// Why: shows every layer's result for one picture at one checkpoint, and explains the network's answer.
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
  // Selects the layer and the channel with the strongest variation.
  void showLiveliest();
  // The shown result; null before the first answer.
  const std::shared_ptr<const InspectionResult>& result() const { return result_; }

  PredictionCard* predictionCard() const { return prediction_; }
  LayerStrip* layerStrip() const { return layers_; }
  LayerCard* layerCard() const { return layer_; }
  ExplanationsCard* explanationsCard() const { return explanations_; }
  TimeBar* timeBar() const { return time_; }
  // An answer or an explanation is awaited.
  bool busy() const { return look_.busy() || explanation_.busy() || longExplanation_.busy(); }
  ExcitationPanel* excitationPanel() const { return excitation_; }
  DevicePanel* devicePanel() const { return devices_; }
  // The side panel, owned by whoever shows it.
  ChannelInspector* channelInspector() const { return channel_; }

 Q_SIGNALS:
  // An answer is shown.
  void answered();
  // The request failed; the previous answer stays.
  void failed(const fovea::Error& error);
  // Emitted when an explanation is drawn over the picture, or the card says why there is none.
  void explained();
  void busyChanged(bool busy);
  // Index within the split.
  void sampleChosen(qint64 index);

 private:
  void explain();
  void cancelExplanation();
  void showSideBySide(bool on);
  void showResult(std::shared_ptr<const InspectionResult> result);
  void showFailure(const Error& error);
  void showLayer(int layer);
  void showChannel();
  // The value under the cursor, else the one that was clicked.
  struct PointedValue {
    int channel = 0, x = 0, y = 0;
    float value = 0;
    bool operator==(const PointedValue&) const = default;
  };
  void point(const PointedValue& at);
  void leave();
  void pin(const PointedValue& at);
  void askForAttention(const std::shared_ptr<const AttentionInputs>& inputs);
  void askForField(std::vector<std::int64_t> at);
  void showAttentionOf(const std::vector<std::int64_t>& at, float share);
  int firstConvolution() const;
  int liveliestChannel() const;  // in the selected layer

  std::shared_ptr<const InspectionResult> result_;
  std::optional<InspectionRequest> asked_;
  Question<InspectionResult> look_;
  // Short methods are answered at once, long ones like other jobs.
  Question<Attribution> explanation_;
  Question<Attribution> longExplanation_;
  Question<ReceptiveField> field_;
  Question<Tensor> attention_;  // the map of the shown layer
  std::optional<PointedValue> pinned_;
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
