// ONNX RNNs: LSTM, GRU and RNN, in one direction or both. Those that Fovea's own ops support become one op; other forms
// (peepholes, sequences of different lengths, the reset gate before its product) are unrolled. Source: ONNX operator
// specification, opsets 7 to 28.
#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

using Term = PointwiseTerm;
constexpr std::int64_t kMostRecurrentSteps = 512;

enum class Cell { Lstm, Gru, Plain };

struct Direction {
  ValueId weight, recurrent, biasInput, biasHidden, hidden, cell, peepholes;
  bool reverse = false;
};

struct Recurrence {
  Cell kind = Cell::Plain;
  std::int64_t steps = 0, batch = 0, units = 0;
  ValueId x;               // [N, T, K]
  Extents64 lengths;       // empty: all steps of all sequences
  std::string activation;  // for a plain RNN cell
  bool resetAfter = false;
};

struct States {
  ValueId all, hidden, cell;  // [N, T, H], [N, H]
};

// Reorders blocks of `units` rows.
ValueId reordered(Emitter& e, ValueId x, std::int64_t units, const Extents64& blocks) {
  std::vector<ValueId> parts;
  for (const std::int64_t block : blocks) parts.push_back(sliced(e, x, 0, block * units, units));
  return x.valid() ? joined(e, parts, 0) : x;
}

ValueId part(Emitter& e, ValueId x, std::int64_t index, std::int64_t units, int axis) {
  return sliced(e, x, axis, index * units, units);
}

// Fovea's gate order: i, f, g, o; r, z, n.
States byOp(Emitter& e, const Recurrence& r, const Direction& d) {
  const Extents64 order = r.kind == Cell::Lstm  ? Extents64{0, 2, 3, 1}
                          : r.kind == Cell::Gru ? Extents64{1, 0, 2}
                                                : Extents64{0};
  const auto sorted = [&](ValueId v) { return reordered(e, v, r.units, order); };
  std::vector<ValueId> inputs{r.x,     sorted(d.weight), sorted(d.recurrent), sorted(d.biasInput), sorted(d.biasHidden),
                              d.hidden};
  FieldValues attributes{{"reverse", d.reverse}, {"training", false}};
  if (r.kind == Cell::Lstm) inputs.push_back(d.cell);
  if (r.kind == Cell::Plain) attributes.set("activation", r.activation);
  const char* op = r.kind == Cell::Lstm ? "lstm" : r.kind == Cell::Gru ? "gru" : "rnn";
  const auto outputs = e.emit(op, attributes, std::span<const ValueId>(inputs));
  if (outputs.size() < 3) return {};
  return {outputs[0], outputs[1], r.kind == Cell::Lstm ? outputs[2] : ValueId{}};
}

ValueId times(Emitter& e, ValueId x, ValueId weight) {
  return e.emitOne("matmul", {{"transpose_b", true}}, {x, weight});
}

struct Step {
  ValueId hidden, cell;
};

// One step; `input` is x W + b of this step.
Step advanced(Emitter& e, const Recurrence& r, const Direction& d, ValueId input, const Step& before) {
  const std::int64_t h = r.units;
  const auto sigmoidOf = [&](ValueId v) { return e.emitOne("sigmoid", {}, {v}); };
  const auto tanhOf = [&](ValueId v) { return e.emitOne("tanh", {}, {v}); };
  if (r.kind == Cell::Gru) {
    const ValueId hiddenPart = sum(e, times(e, before.hidden, d.recurrent), d.biasHidden);
    const auto gate = [&](std::int64_t i) {
      return sigmoidOf(sum(e, part(e, input, i, h, 1), part(e, hiddenPart, i, h, 1)));
    };
    const ValueId z = gate(0), reset = gate(1);
    ValueId inner = product(e, reset, part(e, hiddenPart, 2, h, 1));
    if (!r.resetAfter)
      inner = sum(e, times(e, product(e, reset, before.hidden), part(e, d.recurrent, 2, h, 0)),
                  part(e, d.biasHidden, 2, h, 0));
    const ValueId news = tanhOf(sum(e, part(e, input, 2, h, 1), inner));
    return {map(e, z, news, before.hidden,
                [](Term gateTerm, Term n, Term old) { return (1.0 - gateTerm) * n + gateTerm * old; }),
            {}};
  }
  const ValueId sums = sum(e, input, sum(e, times(e, before.hidden, d.recurrent), d.biasHidden));
  if (r.kind == Cell::Plain) return {r.activation == "relu" ? e.emitOne("relu", {}, {sums}) : tanhOf(sums), {}};
  const auto gate = [&](std::int64_t i, std::int64_t peephole, ValueId cell) {
    ValueId v = part(e, sums, i, h, 1);
    if (d.peepholes.valid()) v = sum(e, v, product(e, part(e, d.peepholes, peephole, h, 0), cell));
    return sigmoidOf(v);
  };
  const ValueId in = gate(0, 0, before.cell), forget = gate(2, 2, before.cell), news = tanhOf(part(e, sums, 3, h, 1));
  const ValueId cell = sum(e, product(e, forget, before.cell), product(e, in, news));
  return {product(e, gate(1, 1, cell), tanhOf(cell)), cell};
}

States byStep(Emitter& e, const Recurrence& r, const Direction& d) {
  const Shape x = e.typeOf(r.x).shape;
  const DataType type = e.typeOf(r.x).dtype;
  const ValueId flat = reshaped(e, r.x, Extents64{x[0] * x[1], x[2]});
  const ValueId inputs =
      reshaped(e, sum(e, times(e, flat, d.weight), d.biasInput), Extents64{x[0], x[1], e.typeOf(d.weight).shape[0]});
  Step state{d.hidden, d.cell};
  std::vector<ValueId> all(static_cast<std::size_t>(r.steps));
  for (std::int64_t i = 0; i < r.steps; ++i) {
    const std::int64_t t = d.reverse ? r.steps - 1 - i : i;
    const ValueId now = reshaped(e, sliced(e, inputs, 1, t, 1), Extents64{x[0], e.typeOf(inputs).shape[2]});
    Step next = advanced(e, r, d, now, state);
    ValueId shown = next.hidden;
    if (!r.lengths.empty()) {
      std::vector<double> alive;
      for (const std::int64_t length : r.lengths) alive.push_back(t < length);
      const ValueId mask = e.constant(tensorOf(type, Shape{r.batch, 1}, alive));
      const auto chosen = [&](ValueId fresh, ValueId old) {
        return map(e, mask, fresh, old, [](Term m, Term a, Term b) { return select(m, a, b); });
      };
      shown = map(e, mask, next.hidden, [](Term m, Term a) { return select(m, a, 0.0); });
      next.hidden = chosen(next.hidden, state.hidden);
      if (next.cell.valid()) next.cell = chosen(next.cell, state.cell);
    }
    state = next;
    all[static_cast<std::size_t>(t)] = reshaped(e, shown, Extents64{r.batch, 1, r.units});
  }
  return {joined(e, all, 1), state.hidden, state.cell};
}

Status checkActivations(const OnnxNodeContext& c, Recurrence& r) {
  const auto given = c.texts("activations");
  const std::vector<std::string> usual = r.kind == Cell::Lstm  ? std::vector<std::string>{"Sigmoid", "Tanh", "Tanh"}
                                         : r.kind == Cell::Gru ? std::vector<std::string>{"Sigmoid", "Tanh"}
                                                               : std::vector<std::string>{"Tanh"};
  r.activation = "tanh";
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == usual[i % usual.size()]) continue;
    if (r.kind != Cell::Plain || given[i] != "Relu" || given[0] != given[i])
      return unsupported("the activation " + given[i]);
    r.activation = "relu";
  }
  if (r.activation == "relu" && given[0] != "Relu") return unsupported("two different activations");
  if (c.hasAttribute("clip")) return unsupported("clipping");
  if (c.integer("input_forget", 0) != 0) return unsupported("a coupled forget gate");
  return {};
}

// Entry `direction` of a value [D, ...]; `axis` is the position of D.
ValueId ofDirection(Emitter& e, ValueId x, std::int64_t direction, int axis = 0) {
  if (!x.valid()) return {};
  const Shape shape = e.typeOf(x).shape;
  if (axis >= shape.rank()) return {};
  Extents64 extents(shape.begin(), shape.end());
  extents.erase(extents.begin() + axis);
  return reshaped(e, sliced(e, x, axis, direction, 1), extents);
}

Status checkShapes(OnnxNodeContext& c, const Recurrence& r, std::int64_t directions, std::int64_t gates) {
  const Shape x = c.shape(), w = c.shape(1), u = c.shape(2);
  if (x.rank() != 3 || w.rank() != 3 || u.rank() != 3 || w[0] != directions || u[0] != directions ||
      w[1] != gates * r.units || u[1] != gates * r.units || u[2] != r.units || w[2] != x[2])
    return unsupported("its weights do not fit");
  if (c.has(3) && c.shape(3) != Shape{directions, 2 * gates * r.units}) return unsupported("its biases do not fit");
  if (r.steps < 1 || r.units < 1 || r.batch < 1) return unsupported("an empty value");
  return {};
}

Status readLengths(OnnxNodeContext& c, Recurrence& r) {
  if (!c.has(4)) return {};
  FOVEA_TRY(const auto lengths, c.wholeNumbers(4));
  if (static_cast<std::int64_t>(lengths.size()) != r.batch) return unsupported("it needs a length for each sequence");
  if (std::any_of(lengths.begin(), lengths.end(), [&](auto length) { return length != r.steps; })) r.lengths = lengths;
  return {};
}

Status recurrence(OnnxNodeContext& c, Cell kind) {
  Emitter& e = c.emitter();
  Recurrence r;
  r.kind = kind;
  const bool batchFirst = c.integer("layout", 0) != 0;
  const Shape x = c.shape();
  if (x.rank() != 3 || c.shape(2).rank() != 3) return unsupported("values that are not sequences");
  r.batch = x[batchFirst ? 0 : 1];
  r.steps = x[batchFirst ? 1 : 0];
  r.units = c.integer("hidden_size", c.shape(2)[2]);
  r.x = batchFirst ? c.in(0) : permuted(e, c.in(0), {1, 0, 2});
  r.resetAfter = c.integer("linear_before_reset", 0) != 0;
  const std::string direction = c.text("direction", "forward");
  const std::int64_t directions = direction == "bidirectional" ? 2 : 1;
  const std::int64_t gates = kind == Cell::Lstm ? 4 : kind == Cell::Gru ? 3 : 1;
  FOVEA_CHECK(checkActivations(c, r));
  FOVEA_CHECK(checkShapes(c, r, directions, gates));
  FOVEA_CHECK(readLengths(c, r));
  const DataType type = c.type().dtype;
  const auto zeros = [&](const Extents64& extents) {
    return e.constant(tensorOf(type, Shape(extents),
                               std::vector<double>(static_cast<std::size_t>(Shape(extents).elementCount()), 0.0)));
  };
  std::vector<ValueId> all, hidden, cells;
  for (std::int64_t i = 0; i < directions; ++i) {
    Direction d;
    d.reverse = i == 1 || direction == "reverse";
    d.weight = ofDirection(e, c.in(1), i);
    d.recurrent = ofDirection(e, c.in(2), i);
    const ValueId biases = c.has(3) ? ofDirection(e, c.in(3), i) : zeros({2 * gates * r.units});
    d.biasInput = part(e, biases, 0, gates * r.units, 0);
    d.biasHidden = part(e, biases, 1, gates * r.units, 0);
    d.hidden = c.has(5) ? ofDirection(e, c.in(5), i, batchFirst ? 1 : 0) : zeros({r.batch, r.units});
    d.cell = c.has(6) ? ofDirection(e, c.in(6), i, batchFirst ? 1 : 0) : zeros({r.batch, r.units});
    if (kind == Cell::Lstm) d.peepholes = ofDirection(e, c.in(7), i);
    const bool own = r.lengths.empty() && !d.peepholes.valid() && (kind != Cell::Gru || r.resetAfter);
    if (!own && r.steps > kMostRecurrentSteps) return unsupported("so many steps of a form that is written out");
    const States states = own ? byOp(e, r, d) : byStep(e, r, d);
    all.push_back(reshaped(e, states.all, Extents64{r.batch, r.steps, 1, r.units}));
    hidden.push_back(reshaped(e, states.hidden, Extents64{r.batch, 1, r.units}));
    if (kind == Cell::Lstm) cells.push_back(reshaped(e, states.cell, Extents64{r.batch, 1, r.units}));
  }
  const ValueId y = joined(e, all, 2);  // [N, T, D, H]
  c.give(batchFirst ? y : permuted(e, y, {1, 2, 0, 3}));
  const auto last = [&](const std::vector<ValueId>& parts) {
    return batchFirst ? joined(e, parts, 1) : permuted(e, joined(e, parts, 1), {1, 0, 2});
  };
  c.give(1, last(hidden), c.element());
  if (kind == Cell::Lstm) c.give(2, last(cells), c.element());
  return {};
}

// Up to opset 6 output_sequence requested all states; the used outputs show that as well.
OnnxMeaning meaningOf(OnnxKnownAttributes own) {
  own.insert(own.end(),
             {"activations", "clip", "direction", "hidden_size", "layout", attributeUntil(6, "output_sequence")});
  return {22, std::move(own)};
}

}  // namespace

OnnxOperators recurrenceOperators() {
  return {
      {"LSTM", [](OnnxNodeContext& c) { return recurrence(c, Cell::Lstm); }, meaningOf({"input_forget"})},
      {"GRU", [](OnnxNodeContext& c) { return recurrence(c, Cell::Gru); }, meaningOf({"linear_before_reset"})},
      {"RNN", [](OnnxNodeContext& c) { return recurrence(c, Cell::Plain); }, meaningOf({})},
  };
}

}  // namespace fovea
