// Why: shows one layer's result for the sample as images: its activations and, for a convolution, its filters.
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

  // Shows a layer; `layer` is an index of result->layers.
  void showLayer(const std::shared_ptr<const InspectionResult>& result, int layer);
  // Shows nothing, before the first inspection.
  void clear();
  ImageGrid* activations() const { return activations_; }
  ImageGrid* filters() const { return filters_; }
  // Selects the input channel of the shown kernels; the first entry is all. Hidden if there is only one channel.
  QComboBox* filterChannel() const { return filterChannel_; }
  // Sorts the channels of both grids by a statistic, largest first; each keeps its number.
  void setSort(ChannelSort sort);
  PillButton* sortButton() const { return sort_; }
  // Shows the layer's attention instead of its values; hidden for layers without attention.
  PillButton* attentionButton() const { return attention_; }
  bool showsAttention() const;
  // Sets the map that attentionWanted() asked for; [heads, queries, keys].
  void setAttention(const Tensor& map);
  const Tensor& attention() const { return attentionMap_; }
  // Chooses the slice of a layer with volumes; hidden for other layers.
  QSlider* sliceSlider() const { return slice_; }
  // Returns the position of a grid's value in the layer's output, or in its attention [head, query, key].
  std::vector<std::int64_t> positionOf(int channel, int x, int y) const;
  // Returns the selected channel; −1: none, or the grid does not show channels.
  int selectedChannel() const;

 Q_SIGNALS:
  // Attention or another slice is shown, or the values again.
  void valuesChanged();
  // The attention map of these queries and keys is needed; setAttention() shows it.
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
  QString filterName(int plane) const;

  std::shared_ptr<const InspectionResult> result_;
  const LayerResult* shown_ = nullptr;  // a layer of `result_`
  ChannelSort sortBy_ = ChannelSort::Index;
  ImageGrid* activations_;
  PillButton* sort_;
  PillButton* attention_;
  Tensor attentionMap_;  // attention of the shown layer; undefined until it is computed
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
