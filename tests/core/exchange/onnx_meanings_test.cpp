// Changes of ONNX operators in newer opsets, and their edge cases: empty axes, infinite divisors, shifts by more than
// the extent.
#include <limits>

#include "core/exchange/onnx/onnx_import.h"
#include "tests/core/exchange/onnx_node_support.h"

namespace fovea::testing_onnx {
namespace {

using List = std::vector<std::int64_t>;
using Whole = std::int64_t;
OnnxTensor scalar(const std::string& name, double value) {
  return numbers(name, OnnxElement::Int64, Shape{}, {value});
}

TEST(OnnxMeanings, BitsShiftedOutAreGoneAndTheSignStays) {
  const auto shifted = [](OnnxElement element, const char* direction, double x, double by) {
    const auto run = runNode("BitShift", {numbers("x", element, Shape{1}, {x}), numbers("s", element, Shape{1}, {by})},
                             {{"direction", std::string(direction)}}, 28);
    return numbersOfNode(run, Shape{1}).at(0);
  };
  EXPECT_EQ(shifted(OnnxElement::Int32, "RIGHT", -16, 2), -4);
  EXPECT_EQ(shifted(OnnxElement::Int32, "RIGHT", -16, -1), -1);
  EXPECT_EQ(shifted(OnnxElement::Int8, "RIGHT", -16, 8), -1);
  EXPECT_EQ(shifted(OnnxElement::Int8, "RIGHT", 16, -1), 0);
  EXPECT_EQ(shifted(OnnxElement::Int8, "LEFT", 65, 1), -126);
  EXPECT_EQ(shifted(OnnxElement::Int8, "LEFT", -4, -1), 0);
  EXPECT_EQ(shifted(OnnxElement::UInt8, "LEFT", 255, 8), 0);
  EXPECT_EQ(shifted(OnnxElement::Int64, "LEFT", 3, 62), -0x1p62);
  EXPECT_EQ(shifted(OnnxElement::UInt64, "LEFT", 3, 63), 0x1p63);
}

TEST(OnnxMeanings, TheRestOfAFloatDivisionHasTheSignOfItsDivisor) {
  const auto rest = [](double a, double b, Whole fmod) {
    return numbersOfNode(runNode("Mod", {floats("a", Shape{1}, {a}), floats("b", Shape{1}, {b})}, {{"fmod", fmod}}, 28),
                         Shape{1})
        .at(0);
  };
  EXPECT_NEAR(rest(-4.3, 2.1, 0), 2.0, 1e-6);
  EXPECT_NEAR(rest(-4.3, 2.1, 1), -0.1, 1e-6);
  EXPECT_EQ(rest(2, kInfinity, 0), 2);
  EXPECT_EQ(rest(-2, kInfinity, 0), kInfinity);
  EXPECT_EQ(rest(-2, kInfinity, 1), -2);
  EXPECT_TRUE(std::isnan(rest(2, 0, 0)));
  EXPECT_TRUE(std::isnan(rest(kInfinity, 3, 0)));
  EXPECT_TRUE(std::signbit(rest(4, -2, 0)));
  EXPECT_FALSE(std::signbit(rest(-4, 2, 0)));
  EXPECT_TRUE(std::signbit(rest(-4, 2, 1)));
  EXPECT_EQ(rest(1e9, 3, 0), 1);  // 10^9 is exact in f32, and 333333333 · 3 is one less
}

TEST(OnnxMeanings, AnEmptyAxisIsReducedToWhatChangesNothing) {
  const OnnxTensor x = floats("x", Shape{2, 0, 3}, {}), axes = wholes("axes", Shape{1}, {1});
  const auto reduced = [&](const char* op) {
    return numbersOfNode(runNode(op, {x, axes}, {}, 20), Shape{2, 1, 3}).at(5);
  };
  EXPECT_EQ(reduced("ReduceProd"), 1);
  EXPECT_EQ(reduced("ReduceSum"), 0);
  EXPECT_EQ(reduced("ReduceMax"), -kInfinity);
  EXPECT_EQ(reduced("ReduceMin"), kInfinity);
  EXPECT_EQ(reduced("ReduceLogSumExp"), -kInfinity);
  const OnnxTensor bytes = numbers("x", OnnxElement::UInt8, Shape{2, 0, 3}, {});
  EXPECT_EQ(numbersOfNode(runNode("ReduceMin", {bytes, axes}, {{"keepdims", Whole{0}}}, 20), Shape{2, 3}).at(0), 255);
}

TEST(OnnxMeanings, NoAxesReduceAllOrNothing) {
  const OnnxTensor x = floats("x", Shape{2, 2}, {1, 2, 3, 4});
  expectNear(numbersOfNode(runNode("ReduceSum", {x}, {{"keepdims", Whole{0}}}, 18), Shape{}), {10});
  expectNear(numbersOfNode(runNode("ReduceSumSquare", {x}, {{"noop_with_empty_axes", Whole{1}}}, 18), Shape{2, 2}),
             {1, 4, 9, 16});
}

TEST(OnnxMeanings, MeansOfWholeNumbersAreWhole) {
  const auto y = runNode("ReduceMean", {wholes("x", Shape{2}, {1, 2})}, {}, 18);
  expectNear(numbersOfNode(y, Shape{1}), {1});
}

TEST(OnnxMeanings, TheNormOfZerosLeavesThem) {
  const OnnxTensor x = floats("x", Shape{2, 2}, {3, 4, 0, 0});
  for (const Whole p : {1, 2}) {
    const auto y = numbersOfNode(runNode("LpNormalization", {x}, {{"p", p}}, 22), Shape{2, 2});
    EXPECT_EQ(y[2], 0);
    EXPECT_NEAR(y[1], p == 1 ? 4.0 / 7 : 0.8, 1e-6);
  }
}

// 0.4798 lies between the bf16 numbers 0.478515625 and 0.48046875; 1 + 2^-8 lies exactly between two, of which 1 is
// even.
TEST(OnnxMeanings, ACastToBFloat16RoundsHalvesToEven) {
  const OnnxTensor x = floats("x", Shape{4}, {0.4798, 1 + 0x1p-8, 1 + 0x3p-8, -0.4798});
  const auto cast = [&](Whole opset) {
    return numbersOfNode(runNode("Cast", {x}, {{"to", Whole{16}}}, opset), Shape{4});
  };
  for (const Whole opset : {13, 19, 28})
    EXPECT_EQ(cast(opset), (std::vector<double>{0.48046875, 1, 1 + 0x1p-6, -0.48046875}));
  const OnnxTensor like = numbers("like", OnnxElement::BFloat16, Shape{1}, {0});
  EXPECT_EQ(numbersOfNode(runNode("CastLike", {x, like}, {}, 19), Shape{4})[0], 0.48046875);
}

// 256 + 1 is not a bf16 number, so the next node gets 256.
TEST(OnnxMeanings, NumbersOf16BitsHaveTheirDigitsAfterEachNode) {
  const auto element = OnnxElement::BFloat16;
  const auto model =
      modelOf({info("x", element, {1}), info("one", element, {1})},
              {node("Add", {"x", "one"}, {"s"}), node("Sub", {"s", "x"}, {"y"})}, {info("y", element, {1})}, {}, 14);
  const std::vector<OnnxTensor> given{numbers("x", element, Shape{1}, {256}), numbers("one", element, Shape{1}, {1})};
  const auto run = runOnnx(model, given, cpu());
  EXPECT_EQ(numbersOfNode(run.outputs, Shape{1}).at(0), 0);
}

TEST(OnnxMeanings, MeansOverWindowsWithGapsCountWhatTheyHold) {
  const OnnxTensor x = floats("x", Shape{1, 1, 5}, {1, 2, 3, 4, 5});
  const auto pooled = [&](std::vector<OnnxAttribute> more, Whole count) {
    std::vector<OnnxAttribute> all{{"kernel_shape", List{2}}, {"dilations", List{2}}};
    all.insert(all.end(), more.begin(), more.end());
    return numbersOfNode(runNode("AveragePool", {x}, all, 22), Shape{1, 1, count});
  };
  expectNear(pooled({}, 3), {2, 3, 4});
  expectNear(pooled({{"pads", List{1, 1}}}, 5), {2, 2, 3, 4, 4});
  expectNear(pooled({{"pads", List{1, 1}}, {"count_include_pad", Whole{1}}}, 5), {1, 2, 3, 4, 2});
  expectNear(pooled({{"strides", List{2}}, {"ceil_mode", Whole{1}}}, 2), {2, 4});
  expectNear(pooled({{"strides", List{3}}, {"ceil_mode", Whole{1}}}, 2), {2, 4});
}

// A window that would begin after the value is omitted, although rounding up would include it.
TEST(OnnxMeanings, LargestOverWindowsWithGapsMayReachOverTheEdge) {
  const OnnxTensor x = floats("x", Shape{1, 1, 4}, {4, 3, 2, 1});
  const std::vector<OnnxAttribute> attributes{
      {"kernel_shape", List{2}}, {"dilations", List{2}}, {"strides", List{3}}, {"ceil_mode", Whole{1}}};
  expectNear(numbersOfNode(runNode("MaxPool", {x}, attributes, 22), Shape{1, 1, 2}), {4, 1});
}

TEST(OnnxMeanings, ResizingAgainstAliasingWeighsAllThatAnOutputStandsFor) {
  const OnnxTensor x = floats("x", Shape{1, 1, 1, 4}, {1, 2, 3, 4});
  const auto resized = [&](std::vector<OnnxAttribute> attributes, Whole width) {
    attributes.push_back({"mode", std::string("linear")});
    return numbersOfNode(runNode("Resize", {x, kNone, kNone, wholes("sizes", Shape{4}, {1, 1, 1, double(width)})},
                                 std::move(attributes), 19),
                         Shape{1, 1, 1, width});
  };
  // Triangles of half width 2 around 0.5 and 2.5, with repeated edges: (1·1 + 3·1 + 3·2 + 1·3) / 8 = 1.625.
  expectNear(resized({{"antialias", Whole{1}}}, 2), {1.625, 3.375});
  expectNear(resized({}, 2), {1.5, 3.5});
}

TEST(OnnxMeanings, ResizingKeepsProportionsForTheAxesThatAreNamed) {
  const OnnxTensor x = someFloats("x", Shape{1, 1, 4, 2});
  const auto shape = [&](const char* policy) {
    const auto run = runNode("Resize", {x, kNone, kNone, wholes("sizes", Shape{2}, {6, 6})},
                             {{"axes", List{2, 3}}, {"keep_aspect_ratio_policy", std::string(policy)}}, 18);
    return run.ok() ? run->at(0).tensor.shape() : Shape{};
  };
  EXPECT_EQ(shape("stretch"), (Shape{1, 1, 6, 6}));
  EXPECT_EQ(shape("not_larger"), (Shape{1, 1, 6, 3}));
  EXPECT_EQ(shape("not_smaller"), (Shape{1, 1, 12, 6}));
}

// 5 · 0.5 is 2.5: two outputs, whose centre is at the input's centre, 2.
TEST(OnnxMeanings, ResizingMayBeSymmetricWhereAScaleLeavesARest) {
  const OnnxTensor x = floats("x", Shape{5}, {0, 1, 2, 3, 4}), scales = floats("scales", Shape{1}, {0.5});
  const auto resized = [&](const char* places) {
    return numbersOfNode(
        runNode("Resize", {x, kNone, scales},
                {{"mode", std::string("linear")}, {"coordinate_transformation_mode", std::string(places)}}, 19),
        Shape{2});
  };
  expectNear(resized("half_pixel_symmetric"), {1, 3});
  expectNear(resized("half_pixel"), {0.5, 2.5});
}

TEST(OnnxMeanings, ModesThatAreNotKnownAreRefusedByName) {
  const OnnxTensor x = someFloats("x", Shape{1, 1, 2, 2}), grid = someFloats("g", Shape{1, 2, 2, 2});
  const OnnxTensor scales = floats("scales", Shape{4}, {1, 1, 2, 2});
  const auto refusal = [](const Result<std::vector<OnnxTensor>>& run) { return run.ok() ? "" : run.error().message; };
  EXPECT_EQ(refusal(runNode("GridSample", {x, grid}, {{"mode", std::string("spline")}}, 22)),
            "unsupported GridSample: the mode spline");
  EXPECT_EQ(
      refusal(runNode("Resize", {x, kNone, scales}, {{"coordinate_transformation_mode", std::string("centre")}}, 19)),
      "unsupported Resize: the places centre");
  EXPECT_EQ(refusal(runNode("SpaceToDepth", {x}, {{"blocksize", Whole{2}}, {"mode", std::string("RCD")}}, 28)),
            "unsupported SpaceToDepth: the mode RCD");
}

TEST(OnnxMeanings, TransformsAreExactWhereLargeNumbersCancel) {
  const auto bins = numbersOfNode(runNode("DFT", {floats("x", Shape{1, 7, 1}, std::vector<double>(7, 1000.1))}, {}, 20),
                                  Shape{1, 7, 2});
  for (std::size_t i = 2; i < bins.size(); ++i) EXPECT_LT(std::abs(bins[i]), 1e-9);
}

TEST(OnnxMeanings, RunningTotalsOfOneNumberOrNone) {
  const OnnxTensor axis = wholes("axis", Shape{}, {0});
  const OnnxAttribute exclusive{"exclusive", std::int64_t{1}};
  expectNear(numbersOfNode(runNode("CumSum", {floats("x", Shape{1}, {INFINITY}), axis}, {exclusive}, 14), Shape{1}),
             {0});
  expectNear(numbersOfNode(runNode("CumProd", {floats("x", Shape{1}, {3}), axis}, {exclusive}, 26), Shape{1}), {1});
  for (const char* op : {"CumSum", "CumProd"})
    EXPECT_TRUE(numbersOfNode(runNode(op, {floats("x", Shape{0, 2}, {}), axis}, {{"reverse", std::int64_t{1}}}, 26),
                              Shape{0, 2})
                    .empty());
  expectNear(
      numbersOfNode(runNode("CumSum", {numbers("x", OnnxElement::Int32, Shape{2}, {2147483647, 1}), axis}, {}, 14),
                    Shape{2}),
      {2147483647, -2147483648.0});
}

// Results of PyTorch 2.15 and ONNX Runtime 1.32: each tap outside is mapped inside, not the position as a whole.
TEST(OnnxMeanings, CubicGridsReachBeyondTheEdgeTapByTap) {
  const OnnxTensor x = floats("x", Shape{1, 1, 2, 3}, {1, 2, 4, 8, 3, 7});
  const OnnxTensor grid = floats("grid", Shape{1, 1, 3, 2}, {-1.2, 0.3, 0.4, -1.6, 1.7, 1.1});
  const auto sampled = [&](const char* padding, std::int64_t corners) {
    return numbersOfNode(
        runNode("GridSample", {x, grid},
                {{"mode", std::string("cubic")}, {"padding_mode", std::string(padding)}, {"align_corners", corners}},
                22),
        Shape{1, 1, 1, 3});
  };
  expectNear(sampled("zeros", 0), {1.43616, -0.226476, -0.244913});
  expectNear(sampled("border", 0), {6.862656, 3.295999, 7.216});
  expectNear(sampled("border", 1), {5.957668, 2.759638, 7.293726});
  expectNear(sampled("reflection", 0), {7.24128, 3.442944, 4.494292});
  expectNear(sampled("reflection", 1), {5.680517, 3.302752, 3.746564});
}

TEST(OnnxMeanings, GridsNameTheirModesInTwoWaysAndMayBeVolumes) {
  const OnnxTensor x = someFloats("x", Shape{1, 1, 4, 5}), grid = someFloats("g", Shape{1, 2, 3, 2}, 0.9);
  const auto sampled = [&](const char* mode, Whole opset) {
    return numbersOfNode(runNode("GridSample", {x, grid}, {{"mode", std::string(mode)}}, opset), Shape{1, 1, 2, 3});
  };
  EXPECT_EQ(sampled("cubic", 20), sampled("bicubic", 16));
  EXPECT_EQ(sampled("linear", 20), sampled("bilinear", 16));
  EXPECT_NE(sampled("cubic", 20), sampled("linear", 20));
  // The centre of a 2 × 2 × 2 cube is the mean of its corners; a grid stores the last axis first.
  const OnnxTensor cube = floats("x", Shape{1, 1, 2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
  const OnnxTensor places = floats("g", Shape{1, 1, 1, 2, 3}, {0, 0, 0, 1, -1, -1});
  const auto y = runNode("GridSample", {cube, places}, {{"align_corners", Whole{1}}}, 22);
  expectNear(numbersOfNode(y, Shape{1, 1, 1, 1, 2}), {3.5, 1});
}

TEST(OnnxMeanings, AFourierTransformTakesItsAxisAsAnInput) {
  const OnnxTensor x = floats("x", Shape{2, 2, 1}, {1, 2, 3, 4});
  const auto real = [](const Result<std::vector<OnnxTensor>>& run) {
    std::vector<double> parts, all = numbersOfNode(run, Shape{2, 2, 2});
    for (std::size_t i = 0; i < all.size(); i += 2) parts.push_back(all[i]);
    return parts;
  };
  expectNear(real(runNode("DFT", {x, kNone, scalar("axis", 0)}, {}, 20)), {4, 6, -2, -2});
  expectNear(real(runNode("DFT", {x}, {}, 20)), {3, -1, 7, -1});
  expectNear(real(runNode("DFT", {x}, {{"axis", Whole{0}}}, 17)), {4, 6, -2, -2});
}

TEST(OnnxMeanings, HalfASpectrumBecomesTheRealNumbersAgain) {
  const std::vector<double> signal{1, 5, -2, 4, 0.5};
  for (const Whole length : {4, 5}) {
    const OnnxTensor x = floats("x", Shape{1, length, 1}, {signal.begin(), signal.begin() + length});
    const auto spectrum = runNode("DFT", {x}, {{"onesided", Whole{1}}}, 20);
    ASSERT_TRUE(spectrum.ok()) << spectrum.error().text();
    OnnxTensor half = spectrum->at(0);
    half.name = "half";
    const auto back = runNode("DFT", {half, scalar("n", static_cast<double>(length))},
                              {{"onesided", Whole{1}}, {"inverse", Whole{1}}}, 20);
    expectNear(numbersOfNode(back, Shape{1, length, 1}), {signal.begin(), signal.begin() + length});
  }
}

TEST(OnnxMeanings, BlocksOfPixelsAreOrderedInTwoWays) {
  std::vector<double> count(8);
  for (std::size_t i = 0; i < 8; ++i) count[i] = static_cast<double>(i);
  const OnnxTensor x = floats("x", Shape{1, 2, 2, 2}, count);
  const auto moved = [&](const char* mode) {
    return numbersOfNode(runNode("SpaceToDepth", {x}, {{"blocksize", Whole{2}}, {"mode", std::string(mode)}}, 28),
                         Shape{1, 8, 1, 1});
  };
  EXPECT_EQ(moved("DCR"), (std::vector<double>{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(moved("CRD"), count);
}

TEST(OnnxMeanings, UpdatesMayBeTheLargestOrTheSmallest) {
  const OnnxTensor x = floats("x", Shape{3}, {1, 5, 3}), index = wholes("i", Shape{3}, {0, 1, 1}),
                   update = floats("u", Shape{3}, {2, 4, 9});
  const auto scattered = [&](const char* reduction) {
    return numbersOfNode(runNode("ScatterElements", {x, index, update}, {{"reduction", std::string(reduction)}}, 18),
                         Shape{3});
  };
  EXPECT_EQ(scattered("max"), (std::vector<double>{2, 9, 3}));
  EXPECT_EQ(scattered("min"), (std::vector<double>{1, 4, 3}));
}

TEST(OnnxMeanings, ScalesOfQuantizationMayBelongToBlocks) {
  const OnnxTensor x = floats("x", Shape{1, 5}, {1, 2, 30, 40, 500}), scale = floats("s", Shape{1, 3}, {1, 10, 100});
  const std::vector<OnnxAttribute> attributes{{"block_size", Whole{2}}, {"output_dtype", Whole{22}}};  // int4
  const auto small = runNode("QuantizeLinear", {x, scale}, attributes, 21);
  expectNear(numbersOfNode(small, Shape{1, 5}), {1, 2, 3, 4, 5});
  OnnxTensor steps = small->at(0);
  EXPECT_EQ(steps.element, OnnxElement::Int4);
  steps.name = "q";
  const auto back = runNode("DequantizeLinear", {steps, scale}, {{"block_size", Whole{2}}}, 21);
  expectNear(numbersOfNode(back, Shape{1, 5}), {1, 2, 30, 40, 500});
  EXPECT_FALSE(runNode("QuantizeLinear", {x, scale}, {{"block_size", Whole{3}}}, 21).ok());
}

// Sizes and numbers for each of two samples, as exporters write them for two.
TEST(OnnxMeanings, ModelsForTwoSamplesTakeAnyNumber) {
  const auto image = info("x", OnnxElement::Float, {2, 1, 3, 4});
  const auto difference = [&](OnnxNode made, std::vector<std::int64_t> to, OnnxTensor constant) {
    const auto model =
        modelOf({image}, {std::move(made)}, {info("y", OnnxElement::Float, std::move(to))}, {std::move(constant)}, 20);
    ExchangeReport report;
    const auto read = importOnnx(model, cpu(), report, {});
    EXPECT_TRUE(read.ok()) << read.error().text();
    return read.ok() ? report.difference : 1;
  };
  const std::vector<OnnxAttribute> cubic{{"mode", std::string("cubic")}};
  EXPECT_LT(difference(node("Resize", {"x", "", "", "sizes"}, {"y"}, cubic), {2, 1, 5, 6},
                       wholes("sizes", Shape{4}, {2, 1, 5, 6})),
            1e-5);
  EXPECT_LT(difference(node("Add", {"x", "c"}, {"y"}), {2, 1, 3, 4}, floats("c", Shape{2, 1, 1, 1}, {0.5, 0.5})), 1e-5);
}

// The padding is for the axes in the node's order: here the columns first.
TEST(OnnxMeanings, ALayerThatPadsHeedsTheAxesOfTheNode) {
  const auto model =
      modelOf({info("x", OnnxElement::Float, {-1, 1, 3, 4})}, {node("Pad", {"x", "pads", "", "axes"}, {"y"})},
              {info("y", OnnxElement::Float, {-1, 1, 3, 7})},
              {wholes("pads", Shape{8}, {1, 0, 0, 0, 2, 0, 0, 0}), wholes("axes", Shape{4}, {3, 2, 1, 0})}, 18);
  ExchangeReport report;
  const auto read = importOnnx(model, cpu(), report, {});
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(report.difference, 0);
}

// A layer derives its scale from the sizes, which differs if 5 · 1.5 is rounded down to 7.
TEST(OnnxMeanings, ALayerThatResizesHasTheScaleOfTheNode) {
  const auto difference = [](double scale) {
    const auto model = modelOf({info("x", OnnxElement::Float, {-1, 1, 5, 5})},
                               {node("Resize", {"x", "", "scales"}, {"y"}, {{"mode", std::string("linear")}})},
                               {info("y", OnnxElement::Float, {-1, 1, -1, -1})},
                               {floats("scales", Shape{4}, {1, 1, scale, scale})}, 19);
    ExchangeReport report;
    const auto read = importOnnx(model, cpu(), report, {});
    EXPECT_TRUE(read.ok()) << read.error().text();
    return report.difference;
  };
  for (const double scale : {2.0, 1.5}) {
    EXPECT_GE(difference(scale), 0);
    EXPECT_LT(difference(scale), 1e-5) << scale;
  }
}

}  // namespace
}  // namespace fovea::testing_onnx
