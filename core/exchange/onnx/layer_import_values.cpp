// Maps a model's values to outputs of layers: constants, transposed axes, shapes.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/layer_import.h"
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

bool isIdentity(const List& order) {
  for (std::size_t i = 0; i < order.size(); ++i)
    if (order[i] != static_cast<std::int64_t>(i)) return false;
  return true;
}

List withoutFirst(const List& list) {
  List rest;
  for (std::size_t i = 1; i < list.size(); ++i) rest.push_back(list[i]);
  return rest;
}

// True if all numbers are equal; f32 and f64 only.
bool isUniform(const Tensor& tensor) {
  for (std::int64_t i = 1; i < tensor.elementCount(); ++i)
    if (numberAt(tensor, i) != numberAt(tensor, 0)) return false;
  return tensor.elementCount() > 0 && std::isfinite(numberAt(tensor, 0));
}

// The first entry along an axis, if all others are equal.
Tensor oneOf(const Tensor& tensor, int axis) {
  List extents(tensor.shape().begin(), tensor.shape().end());
  const std::int64_t count = extents[static_cast<std::size_t>(axis)];
  extents[static_cast<std::size_t>(axis)] = 1;
  Tensor one = Tensor::make({tensor.dtype(), Shape(extents)});
  const std::int64_t width = tensor.shape().elementsFrom(axis + 1);
  const auto bytes = static_cast<std::size_t>(width) * byteSize(tensor.dtype());
  const auto* from = static_cast<const std::byte*>(tensor.raw());
  auto* to = static_cast<std::byte*>(one.raw());
  const std::int64_t rows = one.elementCount() / std::max<std::int64_t>(width, 1);
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t i = 0; i < count; ++i, from += bytes) {
      std::byte* target = to + static_cast<std::size_t>(row) * bytes;
      if (i == 0)
        std::memcpy(target, from, bytes);
      else if (std::memcmp(target, from, bytes) != 0)
        return {};
    }
  return one;
}

}  // namespace

Result<std::int64_t> LayerImport::mergedExtent(std::int64_t now, std::int64_t more) const {
  if (now == more) return now;
  if (now * 3 == more * 2 && now % batch_ == 0) return -(now / batch_);
  return unsupported("an extent that is no multiple of the number of samples");
}

Result<List> LayerImport::extentsOf(const std::string& value) const {
  const Shape now = fact(value).shape;
  const auto found = more_.values.find(value);
  if (found == more_.values.end() || found->second.shape.rank() != now.rank())
    return unsupported("a shape that is not known");
  List extents;
  for (int axis = 0; axis < now.rank(); ++axis) {
    FOVEA_TRY(const std::int64_t extent, mergedExtent(now[axis], found->second.shape[axis]));
    extents.push_back(extent);
  }
  return extents;
}

Result<LayerSource> LayerImport::source(const std::string& value) {
  if (const auto found = sources_.find(value); found != sources_.end()) return found->second;
  if (const auto lazy = lazy_.find(value); lazy != lazy_.end()) {
    OnnxNode named;
    named.name = lazy->second.name;
    named.op = "Transpose";
    FOVEA_TRY(const LayerSource source, permuted(named, lazy->second.turned.source, lazy->second.turned.order));
    give(value, source);
    return source;
  }
  const auto more = more_.values.find(value);
  if (!fact(value).known.defined() || more == more_.values.end())
    return unsupported(fmt::format("no layer produces \"{}\", which it needs", value));
  FOVEA_TRY(const LayerSource source, constant(value, fact(value).known, more->second.known));
  sources_[value] = source;
  return source;
}

Result<LayerImport::Turned> LayerImport::turnedSource(const std::string& value) {
  if (const auto lazy = lazy_.find(value); lazy != lazy_.end()) return lazy->second.turned;
  FOVEA_TRY(const LayerSource plain, source(value));
  List order(static_cast<std::size_t>(fact(value).shape.rank()));
  std::iota(order.begin(), order.end(), 0);
  return Turned{plain, order};
}

void LayerImport::giveTurned(const OnnxNode& node, const std::string& value, Turned turned) {
  if (isIdentity(turned.order)) return give(value, turned.source);
  noteReaders(value, turned.source);
  lazy_[value] = {std::move(turned), node.name};
}

Result<LayerSource> LayerImport::sourceInOrder(const OnnxNode& node, const std::string& value, const List& order) {
  FOVEA_TRY(const Turned turned, turnedSource(value));
  List both;
  for (const std::int64_t axis : order) both.push_back(turned.order[static_cast<std::size_t>(axis)]);
  return permuted(node, turned.source, both);
}

Result<LayerSource> LayerImport::permuted(const OnnxNode& node, LayerSource source, const List& order) {
  if (isIdentity(order)) return source;
  const bool batchStays = order[0] == 0;
  const List own = batchStays ? withoutFirst(order) : order;
  FOVEA_TRY(const LayerId id, add(node, batchStays ? "permute" : "op_permute", {{"order", own}}, {source}));
  return LayerSource{id, 0};
}

Result<LayerSource> LayerImport::reshaped(const OnnxNode& node, LayerSource source, const List& from, const List& to) {
  if (from == to) return source;
  if (const auto before = reshapedFrom_.find(source.layer.index); before != reshapedFrom_.end()) {
    const List earlier = before->second;
    return reshaped(node, reshapedSource_.at(source.layer.index), earlier, to);
  }
  const bool samples = to.size() > 1 && !from.empty() && from[0] == -1 && to[0] == -1 &&
                       std::all_of(to.begin() + 1, to.end(), [](std::int64_t extent) { return extent > 0; });
  Result<LayerId> id = LayerId{};
  if (samples && to.size() == 2)
    id = add(node, "flatten", {}, {source});
  else if (samples)
    id = add(node, "reshape", {{"shape", withoutFirst(to)}}, {source});
  else
    id = add(node, "op_reshape", {{"shape", to.empty() ? List{1} : to}}, {source});
  if (!id.ok()) return id.error();
  reshapedFrom_[id->index] = from;
  reshapedSource_[id->index] = source;
  return LayerSource{*id, 0};
}

// A constant that does not depend on the number of samples.
Result<LayerSource> LayerImport::sameConstant(const OnnxNode& named, const Tensor& numbers, bool forEachSample) {
  List shape(numbers.shape().begin(), numbers.shape().end());
  if (forEachSample) shape = withoutFirst(shape);
  if (shape.empty()) shape = {1};
  FieldValues parameters{{"shape", shape}, {"for_each_sample", forEachSample}};
  std::vector<std::pair<std::string, Tensor>> weights;
  if (numbers.dtype() == DataType::Int32) {
    const auto values = numbers.values<std::int32_t>();
    parameters.set("kind", std::string("positions"));
    parameters.set("numbers", List(values.begin(), values.end()));
  } else if (!isFloatingPoint(numbers.dtype())) {
    return unsupported("numbers of such a type");
  } else if (isUniform(numbers)) {
    parameters.set("value", numberAt(numbers, 0));
  } else {
    parameters.set("kind", std::string("stored"));
    weights.emplace_back("value", plainWeights(numbers, Shape(shape)));
  }
  FOVEA_TRY(const LayerId id, add(named, "constant", parameters, {}, weights));
  if (numbers.dtype() != DataType::Float64) return LayerSource{id, 0};
  for (const auto& [name, stored] : weights)
    for (std::int64_t i = 0; i < numbers.elementCount(); ++i)
      if (static_cast<double>(stored.data<float>()[i]) != numberAt(numbers, i))
        return unsupported("whole numbers beyond 24 bits");
  FOVEA_TRY(const LayerId wide, add(named, "op_cast", {{"to", std::string("f64")}}, {{id, 0}}));
  return LayerSource{wide, 0};
}

Result<LayerSource> LayerImport::constant(const std::string& name, const Tensor& now, const Tensor& more) {
  OnnxNode named;
  named.name = name;
  named.op = "constant";
  if (sameNumbers(now, more)) return sameConstant(named, now, false);
  if (!more.defined() || now.dtype() != more.dtype() || now.shape().rank() != more.shape().rank())
    return unsupported("numbers that depend on the number of samples");
  int grown = -1;
  List extents;
  for (int axis = 0; axis < now.shape().rank(); ++axis) {
    FOVEA_TRY(const std::int64_t extent, mergedExtent(now.shape()[axis], more.shape()[axis]));
    if (extent < 0 && grown >= 0) return unsupported("numbers that depend on the number of samples");
    if (extent < 0) grown = axis;
    extents.push_back(extent);
  }
  const Tensor one = grown < 0 ? Tensor() : oneOf(now, grown);
  if (!one.defined() || !sameNumbers(one, oneOf(more, grown)))
    return unsupported("numbers that depend on the number of samples");
  if (grown == 0 && extents[0] == -1 && extents.size() > 1) return sameConstant(named, one, true);
  FOVEA_TRY(const LayerSource source, sameConstant(named, one, false));
  FOVEA_TRY(const LayerId id, add(named, "op_broadcast_to", {{"shape", extents}}, {source}));
  return LayerSource{id, 0};
}

}  // namespace fovea
