#include "widgets/plots/plot_header.h"

#include <QtGui/QMouseEvent>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QSlider>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QWidgetAction>

#include "widgets/theme/card.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/pill_button.h"

namespace fovea {
namespace {

constexpr int kMostLegendEntries = 4;
constexpr int kRoomForChoices = 520;  // pixels; below this width they are only in the menu

}  // namespace

PlotHeader::PlotHeader(const QString& title, QWidget* parent)
    : QWidget(parent),
      legend_(new PlotLegend(this)),
      name_(new QLabel(title, this)),
      remark_(new ElidedLabel),
      smoothing_(new PillButton(tr("smoothing off"), this)),
      log_(new PillButton(tr("log"), this)),
      axis_(new PillButton(axisTitle(PlotAxis::Step), this)),
      export_(new PillButton(tr("export"), this)),
      maximise_(new QToolButton(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(size::kGrid);
  name_->setProperty("kind", QStringLiteral("strong"));
  remark_->setProperty("kind", QStringLiteral("muted"));
  smoothing_->setToolTip(tr("Draw a moving average of the values"));
  auto* smoothing = new QMenu(smoothing_);
  addSmoothing(*smoothing);
  smoothing_->setMenu(smoothing);
  log_->setCheckable(true);
  log_->setToolTip(tr("Logarithmic values"));
  connect(log_, &QAbstractButton::toggled, this, &PlotHeader::logarithmWanted);
  axis_->setToolTip(tr("What runs from left to right"));
  auto* axes = new QMenu(axis_);
  connect(axes, &QMenu::aboutToShow, this, [this, axes] {
    axes->clear();
    addAxes(*axes);
  });
  axis_->setMenu(axes);
  export_->setToolTip(tr("Save this plot as PNG, PDF or CSV"));
  connect(export_, &QAbstractButton::clicked, this, &PlotHeader::exportWanted);
  maximise_->setAutoRaise(true);
  connect(maximise_, &QToolButton::clicked, this, &PlotHeader::maximiseWanted);
  setMaximised(false);
  row->addWidget(name_);
  row->addSpacing(4);
  row->addWidget(legend_);
  row->addWidget(remark_, 1);
  row->addStretch(0);
  for (QWidget* tool : std::initializer_list<QWidget*>{smoothing_, log_, axis_, export_, maximise_})
    row->addWidget(tool);
  arrange();
}

void PlotHeader::addSmoothing(QMenu& menu) {
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setRange(0, 99);
  slider->setFixedWidth(180);
  slider->setAccessibleName(tr("Smoothing"));
  slider->setValue(qRound(weight_ * 100));
  connect(slider, &QSlider::valueChanged, this, [this](int value) { Q_EMIT smoothingWanted(value / 100.0); });
  connect(&menu, &QMenu::aboutToShow, slider, [this, slider] {
    const QSignalBlocker quiet(slider);
    slider->setValue(qRound(weight_ * 100));
  });
  auto* action = new QWidgetAction(&menu);
  action->setDefaultWidget(slider);
  menu.addAction(action);
}

void PlotHeader::addAxes(QMenu& menu) {
  for (const PlotAxis axis : {PlotAxis::Step, PlotAxis::Epoch, PlotAxis::Duration, PlotAxis::Time}) {
    QAction* action = menu.addAction(axisTitle(axis), this, [this, axis] { Q_EMIT axisWanted(axis); });
    action->setCheckable(true);
    action->setChecked(axis == chosen_);
  }
}

void PlotHeader::addTo(QMenu& menu) {
  addSmoothing(*menu.addMenu(smoothing_->text()));
  QAction* log = menu.addAction(log_->toolTip(), log_, &QAbstractButton::toggle);
  log->setCheckable(true);
  log->setChecked(log_->isChecked());
  if (axesOffered_) addAxes(*menu.addMenu(tr("Axis: %1").arg(axis_->text())));
  if (maximisingOffered_) menu.addAction(maximise_->icon(), maximise_->toolTip(), this, &PlotHeader::maximiseWanted);
}

void PlotHeader::setRemark(const QString& remark) {
  remark_->setText(remark);
  arrange();
}

QString PlotHeader::remark() const {
  return remark_->text();
}

void PlotHeader::setSmoothing(double weight) {
  weight_ = weight;
  smoothing_->setText(weight > 0 ? tr("smoothing %1").arg(numberText(weight, 'g', 2)) : tr("smoothing off"));
  smoothing_->updateGeometry();
}

void PlotHeader::setLogarithmic(bool logarithmic) {
  log_->setChecked(logarithmic);
}

void PlotHeader::setAxis(PlotAxis axis) {
  chosen_ = axis;
  axis_->setText(axisTitle(axis));
  axis_->updateGeometry();
}

void PlotHeader::offerAxes(bool offered) {
  axesOffered_ = offered;
  arrange();
}

void PlotHeader::offerMaximising(bool offered) {
  maximisingOffered_ = offered;
  arrange();
}

void PlotHeader::setMaximised(bool maximised) {
  maximise_->setIcon(icon(maximised ? QStringLiteral("restore") : QStringLiteral("maximise")));
  maximise_->setToolTip(maximised ? tr("Show all plots again") : tr("Show this plot alone"));
  maximise_->setAccessibleName(maximise_->toolTip());
}

void PlotHeader::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void PlotHeader::mouseDoubleClickEvent(QMouseEvent* event) {
  if (maximisingOffered_ && event->button() == Qt::LeftButton) Q_EMIT maximiseWanted();
}

void PlotHeader::arrange() {
  const bool room = width() >= kRoomForChoices;
  for (QWidget* tool : std::initializer_list<QWidget*>{smoothing_, log_, export_}) tool->setVisible(room);
  axis_->setVisible(room && axesOffered_);
  maximise_->setVisible(maximisingOffered_);
  const bool few = legend_->entryCount() <= kMostLegendEntries;
  // A plot with a single curve needs no legend: its title describes the curve.
  legend_->setVisible(few && legend_->entryCount() > 1 && legend_->listedCount() > 0);
  remark_->setVisible(!remark_->text().isEmpty() && (room || !few));
}

}  // namespace fovea
