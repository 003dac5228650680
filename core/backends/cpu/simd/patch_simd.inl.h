// Why: the backward loops of pooled_simd.h, image by image, for the instruction set that the including file chose.

// Adds value * patch for all windows of `Filters` filters to sums, `Rows` rows of `Vectors` vectors of each patch. A
// patch begins at image + place * pixel.
template <int Filters, int Rows, int Vectors>
inline void patchSums(const PooledTerms& t, const float* image, std::int64_t room, std::int64_t count,
                      std::int64_t pixel, std::int64_t rowStep, float* sums, std::int64_t filterStep,
                      std::int64_t sumRowStep) {
  Vector added[Filters][Rows][Vectors] = {};
  for (std::int64_t i = 0; i < count; ++i) {
    const float *x = image + i * room, *values = t.values + i * t.stride;
    const std::int32_t* places = t.places + i * t.stride;
    for (std::int64_t window = 0; window < t.windows; ++window)
      for (int f = 0; f < Filters; ++f) {
        const Vector value = all(values[f * t.windows + window]);
        const float* line = x + places[f * t.windows + window] * pixel;
        for (int row = 0; row < Rows; ++row, line += rowStep) {
          line = settled(line);
          for (int v = 0; v < Vectors; ++v) added[f][row][v] += value * load(line + v * kLanes);
        }
      }
  }
  for (int f = 0; f < Filters; ++f)
    for (int row = 0; row < Rows; ++row)
      for (int v = 0; v < Vectors; ++v) {
        float* to = sums + f * filterStep + row * sumRowStep + v * kLanes;
        store(to, load(to) + added[f][row][v]);
      }
}

inline PooledTerms termsFrom(const PooledTerms& t, std::int64_t filter) {
  const std::int64_t skipped = filter * t.windows;
  return {t.values + skipped, t.places + skipped, t.outputs ? t.outputs + skipped : nullptr, t.windows, t.stride};
}

// Calls body(Count<rows>, Count<vectors>, plane, ky, kx) for pieces of a filter's planes that fit the registers.
template <int Most, class Body>
inline void forPieces(const PatchLayout& layout, Body&& body) {
  for (std::int64_t plane = 0; plane < layout.planes; ++plane)
    for (std::int64_t kx = 0; kx < layout.kernelWidth;)
      kx += withCount<5>(layout.kernelWidth - kx, [&](auto vectors) {
        for (std::int64_t ky = 0; ky < layout.kernelHeight;)
          ky += withCount<Most>(layout.kernelHeight - ky, [&](auto rows) { body(rows, vectors, plane, ky, kx); });
      });
}

inline std::int64_t pieceAt(const PatchLayout& l, std::int64_t plane, std::int64_t ky, std::int64_t kx) {
  return plane * l.plane() + (ky * l.width + kx) * kLanes;
}
inline std::int64_t pieceOfFilter(const PatchLayout& l, std::int64_t plane, std::int64_t ky, std::int64_t kx) {
  return ((plane * l.kernelHeight + ky) * l.kernelWidth + kx) * kLanes;
}
inline std::int64_t restOfFilter(const PatchLayout& l) {
  return l.planes * l.kernelHeight * l.kernelWidth * kLanes;
}

void patchWeights(const PatchLayout& layout, const float* images, std::int64_t room, std::int64_t count,
                  const PooledTerms& terms, std::int64_t filters, float* sums) {
  const std::int64_t row = layout.width * kLanes;
  forPieces<kManyRegisters ? 5 : 2>(
      layout, [&](auto rows, auto vectors, std::int64_t plane, std::int64_t ky, std::int64_t kx) {
        for (std::int64_t m = 0; m < filters; ++m)
          patchSums<1, rows.value, vectors.value>(
              termsFrom(terms, m), images + pieceAt(layout, plane, ky, kx), room, count, kLanes, row,
              sums + m * layout.filter() + pieceOfFilter(layout, plane, ky, kx), 0, layout.kernelWidth * kLanes);
      });
  constexpr int kFilters = kManyRegisters ? 4 : 2;
  for (std::int64_t m = 0; m < filters && layout.left > 0;)
    m += withCount<kFilters>(filters - m, [&](auto some) {
      for (std::int64_t v = 0; v < layout.restVectors();)
        v += withCount<4>(layout.restVectors() - v, [&](auto vectors) {
          patchSums<some.value, 1, vectors.value>(
              termsFrom(terms, m), images + layout.restAt() + v * kLanes, room, count, layout.restPixel(), 0,
              sums + m * layout.filter() + restOfFilter(layout) + v * kLanes, layout.filter(), 0);
        });
    });
}

// An image's terms grouped by output, so that a patch is written once for all filters whose winner is that output.
struct SortedTerms {
  std::int32_t* ends;     // by output: the index after its last term
  float* values;          // of each term
  std::int32_t* filters;  // the start of each term's filter
};

inline SortedTerms sortTerms(const PooledTerms& terms, std::int64_t filters, std::int64_t outputs, std::int64_t stride,
                             float* memory) {
  const std::int64_t count = filters * terms.windows;
  // By output: where its next term goes; at the end, the end of its terms.
  auto* places = reinterpret_cast<std::int32_t*>(memory);
  const SortedTerms sorted{places, memory + outputs + 2, places + outputs + 2 + count};
  __builtin_memset(places, 0, static_cast<std::size_t>(outputs + 2) * sizeof(std::int32_t));
  for (std::int64_t i = 0; i < count; ++i) ++places[terms.outputs[i] + 1];
  for (std::int64_t i = 0; i < outputs; ++i) places[i + 1] += places[i];
  for (std::int64_t m = 0; m < filters; ++m)
    for (std::int64_t i = m * terms.windows; i < (m + 1) * terms.windows; ++i) {
      const std::int32_t to = places[terms.outputs[i]]++;
      sorted.values[to] = terms.values[i];
      sorted.filters[to] = static_cast<std::int32_t>(m * stride);
    }
  return sorted;
}

// Sums of value * weight over the terms [begin, end), `Rows` rows of `Vectors` vectors.
template <int Rows, int Vectors>
inline void sumOfFilters(const SortedTerms& t, std::int64_t begin, std::int64_t end, const float* weight,
                         std::int64_t rowStep, Vector (&sums)[Rows][Vectors]) {
  for (std::int64_t i = begin; i < end; ++i) {
    const Vector value = all(t.values[i]);
    const float* line = weight + t.filters[i];
    for (int row = 0; row < Rows; ++row, line += rowStep) {
      line = settled(line);
      for (int v = 0; v < Vectors; ++v) sums[row][v] += value * load(line + v * kLanes);
    }
  }
}

// Calls body(output, place, begin, end) for each output, with the range of its terms.
template <class Body>
inline void forOutputs(const PatchLayout& layout, const SortedTerms& t, Body&& body) {
  std::int64_t output = 0, begin = 0;
  for (std::int64_t oy = 0; oy < layout.outputHeight; ++oy)
    for (std::int64_t ox = 0; ox < layout.outputWidth; ++ox, ++output) {
      const std::int64_t end = t.ends[output];
      body(output, oy * layout.width + ox, begin, end);
      begin = end;
    }
}

// Adds columns [output][filter column][filter row][channel] to an image's remaining channels. Writes whole vectors;
// later pixels overwrite the excess.
inline void foldColumns(const PatchLayout& layout, const float* columns, float* rest) {
  const std::int64_t size = layout.restVectors() * kLanes, pixel = layout.restPixel();
  for (std::int64_t oy = 0; oy < layout.outputHeight; ++oy)
    for (std::int64_t x = 0; x < layout.width; ++x, rest += pixel) {
      const std::int64_t first = x - layout.outputWidth + 1, begin = first < 0 ? 0 : first;
      const std::int64_t end = x + 1 < layout.kernelWidth ? x + 1 : layout.kernelWidth;
      for (std::int64_t i = 0; i < pixel; i += kLanes) {
        Vector sum = all(0.0f);
        for (std::int64_t kx = begin; kx < end; ++kx)
          sum += load(columns + (oy * layout.outputWidth + x - kx) * size + kx * pixel + i);
        store(rest + i, sum);
      }
    }
}

void patchData(const PatchLayout& layout, const PooledTerms& terms, const float* weight, std::int64_t filters,
               float* image, float* memory) {
  const std::int64_t row = layout.width * kLanes, filterRow = layout.kernelWidth * kLanes;
  const SortedTerms sorted = sortTerms(terms, filters, layout.outputHeight * layout.outputWidth, layout.filterStride(),
                                       memory + patchColumns(layout));
  clear(image, layout.restAt());
  forPieces<2>(layout, [&](auto rows, auto vectors, std::int64_t plane, std::int64_t ky, std::int64_t kx) {
    const float* factors = weight + pieceOfFilter(layout, plane, ky, kx);
    float* to = image + pieceAt(layout, plane, ky, kx);
    forOutputs(layout, sorted, [&](std::int64_t, std::int64_t place, std::int64_t begin, std::int64_t end) {
      if (begin == end) return;
      Vector sums[rows.value][vectors.value] = {};
      sumOfFilters<rows.value, vectors.value>(sorted, begin, end, factors, filterRow, sums);
      float* line = to + place * kLanes;
      for (int r = 0; r < rows.value; ++r, line += row)
        for (int v = 0; v < vectors.value; ++v) store(line + v * kLanes, load(line + v * kLanes) + sums[r][v]);
    });
  });
  for (std::int64_t v = 0; v < layout.restVectors();)
    v += withCount<8>(layout.restVectors() - v, [&](auto vectors) {
      const float* factors = weight + restOfFilter(layout) + v * kLanes;
      forOutputs(layout, sorted, [&](std::int64_t output, std::int64_t, std::int64_t begin, std::int64_t end) {
        Vector sums[1][vectors.value] = {};
        sumOfFilters<1, vectors.value>(sorted, begin, end, factors, 0, sums);
        float* to = memory + (output * layout.restVectors() + v) * kLanes;
        for (int i = 0; i < vectors.value; ++i) store(to + i * kLanes, sums[0][i]);
      });
    });
  if (layout.left > 0) foldColumns(layout, memory, image + layout.restAt());
}
