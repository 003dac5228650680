// Optimizers follow their papers and PyTorch: three steps in f64 against numbers computed from PyTorch's documented
// algorithms (torch.optim of version 2, with defaults unless stated), independently of this code.
#include <cmath>

#include "tests/core/ops/op_helpers.h"

namespace fovea {
namespace {

const std::vector<std::vector<double>> kGradients = {{0.1, -0.4}, {0.3, 0.2}, {-0.2, 0.05}};

Tensor number(double value) {
  return Tensor::of<double>(Shape{}, {value});
}

// Three updates of (0.5, -1.2) with learning rate 0.1 and weight decay 0.01; the gradients are multiplied by `scale`.
std::vector<double> threeSteps(const std::string& op, FieldValues attributes, double scale = 1,
                               const std::vector<Tensor>& factor = {}) {
  attributes.set("weight_decay", 0.01);
  const bool counted = std::any_of(findOp(op)->inputs.begin(), findOp(op)->inputs.end(),
                                   [](const OpPort& port) { return port.name == "step"; });
  std::vector<Tensor> states(findOp(op)->outputs.size(), Tensor::of<double>({2}, {0, 0}));
  states[0] = Tensor::of<double>({2}, {0.5, -1.2});
  for (std::size_t t = 0; t < kGradients.size(); ++t) {
    std::vector<Tensor> inputs{states[0],
                               Tensor::of<double>({2}, {scale * kGradients[t][0], scale * kGradients[t][1]})};
    inputs.insert(inputs.end(), states.begin() + 1, states.end());
    inputs.push_back(number(0.1));
    if (counted) inputs.push_back(number(static_cast<double>(t + 1)));
    inputs.insert(inputs.end(), factor.begin(), factor.end());
    states = run(op, attributes, inputs);
  }
  return numbers<double>(states[0]);
}

void expectNearBoth(const std::vector<double>& actual, double first, double second) {
  EXPECT_NEAR(actual[0], first, 1e-13);
  EXPECT_NEAR(actual[1], second, 1e-13);
}

TEST(Update, SgdWithMomentum) {
  expectNearBoth(threeSteps("sgd_update", {}), 0.4331653895, -1.1280057188);
}

TEST(Update, SgdWithNesterov) {
  expectNearBoth(threeSteps("sgd_update", {{"nesterov", true}}), 0.4185036619805, -1.1168373270092);
}

TEST(Update, Adagrad) {
  expectNearBoth(threeSteps("adagrad_update", {}), 0.357701082543904, -1.15017710539696);
}

TEST(Update, Rmsprop) {
  expectNearBoth(threeSteps("rmsprop_update", {}), -0.875475409449933, -0.730850196395958);
  expectNearBoth(threeSteps("rmsprop_update", {{"momentum", 0.9}}), -3.41801947914485, 0.568178252431641);
}

TEST(Update, RmspropCentred) {
  expectNearBoth(threeSteps("rmsprop_centred_update", {{"momentum", 0.9}}), -3.44543096846499, 0.58052449466259);
}

TEST(Update, Adadelta) {
  expectNearBoth(threeSteps("adadelta_update", {}), 0.499587277542843, -1.19992149458294);
}

TEST(Update, Adam) {
  expectNearBoth(threeSteps("adam_update", {}), 0.280387708713385, -1.05267119959345);
}

TEST(Update, AdamwDecaysBesideTheGradient) {
  expectNearBoth(threeSteps("adamw_update", {}), 0.281224700477597, -1.05664045410948);
}

// Algorithm 2 of the paper, as PyTorch has no LAMB.
TEST(Update, Lamb) {
  expectNearBoth(threeSteps("lamb_update", {}), 0.197894051704925, -1.01983180779098);
}

TEST(Update, LambWithoutAdaptingIsAdamwWithItsDecay) {
  const auto lamb = threeSteps("lamb_update", {{"adapt", false}, {"epsilon", 1e-8}});
  const auto adamw = threeSteps("adamw_update", {});
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(lamb[i], adamw[i], 1e-12);
}

TEST(Update, ThePlainFirstStepOfAdamHasTheLengthOfTheRate) {
  const Tensor zero = number(0);
  const auto results = run("adam_update", {}, {number(1), number(1e-3), zero, zero, number(0.1), number(1)});
  EXPECT_NEAR(results[0].data<double>()[0], 0.9, 1e-5);
}

TEST(Update, AFactorScalesTheGradient) {
  for (const char* op : {"sgd_update", "adagrad_update", "rmsprop_update", "rmsprop_centred_update", "adadelta_update",
                         "adam_update", "adamw_update", "lamb_update"}) {
    const auto plain = threeSteps(op, {}, 1), scaled = threeSteps(op, {}, 4, {number(0.25)});
    for (std::size_t i = 0; i < 2; ++i) EXPECT_DOUBLE_EQ(plain[i], scaled[i]) << op;
  }
}

TEST(Update, ClippingLimitsEachNumberAndLeavesNaN) {
  const Tensor p = Tensor::of<double>({4}, {0, 0, 0, 0}), v = Tensor::of<double>({4}, {0, 0, 0, 0});
  const Tensor g = Tensor::of<double>({4}, {0.25, 3, -INFINITY, NAN});
  const auto result = numbers<double>(run("sgd_update", {{"clip", 0.5}}, {p, g, v, number(1)})[0]);
  EXPECT_EQ(result[0], -0.25);
  EXPECT_EQ(result[1], -0.5);
  EXPECT_EQ(result[2], 0.5);
  EXPECT_TRUE(std::isnan(result[3]));
}

TEST(Update, PortsAreCheckedInWords) {
  EXPECT_EQ(inferred("adam_update", {}, {f32({3}), f32({3}), f32({3}), f32({2}), f32({}), f32({})}),
            "The squares must be f32[3], but is f32[2].");
  EXPECT_EQ(inferred("adam_update", {}, {f32({3}), f32({3}), f32({3}), f32({3}), f32({}), f32({1})}),
            "The step must be f32[], but is f32[1].");
  EXPECT_EQ(inferred("sgd_update", {}, {f32({3}), f32({3}), f32({3}), f32({}), f64({})}),
            "The gradient factor must be f32[], but is f64[].");
}

TEST(AverageUpdate, TakesItsShare) {
  const Tensor average = Tensor::of<double>({2}, {1, NAN}), value = Tensor::of<double>({2}, {5, 2});
  EXPECT_EQ(numbers<double>(run("average_update", {}, {average, value, number(0.25)})[0])[0], 2);
  EXPECT_EQ(numbers<double>(run("average_update", {}, {average, value, number(1)})[0]), (std::vector<double>{5, 2}));
}

TEST(ClipFactor, IsPyTorchs) {
  EXPECT_EQ(numbers<double>(run("clip_factor", {{"limit", 2.0}}, {number(1)})[0])[0], 1);
  EXPECT_DOUBLE_EQ(numbers<double>(run("clip_factor", {{"limit", 2.0}}, {number(16)})[0])[0], 2 / (4 + 1e-6));
  // The norm is that of the gradients after their factor.
  EXPECT_DOUBLE_EQ(numbers<double>(run("clip_factor", {{"limit", 2.0}}, {number(16), number(0.25)})[0])[0], 0.25);
}

TEST(SquaredNorm, GoesOverAllInputs) {
  const auto y = run("squared_norm", {}, {Tensor::of<double>({2}, {1, 2}), number(3), Tensor::of<double>({0}, {})});
  EXPECT_EQ(numbers<double>(y[0])[0], 14);
  EXPECT_EQ(inferred("squared_norm", {}, {f32({3}), f64({3})}), "The input must be f32, not f64.");
}

}  // namespace
}  // namespace fovea
