// An ONNX operator declares the versions and attributes that it supports, and rejects others by name.

#include "core/exchange/onnx/onnx_import.h"
#include "core/exchange/onnx/operator_table.h"
#include "tests/core/exchange/onnx_support.h"

namespace fovea::testing_onnx {
namespace {

using Whole = std::int64_t;

// Returns why y = op(x) of a matrix [2, 2] is rejected; empty if it is not.
std::string refusal(const std::string& op, std::vector<OnnxAttribute> attributes, std::int64_t opset,
                    std::size_t inputs = 1) {
  const OnnxTensor x{"x", OnnxElement::Float, Tensor::zeros({DataType::Float32, Shape{2, 2}})};
  const auto model = modelOf({info("x", OnnxElement::Float, {2, 2})},
                             {node(op, std::vector<std::string>(inputs, "x"), {"y"}, std::move(attributes))},
                             {info("y", OnnxElement::Float, {2, 2})}, {}, opset);
  const auto translation = translateOnnx(model, {&x, 1});
  return translation.program.ok() ? "" : translation.program.error().message;
}

TEST(OnnxVersions, AreRefusedBeyondTheNewestKnownOpset) {
  EXPECT_EQ(refusal("Relu", {}, 14), "");
  EXPECT_EQ(refusal("Relu", {}, newestKnownOpset("")), "");
  EXPECT_EQ(refusal("Relu", {}, newestKnownOpset("") + 1),
            "unsupported Relu: its meaning of opset 29 is not known, only those up to 28");
}

TEST(OnnxVersions, AreRefusedFromAChangeThatIsNotImplemented) {
  const OnnxOperator changed{"Frob", nullptr, {13, {}, 19}};
  EXPECT_TRUE(checkOnnxVersion(changed, 18).ok());
  EXPECT_EQ(checkOnnxVersion(changed, 19).error().message, "its meaning of opset 19 is not known, only those up to 18");
  EXPECT_EQ(checkOnnxVersion(changed, 23).error().message, "its meaning of opset 19 is not known, only those up to 18");
}

TEST(OnnxVersions, HoldForEveryOperatorOfTheTable) {
  for (const OnnxOperator& entry : allOnnxOperators()) {
    EXPECT_GE(entry.meaning.since, 1) << entry.name;
    EXPECT_LE(entry.meaning.since, newestKnownOpset(entry.domain)) << entry.name;
    EXPECT_TRUE(entry.meaning.unknownFrom == 0 || entry.meaning.unknownFrom > entry.meaning.since) << entry.name;
    EXPECT_FALSE(checkOnnxVersion(entry, newestKnownOpset(entry.domain) + 1).ok()) << entry.name;
  }
}

TEST(OnnxAttributes, AreRefusedByNameWhereTheyAreNotRead) {
  EXPECT_EQ(refusal("Relu", {{"slope", 0.5}}, 17), "unsupported Relu: the attribute slope is not known");
  EXPECT_EQ(refusal("Relu", {{"consumed_inputs", std::vector<Whole>{0}}}, 5), "");
}

// Before opset 7 these attributes aligned the second value
// with the first; in newer models they are undefined.
TEST(OnnxAttributes, AreRefusedAfterTheOpsetThatDroppedThem) {
  EXPECT_EQ(refusal("Add", {{"axis", Whole{0}}, {"broadcast", Whole{1}}}, 6, 2), "");
  EXPECT_EQ(refusal("Add", {{"axis", Whole{0}}, {"broadcast", Whole{1}}}, 13, 2),
            "unsupported Add: the attribute axis is of opset 6 and before");
}

TEST(OnnxAttributes, MayBeKnownWithOneValueOnly) {
  OnnxNode given = node("Frob", {"x"}, {"y"}, {{"mode", Whole{1}}, {"gaps", std::vector<Whole>{1, 1}}});
  const OnnxKnownAttributes known{attributeOnlyAs(Whole{1}, "mode"), attributeOnlyAs(Whole{1}, "gaps")};
  EXPECT_TRUE(checkOnnxAttributes(known, given, 17).ok());
  given.attributes[1].value = std::vector<Whole>{1, 2};
  EXPECT_EQ(checkOnnxAttributes(known, given, 17).error().message, "the attribute gaps is only known as 1");
}

// A layer that ignored an attribute of the node would compute something else, so the node becomes ops.
TEST(OnnxAttributes, MakeOpsOfWhatALayerDoesNotHeed) {
  const auto types = [](std::vector<OnnxAttribute> attributes) {
    const auto model =
        modelOf({info("x", OnnxElement::Float, {-1, 4})}, {node("Selu", {"x"}, {"y"}, std::move(attributes))},
                {info("y", OnnxElement::Float, {-1, 4})}, {}, 17);
    ExchangeReport report;
    const auto read = importOnnx(model, cpu(), report, {});
    EXPECT_TRUE(read.ok()) << read.error().text();
    EXPECT_GE(report.difference, 0);
    EXPECT_LT(report.difference, 1e-6);
    return read.ok() ? read->network.layers().at(1).type : "";
  };
  EXPECT_EQ(types({}), "selu");
  EXPECT_NE(types({{"alpha", 3.0}}), "selu");
}

}  // namespace
}  // namespace fovea::testing_onnx
