// Why: pooling of one plane [height][width][lanes], where the lanes are images, channels, or a single element.

// The inputs of window (row, column) that lie inside the plane.
struct Window {
  std::int64_t top, bottom, left, right;
};

inline Window windowOf(const PoolingPlane& p, std::int64_t row, std::int64_t column) {
  const std::int64_t y = row * p.strideHeight - p.top, x = column * p.strideWidth - p.left;
  const std::int64_t bottom = y + p.kernelHeight, right = x + p.kernelWidth;
  return {y < 0 ? 0 : y, bottom > p.height ? p.height : bottom, x < 0 ? 0 : x, right > p.width ? p.width : right};
}

// True if the windows tile the plane: every input lies in exactly one.
inline bool tiles(const PoolingPlane& p) {
  return p.kernelHeight == p.strideHeight && p.kernelWidth == p.strideWidth && p.top == 0 && p.left == 0 &&
         p.outputHeight * p.strideHeight >= p.height && p.outputWidth * p.strideWidth >= p.width;
}

// The largest of a window and its position. `Side` is the extent of the window both ways if it is known, or 0.
template <class Real, class Index, int Side>
inline void maxOfWindow(const PoolingPlane& p, const Window& w, const float* x, float* y, std::int32_t* indices) {
  const auto at = [&](std::int64_t position) -> Real {
    if constexpr (sizeof(Real) == sizeof(float))
      return x[position * p.lanes];
    else
      return load(x + position * p.lanes);
  };
  const std::int64_t first = w.top * p.width + w.left;
  const std::int64_t rows = Side ? Side : w.bottom - w.top, columns = Side ? Side : w.right - w.left;
  Real best = at(first);
  Index where = Index{} + static_cast<std::int32_t>(first);
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t column = row == 0 ? 1 : 0; column < columns; ++column) {
      const std::int64_t position = first + row * p.width + column;
      const Real value = at(position);
      const auto above = ((value <= best) == 0) & (best == best);  // true also where value is the first NaN
      best = above ? value : best;
      where = above ? Index{} + static_cast<std::int32_t>(position) : where;
    }
  if constexpr (sizeof(Real) == sizeof(float)) {
    *y = best;
    *indices = where;
  } else {
    store(y, best);
    storeIntegers(indices, where);
  }
}

template <int Side>
inline void maxOfLanes(const PoolingPlane& p, const Window& w, const float* x, float* y, std::int32_t* indices) {
  forVectors(
      p.lanes,
      [&](std::int64_t lane) { maxOfWindow<Vector, Integers, Side>(p, w, x + lane, y + lane, indices + lane); },
      [&](std::int64_t lane) { maxOfWindow<float, std::int32_t, Side>(p, w, x + lane, y + lane, indices + lane); });
}

// Every second number of two vectors, starting at the first or the second one.
template <int First>
inline Vector everySecond(Vector low, Vector high) {
#if FOVEA_SIMD_LANES == 16
  return __builtin_shufflevector(low, high, First, First + 2, First + 4, First + 6, First + 8, First + 10, First + 12,
                                 First + 14, First + 16, First + 18, First + 20, First + 22, First + 24, First + 26,
                                 First + 28, First + 30);
#elif FOVEA_SIMD_LANES == 8
  return __builtin_shufflevector(low, high, First, First + 2, First + 4, First + 6, First + 8, First + 10, First + 12,
                                 First + 14);
#else
  return __builtin_shufflevector(low, high, First, First + 2, First + 4, First + 6);
#endif
}

// Every `Stride`-th number from `from` on, of which `readable` may be read: enough for the lanes in use.
template <int Stride>
inline Vector loadEvery(const float* from, std::int64_t readable) {
  float rest[2 * FOVEA_SIMD_LANES] = {};
  if (readable < Stride * kLanes) {
    for (std::int64_t i = 0; i < readable; ++i) rest[i] = from[i];
    from = rest;
  }
  if constexpr (Stride == 1) return load(from);
  return everySecond<0>(load(from), load(from + kLanes));
}

inline std::int64_t readableFloats(const PoolingPlane& p) {
  const std::int64_t own = p.height * p.width * p.lanes;
  return p.readable > own ? p.readable : own;
}

// The number of output window columns that lie wholly inside the plane.
inline std::int64_t firstInside(const PoolingPlane& p) {
  return (p.left + p.strideWidth - 1) / p.strideWidth;
}
inline std::int64_t endInside(const PoolingPlane& p) {
  const std::int64_t last = p.width - p.kernelWidth + p.left;
  const std::int64_t end = last < 0 ? 0 : last / p.strideWidth + 1;
  return end < p.outputWidth ? end : p.outputWidth;
}

// Calls wide(column, count) for up to a vector of windows of one row that lie inside a plane of single numbers, and
// narrow(column) for the rest.
template <class Wide, class Narrow>
inline void forWindows(const PoolingPlane& p, Wide&& wide, Narrow&& narrow) {
  std::int64_t column = 0;
  const std::int64_t first = firstInside(p), end = endInside(p);
  for (; column < first && column < p.outputWidth; ++column) narrow(column);
  for (; column < end; column += kLanes) wide(column, end - column < kLanes ? end - column : kLanes);
  for (column = column > end && end > first ? end : column; column < p.outputWidth; ++column) narrow(column);
}

// Stores the first `count` lanes at `column` of output row `row`. Later rows overwrite the excess.
template <class Values, class Element>
inline void storeWindows(const PoolingPlane& p, std::int64_t row, std::int64_t column, std::int64_t count,
                         const Values& values, Element* to) {
  if (count == kLanes || row * p.outputWidth + column + kLanes <= p.outputHeight * p.outputWidth)
    __builtin_memcpy(to, &values, sizeof values);
  else {
    Element all[FOVEA_SIMD_LANES];
    __builtin_memcpy(all, &values, sizeof all);
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4) __builtin_memcpy(to + i, all + i, 4 * sizeof(Element));
    for (; i < count; ++i) to[i] = all[i];
  }
}

template <int Stride, bool WithIndices>
inline void maxPoolRow(const PoolingPlane& p, std::int64_t row, const float* x, float* y, std::int32_t* indices) {
  const std::int64_t size = readableFloats(p);
  Integers lane;
  for (int j = 0; j < FOVEA_SIMD_LANES; ++j) lane[j] = j * Stride;
  const auto wide = [&](std::int64_t column, std::int64_t count) {
    const Window w = windowOf(p, row, column);
    const std::int64_t first = w.top * p.width + w.left;
    Vector best = loadEvery<Stride>(x + first, size - first);
    Integers where = lane + static_cast<std::int32_t>(first);
    for (std::int64_t ky = 0; ky < w.bottom - w.top; ++ky)
      for (std::int64_t kx = ky == 0 ? 1 : 0; kx < p.kernelWidth; ++kx) {
        const std::int64_t position = first + ky * p.width + kx;
        const Vector value = loadEvery<Stride>(x + position, size - position);
        const auto above = ((value <= best) == 0) & (best == best);
        best = above ? value : best;
        if constexpr (WithIndices) where = above ? lane + static_cast<std::int32_t>(position) : where;
      }
    storeWindows(p, row, column, count, best, y + column);
    if constexpr (WithIndices) storeWindows(p, row, column, count, where, indices + column);
  };
  forWindows(p, wide, [&](std::int64_t column) {
    std::int32_t unread;
    maxOfWindow<float, std::int32_t, 0>(p, windowOf(p, row, column), x, y + column,
                                        WithIndices ? indices + column : &unread);
  });
}

// The larger one, or NaN if one is.
inline Vector largerOrNan(Vector a, Vector b) {
  const auto above = ((b <= a) == 0) & (a == a);
  return above ? b : a;
}

// Pools adjacent 2x2 windows: first the maximum of two rows, then of two columns. Processes the rows for which whole
// vectors can be loaded without reading too far, and returns their number.
std::int64_t maxOfQuads(const PoolingPlane& p, const float* x, float* y) {
  const std::int64_t size = readableFloats(p);
  std::int64_t row = 0;
  for (; row < p.outputHeight && (2 * row + 2) * p.width + 2 * kLanes <= size; ++row, y += p.outputWidth) {
    const float *upper = x + 2 * row * p.width, *lower = upper + p.width;
    for (std::int64_t column = 0; column < p.outputWidth; column += kLanes) {
      const std::int64_t from = 2 * column, count = p.outputWidth - column;
      const Vector low = largerOrNan(load(upper + from), load(lower + from));
      const Vector high =
          2 * count > kLanes ? largerOrNan(load(upper + from + kLanes), load(lower + from + kLanes)) : low;
      storeWindows(p, row, column, count < kLanes ? count : kLanes,
                   largerOrNan(everySecond<0>(low, high), everySecond<1>(low, high)), y + column);
    }
  }
  return row;
}

// Planes of single numbers, with a stride of 1 or 2 across. `indices` may be null here.
void maxPoolDense(const PoolingPlane& p, const float* x, float* y, std::int32_t* indices) {
  const auto row = [&]<int Stride>(std::int64_t i) {
    const std::int64_t out = i * p.outputWidth;
    if (indices)
      maxPoolRow<Stride, true>(p, i, x, y + out, indices + out);
    else
      maxPoolRow<Stride, false>(p, i, x, y + out, nullptr);
  };
  const bool quads = tiles(p) && p.kernelHeight == 2 && p.kernelWidth == 2 && p.height == 2 * p.outputHeight &&
                     p.width == 2 * p.outputWidth;
  for (std::int64_t i = quads && !indices ? maxOfQuads(p, x, y) : 0; i < p.outputHeight; ++i)
    p.strideWidth == 1 ? row.template operator()<1>(i) : row.template operator()<2>(i);
}

void maxPool(const PoolingPlane& p, const float* x, float* y, std::int32_t* indices) {
  if (p.lanes == 1 && p.strideWidth <= 2) return maxPoolDense(p, x, y, indices);
  for (std::int64_t row = 0; row < p.outputHeight; ++row)
    for (std::int64_t column = 0; column < p.outputWidth; ++column, y += p.lanes, indices += p.lanes) {
      const Window w = windowOf(p, row, column);
      if (w.bottom - w.top == 2 && w.right - w.left == 2)
        maxOfLanes<2>(p, w, x, y, indices);
      else if (w.bottom - w.top == 3 && w.right - w.left == 3)
        maxOfLanes<3>(p, w, x, y, indices);
      else
        maxOfLanes<0>(p, w, x, y, indices);
    }
}

template <bool Exclusive>
inline void spreadMaximum(const PoolingPlane& p, const float* dy, const std::int32_t* indices, float* dx) {
  for (std::int64_t row = 0; row < p.outputHeight; ++row)
    for (std::int64_t column = 0; column < p.outputWidth; ++column) {
      const Window w = windowOf(p, row, column);
      const std::int64_t out = (row * p.outputWidth + column) * p.lanes;
      const auto wide = [&](std::int64_t lane) {
        const Vector gradient = load(dy + out + lane);
        const Integers where = loadIntegers(indices + out + lane);
        for (std::int64_t iy = w.top; iy < w.bottom; ++iy)
          for (std::int64_t ix = w.left; ix < w.right; ++ix) {
            const std::int64_t position = iy * p.width + ix;
            float* target = dx + position * p.lanes + lane;
            const Vector part = where == static_cast<std::int32_t>(position) ? gradient : all(0.0f);
            store(target, Exclusive ? part : load(target) + part);
          }
      };
      const auto narrow = [&](std::int64_t lane) { dx[indices[out + lane] * p.lanes + lane] += dy[out + lane]; };
      forVectors(p.lanes, wide, narrow);
    }
}

void maxPoolBackward(const PoolingPlane& p, const float* dy, const std::int32_t* indices, float* dx) {
  if (tiles(p) && p.lanes % kLanes == 0) return spreadMaximum<true>(p, dy, indices, dx);
  clear(dx, p.height * p.width * p.lanes);
  spreadMaximum<false>(p, dy, indices, dx);
}

template <int Stride>
inline void averagePoolRow(const PoolingPlane& p, std::int64_t row, const float* x, const float* reciprocals,
                           float* y) {
  const std::int64_t size = readableFloats(p);
  const auto wide = [&](std::int64_t column, std::int64_t count) {
    const Window w = windowOf(p, row, column);
    Vector total = all(0.0f), factors = all(0.0f);
    for (std::int64_t iy = w.top; iy < w.bottom; ++iy)
      for (std::int64_t kx = 0; kx < p.kernelWidth; ++kx) {
        const std::int64_t position = iy * p.width + w.left + kx;
        total += loadEvery<Stride>(x + position, size - position);
      }
    for (std::int64_t j = 0; j < count; ++j) factors[j] = reciprocals[column + j];
    storeWindows(p, row, column, count, Vector(total * factors), y + column);
  };
  forWindows(p, wide, [&](std::int64_t column) {
    const Window w = windowOf(p, row, column);
    float total = 0;
    for (std::int64_t iy = w.top; iy < w.bottom; ++iy)
      for (std::int64_t ix = w.left; ix < w.right; ++ix) total += x[iy * p.width + ix];
    y[column] = total * reciprocals[column];
  });
}

void averagePoolDense(const PoolingPlane& p, const float* x, const float* reciprocals, float* y) {
  for (std::int64_t row = 0; row < p.outputHeight; ++row, y += p.outputWidth, reciprocals += p.outputWidth)
    p.strideWidth == 1 ? averagePoolRow<1>(p, row, x, reciprocals, y) : averagePoolRow<2>(p, row, x, reciprocals, y);
}

void averagePool(const PoolingPlane& p, const float* x, const float* reciprocals, float* y) {
  if (p.lanes == 1 && p.strideWidth <= 2) return averagePoolDense(p, x, reciprocals, y);
  for (std::int64_t row = 0; row < p.outputHeight; ++row)
    for (std::int64_t column = 0; column < p.outputWidth; ++column) {
      const Window w = windowOf(p, row, column);
      const std::int64_t window = row * p.outputWidth + column;
      const auto wide = [&](std::int64_t lane) {
        Vector total = all(0.0f);
        for (std::int64_t iy = w.top; iy < w.bottom; ++iy)
          for (std::int64_t ix = w.left; ix < w.right; ++ix) total += load(x + (iy * p.width + ix) * p.lanes + lane);
        store(y + window * p.lanes + lane, total * reciprocals[window]);
      };
      const auto narrow = [&](std::int64_t lane) {
        float total = 0;
        for (std::int64_t iy = w.top; iy < w.bottom; ++iy)
          for (std::int64_t ix = w.left; ix < w.right; ++ix) total += x[(iy * p.width + ix) * p.lanes + lane];
        y[window * p.lanes + lane] = total * reciprocals[window];
      };
      forVectors(p.lanes, wide, narrow);
    }
}

void averagePoolBackward(const PoolingPlane& p, const float* dy, const float* reciprocals, float* dx) {
  clear(dx, p.height * p.width * p.lanes);
  for (std::int64_t row = 0; row < p.outputHeight; ++row)
    for (std::int64_t column = 0; column < p.outputWidth; ++column) {
      const Window w = windowOf(p, row, column);
      const std::int64_t window = row * p.outputWidth + column;
      for (std::int64_t iy = w.top; iy < w.bottom; ++iy)
        for (std::int64_t ix = w.left; ix < w.right; ++ix) {
          float* target = dx + (iy * p.width + ix) * p.lanes;
          const float* gradient = dy + window * p.lanes;
          const float factor = reciprocals[window];
          forVectors(
              p.lanes,
              [&](std::int64_t lane) { store(target + lane, load(target + lane) + factor * load(gradient + lane)); },
              [&](std::int64_t lane) { target[lane] += factor * gradient[lane]; });
        }
    }
}
