// Why: the left column: the picture that the network is shown, what it takes it for, and what it is in truth.
#pragma once
#include "app/workspaces/inspect/inspection_runner.h"
#include "widgets/theme/card.h"

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
  // As large as suits a place of this size: on a large screen so is the picture.
  void setRoom(const QSize& place);
  ImageView* picture() const { return picture_; }
  ProbabilityBars* bars() const { return bars_; }
  // "right", "wrong", or empty when the truth is not known.
  QString verdict() const;

 Q_SIGNALS:
  // Away from an opened image, to the data set again.
  void sampleWanted();

 private:
  void showTruth(const InspectionResult& result);

  ImageView* picture_;
  ElidedLabel* caption_;
  QPushButton* back_;
  ProbabilityBars* bars_;
  QLabel* noBars_;
  QWidget* truthRow_;
  ElidedLabel* truth_;
  Pill* verdict_;
};

}  // namespace fovea
