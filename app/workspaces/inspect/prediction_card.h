// Why: the left column: the picture that the network is shown, what it takes it for, and what it is in truth.
#pragma once
#include <optional>

#include "app/workspaces/inspect/inspection_runner.h"
#include "core/inspect/attribution.h"
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
  // How the answer is to be explained, and of which class; nothing where it is not. −1: the likeliest class.
  std::optional<AttributionMethod> method() const;
  std::int64_t explainedClass() const { return explainedClass_; }
  // Shows where `attribution` lies over the picture.
  void showExplanation(const Attribution& attribution);
  void showExplaining();
  void showNoExplanation(const QString& words);
  // As large as suits a place of this size: on a large screen so is the picture.
  void setRoom(const QSize& place);
  ImageView* picture() const { return picture_; }
  ProbabilityBars* bars() const { return bars_; }
  // "right", "wrong", or empty when the truth is not known.
  QString verdict() const;
  QComboBox* methodChooser() const { return method_; }
  QString explanation() const;

 Q_SIGNALS:
  // Another method, or another class to explain.
  void explanationWanted();
  // Away from an opened image, to the data set again.
  void sampleWanted();

 private:
  void showTruth(const InspectionResult& result);
  void buildExplanation();

  ImageView* picture_;
  ElidedLabel* caption_;
  QPushButton* back_;
  QComboBox* method_;
  QLabel* why_;
  QStringList classes_;             // of the network
  std::vector<std::int64_t> rows_;  // which class each bar is
  std::int64_t explainedClass_ = -1;
  ProbabilityBars* bars_;
  QLabel* noBars_;
  QWidget* truthRow_;
  ElidedLabel* truth_;
  Pill* verdict_;
};

}  // namespace fovea
