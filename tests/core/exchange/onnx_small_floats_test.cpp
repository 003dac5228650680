// Floating-point numbers of 8 and 4 bits, and integers of 4 and 2: the meaning of their bits, how ONNX's Cast rounds to
// them, and how files store them.
#include "core/exchange/onnx/small_floats.h"

#include <cmath>
#include <limits>
#include <random>

#include "core/exchange/onnx/emit_helpers.h"
#include "tests/core/exchange/onnx_support.h"

namespace fovea::testing_onnx {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

const std::vector<OnnxElement>& smallFloats() {
  static const std::vector<OnnxElement> all{OnnxElement::Float8E4M3FN, OnnxElement::Float8E4M3FNUZ,
                                            OnnxElement::Float8E5M2,   OnnxElement::Float8E5M2FNUZ,
                                            OnnxElement::Float4E2M1,   OnnxElement::Float8E8M0};
  return all;
}

int patternsOf(OnnxElement element) {
  return element == OnnxElement::Float4E2M1 ? 16 : 256;
}

double roundedTo(OnnxElement element, double number, const SmallRounding& rounding = {}) {
  roundToSmall({&number, 1}, *smallFloatOf(element), rounding);
  return number;
}

TEST(SmallFloats, MeanWhatTheirBitsSay) {
  const auto number = [](OnnxElement element, int bits) {
    return numberOfSmall(static_cast<std::uint8_t>(bits), *smallFloatOf(element));
  };
  EXPECT_EQ(number(OnnxElement::Float8E4M3FN, 0x7e), 448);
  EXPECT_TRUE(std::isnan(number(OnnxElement::Float8E4M3FN, 0xff)));
  EXPECT_EQ(number(OnnxElement::Float8E4M3FN, 0x01), 0x1p-9);
  EXPECT_EQ(number(OnnxElement::Float8E4M3FNUZ, 0x7f), 240);
  EXPECT_TRUE(std::isnan(number(OnnxElement::Float8E4M3FNUZ, 0x80)));
  EXPECT_EQ(number(OnnxElement::Float8E5M2, 0xfb), -57344);
  EXPECT_EQ(number(OnnxElement::Float8E5M2, 0xfc), -kEndless);
  EXPECT_EQ(number(OnnxElement::Float8E5M2FNUZ, 0x7f), 57344);
  EXPECT_EQ(number(OnnxElement::Float8E5M2FNUZ, 0x01), 0x1p-17);
  EXPECT_EQ(number(OnnxElement::Float4E2M1, 0xf), -6);
  EXPECT_EQ(number(OnnxElement::Float8E8M0, 0x00), 0x1p-127);
  EXPECT_TRUE(std::isnan(number(OnnxElement::Float8E8M0, 0xff)));
}

TEST(SmallFloats, KeepEveryNumberTheyHave) {
  for (const OnnxElement element : smallFloats())
    for (int bits = 0; bits < patternsOf(element); ++bits) {
      const double number = numberOfSmall(static_cast<std::uint8_t>(bits), *smallFloatOf(element));
      if (std::isnan(number)) continue;
      EXPECT_EQ(bitsOfSmall(number, *smallFloatOf(element)), bits) << onnxElementName(element);
      if (std::isinf(number)) continue;
      EXPECT_EQ(roundedTo(element, number), number) << onnxElementName(element) << " " << bits;
    }
}

// Each result is the nearest number of the type; of two equally near ones, the one with an even last bit.
TEST(SmallFloats, RoundToTheNearestWithTiesToEven) {
  std::mt19937 random(5);
  for (const OnnxElement element : smallFloats()) {
    const SmallFloat& type = *smallFloatOf(element);
    if (type.isPower) continue;
    std::vector<double> numbers;
    for (int bits = 0; bits < patternsOf(element); ++bits)
      if (const double number = numberOfSmall(static_cast<std::uint8_t>(bits), type); std::isfinite(number))
        numbers.push_back(number);
    std::sort(numbers.begin(), numbers.end());
    for (std::size_t i = 1; i < numbers.size(); ++i) {
      const double middle = (numbers[i - 1] + numbers[i]) / 2, even = roundedTo(element, middle);
      if (numbers[i - 1] == numbers[i]) continue;  // two zeros
      EXPECT_TRUE(even == numbers[i - 1] || even == numbers[i]) << middle;
      EXPECT_EQ(bitsOfSmall(even, type) % 2, 0) << onnxElementName(element) << " " << middle;
      const double x = std::uniform_real_distribution<double>(numbers[i - 1], numbers[i])(random);
      EXPECT_EQ(roundedTo(element, x), x < middle ? numbers[i - 1] : numbers[i])
          << onnxElementName(element) << " " << x;
    }
  }
}

TEST(SmallFloats, WhatIsTooLargeSaturatesOrIsLost) {
  const SmallRounding lost{.saturate = false};
  EXPECT_EQ(roundedTo(OnnxElement::Float8E4M3FN, 1e6), 448);
  EXPECT_EQ(roundedTo(OnnxElement::Float8E4M3FN, -kEndless), -448);
  EXPECT_EQ(roundedTo(OnnxElement::Float8E4M3FN, 463.9, lost), 448);  // still nearer to it than to the next one
  EXPECT_TRUE(std::isnan(roundedTo(OnnxElement::Float8E4M3FN, 464.1, lost)));
  EXPECT_EQ(roundedTo(OnnxElement::Float8E5M2, 1e6, lost), kEndless);
  EXPECT_EQ(roundedTo(OnnxElement::Float8E5M2, -kEndless, lost), -kEndless);
  EXPECT_EQ(roundedTo(OnnxElement::Float8E5M2, kEndless), 57344);
  EXPECT_TRUE(std::isnan(roundedTo(OnnxElement::Float8E5M2FNUZ, kEndless, lost)));
  EXPECT_EQ(roundedTo(OnnxElement::Float4E2M1, 1e9, lost), 6);
  EXPECT_TRUE(std::isnan(roundedTo(OnnxElement::Float8E4M3FNUZ, NAN)));
  EXPECT_EQ(roundedTo(OnnxElement::Float4E2M1, NAN), 0);
}

TEST(SmallFloats, PowersRoundAsAsked) {
  using Mode = SmallRounding::Mode;
  const auto power = [](double x, Mode mode, bool saturate = true) {
    return roundedTo(OnnxElement::Float8E8M0, x, {saturate, mode});
  };
  EXPECT_EQ(power(1.1, Mode::Up), 2);
  EXPECT_EQ(power(1.9, Mode::Down), 1);
  EXPECT_EQ(power(1.5, Mode::Nearest), 2);
  EXPECT_EQ(power(1.4, Mode::Nearest), 1);
  EXPECT_EQ(power(0, Mode::Up), 0x1p-127);
  EXPECT_EQ(power(kEndless, Mode::Up), 0x1p127);
  EXPECT_TRUE(std::isnan(power(0, Mode::Nearest, false)));
  EXPECT_TRUE(std::isnan(power(kEndless, Mode::Nearest, false)));
}

// The graph rounds like the conversion functions, from f32 and from f64.
TEST(SmallFloats, ACastRoundsInTheGraph) {
  const std::vector<double> values{0, -0.0, 0.4789, -0.4803, 3.49, 5, -7, 448, 464, 1e6, -1e6, 1e-7, 0x1p-10, kEndless};
  for (const OnnxElement from : {OnnxElement::Float, OnnxElement::Double})
    for (const OnnxElement to : smallFloats())
      for (const std::int64_t saturate : {0, 1}) {
        if (to == OnnxElement::Float8E8M0) continue;  // the type has no negative numbers
        Tensor wide = Tensor::make({DataType::Float64, Shape{static_cast<std::int64_t>(values.size())}});
        std::copy(values.begin(), values.end(), wide.data<double>());
        const OnnxTensor x = fromComputed("x", from, wide);
        const auto count = static_cast<std::int64_t>(values.size());
        const auto model =
            modelOf({info("x", from, {count})},
                    {node("Cast", {"x"}, {"y"}, {{"to", static_cast<std::int64_t>(to)}, {"saturate", saturate}})},
                    {info("y", to, {count})}, {}, 28);
        const OnnxRun run = runOnnx(model, {&x, 1}, cpu());
        ASSERT_TRUE(run.outputs.ok()) << run.outputs.error().text();
        const auto got = numbersOf(run.outputs->at(0).tensor), given = numbersOf(x.tensor);
        for (std::size_t i = 0; i < got.size(); ++i) {
          const double wanted = roundedTo(to, given[i], {.saturate = saturate != 0});
          EXPECT_TRUE(got[i] == wanted || (std::isnan(got[i]) && std::isnan(wanted)))
              << onnxElementName(to) << ": " << given[i] << " became " << got[i] << ", not " << wanted;
        }
      }
}

// The fields of a serialised tensor: dims, data_type, and the numbers.
std::string serialised(int count, OnnxElement element, unsigned numbersField, const std::string& numbers) {
  return field(1, std::string(1, static_cast<char>(count))) + '\x10' + static_cast<char>(element) +
         field(numbersField, numbers);
}

TEST(SmallFloats, LieSeveralToAByte) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  const auto parsed = [](int count, OnnxElement element, unsigned numbersField, const std::string& numbers) {
    const auto tensor = parseOnnxTensor(serialised(count, element, numbersField, numbers));
    return tensor.ok() ? numbersOf(tensor->tensor) : std::vector<double>{-1000};
  };
  constexpr unsigned kRaw = 9, kInts = 5;
  using Numbers = std::vector<double>;
  EXPECT_EQ(parsed(3, OnnxElement::Int4, kRaw, "\x8f\x07"), (Numbers{-1, -8, 7}));
  EXPECT_EQ(parsed(3, OnnxElement::UInt4, kInts, "\x5f\x07"), (Numbers{15, 5, 7}));
  EXPECT_EQ(parsed(5, OnnxElement::Int2, kRaw, "\xe4\x03"), (Numbers{0, 1, -2, -1, -1}));
  EXPECT_EQ(parsed(5, OnnxElement::UInt2, kRaw, "\xe4\x03"), (Numbers{0, 1, 2, 3, 3}));
  EXPECT_EQ(parsed(3, OnnxElement::Float4E2M1, kRaw, "\xf1\x07"), (Numbers{0.5, -6, 6}));
  EXPECT_EQ(parsed(2, OnnxElement::Float8E4M3FN, kRaw, "\x7e\x38"), (Numbers{448, 1}));
  EXPECT_EQ(parsed(2, OnnxElement::Float8E8M0, kRaw, "\x80\x7f"), (Numbers{2, 1}));
}

TEST(SmallFloats, ALyingShapeIsRefused) {
  if (!onnxIsBuiltIn()) GTEST_SKIP() << "built without ONNX";
  EXPECT_EQ(parseOnnxTensor(serialised(3, OnnxElement::Int4, 9, "\x8f")).error().code, ErrorCode::Corrupt);
  EXPECT_EQ(parseOnnxTensor(serialised(2, OnnxElement::Int4, 9, "\x8f\x01")).error().code, ErrorCode::Corrupt);
  EXPECT_EQ(parseOnnxTensor(serialised(9, OnnxElement::UInt2, 5, "\x01\x01")).error().code, ErrorCode::Corrupt);
  EXPECT_EQ(parseOnnxTensor(serialised(2, OnnxElement::Float8E5M2, 9, "\x01")).error().code, ErrorCode::Corrupt);
}

TEST(SmallFloats, WholeNumbersOfFourBitsGoRoundAtTheirEnds) {
  const OnnxTensor x{"x", OnnxElement::Float, Tensor::of<float>(Shape{4}, {-9, 8, 15.7f, -1.5f})};
  const auto model = modelOf({info("x", OnnxElement::Float, {4})},
                             {node("Cast", {"x"}, {"y"}, {{"to", static_cast<std::int64_t>(OnnxElement::Int4)}})},
                             {info("y", OnnxElement::Int4, {4})}, {}, 21);
  const OnnxRun run = runOnnx(model, {&x, 1}, cpu());
  ASSERT_TRUE(run.outputs.ok()) << run.outputs.error().text();
  EXPECT_EQ(numbersOf(run.outputs->at(0).tensor), (std::vector<double>{7, -8, -1, -1}));
}

}  // namespace
}  // namespace fovea::testing_onnx
