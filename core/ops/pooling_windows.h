// Why: windows of adaptive and volume pooling vary in size. Lists of [begin, end) per axis let both share their
// reference loops and kernels.
#pragma once
#include "core/ops/places.h"

namespace fovea {

// The inputs that one output covers along an axis, and its divisor for averages.
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
  // The number of inputs in all windows of one plane.
  double visits() const;
};

// Splits `input` into `outputs` windows of almost equal size: floor(i * input / outputs) up to ceil((i + 1) * input /
// outputs).
std::vector<PoolingSpan> adaptiveSpans(std::int64_t input, std::int64_t outputs);
// The windows of adaptive pooling from x [N, C, ...] to y.
PoolingWindows adaptiveWindows(const Shape& x, const Shape& y);

// kernel, stride, padding ([front, top, left, back, bottom, right]) and ceil_mode, for volumes.
std::vector<Field> volumePoolingFields();
// Returns the windows of pooling a volume x [N, C, D, H, W]; reads count_include_padding if the op has it.
// InvalidArgument with a message for the user if no window fits.
Result<PoolingWindows> readVolumePooling(const FieldValues& attributes, const Shape& x);
// Returns the pooled shape with the same errors, without building window lists, however large x is.
Result<Shape> pooledVolume(const FieldValues& attributes, const Shape& x);

// Computes y and i32 indices (positions within a plane) of each window's maximum; the first NaN in a window wins.
void maximaOfWindows(const PoolingWindows& windows, const TensorView& x, const TensorView& y,
                     const TensorView& indices);
void averagesOfWindows(const PoolingWindows& windows, const TensorView& x, const TensorView& y);
// Distributes each output's gradient equally over the inputs of its window.
void spreadAverages(const PoolingWindows& windows, const TensorView& dy, const TensorView& dx);

// InvalidArgument if i32 cannot index the positions of x.
Status needCountablePlaces(const Shape& x);

}  // namespace fovea
