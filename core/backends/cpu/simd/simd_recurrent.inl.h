// Why: computes the elementwise part of an LSTM or GRU step in one pass over memory, for the instruction set that the
// including file chose.

// Whole vectors are accessed directly; the last, incomplete vector of a row goes through a copy.
struct WholeVector {
  Vector get(const float* from) const { return load(from); }
  void put(float* to, Vector value) const { store(to, value); }
};
struct PartOfVector {
  std::int64_t count;
  Vector get(const float* from) const {
    float part[FOVEA_SIMD_LANES] = {};
    for (std::int64_t j = 0; j < count; ++j) part[j] = from[j];
    return load(part);
  }
  void put(float* to, Vector value) const {
    float part[FOVEA_SIMD_LANES];
    store(part, value);
    for (std::int64_t j = 0; j < count; ++j) to[j] = part[j];
  }
};

template <class Body>
inline void forParts(std::int64_t count, Body&& body) {
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) body(i, WholeVector{});
  if (i < count) body(i, PartOfVector{count - i});
}

// Sums of `Rows` rows times `Vectors` vectors of a panel, over all terms.
template <int Rows, int Vectors, class Part>
inline void panelTile(const PanelProduct& p, const float* a, float* c, Part part) {
  Vector sums[Rows][Vectors];
  for (int r = 0; r < Rows; ++r)
    for (int v = 0; v < Vectors; ++v)
      sums[r][v] = p.accumulate ? part.get(c + r * p.strideC + v * p.vectorStride) : Vector{};
  const float* panel = p.panel;
  const std::int64_t stride = p.strideA, terms = p.terms, step = p.termStride;
  std::int64_t k = 0;
  do {
    Vector factors[Vectors];
    for (int v = 0; v < Vectors; ++v) factors[v] = load(panel + v * kLanes);
    for (int r = 0; r < Rows; ++r) {
      const Vector value = all(a[r * stride]);
      for (int v = 0; v < Vectors; ++v) sums[r][v] += value * factors[v];
    }
    panel += Vectors * kLanes;
    a += step;
  } while (++k < terms);
  for (int r = 0; r < Rows; ++r)
    for (int v = 0; v < Vectors; ++v) part.put(c + r * p.strideC + v * p.vectorStride, sums[r][v]);
}

template <int Vectors, class Part>
inline void panelRows(const PanelProduct& p, Part part) {
  constexpr int kMostRows = kManyRegisters ? 6 : 3;
  const std::int64_t tiles = (p.rows + kMostRows - 1) / kMostRows;
  // Uses tiles of even height: a final tile of few rows would read the whole panel for little work.
  for (std::int64_t tile = 0; tile < tiles; ++tile) {
    const std::int64_t row = p.rows * tile / tiles, rows = p.rows * (tile + 1) / tiles - row;
    withCount<kMostRows>(rows, [&](auto count) {
      panelTile<count.value, Vectors>(p, p.a + row * p.strideA, p.c + row * p.strideC, part);
    });
  }
}

void panelProduct(const PanelProduct& p) {
  withCount<4>(p.vectors, [&](auto vectors) {
    if (p.lanes == kLanes)
      panelRows<vectors.value>(p, WholeVector{});
    else
      panelRows<vectors.value>(p, PartOfVector{p.lanes});
  });
}

void lstmCell(const LstmCell& a) {
  const std::int64_t h = a.units;
  forParts(a.count, [&](std::int64_t j, auto part) {
    const auto sum = [&](std::int64_t gate) {
      return part.get(a.gates + gate * h + j) + part.get(a.bias + gate * h + j);
    };
    const Vector i = sigmoidOf(sum(0)), f = sigmoidOf(sum(1)), g = tanhOf(sum(2)), o = sigmoidOf(sum(3));
    const Vector cell = f * part.get(a.cellBefore + j) + i * g;
    const Vector hidden = o * tanhOf(cell);
    part.put(a.gates + j, i);
    part.put(a.gates + h + j, f);
    part.put(a.gates + 2 * h + j, g);
    part.put(a.gates + 3 * h + j, o);
    part.put(a.cell + j, cell);
    part.put(a.hidden + j, hidden);
    part.put(a.y + j, hidden);
  });
}

void lstmCellBackward(const LstmCellBackward& a) {
  const std::int64_t h = a.units;
  forParts(a.count, [&](std::int64_t j, auto part) {
    const Vector i = part.get(a.gates + j), f = part.get(a.gates + h + j), g = part.get(a.gates + 2 * h + j),
                 o = part.get(a.gates + 3 * h + j);
    const Vector dh = part.get(a.dy + j) + part.get(a.dhidden + j);
    const Vector squashed = tanhOf(part.get(a.cell + j));
    const Vector dc = part.get(a.dcell + j) + dh * o * (1.0f - squashed * squashed);
    part.put(a.dgates + j, dc * g * i * (1.0f - i));
    part.put(a.dgates + h + j, dc * part.get(a.cellBefore + j) * f * (1.0f - f));
    part.put(a.dgates + 2 * h + j, dc * i * (1.0f - g * g));
    part.put(a.dgates + 3 * h + j, dh * squashed * o * (1.0f - o));
    part.put(a.dcell + j, dc * f);
  });
}

void gruCell(const GruCell& a) {
  const std::int64_t h = a.units;
  forParts(a.count, [&](std::int64_t j, auto part) {
    const auto input = [&](std::int64_t gate) {
      return part.get(a.fromInput + gate * h + j) + part.get(a.biasInput + gate * h + j);
    };
    const auto state = [&](std::int64_t gate) {
      return part.get(a.fromHidden + gate * h + j) + part.get(a.biasHidden + gate * h + j);
    };
    const Vector r = sigmoidOf(input(0) + state(0)), z = sigmoidOf(input(1) + state(1)), q = state(2);
    const Vector n = tanhOf(input(2) + r * q);
    const Vector hidden = (1.0f - z) * n + z * part.get(a.hiddenBefore + j);
    part.put(a.kept + j, r);
    part.put(a.kept + h + j, z);
    part.put(a.kept + 2 * h + j, q);
    part.put(a.kept + 3 * h + j, n);
    part.put(a.hidden + j, hidden);
    part.put(a.y + j, hidden);
  });
}

void gruCellBackward(const GruCellBackward& a) {
  const std::int64_t h = a.units;
  forParts(a.count, [&](std::int64_t j, auto part) {
    const Vector r = part.get(a.kept + j), z = part.get(a.kept + h + j), q = part.get(a.kept + 2 * h + j),
                 n = part.get(a.kept + 3 * h + j);
    const Vector dh = part.get(a.dy + j) + part.get(a.dhidden + j);
    const Vector dn = dh * (1.0f - z) * (1.0f - n * n);
    part.put(a.dgates + j, dn * q * r * (1.0f - r));
    part.put(a.dgates + h + j, dh * (part.get(a.hiddenBefore + j) - n) * z * (1.0f - z));
    part.put(a.dgates + 2 * h + j, dn * r);
    part.put(a.dgates + 3 * h + j, dn);
    part.put(a.dhidden + j, dh * z);
  });
}
