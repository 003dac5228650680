// Exports convolutions, poolings and other spatial ops.
#include "core/exchange/onnx/node_context.h"
#include "core/exchange/onnx/op_export.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;
using Attributes = std::vector<OnnxAttribute>;

Status convolution(OpExportContext& c) {
  const FieldValues& v = c.attributes();
  const Shape weight = c.type(1).shape;
  c.give(c.writer().one("Conv", c.inputs(),
                        {{"kernel_shape", List(weight.begin() + 2, weight.end())},
                         {"strides", v.list("stride")},
                         {"pads", v.list("padding")},
                         {"dilations", v.list("dilation")},
                         {"group", v.integer("groups")}}));
  return {};
}

// ONNX derives the output size from the input; output_padding resolves the ambiguity of the stride.
Status transposedConvolution(OpExportContext& c) {
  const FieldValues& v = c.attributes();
  const Shape x = c.type().shape, weight = c.type(1).shape;
  const List &size = v.list("input_size"), &stride = v.list("stride"), &padding = v.list("padding");
  List open;
  for (std::size_t i = 0; i < size.size(); ++i) {
    const int axis = static_cast<int>(i) + 2;
    const std::int64_t extent = (weight[axis] - 1) * v.list("dilation")[i] + 1;
    open.push_back(size[i] - ((x[axis] - 1) * stride[i] + extent - padding[i] - padding[i + size.size()]));
  }
  c.give(c.writer().one("ConvTranspose", c.inputs(),
                        {{"kernel_shape", List(weight.begin() + 2, weight.end())},
                         {"strides", stride},
                         {"pads", padding},
                         {"dilations", v.list("dilation")},
                         {"output_padding", open},
                         {"group", v.integer("groups")}}));
  return {};
}

Result<Attributes> poolingAttributes(OpExportContext& c) {
  const FieldValues& v = c.attributes();
  Attributes attributes{{"kernel_shape", v.list("kernel")}, {"strides", v.list("stride")}, {"pads", v.list("padding")}};
  if (!v.boolean("ceil_mode")) return attributes;
  if (c.writer().opset() < 10) return unsupported("a pooling that rounds up needs opset 10");
  attributes.push_back({"ceil_mode", std::int64_t{1}});
  return attributes;
}

Status maxPool(OpExportContext& c) {
  FOVEA_TRY(const Attributes attributes, poolingAttributes(c));
  if (c.wanted(1)) return unsupported("the positions of a maximum pooling");
  c.give(c.writer().one("MaxPool", {c.in(0)}, attributes));
  return {};
}

Status averagePool(OpExportContext& c) {
  FOVEA_TRY(Attributes attributes, poolingAttributes(c));
  attributes.push_back({"count_include_pad", std::int64_t{c.attributes().boolean("count_include_padding") ? 1 : 0}});
  c.give(c.writer().one("AveragePool", {c.in(0)}, attributes));
  return {};
}

// Parts of equal size are windows.
OpExporter adaptive(std::string op, std::string onnx) {
  return {std::move(op), [onnx = std::move(onnx)](OpExportContext& c) -> Status {
            const List& size = c.attributes().list("size");
            const Shape x = c.type().shape;
            List kernel;
            for (std::size_t i = 0; i < size.size(); ++i) {
              const std::int64_t extent = x[static_cast<int>(i) + 2];
              if (extent % size[i] != 0) return unsupported("an adaptive pooling into parts of different sizes");
              kernel.push_back(extent / size[i]);
            }
            c.give(c.writer().one(onnx, {c.in(0)}, {{"kernel_shape", kernel}, {"strides", kernel}}));
            return {};
          }};
}

Status pad(OpExportContext& c) {
  OnnxGraphWriter& w = c.writer();
  const FieldValues& v = c.attributes();
  const List& sides = v.list("padding");
  const auto half = static_cast<std::ptrdiff_t>(sides.size() / 2);
  List all{0, 0};
  all.insert(all.end(), sides.begin(), sides.begin() + half);
  all.insert(all.end(), {0, 0});
  all.insert(all.end(), sides.begin() + half, sides.end());
  const std::string mode = v.text("mode") == "replicate" ? "edge" : v.text("mode");
  if (w.opset() < 11) {
    c.give(w.one("Pad", {c.in(0)}, {{"mode", mode}, {"pads", all}, {"value", v.real("value")}}));
  } else {
    c.give(w.one("Pad", {c.in(0), w.wholes(all), w.number(c.type().dtype, v.real("value"))}, {{"mode", mode}}));
  }
  return {};
}

// The inputs of a Resize from X on: scales where they give the extents exactly, or else the extents themselves, behind
// those of samples and channels. A rounded scale times the extent may be rounded down to one place less.
std::vector<std::string> resizeInputs(OpExportContext& c) {
  OnnxGraphWriter& w = c.writer();
  const Shape x = c.type().shape, y = c.outputType().shape;
  Tensor scales = Tensor::make({DataType::Float32, Shape{x.rank()}});
  bool exact = true;
  for (int axis = 0; axis < x.rank(); ++axis) {
    float& scale = scales.data<float>()[axis];
    scale = axis < 2 ? 1 : static_cast<float>(y[axis]) / static_cast<float>(x[axis]);
    exact = exact &&
            (axis < 2 || static_cast<double>(scale) * static_cast<double>(x[axis]) == static_cast<double>(y[axis]));
  }
  const auto nothing = [&](const char* name) { return w.tensor(name, Tensor::zeros({DataType::Float32, Shape{0}})); };
  if (exact) return {c.in(0), nothing("no_region"), w.tensor("scales", scales)};
  const std::string kept = w.slice(w.one("Shape", {c.in(0)}), 0, 0, 2);
  const std::string sizes =
      w.one("Concat", {kept, w.wholes(List(y.begin() + 2, y.end()))}, {{"axis", std::int64_t{0}}});
  return {c.in(0), nothing("no_region"), nothing("no_scales"), sizes};
}

Status resize(OpExportContext& c) {
  OnnxGraphWriter& w = c.writer();
  const FieldValues& v = c.attributes();
  if (w.opset() < 11) return unsupported("resizing needs opset 11");
  const std::string alignment = v.text("alignment");
  Attributes attributes{{"mode", v.text("mode")}, {"coordinate_transformation_mode", alignment}};
  if (v.text("mode") == "nearest")
    // Fovea's floor((i + 1/2) D/O) equals (i + 1/2) D/O - 1/2, rounded with ties up.
    attributes.push_back({"nearest_mode", std::string(alignment == "asymmetric" ? "floor" : "round_prefer_ceil")});
  c.give(w.one("Resize", resizeInputs(c), attributes));
  return {};
}

Status localResponse(OpExportContext& c) {
  const FieldValues& v = c.attributes();
  if (v.boolean("within_channels")) return unsupported("local response within channels");
  c.give(c.writer().one(
      "LRN", {c.in(0)},
      {{"size", v.integer("size")}, {"alpha", v.real("alpha")}, {"beta", v.real("beta")}, {"bias", v.real("offset")}}));
  return {};
}

}  // namespace

OpExporters windowsExporters() {
  return {
      {"conv2d", convolution},
      {"conv3d", convolution},
      {"conv2d_backward_data", transposedConvolution},
      {"conv3d_backward_data", transposedConvolution},
      {"max_pool2d", maxPool},
      {"max_pool3d", maxPool},
      {"average_pool2d", averagePool},
      {"average_pool3d", averagePool},
      adaptive("adaptive_average_pool", "AveragePool"),
      adaptive("adaptive_max_pool", "MaxPool"),
      {"pad", pad},
      {"resize", resize},
      {"local_response_norm", localResponse},
  };
}

}  // namespace fovea
