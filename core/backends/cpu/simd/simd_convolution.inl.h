// Why: direct convolutions over blocks of 16 images. With images in the lanes, no channel count is padded and every
// multiply-add is useful, which is fastest for few channels (LeNet). Weights are broadcast, sums stay in registers.
// Innermost loops test at their end (no extent is zero), so that the compiler keeps all sums in registers.

constexpr std::int64_t kBlock = 16;  // images in a block, hence floats a position
constexpr bool kManyRegisters = FOVEA_SIMD_LANES == 16;
constexpr int kForwardColumns = 4;
constexpr int kForwardChannels = kManyRegisters ? 5 : 3;
constexpr int kTaps = kManyRegisters ? 5 : 3;  // adjacent weights of a filter row that are processed together

template <int N>
struct Count {
  static constexpr int value = N;
};

// Calls body(Count<n>) with the largest n that is neither above Most nor above `wanted`.
template <int Most, class Body>
inline std::int64_t withCount(std::int64_t wanted, Body&& body) {
  if constexpr (Most > 1) {
    if (wanted < Most) return withCount<Most - 1>(wanted, body);
  }
  body(Count<Most>{});
  return Most;
}

inline std::int64_t filterSize(const BlockConvolution& s) {
  return s.inputChannels * s.kernelHeight * s.kernelWidth;
}
inline std::int64_t outputPlane(const BlockConvolution& s) {
  return s.outputHeight * s.outputWidth * kBlock;
}

// Sums of `Channels` output channels at `Columns` neighbouring positions of one row.
template <int Channels, int Columns>
inline void convolutionTile(const BlockConvolution& s, const float* x, const float* weight, const float* bias,
                            float* y) {
  const std::int64_t filter = filterSize(s), plane = outputPlane(s);
  Vector sums[Channels][Columns];
  for (int m = 0; m < Channels; ++m)
    for (int i = 0; i < Columns; ++i) sums[m][i] = all(bias ? bias[m] : 0.0f);
  const std::int64_t step = s.strideWidth * kBlock, taps = s.kernelWidth;
  const std::int64_t rowStep = s.width * kBlock, planeStep = (s.height - s.kernelHeight) * rowStep;
  std::int64_t c = s.inputChannels;
  do {
    std::int64_t ky = s.kernelHeight;
    do {
      std::int64_t kx = 0;
      do {
        Vector factors[Channels];
        for (int m = 0; m < Channels; ++m) factors[m] = all(weight[m * filter + kx]);
        for (int i = 0; i < Columns; ++i) {
          const Vector input = load(x + kx * kBlock + i * step);
          for (int m = 0; m < Channels; ++m) sums[m][i] += factors[m] * input;
        }
      } while (++kx < taps);
      weight += taps;
      x += rowStep;
    } while (--ky > 0);
    x += planeStep;
  } while (--c > 0);
  for (int m = 0; m < Channels; ++m)
    for (int i = 0; i < Columns; ++i) store(y + m * plane + i * kBlock, sums[m][i]);
}

void convolution(const BlockConvolution& s, const float* x, const float* weight, const float* bias, float* y,
                 std::int64_t channel, std::int64_t channels, std::int64_t row, std::int64_t rows) {
  const std::int64_t last = channel + channels;
  for (std::int64_t m = channel; m < last;) {
    m += withCount<kForwardChannels>(last - m, [&](auto tile) {
      const float* filters = weight + m * filterSize(s);
      const float* biases = bias ? bias + m : nullptr;
      for (std::int64_t lane = 0; lane < kBlock; lane += kLanes)
        for (std::int64_t r = row; r < row + rows; ++r) {
          const float* from = x + r * s.strideHeight * s.width * kBlock + lane;
          float* to = y + m * outputPlane(s) + r * s.outputWidth * kBlock + lane;
          for (std::int64_t column = 0; column < s.outputWidth;)
            column += withCount<kForwardColumns>(s.outputWidth - column, [&](auto columns) {
              convolutionTile<tile.value, columns.value>(s, from + column * s.strideWidth * kBlock, filters, biases,
                                                         to + column * kBlock);
            });
        }
    });
  }
}

// Gradients of `Taps` neighbouring weights of a filter row times `Columns` output positions, added to one row of dx.
// packed [M][Columns][lanes]; weights of one channel follow each other at the size of a filter.
template <int Taps, int Columns>
inline void backwardDataTile(const BlockConvolution& s, const float* packed, const float* weight, float* dx) {
  const std::int64_t filter = filterSize(s);
  Vector sums[Columns][Taps] = {};
  std::int64_t m = s.outputChannels;
  do {
    Vector factors[Taps];
    for (int k = 0; k < Taps; ++k) factors[k] = all(weight[k]);
    for (int i = 0; i < Columns; ++i) {
      const Vector gradient = load(packed + i * kLanes);
      for (int k = 0; k < Taps; ++k) sums[i][k] += factors[k] * gradient;
    }
    weight += filter;
    packed += Columns * kLanes;
  } while (--m > 0);
  for (int i = 0; i < Columns; ++i)
    for (int k = 0; k < Taps; ++k) {
      float* target = dx + (i * s.strideWidth + k) * kBlock;
      store(target, load(target) + sums[i][k]);
    }
}

template <int Columns>
inline void backwardDataColumns(const BlockConvolution& s, const float* dy, const float* weight, float* dx,
                                std::int64_t channel, std::int64_t channels, float* packed) {
  const std::int64_t plane = outputPlane(s);
  for (std::int64_t m = 0; m < s.outputChannels; ++m)
    for (int i = 0; i < Columns; ++i) store(packed + (m * Columns + i) * kLanes, load(dy + m * plane + i * kBlock));
  for (std::int64_t c = channel; c < channel + channels; ++c)
    for (std::int64_t ky = 0; ky < s.kernelHeight; ++ky) {
      const float* weights = weight + (c * s.kernelHeight + ky) * s.kernelWidth;
      float* row = dx + (c * s.height + ky) * s.width * kBlock;
      for (std::int64_t kx = 0; kx < s.kernelWidth;)
        kx += withCount<kTaps>(s.kernelWidth - kx, [&](auto taps) {
          backwardDataTile<taps.value, Columns>(s, packed, weights + kx, row + kx * kBlock);
        });
    }
}

void convolutionBackwardData(const BlockConvolution& s, const float* dy, const float* weight, float* dx,
                             std::int64_t channel, std::int64_t channels, float* scratch) {
  // Few taps leave registers for more columns.
  constexpr int kMostColumns = kManyRegisters ? 8 : 4;
  const std::int64_t most = kManyRegisters && s.kernelWidth > 3 ? 4 : kMostColumns;
  for (std::int64_t lane = 0; lane < kBlock; lane += kLanes)
    for (std::int64_t row = 0; row < s.outputHeight; ++row) {
      const float* from = dy + row * s.outputWidth * kBlock + lane;
      float* to = dx + row * s.strideHeight * s.width * kBlock + lane;
      for (std::int64_t column = 0; column < s.outputWidth;) {
        const std::int64_t left = s.outputWidth - column;
        column += withCount<kMostColumns>(left < most ? left : most, [&](auto columns) {
          backwardDataColumns<columns.value>(s, from + column * kBlock, weight, to + column * s.strideWidth * kBlock,
                                             channel, channels, scratch);
        });
      }
    }
}

// Adds the products of `Channels` gradients and `Taps` neighbouring inputs, over some rows, to sums
// [Channels][Taps][lanes].
template <int Channels, int Taps>
inline void backwardWeightsTile(const BlockConvolution& s, const float* x, const float* dy, std::int64_t rows,
                                float* memory) {
  const std::int64_t plane = outputPlane(s);
  Vector sums[Channels][Taps];
  for (int m = 0; m < Channels; ++m)
    for (int k = 0; k < Taps; ++k) sums[m][k] = load(memory + (m * Taps + k) * kLanes);
  do {
    const float* inputs = x;
    std::int64_t column = s.outputWidth;
    do {
      Vector values[Taps];
      for (int k = 0; k < Taps; ++k) values[k] = load(inputs + k * kBlock);
      for (int m = 0; m < Channels; ++m) {
        const Vector gradient = load(dy + m * plane);
        for (int k = 0; k < Taps; ++k) sums[m][k] += gradient * values[k];
      }
      inputs += s.strideWidth * kBlock;
      dy += kBlock;
    } while (--column > 0);
    x += s.strideHeight * s.width * kBlock;
  } while (--rows > 0);
  for (int m = 0; m < Channels; ++m)
    for (int k = 0; k < Taps; ++k) store(memory + (m * Taps + k) * kLanes, sums[m][k]);
}

// Adds up the gradients of each channel: those of the bias.
template <int Channels>
inline void biasBand(const BlockConvolution& s, const float* dy, std::int64_t rows, float* memory) {
  for (int m = 0; m < Channels; ++m) {
    const float* gradients = dy + m * outputPlane(s);
    Vector sums[2] = {load(memory + m * kLanes), all(0.0f)};
    std::int64_t position = rows * s.outputWidth;
    for (; position >= 2; position -= 2, gradients += 2 * kBlock) {
      sums[0] += load(gradients);
      sums[1] += load(gradients + kBlock);
    }
    if (position > 0) sums[0] += load(gradients);
    store(memory + m * kLanes, sums[0] + sums[1]);
  }
}

// One band of rows of one block, for `Channels` output channels and all of the given input channels.
template <int Channels>
inline void backwardWeightsBand(const BlockConvolution& s, const float* x, const float* dy, std::int64_t rows,
                                std::int64_t inputChannels, float* memory) {
  for (std::int64_t c = 0; c < inputChannels; ++c)
    for (std::int64_t ky = 0; ky < s.kernelHeight; ++ky)
      for (std::int64_t kx = 0; kx < s.kernelWidth;)
        kx += withCount<kTaps>(s.kernelWidth - kx, [&](auto taps) {
          // Wide tiles are for narrow filters only; see convolutionFilters.
          if constexpr (Channels * taps.value <= 25)
            backwardWeightsTile<Channels, taps.value>(s, x + ((c * s.height + ky) * s.width + kx) * kBlock, dy, rows,
                                                      memory);
          memory += Channels * taps.value * kLanes;
        });
}

// Reorders [input channel, ky, taps][Channels][Taps][lanes] to dweight [Channels][filter].
template <int Channels>
inline void collectWeights(const BlockConvolution& s, std::int64_t inputChannels, const float* memory, float* dweight) {
  for (std::int64_t row = 0; row < inputChannels * s.kernelHeight; ++row)
    for (std::int64_t kx = 0; kx < s.kernelWidth;)
      kx += withCount<kTaps>(s.kernelWidth - kx, [&](auto taps) {
        for (int m = 0; m < Channels; ++m)
          for (int k = 0; k < taps.value; ++k, memory += kLanes)
            dweight[m * filterSize(s) + row * s.kernelWidth + kx + k] = laneSum(load(memory));
      });
}

void convolutionBackwardWeights(const BlockConvolution& s, const float* x, const float* dy, float* dweight,
                                float* dbias, std::int64_t blocks, const ChannelRange& range, float* scratch) {
  constexpr int kMostFilters = kManyRegisters ? 8 : 4;
  const std::int64_t most = convolutionFilters(s, FOVEA_SIMD_LANES);
  const std::int64_t blockX = s.inputChannels * s.height * s.width * kBlock, blockY = s.outputChannels * outputPlane(s);
  const std::int64_t last = range.output + range.outputs;
  // A band of gradients that stays in the first-level cache while all filter taps pass over it.
  const std::int64_t fitting = 28 * 1024 / (most * s.outputWidth * kBlock * 4);
  const std::int64_t band = fitting < 1 ? 1 : fitting;
  for (std::int64_t m = range.output; m < last;)
    m += withCount<kMostFilters>(last - m < most ? last - m : most, [&](auto tile) {
      float* biases = scratch + tile.value * range.inputs * s.kernelHeight * s.kernelWidth * kLanes;
      clear(scratch, biases - scratch + tile.value * kLanes);
      for (std::int64_t block = 0; block < blocks; ++block)
        for (std::int64_t lane = 0; lane < kBlock; lane += kLanes)
          for (std::int64_t row = 0; row < s.outputHeight; row += band) {
            const std::int64_t rows = s.outputHeight - row < band ? s.outputHeight - row : band;
            const float* inputs =
                x + block * blockX + (range.input * s.height + row * s.strideHeight) * s.width * kBlock + lane;
            const float* gradients = dy + block * blockY + m * outputPlane(s) + row * s.outputWidth * kBlock + lane;
            if (range.input == 0) biasBand<tile.value>(s, gradients, rows, biases);
            backwardWeightsBand<tile.value>(s, inputs, gradients, rows, range.inputs, scratch);
          }
      float* target = dweight + m * filterSize(s) + range.input * s.kernelHeight * s.kernelWidth;
      collectWeights<tile.value>(s, range.inputs, scratch, target);
      if (range.input == 0)
        for (int i = 0; i < tile.value; ++i) dbias[m + i] = laneSum(load(biases + i * kLanes));
    });
}
