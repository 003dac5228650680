// Why: shows any kind of sample with an explanation over it: pictures, sounds and slices of volumes with a heat map,
// texts with a colour behind each symbol.
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

  // Removes the explanation of the sample before.
  void showSample(const InspectionResult& result);
  void clear(const QString& placeholder);
  // False if values of this shape cannot be drawn over the sample.
  bool showExplanation(const Attribution& attribution);
  void removeExplanation();
  // Darkens what a value of a layer does not depend on, in place of the explanation: u8, as ReachedInput::reached.
  // False if a mask of this shape cannot be drawn over the sample.
  bool showReached(const Tensor& reached);
  // Draws where an attention looks, in place of the explanation; f32 as attentionOverInput().
  bool showAttention(const Tensor& weights);
  // Back to the explanation, if there is one.
  void removeLook();
  // Volumes are shown by one slice. 1 for other samples.
  int slices() const { return slices_; }
  int slice() const { return slice_; }
  void setSlice(int slice);
  // The sample is symbols rather than a picture.
  bool isText() const;

  ImageView* picture() const { return picture_; }
  SymbolHeat* text() const { return text_; }

 private:
  // A picture that is drawn over the sample.
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
  bool spectrogram_ = false;  // drawn with low rows below
  int slices_ = 1, slice_ = 0;
};

}  // namespace fovea
