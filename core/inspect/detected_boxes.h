// Why: the boxes that a detection network finds, and which of them are right. Pure functions.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "core/data/store/sample.h"
#include "core/tensor/box_grid.h"

namespace fovea {

// A box that a network found: in fractions of the image's width and height, or in pixels where a function says so.
struct DetectedBox {
  Box box;
  float score = 0;  // the probability of its class
};

inline constexpr std::size_t kMostDetectedBoxes = 100;  // per image, as for COCO
inline constexpr double kRightOverlap = 0.5;            // smallest overlap at which a found box counts as right

// Reads the boxes, in fractions of the image, from the predictions for one image in the layout of
// core/tensor/box_grid.h; `grid` is their shape [K + 4, H, W]. A box is where the probability of a class is the highest
// among eight neighbours. Returns at most kMostDetectedBoxes, the most probable first.
std::vector<DetectedBox> detectedBoxes(std::span<const float> predictions, const Shape& grid);
// Returns the boxes from kShownScore on; `boxes` are sorted as detectedBoxes() returns them.
std::span<const DetectedBox> shownBoxes(std::span<const DetectedBox> boxes);

// Converts boxes from pixels of an image of that size to fractions of it.
std::vector<Box> asFractions(std::span<const Box> boxes, double width, double height);

// Intersection over union, from 0 to 1. 0 if both are empty.
double overlapOf(const Box& a, const Box& b);

// Assigns found boxes to true boxes. Each true box is assigned to at most one found box.
struct BoxMatches {
  std::vector<std::optional<std::size_t>> truths;  // per found box: the index of its true box; nothing if it is false
  std::vector<std::size_t> missed;                 // indices of true boxes without a found box
};

// Matches each found box, in the given order, to the unmatched true box of its class with the largest overlap, if that
// is at least `least`. This is the matching of COCO's evaluation.
BoxMatches matchBoxes(std::span<const DetectedBox> found, std::span<const Box> truths, double least = kRightOverlap);

// The fraction of boxes that are wrong: (false + missed) / (right + false + missed) for the boxes from kShownScore on;
// 0 without any box.
double wrongBoxes(std::span<const DetectedBox> found, std::span<const Box> truths);

}  // namespace fovea
