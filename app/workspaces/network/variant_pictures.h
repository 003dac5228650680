// Why: what a list of transforms makes of a sample is shown as the network will see it, with the boxes and masks that
// move along, and sound as the picture that people know of it. Pure functions.
#pragma once
#include <QImage>
#include <QRectF>
#include <vector>

#include "core/data/transform.h"

namespace fovea {

struct VariantPicture {
  QImage image;
  struct Mark {
    QRectF place;  // in pixels of the image
    QColor color;  // of its class
  };
  std::vector<Mark> marks;
};

// Whether transforms of that type can be shown and used for samples like this one.
bool worksOn(const TransformType& type, const Tensor& input);

// A sample at most so large that sixteen variants of it take no time, with its boxes and its mask.
Sample handySample(const Sample& sample);

// One variant of `sample`, drawn by `random`; `partner` is what a transform that mixes takes for the other sample. No
// image where it cannot be made.
VariantPicture variantPicture(const TransformPlan& plan, const Sample& sample, const Sample& partner, Random random);

}  // namespace fovea
