// Why: shows how precision, recall and false alarms of a class depend on the score threshold.
#pragma once
#include "app/workspaces/inspect/shown_evaluation.h"
#include "widgets/theme/card.h"

namespace fovea {

class SegmentBar;
class SharePlot;

class RatesCard : public Card {
  Q_OBJECT
 public:
  explicit RatesCard(QWidget* parent = nullptr);

  void show(const ShownEvaluation& shown, int classIndex);
  SharePlot* plot() const { return plot_; }
  SegmentBar* which() const { return which_; }
  // Returns "from 0.42: precision 0.91, recall 0.88, false alarms 0.02".
  QString reading() const;

 private:
  void draw();
  void read(int point);

  std::vector<CurvePoint> curve_;
  QString name_;
  SegmentBar* which_;
  SharePlot* plot_;
  QLabel* reading_;
};

}  // namespace fovea
