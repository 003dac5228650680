// Why: the targets of detection, its loss and the boxes read from predictions agree on one layout of a tensor.
//
// A grid of H×W cells lies over the image; a box belongs to the cell that contains its centre. Both tensors are f32:
//   predictions [K + 4, H, W]: for each class the probability that a centre lies in the cell, then four numbers for
//                              that box: the distances of its centre from the left and the upper edge of the cell, and
//                              the natural logarithms of its width and height; all in cells
//   targets     [K + 5, H, W]: for each class 1 in the cell of a centre, falling to 0 around it, then the same four
//                              numbers, then 1 in the cells with a centre and 0 elsewhere
// Source: Zhou, Wang and Krähenbühl, "Objects as Points", 2019.
#pragma once
#include <cstdint>

namespace fovea {

inline constexpr std::int64_t kBoxNumbers = 4;  // channels of the box in predictions and targets
// A score x of a class stands for the probability sigmoid(x + kCentreBias). A score of 0 stands for a tenth, since most
// cells have no centre.
inline constexpr double kCentreBias = -2.1972245773362196;
// The lowest probability of boxes that count as found.
inline constexpr float kShownScore = 0.3f;
// The number of channels of a target after those of the classes.
inline constexpr std::int64_t kBoxTargetChannels = kBoxNumbers + 1;

}  // namespace fovea
