// Exports elementwise ops: those that ONNX has by name, and all others instruction by instruction.
#include <cmath>

#include "core/exchange/onnx/node_context.h"
#include "core/exchange/onnx/op_export.h"
#include "core/ops/pointwise.h"

namespace fovea {
namespace {

using Attributes = std::vector<OnnxAttribute>;

OpExporter named(std::string op, std::string onnx, std::function<Attributes(const FieldValues&)> attributes = nullptr) {
  return {std::move(op), [onnx = std::move(onnx), attributes = std::move(attributes)](OpExportContext& c) -> Status {
            c.give(c.writer().one(onnx, c.inputs(), attributes ? attributes(c.attributes()) : Attributes{}));
            return {};
          }};
}

Status relu6(OpExportContext& c) {
  OnnxGraphWriter& w = c.writer();
  if (w.opset() < 11) {
    c.give(w.one("Clip", {c.in(0)}, {{"min", 0.0}, {"max", 6.0}}));
  } else {
    const DataType type = c.type().dtype;
    c.give(w.one("Clip", {c.in(0), w.number(type, 0), w.number(type, 6)}));
  }
  return {};
}

// Writes instructions as nodes. Comparisons produce booleans, which are numbers in a program.
class ProgramWriter {
 public:
  ProgramWriter(OpExportContext& context, const PointwiseProgram& program)
      : w_(context.writer()), type_(context.type().dtype), names_(context.inputs()) {
    for (const PointwiseInstruction& instruction : program.instructions) names_.push_back(write(instruction));
  }
  const std::string& name(int reg) const { return names_[static_cast<std::size_t>(reg)]; }

 private:
  std::string operand(const PointwiseInstruction& i, std::size_t k) const { return name(i.operands[k]); }
  std::string truth(const std::string& value) {
    return w_.one("Cast", {value}, {{"to", std::int64_t{type_ == DataType::Float64 ? 11 : 1}}});
  }
  std::string minusOne(const std::string& x) { return w_.one("Sub", {x, w_.number(type_, 1)}); }

  std::string compared(const PointwiseInstruction& i) {
    const std::string a = operand(i, 0), b = operand(i, 1);
    switch (i.code) {
      case PointwiseCode::Less:
        return truth(w_.one("Less", {a, b}));
      case PointwiseCode::LessEqual:  // LessOrEqual exists only since opset 12
        return truth(w_.one("Or", {w_.one("Less", {a, b}), equalTo(a, b)}));
      default:
        return truth(equalTo(a, b));
    }
  }
  // Equal supports real numbers since opset 11; before, uses that neither is less.
  std::string equalTo(const std::string& a, const std::string& b) {
    if (w_.opset() >= 11) return w_.one("Equal", {a, b});
    return w_.one("Not", {w_.one("Or", {w_.one("Less", {a, b}), w_.one("Less", {b, a})})});
  }
  std::string selected(const PointwiseInstruction& i) {
    const std::string is = w_.one("Cast", {operand(i, 0)}, {{"to", std::int64_t{9}}});
    return w_.one("Where", {is, operand(i, 1), operand(i, 2)});
  }

  std::string write(const PointwiseInstruction& i) {
    static const std::map<PointwiseCode, const char*> same = {
        {PointwiseCode::Add, "Add"},         {PointwiseCode::Subtract, "Sub"},
        {PointwiseCode::Multiply, "Mul"},    {PointwiseCode::Divide, "Div"},
        {PointwiseCode::Minimum, "Min"},     {PointwiseCode::Maximum, "Max"},
        {PointwiseCode::Power, "Pow"},       {PointwiseCode::Negate, "Neg"},
        {PointwiseCode::Absolute, "Abs"},    {PointwiseCode::Sign, "Sign"},
        {PointwiseCode::SquareRoot, "Sqrt"}, {PointwiseCode::Reciprocal, "Reciprocal"},
        {PointwiseCode::Exponential, "Exp"}, {PointwiseCode::Logarithm, "Log"},
        {PointwiseCode::Tanh, "Tanh"},       {PointwiseCode::Sigmoid, "Sigmoid"},
        {PointwiseCode::Erf, "Erf"},         {PointwiseCode::Sine, "Sin"},
        {PointwiseCode::Cosine, "Cos"},      {PointwiseCode::Floor, "Floor"}};
    if (const auto found = same.find(i.code); found != same.end()) {
      std::vector<std::string> inputs;
      for (int k = 0; k < operandCount(i.code); ++k) inputs.push_back(operand(i, static_cast<std::size_t>(k)));
      return w_.one(found->second, inputs);
    }
    switch (i.code) {
      case PointwiseCode::Constant:
        return w_.number(type_, i.value);
      case PointwiseCode::Square:
        return w_.one("Mul", {operand(i, 0), operand(i, 0)});
      case PointwiseCode::ReciprocalSquareRoot:
        return w_.one("Reciprocal", {w_.one("Sqrt", {operand(i, 0)})});
      case PointwiseCode::ExponentialMinusOne:
        return minusOne(w_.one("Exp", {operand(i, 0)}));
      case PointwiseCode::LogarithmOfOnePlus:
        return w_.one("Log", {w_.one("Add", {operand(i, 0), w_.number(type_, 1)})});
      case PointwiseCode::Select:
        return selected(i);
      default:
        return compared(i);
    }
  }

  OnnxGraphWriter& w_;
  DataType type_;
  std::vector<std::string> names_;
};

}  // namespace

Status exportPointwise(OpExportContext& context, const PointwiseProgram& program) {
  const ProgramWriter writer(context, program);
  for (const int reg : program.outputs) {
    // Copies a value under a second name if the first belongs to another op.
    const bool own = !program.isInput(reg);
    context.give(own ? writer.name(reg) : context.writer().one("Identity", {writer.name(reg)}));
  }
  return {};
}

OpExporters elementwiseExporters() {
  return {
      named("relu", "Relu"),
      named("sigmoid", "Sigmoid"),
      named("tanh", "Tanh"),
      named("softsign", "Softsign"),
      named("exponential", "Exp"),
      named("logarithm", "Log"),
      named("square_root", "Sqrt"),
      named("absolute", "Abs"),
      named("negate", "Neg"),
      named("add", "Add"),
      named("subtract", "Sub"),
      named("multiply", "Mul"),
      named("divide", "Div"),
      named("power", "Pow"),
      named("maximum", "Max"),
      named("minimum", "Min"),
      named("prelu", "PRelu"),
      named("selu", "Selu"),
      named("elu", "Elu",
            [](const FieldValues& v) {
              return Attributes{{"alpha", v.real("alpha")}};
            }),
      named("leaky_relu", "LeakyRelu",
            [](const FieldValues& v) {
              return Attributes{{"alpha", v.real("slope")}};
            }),
      named("hard_sigmoid", "HardSigmoid",
            [](const FieldValues&) {
              return Attributes{{"alpha", 1.0 / 6}, {"beta", 0.5}};
            }),
      {"relu6", relu6},
  };
}

}  // namespace fovea
