// Why: a depthwise convolution treats each channel separately: with the channels of a block in the lanes, the gradient
// of a weight is a plain sum of products. For the instruction set that the including file chose.

// Gradients of Rows × Taps neighbouring weights, kept in registers over all pixels. x begins at the first of them.
template <int Rows, int Taps>
inline void depthwiseTaps(const DepthwiseWeights& s, const float* x, const float* dy, float* dw) {
  const std::int64_t below = s.dilationHeight * s.width * s.block, beside = s.dilationWidth * s.block;
  Vector sums[Rows][Taps];
  for (int row = 0; row < Rows; ++row)
    for (int tap = 0; tap < Taps; ++tap) sums[row][tap] = load(dw + (row * s.kernelWidth + tap) * s.block);
  for (std::int64_t oy = 0; oy < s.outputHeight; ++oy) {
    const float* from = x + oy * s.strideHeight * s.width * s.block;
    for (std::int64_t ox = 0; ox < s.outputWidth; ++ox, from += s.strideWidth * s.block, dy += s.block) {
      const Vector gradient = load(dy);
      for (int row = 0; row < Rows; ++row)
        for (int tap = 0; tap < Taps; ++tap) sums[row][tap] += gradient * load(from + row * below + tap * beside);
    }
  }
  for (int row = 0; row < Rows; ++row)
    for (int tap = 0; tap < Taps; ++tap) store(dw + (row * s.kernelWidth + tap) * s.block, sums[row][tap]);
}

void depthwiseWeights(const DepthwiseWeights& s, const float* x, const float* dy, float* dw, float* db) {
  constexpr int kRows = 2, kTapsAtOnce = 7;
  const std::int64_t pixels = s.outputHeight * s.outputWidth;
  for (std::int64_t lane = 0; lane < s.block; lane += kLanes) {
    for (std::int64_t ky = 0; ky < s.kernelHeight;)
      ky += withCount<kRows>(s.kernelHeight - ky, [&](auto rows) {
        for (std::int64_t kx = 0; kx < s.kernelWidth;)
          kx += withCount<kTapsAtOnce>(s.kernelWidth - kx, [&](auto taps) {
            const std::int64_t pixel = ky * s.dilationHeight * s.width + kx * s.dilationWidth;
            depthwiseTaps<rows.value, taps.value>(s, x + pixel * s.block + lane, dy + lane,
                                                  dw + (ky * s.kernelWidth + kx) * s.block + lane);
          });
      });
    Vector sum = load(db + lane);
    for (std::int64_t i = 0; i < pixels; ++i) sum += load(dy + i * s.block + lane);
    store(db + lane, sum);
  }
}

// Lane i gets the value of lane i ^ mask, for a mask below the number of lanes.
inline Vector exchanged(Vector x, std::int64_t mask) {
#if FOVEA_SIMD_LANES == 16
  if (mask & 1) x = __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
  if (mask & 2) x = __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
  if (mask & 4) x = __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
  if (mask & 8) x = __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
#elif FOVEA_SIMD_LANES == 8
  if (mask & 1) x = __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
  if (mask & 2) x = __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
  if (mask & 4) x = __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3);
#else
  if (mask & 1) x = __builtin_shufflevector(x, x, 1, 0, 3, 2);
  if (mask & 2) x = __builtin_shufflevector(x, x, 2, 3, 0, 1);
#endif
  return x;
}

void swapLanes(const float* x, std::int64_t pixels, std::int64_t block, std::int64_t mask, float* y) {
  const std::int64_t inside = mask % kLanes, across = mask - inside;
  for (std::int64_t lane = 0; lane < block; lane += kLanes)
    for (std::int64_t i = 0; i < pixels; ++i)
      store(y + i * block + lane, exchanged(load(x + i * block + (lane ^ across)), inside));
}
