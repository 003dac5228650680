// Why: batch normalisation is bound by memory, so it uses few passes: one for the moments, and one that normalises,
// applies the activation and writes. For the instruction set that the including file chose.

// Rows summed in float before conversion to double; bounds the rounding error.
constexpr std::int64_t kStretchRows = 256;
// Rows whose mean is the first estimate of a channel's mean.
constexpr std::int64_t kFirstRows = 16;

// The first `count` numbers of a vector.
inline Vector loadSome(const float* from, std::int64_t count) {
  float part[FOVEA_SIMD_LANES] = {};
  for (std::int64_t i = 0; i < count; ++i) part[i] = from[i];
  return load(part);
}
inline void storeSome(float* to, Vector value, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = value[i];
}

// A vector of lanes, whole or the last few of a row.
template <bool Whole>
struct Part {
  std::int64_t count;
  Vector get(const float* from) const {
    if constexpr (Whole)
      return load(from);
    else
      return loadSome(from, count);
  }
  void put(float* to, Vector value) const {
    if constexpr (Whole)
      store(to, value);
    else
      storeSome(to, value, count);
  }
};

// Calls body(lane, part) for each vector of a row of lanes.
template <class Body>
inline void forLanes(std::int64_t lanes, Body&& body) {
  std::int64_t lane = 0;
  for (; lane + kLanes <= lanes; lane += kLanes) body(lane, Part<true>{kLanes});
  if (lane < lanes) body(lane, Part<false>{lanes - lane});
}

// Running moments of the channels of one vector.
struct Moments {
  Vector shift, sums[4], squares[4];
  double total, mean[FOVEA_SIMD_LANES], deviation[FOVEA_SIMD_LANES];

  void add(Vector x, int chain) {
    const Vector d = x - shift;
    sums[chain] += d;
    squares[chain] += d * d;
  }
  // Merges the sums of `rows` rows.
  void flush(std::int64_t rows) {
    if (rows == 0) return;
    const auto count = static_cast<double>(rows);
    const double share = count / (total + count), weight = total * share, each = 1.0 / count;
    float sum[FOVEA_SIMD_LANES], square[FOVEA_SIMD_LANES], about[FOVEA_SIMD_LANES];
    store(sum, (sums[0] + sums[1]) + (sums[2] + sums[3]));
    store(square, (squares[0] + squares[1]) + (squares[2] + squares[3]));
    store(about, shift);
    for (int j = 0; j < FOVEA_SIMD_LANES; ++j) {
      const auto s = static_cast<double>(sum[j]);
      const double delta = static_cast<double>(about[j]) + s * each - mean[j];
      deviation[j] += static_cast<double>(square[j]) - s * s * each + delta * delta * weight;
      mean[j] += delta * share;
      about[j] = static_cast<float>(mean[j]);
    }
    total += count;
    shift = load(about);
    for (int chain = 0; chain < 4; ++chain) sums[chain] = squares[chain] = all(0.0f);
  }
};

template <class PartType>
inline void momentsOfLanes(const ChannelRows& r, const float* x, const PartType& part, double* means, double* squares) {
  Moments m{};
  const std::int64_t first = r.rows < kFirstRows ? r.rows : kFirstRows;
  for (std::int64_t row = 0; row < first; ++row) m.shift += part.get(x + row * r.lanes);
  m.shift /= static_cast<float>(first);
  std::int64_t pending = 0;
  for (std::int64_t plane = 0; plane < r.planes; ++plane) {
    const float* from = x + plane * r.planeStride;
    for (std::int64_t row = 0; row < r.rows;) {
      const std::int64_t end = r.rows - row < kStretchRows - pending ? r.rows : row + kStretchRows - pending;
      pending += end - row;
      for (; row + 4 <= end; row += 4)
        for (int j = 0; j < 4; ++j) m.add(part.get(from + (row + j) * r.lanes), j);
      for (; row < end; ++row) m.add(part.get(from + row * r.lanes), 0);
      if (pending < kStretchRows) continue;
      m.flush(pending);
      pending = 0;
    }
  }
  m.flush(pending);
  for (std::int64_t j = 0; j < part.count; ++j) {
    means[j] = m.mean[j];
    squares[j] = m.deviation[j];
  }
}

// One channel: its lanes are merged at the end, and the values that do not fill a vector are added one by one.
inline void momentsOfRun(const ChannelRows& r, const float* x, double* means, double* squares) {
  const std::int64_t whole = r.rows / kLanes, rest = r.rows % kLanes;
  const ChannelRows vectors{r.planes, r.planeStride, whole, kLanes};
  double laneMeans[FOVEA_SIMD_LANES] = {}, laneSquares[FOVEA_SIMD_LANES] = {};
  if (whole > 0) momentsOfLanes(vectors, x, Part<true>{kLanes}, laneMeans, laneSquares);
  double total = 0, mean = 0, deviation = 0;
  const auto merge = [&](double count, double otherMean, double otherDeviation) {
    const double share = count / (total + count), delta = otherMean - mean;
    deviation += otherDeviation + delta * delta * total * share;
    mean += delta * share;
    total += count;
  };
  if (whole > 0)
    for (int j = 0; j < FOVEA_SIMD_LANES; ++j)
      merge(static_cast<double>(r.planes * whole), laneMeans[j], laneSquares[j]);
  for (std::int64_t plane = 0; plane < r.planes; ++plane)
    for (std::int64_t i = 0; i < rest; ++i)
      merge(1.0, static_cast<double>(x[plane * r.planeStride + whole * kLanes + i]), 0.0);
  means[0] = mean;
  squares[0] = deviation;
}

void channelMoments(const ChannelRows& r, const float* x, double* means, double* squares) {
  if (r.lanes == 0) return momentsOfRun(r, x, means, squares);
  forLanes(r.lanes,
           [&](std::int64_t lane, auto part) { momentsOfLanes(r, x + lane, part, means + lane, squares + lane); });
}

inline Vector bounded(Vector v, float lower, float upper) {
  const Vector raised = v <= lower ? all(0.0f) : v;
  return raised >= upper ? all(upper) : raised;
}

// The numbers of one channel or one vector of channels.
struct LaneTransform {
  Vector mean, factor, bias;
  float lower, upper;

  Vector operator()(Vector x) const { return (x - mean) * factor + bias; }
  Vector passing(Vector dy, Vector y) const {
    const Vector raised = y <= lower ? all(0.0f) : dy;
    return y >= upper ? all(0.0f) : raised;
  }
};

template <class PartType>
inline LaneTransform transformAt(const ChannelTransform& t, std::int64_t lane, const PartType& part) {
  return {part.get(t.means + lane), part.get(t.factors + lane), part.get(t.biases + lane), t.lower, t.upper};
}
inline LaneTransform transformOfRun(const ChannelTransform& t) {
  return {all(t.means[0]), all(t.factors[0]), all(t.biases[0]), t.lower, t.upper};
}

template <class PartType>
inline void transformOne(const LaneTransform& t, const PartType& part, const float* x, const float* residual,
                         float* y) {
  Vector v = t(part.get(x));
  if (residual) v += part.get(residual);
  part.put(y, bounded(v, t.lower, t.upper));
}

void channelTransform(const ChannelRows& r, const ChannelTransform& transform, const float* x, const float* residual,
                      float* y) {
  const auto at = [residual](std::int64_t i) { return residual ? residual + i : nullptr; };
  if (r.lanes == 0) {
    const LaneTransform t = transformOfRun(transform);
    return forLanes(r.rows, [&](std::int64_t i, auto part) { transformOne(t, part, x + i, at(i), y + i); });
  }
  if (r.lanes == kLanes) {
    const Part<true> part{kLanes};
    const LaneTransform t = transformAt(transform, 0, part);
    for (std::int64_t i = 0; i < r.rows * kLanes; i += kLanes) transformOne(t, part, x + i, at(i), y + i);
    return;
  }
  for (std::int64_t row = 0; row < r.rows; ++row)
    forLanes(r.lanes, [&](std::int64_t lane, auto part) {
      const std::int64_t i = row * r.lanes + lane;
      transformOne(transformAt(transform, lane, part), part, x + i, at(i), y + i);
    });
}

// The gradient of element i, if the activation passes it.
template <class PartType>
inline Vector passingAt(const ChannelGradient& g, const LaneTransform& t, const PartType& part, std::int64_t i) {
  const Vector dy = part.get(g.dy + i);
  return t.passing(dy, g.y ? part.get(g.y + i) : t(part.get(g.x + i)));
}

// Adds to sums and dots the lanes of one vector, over all planes; consecutive rows are `stride` floats apart.
template <class PartType>
inline void sumGradients(const ChannelRows& r, std::int64_t stride, const ChannelGradient& g, const LaneTransform& t,
                         const PartType& part, std::int64_t lane, float* out, double* sums, double* dots) {
  Vector sum[2] = {}, dot[2] = {};
  const auto add = [&](std::int64_t i, int chain) {
    const Vector passed = passingAt(g, t, part, i);
    sum[chain] += passed;
    dot[chain] += passed * (part.get(g.x + i) - t.mean);
    if (out) part.put(out + i, passed);
  };
  std::int64_t pending = 0;
  const auto flush = [&] {
    float totalSum[FOVEA_SIMD_LANES], totalDot[FOVEA_SIMD_LANES];
    store(totalSum, sum[0] + sum[1]);
    store(totalDot, dot[0] + dot[1]);
    for (int j = 0; j < FOVEA_SIMD_LANES; ++j) {
      sums[j] += static_cast<double>(totalSum[j]);
      dots[j] += static_cast<double>(totalDot[j]);
    }
    sum[0] = sum[1] = dot[0] = dot[1] = all(0.0f);
    pending = 0;
  };
  for (std::int64_t plane = 0; plane < r.planes; ++plane) {
    const std::int64_t from = plane * r.planeStride + lane;
    for (std::int64_t row = 0; row < r.rows;) {
      const std::int64_t end = r.rows - row < kStretchRows - pending ? r.rows : row + kStretchRows - pending;
      pending += end - row;
      for (; row + 2 <= end; row += 2)
        for (int j = 0; j < 2; ++j) add(from + (row + j) * stride, j);
      if (row < end) add(from + row++ * stride, 0);
      if (pending >= kStretchRows) flush();
    }
  }
  flush();
}

void channelGradientSums(const ChannelRows& r, const ChannelGradient& g, float* out, double* sums, double* dots) {
  if (r.lanes > 0)
    return forLanes(r.lanes, [&](std::int64_t lane, auto part) {
      double laneSums[FOVEA_SIMD_LANES] = {}, laneDots[FOVEA_SIMD_LANES] = {};
      sumGradients(r, r.lanes, g, transformAt(g.transform, lane, part), part, lane, out, laneSums, laneDots);
      for (std::int64_t j = 0; j < part.count; ++j) {
        sums[lane + j] = laneSums[j];
        dots[lane + j] = laneDots[j];
      }
    });
  const LaneTransform t = transformOfRun(g.transform);
  const std::int64_t whole = r.rows / kLanes, rest = r.rows % kLanes;
  double laneSums[FOVEA_SIMD_LANES] = {}, laneDots[FOVEA_SIMD_LANES] = {};
  sumGradients({r.planes, r.planeStride, whole, kLanes}, kLanes, g, t, Part<true>{kLanes}, 0, out, laneSums, laneDots);
  if (rest > 0) {
    // Lanes beyond the rest hold dy = 0.
    const Part<false> part{rest};
    sumGradients({r.planes, r.planeStride, 1, kLanes}, kLanes, g, t, part, whole * kLanes, out, laneSums, laneDots);
  }
  sums[0] = dots[0] = 0;
  for (int j = 0; j < FOVEA_SIMD_LANES; ++j) {
    sums[0] += laneSums[j];
    dots[0] += laneDots[j];
  }
}

template <class PartType>
inline void gradientOne(const ChannelGradient& g, const LaneTransform& t, const PartType& part, std::int64_t i,
                        Vector a, Vector b, Vector c, float* dx) {
  const Vector passed = passingAt(g, t, part, i);
  part.put(dx + i, a * passed + (b * (part.get(g.x + i) - t.mean) + c));
}

void channelGradient(const ChannelRows& r, const ChannelGradient& g, const float* a, const float* b, const float* c,
                     float* dx) {
  if (r.lanes == 0) {
    const LaneTransform t = transformOfRun(g.transform);
    return forLanes(
        r.rows, [&](std::int64_t i, auto part) { gradientOne(g, t, part, i, all(a[0]), all(b[0]), all(c[0]), dx); });
  }
  if (r.lanes == kLanes) {
    const Part<true> part{kLanes};
    const LaneTransform t = transformAt(g.transform, 0, part);
    const Vector factorA = load(a), factorB = load(b), term = load(c);
    for (std::int64_t i = 0; i < r.rows * kLanes; i += kLanes) gradientOne(g, t, part, i, factorA, factorB, term, dx);
    return;
  }
  for (std::int64_t row = 0; row < r.rows; ++row)
    forLanes(r.lanes, [&](std::int64_t lane, auto part) {
      gradientOne(g, transformAt(g.transform, lane, part), part, row * r.lanes + lane, part.get(a + lane),
                  part.get(b + lane), part.get(c + lane), dx);
    });
}
