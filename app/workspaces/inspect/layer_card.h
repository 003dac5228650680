// Why: shows one layer's result for the picture as images: its activations and, for a convolution, its filters.
#pragma once
#include <memory>

#include "core/inspect/layer_picture.h"
#include "core/inspect/questions.h"
#include "widgets/images/color_map.h"
#include "widgets/theme/card.h"

class QComboBox;
class QSlider;

namespace fovea {

class ImageGrid;
class PillButton;

class LayerCard : public Card {
  Q_OBJECT
 public:
  explicit LayerCard(QWidget* parent = nullptr);

  // `layer` is an index of result->layers.
  void showLayer(const std::shared_ptr<const InspectionResult>& result, int layer);
  // Shows nothing, before the first inspection.
  void clear();
  ImageGrid* activations() const { return activations_; }
  ImageGrid* filters() const { return filters_; }
  // Selects the input channel of the shown kernels; the first entry is all. Hidden if there is only one channel.
  QComboBox* filterChannel() const { return filterChannel_; }
  // The channels of both grids by descending figure, each with its number.
  void setSort(ChannelSort sort);
  PillButton* sortButton() const { return sort_; }
  // Shows the attention of the layer instead of its values; hidden for layers without.
  PillButton* attentionButton() const { return attention_; }
  bool showsAttention() const;
  // The map that attentionWanted() asked for; [heads, queries, keys].
  void setAttention(const Tensor& map);
  const Tensor& attention() const { return attentionMap_; }
  // Goes through the depth of a layer of volumes; hidden for others.
  QSlider* sliceSlider() const { return slice_; }
  // Where in the layer's output, or in its attention [head, query, key], a value of the grid lies.
  std::vector<std::int64_t> positionOf(int channel, int x, int y) const;
  // The selected channel of the layer; −1: none, or the grid shows something else than channels.
  int selectedChannel() const;

 Q_SIGNALS:
  // Other values are shown: attention, another slice.
  void valuesChanged();
  // The map of these queries and keys is to be shown.
  void attentionWanted(const std::shared_ptr<const fovea::AttentionInputs>& inputs);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void setColors(ColorMapKind kind);
  void buildHeader();
  void askForAttention();
  void showActivations();
  void showOrder();
  void showFilters(const Tensor& filters);
  void showFilterPlanes();
  void fitFilters();

  std::shared_ptr<const InspectionResult> result_;
  const LayerResult* shown_ = nullptr;  // of `result_`
  ChannelSort sortBy_ = ChannelSort::Index;
  ImageGrid* activations_;
  PillButton* sort_;
  PillButton* attention_;
  Tensor attentionMap_;  // of the shown layer; undefined until it is known
  QWidget* sliceRow_;
  QSlider* slice_;
  QLabel* sliceText_;
  PillButton* colors_;
  PillButton* shared_;
  QWidget* filterBox_;
  QLabel* filterRemark_;
  QComboBox* filterChannel_;
  ImageGrid* filters_;
  Tensor weights_;
};

}  // namespace fovea
