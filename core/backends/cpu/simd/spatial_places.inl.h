// Why: the loops of spatial_simd.h over lines of positions, for the instruction set that the including file chose. A
// line is [width][lanes]; the lanes are channels, images or a single number.

void scaledAdd(const float* x, float factor, float* y, std::int64_t count) {
  forVectors(
      count, [&](std::int64_t i) { store(y + i, load(y + i) + factor * load(x + i)); },
      [&](std::int64_t i) { y[i] += factor * x[i]; });
}

void stretch(const LineTaps& taps, std::int64_t lanes, const float* x, float* y) {
  for (std::int64_t o = 0; o < taps.count; ++o, y += lanes) {
    const float weight = taps.weights[o], rest = 1.0f - weight;
    const float *first = x + taps.first[o] * lanes, *second = x + taps.second[o] * lanes;
    // A number of weight 0 must not turn an infinity into NaN.
    if (weight == 0)
      forVectors(
          lanes, [&](std::int64_t i) { store(y + i, load(first + i)); }, [&](std::int64_t i) { y[i] = first[i]; });
    else
      forVectors(
          lanes, [&](std::int64_t i) { store(y + i, rest * load(first + i) + weight * load(second + i)); },
          [&](std::int64_t i) { y[i] = rest * first[i] + weight * second[i]; });
  }
}

void stretchBackward(const LineTaps& taps, std::int64_t lanes, const float* dy, float* dx) {
  for (std::int64_t o = 0; o < taps.count; ++o, dy += lanes) {
    scaledAdd(dy, 1.0f - taps.weights[o], dx + taps.first[o] * lanes, lanes);
    if (taps.weights[o] != 0) scaledAdd(dy, taps.weights[o], dx + taps.second[o] * lanes, lanes);
  }
}

// Works for vectors and for numbers: true where `value` is above `best` or the first NaN.
template <class Real>
inline auto isAbove(Real value, Real best) {
  return ((value <= best) == 0) & (best == best);
}

void maximumOfRows(const float* x, std::int32_t first, const std::int32_t* columns, float* best, std::int32_t* where,
                   std::int64_t count) {
  forVectors(
      count,
      [&](std::int64_t i) {
        const Vector value = load(x + i), old = load(best + i);
        const auto above = isAbove(value, old);
        store(best + i, above ? value : old);
        storeIntegers(where + i, above ? loadIntegers(columns + i) + first : loadIntegers(where + i));
      },
      [&](std::int64_t i) {
        if (!isAbove(x[i], best[i])) return;
        best[i] = x[i];
        where[i] = columns[i] + first;
      });
}

void maximumOfSpans(const LineSpans& spans, std::int64_t lanes, const float* best, const std::int32_t* where, float* y,
                    std::int32_t* indices) {
  for (std::int64_t o = 0; o < spans.count; ++o, y += lanes, indices += lanes) {
    const std::int64_t begin = spans.begins[o] * lanes, end = spans.ends[o] * lanes;
    forVectors(
        lanes,
        [&](std::int64_t lane) {
          Vector top = load(best + begin + lane);
          Integers place = loadIntegers(where + begin + lane);
          for (std::int64_t at = begin + lanes; at < end; at += lanes) {
            const Vector value = load(best + at + lane);
            const Integers here = loadIntegers(where + at + lane);
            const auto alike = (value == top) | ((value != value) & (top != top));
            const auto better = isAbove(value, top) | (alike & (here < place));
            top = better ? value : top;
            place = better ? here : place;
          }
          store(y + lane, top);
          storeIntegers(indices + lane, place);
        },
        [&](std::int64_t lane) {
          float top = best[begin + lane];
          std::int32_t place = where[begin + lane];
          for (std::int64_t at = begin + lanes + lane; at < end; at += lanes) {
            const float value = best[at];
            const bool alike = value == top || (value != value && top != top);
            if (!isAbove(value, top) && !(alike && where[at] < place)) continue;
            top = value;
            place = where[at];
          }
          y[lane] = top;
          indices[lane] = place;
        });
  }
}

void sumsOfSpans(const LineSpans& spans, std::int64_t lanes, const float* x, float* y) {
  for (std::int64_t o = 0; o < spans.count; ++o, y += lanes) {
    const std::int64_t begin = spans.begins[o] * lanes, end = spans.ends[o] * lanes;
    if (lanes == 1) {
      y[0] = static_cast<float>(sumOf(
                 end - begin, [&](std::int64_t i) { return load(x + begin + i); },
                 [&](std::int64_t i) { return x[begin + i]; })) *
             spans.factors[o];
      continue;
    }
    forVectors(
        lanes,
        [&](std::int64_t lane) {
          Vector total = load(x + begin + lane);
          for (std::int64_t at = begin + lanes; at < end; at += lanes) total += load(x + at + lane);
          store(y + lane, total * spans.factors[o]);
        },
        [&](std::int64_t lane) {
          float total = 0;
          for (std::int64_t at = begin; at < end; at += lanes) total += x[at + lane];
          y[lane] = total * spans.factors[o];
        });
  }
}

void spreadOverSpans(const LineSpans& spans, std::int64_t lanes, const float* dy, float* dx) {
  for (std::int64_t o = 0; o < spans.count; ++o, dy += lanes)
    for (std::int64_t at = spans.begins[o]; at < spans.ends[o]; ++at)
      scaledAdd(dy, spans.factors[o], dx + at * lanes, lanes);
}

void scatter(const float* x, const std::int32_t* indices, std::int64_t count, std::int64_t lanes, std::int64_t places,
             float* y) {
  for (std::int64_t i = 0; i < count; ++i, x += lanes, indices += lanes)
    for (std::int64_t lane = 0; lane < lanes; ++lane)
      if (indices[lane] >= 0 && indices[lane] < places) y[indices[lane] * lanes + lane] += x[lane];
}

void gather(const float* x, const std::int32_t* indices, std::int64_t count, std::int64_t lanes, std::int64_t places,
            float* y) {
  for (std::int64_t i = 0; i < count; ++i, y += lanes, indices += lanes)
    for (std::int64_t lane = 0; lane < lanes; ++lane)
      y[lane] = indices[lane] >= 0 && indices[lane] < places ? x[indices[lane] * lanes + lane] : 0.0f;
}

void keptElements(std::uint64_t seed, std::uint64_t step, std::uint64_t threshold, std::int64_t begin,
                  std::int64_t count, std::uint8_t* mask) {
  std::uint32_t words[4][FOVEA_SIMD_LANES];
  for (std::int64_t i = 0; i < count; i += 4 * kLanes) {
    philoxLanes(static_cast<std::uint64_t>((begin + i) / 4), step, seed, words);
    const std::int64_t filled = count - i < 4 * kLanes ? count - i : 4 * kLanes;
    for (std::int64_t j = 0; j < filled; ++j) mask[i + j] = words[j % 4][j / 4] >= threshold;
  }
}

// Works in blocks, so that both sides are read and written in whole cache lines.
void transpose(const float* x, std::int64_t xStride, float* y, std::int64_t yStride, std::int64_t rows,
               std::int64_t columns) {
  constexpr std::int64_t kBlock = 16;
  for (std::int64_t row = 0; row < rows; row += kBlock)
    for (std::int64_t column = 0; column < columns; column += kBlock) {
      const std::int64_t height = rows - row < kBlock ? rows - row : kBlock;
      const std::int64_t width = columns - column < kBlock ? columns - column : kBlock;
      if (height == kBlock && width == kBlock) {
        float block[kBlock][kBlock];
        for (std::int64_t i = 0; i < kBlock; ++i)
          for (std::int64_t j = 0; j < kBlock; ++j) block[j][i] = x[(row + i) * xStride + column + j];
        for (std::int64_t j = 0; j < kBlock; ++j)
          __builtin_memcpy(y + (column + j) * yStride + row, block[j], sizeof(block[j]));
      } else {
        for (std::int64_t j = column; j < column + width; ++j)
          for (std::int64_t i = row; i < row + height; ++i) y[j * yStride + i] = x[i * xStride + j];
      }
    }
}
