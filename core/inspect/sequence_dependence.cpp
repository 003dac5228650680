// Dependence rules of ops on sequences.
#include "core/inspect/op_dependence.h"
#include "core/ops/attention_geometry.h"

namespace fovea {
namespace {

void markRange(ElementMask* mask, std::int64_t first, std::int64_t count) {
  if (mask) std::fill_n(mask->begin() + first, count, std::uint8_t{1});
}

// Step t depends on the steps up to t in the direction of the recurrence; the last states depend on all of them.
void markRecurrent(const DependenceRequest& r) {
  const Shape &x = r.inputs[0], &y = r.outputs[0];
  const std::int64_t batch = x[0], steps = x[1], inputs = x[2], units = y[2];
  const bool reverse = r.node.attributes.boolean("reverse");
  const auto reach = [&](std::int64_t n, std::int64_t t) {
    const std::int64_t first = reverse ? t : 0, count = reverse ? steps - t : t + 1;
    markRange(r.reached[0], (n * steps + first) * inputs, count * inputs);
    for (std::size_t state = 5; state < r.reached.size(); ++state)
      markRange(r.reached[state], n * units, r.reached[state] ? units : 0);
  };
  for (std::int64_t i = 0; r.marked[0] && i < batch * steps * units; ++i)
    if ((*r.marked[0])[static_cast<std::size_t>(i)]) reach(i / (steps * units), i / units % steps);
  for (std::size_t output = 1; output < r.marked.size() && output <= 2; ++output)
    for (std::int64_t i = 0; r.marked[output] && i < batch * units; ++i)
      if ((*r.marked[output])[static_cast<std::size_t>(i)]) reach(i / units, reverse ? 0 : steps - 1);
}

void markAttention(const DependenceRequest& r) {
  const AttentionGeometry g = readAttention(r.node.attributes, r.inputs[0], r.inputs[1]);
  const ElementMask& marked = *r.marked[0];
  for (std::int64_t n = 0; n < g.batch; ++n)
    for (std::int64_t t = 0; t < g.queries; ++t)
      for (std::int64_t head = 0; head < g.heads; ++head) {
        bool any = false;
        for (std::int64_t d = 0; d < g.size(); ++d) {
          if (!marked[static_cast<std::size_t>(g.atQuery(n, t, head) + d)]) continue;
          any = true;
          for (std::int64_t s = 0; s < g.visible(t); ++s) markRange(r.reached[2], g.atKey(n, s, head) + d, 1);
        }
        if (!any) continue;
        markRange(r.reached[0], g.atQuery(n, t, head), g.size());
        for (std::int64_t s = 0; s < g.visible(t); ++s) markRange(r.reached[1], g.atKey(n, s, head), g.size());
      }
}

}  // namespace

bool markSequences(const DependenceRequest& r) {
  const std::string& op = r.node.op->name;
  if (op == "lstm" || op == "gru" || op == "rnn") {
    markRecurrent(r);
  } else if (op == "attention" && r.marked[0]) {
    markAttention(r);
  } else if (op == "embedding") {
    const std::int64_t width = r.outputs[0][r.outputs[0].rank() - 1];
    for (std::size_t i = 0; i < r.marked[0]->size(); ++i)
      if ((*r.marked[0])[i]) markRange(r.reached[1], static_cast<std::int64_t>(i) / width, 1);
  } else {
    return false;
  }
  return true;
}

}  // namespace fovea
