// Why: adaptive pooling and pooling of volumes take windows of many shapes; as lists of [begin, end) for each axis they
// share their reference loops and their kernels.
#pragma once
#include "core/ops/places.h"

namespace fovea {

// The inputs that one output sees along an axis, and what an average divides by there.
struct PoolingSpan {
  std::int64_t begin = 0;
  std::int64_t end = 1;
  std::int64_t divisor = 1;
};

// x [planes][input], y [planes][output]; along axis a output i sees spans[a][i].
struct PoolingWindows {
  std::int64_t planes = 0;
  Extents input{1, 1, 1};
  std::array<std::vector<PoolingSpan>, 3> spans;

  Extents output() const {
    return {static_cast<std::int64_t>(spans[0].size()), static_cast<std::int64_t>(spans[1].size()),
            static_cast<std::int64_t>(spans[2].size())};
  }
  // Inputs of all windows of one plane.
  double visits() const;
};

// Windows that cover `input` in `outputs` parts of almost equal size: floor(i * input / outputs) up to
// ceil((i + 1) * input / outputs).
std::vector<PoolingSpan> adaptiveSpans(std::int64_t input, std::int64_t outputs);
// Of adaptive pooling of x [N, C, ...] to y's axes.
PoolingWindows adaptiveWindows(const Shape& x, const Shape& y);

// kernel, stride, padding ([front, top, left, back, bottom, right]) and ceil_mode, for volumes.
std::vector<Field> volumePoolingFields();
// Of pooling volumes x [N, C, D, H, W]; reads count_include_padding where there is one. InvalidArgument in words for
// the user.
Result<PoolingWindows> readVolumePooling(const FieldValues& attributes, const Shape& x);
// The shape that pooling them gives; fails alike. Makes no lists of windows, however large x is.
Result<Shape> pooledVolume(const FieldValues& attributes, const Shape& x);

// y and i32 indices (positions within a plane) of the largest of each window; the first NaN of a window wins.
void maximaOfWindows(const PoolingWindows& windows, const TensorView& x, const TensorView& y,
                     const TensorView& indices);
void averagesOfWindows(const PoolingWindows& windows, const TensorView& x, const TensorView& y);
// Each output's gradient in equal parts to the inputs of its window.
void spreadAverages(const PoolingWindows& windows, const TensorView& dy, const TensorView& dx);

// InvalidArgument if an i32 cannot count the positions of x.
Status needCountablePlaces(const Shape& x);

}  // namespace fovea
