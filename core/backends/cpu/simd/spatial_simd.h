// Why: the inner loops of local response normalisation, resizing, pooling by tables and transposition, written once
// with the compiler's vector types and compiled for three instruction sets, like those of simd.h.
#pragma once
#include <cstdint>

namespace fovea::cpu {

// x * (offset + factor * sum)^-beta; see op local_response_norm.
struct ResponseConstants {
  float offset, factor, beta;
};

// The input position of each of the `count` outputs of a line.
struct LineTaps {
  const std::int32_t* first;
  const std::int32_t* second;
  const float* weights;
  std::int64_t count;
};

// The input range [begin, end) of each of `count` outputs of a line, and a factor for each.
struct LineSpans {
  const std::int32_t* begins;
  const std::int32_t* ends;
  const float* factors;
  std::int64_t count;
};

struct SpatialKernels {
  // y[i] = x[i] + x[i + step] + ... : `terms` of them.
  void (*windowSums)(const float* x, float* y, std::int64_t count, std::int64_t step, std::int64_t terms);
  // y = x * s^-beta with s = offset + factor * sums.
  void (*responses)(const float* x, const float* sums, const ResponseConstants& constants, float* y,
                    std::int64_t count);
  // own = dy * s^-beta and terms = own * x / s.
  void (*responseTerms)(const float* dy, const float* x, const float* sums, const ResponseConstants& constants,
                        float* own, float* terms, std::int64_t count);
  // dx = own - 2 * factor * beta * x * sums
  void (*responseGradients)(const float* own, const float* x, const float* sums, const ResponseConstants& constants,
                            float* dx, std::int64_t count);
  // y = (x - mean) * factor * scale + bias
  void (*normaliseRow)(const float* x, float mean, float factor, const float* scale, const float* bias, float* y,
                       std::int64_t count);
  // totals[0] = sum of scale * dy, totals[1] = sum of scale * dy * (x - mean).
  void (*scaledDots)(const float* dy, const float* scale, const float* x, float mean, std::int64_t count,
                     double* totals);
  // dx = a * scale * dy + b * (x - mean) + c; dscale += dy * (x - mean) * a; dbias += dy.
  void (*rowGradients)(const float* dy, const float* scale, const float* x, float mean, float a, float b, float c,
                       float* dx, float* dscale, float* dbias, std::int64_t count);

  // y += factor * x
  void (*scaledAdd)(const float* x, float factor, float* y, std::int64_t count);
  // One line of places [width][lanes] to another by two taps each: y = (1 - weight) * x[first] + weight * x[second].
  void (*stretch)(const LineTaps& taps, std::int64_t lanes, const float* x, float* y);
  // Adds each gradient to the two input positions that stretch() read.
  void (*stretchBackward)(const LineTaps& taps, std::int64_t lanes, const float* dy, float* dx);

  // If x is above best (or the first NaN): best = x and where = columns + first. Lines of `count` floats.
  void (*maximumOfRows)(const float* x, std::int32_t first, const std::int32_t* columns, float* best,
                        std::int32_t* where, std::int64_t count);
  // The largest of each span of a line [width][lanes], with its `where`; of equal ones the smallest `where`.
  void (*maximumOfSpans)(const LineSpans& spans, std::int64_t lanes, const float* best, const std::int32_t* where,
                         float* y, std::int32_t* indices);
  // y = factor * the sum of each span.
  void (*sumsOfSpans)(const LineSpans& spans, std::int64_t lanes, const float* x, float* y);
  // Adds factor * dy to every place of each span.
  void (*spreadOverSpans)(const LineSpans& spans, std::int64_t lanes, const float* dy, float* dx);

  // y[indices[i] * lanes + lane] += x[i * lanes + lane] for `count` positions; indices outside 0 .. places-1 are
  // skipped.
  void (*scatter)(const float* x, const std::int32_t* indices, std::int64_t count, std::int64_t lanes,
                  std::int64_t places, float* y);
  // y[i * lanes + lane] = x[indices[i] * lanes + lane], or 0 for an invalid index.
  void (*gather)(const float* x, const std::int32_t* indices, std::int64_t count, std::int64_t lanes,
                 std::int64_t places, float* y);

  // mask[i] = 1 where dropout keeps element begin + i; begin is a multiple of 4.
  void (*keptElements)(std::uint64_t seed, std::uint64_t step, std::uint64_t threshold, std::int64_t begin,
                       std::int64_t count, std::uint8_t* mask);

  // y[j * yStride + i] = x[i * xStride + j] for i < rows, j < columns.
  void (*transpose)(const float* x, std::int64_t xStride, float* y, std::int64_t yStride, std::int64_t rows,
                    std::int64_t columns);
};

// The kernels for the widest vectors of this processor.
const SpatialKernels& spatialSimd();

}  // namespace fovea::cpu
