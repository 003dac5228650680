// Why: describes the value under the cursor and draws over the sample its receptive field or its attention.
#include "app/workspaces/inspect/channel_inspector.h"
#include "app/workspaces/inspect/explained_sample.h"
#include "app/workspaces/inspect/layer_card.h"
#include "app/workspaces/inspect/layer_strip.h"
#include "app/workspaces/inspect/layers_page.h"
#include "app/workspaces/inspect/prediction_card.h"
#include "core/inspect/attention_maps.h"
#include "widgets/images/image_grid.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

// Returns "Depends on rows 3–9 and columns 4–10 of the input".
QString fieldWords(const ReachedInput& input, bool exact) {
  if (input.count == 0) return LayersPage::tr("Depends on nothing of the input");
  const auto axis = [&](std::size_t fromEnd) {
    const std::size_t at = input.first.size() - fromEnd;
    return input.first[at] == input.last[at] ? QString::number(input.first[at])
                                             : QStringLiteral("%1–%2").arg(input.first[at]).arg(input.last[at]);
  };
  QString words;
  if (input.count == input.reached.elementCount())
    words = LayersPage::tr("Depends on the whole input");
  else if (input.first.size() == 1)
    words = LayersPage::tr("Depends on positions %1 of the input").arg(axis(1));
  else if (input.first.size() == 4)
    words = LayersPage::tr("Depends on slices %1, rows %2, columns %3 of the input").arg(axis(3), axis(2), axis(1));
  else
    words = LayersPage::tr("Depends on rows %1, columns %2 of the input").arg(axis(2), axis(1));
  return exact ? words : LayersPage::tr("%1, or on less").arg(words);
}

}  // namespace

const LayerActivation* LayersPage::shownLayer() const {
  return result_ && layers_->current() >= 0 ? &result_->layers[static_cast<std::size_t>(layers_->current())].activation
                                            : nullptr;
}

// Reads the value from the pictures, since a pinned place outlives the result in which it was clicked.
void LayersPage::point(const PointedPlace& at) {
  const LayerActivation* layer = shownLayer();
  if (!layer) return;
  const float value = layer_->activations()->valueAt({at.channel, at.x, at.y});
  const std::vector<std::int64_t> position = layer_->positionOf(at.channel, at.x, at.y);
  if (layer_->showsAttention()) return showAttentionOf(position, value);
  if (layer->steps)
    channel_->showText(
        tr("unit %1 at step %2 = %3").arg(at.y).arg(at.x).arg(numberText(static_cast<double>(value), 'g', 4)));
  else
    channel_->showValue(at.channel, at.x, at.y, value);
  askForField(position);
}

void LayersPage::leave() {
  if (pinned_) return point(*pinned_);
  field_.cancel();
  channel_->hideValue();
  prediction_->sample()->removeLook();
}

// A second click on the same place unpins it.
void LayersPage::pin(const PointedPlace& at) {
  pinned_ = pinned_ == at ? std::optional<PointedPlace>() : at;
  point(at);
}

void LayersPage::askForField(std::vector<std::int64_t> at) {
  const FieldRequest request{result_->request.checkpoint, shownLayer()->name, std::move(at)};
  field_.ask(
      [request](const InspectionEngine::Desk& desk, const ProgressFunction&) { return fieldOfValue(desk, request); },
      [this](const Question<ReceptiveField>::Shared& answer) {
        if (!answer->ok()) return channel_->showField({});
        const ReachedInput& input = answer->value().inputs.front();
        channel_->showField(fieldWords(input, answer->value().exact));
        prediction_->sample()->showReached(input.reached);
      });
}

void LayersPage::askForAttention(const std::shared_ptr<const AttentionInputs>& inputs) {
  attention_.ask([inputs](const InspectionEngine::Desk&, const ProgressFunction&) { return attentionWeights(*inputs); },
                 [this](const Question<Tensor>::Shared& answer) {
                   if (!answer->ok()) return channel_->showField(coreMessage(answer->error()));
                   layer_->setAttention(answer->value());
                 });
}

void LayersPage::showAttentionOf(const std::vector<std::int64_t>& at, float share) {
  channel_->showText(tr("head %1: step %2 looks at step %3 with %4 %")
                         .arg(at[0])
                         .arg(at[1])
                         .arg(at[2])
                         .arg(numberText(static_cast<double>(share) * 100, 'f', 1)));
  // Uses the network's input; the sample may be longer, such as a text with the symbol to predict.
  const fovea::Shape& input = result_->layers.front().activation.values.shape();
  const auto over = attentionOverInput(layer_->attention(), at[0], at[1], input);
  const bool drawn = over.ok() && prediction_->sample()->showAttention(*over);
  channel_->showField(drawn ? tr("Red is where step %1 looks.").arg(at[1]) : QString());
}

}  // namespace fovea
