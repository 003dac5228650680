// Why: the left column shows the network's input, its prediction and the truth.
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
  // Returns the chosen method, or nothing if explanations are off. explainedClass() −1: the most likely class.
  std::optional<AttributionMethod> method() const;
  std::int64_t explainedClass() const { return explainedClass_; }
  // Draws `attribution` over the picture.
  void showExplanation(const Attribution& attribution);
  // Shows that `share` of the explanation is computed; 0 while that is unknown.
  void showExplaining(double share = 0);
  void showNoExplanation(const QString& words);
  // Adapts to an area of this size; on a large screen the picture is larger.
  void setRoom(const QSize& place);
  ImageView* picture() const;
  ExplainedSample* sample() const { return sample_; }
  // Chooses the slice of a volume; hidden for other samples.
  QSlider* sliceSlider() const { return slice_; }
  ProbabilityBars* bars() const { return bars_; }
  // Shows answers that are not classes; hidden for classes.
  AnswerView* answer() const { return answer_; }
  // Returns "right", "wrong", or an empty text if the truth is unknown.
  QString verdict() const;
  QComboBox* methodChooser() const { return method_; }
  QString explanation() const;
  // Shows all methods side by side while checked.
  PillButton* sideBySide() const { return sideBySide_; }

 Q_SIGNALS:
  // The user chose another method, or another class to explain.
  void explanationWanted();
  // The user turned the comparison of all methods on or off.
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
  QStringList classes_;             // class names of the network
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
