// ONNX layers that carry a state along a sequence instead of attending to all of it. The steps of LinearAttention are
// unrolled. Source: ONNX operator specification, LinearAttention and CausalConvWithState of opset 27; Yang et al.,
// "Gated Delta Networks", 2024.
#include <cmath>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;
constexpr std::int64_t kMostLinearSteps = 4096, kMostTaps = 256;

struct LinearHeads {
  std::int64_t batch = 0, steps = 0, queryHeads = 0, keyHeads = 0, keySize = 0, valueSize = 0;
  std::int64_t rows() const { return batch * keyHeads; }
};

Result<LinearHeads> linearHeads(const OnnxNodeContext& c) {
  const Shape q = c.shape(), k = c.shape(1), v = c.shape(2);
  LinearHeads h;
  h.queryHeads = c.integer("q_num_heads", 0);
  h.keyHeads = c.integer("kv_num_heads", 0);
  if (q.rank() != 3 || k.rank() != 3 || v.rank() != 3 || q.elementCount() == 0 || v.elementCount() == 0)
    return unsupported("values without sequences");
  if (h.keyHeads < 1 || h.queryHeads < 1 || h.queryHeads % h.keyHeads != 0 || q[2] % h.queryHeads != 0 ||
      v[2] % h.keyHeads != 0)
    return unsupported("its heads do not fit");
  h.batch = q[0];
  h.steps = q[1];
  h.keySize = q[2] / h.queryHeads;
  h.valueSize = v[2] / h.keyHeads;
  if (k != Shape{h.batch, h.steps, h.keyHeads * h.keySize} || v[0] != h.batch || v[1] != h.steps)
    return unsupported("its inputs do not fit");
  if (h.steps > kMostLinearSteps) return unsupported("so many steps");
  return h;
}

class LinearRecurrence {
 public:
  LinearRecurrence(OnnxNodeContext& c, const LinearHeads& heads) : c_(c), e_(c.emitter()), h_(heads) {}

  Status read();
  void run();

 private:
  // Step t of input i, [N, T, H * W], as [N * Hk, rows, columns].
  ValueId at(std::size_t i, std::int64_t t, std::int64_t rows, std::int64_t columns) {
    return reshaped(e_, sliced(e_, c_.in(i), 1, t, 1), Extents64{h_.rows(), rows, columns});
  }
  ValueId updateRate(std::int64_t t);
  ValueId stepped(ValueId state, std::int64_t t);

  OnnxNodeContext& c_;
  Emitter& e_;
  LinearHeads h_;
  bool fades_ = false, corrects_ = false;
  std::int64_t decays_ = 1;  // numbers per head's decay: one, or one per key element
  ValueId state_;            // [N * Hk, keySize, valueSize]
};

Status LinearRecurrence::read() {
  const std::string rule = c_.text("update_rule", "gated_delta");
  fades_ = rule == "gated" || rule == "gated_delta";
  corrects_ = rule == "delta" || rule == "gated_delta";
  if (!fades_ && !corrects_ && rule != "linear") return unsupported("the update_rule " + rule);
  if (c_.has(4) != fades_ || c_.has(5) != corrects_) return unsupported("inputs that its update_rule does not have");
  if (fades_) {
    const Shape decay = c_.shape(4);
    decays_ = decay.rank() == 3 && decay[2] == h_.keyHeads ? 1 : h_.keySize;
    if (decay != Shape{h_.batch, h_.steps, h_.keyHeads * decays_}) return unsupported("its decay does not fit");
  }
  if (corrects_ && c_.shape(5) != Shape{h_.batch, h_.steps, h_.keyHeads} && c_.shape(5) != Shape{h_.batch, h_.steps, 1})
    return unsupported("its beta does not fit");
  if (c_.has(3) && c_.shape(3) != Shape{h_.batch, h_.keyHeads, h_.keySize, h_.valueSize})
    return unsupported("its state does not fit");
  FOVEA_TRY(const Shape states, Shape::make(Extents64{h_.rows(), h_.keySize, h_.valueSize}));
  if (states.elementCount() > c_.scope().mostElements()) return unsupported("its state has too many numbers");
  state_ = c_.has(3) ? reshaped(e_, c_.in(3), states) : broadcastTo(e_, number(e_, c_.type().dtype, 0), states);
  return {};
}

ValueId LinearRecurrence::updateRate(std::int64_t t) {
  if (c_.shape(5)[2] == h_.keyHeads) return at(5, t, 1, 1);
  const ValueId shared = reshaped(e_, sliced(e_, c_.in(5), 1, t, 1), Extents64{h_.batch, 1, 1});
  return reshaped(e_, broadcastTo(e_, shared, Shape{h_.batch, h_.keyHeads, 1}), Extents64{h_.rows(), 1, 1});
}

ValueId LinearRecurrence::stepped(ValueId state, std::int64_t t) {
  const ValueId key = at(1, t, 1, h_.keySize);
  ValueId value = at(2, t, 1, h_.valueSize);
  if (fades_) state = map(e_, state, at(4, t, decays_, 1), [](Term s, Term decay) { return s * exponential(decay); });
  if (corrects_) {
    const ValueId held = e_.emitOne("matmul", {}, {key, state});
    value = map(e_, value, held, updateRate(t), [](Term v, Term h, Term rate) { return rate * (v - h); });
  }
  return map(e_, state, reshaped(e_, key, Extents64{h_.rows(), h_.keySize, 1}), value,
             [](Term s, Term k, Term v) { return s + k * v; });
}

void LinearRecurrence::run() {
  const double given = c_.real("scale", 0), scale = given == 0 ? 1 / std::sqrt(static_cast<double>(h_.keySize)) : given;
  const std::int64_t group = h_.queryHeads / h_.keyHeads;
  std::vector<ValueId> outputs;
  for (std::int64_t t = 0; t < h_.steps; ++t) {
    state_ = stepped(state_, t);
    const ValueId seen = e_.emitOne("matmul", {}, {at(0, t, group, h_.keySize), state_});
    outputs.push_back(reshaped(e_, map(e_, seen, [&](Term x) { return x * scale; }),
                               Extents64{h_.batch, 1, h_.queryHeads * h_.valueSize}));
  }
  c_.give(joined(e_, outputs, 1));
  c_.give(1, reshaped(e_, state_, Extents64{h_.batch, h_.keyHeads, h_.keySize, h_.valueSize}),
          c_.has(3) ? c_.element(3) : c_.element());
}

Status linearAttention(OnnxNodeContext& c) {
  FOVEA_TRY(const LinearHeads heads, linearHeads(c));
  if (c.type().dtype != DataType::Float32) return unsupported("numbers of 64 bits");
  LinearRecurrence recurrence(c, heads);
  FOVEA_CHECK(recurrence.read());
  recurrence.run();
  return {};
}

// Filters each channel separately over present and past steps: k strided sums.
Status causalConvolution(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const Shape x = c.shape(), w = c.shape(1);
  if (x.rank() != 3 || w.rank() != 3 || w[0] != x[1] || w[1] != 1 || w[2] < 1 || x.elementCount() == 0)
    return unsupported("its filters do not fit");
  if (w[2] > kMostTaps) return unsupported("so long a filter");
  const std::string activation = c.text("activation", "none");
  const bool gated = activation == "silu" || activation == "swish";
  if (!gated && activation != "none") return unsupported("the activation " + activation);
  const Shape past{x[0], x[1], w[2] - 1};
  if (c.has(3) && c.shape(3) != past) return unsupported("its state does not fit");
  if (c.has(2) && c.shape(2) != Shape{x[1]}) return unsupported("its bias does not fit");
  ValueId all = c.in(0);
  if (w[2] > 1) all = joined(e, {c.has(3) ? c.in(3) : broadcastTo(e, number(e, c.type().dtype, 0), past), all}, 2);
  ValueId y = c.has(2) ? reshaped(e, c.in(2), Extents64{1, x[1], 1}) : ValueId();
  const ValueId filters = reshaped(e, c.in(1), Extents64{1, x[1], w[2]});
  for (std::int64_t k = 0; k < w[2]; ++k) {
    const ValueId part = product(e, sliced(e, all, 2, k, x[2]), sliced(e, filters, 2, k, 1));
    y = y.valid() ? sum(e, y, part) : part;
  }
  y = rounded(e, y, c.element());
  if (gated) y = map(e, y, [](Term t) { return t * sigmoid(t); });
  c.give(y);
  if (!c.wants(1)) return {};
  c.give(1, w[2] > 1 ? sliced(e, all, 2, x[2], w[2] - 1) : e.constant(Tensor::zeros({c.type().dtype, past})),
         c.element());
  return {};
}

}  // namespace

OnnxOperators linearAttentionOperators() {
  return {
      {"LinearAttention", linearAttention, {27, {"chunk_size", "kv_num_heads", "q_num_heads", "scale", "update_rule"}}},
      {"CausalConvWithState", causalConvolution, {27, {"activation"}}},
  };
}

}  // namespace fovea
