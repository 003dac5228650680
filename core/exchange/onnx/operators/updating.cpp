// ONNX optimizer operators (ai.onnx.preview.training): each updates any number of tensors. Source: ONNX operator
// specification, opset 1 of that domain.
#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;

// Inputs: R, T, all X, all G, and `states` groups of state; outputs: all new X, then all new states.
struct Update {
  OnnxNodeContext& c;
  std::size_t count;

  Update(OnnxNodeContext& context, std::size_t states)
      : c(context), count((std::max<std::size_t>(context.inputCount(), 2) - 2) / (states + 2)) {}
  ValueId in(std::size_t group, std::size_t i) const { return c.in(2 + group * count + i); }
  void give(std::size_t group, std::size_t i, ValueId value) { c.give(group * count + i, value, c.element(2)); }
};

// A program of (rate, step, x, gradient, states...) whose outputs are the new x and the new states.
template <class Rule>
Status updated(OnnxNodeContext& c, std::size_t states, Rule&& rule) {
  Emitter& e = c.emitter();
  Update update(c, states);
  for (std::size_t i = 0; i < update.count; ++i) {
    const DataType type = e.typeOf(update.in(0, i)).dtype;
    std::vector<ValueId> inputs{castTo(e, c.in(0), type), castTo(e, c.in(1), type)};
    for (std::size_t group = 0; group < states + 2; ++group) inputs.push_back(update.in(group, i));
    PointwiseBuilder b(static_cast<int>(inputs.size()));
    std::vector<Term> terms;
    for (std::size_t k = 0; k < inputs.size(); ++k) terms.push_back(b.input(static_cast<int>(k)));
    const std::vector<Term> results = rule(terms);
    const auto outputs =
        e.emit("fused_pointwise", {{"program", toText(b.finish(results))}}, std::span<const ValueId>(inputs));
    for (std::size_t group = 0; group < results.size() && group < outputs.size(); ++group)
      update.give(group, i, outputs[group]);
  }
  return {};
}

Status adagrad(OnnxNodeContext& c) {
  const double decay = c.real("decay_factor", 0), epsilon = c.real("epsilon", 1e-6),
               norm = c.real("norm_coefficient", 0);
  return updated(c, 1, [&](const std::vector<Term>& t) {
    const Term gradient = norm * t[2] + t[3], squares = t[4] + square(gradient);
    const Term rate = t[0] / (1.0 + t[1] * decay);
    return std::vector<Term>{t[2] - rate * gradient / (squareRoot(squares) + epsilon), squares};
  });
}

// Models in ONNX's test suite omit epsilon but do not use the specified default, so it must be given.
Status adam(OnnxNodeContext& c) {
  if (!c.hasAttribute("epsilon")) return unsupported("its epsilon is left out");
  const double alpha = c.real("alpha", 0.9), beta = c.real("beta", 0.999), epsilon = c.real("epsilon", 1e-6),
               norm = c.real("norm_coefficient", 0), normAfter = c.real("norm_coefficient_post", 0);
  return updated(c, 2, [&](const std::vector<Term>& t) {
    const Term gradient = norm * t[2] + t[3];
    const Term mean = alpha * t[4] + (1 - alpha) * gradient, squares = beta * t[5] + (1 - beta) * square(gradient);
    const auto lacking = [&](double share) { return 1.0 - power(t[1].builder->constant(share), t[1]); };
    const Term rate = select(less(0.0, t[1]), t[0] * squareRoot(lacking(beta)) / lacking(alpha), t[0]);
    const Term x = t[2] - rate * mean / (squareRoot(squares) + epsilon);
    return std::vector<Term>{(1 - normAfter) * x, mean, squares};
  });
}

Status momentum(OnnxNodeContext& c) {
  const double alpha = c.real("alpha", 0.9), beta = c.real("beta", 1), norm = c.real("norm_coefficient", 0);
  const bool nesterov = c.text("mode", "standard") == "nesterov";
  return updated(c, 1, [&](const std::vector<Term>& t) {
    const Term gradient = norm * t[2] + t[3];
    const Term share = select(less(0.0, t[1]), t[1].builder->constant(beta), t[1].builder->constant(1.0));
    const Term speed = alpha * t[4] + share * gradient;
    return std::vector<Term>{t[2] - t[0] * (nesterov ? gradient + alpha * speed : speed), speed};
  });
}

}  // namespace

OnnxOperators updatingOperators() {
  const std::string domain = "ai.onnx.preview.training";
  return {{"Adam", adam, {1, {"alpha", "beta", "epsilon", "norm_coefficient", "norm_coefficient_post"}}, domain},
          {"Adagrad", adagrad, {1, {"decay_factor", "epsilon", "norm_coefficient"}}, domain},
          {"Momentum", momentum, {1, {"alpha", "beta", "mode", "norm_coefficient"}}, domain}};
}

}  // namespace fovea
