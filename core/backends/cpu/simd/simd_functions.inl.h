// Why: logarithms, error function and similar functions for the instruction set that the including file chose. The
// error is within 4 units in the last place where the result is a normal number, except for Erf (6) and sums that
// cancel. Source of the polynomials: Moshier, "Methods and Programs for Mathematical Functions" (Cephes), 1989.

// x = m 2^e with m in [sqrt(1/2), sqrt(2)), polynomial in m - 1.
inline Vector logarithmOf(Vector x) {
  const Integers small = x < 1.17549435e-38f;  // not a normal number
  const Integers bits = reinterpret_cast<Integers>(small ? x * 8388608.0f : x);
  const Integers exponent = (bits - 0x3f3504f3) >> 23;
  const Vector f = reinterpret_cast<Vector>(bits - (exponent << 23)) - 1.0f;
  const Vector e = __builtin_convertvector(exponent, Vector) - (small ? all(23.0f) : all(0.0f));
  Vector p = all(7.0376836292e-2f);
  p = p * f + -1.1514610310e-1f;
  p = p * f + 1.1676998740e-1f;
  p = p * f + -1.2420140846e-1f;
  p = p * f + 1.4249322787e-1f;
  p = p * f + -1.6668057665e-1f;
  p = p * f + 2.0000714765e-1f;
  p = p * f + -2.4999993993e-1f;
  p = p * f + 3.3333331174e-1f;
  const Vector square = f * f;
  const Vector tail = p * f * square + e * -2.12194440e-4f - 0.5f * square;
  const Vector normal = f + tail + e * 0.693359375f;
  const Vector finite = x < __builtin_inff() ? normal : x;  // infinity and NaN stay
  return x > 0.0f ? finite : x == 0.0f ? all(-__builtin_inff()) : all(__builtin_nanf(""));
}

// Compensates for the rounding error of 1 + x.
inline Vector logarithmOfOnePlus(Vector x) {
  const Vector sum = 1.0f + x;
  const Vector taken = sum - 1.0f;
  const Vector result = logarithmOf(sum);
  return taken == x ? result : result + (x - taken) / sum;
}

// Like exponentialOf, but subtracts 1 before it can hide a small result.
inline Vector exponentialMinusOneOf(Vector x) {
  const Vector bounded = smaller(larger(x, all(-88.0f)), all(1.0f));
  const Vector shift = all(12582912.0f);
  const Vector n = (bounded * 1.44269504088896341f + shift) - shift;
  const Vector r = (bounded - n * 0.693359375f) - n * -2.12194440e-4f;
  Vector p = all(1.9875691500e-4f);
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * r * r + r;
  const Vector scale = reinterpret_cast<Vector>((__builtin_convertvector(n, Integers) + 127) << 23);
  const Vector near = scale * p + (scale - 1.0f);
  const Vector result = x > 1.0f ? exponentialOf(x) - 1.0f : near;
  return x == x ? result : x;
}

// Below 1 an odd polynomial, above it 1 - exp(-x^2) / x times a polynomial in 1 / x^2.
inline Vector errorFunctionOf(Vector x) {
  const Vector square = x * x;
  Vector p = all(7.853861353153693e-5f);
  p = p * square + -8.010193625184903e-4f;
  p = p * square + 5.188327685732524e-3f;
  p = p * square + -2.685381193529856e-2f;
  p = p * square + 1.128358514861418e-1f;
  p = p * square + -3.761262582423300e-1f;
  p = p * square + 1.128379165726710e0f;
  const Vector near = p * x;
  const Vector size = x < 0.0f ? -x : x;
  const Vector bounded = smaller(larger(size, all(1.0f)), all(10.0f));
  const Vector inverse = 1.0f / bounded, y = inverse * inverse;
  Vector q = all(2.326819970068386e-2f);
  q = q * y + -1.387039388740657e-1f;
  q = q * y + 3.687424674597105e-1f;
  q = q * y + -5.824733027278666e-1f;
  q = q * y + 6.210004621745983e-1f;
  q = q * y + -4.944515323274145e-1f;
  q = q * y + 3.404879937665872e-1f;
  q = q * y + -2.741127028184656e-1f;
  q = q * y + 5.638259427386472e-1f;
  const Vector far = 1.0f - exponentialOf(-(bounded * bounded)) * inverse * q;
  const Vector large = x < 0.0f ? -far : far;
  const Vector result = size < 1.0f ? near : large;
  return x == x ? result : x;
}

// The quadrant of x, and the distance from its middle; for
// x
// below kLargestAngle.
constexpr float kLargestAngle = 8192.0f;

struct Angle {
  Integers quarter;
  Vector sine, cosine;  // sine and cosine of the distance from the quadrant's middle
};

inline Angle angleOf(Vector x) {
  const Vector shift = all(12582912.0f);
  const Vector n = (x * 0.636619772367581343f + shift) - shift;
  const Vector r = ((x - n * 1.5703125f) - n * 4.837512969970703125e-4f) - n * 7.54978995489188216e-8f;
  const Vector z = r * r;
  Vector s = all(-1.9515295891e-4f);
  s = s * z + 8.3321608736e-3f;
  s = s * z + -1.6666654611e-1f;
  Vector c = all(2.443315711809948e-5f);
  c = c * z + -1.388731625493765e-3f;
  c = c * z + 4.166664568298827e-2f;
  return {__builtin_convertvector(n, Integers), s * z * r + r, c * z * z - 0.5f * z + 1.0f};
}

// The sine of x plus `quarters` quarter turns. Large angles, infinity and NaN go to the C library one by one.
inline Vector sineOf(Vector x, std::int32_t quarters) {
  const Integers large = (x < kLargestAngle && x > -kLargestAngle) ? Integers{} : Integers{} - 1;
  const Angle angle = angleOf(large ? all(0.0f) : x);
  const Integers quarter = angle.quarter + quarters;
  const Vector size = (quarter & 1) ? angle.cosine : angle.sine;
  Vector result = (quarter & 2) ? -size : size;
  for (int i = 0; i < FOVEA_SIMD_LANES; ++i)
    if (large[i]) result[i] = quarters == 0 ? __builtin_sinf(x[i]) : __builtin_cosf(x[i]);
  return result;
}

inline Vector roundedDownOf(Vector x) {
  const Integers fits = (x < 8388608.0f && x > -8388608.0f) ? Integers{} - 1 : Integers{};
  const Vector whole = __builtin_convertvector(__builtin_convertvector(fits ? x : all(0.0f), Integers), Vector);
  const Vector below = whole > x ? whole - 1.0f : whole;
  return fits ? below : x;
}
