// ONNX operators on numbers: bits, running products, norms, gates, determinants.
#include "tests/core/exchange/onnx_node_support.h"

namespace fovea::testing_onnx {
namespace {

using List = std::vector<std::int64_t>;
TEST(OnnxBits, AreThoseOfTwosComplement) {
  const std::vector<std::pair<OnnxElement, std::int64_t>> types{{OnnxElement::UInt8, 0},
                                                                {OnnxElement::Int8, -128},
                                                                {OnnxElement::Int32, -2147483648LL},
                                                                {OnnxElement::Int64, -(1LL << 52)}};
  for (const auto& [element, least] : types) {
    std::vector<std::int64_t> a{0, 1, 5, 127, 100}, b{0, 3, 4, 85, 127};
    if (least < 0) {
      a.insert(a.end(), {-1, -1, -7, least, least});
      b.insert(b.end(), {-1, 9, -2, -1, 127});
    }
    const auto count = static_cast<std::int64_t>(a.size());
    const OnnxTensor x = numbers("x", element, Shape{count}, {a.begin(), a.end()}),
                     y = numbers("y", element, Shape{count}, {b.begin(), b.end()});
    const auto run = [&](const char* op) { return numbersOfNode(runNode(op, {x, y}, {}, 18), Shape{count}); };
    const auto both = run("BitwiseAnd"), any = run("BitwiseOr"), one = run("BitwiseXor");
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(both[i], static_cast<double>(a[i] & b[i])) << onnxElementName(element) << a[i] << " " << b[i];
      EXPECT_EQ(any[i], static_cast<double>(a[i] | b[i])) << onnxElementName(element) << a[i] << " " << b[i];
      EXPECT_EQ(one[i], static_cast<double>(a[i] ^ b[i])) << onnxElementName(element) << a[i] << " " << b[i];
    }
  }
}

TEST(OnnxBits, NotTurnsEachRound) {
  expectNear(
      numbersOfNode(runNode("BitwiseNot", {numbers("x", OnnxElement::UInt16, Shape{2}, {0, 40000})}, {}, 18), Shape{2}),
      {65535, 25535});
  expectNear(
      numbersOfNode(runNode("BitwiseNot", {numbers("x", OnnxElement::Int8, Shape{2}, {0, -128})}, {}, 18), Shape{2}),
      {-1, 127});
  EXPECT_FALSE(runNode("BitwiseNot", {numbers("x", OnnxElement::UInt64, Shape{1}, {0})}, {}, 18).ok());
}

TEST(OnnxBits, BitCastReadsTheSameBitsAsAnotherType) {
  const auto as = [](OnnxElement from, double number, OnnxElement to) {
    const auto run =
        runNode("BitCast", {numbers("x", from, Shape{1}, {number})}, {{"to", static_cast<std::int64_t>(to)}}, 26);
    return run.ok() ? numbersOf(toComputed(run->at(0)))[0] : -1e99;
  };
  EXPECT_EQ(as(OnnxElement::Float, 1, OnnxElement::Int32), 0x3f800000);
  EXPECT_EQ(as(OnnxElement::UInt32, 0xc0200000, OnnxElement::Float), -2.5);
  EXPECT_EQ(as(OnnxElement::Float16, 1, OnnxElement::BFloat16), 0x1p-7);  // 0x3c00: exponent 120 - 127, no fraction
  EXPECT_TRUE(std::isnan(as(OnnxElement::Int8, -1, OnnxElement::Float8E4M3FN)));
  EXPECT_EQ(as(OnnxElement::Int8, -2, OnnxElement::Float8E4M3FN), -448);
  EXPECT_EQ(as(OnnxElement::UInt16, 65535, OnnxElement::Int16), -1);
  EXPECT_EQ(as(OnnxElement::Int64, 5, OnnxElement::UInt64), 5);
  // Numbers that need more than 53 bits are rejected instead of rounded.
  EXPECT_EQ(as(OnnxElement::Int64, -1, OnnxElement::UInt64), -1e99);
  EXPECT_EQ(as(OnnxElement::Double, 1, OnnxElement::Int64), -1e99);
  EXPECT_EQ(as(OnnxElement::Float, 1, OnnxElement::Int16), -1e99);
}

TEST(OnnxCumProd, RunsForwardsAndBackwards) {
  const OnnxTensor x = floats("x", Shape{2, 3}, {1, 2, 3, 4, 5, 6}), axis = wholes("a", Shape{}, {-1});
  const auto run = [&](std::int64_t exclusive, std::int64_t reverse) {
    return numbersOfNode(runNode("CumProd", {x, axis}, {{"exclusive", exclusive}, {"reverse", reverse}}, 26),
                         Shape{2, 3});
  };
  expectNear(run(0, 0), {1, 2, 6, 4, 20, 120});
  expectNear(run(1, 0), {1, 1, 2, 1, 4, 20});
  expectNear(run(0, 1), {6, 6, 3, 120, 30, 6});
  expectNear(run(1, 1), {6, 3, 1, 30, 6, 1});
  expectNear(numbersOfNode(runNode("CumProd", {floats("x", Shape{1}, {7}), wholes("a", Shape{}, {0})},
                                   {{"exclusive", std::int64_t{1}}}, 26),
                           Shape{1}),
             {1});
}

TEST(OnnxNormalization, TheRootOfTheMeanSquareIsTakenOut) {
  const OnnxTensor x = floats("x", Shape{2, 2}, {3, 4, 0, 0}), scale = floats("s", Shape{2}, {1, 10});
  const double root = std::sqrt(12.5 + 0.5);
  expectNear(numbersOfNode(runNode("RMSNormalization", {x, scale}, {{"epsilon", 0.5}}, 23), Shape{2, 2}),
             {3 / root, 40 / root, 0, 0});
  EXPECT_FALSE(runNode("RMSNormalization", {x, floats("s", Shape{3, 2, 2}, someNumbers(12))}, {}, 23).ok());
}

// Opset 18 has a scale per group, opset 21 has one per channel.
TEST(OnnxNormalization, GroupsHaveScalesAsTheirOpsetSays) {
  const OnnxTensor x = someFloats("x", Shape{1, 4, 3});
  const auto old = runNode("GroupNormalization", {x, floats("s", Shape{2}, {2, 3}), floats("b", Shape{2}, {5, 7})},
                           {{"num_groups", std::int64_t{2}}}, 18);
  const auto now =
      runNode("GroupNormalization", {x, floats("s", Shape{4}, {2, 2, 3, 3}), floats("b", Shape{4}, {5, 5, 7, 7})},
              {{"num_groups", std::int64_t{2}}}, 21);
  expectNear(numbersOfNode(old, Shape{1, 4, 3}), numbersOfNode(now, Shape{1, 4, 3}));
  const auto y = numbersOfNode(now, Shape{1, 4, 3});
  double mean = 0;
  for (std::size_t i = 0; i < 6; ++i) mean += y[i] / 6;
  EXPECT_NEAR(mean, 5, 1e-4);
}

TEST(OnnxGating, LetsAShareThrough) {
  const OnnxTensor x = floats("x", Shape{2}, {1, -2}), z = floats("z", Shape{2}, {10, 100});
  const auto share = [](double v, double alpha) { return v / (1 + std::exp(-alpha * v)); };
  expectNear(numbersOfNode(runNode("Swish", {x}, {{"alpha", 2.0}}, 24), Shape{2}), {share(1, 2), share(-2, 2)});
  expectNear(numbersOfNode(runNode("SwiGLU", {x, z}, {}, 28), Shape{2}), {10 * share(1, 1), 100 * share(-2, 1)});
  EXPECT_FALSE(runNode("SwiGLU", {x, floats("z", Shape{1}, {1})}, {}, 28).ok());
}

TEST(OnnxDet, EliminatesWithTheLargestPivot) {
  const auto det = [](Shape shape, std::vector<double> values, Shape result) {
    return numbersOfNode(runNode("Det", {floats("x", shape, values)}, {}, 22), result);
  };
  expectNear(det(Shape{3, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 9}, Shape{}), {-3});
  expectNear(det(Shape{2, 2, 2}, {1, 2, 2, 4, 0, 1, 1, 0}, Shape{2}), {0, -1});
  EXPECT_FALSE(runNode("Det", {floats("x", Shape{2, 3}, someNumbers(6))}, {}, 22).ok());
}

TEST(OnnxOptional, AValueThatIsThereIsItself) {
  expectNear(numbersOfNode(runNode("OptionalHasElement", {kNone}, {}, 18), Shape{}), {0});
  expectNear(numbersOfNode(runNode("OptionalHasElement", {floats("x", Shape{1}, {3})}, {}, 18), Shape{}), {1});
  expectNear(numbersOfNode(runNode("OptionalGetElement", {floats("x", Shape{1}, {3})}, {}, 18), Shape{1}), {3});
  EXPECT_FALSE(runNode("OptionalGetElement", {kNone}, {}, 18).ok());
}

TEST(OnnxFeatures, AreMadeOfNumbers) {
  const OnnxTensor x = floats("x", Shape{2, 3}, {1, 2, 3, 4, 5, 6});
  expectNear(numbersOfNode(runNode("Binarizer", {x}, {{"threshold", 3.0}}, 1, {"y"}, "ai.onnx.ml"), Shape{2, 3}),
             {0, 0, 0, 1, 1, 1});
  expectNear(
      numbersOfNode(runNode("ArrayFeatureExtractor", {x, wholes("i", Shape{2}, {2, 0})}, {}, 1, {"y"}, "ai.onnx.ml"),
                    Shape{2, 2}),
      {3, 1, 6, 4});
  EXPECT_FALSE(runNode("ArrayFeatureExtractor", {x, wholes("i", Shape{1}, {3})}, {}, 1, {"y"}, "ai.onnx.ml").ok());
}

}  // namespace
}  // namespace fovea::testing_onnx
