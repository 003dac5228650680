// Why: ops that move, pick or resample positions treat signals, images and volumes alike. They share these messages and
// loops.
#pragma once
#include <array>

#include "core/ops/op_rules.h"
#include "core/ops/window.h"

namespace fovea {

// Depth, height and width; axes that a value does not have are 1.
using Extents = std::array<std::int64_t, 3>;

// "Padding needs signals [N, C, L], images [N, C, H, W] or volumes [N, C, D, H, W], but the input is f32[2, 3]."
Status needPlaces(const std::string& subject, const std::string& what, const TensorType& type);
// The axes behind N and C of a value of rank 3 to 5.
Extents extentsOfPlaces(const Shape& shape);
// Returns [N, C, ...size]: `shape` with other spatial extents, as many as `size` has entries. InvalidArgument if the
// result is too large or the number of axes differs: "The size has 1 number, but the value has 2 axes."
Result<Shape> withPlaces(const std::string& what, const Shape& shape, const std::vector<std::int64_t>& size);
// The axes behind N and C as a list attribute.
std::vector<std::int64_t> placesOf(const Shape& shape);
// A list of one to three numbers, one for each axis behind N and C.
Field placesField(std::string name, std::string title, std::string help, std::vector<std::int64_t> value,
                  double minimum, double maximum);

inline std::int64_t product(const Extents& extents) {
  return extents[0] * extents[1] * extents[2];
}

// Calls body(z, y, x, position) for every position in row-major order.
template <class Body>
void forPlaces(const Extents& extents, Body&& body) {
  std::int64_t position = 0;
  for (std::int64_t z = 0; z < extents[0]; ++z)
    for (std::int64_t y = 0; y < extents[1]; ++y)
      for (std::int64_t x = 0; x < extents[2]; ++x) body(z, y, x, position++);
}

}  // namespace fovea
