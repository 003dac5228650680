// Why: what one layer makes of the picture, as images: its activations, and for a convolution the filters behind them.
#pragma once
#include <memory>

#include "app/workspaces/inspect/inspection_runner.h"
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

  // `layer` is an index into result->layers.
  void showLayer(const std::shared_ptr<const InspectionResult>& result, int layer);
  // While nothing has been looked into.
  void clear();
  ImageGrid* activations() const { return activations_; }
  ImageGrid* filters() const { return filters_; }
  // Which input channel's kernels are shown; the first entry is all of them. Hidden when there is one.
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
