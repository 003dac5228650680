// Why: one loop for each instruction of a pointwise program (core/ops/pointwise.h), with its operands as arrays or as
// one number that is repeated, for the instruction set that the including file chose.

// f of an array; other operands are not read.
template <class F>
void unaryLoop(const float* a, const float*, const float*, float* y, std::int64_t count) {
  mapVectors(a, y, count, [](Vector v) { return F::of(v); });
}

template <class F>
void binaryLoop(const float* a, const float* b, const float*, float* y, std::int64_t count) {
  zipVectors(a, b, y, count, [](Vector u, Vector v) { return F::of(u, v); });
}
template <class F>
void binaryLoopFirstRepeated(const float* a, const float* b, const float*, float* y, std::int64_t count) {
  const Vector u = all(*a);
  mapVectors(b, y, count, [u](Vector v) { return F::of(u, v); });
}
template <class F>
void binaryLoopSecondRepeated(const float* a, const float* b, const float*, float* y, std::int64_t count) {
  const Vector v = all(*b);
  mapVectors(a, y, count, [v](Vector u) { return F::of(u, v); });
}

#define FOVEA_FORMULA_1(name, formula)             \
  struct name {                                    \
    static Vector of(Vector a) { return formula; } \
  };
#define FOVEA_FORMULA_2(name, formula)                       \
  struct name {                                              \
    static Vector of(Vector a, Vector b) { return formula; } \
  };
FOVEA_FORMULA_2(Sum, a + b)
FOVEA_FORMULA_2(Difference, a - b)
FOVEA_FORMULA_2(Product, a* b)
FOVEA_FORMULA_2(Quotient, a / b)
FOVEA_FORMULA_2(Smaller, a == a ? smaller(a, b) : a)
FOVEA_FORMULA_2(Larger, a == a ? larger(a, b) : a)
FOVEA_FORMULA_2(IsLess, a < b ? all(1.0f) : all(0.0f))
FOVEA_FORMULA_2(IsLessOrEqual, a <= b ? all(1.0f) : all(0.0f))
FOVEA_FORMULA_2(IsEqual, a == b ? all(1.0f) : all(0.0f))
FOVEA_FORMULA_1(Negative, -a)
FOVEA_FORMULA_1(Size, reinterpret_cast<Vector>(reinterpret_cast<Integers>(a) & 0x7fffffff))
FOVEA_FORMULA_1(SignOf, a > 0.0f ? all(1.0f) : a < 0.0f ? all(-1.0f) : a)
FOVEA_FORMULA_1(SquareOf, a* a)
FOVEA_FORMULA_1(Inverse, 1.0f / a)
FOVEA_FORMULA_1(Exponential, exponentialOf(a))
FOVEA_FORMULA_1(ExponentialMinusOne, exponentialMinusOneOf(a))
FOVEA_FORMULA_1(Logarithm, logarithmOf(a))
FOVEA_FORMULA_1(LogarithmOfOnePlus, logarithmOfOnePlus(a))
FOVEA_FORMULA_1(Tangent, tanhOf(a))
FOVEA_FORMULA_1(Logistic, sigmoidOf(a))
FOVEA_FORMULA_1(ErrorFunction, errorFunctionOf(a))
FOVEA_FORMULA_1(SineOf, sineOf(a, 0))
FOVEA_FORMULA_1(CosineOf, sineOf(a, 1))
FOVEA_FORMULA_1(RoundedDown, roundedDownOf(a))
#undef FOVEA_FORMULA_1
#undef FOVEA_FORMULA_2

void squareRootLoop(const float* a, const float*, const float*, float* y, std::int64_t count) {
#pragma GCC ivdep
  for (std::int64_t i = 0; i < count; ++i) y[i] = __builtin_sqrtf(a[i]);
}
void reciprocalSquareRootLoop(const float* a, const float*, const float*, float* y, std::int64_t count) {
#pragma GCC ivdep
  for (std::int64_t i = 0; i < count; ++i) y[i] = 1.0f / __builtin_sqrtf(a[i]);
}

template <int kStepA, int kStepB>
void powerLoop(const float* a, const float* b, const float*, float* y, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) y[i] = __builtin_powf(a[i * kStepA], b[i * kStepB]);
}

inline Vector loadOrRepeat(const float* from, std::int64_t i, bool repeated) {
  return repeated ? all(*from) : load(from + i);
}

template <bool kRepeatB, bool kRepeatC>
void selectLoop(const float* condition, const float* b, const float* c, float* y, std::int64_t count) {
  forVectors(
      count,
      [&](std::int64_t i) {
        const Vector chosen = load(condition + i);
        store(y + i, chosen != 0.0f ? loadOrRepeat(b, i, kRepeatB) : loadOrRepeat(c, i, kRepeatC));
      },
      [&](std::int64_t i) { y[i] = condition[i] != 0.0f ? b[kRepeatB ? 0 : i] : c[kRepeatC ? 0 : i]; });
}

void copyLoop(const float* a, const float*, const float*, float* y, std::int64_t count) {
  if (a != y) __builtin_memcpy(y, a, static_cast<std::size_t>(count) * sizeof(float));
}
void repeatLoop(const float* a, const float*, const float*, float* y, std::int64_t count) {
  const Vector value = all(*a);
  forVectors(
      count, [&](std::int64_t i) { store(y + i, value); }, [&](std::int64_t i) { y[i] = value[0]; });
}

#define FOVEA_LOOPS_1(name) \
  { unaryLoop<name>, nullptr, nullptr, nullptr }
#define FOVEA_LOOPS_2(name) \
  { binaryLoop<name>, binaryLoopFirstRepeated<name>, binaryLoopSecondRepeated<name>, nullptr }
// In the order of PointwiseCode.
const PointwiseLoops kPointwiseLoops[] = {
    {copyLoop, repeatLoop, nullptr, nullptr},
    FOVEA_LOOPS_2(Sum),
    FOVEA_LOOPS_2(Difference),
    FOVEA_LOOPS_2(Product),
    FOVEA_LOOPS_2(Quotient),
    FOVEA_LOOPS_2(Smaller),
    FOVEA_LOOPS_2(Larger),
    {powerLoop<1, 1>, powerLoop<0, 1>, powerLoop<1, 0>, nullptr},
    FOVEA_LOOPS_2(IsLess),
    FOVEA_LOOPS_2(IsLessOrEqual),
    FOVEA_LOOPS_2(IsEqual),
    {selectLoop<false, false>, selectLoop<true, false>, selectLoop<false, true>, selectLoop<true, true>},
    FOVEA_LOOPS_1(Negative),
    FOVEA_LOOPS_1(Size),
    FOVEA_LOOPS_1(SignOf),
    FOVEA_LOOPS_1(SquareOf),
    {squareRootLoop, nullptr, nullptr, nullptr},
    {reciprocalSquareRootLoop, nullptr, nullptr, nullptr},
    FOVEA_LOOPS_1(Inverse),
    FOVEA_LOOPS_1(Exponential),
    FOVEA_LOOPS_1(ExponentialMinusOne),
    FOVEA_LOOPS_1(Logarithm),
    FOVEA_LOOPS_1(LogarithmOfOnePlus),
    FOVEA_LOOPS_1(Tangent),
    FOVEA_LOOPS_1(Logistic),
    FOVEA_LOOPS_1(ErrorFunction),
    FOVEA_LOOPS_1(SineOf),
    FOVEA_LOOPS_1(CosineOf),
    FOVEA_LOOPS_1(RoundedDown),
};
#undef FOVEA_LOOPS_1
#undef FOVEA_LOOPS_2
