// Why: a loss is a formula that users read in its help; these tests compute the formulas independently.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/base/random.h"
#include "core/graph/autodiff.h"
#include "tests/core/layers/layer_probe.h"

namespace fovea {
namespace {

using Floats = std::vector<double>;
using Labels = std::vector<std::int32_t>;

// Evaluates a built layer's graph with reference kernels for a given input and target.
class Evaluated {
 public:
  Evaluated(const BuiltLayer& built, const Floats& input, const Tensor& target) : graph_(built.graph->graph()) {
    values_.resize(graph_.values().size());
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const Value& value = graph_.values()[i];
      values_[i] = value.constant;
      if (value.kind == ValueKind::Input) values_[i] = value.name == "target" ? target : floatsOf(value.type, input);
    }
    for (const Node& node : graph_.nodes()) run(node);
  }
  Floats at(ValueId id) const {
    const auto numbers = values_[static_cast<std::size_t>(id.index)].values<float>();
    return {numbers.begin(), numbers.end()};
  }

 private:
  static Tensor floatsOf(const TensorType& type, const Floats& numbers) {
    Tensor tensor = Tensor::make(type);
    EXPECT_EQ(tensor.elementCount(), static_cast<std::int64_t>(numbers.size()));
    for (std::size_t i = 0; i < numbers.size(); ++i) tensor.data<float>()[i] = static_cast<float>(numbers[i]);
    return tensor;
  }
  void run(const Node& node) {
    std::vector<TensorView> inputs, outputs;
    for (const ValueId id : node.inputs) inputs.push_back(view(id));
    for (const ValueId id : node.outputs) {
      values_[static_cast<std::size_t>(id.index)] = Tensor::make(graph_.value(id).type);
      outputs.push_back(view(id));
    }
    node.op->reference({node.attributes, inputs, outputs});
  }
  TensorView view(ValueId id) {
    Tensor& tensor = values_[static_cast<std::size_t>(id.index)];
    return {tensor.raw(), tensor.type()};
  }

  const Graph& graph_;
  std::vector<Tensor> values_;
};

Tensor labelTensor(const Shape& shape, const Labels& labels) {
  Tensor tensor = Tensor::make({DataType::Int32, shape});
  std::copy(labels.begin(), labels.end(), tensor.data<std::int32_t>());
  return tensor;
}

Tensor floatTensor(const Shape& shape, const Floats& numbers) {
  Tensor tensor = Tensor::make({DataType::Float32, shape});
  std::transform(numbers.begin(), numbers.end(), tensor.data<float>(), [](double x) { return static_cast<float>(x); });
  return tensor;
}

Floats randomNumbers(std::size_t count, std::uint64_t seed = 1) {
  Random random(seed);
  Floats numbers(count);
  for (double& number : numbers) number = random.normal();
  return numbers;
}

// The negative logarithm of a row's softmax.
Floats surprises(const Floats& x, std::size_t first, std::size_t classes, std::size_t stride = 1) {
  double sum = 0;
  for (std::size_t k = 0; k < classes; ++k) sum += std::exp(x[first + k * stride]);
  Floats result;
  for (std::size_t k = 0; k < classes; ++k) result.push_back(std::log(sum) - x[first + k * stride]);
  return result;
}

double lossOf(const char* type, const FieldValues& parameters, const Shape& shape, const Floats& input,
              const Tensor& target) {
  const BuiltLayer built = buildLayer(type, parameters, {shape});
  EXPECT_TRUE(built.status.ok()) << type << ": " << built.status.error().text();
  if (!built.status.ok()) return NAN;
  EXPECT_EQ(built.graph->typeOf(built.loss).toString(), "f32[]");
  return Evaluated(built, input, target).at(built.loss)[0];
}

double metricOf(const BuiltLayer& built, const Evaluated& values, const std::string& name, std::size_t index = 0) {
  for (const MetricInfo& metric : built.metrics)
    if (metric.name == name) return values.at(metric.value)[index];
  ADD_FAILURE() << "There is no metric " << name;
  return NAN;
}

// A loss does what it declares: with the parameters for a kind of target it asks for a target of that kind.
TEST(LossDeclaration, EveryLossComparesWithWhatItDeclares) {
  const std::vector<Shape> scores{{8, 5}, {8, 7, 5}, {8, 5, 6, 6}};
  for (const LayerType& layer : allLayers()) {
    if (layer.family != LayerFamily::Loss) {
      EXPECT_TRUE(layer.loss.targets.empty()) << layer.name;
      continue;
    }
    // A loss without targets compares its inputs with each other, or depends on one alone.
    if (layer.loss.targets.empty()) {
      const BuiltLayer built =
          buildLayer(layer.name.c_str(), {}, std::vector<Shape>(layer.inputs.size(), {8, 5, 6, 6}));
      EXPECT_TRUE(built.status.ok() && built.loss.valid()) << layer.name;
      EXPECT_FALSE(built.graph->graph().findInput("target").valid()) << layer.name << " asks for a target";
    }
    for (const LossTarget& target : layer.loss.targets) {
      int fitting = 0;
      for (const Shape& shape : scores) {
        const BuiltLayer built = buildLayer(layer.name.c_str(), target.parameters, {shape}, NetworkMode::Evaluation);
        if (!built.status.ok()) continue;
        const Graph& graph = built.graph->graph();
        const ValueId asked = graph.findInput("target");
        if (!asked.valid() || !isTargetOf(target.kind, graph.value(asked).type)) continue;
        ++fitting;
        const bool measured = std::any_of(built.metrics.begin(), built.metrics.end(), [&](const MetricInfo& metric) {
          return metric.name == layer.loss.decidingMetric;
        });
        EXPECT_TRUE(measured || target.kind != TargetKind::Label || layer.loss.decidingMetric.empty())
            << layer.name << " declares " << layer.loss.decidingMetric;
      }
      EXPECT_GT(fitting, 0) << layer.name << ", kind " << static_cast<int>(target.kind);
    }
  }
}

TEST(LossDeclaration, OneLossIsUsualForEachKindOfTarget) {
  for (const TargetKind kind : kTargetKinds) {
    std::string usual;
    for (const LayerType& layer : allLayers())
      for (const LossTarget& target : layer.loss.targets)
        if (target.kind == kind && target.usual) usual += layer.name + " ";
    EXPECT_EQ(std::count(usual.begin(), usual.end(), ' '), 1) << static_cast<int>(kind) << ": " << usual;
  }
}

// Predicts the frequencies of the classes for every sample: 5 of class 0, 2 of class 1, 1 of class 2.
TEST(LossDeclaration, ALogLikelihoodOfTheFrequenciesIsTheirEntropy) {
  const Labels labels{0, 0, 1, 0, 2, 0, 1, 0};
  const Floats frequencies{5 / 8.0, 2 / 8.0, 1 / 8.0};
  Floats scores;
  double entropy = 0;
  for (std::size_t n = 0; n < labels.size(); ++n)
    for (const double frequency : frequencies) scores.push_back(std::log(frequency));
  for (const double frequency : frequencies) entropy -= frequency * std::log(frequency);
  int such = 0;
  for (const LayerType& layer : allLayers()) {
    if (layer.loss.targets.empty() || layer.loss.targets[0].kind != TargetKind::Label) continue;
    const double loss = lossOf(layer.name.c_str(), {}, {8, 3}, scores, labelTensor({8}, labels));
    EXPECT_EQ(std::abs(loss - entropy) < 1e-5, layer.loss.logLikelihood) << layer.name << ": " << loss;
    such += layer.loss.logLikelihood;
  }
  EXPECT_GT(such, 0);
}

TEST(LossDeclaration, WeightsOfClassesAreAParameterThatChangesTheLoss) {
  const Floats x = randomNumbers(12);
  const Tensor target = labelTensor({4}, {0, 1, 2, 2});
  int such = 0;
  for (const LayerType& layer : allLayers()) {
    const std::string& name = layer.loss.classWeights;
    if (name.empty()) continue;
    ++such;
    ASSERT_TRUE(layer.parameters.find(name)) << layer.name;
    EXPECT_NE(lossOf(layer.name.c_str(), {{name, std::string("1, 5, 1")}}, {4, 3}, x, target),
              lossOf(layer.name.c_str(), {}, {4, 3}, x, target))
        << layer.name;
  }
  EXPECT_GT(such, 0);
}

TEST(LossDeclaration, SharesAreTakenInPlaceOfOneLabelOnly) {
  const auto& takingShares = findLayer("cross_entropy")->loss.takingShares;
  ASSERT_TRUE(takingShares);
  EXPECT_EQ(takingShares({}), (FieldValues{{"labels", std::string("shares")}}));
  EXPECT_FALSE(takingShares({{"labels", std::string("position")}}));
  for (const LayerType& layer : allLayers()) {
    if (!layer.loss.takingShares) continue;
    const BuiltLayer built = buildLayer(layer.name.c_str(), *layer.loss.takingShares({}), {Shape{8, 5}});
    EXPECT_EQ(built.graph->graph().value(built.graph->graph().findInput("target")).type,
              (TensorType{DataType::Float32, Shape{8, 5}}))
        << layer.name;
  }
}

TEST(CrossEntropyLayer, WeighsClassesAndSmoothsLabels) {
  const Floats x = randomNumbers(12);
  const Labels labels{2, 0, -1, 1};
  const Floats weights{1, 2.5, 0.5};
  const auto expected = [&](bool weighted, double smoothing) {
    double sum = 0, total = 0;
    for (std::size_t n = 0; n < 4; ++n) {
      if (labels[n] < 0) continue;
      const Floats s = surprises(x, 3 * n, 3);
      const auto weight = [&](std::size_t k) { return weighted ? weights[k] : 1.0; };
      const auto label = static_cast<std::size_t>(labels[n]);
      double all = 0;
      for (std::size_t k = 0; k < 3; ++k) all += weight(k) * s[k];
      sum += (1 - smoothing) * weight(label) * s[label] + smoothing / 3 * all;
      total += weight(label);
    }
    return sum / total;
  };
  const Tensor target = labelTensor({4}, labels);
  EXPECT_NEAR(lossOf("cross_entropy", {}, {4, 3}, x, target), expected(false, 0), 1e-5);
  EXPECT_NEAR(lossOf("cross_entropy", {{"label_smoothing", 0.2}}, {4, 3}, x, target), expected(false, 0.2), 1e-5);
  const std::string text = "1, 2.5 0.5";
  EXPECT_NEAR(lossOf("cross_entropy", {{"class_weights", text}}, {4, 3}, x, target), expected(true, 0), 1e-5);
  EXPECT_NEAR(lossOf("cross_entropy", {{"class_weights", text}, {"label_smoothing", 0.2}}, {4, 3}, x, target),
              expected(true, 0.2), 1e-5);
}

TEST(CrossEntropyLayer, LooksAtEveryPixel) {
  const Floats x = randomNumbers(2 * 3 * 4);
  const Labels labels{0, 2, 1, 255, 2, 2, 0, 255};
  double sum = 0;
  for (std::size_t i = 0; i < 8; ++i)
    if (labels[i] != 255) sum += surprises(x, i / 4 * 12 + i % 4, 3, 4)[static_cast<std::size_t>(labels[i])];
  const FieldValues parameters{{"labels", std::string("position")}, {"ignore_index", 255_i}};
  EXPECT_NEAR(lossOf("cross_entropy", parameters, {2, 3, 2, 2}, x, labelTensor({2, 2, 2}, labels)), sum / 6, 1e-5);
}

TEST(CrossEntropyLayer, TakesTheLastAxisOfASequence) {
  const Floats x = randomNumbers(2 * 4 * 3);
  const Labels labels{0, 2, 1, -1, 2, 2, 0, 1};
  const BuiltLayer built = buildLayer("cross_entropy", {{"labels", std::string("position")}}, {Shape{2, 4, 3}});
  ASSERT_TRUE(built.status.ok());
  EXPECT_EQ(built.outputs[0], (Shape{2, 4, 3}));
  const Evaluated values(built, x, labelTensor({2, 4}, labels));
  double sum = 0;
  for (std::size_t i = 0; i < 8; ++i)
    if (labels[i] >= 0) sum += surprises(x, 3 * i, 3)[static_cast<std::size_t>(labels[i])];
  EXPECT_NEAR(values.at(built.loss)[0], sum / 7, 1e-5);
  EXPECT_NEAR(metricOf(built, values, "perplexity", 0), sum, 1e-4);
  EXPECT_EQ(metricOf(built, values, "perplexity", 1), 7);
  EXPECT_EQ(metricOf(built, values, "accuracy", 1), 7);
}

TEST(CrossEntropyLayer, SaysWhatIsWrongWithItsWeights) {
  const auto message = [](const std::string& weights) {
    return buildLayer("cross_entropy", {{"class_weights", weights}}, {Shape{4, 3}}).status.error().message;
  };
  EXPECT_EQ(message("1, 2"), "There are 2 class weights for 3 classes.");
  EXPECT_EQ(message("1, two, 3"), "The class weights must be numbers from 0 on, but there is \"two, 3\".");
  EXPECT_EQ(message("1, -2, 3"), "The class weights must be numbers from 0 on, but there is \"-2, 3\".");
  EXPECT_EQ(
      buildLayer("cross_entropy", {{"labels", std::string("position")}}, {Shape{4, 3}}).status.error().message,
      "Cross-entropy with a label for each position needs an image [K, H, W] or a sequence [T, K], but got 3 numbers.");
}

TEST(CrossEntropyLayer, CountsMoreWhereNothingIsLearned) {
  const BuiltLayer built = buildLayer("cross_entropy", {}, {Shape{2, 7}}, NetworkMode::Evaluation);
  const Evaluated values(built, {9, 8, 7, 6, 5, 4, 3, 0, 1, 2, 3, 4, 5, 6}, labelTensor({2}, {4, 0}));
  EXPECT_EQ(metricOf(built, values, "correct"), 0);
  EXPECT_EQ(metricOf(built, values, "top_5", 0), 1);
  EXPECT_EQ(metricOf(built, values, "top_5", 1), 2);
  EXPECT_EQ(metricOf(built, values, "confusion", 4 * 7 + 0), 1);
  EXPECT_EQ(metricOf(built, values, "confusion", 0 * 7 + 6), 1);
}

TEST(CrossEntropyLayer, AnIgnoredLabelDoesNotCountInTheAccuracy) {
  for (const char* loss : {"cross_entropy", "focal"}) {
    const BuiltLayer built = buildLayer(loss, {{"ignore_index", 1_i}}, {Shape{4, 3}}, NetworkMode::Evaluation);
    const Evaluated values(built, {9, 0, 0, 0, 9, 0, 0, 9, 0, 9, 0, 0}, labelTensor({4}, {0, 1, 2, 1}));
    ASSERT_EQ(built.metrics.front().name, "correct") << loss;
    EXPECT_EQ(built.metrics.front().kind, MetricKind::Ratio) << loss;
    EXPECT_EQ(metricOf(built, values, "correct", 0), 1) << loss;
    EXPECT_EQ(metricOf(built, values, "correct", 1), 2) << loss;
  }
}

// A batch counts as much as its labels in the mean over several batches.
TEST(LossCount, IsTheWeightOfTheLabels) {
  const auto countOf = [](const char* name, const FieldValues& parameters) {
    const BuiltLayer built = buildLayer(name, parameters, {Shape{5, 3}}, NetworkMode::Evaluation);
    if (!built.lossCount.value.valid()) return -1.0;
    const Evaluated values(built, {9, 0, 0, 0, 9, 0, 0, 9, 0, 9, 0, 0, 0, 0, 0}, labelTensor({5}, {0, 1, 1, 2, -1}));
    return values.at(built.lossCount.value)[0];
  };
  const FieldValue weights = std::string("1, 10, 0.5");
  EXPECT_EQ(countOf("cross_entropy", {}), -1) << "a mean over samples";
  EXPECT_EQ(countOf("cross_entropy", {{"ignore_index", 1_i}}), 2);
  EXPECT_EQ(countOf("cross_entropy", {{"class_weights", weights}}), 21.5);
  EXPECT_EQ(countOf("cross_entropy", {{"class_weights", weights}, {"ignore_index", 1_i}}), 1.5);
  EXPECT_EQ(countOf("focal", {}), -1);
  EXPECT_EQ(countOf("focal", {{"ignore_index", 1_i}}), 2);
  EXPECT_EQ(countOf("hinge", {}), -1);
}

TEST(LossCount, IsTheWeightOfTheLabelsOfAllPositions) {
  const BuiltLayer built =
      buildLayer("cross_entropy", {{"labels", std::string("position")}, {"class_weights", std::string("1, 10")}},
                 {Shape{1, 2, 1, 3}}, NetworkMode::Evaluation);
  const Evaluated values(built, {0, 0, 0, 0, 0, 0}, labelTensor({1, 1, 3}, {1, -1, 0}));
  EXPECT_EQ(values.at(built.lossCount.value), Floats{11});
}

TEST(CrossEntropyLayer, TheShareOfAnIgnoredClassDoesNotCount) {
  const FieldValues ignoring{{"labels", std::string("shares")}, {"ignore_index", 1_i}};
  // A probability of 1 for one class is the same as its label.
  const Floats two = randomNumbers(6, 2);
  EXPECT_NEAR(lossOf("cross_entropy", ignoring, {2, 3}, two, floatTensor({2, 3}, {0, 0, 1, 0, 1, 0})),
              lossOf("cross_entropy", {{"ignore_index", 1_i}}, {2, 3}, two, labelTensor({2}, {2, 1})), 1e-6);
  const Floats x = randomNumbers(9);
  const Tensor shares = floatTensor({3, 3}, {0.25, 0.75, 0, 0, 1, 0, 0, 0, 1});
  const double counted[] = {0.25, 0, 0, 0, 0, 0, 0, 0, 1}, left[] = {0.25, 0, 1};
  double sum = 0;
  for (std::size_t i = 0; i < 9; ++i) sum += (0.7 * counted[i] + 0.1 * left[i / 3]) * surprises(x, i / 3 * 3, 3)[i % 3];
  FieldValues smoothed = ignoring;
  smoothed.set("label_smoothing", 0.3);
  EXPECT_NEAR(lossOf("cross_entropy", smoothed, {3, 3}, x, shares), sum / 1.25, 1e-5);
  const BuiltLayer built = buildLayer("cross_entropy", ignoring, {Shape{3, 3}});
  const Evaluated values(built, {5, 1, 2, 0, 9, 0, 7, 8, 6}, shares);
  EXPECT_NEAR(metricOf(built, values, "correct", 0), 0.25, 1e-6);
  EXPECT_NEAR(metricOf(built, values, "correct", 1), 1.25, 1e-6);
}

TEST(CrossEntropyLayer, TakesSharesOfTheClasses) {
  const Floats x = randomNumbers(6), shares{0.25, 0.75, 0, 1, 0, 0};
  const FieldValues values{
      {"labels", std::string("shares")}, {"label_smoothing", 0.3}, {"class_weights", std::string("2, 1, 0.5")}};
  const double weights[] = {2, 1, 0.5};
  double sum = 0;
  for (std::size_t i = 0; i < 6; ++i)
    sum += weights[i % 3] * (0.7 * shares[i] + 0.1) * surprises(x, i / 3 * 3, 3)[i % 3];
  EXPECT_NEAR(lossOf("cross_entropy", values, {2, 3}, x, floatTensor({2, 3}, shares)), sum / 2, 1e-5);
  // A probability of 1 for one class is the same as its label.
  EXPECT_NEAR(
      lossOf("cross_entropy", {{"labels", std::string("shares")}}, {2, 3}, x, floatTensor({2, 3}, {0, 0, 1, 1, 0, 0})),
      lossOf("cross_entropy", {}, {2, 3}, x, labelTensor({2}, {2, 0})), 1e-6);
  const BuiltLayer built =
      buildLayer("cross_entropy", {{"labels", std::string("shares")}}, {Shape{2, 3}}, NetworkMode::Training);
  const Evaluated evaluated(built, {1, 5, 2, 9, 8, 7}, floatTensor({2, 3}, shares));
  EXPECT_NEAR(metricOf(built, evaluated, "correct"), 1.75, 1e-6);
}

TEST(BinaryCrossEntropyLayer, IsTheLogarithmOfTheRightAnswer) {
  const Floats x = randomNumbers(6), t{1, 0, 1, 0.25, 0, 1};
  double sum = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const double s = 1 / (1 + std::exp(-x[i]));
    sum -= 3 * t[i] * std::log(s) + (1 - t[i]) * std::log(1 - s);
  }
  EXPECT_NEAR(lossOf("binary_cross_entropy", {{"positive_weight", 3.0}}, {2, 3}, x, floatTensor({2, 3}, t)), sum / 6,
              1e-5);
}

TEST(BinaryCrossEntropyLayer, StaysFiniteFarOut) {
  EXPECT_NEAR(lossOf("binary_cross_entropy", {}, {1, 2}, {200, -300}, floatTensor({1, 2}, {0, 1})), 250, 1e-3);
}

TEST(RegressionLayers, AreMeansOfDifferences) {
  const Floats x = randomNumbers(12), t = randomNumbers(12, 2);
  const auto mean = [&](const std::function<double(double)>& of) {
    double sum = 0;
    for (std::size_t i = 0; i < 12; ++i) sum += of(x[i] - t[i]);
    return sum / 12;
  };
  const Tensor target = floatTensor({3, 4}, t);
  EXPECT_NEAR(lossOf("mean_squared_error", {}, {3, 4}, x, target), mean([](double d) { return d * d; }), 1e-5);
  EXPECT_NEAR(lossOf("mean_absolute_error", {}, {3, 4}, x, target), mean([](double d) { return std::abs(d); }), 1e-5);
  const auto huber = [](double d) { return std::abs(d) <= 0.7 ? d * d / 2 : 0.7 * (std::abs(d) - 0.35); };
  EXPECT_NEAR(lossOf("huber", {{"delta", 0.7}}, {3, 4}, x, target), mean(huber), 1e-5);
}

TEST(RegressionLayers, MeasureImages) {
  const Shape shape{2, 3, 16, 16};
  const BuiltLayer built = buildLayer("mean_squared_error", {}, {shape}, NetworkMode::Evaluation);
  ASSERT_TRUE(built.status.ok());
  const auto count = static_cast<std::size_t>(shape.elementCount());
  Floats image = randomNumbers(count);
  for (double& pixel : image) pixel = 0.5 + 0.1 * pixel;
  Floats other = image;
  for (double& pixel : other) pixel += 0.1;
  const Evaluated values(built, other, floatTensor(shape, image));
  EXPECT_NEAR(metricOf(built, values, "mean_absolute_error") / metricOf(built, values, "mean_absolute_error", 1), 0.1,
              1e-5);
  EXPECT_NEAR(metricOf(built, values, "root_mean_squared_error"), 0.01 * static_cast<double>(count), 1e-2);
  EXPECT_NEAR(metricOf(built, values, "psnr"), 2 * 20, 1e-3);  // of two images, 20 dB each
  EXPECT_LT(metricOf(built, values, "ssim"), 2 * 0.999);
  EXPECT_GT(metricOf(built, values, "ssim"), 2 * 0.9);
  const Evaluated same(built, image, floatTensor(shape, image));
  EXPECT_NEAR(metricOf(built, same, "ssim"), 2, 1e-5);
  EXPECT_NEAR(metricOf(built, same, "psnr"), 2 * 100, 1e-2);
}

TEST(RegressionLayers, LearnWithoutMetrics) {
  EXPECT_TRUE(buildLayer("mean_squared_error", {}, {Shape{2, 3, 16, 16}}).metrics.empty());
}

TEST(KlDivergenceLayer, IsZeroForTheSameDistribution) {
  const Floats t{0.5, 0.25, 0.25, 1, 0, 0};
  Floats same;
  for (const double p : t) same.push_back(p > 0 ? std::log(p) : -200);
  EXPECT_NEAR(lossOf("kl_divergence", {}, {2, 3}, same, floatTensor({2, 3}, t)), 0, 1e-5);
  const Floats flat(6, 0.0);
  const double expected = (std::log(3) - 1.5 * std::log(2) + std::log(3)) / 2;
  EXPECT_NEAR(lossOf("kl_divergence", {}, {2, 3}, flat, floatTensor({2, 3}, t)), expected, 1e-5);
}

TEST(HingeLayer, AsksForAMargin) {
  // Sample 0: class 1 violates the margin by 0.5; sample 1 has no violation; sample 2 has no label.
  const Floats x{2, 1.5, -3, 0, 5, 1, 9, 9, 9};
  EXPECT_NEAR(lossOf("hinge", {}, {3, 3}, x, labelTensor({3}, {0, 1, -1})), 0.5 / 3 / 2, 1e-5);
}

TEST(FocalLayer, IsCrossEntropyWithDoubt) {
  const Floats x = randomNumbers(12);
  const Labels labels{2, 0, -1, 1};
  const auto expected = [&](double gamma) {
    double sum = 0;
    for (std::size_t n = 0; n < 4; ++n)
      if (labels[n] >= 0) {
        const double s = surprises(x, 3 * n, 3)[static_cast<std::size_t>(labels[n])];
        sum += std::pow(1 - std::exp(-s), gamma) * s;
      }
    return sum / 3;
  };
  const Tensor target = labelTensor({4}, labels);
  EXPECT_NEAR(lossOf("focal", {}, {4, 3}, x, target), expected(2), 1e-5);
  EXPECT_NEAR(lossOf("focal", {{"gamma", 0.0}}, {4, 3}, x, target), expected(0), 1e-5);
  EXPECT_NEAR(lossOf("focal", {{"gamma", 1.5}, {"alpha", 0.25}}, {4, 3}, x, target), 0.25 * expected(1.5), 1e-5);
}

TEST(DiceLayer, MeasuresOverlap) {
  const Floats sure{99, 0, 99, 0, 0, 99, 0, 99};  // [1, 2, 2, 2]: class 0 at pixels 0 and 2
  EXPECT_NEAR(lossOf("dice", {}, {1, 2, 2, 2}, sure, labelTensor({1, 2, 2}, {0, 1, 0, 1})), 0, 1e-5);
  // Half of each class is wrong: 1 - (2 · 1 + 1) / (2 + 2 + 1).
  EXPECT_NEAR(lossOf("dice", {}, {1, 2, 2, 2}, sure, labelTensor({1, 2, 2}, {0, 0, 1, 1})), 1 - 3.0 / 5, 1e-5);
}

TEST(ContrastiveLayer, PullsTogetherAndPushesApart) {
  const Floats x{0, 0, 0.6, 0, 0, 3};
  // Pairs both ways: (0, 1) equal labels at distance 0.6; (0, 2) and (1, 2) different, beyond the margin.
  EXPECT_NEAR(lossOf("contrastive", {}, {3, 2}, x, labelTensor({3}, {7, 7, 1})), 2 * 0.18 / 6, 1e-5);
  EXPECT_NEAR(lossOf("contrastive", {}, {3, 2}, x, labelTensor({3}, {7, 1, -1})), 0.08, 1e-5);
}

TEST(TripletLayer, LooksAtTheHardestOfEachKind) {
  const Floats x{0, 1, 5, 5.5};  // [4, 1]
  // Labels a a b b: distances to the farthest equal label 1, 1, 0.5, 0.5; to the nearest other one 5, 4, 4, 4.5.
  EXPECT_NEAR(lossOf("triplet", {}, {4, 1}, x, labelTensor({4}, {0, 0, 1, 1})), 0, 1e-5);
  // Labels a b a b: farthest equal label 5, 4.5, 5, 4.5; nearest other one 1, 1, 0.5, 0.5.
  EXPECT_NEAR(lossOf("triplet", {{"margin", 0.2}}, {4, 1}, x, labelTensor({4}, {0, 1, 0, 1})),
              0.2 + (4 + 3.5 + 4.5 + 4) / 4, 1e-4);
  EXPECT_NEAR(lossOf("triplet", {}, {4, 1}, x, labelTensor({4}, {0, 1, 2, 3})), 0, 1e-6) << "nothing to compare";
}

TEST(LossLayers, GivePredictionsWithoutATarget) {
  for (const LayerType& layer : allLayers()) {
    if (layer.family != LayerFamily::Loss) continue;
    SCOPED_TRACE(layer.name);
    const Shape shape = layer.name == "dice" ? Shape{2, 5, 4, 4} : Shape{2, 5};
    const std::vector<Shape> inputs(layer.inputs.size(), shape);
    const BuiltLayer built = buildLayer(layer.name.c_str(), {}, inputs, NetworkMode::Inference);
    if (!built.status.ok()) continue;  // a loss for another kind of input
    EXPECT_FALSE(built.loss.valid());
    EXPECT_FALSE(built.graph->graph().findInput("target").valid());
    EXPECT_EQ(built.graph->typeOf(built.predictions).shape, shape);
  }
}

TEST(LossWeight, IsAFieldOfEveryLossAndSeenOnItsNode) {
  int losses = 0;
  for (const LayerType& layer : allLayers()) {
    if (layer.family != LayerFamily::Loss) {
      EXPECT_FALSE(layer.parameters.find("loss_weight")) << layer.name;
      continue;
    }
    ++losses;
    FieldValues values = layer.parameters.complete({}).value();
    EXPECT_EQ(lossWeightOf(values), 1) << layer.name;
    const std::string usual = layer.caption(values);
    values.set("loss_weight", 0.3);
    EXPECT_EQ(layer.caption(values), usual + (usual.empty() ? "" : " · ") + "× 0.3") << layer.name;
  }
  EXPECT_GE(losses, 12);
}

TEST(LossWeight, IsAFactorOfTheLoss) {
  const Floats scores = randomNumbers(6);
  const Tensor target = labelTensor(Shape{2}, {0, 2});
  const auto lossOf = [&](double weight) {
    const BuiltLayer built =
        buildLayerOn("cross_entropy", {{"loss_weight", weight}}, {{DataType::Float32, Shape{2, 3}}});
    return Evaluated(built, scores, target).at(built.loss)[0];
  };
  EXPECT_FLOAT_EQ(static_cast<float>(lossOf(0.25)), static_cast<float>(0.25 * lossOf(1)));
}

// One class on a grid of 1×2 cells, for a batch of one; the centre is in the first cell.
TEST(DetectionLoss, IsItsFormula) {
  const Floats x{0.3, -0.8, 0.4, 9, 0.1, 9, 1.0, 9, 0.2, 9};
  const Tensor target = floatTensor({1, 6, 1, 2}, {1, 0.6, 0.5, 0, 0.25, 0, 1.5, 0, 0.5, 0, 1, 0});
  const double prior = std::log(0.1 / 0.9);
  const auto p = [&](double score) { return 1 / (1 + std::exp(-score - prior)); };
  const double centres =
      -std::pow(1 - p(0.3), 2) * std::log(p(0.3)) - std::pow(0.4, 4) * std::pow(p(-0.8), 2) * std::log(1 - p(-0.8));
  const double box = 0.1 + 0.15 + 0.5 + 0.3;
  EXPECT_NEAR(lossOf("detection", {}, {1, 5, 1, 2}, x, target), centres + box, 1e-5);
  EXPECT_NEAR(lossOf("detection", {{"box_weight", 0.25}}, {1, 5, 1, 2}, x, target), centres + 0.25 * box, 1e-5);
  // A batch with a second image of two objects: each image is divided by its own number of objects.
  Floats both = x, targets(target.values<float>().begin(), target.values<float>().end());
  both.insert(both.end(), x.begin(), x.end());
  const Floats two{1, 1, 0.4, 9, 0.1, 9, 1.0, 9, 0.2, 9, 1, 1};
  targets.insert(targets.end(), two.begin(), two.end());
  const double second =
      (-std::pow(1 - p(0.3), 2) * std::log(p(0.3)) - std::pow(1 - p(-0.8), 2) * std::log(p(-0.8))) / 2;
  EXPECT_NEAR(lossOf("detection", {}, {2, 5, 1, 2}, both, floatTensor({2, 6, 1, 2}, targets)),
              (centres + box + second) / 2, 1e-5);
  // Overlap of a true box of e^1.5 × e^0.5 cells with a predicted one of e × e^0.2, whose centre is offset by 0.1 and
  // 0.15.
  const BuiltLayer built = buildLayer("detection", {}, {{1, 5, 1, 2}}, NetworkMode::Evaluation);
  const Evaluated values(built, x, target);
  const double width = std::exp(1.0), height = std::exp(0.2), area = std::exp(2.0);  // lies entirely inside
  EXPECT_NEAR(metricOf(built, values, "box_overlap", 0), width * height / area, 1e-5);
  EXPECT_EQ(metricOf(built, values, "box_overlap", 1), 1);
  // The predictions: the probability, and the box unchanged.
  EXPECT_NEAR(values.at(built.predictions)[0], p(0.3), 1e-6);
  EXPECT_NEAR(values.at(built.predictions)[2], 0.4, 1e-6);
}

// A row of 6 cells with centres in cells 1 and 4. The peaks are cell 0, next to the first centre, and cell 2, which is
// false; cell 5 exceeds its neighbours, but not the threshold.
TEST(DetectionLoss, ACentreIsFoundByAPeakInItsCellOrBesideIt) {
  Floats x(30, 0.0);
  const Floats probabilities{0.9, 0.1, 0.5, 0.1, 0.1, 0.29};
  for (std::size_t i = 0; i < 6; ++i) x[i] = std::log(probabilities[i] / (1 - probabilities[i])) - std::log(0.1 / 0.9);
  Floats target(36, 0.0);
  for (const std::size_t cell : {1, 4}) target[cell] = target[30 + cell] = 1;
  const BuiltLayer built = buildLayer("detection", {}, {{1, 5, 1, 6}}, NetworkMode::Evaluation);
  const Evaluated values(built, x, floatTensor({1, 6, 1, 6}, target));
  EXPECT_EQ(metricOf(built, values, "centre_f1", 0), 2);      // twice the number of found centres
  EXPECT_EQ(metricOf(built, values, "centre_f1", 1), 2 + 2);  // peaks plus centres
}

TEST(DetectionLoss, AnImageWithoutObjectsHasALossToo) {
  const Tensor none = Tensor::zeros({DataType::Float32, {1, 6, 1, 2}});
  const double prior = std::log(0.1 / 0.9), p = 1 / (1 + std::exp(-prior));
  EXPECT_NEAR(lossOf("detection", {}, {1, 5, 1, 2}, Floats(10, 0.0), none), -2 * p * p * std::log(1 - p), 1e-6);
  // Large scores of either sign do not give infinity.
  for (const double score : {-200.0, 200.0}) {
    Floats x(10, 0.0);
    x[0] = x[1] = score;
    EXPECT_TRUE(std::isfinite(lossOf("detection", {}, {1, 5, 1, 2}, x, none))) << score;
  }
}

TEST(DetectionLoss, WithoutRoomForABoxIsRefused) {
  const BuiltLayer built = buildLayer("detection", {}, {{1, 4, 8, 8}});
  ASSERT_FALSE(built.status.ok());
  EXPECT_NE(built.status.error().text().find("4 for a box, but got 4"), std::string::npos)
      << built.status.error().text();
}

// Compares the gradient of autodiff with central differences.
TEST(DetectionLoss, HasTheGradientOfFiniteDifferences) {
  const Shape shape{2, 6, 3, 4};
  const Floats x = randomNumbers(static_cast<std::size_t>(shape.elementCount()), 3);
  Tensor target = Tensor::zeros({DataType::Float32, {2, 7, 3, 4}});
  const auto set = [&](std::int64_t image, std::int64_t channel, std::int64_t cell, double value) {
    target.data<float>()[(image * 7 + channel) * 12 + cell] = static_cast<float>(value);
  };
  set(0, 0, 5, 1);
  set(0, 0, 6, 0.5);
  set(0, 6, 5, 1);
  for (std::int64_t i = 2; i < 6; ++i) set(0, i, 5, 0.3 * static_cast<double>(i));
  set(1, 1, 0, 1);
  set(1, 6, 0, 1);
  BuiltLayer built = buildLayer("detection", {}, {shape});
  const auto gradients =
      differentiate(*built.graph, built.loss, std::vector<ValueId>{built.graph->graph().findInput("input0")});
  ASSERT_TRUE(gradients.ok());
  const Floats found = Evaluated(built, x, target).at((*gradients)[0]);
  constexpr double kStep = 1e-2;
  for (std::size_t i = 0; i < x.size(); ++i) {
    Floats above = x, below = x;
    above[i] += kStep;
    below[i] -= kStep;
    const double slope =
        (lossOf("detection", {}, shape, above, target) - lossOf("detection", {}, shape, below, target)) / (2 * kStep);
    EXPECT_NEAR(found[i], slope, 2e-3) << i;
  }
}

}  // namespace
}  // namespace fovea
