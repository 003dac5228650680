// Why: shows one layer's result for the picture as images: its activations and, for a convolution, its filters.
#pragma once
#include <memory>

#include "core/inspect/questions.h"
#include "widgets/images/color_map.h"
#include "widgets/theme/card.h"

class QComboBox;

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

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void setColors(ColorMapKind kind);
  void showActivations(const LayerActivation& activation);
  void showFilters(const Tensor& filters);
  void showFilterPlanes();
  void fitFilters();

  ImageGrid* activations_;
  PillButton* colors_;
  PillButton* shared_;
  QWidget* filterBox_;
  QLabel* filterRemark_;
  QComboBox* filterChannel_;
  ImageGrid* filters_;
  Tensor weights_;
};

}  // namespace fovea
