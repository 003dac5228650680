// Why: the vector type and its few helpers, for the instruction set that the including file has switched on.
// No include and no std:: function here: code compiled for AVX-512 must not leak into functions shared with older
// processors.

using Vector = float __attribute__((vector_size(FOVEA_SIMD_LANES * 4)));
using Integers = std::int32_t __attribute__((vector_size(FOVEA_SIMD_LANES * 4)));
// These are typedefs, since Clang ignores the alignment in an alias.
typedef float LooseVector __attribute__((vector_size(FOVEA_SIMD_LANES * 4), aligned(4), may_alias));
typedef std::int32_t LooseIntegers __attribute__((vector_size(FOVEA_SIMD_LANES * 4), aligned(4), may_alias));

constexpr std::int64_t kLanes = FOVEA_SIMD_LANES;

inline Vector load(const float* from) {
  return *reinterpret_cast<const LooseVector*>(from);
}
inline void store(float* to, Vector value) {
  *reinterpret_cast<LooseVector*>(to) = value;
}
inline Integers loadIntegers(const std::int32_t* from) {
  return *reinterpret_cast<const LooseIntegers*>(from);
}
inline void storeIntegers(std::int32_t* to, Integers value) {
  *reinterpret_cast<LooseIntegers*>(to) = value;
}
// Broadcasts a value. Subtracting zero changes nothing, and the compiler removes it.
inline Vector all(float value) {
  return value - Vector{};
}
inline Vector larger(Vector a, Vector b) {
  return a > b ? a : b;
}
inline Vector smaller(Vector a, Vector b) {
  return a < b ? a : b;
}

inline void clear(float* x, std::int64_t count) {
  __builtin_memset(x, 0, static_cast<std::size_t>(count) * sizeof(float));
}

inline float laneSum(Vector value) {
#if FOVEA_SIMD_LANES == 16
  value += __builtin_shufflevector(value, value, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  value += __builtin_shufflevector(value, value, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3);
  value += __builtin_shufflevector(value, value, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1);
#elif FOVEA_SIMD_LANES == 8
  value += __builtin_shufflevector(value, value, 4, 5, 6, 7, 0, 1, 2, 3);
  value += __builtin_shufflevector(value, value, 2, 3, 0, 1, 2, 3, 0, 1);
#else
  value += __builtin_shufflevector(value, value, 2, 3, 0, 1);
#endif
  return value[0] + value[1];
}

// Calls body(offset) for whole vectors, then tail(offset) for each remaining element.
template <class Body, class Tail>
inline void forVectors(std::int64_t count, Body&& body, Tail&& tail) {
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) body(i);
  for (; i < count; ++i) tail(i);
}

// For the last vector of an array that is not a multiple of the lanes: reads and writes go through a copy.
template <class F>
inline void mapVectors(const float* x, float* y, std::int64_t count, F&& f) {
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) store(y + i, f(load(x + i)));
  if (i == count) return;
  float rest[FOVEA_SIMD_LANES] = {};
  for (std::int64_t j = i; j < count; ++j) rest[j - i] = x[j];
  store(rest, f(load(rest)));
  for (std::int64_t j = i; j < count; ++j) y[j] = rest[j - i];
}

template <class F>
inline void zipVectors(const float* a, const float* b, float* y, std::int64_t count, F&& f) {
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) store(y + i, f(load(a + i), load(b + i)));
  if (i == count) return;
  float restA[FOVEA_SIMD_LANES] = {}, restB[FOVEA_SIMD_LANES] = {};
  for (std::int64_t j = i; j < count; ++j) {
    restA[j - i] = a[j];
    restB[j - i] = b[j];
  }
  store(restA, f(load(restA), load(restB)));
  for (std::int64_t j = i; j < count; ++j) y[j] = restA[j - i];
}

// exp(x): x = n ln 2 + r, |r| <= ln 2 / 2, polynomial of degree 6 in r (Cephes, Moshier 1989); within 2 ulp. Overflow
// gives infinity, underflow zero, NaN stays NaN.
inline Vector exponentialOf(Vector x) {
  const Vector scaled = x * 1.44269504088896341f;
  const Vector bounded = smaller(larger(scaled, all(-127.0f)), all(128.0f));
  const Vector shift = all(12582912.0f);  // 1.5 * 2^23: adding it rounds to an integer
  const Vector n = (bounded + shift) - shift;
  const Vector clamped = smaller(larger(x, all(-88.5f)), all(89.0f));
  const Vector r = (clamped - n * 0.693359375f) - n * -2.12194440e-4f;
  Vector p = all(1.9875691500e-4f);
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r + 1.0f;
  // 2^n as two factors, so that neither exceeds the exponent range.
  const Integers exponent = __builtin_convertvector(n, Integers);
  const Integers half = exponent >> 1;
  const Vector result =
      p * reinterpret_cast<Vector>((half + 127) << 23) * reinterpret_cast<Vector>((exponent - half + 127) << 23);
  const Vector low = x < -103.9f ? all(0.0f) : result;
  const Vector high = x > 88.72284f ? all(__builtin_inff()) : low;
  return x == x ? high : x;
}

inline Vector sigmoidOf(Vector x) {
  return 1.0f / (1.0f + exponentialOf(-x));
}

// Near zero a polynomial (Cephes), elsewhere 1 - 2 / (exp(2|x|) + 1) with the sign of x.
inline Vector tanhOf(Vector x) {
  const Vector size = x < 0.0f ? -x : x;
  const Vector square = x * x;
  Vector p = all(-5.70498872745e-3f);
  p = p * square + 2.06390887954e-2f;
  p = p * square + -5.37397155531e-2f;
  p = p * square + 1.33314422036e-1f;
  p = p * square + -3.33332819422e-1f;
  const Vector small = p * square * x + x;
  const Vector far = 1.0f - 2.0f / (exponentialOf(size + size) + 1.0f);
  const Vector large = x < 0.0f ? -far : far;
  return size < 0.625f ? small : large;
}
