#include "app/workspaces/inspect/explanations_card.h"

#include <QComboBox>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <algorithm>

#include "app/workspaces/inspect/attribution_words.h"
#include "app/workspaces/inspect/explained_sample.h"
#include "widgets/images/image_view.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/flow_layout.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kLeastTile = 132, kMostTile = 240, kTileGap = 12;
constexpr int kMostLayers = 400;  // most layers in the list; a longer list would not be usable

}  // namespace

ExplanationTile::ExplanationTile(AttributionMethod method, QWidget* parent)
    : QWidget(parent),
      method_(method),
      title_(new QLabel(methodTitle(method))),
      sample_(new ExplainedSample),
      note_(new QLabel),
      check_(new QPushButton(tr("Check"))) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  setKind(title_, "strong");
  title_->setToolTip(methodHelp(method));
  sample_->picture()->setAccessibleName(tr("Explanation: %1").arg(title_->text()));
  check_->setProperty("kind", "flat");
  check_->setToolTip(
      tr("Compares it with explanations by random weights. One that stays the same says nothing of the network."));
  check_->setAccessibleName(tr("Check %1 against random weights").arg(title_->text()));
  setKind(note_, "muted");
  note_->setWordWrap(true);
  column->addWidget(title_);
  column->addWidget(sample_);
  column->addWidget(note_);
  column->addWidget(check_, 0, Qt::AlignLeft);
  column->addStretch(1);
}

QString ExplanationTile::note() const {
  return note_->text();
}

void ExplanationTile::setSide(int side) {
  setFixedWidth(side);
  sample_->setFixedHeight(side);
  fitNote();
}

void ExplanationTile::showSample(const InspectionResult& result, int side) {
  setSide(side);
  sample_->showSample(result);
  check_->setEnabled(false);
  own_.clear();
  showOwnNote();
}

void ExplanationTile::showExplanation(const Attribution& attribution) {
  check_->setEnabled(true);
  own_ = !sample_->showExplanation(attribution) ? tr("What the method says cannot be shown over this sample.")
         : attribution.layer.empty()            ? QString()
                                                : tr("at %1").arg(QString::fromStdString(attribution.layer));
  showOwnNote();
}

void ExplanationTile::showFailure(const QString& words) {
  own_ = words;
  showOwnNote();
}

void ExplanationTile::showNote(const QString& words) {
  note_->setText(words);
  fitNote();
  note_->setVisible(!words.isEmpty());
}

void ExplanationTile::fitNote() {
  // An empty label has no height for a width.
  note_->setMinimumHeight(note_->text().isEmpty() ? 0 : note_->heightForWidth(width()));
}

ExplanationsCard::ExplanationsCard(std::shared_ptr<InspectionEngine> engine, QWidget* parent)
    : Card(tr("Why, side by side"), parent),
      question_(engine, Urgency::Job),
      sanity_(engine, Urgency::Job),
      layer_(new QComboBox),
      scroll_(new QScrollArea),
      inside_(new QWidget) {
  layer_->setAccessibleName(tr("Layer of Grad-CAM"));
  layer_->setToolTip(tr("The layer whose channels Grad-CAM weighs"));
  layer_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  layer_->setMinimumContentsLength(14);
  addToHeader(layer_);
  auto* flow = new FlowLayout(inside_, kTileGap);
  for (const AttributionMethodInfo& info : attributionMethods()) {
    auto* tile = new ExplanationTile(info.method);
    const std::size_t index = tiles_.size();
    connect(tile->checkButton(), &QPushButton::clicked, this, [this, index] { check(index); });
    tiles_.push_back(tile);
    flow->addWidget(tile);
  }
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setWidget(inside_);
  body()->addWidget(scroll_, 1);
  connect(layer_, &QComboBox::currentIndexChanged, this, &ExplanationsCard::chooseLayer);
}

void ExplanationsCard::chooseLayer() {
  const auto gradCam = std::ranges::find(tiles_, AttributionMethod::GradCam, &ExplanationTile::method);
  if (!result_ || gradCam == tiles_.end()) return;
  if (!question_.busy()) return askFrom(static_cast<std::size_t>(gradCam - tiles_.begin()), true);
  layerDue_ = true;
  if (*gradCam == checking_) cancelCheck();
  (*gradCam)->showNote(tr("Working it out…"));
}

void ExplanationsCard::cancelCheck() {
  sanity_.cancel();
  if (checking_) checking_->showOwnNote();
  checking_ = nullptr;
}

void ExplanationsCard::clear() {
  question_.cancel();
  cancelCheck();
  result_.reset();
  stale_ = false;
}

void ExplanationsCard::setSubject(std::shared_ptr<const InspectionResult> result, std::int64_t target) {
  if (result == result_ && target == target_) return;
  question_.cancel();
  cancelCheck();
  result_ = std::move(result);
  target_ = target;
  stale_ = true;
  if (isVisible()) start();
}

void ExplanationsCard::showEvent(QShowEvent* event) {
  Card::showEvent(event);
  if (stale_) start();
}

// Cancels computations while the card is hidden; showEvent() restarts the explanations.
void ExplanationsCard::hideEvent(QHideEvent* event) {
  Card::hideEvent(event);
  stale_ = stale_ || question_.busy();
  question_.cancel();
  cancelCheck();
}

void ExplanationsCard::fillLayers() {
  const QSignalBlocker quiet(layer_);
  const QString before = layer_->currentIndex() > 0 ? layer_->currentText() : QString();
  layer_->clear();
  layer_->addItem(tr("Grad-CAM: last layer"));
  for (const LayerResult& layer : result_->layers)
    if (layer.activation.values.shape().rank() >= 3 && layer_->count() < kMostLayers)
      layer_->addItem(QString::fromStdString(layer.activation.name));
  layer_->setCurrentIndex(std::max(0, layer_->findText(before)));
  layer_->setVisible(layer_->count() > 1);
}

void ExplanationsCard::start() {
  if (!result_) return;
  stale_ = false;
  fillLayers();
  const auto target = static_cast<std::size_t>(std::max<std::int64_t>(target_, 0));
  setRemark(target_ >= 0 && target < result_->classes.size() ? QString::fromStdString(result_->classes[target])
                                                             : QString());
  for (ExplanationTile* tile : tiles_) tile->showSample(*result_, tile->width());
  arrange();
  askFrom(0, false);
}

ExplanationRequest ExplanationsCard::requestFor(AttributionMethod method) const {
  AttributionOptions options;
  options.method = method;
  options.target = target_;
  if (method == AttributionMethod::GradCam && layer_->currentIndex() > 0)
    options.layer = layer_->currentText().toStdString();
  return {result_->request.checkpoint, result_->image, options};
}

void ExplanationsCard::askFrom(std::size_t index, bool onlyThis) {
  ExplanationTile* tile = tiles_[index];
  if (tile == checking_) cancelCheck();
  if (tile->method() == AttributionMethod::GradCam) layerDue_ = false;
  tile->showNote(tr("Working it out…"));
  question_.ask(
      [request = requestFor(tile->method())](const InspectionEngine::Desk& desk, const ProgressFunction& progress) {
        return explainSample(desk, request, progress);
      },
      [this, index, tile, onlyThis](const Question<Attribution>::Shared& answer) {
        answer->ok() ? tile->showExplanation(answer->value()) : tile->showFailure(coreMessage(answer->error()));
        if (!onlyThis && index + 1 < tiles_.size()) return askFrom(index + 1, false);
        if (layerDue_) return chooseLayer();
        Q_EMIT settled();
      },
      [tile](double share) {
        if (share > 0) tile->showNote(tr("Working it out: %1 %").arg(static_cast<int>(share * 100)));
      });
}

void ExplanationsCard::check(std::size_t index) {
  if (!result_) return;
  cancelCheck();
  ExplanationTile* tile = tiles_[index];
  checking_ = tile;
  tile->showNote(tr("Comparing with random weights…"));
  sanity_.ask(
      [request = requestFor(tile->method())](const InspectionEngine::Desk& desk, const ProgressFunction& progress) {
        return checkExplanation(desk, request, progress);
      },
      [this, tile](const Question<SanityCheck>::Shared& answer) {
        checking_ = nullptr;
        tile->showNote(answer->ok() ? sanityText(answer->value()) : coreMessage(answer->error()));
        Q_EMIT settled();
      },
      [tile](double share) {
        if (share > 0) tile->showNote(tr("Comparing with random weights: %1 %").arg(static_cast<int>(share * 100)));
      });
}

// Puts as many tiles in a row as their smallest size allows and enlarges them to fill the row.
void ExplanationsCard::arrange() {
  const int room = scroll_->viewport()->width();
  const int columns = std::max(1, (room + kTileGap) / (kLeastTile + kTileGap));
  const int side = std::clamp((room + kTileGap) / columns - kTileGap, kLeastTile, kMostTile);
  for (ExplanationTile* tile : tiles_) tile->setSide(side);
}

void ExplanationsCard::resizeEvent(QResizeEvent* event) {
  Card::resizeEvent(event);
  arrange();
}

}  // namespace fovea
