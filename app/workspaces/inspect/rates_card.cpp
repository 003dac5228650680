#include "app/workspaces/inspect/rates_card.h"

#include <cmath>

#include "widgets/plots/share_plot.h"
#include "widgets/theme/segment_bar.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

// Returns the index of the threshold with the largest F1.
int bestPoint(const std::vector<CurvePoint>& curve) {
  int best = -1;
  double most = -1;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const double sum = curve[i].precision + curve[i].recall;
    const double f1 = sum > 0 ? 2 * curve[i].precision * curve[i].recall / sum : 0;
    if (f1 <= most) continue;
    most = f1;
    best = static_cast<int>(i);
  }
  return best;
}

}  // namespace

RatesCard::RatesCard(QWidget* parent)
    : Card(tr("Threshold"), parent),
      which_(new SegmentBar({tr("precision"), tr("ROC")})),
      plot_(new SharePlot),
      reading_(new QLabel) {
  which_->setAccessibleName(tr("Which curve"));
  plot_->setAccessibleName(tr("Curve over the thresholds of a class"));
  plot_->setNote(tr("This split has only samples of one kind for the class: there is nothing to tell apart."));
  setKind(reading_, "caption");
  reading_->setWordWrap(true);
  addToHeader(which_);
  body()->addWidget(plot_, 1);
  body()->addWidget(reading_);
  connect(which_, &SegmentBar::currentChanged, this, &RatesCard::draw);
  connect(plot_, &SharePlot::pointChosen, this, &RatesCard::read);
}

void RatesCard::show(const ShownEvaluation& shown, int classIndex) {
  const auto& curves = shown.evaluation().curves;
  const bool known = classIndex >= 0 && static_cast<std::size_t>(classIndex) < curves.size();
  // Boxes have no false positive rate, since there is no count of places without a box.
  which_->setVisible(shown.evaluation().kind != AnswerKind::Boxes);
  if (!which_->isVisibleTo(this)) which_->setCurrent(0);
  curve_ = known ? curves[static_cast<std::size_t>(classIndex)] : std::vector<CurvePoint>();
  name_ =
      known ? QString::fromStdString(shown.evaluation().classes[static_cast<std::size_t>(classIndex)].name) : QString();
  setTitle(name_.isEmpty() ? tr("Threshold") : name_);
  draw();
}

void RatesCard::draw() {
  SharePlot::Curve curve{name_, {}, {}};
  const bool roc = which_->current() == 1;
  for (const CurvePoint& point : curve_)
    curve.points << (roc ? QPointF(point.falsePositiveRate, point.recall) : QPointF(point.recall, point.precision));
  plot_->setAxes(roc ? tr("false alarms") : tr("recall"), roc ? tr("recall") : tr("precision"));
  plot_->setCurves(curve_.empty() ? QList<SharePlot::Curve>() : QList<SharePlot::Curve>{curve}, roc);
  const int best = bestPoint(curve_);
  plot_->setMark(best);
  read(best);
}

void RatesCard::read(int point) {
  if (point < 0 || static_cast<std::size_t>(point) >= curve_.size()) return reading_->clear();
  const CurvePoint& at = curve_[static_cast<std::size_t>(point)];
  if (std::isnan(at.falsePositiveRate))
    return reading_->setText(tr("threshold %1: precision %2, recall %3")
                                 .arg(locale().toString(at.threshold, 'g', 3), locale().toString(at.precision, 'f', 3),
                                      locale().toString(at.recall, 'f', 3)));
  reading_->setText(tr("threshold %1: precision %2, recall %3, false alarms %4")
                        .arg(locale().toString(at.threshold, 'g', 3), locale().toString(at.precision, 'f', 3),
                             locale().toString(at.recall, 'f', 3), locale().toString(at.falsePositiveRate, 'f', 3)));
}

QString RatesCard::reading() const {
  return reading_->text();
}

}  // namespace fovea
