// Every ONNX operator gets unexpected inputs and attributes: too few and too many inputs, empty values, other shapes
// and types, attributes of other kinds. Each is computed or refused with a message; none ends the program.
#include <random>

#include "core/exchange/onnx/operator_table.h"
#include "tests/core/exchange/onnx_node_support.h"

namespace fovea::testing_onnx {
namespace {

class OddNodes {
 public:
  explicit OddNodes(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_); }

  OnnxTensor value(std::size_t i) {
    static const std::vector<Shape> shapes{Shape{},        Shape{1},          Shape{2},    Shape{4},   Shape{2, 3},
                                           Shape{3, 3},    Shape{0},          Shape{2, 0}, Shape{5},   Shape{2, 3, 4},
                                           Shape{1, 2, 4}, Shape{1, 2, 4, 4}, Shape{1, 1}, Shape{1, 4}};
    static const std::vector<OnnxElement> elements{
        OnnxElement::Float,    OnnxElement::Float, OnnxElement::Float,     OnnxElement::Int64,  OnnxElement::Int64,
        OnnxElement::Bool,     OnnxElement::Int32, OnnxElement::UInt8,     OnnxElement::Double, OnnxElement::Float16,
        OnnxElement::BFloat16, OnnxElement::Int4,  OnnxElement::Float8E5M2};
    const Shape shape = shapes[below(shapes.size())];
    std::vector<double> values;
    for (std::int64_t k = 0; k < shape.elementCount(); ++k) values.push_back(static_cast<double>(below(7)) - 2);
    if (below(8) == 0)
      for (double& number : values) number *= 1e9;
    return numbers("i" + std::to_string(i), elements[below(elements.size())], shape, values);
  }

  OnnxAttributeValue attribute() {
    const auto whole = [&] {
      return below(10) == 0 ? std::int64_t{1} << below(63) : static_cast<std::int64_t>(below(6)) - 2;
    };
    switch (below(6)) {
      case 0:
      case 1:
        return whole();
      case 2:
        return static_cast<double>(below(5)) / 2 - 1;
      case 3: {
        static const std::vector<std::string> words{"",       "max",   "SAME_UPPER", "linear",  "reflect", "LEFT",
                                                    "ij->ji", "ij,jk", "i...",       "reverse", "cubic",   "nearest"};
        return words[below(words.size())];
      }
      case 4: {
        std::vector<std::int64_t> list(below(5));
        for (std::int64_t& entry : list) entry = whole();
        return list;
      }
      default:
        return std::vector<double>(below(4), 0.5);
    }
  }

 private:
  std::mt19937 random_;
};

// Inputs that once crashed the program.
TEST(OnnxOddNodes, LackInputsOrMakeTooMuch) {
  const auto message = [](const Result<std::vector<OnnxTensor>>& outputs) {
    return outputs.ok() ? "" : outputs.error().message;
  };
  const OnnxTensor x = someFloats("x", Shape{2, 3});
  EXPECT_EQ(message(runNode("Einsum", {}, {{"equation", std::string("ij->ji")}}, 12)),
            "unsupported Einsum: it has no values");
  EXPECT_EQ(message(runNode("Gather", {x}, {}, 13)), "unsupported Gather: it has no positions");
  const auto tiled = runNode("Tile", {x, wholes("r", Shape{2}, {0x1p44, 0x1p44})}, {}, 13);
  EXPECT_EQ(message(tiled).substr(0, 17), "unsupported Tile:");
}

TEST(OnnxOddNodes, AreComputedOrRefusedInWords) {
  OddNodes odd(3);
  const auto device = cpu();
  const auto& operators = allOnnxOperators();
  int computed = 0;
  for (int i = 0; i < 40000; ++i) {
    const OnnxOperator& entry = operators[static_cast<std::size_t>(i) % operators.size()];
    std::vector<OnnxTensor> given;
    std::vector<OnnxValueInfo> inputs, outputs;
    std::vector<std::string> names;
    OnnxModel model;
    for (std::size_t k = odd.below(6); k > 0; --k) {
      if (odd.below(12) == 0) {
        names.emplace_back();
        continue;
      }
      OnnxTensor value = odd.value(given.size());
      names.push_back(value.name);
      if (odd.below(2) == 0)
        model.graph.initializers.push_back(value);
      else
        inputs.push_back(info(value.name, value.element, extentsOf(value.tensor.shape())));
      given.push_back(std::move(value));
    }
    OnnxNode made = node(entry.name, names, {"y", "z", "u"});
    made.outputs.resize(1 + odd.below(3));
    made.domain = entry.domain;
    for (const OnnxKnownAttribute& known : entry.meaning.attributes)
      if (odd.below(3) == 0) made.attributes.push_back({known.name, odd.attribute()});
    for (const std::string& output : made.outputs) outputs.push_back(info(output, OnnxElement::Undefined, {}));
    model.opsets[entry.domain] =
        static_cast<std::int64_t>(1 + odd.below(static_cast<std::size_t>(newestKnownOpset(entry.domain))));
    model.graph.nodes = {made};
    model.graph.inputs = inputs;
    model.graph.outputs = outputs;
    OnnxProgramOptions options;
    options.mostElements = 1 << 16;
    SCOPED_TRACE(entry.name);
    const OnnxRun run = runOnnx(model, given, device, options);
    computed += run.outputs.ok() ? 1 : 0;
    ASSERT_TRUE(run.outputs.ok() || !run.outputs.error().message.empty()) << entry.name;
  }
  EXPECT_GT(computed, 1000);
}

}  // namespace
}  // namespace fovea::testing_onnx
