#include "core/exchange/pytorch/pytorch_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <functional>
#include <map>

#include "core/ops/pointwise.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;
using Writer = std::function<PyTorchLayer(const PyTorchRequest&)>;

// −k means k times the number of samples, which is taken from the network's input.
std::string extents(const List& shape) {
  std::vector<std::string> words;
  for (const std::int64_t extent : shape)
    words.push_back(extent < 0 ? fmt::format("{} * x.shape[0]", -extent) : fmt::format("{}", extent));
  return fmt::format("({},)", fmt::join(words, ", "));
}

std::string numberText(double value) {
  if (std::isfinite(value)) return fmt::format("{}", value);
  return fmt::format("float(\"{}\")", std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

// PyTorch takes a number without a point for a whole one, and makes tensors of whole numbers of it.
std::string realText(double value) {
  const std::string text = numberText(value);
  return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
}

// A program as one expression; values read several times are named where they are first read.
class Formula {
 public:
  Formula(const PointwiseProgram& program, const PyTorchRequest& request)
      : program_(program), r_(request), reads_(static_cast<std::size_t>(program.registers())), named_(reads_.size()) {
    for (const PointwiseInstruction& instruction : program.instructions)
      for (int i = 0; i < operandCount(instruction.code); ++i)
        ++reads_[static_cast<std::size_t>(instruction.operands[static_cast<std::size_t>(i)])];
  }

  std::string of(int reg) {
    if (program_.isInput(reg)) return r_.inputs[static_cast<std::size_t>(reg)];
    const auto index = static_cast<std::size_t>(reg);
    const std::string name = fmt::format("{}_r{}", r_.name, reg);
    if (named_[index]) return name;
    const PointwiseInstruction& instruction = program_.producer(reg);
    if (instruction.code == PointwiseCode::Constant)
      return fmt::format("torch.tensor({})", numberText(instruction.value));
    std::vector<std::string> a;
    for (int i = 0; i < operandCount(instruction.code); ++i)
      a.push_back(of(instruction.operands[static_cast<std::size_t>(i)]));
    const std::string text = word(instruction.code, a);
    if (reads_[index] < 2) return text;
    named_[index] = true;
    return fmt::format("({} := {})", name, text);
  }

 private:
  std::string word(PointwiseCode code, const std::vector<std::string>& a) const {
    static const std::map<PointwiseCode, const char*> infix = {{PointwiseCode::Add, "+"},
                                                               {PointwiseCode::Subtract, "-"},
                                                               {PointwiseCode::Multiply, "*"},
                                                               {PointwiseCode::Divide, "/"}};
    static const std::map<PointwiseCode, const char*> comparisons = {
        {PointwiseCode::Less, "<"}, {PointwiseCode::LessEqual, "<="}, {PointwiseCode::Equal, "=="}};
    static const std::map<PointwiseCode, const char*> functions = {{PointwiseCode::Minimum, "minimum"},
                                                                   {PointwiseCode::Maximum, "maximum"},
                                                                   {PointwiseCode::Power, "pow"},
                                                                   {PointwiseCode::Negate, "neg"},
                                                                   {PointwiseCode::Absolute, "abs"},
                                                                   {PointwiseCode::Sign, "sign"},
                                                                   {PointwiseCode::Square, "square"},
                                                                   {PointwiseCode::SquareRoot, "sqrt"},
                                                                   {PointwiseCode::Reciprocal, "reciprocal"},
                                                                   {PointwiseCode::ReciprocalSquareRoot, "rsqrt"},
                                                                   {PointwiseCode::Exponential, "exp"},
                                                                   {PointwiseCode::ExponentialMinusOne, "expm1"},
                                                                   {PointwiseCode::Logarithm, "log"},
                                                                   {PointwiseCode::LogarithmOfOnePlus, "log1p"},
                                                                   {PointwiseCode::Tanh, "tanh"},
                                                                   {PointwiseCode::Sigmoid, "sigmoid"},
                                                                   {PointwiseCode::Erf, "erf"},
                                                                   {PointwiseCode::Sine, "sin"},
                                                                   {PointwiseCode::Cosine, "cos"},
                                                                   {PointwiseCode::Floor, "floor"}};
    if (const auto found = infix.find(code); found != infix.end())
      return fmt::format("({} {} {})", a[0], found->second, a[1]);
    if (const auto found = comparisons.find(code); found != comparisons.end())
      return fmt::format("({} {} {}).to({}.dtype)", a[0], found->second, a[1], r_.inputs[0]);
    if (code == PointwiseCode::Select) return fmt::format("torch.where({} != 0, {}, {})", a[0], a[1], a[2]);
    return fmt::format("torch.{}({})", functions.at(code), fmt::join(a, ", "));
  }

  const PointwiseProgram& program_;
  const PyTorchRequest& r_;
  std::vector<int> reads_;
  std::vector<bool> named_;
};

PyTorchLayer constant(const PyTorchRequest& r) {
  const FieldValues& p = r.layer.parameters;
  const std::string kind = p.text("kind");
  List shape = p.list("shape");
  PyTorchLayer code;
  if (kind == "value") {
    code.expression = fmt::format("torch.full({}, {}, device=x.device)", extents(shape), realText(p.real("value")));
  } else if (kind == "positions") {
    code.expression = fmt::format("torch.tensor([{}], device=x.device).reshape({})", fmt::join(p.list("numbers"), ", "),
                                  extents(shape));
  } else {
    code = {fmt::format("nn.ParameterDict({{\"value\": torch.zeros({})}})", extents(shape)),
            fmt::format("self.{}[\"value\"]", r.name)};
  }
  shape.insert(shape.begin(), -1);
  if (p.boolean("for_each_sample")) code.expression += fmt::format(".expand({})", extents(shape));
  return code;
}

PyTorchLayer layerNorm(const PyTorchRequest& r) {
  const FieldValues& p = r.layer.parameters;
  const Shape& x = r.shapes[0];
  const std::string epsilon = numberText(p.real("epsilon")), affine = pythonTruth(p.boolean("affine"));
  if (p.text("over") == "sample")
    return {fmt::format("nn.GroupNorm(1, {}, eps={}, affine={})", x[1], epsilon, affine),
            fmt::format("self.{}({})", r.name, r.inputs[0])};
  const bool places = x.rank() > 3;  // over the channels, which PyTorch requires last
  std::string input = r.inputs[0], back;
  if (places) {
    input = fmt::format("{}.movedim(1, -1)", input);
    back = ".movedim(-1, 1)";
  }
  return {
      fmt::format("nn.LayerNorm({}, eps={}, elementwise_affine={})", places ? x[1] : x[x.rank() - 1], epsilon, affine),
      fmt::format("self.{}({}){}", r.name, input, back)};
}

PyTorchLayer scaleBias(const PyTorchRequest& r) {
  const FieldValues& p = r.layer.parameters;
  if (!p.boolean("learned"))
    return {"", fmt::format("{} * {} + {}", r.inputs[0], numberText(p.real("scale")), numberText(p.real("bias")))};
  List shape(static_cast<std::size_t>(r.shapes[0].rank()) - 1, 1);
  shape[0] = r.shapes[0][1];
  return {fmt::format("nn.ParameterDict({{\"weight\": torch.ones({0}), \"bias\": torch.zeros({0})}})", r.shapes[0][1]),
          fmt::format("{0} * self.{1}[\"weight\"].reshape({2}) + self.{1}[\"bias\"].reshape({2})", r.inputs[0], r.name,
                      extents(shape))};
}

PyTorchLayer product(const PyTorchRequest& r, const char* first, const char* second) {
  const FieldValues& p = r.layer.parameters;
  return {"", fmt::format("torch.matmul({}{}, {}{})", r.inputs[0], p.boolean(first) ? ".mT" : "", r.inputs[1],
                          p.boolean(second) ? ".mT" : "")};
}

Writer reduction(const char* function) {
  return [function](const PyTorchRequest& r) {
    List axes = r.layer.parameters.list("axes");
    if (axes.empty())
      for (int axis = 0; axis < r.shapes[0].rank(); ++axis) axes.push_back(axis);
    const bool keep = r.layer.parameters.boolean("keep_dims");
    const bool all = !keep && static_cast<int>(axes.size()) == r.shapes[0].rank();
    return PyTorchLayer{"", fmt::format("torch.{}({}, dim=({},), keepdim={}){}", function, r.inputs[0],
                                        fmt::join(axes, ", "), pythonTruth(keep), all ? ".reshape(1)" : "")};
  };
}

// {0} and {1} stand for the inputs.
Writer plainForm(const char* form) {
  return [form](const PyTorchRequest& r) {
    const std::string second = r.inputs.size() > 1 ? r.inputs[1] : std::string();
    return PyTorchLayer{"", fmt::format(fmt::runtime(form), r.inputs[0], second)};
  };
}

const std::map<std::string, Writer>& primitiveWriters() {
  static const std::map<std::string, Writer> table = {
      {"constant", constant},
      {"layer_normalization", layerNorm},
      {"scale_bias", scaleBias},
      {"matrix_product", [](const auto& r) { return product(r, "transpose_first", "transpose_second"); }},
      {"op_matmul", [](const auto& r) { return product(r, "transpose_a", "transpose_b"); }},
      {"op_reduce_mean", reduction("mean")},
      {"op_reduce_sum", reduction("sum")},
      {"op_reduce_max", reduction("amax")},
      {"op_add", plainForm("{0} + {1}")},
      {"op_subtract", plainForm("{0} - {1}")},
      {"op_multiply", plainForm("{0} * {1}")},
      {"op_divide", plainForm("{0} / {1}")},
      {"op_power", plainForm("torch.pow({0}, {1})")},
      {"op_maximum", plainForm("torch.maximum({0}, {1})")},
      {"op_minimum", plainForm("torch.minimum({0}, {1})")},
      {"op_absolute", plainForm("torch.abs({0})")},
      {"op_negate", plainForm("-{0}")},
      {"op_square", plainForm("torch.square({0})")},
      {"op_square_root", plainForm("torch.sqrt({0})")},
      {"op_exponential", plainForm("torch.exp({0})")},
      {"op_logarithm", plainForm("torch.log({0})")},
      {"op_softmax", plainForm("torch.softmax({0}, 1)")},
      {"op_embedding", plainForm("functional.embedding({1}.long(), {0})")},
      {"op_permute",
       [](const auto& r) {
         return PyTorchLayer{
             "", fmt::format("{}.permute({})", r.inputs[0], fmt::join(r.layer.parameters.list("order"), ", "))};
       }},
      {"op_reshape",
       [](const auto& r) {
         return PyTorchLayer{"", fmt::format("{}.reshape({})", r.inputs[0], extents(r.layer.parameters.list("shape")))};
       }},
      {"op_broadcast_to",
       [](const auto& r) {
         return PyTorchLayer{
             "", fmt::format("torch.broadcast_to({}, {})", r.inputs[0], extents(r.layer.parameters.list("shape")))};
       }},
      {"op_cast",
       [](const auto& r) {
         const std::string to = r.layer.parameters.text("to");
         const char* type = to == "f64" ? "float64" : to == "f16" ? "float16" : to == "bf16" ? "bfloat16" : "float32";
         return PyTorchLayer{"", fmt::format("{}.to(torch.{})", r.inputs[0], type)};
       }},
  };
  return table;
}

}  // namespace

std::optional<PyTorchLayer> pyTorchPrimitive(const PyTorchRequest& request) {
  if (request.layer.type == "op_fused_pointwise" && request.outputs.size() == 1) {
    const auto program = parsePointwise(request.layer.parameters.text("program"));
    if (!program.ok()) return {};
    return PyTorchLayer{"", Formula(*program, request).of(program->outputs[0])};
  }
  const auto found = primitiveWriters().find(request.layer.type);
  return found == primitiveWriters().end() ? std::nullopt : std::optional(found->second(request));
}

}  // namespace fovea
