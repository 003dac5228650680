// Why: the transformations of Winograd's F(4x4, 3x3) with channels in the lanes, for the instruction set that the
// including file chose. The matrices are those of Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks",
// 2016, section 4.3.

// B^T d of six numbers.
inline void winogradInputSums(const Vector (&d)[6], Vector (&sums)[6]) {
  const Vector even = d[4] - 4.0f * d[2], odd = d[3] - 4.0f * d[1];
  const Vector evenToo = d[4] - d[2], oddToo = 2.0f * (d[3] - d[1]);
  sums[0] = 4.0f * d[0] - 5.0f * d[2] + d[4];
  sums[1] = even + odd;
  sums[2] = even - odd;
  sums[3] = evenToo + oddToo;
  sums[4] = evenToo - oddToo;
  sums[5] = 4.0f * d[1] - 5.0f * d[3] + d[5];
}

// A^T m of six numbers.
inline void winogradOutputSums(const Vector (&m)[6], Vector (&sums)[4]) {
  const Vector near = m[1] + m[2], nearToo = m[1] - m[2], far = m[3] + m[4], farToo = m[3] - m[4];
  sums[0] = m[0] + near + far;
  sums[1] = nearToo + 2.0f * farToo;
  sums[2] = near + 4.0f * far;
  sums[3] = nearToo + 8.0f * farToo + m[5];
}

// G g of three numbers.
inline void winogradFilterSums(const Vector (&g)[3], Vector (&sums)[6]) {
  const Vector ends = g[0] + g[2], shares = g[0] * (1.0f / 24) + g[2] * (1.0f / 6), middle = g[1] * (1.0f / 12);
  sums[0] = g[0] * 0.25f;
  sums[1] = (ends + g[1]) * (-1.0f / 6);
  sums[2] = (ends - g[1]) * (-1.0f / 6);
  sums[3] = shares + middle;
  sums[4] = shares - middle;
  sums[5] = g[2];
}

// A d of four numbers.
inline void winogradGradientSums(const Vector (&d)[4], Vector (&sums)[6]) {
  const Vector even = d[0] + d[2], odd = d[1] + d[3], evenToo = d[0] + 4.0f * d[2], oddToo = 2.0f * d[1] + 8.0f * d[3];
  sums[0] = d[0];
  sums[1] = even + odd;
  sums[2] = even - odd;
  sums[3] = evenToo + oddToo;
  sums[4] = evenToo - oddToo;
  sums[5] = d[3];
}

// G^T p of six numbers.
inline void winogradFilterGradientSums(const Vector (&p)[6], Vector (&sums)[3]) {
  const Vector near = p[1] + p[2], far = p[3] + p[4];
  sums[0] = p[0] * 0.25f - near * (1.0f / 6) + far * (1.0f / 24);
  sums[1] = (p[2] - p[1]) * (1.0f / 6) + (p[3] - p[4]) * (1.0f / 12);
  sums[2] = (far - near) * (1.0f / 6) + p[5];
}

// The offset of vector v of a tile's channels at each position.
inline std::int64_t winogradChannels(const WinogradTile& t, std::int64_t v) {
  return v / t.panelVectors * t.panelStride + v % t.panelVectors * kLanes;
}

// `pixel(row, column)` is one of 6 x 6.
template <class Pixel>
inline void winogradInputOf(float* places, std::int64_t placeStride, Pixel pixel) {
  Vector half[6][6];
  for (int column = 0; column < 6; ++column) {
    Vector pixels[6], sums[6];
    for (int row = 0; row < 6; ++row) pixels[row] = pixel(row, column);
    winogradInputSums(pixels, sums);
    for (int row = 0; row < 6; ++row) half[row][column] = sums[row];
  }
  for (int row = 0; row < 6; ++row) {
    Vector sums[6];
    winogradInputSums(half[row], sums);
    for (int column = 0; column < 6; ++column) store(places + (row * 6 + column) * placeStride, sums[column]);
  }
}

void winogradInput(const WinogradTile& t, const float* x, float* places) {
  const bool whole = t.top == 0 && t.left == 0 && t.bottom == 6 && t.right == 6;
  for (std::int64_t v = 0; v < t.vectors; ++v) {
    const std::int64_t first = t.origin + v * t.vectorStride;
    const auto inside = [&](int row, int column) {
      return load(x + (first + row * t.rowStride + column * t.pixelStride));
    };
    if (whole)
      winogradInputOf(places + winogradChannels(t, v), t.placeStride, inside);
    else
      winogradInputOf(places + winogradChannels(t, v), t.placeStride, [&](int row, int column) {
        return row >= t.top && row < t.bottom && column >= t.left && column < t.right ? inside(row, column) : Vector{};
      });
  }
}

void winogradOutput(const WinogradTile& t, const float* places, const float* bias, float* y) {
  for (std::int64_t v = 0; v < t.vectors; ++v) {
    Vector half[4][6];
    for (int column = 0; column < 6; ++column) {
      Vector products[6], sums[4];
      for (int row = 0; row < 6; ++row)
        products[row] = load(places + winogradChannels(t, v) + (row * 6 + column) * t.placeStride);
      winogradOutputSums(products, sums);
      for (int row = 0; row < 4; ++row) half[row][column] = sums[row];
    }
    const Vector shift = bias ? load(bias + v * kLanes) : Vector{};
    float* const to = y + t.origin + v * t.vectorStride;
    for (std::int64_t row = 0; row < t.bottom; ++row) {
      Vector sums[4];
      winogradOutputSums(half[row], sums);
      for (std::int64_t column = 0; column < t.right; ++column)
        store(to + row * t.rowStride + column * t.pixelStride, sums[column] + shift);
    }
  }
}

void winogradGradient(const WinogradTile& t, const float* dy, float* places) {
  for (std::int64_t v = 0; v < t.vectors; ++v) {
    Vector half[6][4] = {};
    for (std::int64_t column = 0; column < t.right; ++column) {
      Vector pixels[4] = {}, sums[6];
      for (std::int64_t row = 0; row < t.bottom; ++row)
        pixels[row] = load(dy + (t.origin + v * t.vectorStride + row * t.rowStride + column * t.pixelStride));
      winogradGradientSums(pixels, sums);
      for (int row = 0; row < 6; ++row) half[row][column] = sums[row];
    }
    float* const to = places + winogradChannels(t, v);
    for (int row = 0; row < 6; ++row) {
      Vector sums[6];
      winogradGradientSums(half[row], sums);
      for (int column = 0; column < 6; ++column) store(to + (row * 6 + column) * t.placeStride, sums[column]);
    }
  }
}

void winogradFilters(const WinogradFilters& s, const float* weight, float* places) {
  for (std::int64_t c = 0; c < s.inputs; ++c)
    for (std::int64_t v = 0; v < s.vectors; ++v) {
      Vector half[6][3];
      for (int column = 0; column < 3; ++column) {
        Vector filter[3], sums[6];
        for (int row = 0; row < 3; ++row) {
          float lanes[FOVEA_SIMD_LANES];
          const float* from =
              weight + c * s.inputStride + v * kLanes * s.outputStride + s.first + (row * 3 + column) * s.step;
          for (std::int64_t l = 0; l < kLanes; ++l) lanes[l] = from[l * s.outputStride];
          filter[row] = load(lanes);
        }
        winogradFilterSums(filter, sums);
        for (int row = 0; row < 6; ++row) half[row][column] = sums[row];
      }
      float* const to = places + (c * s.vectors + v) * kLanes;
      for (int row = 0; row < 6; ++row) {
        Vector sums[6];
        winogradFilterSums(half[row], sums);
        for (int column = 0; column < 6; ++column) store(to + (row * 6 + column) * s.placeStride, sums[column]);
      }
    }
}

void winogradFilterGradient(const float* places, std::int64_t placeStride, std::int64_t inputs, float* dweight) {
  for (std::int64_t c = 0; c < inputs; c += kLanes) {
    Vector half[3][6];
    for (int column = 0; column < 6; ++column) {
      Vector products[6], sums[3];
      for (int row = 0; row < 6; ++row) products[row] = load(places + c + (row * 6 + column) * placeStride);
      winogradFilterGradientSums(products, sums);
      for (int row = 0; row < 3; ++row) half[row][column] = sums[row];
    }
    float* const to = dweight + c * 9;
    for (int row = 0; row < 3; ++row) {
      Vector sums[3];
      winogradFilterGradientSums(half[row], sums);
      for (int column = 0; column < 3; ++column)
        for (std::int64_t l = 0; l < kLanes; ++l) to[l * 9 + row * 3 + column] = sums[column][l];
    }
  }
}
