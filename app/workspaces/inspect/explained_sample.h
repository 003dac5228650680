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
  // The sample is symbols rather than a picture.
  bool isText() const;

  ImageView* picture() const { return picture_; }
  SymbolHeat* text() const { return text_; }

 private:
  ImageView* picture_;
  SymbolHeat* text_;
  bool spectrogram_ = false;  // drawn with low rows below
  bool volume_ = false;       // drawn as its middle slice
};

}  // namespace fovea
