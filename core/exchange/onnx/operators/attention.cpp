// ONNX attention: each query computes a mean of the values, weighted by the match with their keys. Source: ONNX
// operator specification, Attention of opsets 23 to 25, FlexAttention of ai.onnx.preview opset 1.
#include <cmath>
#include <limits>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/ops/broadcast.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;
constexpr std::int64_t kMostSteps = 4096, kMostAttended = std::int64_t{1} << 24;

// [N, T, H·D] becomes [N, H, T, D]; four axes stay unchanged.
Result<ValueId> byHeads(Emitter& e, ValueId x, std::int64_t heads) {
  const Shape shape = e.typeOf(x).shape;
  if (shape.rank() == 4) return x;
  if (shape.rank() != 3 || heads < 1 || shape[2] % heads != 0) return unsupported("its heads do not fit");
  return permuted(e, reshaped(e, x, Extents64{shape[0], shape[1], heads, shape[2] / heads}), {0, 2, 1, 3});
}

struct AttentionHeads {
  std::int64_t batch = 0, queryHeads = 0, keyHeads = 0, queries = 0, keys = 0, size = 0, valueSize = 0;
};

// query [N, Hq, T, D], key [N, Hk, S, D], value [N, Hk, S, E]: each key head serves Hq / Hk query heads.
Result<AttentionHeads> attentionHeads(Emitter& e, ValueId query, ValueId key, ValueId value) {
  const Shape q = e.typeOf(query).shape, k = e.typeOf(key).shape, v = e.typeOf(value).shape;
  if (q.rank() != 4 || k.rank() != 4 || v.rank() != 4) return unsupported("values without heads");
  const AttentionHeads heads{q[0], q[1], k[1], q[2], k[2], q[3], v[3]};
  const bool fits = k[0] == q[0] && v[0] == q[0] && v[1] == k[1] && v[2] == k[2] && k[3] == q[3] && k[1] > 0 &&
                    q[1] % k[1] == 0 && q.elementCount() > 0 && k.elementCount() > 0 && v.elementCount() > 0;
  if (!fits) return unsupported("its inputs do not fit");
  return heads;
}

// Limits the scores, which are the largest value.
Status checkSize(OnnxNodeContext& c, const AttentionHeads& h) {
  std::int64_t scores = h.batch * h.queryHeads;
  if (h.queries > kMostAttended || h.keys > kMostAttended || __builtin_mul_overflow(scores, h.queries, &scores) ||
      __builtin_mul_overflow(scores, h.keys, &scores) || scores > c.scope().mostElements())
    return unsupported("there are too many pairs of queries and keys");
  return {};
}

// Multiplies matrices of query heads with those of key heads, without copying them: [N, Hq, T, columns].
ValueId byGroup(Emitter& e, const AttentionHeads& h, ValueId left, ValueId right, bool transposed,
                std::int64_t columns) {
  const Shape l = e.typeOf(left).shape, r = e.typeOf(right).shape;
  const ValueId rows = reshaped(e, left, Extents64{h.batch * h.keyHeads, h.queryHeads / h.keyHeads * h.queries, l[3]});
  const ValueId tables = reshaped(e, right, Extents64{h.batch * h.keyHeads, r[2], r[3]});
  return reshaped(e, e.emitOne("matmul", {{"transpose_b", transposed}}, {rows, tables}),
                  Extents64{h.batch, h.queryHeads, h.queries, columns});
}

// Over the last axis. Each step has the precision of `element`.
ValueId softmaxOfRows(Emitter& e, ValueId x, OnnxElement element) {
  const Shape shape = e.typeOf(x).shape;
  if (element == OnnxElement::Float || element == OnnxElement::Double) {
    const Extents64 rows{shape[0] * shape[1] * shape[2], shape[3], 1};
    return reshaped(e, e.emitOne("softmax", {}, {reshaped(e, x, rows)}), shape);
  }
  const auto kept = [&](ValueId v) { return rounded(e, v, element); };
  const ValueId largest = reduced(e, "reduce_max", x, {3});
  const ValueId powers = kept(map(e, x, largest, [](Term v, Term m) { return exponential(v - m); }));
  const ValueId sums = sumWithDigits(e, powers, 3, element);
  return kept(map(e, powers, sums, [](Term p, Term s) { return p / s; }));
}

// The term added to the scores: 0, -inf or the mask's own numbers.
class Bias {
 public:
  Bias(OnnxNodeContext& c, const AttentionHeads& heads, std::int64_t before)
      : c_(c), e_(c.emitter()), heads_(heads), before_(before), type_(c.type().dtype) {}

  Status addMask();
  // Query i is at position `offset` + i. It attends only to keys from `left` before to `right` after it; -1: unlimited.
  Status addWindow(std::int64_t left, std::int64_t right);
  Status addLengths();
  ValueId value() const { return bias_; }

 private:
  void add(ValueId bias) { bias_ = bias_.valid() ? sum(e_, bias_, bias) : bias; }
  ValueId lengths();

  OnnxNodeContext& c_;
  Emitter& e_;
  const AttentionHeads& heads_;
  std::int64_t before_;  // number of past keys
  DataType type_;
  ValueId bias_;
};

Status Bias::addMask() {
  if (!c_.has(3)) return {};
  const Shape given = c_.shape(3);
  if (given.rank() < 1 || given.rank() > 4) return unsupported("a mask of such a shape");
  const bool truths = c_.element(3) == OnnxElement::Bool;
  ValueId mask = castTo(e_, c_.in(3), type_);
  if (truths) mask = map(e_, mask, [](Term t) { return select(t, 0.0, -kInfinity); });
  Extents64 extents(static_cast<std::size_t>(4 - given.rank()), 1);
  extents.insert(extents.end(), given.begin(), given.end());
  mask = reshaped(e_, mask, extents);
  // Before opset 24 a mask for one key applies to all.
  if (c_.opset() >= 24 && extents[3] < heads_.keys) {
    Extents64 missing = extents;
    missing[3] = heads_.keys - extents[3];
    FOVEA_TRY(const Shape shape, Shape::make(missing));
    mask = joined(e_, {mask, broadcastTo(e_, number(e_, type_, -kInfinity), shape)}, 3);
  }
  FOVEA_TRY(const Shape all,
            broadcastShape(e_.typeOf(mask).shape, Shape{heads_.batch, heads_.queryHeads, heads_.queries, heads_.keys}));
  if (all != Shape{heads_.batch, heads_.queryHeads, heads_.queries, heads_.keys})
    return unsupported("a mask of such a shape");
  add(mask);
  return {};
}

// The number of valid keys of each sample: [N, 1, 1, 1].
ValueId Bias::lengths() {
  return reshaped(e_, castTo(e_, c_.in(6), type_), Extents64{heads_.batch, 1, 1, 1});
}

Status Bias::addWindow(std::int64_t left, std::int64_t right) {
  if (left < 0 && right < 0) return {};
  const auto behind = static_cast<double>(right), before = static_cast<double>(left);
  const ValueId key = positions(e_, type_, 4, 3, heads_.keys);
  ValueId place = positions(e_, type_, 4, 2, heads_.queries);
  const auto offset = static_cast<double>(before_), queries = static_cast<double>(heads_.queries);
  place = c_.has(6) ? map(e_, place, lengths(), [&](Term i, Term n) { return i + (n - queries); })
                    : map(e_, place, [&](Term i) { return i + offset; });
  add(map(e_, key, place, [&](Term j, Term i) {
    const Term one = j.builder->constant(1.0);
    const Term seen = (right < 0 ? one : lessEqual(j, i + behind)) * (left < 0 ? one : lessEqual(i - before, j));
    return select(seen, 0.0, -kInfinity);
  }));
  return {};
}

Status Bias::addLengths() {
  if (!c_.has(6)) return {};
  add(map(e_, positions(e_, type_, 4, 3, heads_.keys), lengths(),
          [](Term j, Term n) { return select(less(j, n), 0.0, -kInfinity); }));
  return {};
}

// The past keys or values, followed by the new ones.
Result<ValueId> withPast(OnnxNodeContext& c, ValueId now, std::size_t past) {
  if (!c.has(past)) return now;
  const Shape before = c.shape(past), behind = c.emitter().typeOf(now).shape;
  if (before.rank() != 4 || before[0] != behind[0] || before[1] != behind[1] || before[3] != behind[3])
    return unsupported("the past does not fit");
  return before[2] == 0 ? now : joined(c.emitter(), {c.in(past), now}, 2);
}

Result<ValueId> biasOf(OnnxNodeContext& c, const AttentionHeads& heads) {
  Bias bias(c, heads, c.has(4) ? c.shape(4)[2] : 0);
  FOVEA_CHECK(bias.addMask());
  if (c.integer("is_causal", 0) != 0) FOVEA_CHECK(bias.addWindow(-1, 0));
  const std::int64_t left = c.integer("left_window_size", -1), right = c.integer("right_window_size", -1);
  if (left < -1 || right < -1) return unsupported("a negative window");
  FOVEA_CHECK(bias.addWindow(left, right));
  FOVEA_CHECK(bias.addLengths());
  return bias.value();
}

struct Scores {
  ValueId product, capped, biased, bias;
};

// The root of the scale is rounded to the inputs' type, and so is each step.
Result<ValueId> productsOf(OnnxNodeContext& c, const AttentionHeads& heads, ValueId query, ValueId key) {
  Emitter& e = c.emitter();
  const OnnxElement element = c.element();
  const double scale = c.real("scale", 1 / std::sqrt(static_cast<double>(heads.size)));
  if (!(scale >= 0)) return unsupported("a negative scale");
  const ValueId root = rounded(e, number(e, c.type().dtype, std::sqrt(scale)), element);
  const auto scaled = [&](ValueId x) { return rounded(e, product(e, x, root), element); };
  return rounded(e, byGroup(e, heads, scaled(query), scaled(key), true, heads.keys), element);
}

Result<Scores> scoresOf(OnnxNodeContext& c, const AttentionHeads& heads, ValueId query, ValueId key) {
  Emitter& e = c.emitter();
  const OnnxElement element = c.element();
  const double cap = c.real("softcap", 0);
  Scores scores;
  FOVEA_TRY(scores.product, productsOf(c, heads, query, key));
  scores.capped = scores.product;
  if (cap > 0)
    scores.capped =
        rounded(e, map(e, scores.product, [&](Term x) { return hyperbolicTangent(x / cap) * cap; }), element);
  FOVEA_TRY(scores.bias, biasOf(c, heads));
  scores.biased = scores.bias.valid() ? rounded(e, sum(e, scores.capped, scores.bias), element) : scores.capped;
  return scores;
}

// A query that attends to no key gets zeros, whatever its scores.
ValueId probabilitiesOf(OnnxNodeContext& c, const Scores& scores, OnnxElement precision) {
  Emitter& e = c.emitter();
  const ValueId x = rounded(e, castTo(e, scores.biased, computedType(precision)), precision);
  ValueId p = softmaxOfRows(e, x, precision);
  if (scores.bias.valid()) {
    const ValueId largest = castTo(e, reduced(e, "reduce_max", scores.bias, {3}), computedType(precision));
    p = map(e, largest, p, [](Term m, Term v) { return select(equal(m, -kInfinity), 0.0, v); });
  }
  return rounded(e, castTo(e, p, c.type().dtype), c.element());
}

Status checkAttention(OnnxNodeContext& c) {
  if (!isReal(c.element()) || c.element(1) != c.element() || c.element(2) != c.element())
    return unsupported("inputs of several types");
  if (c.has(4) != c.has(5)) return unsupported("a past of keys or values alone");
  if (c.has(6) && (c.has(4) || c.shape(6) != Shape{c.shape()[0]})) return unsupported("such numbers of keys");
  if (c.shape().rank() != c.shape(1).rank() || c.shape().rank() != c.shape(2).rank())
    return unsupported("its inputs do not fit");
  return {};
}

// True if Fovea's own op is equivalent: no mask, no state except past keys, no output except y.
bool isPlain(const OnnxNodeContext& c, const AttentionHeads& h) {
  const bool causal = c.integer("is_causal", 0) != 0;
  const double usual = 1 / std::sqrt(static_cast<double>(h.size));
  return (c.element() == OnnxElement::Float || c.element() == OnnxElement::Double) && !c.has(3) && !c.has(6) &&
         !c.wants(3) && h.queryHeads == h.keyHeads && h.valueSize == h.size &&
         (!causal || (!c.has(4) && h.queries == h.keys)) && c.real("softcap", 0) == 0 &&
         c.integer("left_window_size", -1) == -1 && c.integer("right_window_size", -1) == -1 &&
         !c.hasAttribute("softmax_precision") && std::abs(c.real("scale", usual) - usual) <= 1e-7 * usual;
}

// [N, H, T, D] -> [N, H, T, D]; the op stores heads side by side.
ValueId plainAttention(OnnxNodeContext& c, const AttentionHeads& h, ValueId query, ValueId key, ValueId value) {
  Emitter& e = c.emitter();
  const auto sideBySide = [&](ValueId x, std::int64_t steps) {
    return reshaped(e, permuted(e, x, {0, 2, 1, 3}), Extents64{h.batch, steps, h.queryHeads * h.size});
  };
  const bool causal = c.integer("is_causal", 0) != 0;
  const ValueId y = e.emit("attention", {{"heads", h.queryHeads}, {"causal", causal}},
                           {sideBySide(query, h.queries), sideBySide(key, h.keys), sideBySide(value, h.keys)})[0];
  return permuted(e, reshaped(e, y, Extents64{h.batch, h.queries, h.queryHeads, h.size}), {0, 2, 1, 3});
}

// The general case, step by step. Also sets output 3.
Result<ValueId> composedAttention(OnnxNodeContext& c, const AttentionHeads& heads, ValueId query, ValueId key,
                                  ValueId value) {
  const auto precision =
      static_cast<OnnxElement>(c.integer("softmax_precision", static_cast<std::int64_t>(c.element())));
  if (!isReal(precision) || smallFloatOf(precision)) return unsupported("such a softmax_precision");
  if (precision == OnnxElement::BFloat16 && heads.keys > kMostSteps) return unsupported("so many keys in bfloat16");
  FOVEA_TRY(const Scores scores, scoresOf(c, heads, query, key));
  const ValueId probabilities = probabilitiesOf(c, scores, precision);
  const std::int64_t mode = c.integer("qk_matmul_output_mode", 0);
  const ValueId shown[] = {scores.product, scores.capped, scores.biased, probabilities};
  if (mode < 0 || mode > 3) return unsupported("such a qk_matmul_output_mode");
  c.give(3, shown[mode], c.element());
  return byGroup(c.emitter(), heads, probabilities, value, false, heads.valueSize);
}

Status attention(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  if (c.shape().rank() < 3) return unsupported("values without heads");
  FOVEA_CHECK(checkAttention(c));
  const std::int64_t queryHeads = c.integer("q_num_heads", 0), keyHeads = c.integer("kv_num_heads", 0);
  FOVEA_TRY(const ValueId query, byHeads(e, c.in(0), queryHeads));
  FOVEA_TRY(const ValueId newKey, byHeads(e, c.in(1), keyHeads));
  FOVEA_TRY(const ValueId newValue, byHeads(e, c.in(2), keyHeads));
  FOVEA_TRY(const ValueId key, withPast(c, newKey, 4));
  FOVEA_TRY(const ValueId value, withPast(c, newValue, 5));
  FOVEA_TRY(const AttentionHeads heads, attentionHeads(e, query, key, value));
  FOVEA_CHECK(checkSize(c, heads));
  ValueId y;
  if (isPlain(c, heads)) {
    y = plainAttention(c, heads, query, key, value);
  } else {
    FOVEA_TRY(y, composedAttention(c, heads, query, key, value));
  }
  if (c.shape().rank() == 3)
    y = reshaped(e, permuted(e, y, {0, 2, 1, 3}),
                 Extents64{heads.batch, heads.queries, heads.queryHeads * heads.valueSize});
  c.give(y);
  c.give(1, key, c.element());
  c.give(2, value, c.element());
  return {};
}

// Applies the subgraph of that name to x, which keeps its shape; returns x if there is none.
Result<ValueId> modified(OnnxNodeContext& c, const char* name, ValueId x, OnnxElement element) {
  const OnnxGraph* graph = c.graph(name);
  if (!graph) return x;
  const OnnxValue input{x, element};
  FOVEA_TRY(const auto outputs, c.scope().run(*graph, {&input, 1}));
  if (graph->inputs.size() != 1 || outputs.size() != 1 || outputs[0].element != element ||
      c.emitter().typeOf(outputs[0].id).shape != c.emitter().typeOf(x).shape)
    return unsupported(std::string(name) + " does not fit");
  return outputs[0].id;
}

Status flexAttention(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  FOVEA_TRY(const AttentionHeads heads, attentionHeads(e, c.in(0), c.in(1), c.in(2)));
  FOVEA_CHECK(checkSize(c, heads));
  const OnnxElement usual = c.element() == OnnxElement::Double ? OnnxElement::Double : OnnxElement::Float;
  const auto precision = static_cast<OnnxElement>(c.integer("softmax_precision", static_cast<std::int64_t>(usual)));
  if (!isReal(precision) || smallFloatOf(precision)) return unsupported("such a softmax_precision");
  const auto wide = [&](ValueId x) { return rounded(e, castTo(e, x, computedType(precision)), precision); };
  FOVEA_TRY(const ValueId products, productsOf(c, heads, c.in(0), c.in(1)));
  FOVEA_TRY(const ValueId scores, modified(c, "score_mod", wide(products), precision));
  ValueId probabilities = softmaxOfRows(e, scores, precision);
  FOVEA_TRY(probabilities, modified(c, "prob_mod", probabilities, precision));
  c.give(castTo(e, byGroup(e, heads, probabilities, wide(c.in(2)), false, heads.valueSize), c.type().dtype));
  return {};
}

}  // namespace

OnnxOperators attentionOperators() {
  return {
      {"Attention",
       attention,
       {25,
        {"is_causal", "kv_num_heads", "left_window_size", "q_num_heads", "qk_matmul_output_mode", "right_window_size",
         "scale", "softcap", "softmax_precision"}}},
      {"FlexAttention", flexAttention, {1, {"prob_mod", "scale", "score_mod", "softmax_precision"}}, "ai.onnx.preview"},
  };
}

}  // namespace fovea
