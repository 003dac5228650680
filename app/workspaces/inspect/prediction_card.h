// Why: the left column: the network's input picture, its prediction, and the truth.
#pragma once
#include <optional>

#include "core/inspect/attribution.h"
#include "core/inspect/questions.h"
#include "widgets/theme/card.h"

class QComboBox;
class QPushButton;

namespace fovea {

class ImageView;
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
  void showExplaining();
  void showNoExplanation(const QString& words);
  // Adapts to an area of this size; on a large screen the picture is larger.
  void setRoom(const QSize& place);
  ImageView* picture() const { return picture_; }
  ProbabilityBars* bars() const { return bars_; }
  // "right", "wrong", or empty if the truth is unknown.
  QString verdict() const;
  QComboBox* methodChooser() const { return method_; }
  QString explanation() const;

 Q_SIGNALS:
  // The user chose another method, or another class to explain.
  void explanationWanted();
  // The user returns from an opened image to the data set.
  void sampleWanted();

 private:
  void showTruth(const InspectionResult& result);
  void buildExplanation();

  ImageView* picture_;
  ElidedLabel* caption_;
  QPushButton* back_;
  QComboBox* method_;
  QLabel* why_;
  QStringList classes_;             // the network's
  std::vector<std::int64_t> rows_;  // the class of each bar
  std::int64_t explainedClass_ = -1;
  ProbabilityBars* bars_;
  QLabel* noBars_;
  QWidget* truthRow_;
  ElidedLabel* truth_;
  Pill* verdict_;
};

}  // namespace fovea
