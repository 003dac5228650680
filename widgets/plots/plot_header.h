// Why: the header of a plot: its title and display choices. In a narrow plot the choices move to the context menu. GUI
// thread.
#pragma once
#include <QtWidgets/QWidget>

#include "widgets/plots/plot_parts.h"

class QLabel;
class QMenu;
class QToolButton;

namespace fovea {

class ElidedLabel;
class PillButton;

class PlotHeader : public QWidget {
  Q_OBJECT
 public:
  explicit PlotHeader(const QString& title, QWidget* parent = nullptr);

  PlotLegend* legend() const { return legend_; }
  // A muted text beside the title: "6 runs".
  void setRemark(const QString& remark);
  QString remark() const;
  void setSmoothing(double weight);
  void setLogarithmic(bool logarithmic);
  void setAxis(PlotAxis axis);
  // Enables optional choices besides smoothing, logarithm and export.
  void offerAxes(bool offered);
  void offerMaximising(bool offered);
  void setMaximised(bool maximised);
  // Call it after the entries of the legend changed.
  void arrange();
  // Adds the same choices to a menu.
  void addTo(QMenu& menu);
  // Allows a narrow header: what does not fit is hidden.
  QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

 Q_SIGNALS:
  void smoothingWanted(double weight);
  void logarithmWanted(bool logarithmic);
  void axisWanted(fovea::PlotAxis axis);
  void exportWanted();
  void maximiseWanted();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  void addSmoothing(QMenu& menu);
  void addAxes(QMenu& menu);

  PlotLegend* legend_;
  QLabel* name_;
  ElidedLabel* remark_;
  PillButton* smoothing_;
  PillButton* log_;
  PillButton* axis_;
  PillButton* export_;
  QToolButton* maximise_;
  double weight_ = 0;
  PlotAxis chosen_ = PlotAxis::Step;
  bool axesOffered_ = false;
  bool maximisingOffered_ = false;
};

}  // namespace fovea
