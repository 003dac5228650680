// Writes Fovea's layers that join, split and permute values for Caffe.
#include <fmt/format.h>

#include <numeric>

#include "core/exchange/caffe/layer_writer.h"

namespace fovea {

using List = std::vector<std::int64_t>;

void emitSlices(CaffeLayerWriter& writer, const Layer& layer, const std::string& name, const std::string& from,
                std::vector<std::string> tops, std::int64_t axis, const List& points) {
  std::vector<std::string> unread;
  for (std::string& top : tops) {
    if (!top.empty()) continue;
    top = writer.freshBlob(name + "_rest");
    unread.push_back(top);
  }
  TextWriter& text = writer.open(layer, name == layer.name ? name : writer.freshLayer(name), "Slice", {from}, tops);
  text.open("slice_param");
  text.integer("axis", axis);
  for (const std::int64_t point : points) text.integer("slice_point", point);
  text.close();
  writer.close();
  if (unread.empty()) return;
  writer.open(layer, writer.freshLayer(name + "_unread"), "Silence", unread, {});
  writer.close();
}

namespace {

Status eltwise(CaffeLayerWriter& writer, const Layer& layer, const char* how, const std::vector<double>& factors = {}) {
  TextWriter& text = writer.open(layer, layer.name, "Eltwise", writer.inputs(layer), {writer.output(layer)});
  text.open("eltwise_param");
  text.word("operation", how);
  for (const double factor : factors) text.real("coeff", factor);
  text.close();
  writer.close();
  return {};
}

Status add(CaffeLayerWriter& writer, const Layer& layer) {
  return eltwise(writer, layer, "SUM");
}
Status subtract(CaffeLayerWriter& writer, const Layer& layer) {
  return eltwise(writer, layer, "SUM", {1, -1});
}
Status maximum(CaffeLayerWriter& writer, const Layer& layer) {
  return eltwise(writer, layer, "MAX");
}

// A gate with one number per channel is a Scale with two inputs.
Status multiply(CaffeLayerWriter& writer, const Layer& layer) {
  const auto inputs = writer.inputs(layer);
  const Shape first = writer.inputShape(layer);
  bool same = true;
  for (std::size_t i = 1; i < inputs.size(); ++i) same = same && writer.inputShape(layer, i) == first;
  if (same) return eltwise(writer, layer, "PROD");
  if (inputs.size() != 2 || writer.form() == CaffeForm::View)
    return notSaidInCaffe("Caffe multiplies values of one size, or two of which one has a number for each channel.");
  const std::string gate = writer.freshBlob(layer.name + "_gate");
  writer.open(layer, writer.freshLayer(layer.name + "_gate"), "Flatten", {inputs[1]}, {gate});
  writer.close();
  TextWriter& text = writer.open(layer, layer.name, "Scale", {inputs[0], gate}, {writer.output(layer)});
  text.open("scale_param");
  text.integer("axis", 0);
  text.close();
  writer.close();
  return {};
}

Status concatenate(CaffeLayerWriter& writer, const Layer& layer) {
  const std::int64_t axis = layer.parameters.integer("axis");
  TextWriter& text = writer.open(layer, layer.name, "Concat", writer.inputs(layer), {writer.output(layer)});
  if (axis != 1) {
    text.open("concat_param");
    text.integer("axis", axis);
    text.close();
  }
  writer.close();
  return {};
}

Status split(CaffeLayerWriter& writer, const Layer& layer) {
  const FieldValues& p = layer.parameters;
  List points;
  for (const std::int64_t size : p.list("sizes")) points.push_back(size + (points.empty() ? 0 : points.back()));
  if (!points.empty()) points.pop_back();
  std::vector<std::string> tops;
  for (std::int64_t part = 0; part < p.integer("parts"); ++part)
    tops.push_back(writer.output(layer, static_cast<int>(part)));
  emitSlices(writer, layer, layer.name, writer.inputs(layer).at(0), tops, p.integer("axis"), points);
  return {};
}

// Keeps positions start .. start + length - 1 of an axis of `extent`.
std::string part(CaffeLayerWriter& writer, const Layer& layer, const std::string& name, const std::string& from,
                 std::int64_t axis, std::int64_t start, std::int64_t length, std::int64_t extent,
                 const std::string& kept) {
  List points;
  std::vector<std::string> tops;
  if (start > 0) {
    points.push_back(start);
    tops.emplace_back();
  }
  tops.push_back(kept);
  if (start + length < extent) {
    points.push_back(start + length);
    tops.emplace_back();
  }
  emitSlices(writer, layer, name, from, tops, axis, points);
  return kept;
}

Status slice(CaffeLayerWriter& writer, const Layer& layer) {
  const FieldValues& p = layer.parameters;
  const Shape in = writer.inputShape(layer);
  const std::int64_t axis = p.integer("axis"), start = p.integer("start"), length = p.integer("length");
  if (in.rank() <= axis) return notSaidInCaffe("Its input is of unknown size.");
  if (writer.form() == CaffeForm::View) return notSaidInCaffe("Caffe cuts a value into all its parts.");
  const std::int64_t extent = in[static_cast<int>(axis)];
  if (length == extent) {
    writer.alias(layer, writer.inputs(layer).at(0));
    return {};
  }
  part(writer, layer, layer.name, writer.inputs(layer).at(0), axis, start, length, extent, writer.output(layer));
  return {};
}

Status crop(CaffeLayerWriter& writer, const Layer& layer) {
  const Shape in = writer.inputShape(layer), out = writer.outputShape(layer);
  if (in.rank() < 3 || out.rank() != in.rank()) return notSaidInCaffe("Its input is of unknown size.");
  if (writer.form() == CaffeForm::View) return notSaidInCaffe("Caffe crops to the size of another value.");
  List before = layer.parameters.list("before");
  before.resize(static_cast<std::size_t>(in.rank() - 2), before.back());
  int last = 0;
  for (int axis = 2; axis < in.rank(); ++axis)
    if (in[axis] != out[axis]) last = axis;
  std::string blob = writer.inputs(layer).at(0);
  if (last == 0) writer.alias(layer, blob);
  for (int axis = 2; axis <= last; ++axis) {
    if (in[axis] == out[axis]) continue;
    const std::string name = axis == last ? layer.name : fmt::format("{}_axis{}", layer.name, axis);
    const std::string kept = axis == last ? writer.output(layer) : writer.freshBlob(name);
    blob = part(writer, layer, name, blob, axis, before[static_cast<std::size_t>(axis - 2)], out[axis], in[axis], kept);
  }
  return {};
}

Status flatten(CaffeLayerWriter& writer, const Layer& layer) {
  writer.open(layer, layer.name, "Flatten", writer.inputs(layer), {writer.output(layer)});
  writer.close();
  return {};
}

Status reshape(CaffeLayerWriter& writer, const Layer& layer) {
  TextWriter& text = writer.open(layer, layer.name, "Reshape", writer.inputs(layer), {writer.output(layer)});
  text.open("reshape_param");
  text.open("shape");
  text.integer("dim", 0);
  for (const std::int64_t extent : layer.parameters.list("shape")) text.integer("dim", extent);
  text.close();
  text.close();
  writer.close();
  return {};
}

Status permute(CaffeLayerWriter& writer, const Layer& layer) {
  TextWriter& text = writer.open(layer, layer.name, "Permute", writer.inputs(layer), {writer.output(layer)});
  text.open("permute_param");
  text.integer("order", 0);
  for (const std::int64_t axis : layer.parameters.list("order")) text.integer("order", axis);
  text.close();
  writer.close();
  writer.approximate("Permute is a layer of Caffe's branch for SSD and of OpenCV, not of every Caffe.");
  return {};
}

Status embedding(CaffeLayerWriter& writer, const Layer& layer) {
  TextWriter& text = writer.open(layer, layer.name, "Embed", writer.inputs(layer), {writer.output(layer)});
  writer.addLearning(layer, 1, 0);
  text.open("embed_param");
  text.integer("num_output", layer.parameters.integer("size"));
  text.integer("input_dim", layer.parameters.integer("symbols"));
  text.boolean("bias_term", false);
  text.close();
  writer.close();
  return writer.addWeights(layer, {"weight"});
}

}  // namespace

std::vector<CaffeEmitters> caffeShapeEmitters() {
  return {{"add", add},
          {"subtract", subtract},
          {"maximum", maximum},
          {"multiply", multiply},
          {"concatenate", concatenate},
          {"split", split},
          {"slice", slice},
          {"crop", crop},
          {"flatten", flatten},
          {"reshape", reshape},
          {"permute", permute},
          {"embedding", embedding}};
}

}  // namespace fovea
