// ONNX operators with subgraphs. A Fovea graph has no control flow: the branch is chosen and loops are unrolled, so the
// condition and the number of iterations must be known in advance. Source: ONNX operator specification, opsets 1 to 28.
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

// Stacks values of shape S: [count, S].
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

// The shape collected by a loop without iterations: the body must declare it.
Result<Shape> shapeOfNothing(const OnnxValueInfo& one) {
  Extents64 extents{0};
  for (const OnnxDimension& dimension : one.shape) extents.push_back(dimension.extent);
  if (!one.hasShape || !isNumber(one.element) || *std::min_element(extents.begin(), extents.end()) < 0)
    return unsupported("no rounds at all, and no shape of what they would give");
  return Shape::make(extents);
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
    const OnnxValueInfo& declared = body->outputs[carried.size() + 1 + i];
    if (scanned[i].empty()) {
      FOVEA_TRY(const Shape shape, shapeOfNothing(declared));
      const ValueId nothing = e.constant(Tensor::zeros({computedType(declared.element), shape}));
      c.give(carried.size() + i, nothing, declared.element);
      continue;
    }
    c.give(carried.size() + i, stacked(e, scanned[i]), elements[i]);
  }
  return {};
}

// A Scan: states passed from each iteration to the next, values that it iterates over, and collected results.
class Scanner {
 public:
  explicit Scanner(OnnxNodeContext& c) : c_(c), e_(c.emitter()), batched_(c.opset() < 9) {}

  Status read();
  Status run();

 private:
  struct Way {
    int axis = 0;
    bool backwards = false;
  };
  Result<std::vector<Way>> waysOf(const char* axes, const char* directions, std::size_t count, bool results) const;
  ValueId entry(ValueId x, std::int64_t i);
  Status scanSample(std::int64_t sample);
  Result<ValueId> collected(const std::vector<ValueId>& values, const Way& way);

  OnnxNodeContext& c_;
  Emitter& e_;
  bool batched_;  // opset 8 has a leading batch axis, and lengths
  const OnnxGraph* body_ = nullptr;
  std::size_t states_ = 0, results_ = 0, first_ = 0;
  std::int64_t batches_ = 1, rounds_ = 0;
  std::vector<Way> from_, to_;
  std::vector<OnnxValue> walked_;  // iterated along their first axis
  std::vector<std::vector<ValueId>> finals_;
  std::vector<OnnxElement> elements_;
};

// The axes of results can be negative and need their rank, so they are resolved later.
Result<std::vector<Scanner::Way>> Scanner::waysOf(const char* axes, const char* directions, std::size_t count,
                                                  bool results) const {
  const Extents64 along = c_.integers(axes).value_or(Extents64(count, 0)),
                  turns = c_.integers(directions).value_or(Extents64(count, 0));
  if (along.size() != count || turns.size() != count) return unsupported("its lists do not fit");
  std::vector<Way> ways;
  for (std::size_t i = 0; i < count; ++i) {
    const int rank = results ? Shape::kMaximumRank : c_.shape(first_ + states_ + i).rank();
    if (batched_ && along[i] != 0) return unsupported("axes of its own");
    FOVEA_TRY(const int counted, axisOf(along[i], rank));
    if (turns[i] != 0 && turns[i] != 1) return unsupported("such a direction");
    ways.push_back({results ? static_cast<int>(along[i]) : counted, turns[i] == 1});
  }
  return ways;
}

Status Scanner::read() {
  body_ = c_.graph("body");
  const auto walked = static_cast<std::size_t>(std::clamp<std::int64_t>(c_.integer("num_scan_inputs", 0), 0, 64));
  first_ = batched_ ? 1 : 0;
  if (!body_ || c_.inputCount() < first_ + walked || walked == 0) return unsupported("it does not fit its body");
  if (batched_ && c_.has(0)) return unsupported("lengths of its own");
  states_ = c_.inputCount() - first_ - walked;
  if (body_->outputs.size() < states_ || body_->inputs.size() != states_ + walked)
    return unsupported("its body does not fit");
  results_ = body_->outputs.size() - states_;
  FOVEA_TRY(from_, waysOf("scan_input_axes", batched_ ? "directions" : "scan_input_directions", walked, false));
  FOVEA_TRY(to_, waysOf("scan_output_axes", "scan_output_directions", results_, true));
  const Shape shape = c_.shape(first_ + states_);
  if (batched_ && shape.rank() < 2) return unsupported("there is nothing to scan");
  batches_ = batched_ ? shape[0] : 1;
  rounds_ = shape[batched_ ? 1 : from_[0].axis];
  if (rounds_ < 1 || batches_ < 1 || rounds_ * batches_ > kMostRounds) return unsupported("so many rounds");
  for (std::size_t i = 0; i < walked; ++i) {
    const OnnxValue value = c_.input(first_ + states_ + i);
    const Shape own = e_.typeOf(value.id).shape;
    if (own.rank() <= (batched_ ? 1 : 0) || own[batched_ ? 1 : from_[i].axis] != rounds_ ||
        (batched_ && own[0] != batches_))
      return unsupported("its inputs do not have the same number of steps");
    walked_.push_back({batched_ ? value.id : broughtToFront(e_, value.id, from_[i].axis).first, value.element});
  }
  finals_.resize(states_ + results_);
  elements_.assign(states_ + results_, OnnxElement::Float);
  return {};
}

ValueId Scanner::entry(ValueId x, std::int64_t i) {
  Extents64 extents = extentsOf(e_.typeOf(x).shape);
  if (extents.empty()) return {};
  extents.erase(extents.begin());
  return reshaped(e_, sliced(e_, x, 0, i, 1), extents);
}

Result<ValueId> Scanner::collected(const std::vector<ValueId>& values, const Way& way) {
  const ValueId y = stacked(e_, way.backwards ? std::vector<ValueId>(values.rbegin(), values.rend()) : values);
  if (!y.valid()) return unsupported("its results have too many axes");
  FOVEA_TRY(const int axis, axisOf(way.axis, e_.typeOf(y).shape.rank()));
  return broughtBack(e_, y, axis);
}

Status Scanner::scanSample(std::int64_t sample) {
  const auto ofSample = [&](OnnxValue value) {
    return OnnxValue{batched_ ? entry(value.id, sample) : value.id, value.element};
  };
  std::vector<OnnxValue> inputs, walked;
  for (std::size_t i = 0; i < states_; ++i) inputs.push_back(ofSample(c_.input(first_ + i)));
  for (const OnnxValue& value : walked_) walked.push_back(ofSample(value));
  inputs.resize(states_ + walked.size());
  std::vector<std::vector<ValueId>> results(results_);
  for (std::int64_t round = 0; round < rounds_; ++round) {
    for (std::size_t i = 0; i < walked.size(); ++i)
      inputs[states_ + i] = {entry(walked[i].id, from_[i].backwards ? rounds_ - 1 - round : round), walked[i].element};
    FOVEA_TRY(const auto outputs, c_.scope().run(*body_, inputs));
    for (std::size_t i = 0; i < outputs.size(); ++i) elements_[i] = outputs[i].element;
    for (std::size_t i = 0; i < states_; ++i) inputs[i] = outputs[i];
    for (std::size_t i = 0; i < results_; ++i) results[i].push_back(outputs[states_ + i].id);
  }
  for (std::size_t i = 0; i < states_; ++i) finals_[i].push_back(inputs[i].id);
  for (std::size_t i = 0; i < results_; ++i) {
    FOVEA_TRY(const ValueId result, collected(results[i], to_[i]));
    finals_[states_ + i].push_back(result);
  }
  return {};
}

Status Scanner::run() {
  for (std::int64_t sample = 0; sample < batches_; ++sample) FOVEA_CHECK(scanSample(sample));
  for (std::size_t i = 0; i < finals_.size(); ++i)
    c_.give(i, batched_ ? stacked(e_, finals_[i]) : finals_[i][0], elements_[i]);
  return {};
}

Status scan(OnnxNodeContext& c) {
  Scanner scanner(c);
  FOVEA_CHECK(scanner.read());
  return scanner.run();
}

}  // namespace

OnnxOperators controlOperators() {
  return {{"If", choose, {25, {"else_branch", "then_branch"}}},
          {"Loop", loop, {25, {"body"}}},
          {"Scan",
           scan,
           {25,
            {"body", attributeUntil(8, "directions"), "num_scan_inputs", "scan_input_axes", "scan_input_directions",
             "scan_output_axes", "scan_output_directions"}}}};
}

}  // namespace fovea
