// Why: activations, sums, products, reductions and dropout, for the instruction set that the including file
// chose.

#include "core/backends/cpu/simd/simd_philox.inl.h"

constexpr int kChains = 12;  // independent chains; more than latency times ports

float multiplyAdds(std::int64_t rounds) {
  Vector chains[kChains];
  for (int i = 0; i < kChains; ++i) chains[i] = all(1.0f + static_cast<float>(i));
  Vector factor = all(0.999f), term = all(0.001f);
  for (std::int64_t round = 0; round < rounds; ++round) {
    // Hides the values from the compiler, which would otherwise fold rounds.
    asm volatile("" : "+x"(factor), "+x"(term));
    for (int i = 0; i < kChains; ++i) chains[i] = chains[i] * factor + term;
  }
  for (int i = 1; i < kChains; ++i) chains[0] += chains[i];
  return laneSum(chains[0]);
}

void relu(const float* x, float* y, std::int64_t count) {
  mapVectors(x, y, count, [](Vector v) { return v <= 0.0f ? all(0.0f) : v; });
}

void reluBackward(const float* dy, const float* y, float* dx, std::int64_t count) {
  zipVectors(dy, y, dx, count, [](Vector gradient, Vector output) { return output <= 0.0f ? all(0.0f) : gradient; });
}

void sigmoid(const float* x, float* y, std::int64_t count) {
  mapVectors(x, y, count, [](Vector v) { return sigmoidOf(v); });
}

void sigmoidBackward(const float* dy, const float* y, float* dx, std::int64_t count) {
  zipVectors(dy, y, dx, count, [](Vector gradient, Vector output) { return gradient * output * (1.0f - output); });
}

void hyperbolicTangent(const float* x, float* y, std::int64_t count) {
  mapVectors(x, y, count, [](Vector v) { return tanhOf(v); });
}

void tanhBackward(const float* dy, const float* y, float* dx, std::int64_t count) {
  zipVectors(dy, y, dx, count, [](Vector gradient, Vector output) { return gradient * (1.0f - output * output); });
}

void add(const float* a, const float* b, float* y, std::int64_t count) {
  zipVectors(a, b, y, count, [](Vector u, Vector v) { return u + v; });
}

void multiply(const float* a, const float* b, float* y, std::int64_t count) {
  zipVectors(a, b, y, count, [](Vector u, Vector v) { return u * v; });
}

void addScalar(const float* a, float b, float* y, std::int64_t count) {
  mapVectors(a, y, count, [b](Vector v) { return v + b; });
}

void multiplyScalar(const float* a, float b, float* y, std::int64_t count) {
  mapVectors(a, y, count, [b](Vector v) { return v * b; });
}

template <class F>
inline void addMap(const float* x, const float* residual, float* y, std::int64_t count, F&& f) {
  if (residual)
    zipVectors(x, residual, y, count, [&](Vector u, Vector v) { return f(u + v); });
  else
    mapVectors(x, y, count, f);
}

inline Vector reluOf(Vector v) {
  return v <= 0.0f ? all(0.0f) : v;
}
inline Vector relu6Of(Vector v) {
  return v >= 6.0f ? all(6.0f) : reluOf(v);
}

void addActivate(const ActivationArguments& a, const float* x, const float* residual, float* y, std::int64_t count) {
  switch (a.kind) {
    case 1:
      return addMap(x, residual, y, count, [](Vector v) { return reluOf(v); });
    case 2:
      return addMap(x, residual, y, count, [](Vector v) { return relu6Of(v); });
    case 3:
      return addMap(x, residual, y, count, [&a](Vector v) { return v <= 0.0f ? a.slope * v : v; });
    case 4:
      return addMap(x, residual, y, count, [](Vector v) { return sigmoidOf(v); });
    case 5:
      return addMap(x, residual, y, count, [](Vector v) { return tanhOf(v); });
    case 6:
      return addMap(x, residual, y, count, [](Vector v) { return v * sigmoidOf(v); });
    case 7:
      return addMap(x, residual, y, count, [](Vector v) { return v * relu6Of(v + 3.0f) * (1.0f / 6.0f); });
    default:
      return addMap(x, residual, y, count, [](Vector v) { return v; });
  }
}

void exponential(const float* x, float shift, float* y, std::int64_t count) {
  mapVectors(x, y, count, [shift](Vector v) { return exponentialOf(v - shift); });
}

float maximum(const float* x, std::int64_t count) {
  Vector best = all(-__builtin_inff());
  float rest = -__builtin_inff();
  forVectors(
      count, [&](std::int64_t i) { best = larger(load(x + i), best); },
      [&](std::int64_t i) { rest = x[i] > rest ? x[i] : rest; });
  for (int i = 0; i < FOVEA_SIMD_LANES; ++i) rest = best[i] > rest ? best[i] : rest;
  return rest;
}

void dropout(const DropoutArguments& a, std::int64_t begin, std::int64_t end) {
  std::uint32_t words[4][FOVEA_SIMD_LANES];
  for (std::int64_t i = begin; i < end; i += 4 * kLanes) {
    philoxLanes(static_cast<std::uint64_t>(i / 4), a.step, a.seed, words);
    const std::int64_t count = end - i < 4 * kLanes ? end - i : 4 * kLanes;
    for (std::int64_t j = 0; j < count; ++j) {
      const bool kept = words[j % 4][j / 4] >= a.threshold;
      a.mask[i + j] = kept;
      a.y[i + j] = kept ? a.x[i + j] * a.factor : 0.0f;
    }
  }
}

void dropoutBackward(const float* dy, const std::uint8_t* mask, float factor, float* dx, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) dx[i] = mask[i] ? dy[i] * factor : 0.0f;
}
