#include "app/workspaces/inspect/layer_card.h"

#include <QComboBox>
#include <QMenu>
#include <QSignalBlocker>

#include "app/workspaces/inspect/layer_planes.h"
#include "widgets/images/image_grid.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

// Smallest and largest sides of cells, which use the available room.
constexpr int kPictureCell = 64, kLargestPictureCell = 480;
constexpr int kUnitCell = 22, kLargestUnitCell = 64;
constexpr int kFilterCell = 34, kLargestFilterCell = 120;
constexpr int kFilterHeight = 120;  // more of them scroll, unless the card is high
constexpr int kFilterShare = 3;     // divisor for the share of the card's height
constexpr int kFiltersAtOnce = 64;

}  // namespace

LayerCard::LayerCard(QWidget* parent)
    : Card(QString(), parent),
      activations_(new ImageGrid),
      colors_(new PillButton(tr("viridis"))),
      shared_(new PillButton(tr("shared scale"))),
      filterBox_(new QWidget),
      filterRemark_(new QLabel),
      filterChannel_(new QComboBox),
      filters_(new ImageGrid) {
  auto* menu = new QMenu(this);
  menu->addAction(tr("viridis: for magnitudes"), this, [this] { setColors(ColorMapKind::Viridis); });
  menu->addAction(tr("grey"), this, [this] { setColors(ColorMapKind::Grey); });
  menu->addAction(tr("blue to red: white is zero"), this, [this] { setColors(ColorMapKind::BlueWhiteRed); });
  colors_->setMenu(menu);
  colors_->setToolTip(tr("Colours of the activations"));
  shared_->setCheckable(true);
  shared_->setChecked(true);
  shared_->setToolTip(
      tr("One scale for all channels, so that they can be compared; off: each channel fills the colours"));
  addToHeader(colors_);
  addToHeader(shared_);
  connect(shared_, &QAbstractButton::toggled, this, [this](bool on) {
    activations_->setScaling(on ? ImageGrid::Scaling::Shared : ImageGrid::Scaling::PerPlane);
  });
  activations_->setAccessibleName(tr("Activations of the layer"));
  body()->addWidget(activations_, 1);

  auto* column = new QVBoxLayout(filterBox_);
  column->setContentsMargins(0, 4, 0, 0);
  column->setSpacing(size::kGrid);
  auto* header = new QHBoxLayout;
  header->setSpacing(size::kGutter);
  auto* title = new QLabel(tr("filters"));
  setKind(title, "strong");
  setKind(filterRemark_, "muted");
  header->addWidget(title);
  header->addWidget(filterRemark_);
  header->addStretch(1);
  header->addWidget(filterChannel_);
  filterChannel_->setAccessibleName(tr("Input channel of the filters"));
  column->addLayout(header);
  filters_->setCells(kFilterCell, kLargestFilterCell);
  filters_->setGap(4);
  filters_->setColorMap(ColorMapKind::BlueWhiteRed);
  filters_->setSymmetric(true);
  filters_->setAccessibleName(tr("Filters of the layer"));
  column->addWidget(filters_);
  body()->addWidget(filterBox_);
  filterBox_->hide();
  connect(filterChannel_, &QComboBox::currentIndexChanged, this, &LayerCard::showFilterPlanes);
  clear();
}

void LayerCard::setColors(ColorMapKind kind) {
  activations_->setColorMap(kind);
  activations_->setSymmetric(kind == ColorMapKind::BlueWhiteRed);
  colors_->setText(kind == ColorMapKind::Viridis ? tr("viridis")
                   : kind == ColorMapKind::Grey  ? tr("grey")
                                                 : tr("blue to red"));
  colors_->updateGeometry();
}

void LayerCard::showLayer(const std::shared_ptr<const InspectionResult>& result, int layer) {
  const LayerResult& shown = result->layers[static_cast<std::size_t>(layer)];
  setTitle(tr("%1 · activations").arg(QString::fromStdString(shown.activation.name)));
  showActivations(shown.activation);
  showFilters(shown.filters);
}

void LayerCard::clear() {
  setTitle(tr("Activations"));
  setRemark({});
  (void)activations_->setPlanes({});
  showFilters({});
}

void LayerCard::showActivations(const LayerActivation& activation) {
  const Tensor planes = planesOf(activation.values);
  const std::int64_t count = planes.shape()[0];
  const bool units = planes.shape()[1] == 1 && planes.shape()[2] == 1;
  if (activation.values.shape().rank() == 1)
    setRemark(count == 1 ? tr("1 unit") : tr("%1 units").arg(count));
  else
    setRemark(tr("%1 of %2×%3")
                  .arg(count == 1 ? tr("1 channel") : tr("%1 channels").arg(count))
                  .arg(planes.shape()[1])
                  .arg(planes.shape()[2]));
  // The zoom is the person's as long as the shape stays.
  if (activations_->channelCount() != count || activations_->property("units").toBool() != units)
    units ? activations_->setCells(kUnitCell, kLargestUnitCell)
          : activations_->setCells(kPictureCell, kLargestPictureCell);
  activations_->setProperty("units", units);
  activations_->setGap(units ? 4 : 6);
  // An activation is f32 and now of rank 3: the grid refuses nothing else.
  (void)activations_->setPlanes(planes);
}

void LayerCard::showFilters(const Tensor& filters) {
  const bool sameShape = weights_.defined() && filters.defined() && weights_.shape() == filters.shape();
  weights_ = filters;
  filterBox_->setVisible(filters.defined());
  if (!filters.defined()) {
    (void)filters_->setPlanes({});
    return;
  }
  const fovea::Shape& shape = filters.shape();
  if (!sameShape) {
    const QSignalBlocker quiet(filterChannel_);
    filterChannel_->clear();
    filterChannel_->addItem(tr("All input channels"));
    for (std::int64_t channel = 0; channel < shape[1]; ++channel)
      filterChannel_->addItem(tr("Input channel %1").arg(channel));
    filterChannel_->setVisible(shape[1] > 1);
    filterChannel_->setCurrentIndex(shape[0] * shape[1] <= kFiltersAtOnce ? 0 : 1);
  }
  showFilterPlanes();
}

void LayerCard::showFilterPlanes() {
  if (!weights_.defined()) return;
  const fovea::Shape& shape = weights_.shape();
  filterRemark_->setText(
      shape[1] == 1 ? tr("%1 of %2×%3").arg(shape[0]).arg(shape[2]).arg(shape[3])
                    : tr("%1 of %2×%3 over %4 input channels").arg(shape[0]).arg(shape[2]).arg(shape[3]).arg(shape[1]));
  // The weights have type f32 and rank 3.
  (void)filters_->setPlanes(filterPlanes(weights_, filterChannel_->currentIndex() - 1));
  fitFilters();
}

void LayerCard::fitFilters() {
  if (filters_->channelCount() == 0) return;
  filters_->setFixedHeight(filters_->heightWithin(std::max(kFilterHeight, height() / kFilterShare)));
}

void LayerCard::resizeEvent(QResizeEvent* event) {
  Card::resizeEvent(event);
  // Runs after the layout has set the width of the strip.
  QMetaObject::invokeMethod(this, &LayerCard::fitFilters, Qt::QueuedConnection);
}

}  // namespace fovea
