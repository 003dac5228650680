// Why: shows the effect of transforms on a sample as the network will see it, with moving boxes and masks, and sound as
// a spectrogram or curve. Pure functions.
#pragma once
#include <QImage>
#include <QRectF>
#include <vector>

#include "core/data/transforms/transform.h"

namespace fovea {

struct VariantPicture {
  QImage image;
  struct Mark {
    QRectF place;  // in image pixels
    QColor color;  // the class's
  };
  std::vector<Mark> marks;
};

// Whether transforms of that type can be previewed and used for such samples.
bool worksOn(const TransformType& type, const Tensor& input);

// Shrinks a sample, with its boxes and its mask, so that sixteen variants take no noticeable time.
Sample handySample(const Sample& sample);

// Some samples of the data set, shrunk so, to choose transforms by; those that cannot be read are left out. NotFound if
// none can be read. Slow; any thread.
Result<std::vector<Sample>> handySamples(const Dataset& dataset);

// Returns one random variant of `sample`; `partner` is the other sample of a mixing transform. No image if it cannot be
// made.
VariantPicture variantPicture(const TransformPlan& plan, const Sample& sample, const Sample& partner, Random random);

}  // namespace fovea
