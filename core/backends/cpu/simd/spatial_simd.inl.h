// Why: the loops of spatial_simd.h for the instruction set that the including file chose.

// Natural logarithm of positive numbers (Cephes, Moshier 1989), within 2 ulp; infinity and NaN stay.
inline Vector logarithmOf(Vector x) {
  const Integers bits = reinterpret_cast<Integers>(x);
  Integers exponent = (bits >> 23) - 126;
  Vector m = reinterpret_cast<Vector>((bits & 0x007FFFFF) | 0x3F000000);  // in [0.5, 1)
  const auto small = m < 0.70710678f;
  exponent += small ? Integers{} - 1 : Integers{};
  m = (small ? m + m : m) - 1.0f;
  const Vector square = m * m;
  Vector p = all(7.0376836292e-2f);
  p = p * m + -1.1514610310e-1f;
  p = p * m + 1.1676998740e-1f;
  p = p * m + -1.2420140846e-1f;
  p = p * m + 1.4249322787e-1f;
  p = p * m + -1.6668057665e-1f;
  p = p * m + 2.0000714765e-1f;
  p = p * m + -2.4999993993e-1f;
  p = p * m + 3.3333331174e-1f;
  const Vector e = __builtin_convertvector(exponent, Vector);
  const Vector result = (m + (p * m * square + e * -2.12194440e-4f - 0.5f * square)) + e * 0.693359375f;
  return x < __builtin_inff() ? result : x;
}

// For the last vector of arrays that are not a multiple of the lanes: `body` works on copies, padded with ones.
template <int Inputs, int Outputs, class Body>
inline void overArrays(const float* const (&inputs)[Inputs], float* const (&outputs)[Outputs], std::int64_t count,
                       Body&& body) {
  Vector from[Inputs], to[Outputs];
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (int k = 0; k < Inputs; ++k) from[k] = load(inputs[k] + i);
    body(from, to);
    for (int k = 0; k < Outputs; ++k) store(outputs[k] + i, to[k]);
  }
  if (i == count) return;
  float rest[FOVEA_SIMD_LANES];
  for (int k = 0; k < Inputs; ++k) {
    for (std::int64_t j = 0; j < kLanes; ++j) rest[j] = i + j < count ? inputs[k][i + j] : 1.0f;
    from[k] = load(rest);
  }
  body(from, to);
  for (int k = 0; k < Outputs; ++k) {
    store(rest, to[k]);
    for (std::int64_t j = i; j < count; ++j) outputs[k][j] = rest[j - i];
  }
}

void windowSums(const float* x, float* y, std::int64_t count, std::int64_t step, std::int64_t terms) {
  forVectors(
      count,
      [&](std::int64_t i) {
        Vector sum = load(x + i);
        for (std::int64_t k = 1; k < terms; ++k) sum += load(x + i + k * step);
        store(y + i, sum);
      },
      [&](std::int64_t i) {
        float sum = x[i];
        for (std::int64_t k = 1; k < terms; ++k) sum += x[i + k * step];
        y[i] = sum;
      });
}

void responses(const float* x, const float* sums, const ResponseConstants& c, float* y, std::int64_t count) {
  overArrays<2, 1>({x, sums}, {y}, count, [&](const Vector* from, Vector* to) {
    to[0] = from[0] * exponentialOf(-c.beta * logarithmOf(c.offset + c.factor * from[1]));
  });
}

void responseTerms(const float* dy, const float* x, const float* sums, const ResponseConstants& c, float* own,
                   float* terms, std::int64_t count) {
  overArrays<3, 2>({dy, x, sums}, {own, terms}, count, [&](const Vector* from, Vector* to) {
    const Vector s = c.offset + c.factor * from[2];
    to[0] = from[0] * exponentialOf(-c.beta * logarithmOf(s));
    to[1] = to[0] * from[1] / s;
  });
}

void responseGradients(const float* own, const float* x, const float* sums, const ResponseConstants& c, float* dx,
                       std::int64_t count) {
  const float factor = -2.0f * c.factor * c.beta;
  overArrays<3, 1>({own, x, sums}, {dx}, count,
                   [&](const Vector* from, Vector* to) { to[0] = from[0] + factor * from[1] * from[2]; });
}

void normaliseRow(const float* x, float mean, float factor, const float* scale, const float* bias, float* y,
                  std::int64_t count) {
  overArrays<3, 1>({x, scale, bias}, {y}, count,
                   [&](const Vector* from, Vector* to) { to[0] = (from[0] - mean) * factor * from[1] + from[2]; });
}

void scaledDots(const float* dy, const float* scale, const float* x, float mean, std::int64_t count, double* totals) {
  totals[0] = sumOf(
      count, [=](std::int64_t i) { return load(scale + i) * load(dy + i); },
      [=](std::int64_t i) { return scale[i] * dy[i]; });
  totals[1] = sumOf(
      count, [=](std::int64_t i) { return load(scale + i) * load(dy + i) * (load(x + i) - mean); },
      [=](std::int64_t i) { return scale[i] * dy[i] * (x[i] - mean); });
}

void rowGradients(const float* dy, const float* scale, const float* x, float mean, float a, float b, float c, float* dx,
                  float* dscale, float* dbias, std::int64_t count) {
  overArrays<5, 3>({dy, scale, x, dscale, dbias}, {dx, dscale, dbias}, count, [&](const Vector* from, Vector* to) {
    const Vector deviation = from[2] - mean;
    to[0] = a * from[1] * from[0] + (b * deviation + c);
    to[1] = from[3] + from[0] * deviation * a;
    to[2] = from[4] + from[0];
  });
}
