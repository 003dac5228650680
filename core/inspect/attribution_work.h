// Why: declares what the methods of an explanation share across files. Private to Attributor.
#pragma once
#include <span>
#include <vector>

#include "core/inspect/attribution.h"

namespace fovea {

inline Shape withoutBatch(const Shape& shape) {
  return Shape(shape.extents().subspan(1));
}

// Returns row `row` of an f32 batch.
inline std::span<float> rowOf(Tensor& batch, std::int64_t row) {
  const std::int64_t size = batch.shape().elementsFrom(1);
  return batch.values<float>().subspan(static_cast<std::size_t>(row * size), static_cast<std::size_t>(size));
}
inline std::span<const float> rowOf(const Tensor& batch, std::int64_t row) {
  const std::int64_t size = batch.shape().elementsFrom(1);
  return batch.values<float>().subspan(static_cast<std::size_t>(row * size), static_cast<std::size_t>(size));
}

// Returns one sample's scores summed over positions, for each class.
std::vector<float> scoresOfClasses(std::span<const float> scores, const Shape& sample, int axis);

// The state of one call of explain().
struct Attributor::Work {
  const Tensor& input;
  const AttributionOptions& options;
  const CancelToken& cancel;
  const ProgressFunction& progress;
  Attribution result{};

  Status step(const char* stage, std::int64_t done, std::int64_t total) const {
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The explanation was cancelled.");
    if (progress) progress({stage, static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(total)});
    return {};
  }
};

}  // namespace fovea
