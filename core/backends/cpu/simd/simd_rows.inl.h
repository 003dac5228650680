// Why: for one or few images the vector lanes are pixels in the dense layout of the image, without padding: a
// convolution over small images with any number of channels, and a matrix-vector product. For the instruction set that
// the including file chose.

constexpr int kPixelVectors = FOVEA_SIMD_LANES == 16 ? 4 : 2;

// Prefetches the whole range at once: other cores have just written most of it, and waiting for each cache line in turn
// takes long.
inline void fetch(const float* x, std::int64_t count) {
  constexpr std::int64_t kCacheLine = 16;
  for (std::int64_t i = 0; i < count; i += kCacheLine) __builtin_prefetch(x + i);
}

// Rows of half a vector are copied with half vectors: whole ones would overlap in memory.
struct Half {
  float numbers[FOVEA_SIMD_LANES / 2];
};

// Does the work of shiftColumns() for output rows of half a vector.
inline void shiftHalves(const RowConvolution& s, const float* x, float* shifted) {
  const std::int64_t plane = s.height * s.outputWidth;
  for (std::int64_t channel = 0; channel < s.inputChannels; ++channel, shifted += s.kernelWidth * plane)
    for (std::int64_t row = 0; row < s.height; ++row, x += s.width) {
      float* to = shifted + row * s.outputWidth;
      for (std::int64_t kx = 0; kx < s.kernelWidth;)
        kx += withCount<kTaps>(s.kernelWidth - kx, [&](auto count) {
#pragma GCC unroll 5
          for (int k = 0; k < count.value; ++k) __builtin_memcpy(to + (kx + k) * plane, x + kx + k, sizeof(Half));
        });
    }
}

// Writes copies shifted by one more column each, [C][KW][height][output width], so that the pixels of a tap are
// contiguous. Copies whole vectors; the next row overwrites the excess, and the last rows of the image are copied
// number by number.
void shiftColumns(const RowConvolution& s, const float* x, float* shifted) {
  fetch(x, s.inputChannels * s.height * s.width);
  if (s.outputWidth == kLanes / 2) return shiftHalves(s, x, shifted);
  const float* const safe = x + s.inputChannels * s.height * s.width - s.outputWidth - kLanes;
  for (std::int64_t channel = 0; channel < s.inputChannels; ++channel)
    for (std::int64_t kx = 0; kx < s.kernelWidth; ++kx) {
      const float* from = x + channel * s.height * s.width + kx;
      for (std::int64_t row = 0; row < s.height; ++row, from += s.width, shifted += s.outputWidth) {
        if (from <= safe)
          for (std::int64_t i = 0; i < s.outputWidth; i += kLanes) store(shifted + i, load(from + i));
        else
          for (std::int64_t i = 0; i < s.outputWidth; ++i) shifted[i] = from[i];
      }
    }
}

// Adds the products of `Taps` neighbouring weights of a row of each filter. Unrolled, since other instructions between
// the multiply-adds reduce their rate.
template <int Taps, int Filters, int Vectors>
inline void addTaps(const float* from, std::int64_t plane, const float* weight, std::int64_t filter,
                    Vector (&sums)[Filters][Vectors]) {
#pragma GCC unroll 5
  for (int k = 0; k < Taps; ++k) {
    Vector pixel[Vectors];
    for (int v = 0; v < Vectors; ++v) pixel[v] = load(from + k * plane + v * kLanes);
    for (int f = 0; f < Filters; ++f) {
      const float factor = weight[f * filter + k];
      for (int v = 0; v < Vectors; ++v) sums[f][v] += factor * pixel[v];
    }
  }
}

// Pixels [0, pixels) from `shifted` on for `Filters` filters; `pixels` is at most Vectors vectors.
template <int Filters, int Vectors>
inline void rowTile(const RowConvolution& s, const float* shifted, const float* weight, const float* bias, float* y,
                    std::int64_t pixels) {
  const std::int64_t plane = s.height * s.outputWidth, filter = s.inputChannels * s.kernelHeight * s.kernelWidth;
  Vector sums[Filters][Vectors];
  for (int f = 0; f < Filters; ++f)
    for (int v = 0; v < Vectors; ++v) sums[f][v] = all(bias ? bias[f] : 0.0f);
  for (std::int64_t channel = 0; channel < s.inputChannels; ++channel, shifted += s.kernelWidth * plane)
    for (std::int64_t ky = 0; ky < s.kernelHeight; ++ky) {
      const float* from = shifted + ky * s.outputWidth;
      for (std::int64_t kx = 0; kx < s.kernelWidth;) {
        const std::int64_t taps = withCount<kTaps>(
            s.kernelWidth - kx, [&](auto count) { addTaps<count.value>(from, plane, weight, filter, sums); });
        kx += taps;
        from += taps * plane;
        weight += taps;
      }
    }
  for (int f = 0; f < Filters; ++f)
    for (int v = 0; v < Vectors; ++v) {
      float* to = y + f * s.outputHeight * s.outputWidth + v * kLanes;
      const std::int64_t count = pixels - v * kLanes;
      if (count >= kLanes)
        store(to, sums[f][v]);
      else
        for (std::int64_t i = 0; i < count; ++i) to[i] = sums[f][v][i];
    }
}

template <int Filters, int Vectors>
inline void rowTiles(const RowConvolution& s, const float* shifted, const float* weight, const float* bias, float* y) {
  const std::int64_t pixels = s.outputHeight * s.outputWidth;
  std::int64_t pixel = 0;
  for (; pixel + (Vectors - 1) * kLanes < pixels; pixel += Vectors * kLanes)
    rowTile<Filters, Vectors>(s, shifted + pixel, weight, bias, y + pixel, pixels - pixel);
  if constexpr (Vectors > 1)
    for (; pixel < pixels; pixel += kLanes)
      rowTile<Filters, 1>(s, shifted + pixel, weight, bias, y + pixel, pixels - pixel);
}

void rowConvolution(const RowConvolution& s, const float* shifted, const float* weight, const float* bias, float* y,
                    std::int64_t filters) {
  switch (filters) {
    case 1:
      return rowTiles<1, kPixelVectors>(s, shifted, weight, bias, y);
    case 2:
      return rowTiles<2, kPixelVectors>(s, shifted, weight, bias, y);
    case 3:
      return rowTiles<3, kPixelVectors>(s, shifted, weight, bias, y);
    case 4:
      return rowTiles<4, kPixelVectors>(s, shifted, weight, bias, y);
    case 5:
      return rowTiles<5, kPixelVectors>(s, shifted, weight, bias, y);
    default:
      return rowTiles<6, kPixelVectors>(s, shifted, weight, bias, y);
  }
}

// Prefetch distance in floats: it reduces 11.0 us to 9.1 for 800 inputs and 256 outputs.
constexpr std::int64_t kAhead = 1024;

// One block of outputs, in steps of Vectors vectors.
template <int Vectors>
inline void vectorProductPart(const float* x, std::int64_t inputs, const float* weight, std::int64_t block,
                              const float* bias, float* y, std::int64_t outputs) {
  Vector sums[2][Vectors] = {};
  std::int64_t k = 0;
  for (; k + 2 <= inputs; k += 2)
    for (int j = 0; j < 2; ++j)
      for (int v = 0; v < Vectors; ++v) {
        const float* from = weight + (k + j) * block + v * kLanes;
        __builtin_prefetch(from + kAhead);
        sums[j][v] += x[k + j] * load(from);
      }
  if (k < inputs)
    for (int v = 0; v < Vectors; ++v) sums[0][v] += x[k] * load(weight + k * block + v * kLanes);
  float results[Vectors * FOVEA_SIMD_LANES];
  for (int v = 0; v < Vectors; ++v) store(results + v * kLanes, sums[0][v] + sums[1][v]);
  const std::int64_t count = outputs < Vectors * kLanes ? outputs : Vectors * kLanes;
  for (std::int64_t i = 0; i < count; ++i) y[i] = bias ? results[i] + bias[i] : results[i];
}

void vectorProduct(const float* x, std::int64_t inputs, const float* weight, std::int64_t block, const float* bias,
                   float* y, std::int64_t outputs) {
  fetch(x, inputs);
  for (std::int64_t lane = 0; lane < outputs;) {
    const float* from = bias ? bias + lane : nullptr;
    if (block - lane >= 4 * kLanes) {
      vectorProductPart<4>(x, inputs, weight + lane, block, from, y + lane, outputs - lane);
      lane += 4 * kLanes;
    } else {
      vectorProductPart<1>(x, inputs, weight + lane, block, from, y + lane, outputs - lane);
      lane += kLanes;
    }
  }
}

// `Rows` dot products of x with neighbouring rows of an untransposed weight. Each uses two sums, since one would wait
// for its own latency.
template <int Rows>
inline void rowProductPart(const float* x, std::int64_t inputs, const float* weight, const float* bias, float* y) {
  Vector sums[Rows][2] = {};
  std::int64_t k = 0;
  for (; k + 2 * kLanes <= inputs; k += 2 * kLanes)
    for (int half = 0; half < 2; ++half) {
      const Vector input = load(x + k + half * kLanes);
      for (int row = 0; row < Rows; ++row) sums[row][half] += input * load(weight + row * inputs + k + half * kLanes);
    }
  for (int row = 0; row < Rows; ++row) {
    float sum = laneSum(sums[row][0] + sums[row][1]);
    for (std::int64_t i = k; i < inputs; ++i) sum += x[i] * weight[row * inputs + i];
    y[row] = bias ? sum + bias[row] : sum;
  }
}

void rowProduct(const float* x, std::int64_t inputs, const float* weight, const float* bias, float* y,
                std::int64_t outputs) {
  constexpr int kRows = 4;
  std::int64_t row = 0;
  for (; row + kRows <= outputs; row += kRows)
    rowProductPart<kRows>(x, inputs, weight + row * inputs, bias ? bias + row : nullptr, y + row);
  for (; row < outputs; ++row)
    rowProductPart<1>(x, inputs, weight + row * inputs, bias ? bias + row : nullptr, y + row);
}
