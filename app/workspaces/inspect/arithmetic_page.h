// Why: teaches the arithmetic of a network on the user's own example: one layer at a time, forward and backward, with
// the actual numbers of a sample.
#pragma once
#include <QWidget>

#include "app/bridge/question.h"
#include "core/inspect/trace_question.h"

class QLabel;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace fovea {

class ArithmeticStageList;
class ArithmeticView;
class Card;
class EmptyState;
class FactList;
class ImageGrid;
class LayerStrip;
class PillButton;
class SegmentBar;

class ArithmeticPage : public QWidget {
  Q_OBJECT
 public:
  explicit ArithmeticPage(std::shared_ptr<InspectionEngine> engine, QWidget* parent = nullptr);

  // Skips a repeated request. Keeps the layer, the position and the direction if the new trace has them.
  void ask(const InspectionRequest& request);
  void clear();
  bool busy() const { return question_.busy(); }
  // Returns null before the first answer.
  const TraceAnswer* shown() const { return answer_.get(); }
  int layer() const;
  const std::vector<std::int64_t>& position() const { return at_; }
  // Chooses a position of the layer's output; ignores an invalid one.
  void setPosition(const std::vector<std::int64_t>& at);

  LayerStrip* layerStrip() const { return layers_; }
  ArithmeticView* view() const { return view_; }
  SegmentBar* directionBar() const { return direction_; }
  QSpinBox* channelBox() const { return channel_; }
  // Selects on the second axis of sequences and volumes: the number within a step, or the slice.
  QSpinBox* secondBox() const { return second_; }
  QSpinBox* inputBox() const { return input_; }
  ArithmeticStageList* stageList() const { return stages_; }
  ImageGrid* outputGrid() const { return output_; }
  QPushButton* nextButton() const { return next_; }
  QPushButton* backButton() const { return back_; }
  FactList* facts() const { return facts_; }
  QWidget* inspector() const { return side_; }

 Q_SIGNALS:
  // A trace is shown.
  void settled();
  void failed(const fovea::Error& error);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* buildHeader();
  QWidget* buildBelow();
  void buildSide();
  void showAnswer(std::shared_ptr<const TraceAnswer> answer);
  void showLayer();
  void nameAxes();
  QString positionWords() const;
  void showPosition();
  void showSide();
  void showOutput();
  void step(int by);
  void chooseAxis(std::size_t axis, int place);
  void move(int dx, int dy);
  void choosePixel(double x, double y);
  const TracedLayer& traced() const;
  std::optional<std::int64_t> weightRow() const;
  double valueOrNaN(const std::vector<std::int64_t>& at) const;

  Question<TraceAnswer> question_;
  std::optional<InspectionRequest> asked_;
  std::shared_ptr<const TraceAnswer> answer_;
  std::vector<std::int64_t> at_;
  bool filling_ = false;

  LayerStrip* layers_;
  QPushButton* back_;
  QPushButton* next_;
  SegmentBar* direction_;
  QLabel* channelWord_;
  QSpinBox* channel_;
  QLabel* secondWord_;
  QSpinBox* second_;
  QSpinBox* input_;
  QLabel* inputWord_;
  PillButton* numbers_;
  Card* card_;
  ArithmeticStageList* stages_;
  ArithmeticView* view_;
  ImageGrid* output_;
  Card* outputCard_;
  QLabel* sentence_;
  QLabel* formula_;
  QLabel* hint_;
  QWidget* side_;
  QLabel* sideTitle_;
  QLabel* sideNote_;
  FactList* facts_;
  QLabel* gradientTitle_;
  ImageGrid* gradient_;
  QLabel* rule_;
};

}  // namespace fovea
