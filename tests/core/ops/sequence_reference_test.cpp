// Why: all other kernels are compared with the reference kernels for sequences, which are checked against PyTorch 2
// (order of gates, both biases, means) and against numbers computed by hand.
#include <cmath>
#include <limits>

#include "core/ops/ctc_alignment.h"
#include "tests/core/ops/op_helpers.h"

namespace fovea {
namespace {

// 0.1 * ((factor * i) % modulus - offset) for i from `first`: the inputs used both here and in PyTorch.
Tensor pattern(const Shape& shape, int factor, int modulus, int offset, int first = 0) {
  Tensor tensor = Tensor::make({DataType::Float64, shape});
  int i = first;
  for (double& value : tensor.values<double>()) value = 0.1 * (factor * i++ % modulus - offset);
  return tensor;
}

// Weights and biases in torch's order.
std::vector<Tensor> recurrentInputs(std::int64_t gates) {
  std::vector<Tensor> inputs{Tensor::of<double>({1, 2, 2}, {0.5, -1.0, 1.5, 0.25})};
  int first = 0;
  for (const Shape& shape : {Shape{gates * 2, 2}, Shape{gates * 2, 2}, Shape{gates * 2}, Shape{gates * 2}}) {
    inputs.push_back(pattern(shape, 7, 11, 5, first));
    first += static_cast<int>(shape.elementCount());
  }
  return inputs;
}

void expectNear(const Tensor& tensor, const std::vector<double>& expected) {
  ASSERT_EQ(tensor.elementCount(), static_cast<std::int64_t>(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(tensor.data<double>()[i], expected[i], 1e-6) << i;
}

TEST(RecurrentReference, LstmGivesTheNumbersOfPyTorch) {
  const auto outputs = run("lstm", {}, recurrentInputs(4));
  expectNear(outputs[0], {-0.07539354, 0.0854496, -0.1043946, 0.0560517});
  expectNear(outputs[1], {-0.1043946, 0.0560517});
  expectNear(outputs[2], {-0.2474753, 0.06607692});
}

TEST(RecurrentReference, GruGivesTheNumbersOfPyTorch) {
  const auto outputs = run("gru", {}, recurrentInputs(3));
  expectNear(outputs[0], {-0.01989105, 0.211457, -0.05162185, -0.1120362});
  expectNear(outputs[1], {-0.05162185, -0.1120362});
}

TEST(RecurrentReference, AStateGoesOnWhereItWasLeft) {
  const auto whole = run("lstm", {}, recurrentInputs(4));
  std::vector<Tensor> first = recurrentInputs(4), second = first;
  first[0] = Tensor::of<double>({1, 1, 2}, {0.5, -1.0});
  second[0] = Tensor::of<double>({1, 1, 2}, {1.5, 0.25});
  const auto before = run("lstm", {}, first);
  second.push_back(before[1]);
  second.push_back(before[2]);
  expectNear(run("lstm", {}, second)[1], numbers<double>(whole[1]));
}

TEST(RecurrentReference, ReverseGoesFromTheEnd) {
  std::vector<Tensor> turned = recurrentInputs(3);
  turned[0] = Tensor::of<double>({1, 2, 2}, {1.5, 0.25, 0.5, -1.0});
  const auto forward = run("gru", {}, recurrentInputs(3)), reverse = run("gru", {{"reverse", true}}, turned);
  expectNear(reverse[1], numbers<double>(forward[1]));
  EXPECT_DOUBLE_EQ(reverse[0].data<double>()[0], forward[0].data<double>()[2]);
}

TEST(RecurrentReference, KeepsNothingOutsideTraining) {
  const auto outputs = run("lstm", {{"training", false}}, recurrentInputs(4));
  EXPECT_EQ(outputs[3].shape(), Shape{0});
}

TEST(RecurrentGradient, TakesTheLastStateAndTheCellAsWell) {
  RecordingEmitter emitter;
  const OpType& op = *findOp("lstm");
  const FieldValues attributes = op.attributes.complete({}).value();
  const std::vector<TensorType> types{f32({2, 3, 4}), f32({20, 4}), f32({20, 5}), f32({20}), f32({20})};
  std::vector<ValueId> inputs, outputs;
  for (const TensorType& type : types) inputs.push_back(emitter.add(type));
  const auto outputTypes = inferOp(op, attributes, types).value();
  for (const TensorType& type : outputTypes) outputs.push_back(emitter.add(type));
  const ValueId state = emitter.add(f32({2, 5}));
  const std::vector<ValueId> given{ValueId{}, state, state, ValueId{}};
  const auto gradients =
      op.gradient({emitter, attributes, inputs, outputs, given, std::vector<bool>(inputs.size(), true)});
  EXPECT_EQ(emitter.emitted, (std::vector<std::string>{"reshape", "slice_backward", "lstm_backward"}));
  for (std::size_t i = 0; i < types.size(); ++i) EXPECT_EQ(emitter.typeOf(gradients[i]), types[i]);
}

TEST(AttentionReference, GivesTheNumbersOfPyTorch) {
  const Tensor query = pattern({1, 3, 4}, 3, 7, 3);
  Tensor key = query.clone(), value = query.clone();
  for (int i = 0; i < 12; ++i) {
    key.data<double>()[i] = 2 * query.data<double>()[(2 - i / 4) * 4 + i % 4];
    value.data<double>()[i] += 0.5;
  }
  const auto outputs = run("attention", {{"heads", std::int64_t{2}}, {"causal", true}}, {query, key, value});
  expectNear(outputs[0], {0.2, 0.5, 0.8, 0.4, 0.4746682, 0.3901328, 0.6880367, 0.2880367, 0.4486015, 0.5380667,
                          0.6097253, 0.4337954});
}

TEST(CtcReference, GivesTheNumbersOfPyTorch) {
  const auto outputs = run("ctc_loss", {}, {pattern({1, 5, 4}, 5, 13, 6), Tensor::of<std::int32_t>({1, 2}, {2, 2})});
  EXPECT_NEAR(*outputs[0].data<double>(), 1.9818733930587769, 1e-6);
  const double expected[] = {-0.0231135, 0.125123, -0.194703, 0.0926934, -0.184224, 0.178784, -0.127006, 0.132446};
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(outputs[1].data<double>()[i], expected[i], 1e-6) << i;
}

TEST(CtcReference, AddsUpTheWays) {
  // Of four alignments over two steps, three give one label: "label label", "label blank", "blank label".
  const Tensor scores = Tensor::zeros({DataType::Float64, Shape{1, 2, 2}});
  EXPECT_NEAR(*run("ctc_loss", {}, {scores, Tensor::of<std::int32_t>({1, 3}, {1, -1, 1})})[0].data<double>(),
              -std::log(0.75), 1e-12);
}

TEST(CtcReference, LeavesOutWhatCannotBe) {
  const Tensor scores = Tensor::zeros({DataType::Float64, Shape{1, 2, 2}});
  const Tensor twice = Tensor::of<std::int32_t>({1, 2}, {1, 1});  // needs a blank between two equal labels
  EXPECT_EQ(*run("ctc_loss", {}, {scores, twice})[0].data<double>(), 0);
  EXPECT_TRUE(std::isinf(*run("ctc_loss", {{"skip_impossible", false}}, {scores, twice})[0].data<double>()));
  EXPECT_TRUE(std::isnan(*run("ctc_loss", {}, {scores, Tensor::of<std::int32_t>({1, 1}, {2})})[0].data<double>()));
}

// T is 4, of which 3, all and 1 are valid: the same as with so many steps alone, whatever comes after them.
TEST(CtcReference, StopsWhereASampleEnds) {
  const Tensor targets = Tensor::of<std::int32_t>({3, 2}, {1, 2, 2, 2, 1, -1});
  Tensor scores = pattern({3, 4, 3}, 5, 13, 6);
  const Tensor lengths = Tensor::of<double>({3}, {0.75, 1, 0.01});
  const auto outputs = run("ctc_loss", {}, {scores, targets, lengths});
  double expected = 0;
  const std::int64_t steps[] = {3, 4, 1};
  for (std::int64_t n = 0; n < 3; ++n) {
    Tensor alone = Tensor::make({DataType::Float64, Shape{1, steps[n], 3}});
    std::copy_n(scores.data<double>() + 12 * n, 3 * steps[n], alone.data<double>());
    const Tensor row = Tensor::of<std::int32_t>(
        {1, 2}, {targets.data<std::int32_t>()[2 * n], targets.data<std::int32_t>()[2 * n + 1]});
    const auto own = run("ctc_loss", {}, {alone, row});
    expected += *own[0].data<double>() / 3;
    for (std::int64_t i = 0; i < 12; ++i)
      EXPECT_NEAR(outputs[1].data<double>()[12 * n + i], i < 3 * steps[n] ? own[1].data<double>()[i] / 3 : 0, 1e-12);
  }
  EXPECT_NEAR(*outputs[0].data<double>(), expected, 1e-12);
  for (int i = 9; i < 12; ++i) scores.data<double>()[i] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(*run("ctc_loss", {}, {scores, targets, lengths})[0].data<double>(), *outputs[0].data<double>());
}

TEST(CtcReference, ALengthIsAShareOfTheSteps) {
  const Tensor scores = pattern({2, 5, 3}, 5, 13, 6), targets = Tensor::of<std::int32_t>({2, 1}, {1, 2});
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const double wrong : {0.0, -0.5, 1.01, none, std::numeric_limits<double>::infinity()}) {
    const auto outputs = run("ctc_loss", {}, {scores, targets, Tensor::of<double>({2}, {wrong, 0.6})});
    EXPECT_TRUE(std::isnan(*outputs[0].data<double>())) << wrong;
    for (int i = 0; i < 30; ++i) EXPECT_EQ(std::isnan(outputs[1].data<double>()[i]), i < 15) << wrong << " " << i;
  }
  for (std::int64_t steps : {1, 3, 7, 49, 1000, 65537})
    for (std::int64_t k = 1; k <= steps; k += 1 + steps / 977) {
      const float share = static_cast<float>(k) / static_cast<float>(steps);
      ASSERT_EQ(ctcSteps(static_cast<double>(share), steps), k) << steps;
      ASSERT_EQ(ctcSteps(static_cast<double>(share), 2 * steps), 2 * k) << steps;
    }
}

TEST(EmbeddingReference, NothingIsReadOutsideTheTable) {
  const Tensor table = Tensor::of<float>({2, 2}, {1, 2, 3, 4}), symbols = Tensor::of<std::int32_t>({3}, {1, -1, 2});
  const std::vector<float> y = numbers<float>(run("embedding", {}, {table, symbols})[0]);
  EXPECT_EQ((std::vector<float>(y.begin(), y.begin() + 4)), (std::vector<float>{3, 4, 0, 0}));
  EXPECT_TRUE(std::isnan(y[4]) && std::isnan(y[5]));
  const Tensor dy = Tensor::of<float>({3, 1}, {5, 6, 7});
  EXPECT_EQ(numbers<float>(run("embedding_backward", {{"symbols", std::int64_t{2}}}, {dy, symbols})[0]),
            (std::vector<float>{0, 5}));
}

TEST(SequenceRules, SayWhatDoesNotFit) {
  EXPECT_EQ(inferred("matmul", {}, {f32({2, 3, 4}), f32({3, 4, 5})}),
            "There are 2 and 3 matrices along axis 0; there must be as many of both.");
  EXPECT_EQ(inferred("attention", {{"heads", std::int64_t{3}}}, {f32({2, 5, 8}), f32({2, 5, 8}), f32({2, 5, 8})}),
            "8 numbers cannot be split into 3 heads.");
  EXPECT_EQ(inferred("attention", {{"causal", true}}, {f32({2, 5, 8}), f32({2, 4, 8}), f32({2, 4, 8})}),
            "Causal attention needs as many queries as keys, but got 5 and 4.");
  EXPECT_EQ(inferred("lstm", {}, {f32({2, 3, 4}), f32({20, 4}), f32({15, 5}), f32({20}), f32({20})}),
            "The hidden weight must be [4·H, H], but is f32[15, 5].");
  EXPECT_EQ(inferred("ctc_loss", {{"blank", std::int64_t{4}}}, {f32({2, 5, 4}), i32({2, 2})}),
            "The blank must be one of the 4 classes.");
  EXPECT_EQ(inferred("ctc_loss", {}, {f32({2, 5, 4}), i32({2, 2}), f32({3})}),
            "The list of lengths must be f32[2], but is f32[3].");
}

}  // namespace
}  // namespace fovea
