// Converts layers that join, split and permute values.
#include <fmt/format.h>

#include <algorithm>

#include "core/exchange/caffe/layer_reader.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

Status concat(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("concat_param"));
  std::int64_t axis = reader.integer("axis", reader.integer("concat_dim", 1));
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const auto inputs, import.sources(layer));
  if (inputs.empty() || layer.tops.size() != 1) return notSaid("it has no inputs");
  if (axis < 0) axis += inputs[0].rank();
  if (axis < 1) return notSaid("it puts samples one after the other");
  if (inputs.size() == 1) {
    import.give(layer.tops[0], inputs[0]);
    return {};
  }
  FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, "concatenate", {{"axis", axis}}, inputs));
  return {};
}

// The only part of a split that is not silenced.
std::optional<std::size_t> onlyPartRead(const CaffeLayerReader& import, const CaffeLayer& layer) {
  std::optional<std::size_t> kept;
  for (std::size_t part = 0; part < layer.tops.size(); ++part) {
    const auto readers = import.readersOf(layer, part);
    const bool silenced = !readers.empty() && std::all_of(readers.begin(), readers.end(), [&](std::size_t reader) {
      return import.net().layers[reader].type == "Silence";
    });
    if (silenced) continue;
    if (kept) return {};
    kept = part;
  }
  return layer.tops.size() > 1 ? kept : std::nullopt;
}

Status slice(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("slice_param"));
  std::int64_t axis = reader.integer("axis", reader.integer("slice_dim", 1));
  const List points = reader.integers("slice_point");
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const auto inputs, import.sources(layer));
  if (inputs.size() != 1 || layer.tops.empty() || layer.tops.size() > 64)
    return notSaid("it has no input or too many outputs");
  if (axis < 0) axis += inputs[0].rank();
  if (axis < 1) return notSaid("it splits the batch axis");
  List sizes;
  if (!points.empty()) {
    if (points.size() + 1 != layer.tops.size() || !std::is_sorted(points.begin(), points.end()))
      return failAt(layer.place, fmt::format("“{}” has {} tops, which need {} slice_points in order.", layer.name,
                                             layer.tops.size(), layer.tops.size() - 1));
    if (inputs[0].rank() <= axis) return notSaid("its input is of unknown size");
    std::int64_t start = 0;
    for (const std::int64_t point : points) {
      sizes.push_back(point - start);
      start = point;
    }
    sizes.push_back(inputs[0].type->shape[static_cast<int>(axis)] - start);
    if (std::any_of(sizes.begin(), sizes.end(), [](std::int64_t size) { return size < 1; }))
      return failAt(layer.place, fmt::format("“{}”: its slice_points leave a part empty.", layer.name));
  }
  if (const auto kept = onlyPartRead(import, layer); kept && !sizes.empty()) {
    const std::int64_t start = *kept == 0 ? 0 : points[*kept - 1];
    FOVEA_TRY(const LayerId id,
              import.add(layer, "slice", {{"axis", axis}, {"start", start}, {"length", sizes[*kept]}}, inputs));
    import.give(layer.tops[*kept], import.outputOf(id));
    return {};
  }
  const FieldValues parameters{
      {"axis", axis}, {"parts", static_cast<std::int64_t>(layer.tops.size())}, {"sizes", sizes}};
  FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, "split", parameters, inputs));
  return {};
}

// Copies of one value for several readers; Fovea's outputs need no layer for that.
Status copies(CaffeLayerReader& import, const CaffeLayer& layer) {
  FOVEA_TRY(const CaffeSource source, import.source(layer));
  for (const std::string& top : layer.tops) import.give(top, source);
  return {};
}

Status sum(CaffeLayerReader& import, const CaffeLayer& layer, std::vector<CaffeSource> inputs,
           const std::vector<double>& factors) {
  if (inputs.size() == 2 && factors == std::vector<double>{1, -1}) {
    FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, "subtract", {}, inputs));
    return {};
  }
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (factors[i] == 1) continue;
    const FieldValues line{{"scale", factors[i]}, {"bias", 0.0}, {"learned", false}};
    FOVEA_TRY(const LayerId scaled,
              import.add(layer, "scale_bias", line, {inputs[i]}, fmt::format("_factor{}", i + 1)));
    inputs[i] = import.outputOf(scaled);
  }
  FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, "add", {}, inputs));
  return {};
}

Status eltwise(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("eltwise_param"));
  const std::string how = reader.text("operation", "SUM");
  const std::vector<double> factors = reader.reals("coeff");
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const auto inputs, import.sources(layer));
  if (inputs.size() < 2 || layer.tops.size() != 1) return notSaid("it has fewer than two inputs");
  if (how == "SUM" || how == "1") {
    if (!factors.empty() && factors.size() != inputs.size())
      return failAt(layer.place, fmt::format("“{}” has {} factors (coeff) for {} inputs.", layer.name, factors.size(),
                                             inputs.size()));
    return sum(import, layer, inputs, factors);
  }
  const bool product = how == "PROD" || how == "0";
  if (!product && how != "MAX" && how != "2") return notSaid("it joins its inputs by " + how);
  FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, product ? "multiply" : "maximum", {}, inputs));
  return {};
}

Status flatten(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("flatten_param"));
  const std::int64_t first = reader.integer("axis", 1), last = reader.integer("end_axis", -1);
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const auto inputs, import.sources(layer));
  if (inputs.size() != 1) return notSaid("it has several inputs");
  if (first == 1 && (last == -1 || last + 1 == inputs[0].rank())) {
    FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, "flatten", {}, inputs));
    return {};
  }
  const int rank = inputs[0].rank();
  const std::int64_t from = first < 0 ? first + rank : first, to = last < 0 ? last + rank : last;
  if (rank == 0 || from < 1 || to < from || to >= rank) return notSaid("the axes that it joins are not known");
  List shape;
  for (std::int64_t axis = 1; axis < rank; ++axis) {
    const std::int64_t extent = inputs[0].type->shape[static_cast<int>(axis)];
    if (axis > from && axis <= to)
      shape.back() *= extent;
    else
      shape.push_back(extent);
  }
  FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, "reshape", {{"shape", shape}}, inputs));
  return {};
}

Status reshape(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("reshape_param"));
  FieldReader wanted(reader.message().sub("shape"));
  List shape = wanted.integers("dim");
  const std::int64_t axis = reader.integer("axis", 0);
  FOVEA_CHECK(reader.status());
  FOVEA_CHECK(wanted.status());
  FOVEA_TRY(const auto inputs, import.sources(layer));
  if (reader.integer("num_axes", -1) != -1 || axis < 0 || axis > 1) return notSaid("it keeps axes in the middle");
  if (axis == 0) {
    const bool open = std::count(shape.begin(), shape.end(), -1) > 0;
    // The batch axis must stay: copied, or inferred from the other extents if they make one whole sample.
    std::int64_t rest = 1;
    for (std::size_t i = 1; i < shape.size(); ++i)
      if (shape[i] < 1 || __builtin_mul_overflow(rest, shape[i], &rest)) rest = -1;
    const bool whole = !shape.empty() && inputs[0].type && rest == inputs[0].type->shape.elementsFrom(1);
    if (shape.empty() || (shape[0] != 0 && !whole && !(shape[0] == 1 && open))) return notSaid("it mixes samples");
    if (shape[0] == 1 && !whole) import.approximate(fmt::format("{}: its batch of 1 is any batch.", layer.name));
    shape.erase(shape.begin());
  }
  if (shape.empty()) return notSaid("it leaves no axis but the batch");
  FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, "reshape", {{"shape", shape}}, inputs));
  return {};
}

// Only the size of the second input matters.
Status crop(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("crop_param"));
  const std::int64_t axis = reader.integer("axis", 2);
  List offsets = reader.integers("offset");
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const CaffeSource input, import.source(layer, 0));
  FOVEA_TRY(const CaffeSource like, import.source(layer, 1));
  const int rank = input.rank();
  if (rank < 3 || like.rank() != rank) return notSaid("its inputs are of unknown size");
  if (axis != 2 && axis != 2 - rank) return notSaid("it cuts off channels");
  if (offsets.empty()) offsets = {0};
  if (offsets.size() == 1) offsets.resize(static_cast<std::size_t>(rank - 2), offsets[0]);
  if (offsets.size() != static_cast<std::size_t>(rank - 2)) return notSaid("its offsets are not as many as its axes");
  List after;
  for (int i = 2; i < rank; ++i) {
    const std::int64_t left = input.type->shape[i] - like.type->shape[i] - offsets[static_cast<std::size_t>(i - 2)];
    if (left < 0 || offsets[static_cast<std::size_t>(i - 2)] < 0)
      return failAt(layer.place, fmt::format("“{}” cuts {} out of {}.", layer.name, like.type->shape.toString(),
                                             input.type->shape.toString()));
    after.push_back(left);
  }
  FOVEA_TRY([[maybe_unused]] const LayerId id,
            import.become(layer, "crop", {{"before", offsets}, {"after", after}}, {input}));
  return {};
}

Status permute(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("permute_param"));
  List order = reader.integers("order");
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const auto inputs, import.sources(layer));
  const int rank = inputs.empty() ? 0 : inputs[0].rank();
  for (std::int64_t axis = 0; axis < rank; ++axis)
    if (std::find(order.begin(), order.end(), axis) == order.end()) order.push_back(axis);
  if (order.size() < 2 || order[0] != 0) return notSaid("it moves the batch");
  order.erase(order.begin());
  FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, "permute", {{"order", order}}, inputs));
  return {};
}

Status embed(CaffeLayerReader& import, const CaffeLayer& layer) {
  FieldReader reader(layer.message.sub("embed_param"));
  const std::int64_t symbols = reader.integer("input_dim", 0), size = reader.integer("num_output", 0);
  const bool bias = reader.boolean("bias_term", true);
  FOVEA_CHECK(reader.status());
  FOVEA_TRY(const auto inputs, import.sources(layer));
  if (inputs.size() != 1 || !inputs[0].type || inputs[0].type->dtype != DataType::Int32)
    return notSaid("its input is no row of symbols");
  FOVEA_TRY(const LayerId id, import.become(layer, "embedding", {{"symbols", symbols}, {"size", size}}, inputs));
  const std::vector<Tensor>* blobs = import.blobs(layer);
  if (bias) import.approximate(fmt::format("{}: its bias is a part of its table.", layer.name));
  if (!blobs || blobs->empty()) return {};
  Tensor table = (*blobs)[0].clone();
  if (bias && blobs->size() > 1 && (*blobs)[1].elementCount() == size)
    for (std::int64_t i = 0; i < table.elementCount(); ++i)
      table.data<float>()[i] += (*blobs)[1].data<float>()[i % size];
  return import.setWeight(layer, id, "weight", table);
}

}  // namespace

std::vector<CaffeMakers> caffeShapeMakers() {
  return {{"Concat", concat},   {"Slice", slice}, {"Split", copies},    {"Eltwise", eltwise}, {"Flatten", flatten},
          {"Reshape", reshape}, {"Crop", crop},   {"Permute", permute}, {"Embed", embed}};
}

Status makeOwnLayer(CaffeLayerReader& import, const CaffeLayer& layer) {
  const std::string type = layer.type.substr(std::string(kOwnLayers).size());
  if (type.starts_with("block")) return failAt(layer.place, "Blocks are not written as text of Caffe's.");
  if (!findLayer(type)) return failAt(layer.place, fmt::format("Fovea has no layer “{}”.", type));
  FOVEA_TRY(const auto inputs, import.sources(layer));
  FOVEA_TRY([[maybe_unused]] const LayerId id, import.become(layer, type, {}, inputs));
  if (type == "input") import.setHasInput();
  return {};
}

}  // namespace fovea
