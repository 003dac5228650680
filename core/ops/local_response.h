// Why: local response normalisation and its backward read and check the same attributes.
// Source: Krizhevsky, Sutskever and Hinton, "ImageNet Classification with Deep Convolutional Neural Networks", 2012.
#pragma once
#include "core/ops/op_type.h"

namespace fovea {

// s = offset + alpha / count * (sum of x^2 over the window), y = x * s^-beta.
struct LocalResponse {
  std::int64_t size = 5;  // extent of the window, odd
  double alpha = 1e-4;
  double beta = 0.75;
  double offset = 1;
  bool withinChannels = false;

  std::int64_t half() const { return size / 2; }
  // Elements in a whole window; those outside of x count as zero.
  std::int64_t count() const { return withinChannels ? size * size : size; }
};

// size, alpha, beta, offset, within_channels.
std::vector<Field> localResponseFields();
// InvalidArgument with a message for the user. After inferOp() accepted an op's types, this cannot fail.
Result<LocalResponse> readLocalResponse(const FieldValues& attributes, const TensorType& x);
// The sum of `values` over the window of every element of x, [N, C, ...]; in double.
std::vector<double> localSums(const LocalResponse& response, const Shape& x, const std::vector<double>& values);

}  // namespace fovea
