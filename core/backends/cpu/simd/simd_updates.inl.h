// Why: the parameter updates of the optimizers, for the instruction set that the including file chose. The ops of the
// same names document the formulae. Whole vectors and remaining elements use the same code, so that results do not
// depend on how the work was split.

inline float rootOf(float x) {
  return __builtin_sqrtf(x);
}
inline Vector rootOf(Vector x) {
#if FOVEA_SIMD_LANES == 16
  return __builtin_ia32_sqrtps512_mask(x, x, static_cast<unsigned short>(-1), 4);
#elif FOVEA_SIMD_LANES == 8
  return __builtin_ia32_sqrtps256(x);
#elif defined(__x86_64__)
  return __builtin_ia32_sqrtps(x);
#else
  for (int lane = 0; lane < FOVEA_SIMD_LANES; ++lane) x[lane] = __builtin_sqrtf(x[lane]);
  return x;
#endif
}

inline float like(float, float value) {
  return value;
}
inline Vector like(Vector, float value) {
  return all(value);
}

// The scaled gradient, clipped to ± clip; a NaN stays NaN.
template <class Real>
inline Real adjusted(const Real& gradient, const UpdateArguments& a) {
  const Real g = gradient * a.gradientFactor;
  const Real below = g > a.clip ? like(g, a.clip) : g;
  return below < -a.clip ? like(g, -a.clip) : below;
}

struct SgdRule {
  static constexpr int states = 1;
  template <class Real>
  static void step(const UpdateArguments& a, Real& p, Real g, Real (&s)[3]) {
    g = g + a.decay * p;
    s[0] = a.first * s[0] + g;
    p = p - a.rate * (a.lookAhead ? g + a.first * s[0] : s[0]);
  }
};

struct AdagradRule {
  static constexpr int states = 1;
  template <class Real>
  static void step(const UpdateArguments& a, Real& p, Real g, Real (&s)[3]) {
    g = g + a.decay * p;
    s[0] = s[0] + g * g;
    p = p - a.rate * g / (rootOf(s[0]) + a.epsilon);
  }
};

struct RmspropRule {
  static constexpr int states = 2;
  template <class Real>
  static void step(const UpdateArguments& a, Real& p, Real g, Real (&s)[3]) {
    g = g + a.decay * p;
    s[0] = a.second * s[0] + a.secondShare * g * g;
    s[1] = a.first * s[1] + g / (rootOf(s[0]) + a.epsilon);
    p = p - a.rate * s[1];
  }
};

struct RmspropCentredRule {
  static constexpr int states = 3;
  template <class Real>
  static void step(const UpdateArguments& a, Real& p, Real g, Real (&s)[3]) {
    g = g + a.decay * p;
    s[0] = a.second * s[0] + a.secondShare * g * g;
    s[2] = a.second * s[2] + a.secondShare * g;
    const Real variance = s[0] - s[2] * s[2];
    s[1] = a.first * s[1] + g / (rootOf(variance < 0.0f ? like(variance, 0.0f) : variance) + a.epsilon);
    p = p - a.rate * s[1];
  }
};

struct AdadeltaRule {
  static constexpr int states = 2;
  template <class Real>
  static void step(const UpdateArguments& a, Real& p, Real g, Real (&s)[3]) {
    g = g + a.decay * p;
    s[0] = a.second * s[0] + a.secondShare * g * g;
    const Real change = g * rootOf(s[1] + a.epsilon) / rootOf(s[0] + a.epsilon);
    s[1] = a.second * s[1] + a.secondShare * change * change;
    p = p - a.rate * change;
  }
};

// Adam's step without the learning rate; also updates the moments.
template <class Real>
inline Real adamDirection(const UpdateArguments& a, const Real& g, Real (&s)[3]) {
  s[0] = a.first * s[0] + a.firstShare * g;
  s[1] = a.second * s[1] + a.secondShare * g * g;
  return s[0] * a.firstCorrection / (rootOf(s[1] * a.secondCorrection) + a.epsilon);
}

struct AdamRule {
  static constexpr int states = 2;
  template <class Real>
  static void step(const UpdateArguments& a, Real& p, Real g, Real (&s)[3]) {
    g = g + a.decay * p;
    p = p - a.rate * adamDirection(a, g, s);
  }
};

struct AdamwRule {
  static constexpr int states = 2;
  template <class Real>
  static void step(const UpdateArguments& a, Real& p, Real g, Real (&s)[3]) {
    p = p - a.rate * a.decay * p;
    p = p - a.rate * adamDirection(a, g, s);
  }
};

// Stores LAMB's direction where other rules store the new parameter.
struct LambRule {
  static constexpr int states = 2;
  template <class Real>
  static void step(const UpdateArguments& a, Real& p, Real g, Real (&s)[3]) {
    p = adamDirection(a, g, s) + a.decay * p;
  }
};

template <class Rule>
void update(const UpdateArguments& a, std::int64_t begin, std::int64_t end) {
  std::int64_t i = begin;
  for (; i + kLanes <= end; i += kLanes) {
    Vector parameter = load(a.parameter + i), states[3];
    for (int k = 0; k < Rule::states; ++k) states[k] = load(a.states[k] + i);
    Rule::step(a, parameter, adjusted(load(a.gradient + i), a), states);
    store(a.newParameter + i, parameter);
    for (int k = 0; k < Rule::states; ++k) store(a.newStates[k] + i, states[k]);
  }
  for (; i < end; ++i) {
    float parameter = a.parameter[i], states[3];
    for (int k = 0; k < Rule::states; ++k) states[k] = a.states[k][i];
    Rule::step(a, parameter, adjusted(a.gradient[i], a), states);
    a.newParameter[i] = parameter;
    for (int k = 0; k < Rule::states; ++k) a.newStates[k][i] = states[k];
  }
}

void addScaled(const float* a, float alpha, const float* b, float beta, float* y, std::int64_t count) {
  zipVectors(a, b, y, count, [alpha, beta](Vector u, Vector v) { return alpha * u + beta * v; });
}
