// Writes Fovea's layers with windows and weights, and poolings, for Caffe.
#include <fmt/format.h>

#include <algorithm>

#include "core/exchange/caffe/layer_writer.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

bool allSame(const List& list) {
  return std::all_of(list.begin(), list.end(), [&](std::int64_t value) { return value == list[0]; });
}

// Writes "kernel_size: 3", or one for height and one for width, or one for each axis. Omits default values.
void addAxes(TextWriter& text, const char* name, const char* twoNames, const List& list, std::int64_t usual) {
  if (allSame(list)) {
    if (list[0] != usual) text.integer(name, list[0]);
  } else if (list.size() == 2 && twoNames) {
    text.integer(fmt::format("{}_h", twoNames), list[0]);
    text.integer(fmt::format("{}_w", twoNames), list[1]);
  } else {
    for (const std::int64_t value : list) text.integer(name, value);
  }
}

Status convolution(CaffeLayerWriter& writer, const Layer& layer) {
  const bool transposed = layer.type == "transposed_convolution";
  const FieldValues& p = layer.parameters;
  if (transposed)
    for (const std::int64_t extra : p.list("output_padding"))
      if (extra != 0) return notSaidInCaffe("Caffe's deconvolutions have no output padding.");
  const bool bias = p.boolean("bias");
  TextWriter& text = writer.open(layer, layer.name, transposed ? "Deconvolution" : "Convolution", writer.inputs(layer),
                                 {writer.output(layer)});
  writer.addLearning(layer, bias ? 2 : 1);
  text.open("convolution_param");
  text.integer("num_output", p.integer("filters"));
  if (!bias) text.boolean("bias_term", false);
  addAxes(text, "pad", "pad", p.list("padding"), 0);
  addAxes(text, "kernel_size", "kernel", p.list("kernel"), 0);
  if (p.integer("groups") != 1) text.integer("group", p.integer("groups"));
  addAxes(text, "stride", "stride", p.list("stride"), 1);
  addAxes(text, "dilation", nullptr, p.list("dilation"), 1);
  writer.addFiller(layer);
  text.close();
  writer.close();
  return writer.addWeights(layer,
                           bias ? std::vector<std::string>{"weight", "bias"} : std::vector<std::string>{"weight"});
}

Status linear(CaffeLayerWriter& writer, const Layer& layer) {
  const bool bias = layer.parameters.boolean("bias");
  TextWriter& text = writer.open(layer, layer.name, "InnerProduct", writer.inputs(layer), {writer.output(layer)});
  writer.addLearning(layer, bias ? 2 : 1);
  text.open("inner_product_param");
  text.integer("num_output", layer.parameters.integer("units"));
  if (!bias) text.boolean("bias_term", false);
  if (writer.inputShape(layer).rank() == 3) text.integer("axis", 2);
  writer.addFiller(layer);
  text.close();
  writer.close();
  return writer.addWeights(layer,
                           bias ? std::vector<std::string>{"weight", "bias"} : std::vector<std::string>{"weight"});
}

// The number of windows in Caffe along an axis, which always rounds up.
std::int64_t windowsInCaffe(std::int64_t extent, std::int64_t kernel, std::int64_t stride, std::int64_t padding) {
  const std::int64_t room = extent + 2 * padding - kernel;
  std::int64_t windows = (room + stride - 1) / stride + 1;
  if (padding > 0 && (windows - 1) * stride >= extent + padding) --windows;
  return windows;
}

Status pooling(CaffeLayerWriter& writer, const Layer& layer) {
  const FieldValues& p = layer.parameters;
  const bool average = layer.type == "average_pooling";
  const Shape in = writer.inputShape(layer), out = writer.outputShape(layer);
  if (in.rank() != 0 && in.rank() != 4) return notSaidInCaffe("Caffe pools images only.");
  if (!average && p.boolean("positions")) return notSaidInCaffe("Caffe's poolings give no positions.");
  List kernel = p.list("kernel"), stride = p.list("stride"), padding = p.list("padding");
  for (List* list : {&kernel, &stride, &padding}) list->resize(2, list->back());
  if (average && !p.boolean("count_padding") && (padding[0] > 0 || padding[1] > 0))
    return notSaidInCaffe("Caffe's means count the border, and this one does not.");
  List cut(2, 0);  // number of windows to keep if Caffe has more
  for (int axis = 0; axis < 2 && in.rank() == 4 && out.rank() == 4; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    const std::int64_t windows = windowsInCaffe(in[axis + 2], kernel[i], stride[i], padding[i]);
    if (windows < out[axis + 2]) return notSaidInCaffe("Caffe has fewer windows here.");
    if (windows > out[axis + 2]) cut[i] = out[axis + 2];
  }
  if (in.rank() == 0 && !p.boolean("ceil_mode")) return notSaidInCaffe("Its input is of unknown size.");
  const bool cuts = cut[0] > 0 || cut[1] > 0;
  if (cuts && writer.form() == CaffeForm::View) return notSaidInCaffe("Caffe rounds up.");
  std::string top = cuts ? writer.freshBlob(layer.name + "_whole") : writer.output(layer);
  TextWriter& text = writer.open(layer, layer.name, "Pooling", writer.inputs(layer), {top});
  text.open("pooling_param");
  text.word("pool", average ? "AVE" : "MAX");
  addAxes(text, "kernel_size", "kernel", kernel, 0);
  addAxes(text, "stride", "stride", stride, 1);
  addAxes(text, "pad", "pad", padding, 0);
  text.close();
  writer.close();
  for (std::size_t i = 0; i < 2; ++i) {
    if (cut[i] == 0) continue;
    const bool last = i == 1 || cut[1] == 0;
    const std::string kept = last ? writer.output(layer) : writer.freshBlob(layer.name + "_rows");
    emitSlices(writer, layer, layer.name + (i == 0 ? "_rows" : "_columns"), top, {kept, ""},
               static_cast<std::int64_t>(i) + 2, {cut[i]});
    top = kept;
  }
  return {};
}

Status wholePooling(CaffeLayerWriter& writer, const Layer& layer, bool average, bool flatten) {
  const Shape in = writer.inputShape(layer);
  if (in.rank() != 0 && in.rank() != 4) return notSaidInCaffe("Caffe pools images only.");
  if (flatten && writer.form() == CaffeForm::View) return notSaidInCaffe("Caffe keeps an image of one pixel.");
  const std::string top = flatten ? writer.freshBlob(layer.name + "_pixel") : writer.output(layer);
  TextWriter& text = writer.open(layer, layer.name, "Pooling", writer.inputs(layer), {top});
  text.open("pooling_param");
  text.word("pool", average ? "AVE" : "MAX");
  text.boolean("global_pooling", true);
  text.close();
  writer.close();
  if (!flatten) return {};
  writer.open(layer, writer.freshLayer(layer.name + "_flat"), "Flatten", {top}, {writer.output(layer)});
  writer.close();
  return {};
}

Status globalPooling(CaffeLayerWriter& writer, const Layer& layer) {
  return wholePooling(writer, layer, layer.parameters.text("mode") == "average", layer.parameters.boolean("flatten"));
}

}  // namespace

std::vector<CaffeEmitters> caffeWindowEmitters() {
  return {{"convolution", convolution}, {"transposed_convolution", convolution},
          {"linear", linear},           {"max_pooling", pooling},
          {"average_pooling", pooling}, {"global_pooling", globalPooling}};
}

}  // namespace fovea
