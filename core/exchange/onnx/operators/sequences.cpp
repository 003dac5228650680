// ONNX operators on sequences of tensors. Inside a graph a sequence is a list of tensors of known length; inputs and
// outputs of a model with that type are refused. Source: ONNX operator specification, opsets 11 to 28.
#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostParts = 1024;

using Parts = std::shared_ptr<const std::vector<OnnxValue>>;

// Input 0 for operators that only read it, without a copy: a long model may read one sequence many times.
Result<Parts> partsToRead(const OnnxNodeContext& c) {
  Parts parts = c.input(0).sequence;
  if (!parts) return unsupported("a sequence of unknown length");
  return parts;
}

Status construct(OnnxNodeContext& c) {
  std::vector<OnnxValue> parts;
  if (static_cast<std::int64_t>(c.inputCount()) > kMostParts) return unsupported("so many tensors");
  for (std::size_t i = 0; i < c.inputCount(); ++i) {
    if (!c.has(i)) return unsupported("a tensor is missing");
    parts.push_back(c.input(i));
  }
  c.giveSequence(std::move(parts));
  return {};
}

Status empty(OnnxNodeContext& c) {
  c.giveSequence({});
  return {};
}

// The position in a sequence of `count` that input i gives, or `otherwise` if it is omitted.
Result<std::int64_t> positionIn(OnnxNodeContext& c, std::size_t i, std::int64_t count, std::int64_t otherwise) {
  if (!c.has(i)) return otherwise;
  FOVEA_TRY(const auto given, c.wholeNumbers(i));
  if (given.size() != 1) return unsupported("it needs one position");
  return given[0] < 0 ? given[0] + count : given[0];
}

Status at(OnnxNodeContext& c) {
  FOVEA_TRY(const Parts parts, partsToRead(c));
  const auto count = static_cast<std::int64_t>(parts->size());
  FOVEA_TRY(const std::int64_t position, positionIn(c, 1, count, -1));
  if (position < 0 || position >= count) return unsupported("a position outside of the sequence");
  const OnnxValue& part = (*parts)[static_cast<std::size_t>(position)];
  c.give(0, part.id, part.element);
  return {};
}

Status insert(OnnxNodeContext& c) {
  FOVEA_TRY(auto parts, c.sequence(0));
  const auto count = static_cast<std::int64_t>(parts.size());
  if (!c.has(1) || count >= kMostParts) return unsupported("so many tensors, or none");
  FOVEA_TRY(const std::int64_t position, positionIn(c, 2, count, count));
  if (position < 0 || position > count) return unsupported("a position outside of the sequence");
  parts.insert(parts.begin() + position, c.input(1));
  c.giveSequence(std::move(parts));
  return {};
}

Status erase(OnnxNodeContext& c) {
  FOVEA_TRY(auto parts, c.sequence(0));
  const auto count = static_cast<std::int64_t>(parts.size());
  FOVEA_TRY(const std::int64_t position, positionIn(c, 1, count, count - 1));
  if (position < 0 || position >= count) return unsupported("a position outside of the sequence");
  parts.erase(parts.begin() + position);
  c.giveSequence(std::move(parts));
  return {};
}

Status length(OnnxNodeContext& c) {
  FOVEA_TRY(const Parts parts, partsToRead(c));
  c.give(0, number(c.emitter(), DataType::Float64, static_cast<double>(parts->size())), OnnxElement::Int64);
  return {};
}

// The lengths of the parts of an axis: all equal to one number, the last with the rest, or from a list.
Result<Extents64> lengthsOfParts(OnnxNodeContext& c, std::int64_t extent) {
  Extents64 given{1};
  if (c.has(1)) {
    FOVEA_TRY(given, c.wholeNumbers(1));
  }
  Extents64 lengths = given;
  if (!c.has(1) || c.shape(1).rank() == 0) {
    if (given[0] < 1 || extent / given[0] >= kMostParts) return unsupported("such parts");
    lengths.clear();
    for (std::int64_t start = 0; start < extent; start += given[0])
      lengths.push_back(std::min(given[0], extent - start));
  }
  std::int64_t left = extent;
  for (const std::int64_t one : lengths) {
    if (one < 0 || one > left) return unsupported("such parts");
    left -= one;
  }
  if (left != 0 || static_cast<std::int64_t>(lengths.size()) > kMostParts) return unsupported("such parts");
  return lengths;
}

Status splitToSequence(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  const Shape x = c.shape();
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", 0), x.rank()));
  FOVEA_TRY(const Extents64 lengths, lengthsOfParts(c, x[axis]));
  const bool drops = !c.has(1) && c.integer("keepdims", 1) == 0;
  Extents64 without(x.begin(), x.end());
  without.erase(without.begin() + axis);
  std::vector<OnnxValue> parts;
  std::int64_t start = 0;
  for (const std::int64_t one : lengths) {
    const ValueId part = sliced(e, c.in(0), axis, start, one);
    parts.push_back({drops ? reshaped(e, part, without) : part, c.element()});
    start += one;
  }
  c.giveSequence(std::move(parts));
  return {};
}

Status join(OnnxNodeContext& c) {
  Emitter& e = c.emitter();
  FOVEA_TRY(const Parts parts, partsToRead(c));
  if (parts->empty()) return unsupported("an empty sequence");
  const bool fresh = c.integer("new_axis", 0) != 0;
  const int rank = e.typeOf(parts->front().id).shape.rank() + (fresh ? 1 : 0);
  FOVEA_TRY(const int axis, axisOf(c.integer("axis", 0), rank));
  std::vector<ValueId> values;
  for (const OnnxValue& part : *parts) {
    const Shape shape = e.typeOf(part.id).shape;
    if (part.element != parts->front().element || shape.rank() + (fresh ? 1 : 0) != rank)
      return unsupported("tensors of different kinds");
    Extents64 extents(shape.begin(), shape.end());
    if (fresh) extents.insert(extents.begin() + axis, 1);
    values.push_back(reshaped(e, part.id, extents));
  }
  c.give(0, joined(e, values, axis), parts->front().element);
  return {};
}

}  // namespace

OnnxOperators sequencesOperators() {
  return {{"SequenceConstruct", construct, {11}},
          {"SequenceEmpty", empty, {11, {"dtype"}}},
          {"SequenceAt", at, {11}},
          {"SequenceInsert", insert, {11}},
          {"SequenceErase", erase, {11}},
          {"SequenceLength", length, {11}},
          {"SplitToSequence", splitToSequence, {24, {"axis", "keepdims"}}},
          {"ConcatFromSequence", join, {11, {"axis", "new_axis"}}}};
}

}  // namespace fovea
