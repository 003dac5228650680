// Why: splitting and joining blocks of images, and the forward loop of pooled_simd.h, for the instruction set that the
// including file chose.

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

constexpr std::int64_t kBlock = 16;  // images in a block
constexpr bool kManyRegisters = FOVEA_SIMD_LANES == 16;

// Hides from the compiler how an address was computed. It would otherwise keep one address register per neighbouring
// address, more than there are, instead of using the offset field of the instructions.
template <class Pointer>
inline Pointer settled(Pointer address) {
  __asm__("" : "+r"(address));
  return address;
}

// Transposes a square of vectors, by halves, quarters and so on.
template <int Step>
inline void exchange(Vector (&rows)[FOVEA_SIMD_LANES]) {
  Integers low, high;
  for (int i = 0; i < FOVEA_SIMD_LANES; ++i) {
    low[i] = i & Step ? FOVEA_SIMD_LANES + i - Step : i;
    high[i] = i & Step ? FOVEA_SIMD_LANES + i : i + Step;
  }
  for (int i = 0; i < FOVEA_SIMD_LANES; ++i) {
    if (i & Step) continue;
    const Vector a = rows[i], b = rows[i + Step];
    rows[i] = __builtin_shuffle(a, b, low);
    rows[i + Step] = __builtin_shuffle(a, b, high);
  }
  if constexpr (Step > 1) exchange<Step / 2>(rows);
}

// `from(i)` points to the 16 images of number i.
template <class From>
inline void splitEach(std::int64_t count, float* to, std::int64_t stride, From&& from) {
  for (std::int64_t first = 0; first < count; first += kLanes)
    for (std::int64_t image = 0; image < kBlock; image += kLanes) {
      Vector rows[FOVEA_SIMD_LANES];
      for (int i = 0; i < FOVEA_SIMD_LANES; ++i) rows[i] = load(from(first + i) + image);
      exchange<FOVEA_SIMD_LANES / 2>(rows);
      float* target = to + image * stride + first;
      for (int i = 0; i < FOVEA_SIMD_LANES; ++i, target = settled(target + stride)) store(target, rows[i]);
    }
}

void splitImages(const float* x, const std::int32_t* sources, std::int64_t count, float* to, std::int64_t stride) {
  alignas(64) static const float zeros[kBlock] = {};
  if (sources)
    return splitEach(count, to, stride, [=](std::int64_t i) { return sources[i] < 0 ? zeros : x + sources[i]; });
  const std::int64_t whole = count / kLanes * kLanes;
  splitEach(whole, to, stride, [=](std::int64_t i) { return x + i * kBlock; });
  if (whole < count)
    splitEach(kLanes, to + whole, stride,
              [=](std::int64_t i) { return whole + i < count ? x + (whole + i) * kBlock : zeros; });
}

void joinImages(const float* from, std::int64_t stride, const std::int32_t* sources, std::int64_t count, float* y) {
  for (std::int64_t first = 0; first < count; first += kLanes)
    for (std::int64_t image = 0; image < kBlock; image += kLanes) {
      Vector rows[FOVEA_SIMD_LANES];
      for (std::int64_t i = 0; i < kLanes; ++i) rows[i] = load(from + (image + i) * stride + first);
      exchange<FOVEA_SIMD_LANES / 2>(rows);
      for (std::int64_t i = 0; i < kLanes && first + i < count; ++i) {
        const std::int64_t source = sources[first + i];
        if (source < 0) continue;
        float* target = y + source + image;
        store(target, load(target) + rows[i]);
      }
    }
}

void placesOf(const std::int32_t* outputs, std::int64_t count, std::int64_t outputWidth, std::int64_t width,
              std::int32_t* places) {
  const float reciprocal = 1.0f / static_cast<float>(outputWidth);
  const auto gap = static_cast<std::int32_t>(width - outputWidth);
  for (std::int64_t i = 0; i < count; i += kLanes) {
    const Integers at = loadIntegers(outputs + i);
    const Vector row = (__builtin_convertvector(at, Vector) + 0.5f) * reciprocal;
    storeIntegers(places + i, at + __builtin_convertvector(row, Integers) * gap);
  }
}

// Sums over input channels [channel, channel + channels) of `Filters` filters for the four outputs of a 2x2 window; x
// is the first input of the window's first output.
template <int Filters>
inline void windowSums(const BlockConvolution& s, const float* x, const float* weight, std::int64_t channels,
                       Vector (&sums)[Filters][4]) {
  const std::int64_t filter = s.inputChannels * s.kernelHeight * s.kernelWidth, rowStep = s.width * kBlock;
  const std::int64_t across = s.strideWidth * kBlock, down = s.strideHeight * rowStep;
  for (std::int64_t c = 0; c < channels; ++c, x += (s.height - s.kernelHeight) * rowStep)
    for (std::int64_t ky = 0; ky < s.kernelHeight; ++ky, x += rowStep)
      for (std::int64_t kx = 0; kx < s.kernelWidth;) {
        const std::int64_t taps = withCount<5>(s.kernelWidth - kx, [&](auto count) {
#pragma GCC unroll 5
          for (int k = 0; k < count.value; ++k) {
            const float* from = x + (kx + k) * kBlock;
            const Vector inputs[4] = {load(from), load(from + across), load(from + down), load(from + down + across)};
            for (int f = 0; f < Filters; ++f) {
              const float factor = weight[f * filter + k];
              for (int i = 0; i < 4; ++i) sums[f][i] += factor * inputs[i];
            }
          }
        });
        kx += taps;
        weight += taps;
      }
}

// The largest of a window's four outputs and its position; the first among equal ones, but a NaN wins.
inline void storeWinner(const Vector (&outputs)[4], std::int32_t first, std::int64_t outputWidth, float* y,
                        std::int32_t* indices) {
  Vector best = outputs[0];
  Integers where = Integers{} + first;
  for (int i = 1; i < 4; ++i) {
    const auto above = ((outputs[i] <= best) == 0) & (best == best);
    best = above ? outputs[i] : best;
    where = above ? Integers{} + (first + (i & 1) + (i >> 1) * static_cast<std::int32_t>(outputWidth)) : where;
  }
  store(y, best);
  storeIntegers(indices, where);
}

void pooledRow(const BlockConvolution& s, const float* x, const float* weight, const float* bias, std::int64_t row,
               float* y, std::int32_t* indices, float* partial) {
  constexpr int kFilters = kManyRegisters ? 5 : 2;
  const std::int64_t filter = s.inputChannels * s.kernelHeight * s.kernelWidth, columns = s.outputWidth / 2;
  const std::int64_t pooledPlane = s.outputHeight / 2 * columns * kBlock;
  // As many input channels as fit in the L1 cache, for one window, while all filters are applied to it.
  const std::int64_t seen = (s.kernelHeight + s.strideHeight) * (s.kernelWidth + s.strideWidth) * kBlock;
  const std::int64_t fitting = 6 * 1024 / seen, most = fitting < 1 ? 1 : fitting;
  const std::int64_t chunks = (s.inputChannels + most - 1) / most;
  for (std::int64_t column = 0; column < columns; ++column)
    for (std::int64_t lane = 0; lane < kBlock; lane += kLanes)
      for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
        const std::int64_t c = chunk * s.inputChannels / chunks, end = (chunk + 1) * s.inputChannels / chunks;
        const float* from =
            x + ((c * s.height + 2 * row * s.strideHeight) * s.width + 2 * column * s.strideWidth) * kBlock + lane;
        const auto first = static_cast<std::int32_t>(2 * row * s.outputWidth + 2 * column);
        for (std::int64_t m = 0; m < s.outputChannels;)
          m += withCount<kFilters>(s.outputChannels - m, [&](auto filters) {
            Vector sums[filters.value][4];
            for (int f = 0; f < filters.value; ++f)
              for (int i = 0; i < 4; ++i)
                sums[f][i] = chunk == 0 ? all(bias[m + f]) : load(partial + ((m + f) * 4 + i) * kLanes);
            windowSums<filters.value>(s, from, weight + m * filter + c * s.kernelHeight * s.kernelWidth, end - c, sums);
            for (int f = 0; f < filters.value; ++f) {
              const std::int64_t to = (m + f) * pooledPlane + (row * columns + column) * kBlock + lane;
              if (chunk + 1 == chunks) {
                storeWinner(sums[f], first, s.outputWidth, y + to, indices + to);
                continue;
              }
              for (int i = 0; i < 4; ++i) store(partial + ((m + f) * 4 + i) * kLanes, sums[f][i]);
            }
          });
      }
}
