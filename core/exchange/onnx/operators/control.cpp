// ONNX operators with graphs in them. A graph of Fovea has no jumps: the branch is chosen, and loops are written out,
// where the condition and the number of rounds are known beforehand. Source: ONNX operator specification, opsets 1
// to 17.
#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostRounds = 4096;

Status choose(OnnxNodeContext& c) {
  FOVEA_TRY(const auto condition, c.wholeNumbers(0));
  const OnnxGraph* graph = c.graph(condition.size() == 1 && condition[0] != 0 ? "then_branch" : "else_branch");
  if (!graph || condition.size() != 1) return unsupported("it needs one condition and two branches");
  FOVEA_TRY(const auto outputs, c.scope().run(*graph, {}));
  for (std::size_t i = 0; i < outputs.size(); ++i) c.give(i, outputs[i].id, outputs[i].element);
  return {};
}

// Values of shape S one above the other: [count, S].
ValueId stacked(Emitter& e, const std::vector<ValueId>& values) {
  std::vector<ValueId> parts;
  for (const ValueId value : values) {
    Extents64 extents = extentsOf(e.typeOf(value).shape);
    extents.insert(extents.begin(), 1);
    if (extents.size() > Shape::kMaximumRank) return {};
    parts.push_back(reshaped(e, value, extents));
  }
  return joined(e, parts, 0);
}

Status loop(OnnxNodeContext& c) {
  FoldingEmitter& e = c.emitter();
  const OnnxGraph* body = c.graph("body");
  if (!body) return unsupported("it has no body");
  std::int64_t rounds = kMostRounds;
  if (c.has(0)) {
    FOVEA_TRY(const auto given, c.wholeNumbers(0));
    if (given.size() != 1 || given[0] > kMostRounds) return unsupported("so many rounds");
    rounds = given[0];
  }
  bool goesOn = true;
  if (c.has(1)) {
    FOVEA_TRY(const auto given, c.wholeNumbers(1));
    goesOn = given.size() == 1 && given[0] != 0;
  }
  std::vector<OnnxValue> carried;
  for (std::size_t i = 2; i < c.inputCount(); ++i) carried.push_back(c.input(i));
  if (body->outputs.size() < carried.size() + 1 || body->inputs.size() != carried.size() + 2)
    return unsupported("its body does not fit");
  std::vector<std::vector<ValueId>> scanned(body->outputs.size() - carried.size() - 1);
  std::vector<OnnxElement> elements(scanned.size(), OnnxElement::Float);
  for (std::int64_t round = 0; round < rounds && goesOn; ++round) {
    std::vector<OnnxValue> inputs{{number(e, DataType::Float64, static_cast<double>(round)), OnnxElement::Int64},
                                  {number(e, DataType::Float32, 1), OnnxElement::Bool}};
    inputs.insert(inputs.end(), carried.begin(), carried.end());
    FOVEA_TRY(const auto outputs, c.scope().run(*body, inputs));
    const Tensor* condition = e.known(outputs[0].id);
    if (!condition || condition->elementCount() != 1) {
      for (const std::string& name : c.node().inputs)
        if (!name.empty()) c.scope().needKnown(name);
      return unsupported("its condition depends on data, but must be known beforehand");
    }
    goesOn = numberAt(*condition, 0) != 0;
    for (std::size_t i = 0; i < carried.size(); ++i) carried[i] = outputs[i + 1];
    for (std::size_t i = 0; i < scanned.size(); ++i) {
      scanned[i].push_back(outputs[carried.size() + 1 + i].id);
      elements[i] = outputs[carried.size() + 1 + i].element;
    }
  }
  for (std::size_t i = 0; i < carried.size(); ++i) c.give(i, carried[i].id, carried[i].element);
  for (std::size_t i = 0; i < scanned.size(); ++i) {
    if (scanned[i].empty()) return unsupported("no rounds at all");
    c.give(carried.size() + i, stacked(e, scanned[i]), elements[i]);
  }
  return {};
}

// Opset 8 has a batch axis in front and lengths; newer ones go along axis 0 of each scanned input.
Status scan(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const OnnxGraph* body = c.graph("body");
  const bool batched = c.opset() < 9;
  const auto scannedCount = static_cast<std::size_t>(std::clamp<std::int64_t>(c.integer("num_scan_inputs", 0), 0, 64));
  const std::size_t first = batched ? 1 : 0;
  if (!body || c.inputCount() < first + scannedCount || scannedCount == 0)
    return unsupported("it does not fit its body");
  for (const char* option :
       {"scan_input_axes", "scan_output_axes", "scan_input_directions", "scan_output_directions", "directions"})
    for (const std::int64_t entry : c.integers(option).value_or(Extents64()))
      if (entry != 0) return unsupported("axes or directions of its own");
  if (batched && c.has(0)) return unsupported("lengths of its own");
  const std::size_t states = c.inputCount() - first - scannedCount;
  if (body->outputs.size() < states || body->inputs.size() != states + scannedCount)
    return unsupported("its body does not fit");
  const std::size_t results = body->outputs.size() - states;
  const Shape scannedShape = c.shape(first + states);
  const int timeAxis = batched ? 1 : 0;
  if (scannedShape.rank() <= timeAxis) return unsupported("there is nothing to scan");
  const std::int64_t batches = batched ? scannedShape[0] : 1, rounds = scannedShape[timeAxis];
  if (rounds < 1 || batches < 1 || rounds * batches > kMostRounds) return unsupported("so many rounds");
  const auto entry = [&](ValueId x, std::int64_t i) {
    Extents64 extents = extentsOf(e.typeOf(x).shape);
    if (extents.empty()) return ValueId{};
    extents.erase(extents.begin());
    return reshaped(e, sliced(e, x, 0, i, 1), extents);
  };
  std::vector<std::vector<ValueId>> finals(states + results);
  std::vector<OnnxElement> elements(states + results, OnnxElement::Float);
  for (std::int64_t n = 0; n < batches; ++n) {
    std::vector<OnnxValue> inputs;
    std::vector<OnnxValue> whole;
    for (std::size_t i = first; i < c.inputCount(); ++i)
      whole.push_back({batched ? entry(c.in(i), n) : c.in(i), c.element(i)});
    inputs.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(states));
    inputs.resize(states + scannedCount);
    std::vector<std::vector<ValueId>> collected(results);
    for (std::int64_t t = 0; t < rounds; ++t) {
      for (std::size_t i = 0; i < scannedCount; ++i)
        inputs[states + i] = {entry(whole[states + i].id, t), whole[states + i].element};
      FOVEA_TRY(const auto outputs, c.scope().run(*body, inputs));
      for (std::size_t i = 0; i < outputs.size(); ++i) elements[i] = outputs[i].element;
      for (std::size_t i = 0; i < states; ++i) inputs[i] = outputs[i];
      for (std::size_t i = 0; i < results; ++i) collected[i].push_back(outputs[states + i].id);
    }
    for (std::size_t i = 0; i < states; ++i) finals[i].push_back(inputs[i].id);
    for (std::size_t i = 0; i < results; ++i) finals[states + i].push_back(stacked(e, collected[i]));
  }
  for (std::size_t i = 0; i < finals.size(); ++i)
    c.give(i, batched ? stacked(e, finals[i]) : finals[i][0], elements[i]);
  return {};
}

}  // namespace

OnnxOperators controlOperators() {
  return {{"If", choose}, {"Loop", loop}, {"Scan", scan}};
}

}  // namespace fovea
