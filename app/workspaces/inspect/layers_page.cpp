#include "app/workspaces/inspect/layers_page.h"

#include <QComboBox>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/workspaces/inspect/channel_inspector.h"
#include "app/workspaces/inspect/device_panel.h"
#include "app/workspaces/inspect/excitation_panel.h"
#include "app/workspaces/inspect/explained_sample.h"
#include "app/workspaces/inspect/explanations_card.h"
#include "app/workspaces/inspect/layer_card.h"
#include "app/workspaces/inspect/layer_planes.h"
#include "app/workspaces/inspect/layer_strip.h"
#include "app/workspaces/inspect/prediction_card.h"
#include "app/workspaces/inspect/time_bar.h"
#include "widgets/images/image_grid.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

// Returns whether a place in the pictures of one layer means the same in those of the other.
bool haveSamePlaces(const LayerActivation& a, const LayerActivation& b) {
  return a.name == b.name && a.values.shape() == b.values.shape() && !a.attention == !b.attention;
}

}  // namespace

LayersPage::LayersPage(std::shared_ptr<InspectionEngine> engine, QWidget* parent)
    : QWidget(parent),
      look_(engine, Urgency::Look),
      explanation_(engine, Urgency::Look),
      longExplanation_(engine, Urgency::Job),
      field_(engine, Urgency::Look),
      attention_(engine, Urgency::Look),
      prediction_(new PredictionCard),
      layers_(new LayerStrip),
      layer_(new LayerCard),
      explanations_(new ExplanationsCard(engine)),
      middle_(new QStackedWidget),
      time_(new TimeBar),
      channel_(new ChannelInspector),
      excitation_(new ExcitationPanel(engine)),
      devices_(new DevicePanel(engine)) {
  channel_->addPart(excitation_);
  channel_->addPart(devices_);
  connect(devices_, &DevicePanel::layerWanted, this, [this](const QString& layer) {
    for (std::size_t i = 0; result_ && i < result_->layers.size(); ++i)
      if (QString::fromStdString(result_->layers[i].activation.name) == layer) layers_->setCurrent(static_cast<int>(i));
  });
  connect(excitation_, &ExcitationPanel::sampleWanted, this, &LayersPage::sampleChosen);
  auto* strip = new Card;
  strip->body()->setContentsMargins(size::kGrid, size::kGrid, size::kGrid, 0);
  strip->body()->addWidget(layers_);
  auto* middle = new QVBoxLayout;
  middle->setSpacing(size::kGutter);
  middle->addWidget(strip);
  middle_->addWidget(layer_);
  middle_->addWidget(explanations_);
  middle->addWidget(middle_, 1);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(size::kGutter);
  columns->addWidget(prediction_);
  columns->addLayout(middle, 1);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  rows->setSpacing(size::kGutter);
  rows->addLayout(columns, 1);

  look_.onBusyChanged([this](bool busy) { Q_EMIT busyChanged(busy); });
  connect(layers_, &LayerStrip::layerSelected, this, [this](int layer) {
    pinned_.reset();
    showLayer(layer);
  });
  ImageGrid* const grid = layer_->activations();
  connect(grid, &ImageGrid::channelSelected, this, &LayersPage::showChannel);
  connect(grid, &ImageGrid::valueHovered, this, [this](int channel, int x, int y) { point({channel, x, y}); });
  connect(grid, &ImageGrid::valueClicked, this, [this](int channel, int x, int y) { pin({channel, x, y}); });
  connect(grid, &ImageGrid::hoverLeft, this, &LayersPage::leave);
  connect(layer_, &LayerCard::attentionWanted, this, &LayersPage::askForAttention);
  connect(layer_, &LayerCard::valuesChanged, this, [this] {
    pinned_.reset();
    showChannel();
    leave();
  });
  connect(prediction_, &PredictionCard::explanationWanted, this, &LayersPage::explain);
  connect(prediction_, &PredictionCard::comparisonWanted, this, &LayersPage::showSideBySide);
}

void LayersPage::clear() {
  look_.cancel();
  cancelExplanation();
  pinned_.reset();
  field_.cancel();
  attention_.cancel();
  explanations_->clear();
  result_.reset();
  asked_.reset();
  prediction_->clear();
  layers_->setEntries({}, -1);
  layer_->clear();
  channel_->showChannel(nullptr, -1, -1);
  excitation_->clear();
  devices_->clear();
}

void LayersPage::setRoom(const QSize& place) {
  prediction_->setRoom(place);
}

// Cancels a running explanation, which would block the engine for this request.
void LayersPage::ask(const InspectionRequest& request) {
  if (request == asked_) {
    if (!look_.busy()) time_->setAnswered();
    return;
  }
  asked_ = request;
  cancelExplanation();
  look_.ask(
      [request](const InspectionEngine::Desk& desk, const ProgressFunction&) { return inspectSample(desk, request); },
      [this](const Question<InspectionResult>::Shared& answer) {
        answer->ok() ? showResult(answerIn(answer)) : showFailure(answer->error());
      });
}

void LayersPage::showResult(std::shared_ptr<const InspectionResult> result) {
  const LayerActivation* before = shownLayer();
  std::swap(result_, result);  // `before` is a part of `result`
  prediction_->showResult(*result_);
  std::vector<LayerStrip::Entry> entries;
  for (const LayerResult& layer : result_->layers)
    entries.push_back({QString::fromStdString(layer.activation.name), extentsText(layer.activation.values.shape()),
                       coreMessage(layer.activation.title)});
  layers_->setEntries(entries, firstConvolution());
  const LayerActivation* now = shownLayer();
  if (!before || !now || !haveSamePlaces(*before, *now)) pinned_.reset();
  showLayer(layers_->current());
  devices_->setSubject(result_->request);
  explain();
  Q_EMIT answered();
}

void LayersPage::showFailure(const Error& error) {
  time_->stop();
  time_->setAnswered();
  asked_.reset();
  Q_EMIT failed(error);
}

void LayersPage::cancelExplanation() {
  explanation_.cancel();
  longExplanation_.cancel();
}

// Requests an explanation of the answer if the user chose a method.
void LayersPage::explain() {
  cancelExplanation();
  if (!result_) return;
  explanations_->setSubject(result_, prediction_->explainedClass());
  if (!prediction_->method()) return time_->setAnswered();
  prediction_->showExplaining();
  AttributionOptions options;
  options.method = *prediction_->method();
  options.target = prediction_->explainedClass();
  const ExplanationRequest request{result_->request.checkpoint, result_->image, options};
  (isLong(options.method) ? longExplanation_ : explanation_)
      .ask([request](const InspectionEngine::Desk& desk,
                     const ProgressFunction& progress) { return explainSample(desk, request, progress); },
           [this](const Question<Attribution>::Shared& answer) {
             if (answer->ok())
               prediction_->showExplanation(answer->value());
             else
               prediction_->showNoExplanation(coreMessage(answer->error()));
             time_->setAnswered();
             Q_EMIT explained();
           },
           [this](double share) { prediction_->showExplaining(share); });
}

void LayersPage::showSideBySide(bool on) {
  middle_->setCurrentWidget(on ? static_cast<QWidget*>(explanations_) : layer_);
}

void LayersPage::showLayer(int layer) {
  if (!result_ || layer < 0) return;
  layer_->showLayer(result_, layer);
  showChannel();
  leave();
}

void LayersPage::showChannel() {
  const int layer = layers_->current(), channel = layer_->selectedChannel();
  channel_->showChannel(result_, layer, channel);
  excitation_->setSubject(result_->request, result_->layers[static_cast<std::size_t>(layer)].activation.name, channel);
}

void LayersPage::showLiveliest() {
  if (!result_) return;
  layers_->setCurrent(firstConvolution());
  layer_->activations()->setSelectedChannel(liveliestChannel());
}

int LayersPage::firstConvolution() const {
  const auto found = std::find_if(result_->layers.begin(), result_->layers.end(),
                                  [](const LayerResult& layer) { return layer.filters.defined(); });
  return found == result_->layers.end() ? 0 : static_cast<int>(found - result_->layers.begin());
}

int LayersPage::liveliestChannel() const {
  const auto& channels = result_->layers[static_cast<std::size_t>(layers_->current())].channels;
  const auto found = std::ranges::max_element(channels, {}, [](const Statistics& each) { return each.deviation; });
  return static_cast<int>(found - channels.begin());
}

}  // namespace fovea
