#include "app/workspaces/inspect/layer_card.h"

#include <QComboBox>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>

#include "app/workspaces/inspect/layer_planes.h"
#include "widgets/images/image_grid.h"
#include "widgets/theme/pill_button.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

// Smallest and largest sides of cells, which grow with the available room.
constexpr int kPictureCell = 64, kLargestPictureCell = 480;
constexpr int kUnitCell = 22, kLargestUnitCell = 64;
constexpr int kFilterCell = 34, kLargestFilterCell = 120;
constexpr int kFilterHeight = 120;  // minimum height of the filters; more filters scroll
constexpr int kFilterShare = 3;     // filters get up to this fraction (1 / n) of a high card
constexpr int kFiltersAtOnce = 64;

}  // namespace

LayerCard::LayerCard(QWidget* parent)
    : Card(QString(), parent),
      activations_(new ImageGrid),
      sort_(new PillButton(tr("by number"))),
      attention_(new PillButton(tr("attention"))),
      sliceRow_(new QWidget),
      slice_(new QSlider(Qt::Horizontal)),
      sliceText_(new QLabel),
      colors_(new PillButton(tr("viridis"))),
      shared_(new PillButton(tr("shared scale"))),
      filterBox_(new QWidget),
      filterRemark_(new QLabel),
      filterChannel_(new QComboBox),
      filters_(new ImageGrid) {
  buildHeader();
  activations_->setAccessibleName(tr("Activations of the layer"));
  auto* slices = new QHBoxLayout(sliceRow_);
  slices->setContentsMargins(0, 0, 0, 0);
  slices->setSpacing(size::kGutter);
  setKind(sliceText_, "muted");
  slice_->setAccessibleName(tr("Slice of the layer"));
  slices->addWidget(slice_, 1);
  slices->addWidget(sliceText_);
  sliceRow_->hide();
  body()->addWidget(sliceRow_);
  connect(slice_, &QSlider::valueChanged, this, [this] {
    showActivations();
    Q_EMIT valuesChanged();
  });
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
  filters_->setPlaneNames([this](int plane) { return filterName(plane); });
  column->addWidget(filters_);
  body()->addWidget(filterBox_);
  filterBox_->hide();
  connect(filterChannel_, &QComboBox::currentIndexChanged, this, &LayerCard::showFilterPlanes);
  clear();
}

void LayerCard::buildHeader() {
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
  attention_->setCheckable(true);
  attention_->setToolTip(
      tr("Where each step of the layer looks: one picture for each head, the step that looks in "
         "each row"));
  attention_->hide();
  addToHeader(attention_);
  connect(attention_, &QAbstractButton::toggled, this, [this] {
    askForAttention();
    showActivations();
    Q_EMIT valuesChanged();
  });
  auto* orders = new QMenu(this);
  const std::pair<ChannelSort, QString> names[] = {
      {ChannelSort::Index, tr("by number")},          {ChannelSort::Mean, tr("by mean")},
      {ChannelSort::Deviation, tr("by deviation")},   {ChannelSort::Zeros, tr("by share of zeros")},
      {ChannelSort::Largest, tr("by largest value")}, {ChannelSort::Norm, tr("by norm")}};
  for (const auto& [sort, name] : names)
    orders->addAction(name, this, [this, sort = sort, name = name] {
      sort_->setText(name);
      sort_->updateGeometry();
      setSort(sort);
    });
  sort_->setMenu(orders);
  sort_->setToolTip(tr("The order of channels and filters, the greatest first; each keeps its number"));
  addToHeader(sort_);
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
  // Keeps the attention map of the same layer until the new one is computed.
  if (!shown_ || shown_->activation.name != shown.activation.name) attentionMap_ = {};
  const fovea::Shape before = shown_ ? shown_->activation.values.shape() : fovea::Shape();
  const fovea::Shape& shape = shown.activation.values.shape();
  result_ = result;
  shown_ = &shown;
  const int slices = static_cast<int>(sliceCount(shape));
  sliceRow_->setVisible(slices > 1);
  if (shape != before) {
    const QSignalBlocker quiet(slice_);
    slice_->setRange(0, slices - 1);
    slice_->setValue(static_cast<int>(middleSlice(shape)));
  }
  attention_->setVisible(shown.activation.attention != nullptr);
  askForAttention();
  showActivations();
  showFilters(shown.filters);
}

void LayerCard::clear() {
  result_.reset();
  shown_ = nullptr;
  attentionMap_ = {};
  setTitle(tr("Activations"));
  setRemark({});
  sliceRow_->hide();
  attention_->hide();
  (void)activations_->setPlanes({});
  showFilters({});
}

bool LayerCard::showsAttention() const {
  return shown_ && shown_->activation.attention && attentionMap_.defined() && attention_->isChecked();
}

void LayerCard::askForAttention() {
  if (shown_ && shown_->activation.attention && attention_->isChecked())
    Q_EMIT attentionWanted(shown_->activation.attention);
}

void LayerCard::setAttention(const Tensor& map) {
  attentionMap_ = map;
  showActivations();
  Q_EMIT valuesChanged();
}

int LayerCard::selectedChannel() const {
  const bool channels = shown_ && !showsAttention() && !shown_->activation.steps;
  return channels ? activations_->selectedChannel() : -1;
}

std::vector<std::int64_t> LayerCard::positionOf(int channel, int x, int y) const {
  if (showsAttention()) return {channel, y, x};
  const LayerActivation& layer = shown_->activation;
  switch (layer.values.shape().rank()) {
    case 0:
      return {};
    case 1:
      return {channel};
    case 2:
      return layer.steps ? std::vector<std::int64_t>{x, y} : std::vector<std::int64_t>{channel, x};
    case 4:
      return {channel, slice_->value(), y, x};
    default:
      return {channel, y, x};
  }
}

void LayerCard::setSort(ChannelSort sort) {
  sortBy_ = sort;
  showOrder();
  if (weights_.defined()) showFilterPlanes();
}

void LayerCard::showOrder() {
  const bool channels = shown_ && !showsAttention() && !shown_->activation.steps && sortBy_ != ChannelSort::Index;
  if (!channels) return activations_->setOrder({});
  const Tensor& values = shown_->activation.values;
  // Treats each unit of a row as a channel.
  activations_->setOrder(channelOrder(values.shape().rank() == 1
                                          ? channelStatistics(values.reshaped(fovea::Shape{values.elementCount(), 1}))
                                          : shown_->channels,
                                      sortBy_));
}

void LayerCard::showActivations() {
  if (!shown_) return;
  const LayerActivation& activation = shown_->activation;
  const QString name = QString::fromStdString(activation.name);
  setTitle(showsAttention() ? tr("%1 · attention").arg(name) : tr("%1 · activations").arg(name));
  const Tensor planes =
      showsAttention() ? attentionMap_ : layerPicture(activation.values, activation.steps, slice_->value());
  const std::int64_t count = planes.shape()[0];
  const bool units = planes.shape()[1] == 1 && planes.shape()[2] == 1;
  sliceText_->setText(tr("slice %1 of %2").arg(slice_->value()).arg(slice_->maximum() + 1));
  if (showsAttention())
    setRemark(tr("%1: %2 steps look at %3")
                  .arg(tr("%n heads", nullptr, static_cast<int>(count)))
                  .arg(planes.shape()[1])
                  .arg(planes.shape()[2]));
  else if (activation.steps)
    setRemark(tr("%1 units over %2 steps").arg(planes.shape()[1]).arg(planes.shape()[2]));
  else if (activation.values.shape().rank() == 1)
    setRemark(count == 1 ? tr("1 unit") : tr("%1 units").arg(count));
  else
    setRemark(tr("%1 of %2×%3")
                  .arg(count == 1 ? tr("1 channel") : tr("%1 channels").arg(count))
                  .arg(planes.shape()[1])
                  .arg(planes.shape()[2]));
  // Keeps the user's zoom as long as the shape does not change.
  const bool overTime = activation.steps && !showsAttention();
  const QString form = units ? QStringLiteral("units") : overTime ? QStringLiteral("time") : QStringLiteral("planes");
  if (activations_->channelCount() != count || activations_->property("form").toString() != form) {
    if (overTime)
      activations_->setFilling();
    else if (units)
      activations_->setCells(kUnitCell, kLargestUnitCell);
    else
      activations_->setCells(kPictureCell, kLargestPictureCell);
  }
  sort_->setVisible(!activation.steps);
  activations_->setValueTips(!activation.steps && !showsAttention());
  activations_->setProperty("form", form);
  activations_->setGap(units ? 4 : 6);
  // Cannot fail, since the planes are f32 of rank 3.
  (void)activations_->setPlanes(planes);
  showOrder();
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
  // Setting the planes cannot fail, since they are f32 of rank 3.
  const Tensor planes = filterPlanes(weights_, filterChannel_->currentIndex() - 1);
  (void)filters_->setPlanes(planes);
  filters_->setOrder(sortBy_ == ChannelSort::Index ? std::vector<int>()
                                                   : channelOrder(channelStatistics(planes), sortBy_));
  fitFilters();
}

QString LayerCard::filterName(int plane) const {
  const bool all = filterChannel_->currentIndex() <= 0 && weights_.shape()[1] > 1;
  if (!all) return tr("filter %1").arg(plane);
  const auto channels = static_cast<int>(weights_.shape()[1]);
  return tr("filter %1, input channel %2").arg(plane / channels).arg(plane % channels);
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
