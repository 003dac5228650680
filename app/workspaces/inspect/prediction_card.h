// Why: the left column: the network's input picture, its prediction, and the truth.
#pragma once
#include <optional>

#include "core/inspect/attribution.h"
#include "core/inspect/questions.h"
#include "widgets/theme/card.h"

class QComboBox;
class QSlider;
class QPushButton;

namespace fovea {

class AnswerView;
class ExplainedSample;
class ImageView;
class PillButton;
class ProbabilityBars;

class PredictionCard : public Card {
  Q_OBJECT
 public:
  explicit PredictionCard(QWidget* parent = nullptr);

  void showResult(const InspectionResult& result);
  void clear();
  // The explanation method and its class; nothing if explanations are off. −1: the most likely class.
  std::optional<AttributionMethod> method() const;
  std::int64_t explainedClass() const { return explainedClass_; }
  // Draws `attribution` over the picture.
  void showExplanation(const Attribution& attribution);
  // `share` of the work is done; 0 while that is unknown.
  void showExplaining(double share = 0);
  void showNoExplanation(const QString& words);
  // Adapts to an area of this size; on a large screen the picture is larger.
  void setRoom(const QSize& place);
  ImageView* picture() const;
  ExplainedSample* sample() const { return sample_; }
  // Goes through the depth of a volume; hidden for other samples.
  QSlider* sliceSlider() const { return slice_; }
  ProbabilityBars* bars() const { return bars_; }
  // Answers that are no classes; hidden for those that are.
  AnswerView* answer() const { return answer_; }
  // "right", "wrong", or empty if the truth is unknown.
  QString verdict() const;
  QComboBox* methodChooser() const { return method_; }
  QString explanation() const;
  // Shows all methods side by side while checked.
  PillButton* sideBySide() const { return sideBySide_; }

 Q_SIGNALS:
  // The user chose another method, or another class to explain.
  void explanationWanted();
  // All methods are to be shown side by side, or no longer.
  void comparisonWanted(bool on);
  // The user returns from an opened image to the data set.
  void sampleWanted();

 private:
  void showBars(const InspectionResult& result);
  void showTruth(const InspectionResult& result);
  void buildExplanation();

  ExplainedSample* sample_;
  QSlider* slice_;
  ElidedLabel* caption_;
  QPushButton* back_;
  QComboBox* method_;
  QLabel* why_;
  QStringList classes_;             // the network's
  std::vector<std::int64_t> rows_;  // the class of each bar
  std::int64_t explainedClass_ = -1;
  ProbabilityBars* bars_;
  AnswerView* answer_;
  QLabel* noAnswer_;
  PillButton* sideBySide_;
  QWidget* truthRow_;
  ElidedLabel* truth_;
  Pill* verdict_;
};

}  // namespace fovea
