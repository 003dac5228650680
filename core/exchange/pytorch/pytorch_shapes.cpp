// Layers that move, split and join values.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <map>

#include "core/exchange/pytorch/pytorch_parts.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;
using Code = std::optional<PyTorchLayer>;

Code plainCode(std::string expression) {
  return PyTorchLayer{"", std::move(expression)};
}

std::string narrow(const std::string& value, std::int64_t axis, std::int64_t start, std::int64_t length) {
  return fmt::format("{}.narrow({}, {}, {})", value, axis, start, length);
}

Code reshape(const PyTorchRequest& r) {
  const Shape& y = r.outputs[0];
  return plainCode(fmt::format("{}.reshape(-1, {})", r.inputs[0], fmt::join(List(y.begin() + 1, y.end()), ", ")));
}

Code permute(const PyTorchRequest& r) {
  return plainCode(fmt::format("{}.permute(0, {})", r.inputs[0], fmt::join(r.layer.parameters.list("order"), ", ")));
}

Code padding(const PyTorchRequest& r) {
  const List before = forPlaces(r, "before"), after = forPlaces(r, "after");
  List sides;  // PyTorch starts with the last axis
  for (std::size_t i = before.size(); i-- > 0;) sides.insert(sides.end(), {before[i], after[i]});
  const std::string mode = r.layer.parameters.text("mode");
  const std::string value = mode == "constant" ? fmt::format(", value={}", r.layer.parameters.real("value")) : "";
  return plainCode(fmt::format("functional.pad({}, {}, mode=\"{}\"{})", r.inputs[0], pythonTuple(sides), mode, value));
}

Code crop(const PyTorchRequest& r) {
  const List before = forPlaces(r, "before");
  std::string code = r.inputs[0];
  for (std::size_t i = 0; i < before.size(); ++i) {
    const int axis = static_cast<int>(i) + 2;
    if (r.outputs[0][axis] != r.shapes[0][axis]) code = narrow(code, axis, before[i], r.outputs[0][axis]);
  }
  return plainCode(code);
}

Code slice(const PyTorchRequest& r) {
  const FieldValues& p = r.layer.parameters;
  return plainCode(narrow(r.inputs[0], p.integer("axis"), p.integer("start"), p.integer("length")));
}

// The assignment has one name for each part on its left side.
Code split(const PyTorchRequest& r) {
  const std::int64_t axis = r.layer.parameters.integer("axis");
  List sizes;
  for (const Shape& part : r.outputs) sizes.push_back(part[static_cast<int>(axis)]);
  return plainCode(fmt::format("torch.split({}, [{}], {}){}", r.inputs[0], fmt::join(sizes, ", "), axis,
                               sizes.size() == 1 ? "[0]" : ""));
}

Code concatenate(const PyTorchRequest& r) {
  return plainCode(fmt::format("torch.cat([{}], {})", fmt::join(r.inputs, ", "), r.layer.parameters.integer("axis")));
}

Code resize(const PyTorchRequest& r) {
  const FieldValues& p = r.layer.parameters;
  const bool nearest = p.text("mode") == "nearest";
  const std::string alignment = p.text("alignment");
  static const std::map<int, const char*> linear = {{3, "linear"}, {4, "bilinear"}, {5, "trilinear"}};
  std::string mode;
  if (nearest && alignment == "half_pixel") mode = "\"nearest-exact\"";
  if (nearest && alignment == "asymmetric") mode = "\"nearest\"";
  if (!nearest && alignment != "asymmetric")
    mode = fmt::format("\"{}\", align_corners={}", linear.at(r.shapes[0].rank()),
                       pythonTruth(alignment == "align_corners"));
  if (mode.empty()) return {};
  const Shape& y = r.outputs[0];
  return plainCode(fmt::format("functional.interpolate({}, size={}, mode={})", r.inputs[0],
                               pythonTuple(List(y.begin() + 2, y.end())), mode));
}

Code pixelShuffle(const PyTorchRequest& r) {
  return asModule(r, fmt::format("nn.PixelShuffle({})", r.layer.parameters.integer("factor")));
}

}  // namespace

std::optional<PyTorchLayer> pyTorchShape(const PyTorchRequest& request) {
  static const std::map<std::string, std::function<Code(const PyTorchRequest&)>> writers = {
      {"reshape", reshape},
      {"flatten", reshape},
      {"permute", permute},
      {"padding", padding},
      {"crop", crop},
      {"slice", slice},
      {"op_slice", slice},
      {"split", split},
      {"resize", resize},
      {"concatenate", concatenate},
      {"op_concatenate", concatenate},
      {"pixel_shuffle", pixelShuffle}};
  const auto found = writers.find(request.layer.type);
  return found == writers.end() ? std::nullopt : found->second(request);
}

}  // namespace fovea
