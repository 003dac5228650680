// Why: shows any kind of sample with an explanation over it: a heat map over pictures, sounds and slices of volumes, or
// a colour behind each symbol of a text.
#pragma once
#include <QStackedWidget>

#include "core/inspect/attribution.h"
#include "core/inspect/questions.h"

namespace fovea {

class ImageView;
class SymbolHeat;

class ExplainedSample : public QStackedWidget {
  Q_OBJECT
 public:
  explicit ExplainedSample(QWidget* parent = nullptr);

  // Shows a sample and removes the explanation of the previous one.
  void showSample(const InspectionResult& result);
  void clear(const QString& placeholder);
  // Draws an explanation. Returns false if values of this shape cannot be drawn over the sample.
  bool showExplanation(const Attribution& attribution);
  void removeExplanation();
  // Darkens what a layer's value does not depend on, in place of the explanation: u8, as ReachedInput::reached. Returns
  // false if a mask of this shape cannot be drawn over the sample.
  bool showReached(const Tensor& reached);
  // Draws attention weights over the input, in place of the explanation; f32 as attentionOverInput().
  bool showAttention(const Tensor& weights);
  // Shows the explanation again, if there is one.
  void removeLook();
  // Returns the number of slices of a volume, of which one is shown; 1 for other samples.
  int slices() const { return slices_; }
  int slice() const { return slice_; }
  void setSlice(int slice);
  // Returns whether the sample consists of symbols rather than a picture.
  bool isText() const;

  ImageView* picture() const { return picture_; }
  SymbolHeat* text() const { return text_; }

 private:
  // Values that are drawn over the sample.
  struct Layer {
    enum class Kind { None, Evidence, Reached, Attention } kind = Kind::None;
    Tensor values;
  };
  bool draw(const Layer& layer);
  void drawPicture();

  ImageView* picture_;
  SymbolHeat* text_;
  Layer explanation_, look_;
  Tensor input_;
  DatasetInfo info_;
  bool spectrogram_ = false;  // the picture is flipped: row 0 is at the bottom
  int slices_ = 1, slice_ = 0;
};

}  // namespace fovea
