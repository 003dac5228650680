#include "app/workspaces/inspect/arithmetic_scene.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

struct ArithmeticWords {
  Q_DECLARE_TR_FUNCTIONS(fovea::ArithmeticWords)
};

// As many columns as make the table nearly square, twice as wide as high at most.
int squareColumns(std::size_t count) {
  if (count < 4) return 1;
  return static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count) * 1.2)));
}

QString className(const NetworkTrace& trace, std::int64_t index) {
  const auto at = static_cast<std::size_t>(index);
  return at < trace.classes.size() ? QString::fromStdString(trace.classes[at]) : QString::number(index);
}

const Tensor& inputOf(const NetworkTrace& trace, const TracedLayer& layer, int source = 0) {
  return trace.layers[static_cast<std::size_t>(layer.sources[static_cast<std::size_t>(source)])].output;
}

NumberTable tableOf(const QString& title, const std::vector<Summand>& terms, double Summand::*part, int columns) {
  NumberTable table{title, columns, {}};
  for (const Summand& term : terms) {
    table.values.push_back(term.*part);
    table.empty.push_back(term.input < 0);
  }
  return table;
}

NumberTable numberTable(const QString& title, double value) {
  return {title, 1, {value}};
}

void setPlane(ArithmeticScene& scene, const Tensor& input, std::int64_t channel) {
  if (input.dtype() != DataType::Float32 || input.shape().rank() != 3) return;
  const std::int64_t height = input.shape()[1], width = input.shape()[2];
  scene.plane = Tensor::make({DataType::Float32, Shape{height, width}});
  std::copy_n(input.data<float>() + channel * height * width, height * width, scene.plane.data<float>());
  scene.planeTitle =
      ArithmeticWords::tr("input %1×%2×%3, channel %4").arg(input.shape()[0]).arg(height).arg(width).arg(channel);
}

void addTable(ArithmeticScene& scene, const QString& sign, NumberTable table) {
  scene.signs << sign;
  scene.tables.push_back(std::move(table));
}

QString resultLine(const TracedLayer& layer, const LayerExplanation& explained) {
  return QStringLiteral("= y%1 = %2").arg(positionText(explained.at), cellText(explained.result)) +
         ArithmeticWords::tr("   the network computed %1").arg(cellText(explained.value)) + QStringLiteral("   ") +
         QString::fromStdString(layer.name);
}

void addSum(ArithmeticScene& scene, const LayerExplanation& explained) {
  scene.lines << ArithmeticWords::tr("Σ %1 products = %2").arg(explained.terms.size()).arg(cellText(explained.sum));
  if (explained.bias) scene.lines << ArithmeticWords::tr("+ bias %1").arg(cellText(*explained.bias));
}

void windowScene(ArithmeticScene& scene, const NetworkTrace& trace, const TracedLayer& layer,
                 const LayerExplanation& explained, int channel) {
  const int height = static_cast<int>(explained.form[1]), width = static_cast<int>(explained.form[2]);
  const auto plane = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  const auto first = explained.terms.begin() + static_cast<std::ptrdiff_t>(plane * static_cast<std::size_t>(channel));
  const std::vector<Summand> terms(first, first + static_cast<std::ptrdiff_t>(plane));
  if (explained.window) {
    const InputWindow& window = *explained.window;
    setPlane(scene, inputOf(trace, layer), window.firstChannel + channel);
    scene.window = QRectF(static_cast<double>(window.left), static_cast<double>(window.top),
                          static_cast<double>(window.width), static_cast<double>(window.height));
  }
  const QString extents = QStringLiteral("%1×%2").arg(height).arg(width);
  NumberTable values = tableOf(ArithmeticWords::tr("window, %1").arg(extents), terms, &Summand::x, width);
  values.grey = true;
  if (explained.kind == ArithmeticKind::MaxPooling) {
    values.marked = static_cast<int>(explained.chosen);
    addTable(scene, {}, std::move(values));
    addTable(scene, QStringLiteral("→"), numberTable(ArithmeticWords::tr("largest"), explained.result));
    scene.lines << ArithmeticWords::tr("the largest of %1 numbers").arg(plane);
    return;
  }
  addTable(scene, {}, std::move(values));
  if (explained.kind == ArithmeticKind::AveragePooling) {
    addTable(scene, QStringLiteral("→"), numberTable(ArithmeticWords::tr("mean"), explained.result));
    scene.lines << ArithmeticWords::tr("Σ = %1").arg(cellText(explained.sum * explained.numbers.front().value))
                << ArithmeticWords::tr("divided by %1").arg(explained.numbers.front().value);
    return;
  }
  const bool one = explained.form[0] == 1;
  addTable(
      scene, QStringLiteral("×"),
      tableOf(ArithmeticWords::tr("filter %1, %2").arg(explained.at[0]).arg(extents), terms, &Summand::factor, width));
  scene.tables.back().empty.clear();
  addTable(scene, QStringLiteral("="),
           tableOf(ArithmeticWords::tr("products, then their sum"), terms, &Summand::product, width));
  if (!one) {
    double sum = 0;
    for (const Summand& term : terms) sum += term.product;
    scene.lines << ArithmeticWords::tr("Σ of channel %1 = %2").arg(channel).arg(cellText(sum));
  }
  addSum(scene, explained);
}

void softmaxScene(ArithmeticScene& scene, const NetworkTrace& trace, const LayerExplanation& explained) {
  NumberTable scores{ArithmeticWords::tr("score x"), 1, {}}, powers{ArithmeticWords::tr("exp(x − largest)"), 1, {}},
      shares{ArithmeticWords::tr("divided by Σ"), 1, {}};
  for (std::size_t k = 0; k < explained.terms.size(); ++k) {
    scores.values.push_back(explained.terms[k].x);
    powers.values.push_back(explained.terms[k].product);
    shares.values.push_back(explained.terms[k].product / explained.sum);
    scores.names << className(trace, static_cast<std::int64_t>(k));
  }
  scores.marked = powers.marked = shares.marked = static_cast<int>(explained.chosen);
  addTable(scene, {}, std::move(scores));
  addTable(scene, QStringLiteral("→"), std::move(powers));
  addTable(scene, QStringLiteral("→"), std::move(shares));
  scene.lines << ArithmeticWords::tr("Σ exp = %1").arg(cellText(explained.sum));
  for (const NamedNumber& number : explained.numbers)
    if (std::string_view(number.name) == "loss")
      scene.lines
          << ArithmeticWords::tr("loss = −log p(%1) = %2").arg(className(trace, trace.label), cellText(number.value));
}

double numberOf(const LayerExplanation& explained, std::string_view name) {
  for (const NamedNumber& number : explained.numbers)
    if (name == number.name) return number.value;
  return 0;
}

void normScene(ArithmeticScene& scene, const LayerExplanation& explained) {
  const double variance = numberOf(explained, "variance") + numberOf(explained, "epsilon");
  addTable(scene, {}, numberTable(ArithmeticWords::tr("x"), explained.terms.front().x));
  addTable(scene, QStringLiteral("−"), numberTable(ArithmeticWords::tr("mean"), numberOf(explained, "mean")));
  addTable(scene, QStringLiteral("/"), numberTable(ArithmeticWords::tr("deviation"), std::sqrt(variance)));
  addTable(scene, QStringLiteral("×"), numberTable(ArithmeticWords::tr("scale"), numberOf(explained, "scale")));
  addTable(scene, QStringLiteral("+"), numberTable(ArithmeticWords::tr("shift"), numberOf(explained, "shift")));
  addTable(scene, QStringLiteral("="), numberTable(ArithmeticWords::tr("y"), explained.result));
  scene.lines << ArithmeticWords::tr("mean and deviation are those gathered in training");
}

// The plane of a layer that changes each number by itself, with that number marked.
void markOwn(ArithmeticScene& scene, const NetworkTrace& trace, const TracedLayer& layer, std::int64_t element) {
  const Tensor& input = inputOf(trace, layer);
  const auto at = positionOf(input.shape(), element);
  if (at.size() != 3) return;
  setPlane(scene, input, at[0]);
  scene.window = QRectF(static_cast<double>(at[2]), static_cast<double>(at[1]), 1, 1);
}

void describe(ArithmeticScene& scene, ArithmeticKind kind, const TracedLayer& layer) {
  switch (kind) {
    case ArithmeticKind::Input:
      scene.kind = ArithmeticWords::tr("The numbers that enter the network, after the transforms.");
      break;
    case ArithmeticKind::Convolution:
      scene.kind = ArithmeticWords::tr(
          "Slides learned filters over its input; each output says how strongly a filter's pattern is "
          "present at that position.");
      scene.formula = QStringLiteral("y[m, i, j] = b[m] + Σ w[m, c, u, v] · x[c, i·s + u − p, j·s + v − p]");
      break;
    case ArithmeticKind::Linear:
      scene.kind = ArithmeticWords::tr(
          "Each output is a weighted sum of all inputs: a row of weights times the column of inputs.");
      scene.formula = QStringLiteral("y[k] = b[k] + Σ w[k, i] · x[i]");
      break;
    case ArithmeticKind::MaxPooling:
      scene.kind = ArithmeticWords::tr("Keeps the largest number of each window, so that small shifts matter less.");
      scene.formula = QStringLiteral("y[c, i, j] = max x[c, i·s + u − p, j·s + v − p]");
      break;
    case ArithmeticKind::AveragePooling:
      scene.kind = ArithmeticWords::tr("Takes the mean of each window.");
      scene.formula = QStringLiteral("y[c, i, j] = Σ x[c, i·s + u − p, j·s + v − p] / n");
      break;
    case ArithmeticKind::Activation:
      scene.kind = ArithmeticWords::tr("Bends each number by itself, so that layers together are more than one sum.");
      if (layer.type == "relu") scene.formula = QStringLiteral("y = max(0, x)");
      break;
    case ArithmeticKind::Normalization:
      scene.kind = ArithmeticWords::tr("Brings each channel to mean 0 and deviation 1, then scales and shifts it.");
      scene.formula = QStringLiteral("y = γ · (x − μ) / √(σ² + ε) + β");
      break;
    case ArithmeticKind::Add:
      scene.kind = ArithmeticWords::tr("Adds its inputs, number by number: the shortcut of a residual network.");
      scene.formula = QStringLiteral("y = x₁ + x₂");
      break;
    case ArithmeticKind::Same:
      scene.kind = ArithmeticWords::tr("Passes its numbers on: it only arranges them, or works in training alone.");
      scene.formula = QStringLiteral("y = x");
      break;
    case ArithmeticKind::Softmax:
      scene.kind = ArithmeticWords::tr("Turns scores into probabilities: positive, and 1 together.");
      scene.formula = QStringLiteral("p[k] = exp(x[k]) / Σ exp(x)");
      break;
    case ArithmeticKind::CrossEntropy:
      scene.kind = ArithmeticWords::tr(
          "Turns scores into probabilities; the loss says how little of them the right class gets.");
      scene.formula = QStringLiteral("p[k] = exp(x[k]) / Σ exp(x);  loss = −log p[label]");
      break;
    case ArithmeticKind::Unknown:
      scene.kind = ArithmeticWords::tr("How this layer computes its numbers is not shown step by step.");
      break;
  }
}

}  // namespace

QString cellText(double value) {
  const double size = std::abs(value);
  if (std::isnan(value)) return QStringLiteral("NaN");
  if (size != 0 && (size < 0.0005 || size >= 100000)) return numberText(value, 'e', 1);
  return numberText(value, 'f', size >= 100 ? 1 : size >= 10 ? 2 : 3);
}

QString positionText(const std::vector<std::int64_t>& at) {
  QStringList numbers;
  for (const std::int64_t place : at) numbers << QString::number(place);
  return QStringLiteral("[%1]").arg(numbers.join(QStringLiteral(", ")));
}

int strongestChannel(const LayerExplanation& explained) {
  if (explained.form.size() != 3) return 0;
  const std::int64_t plane = explained.form[1] * explained.form[2];
  int best = 0;
  double most = -1;
  for (std::int64_t c = 0; c < explained.form[0]; ++c) {
    double sum = 0;
    for (std::int64_t k = 0; k < plane; ++k)
      sum += std::abs(explained.terms[static_cast<std::size_t>(c * plane + k)].product);
    if (sum > most) best = static_cast<int>(c), most = sum;
  }
  return best;
}

ArithmeticScene forwardScene(const NetworkTrace& trace, int layer, const LayerExplanation& explained, int inputChannel,
                             int* shownChannel) {
  ArithmeticScene scene;
  const TracedLayer& traced = trace.layers[static_cast<std::size_t>(layer)];
  describe(scene, explained.kind, traced);
  const std::int64_t element = elementAt(traced.output.shape(), explained.at);
  int channel = 0;
  switch (explained.kind) {
    case ArithmeticKind::Convolution:
    case ArithmeticKind::MaxPooling:
    case ArithmeticKind::AveragePooling:
      channel = inputChannel >= 0 && inputChannel < explained.form[0] ? inputChannel : strongestChannel(explained);
      windowScene(scene, trace, traced, explained, channel);
      break;
    case ArithmeticKind::Linear: {
      const int columns = squareColumns(explained.terms.size());
      addTable(scene, {},
               tableOf(ArithmeticWords::tr("inputs, %1").arg(explained.terms.size()), explained.terms, &Summand::x,
                       columns));
      addTable(scene, QStringLiteral("×"),
               tableOf(ArithmeticWords::tr("weights of unit %1").arg(explained.at.back()), explained.terms,
                       &Summand::factor, columns));
      addTable(scene, QStringLiteral("="),
               tableOf(ArithmeticWords::tr("products, then their sum"), explained.terms, &Summand::product, columns));
      addSum(scene, explained);
      break;
    }
    case ArithmeticKind::Softmax:
    case ArithmeticKind::CrossEntropy:
      softmaxScene(scene, trace, explained);
      break;
    case ArithmeticKind::Normalization:
      markOwn(scene, trace, traced, element);
      normScene(scene, explained);
      break;
    case ArithmeticKind::Add:
      markOwn(scene, trace, traced, element);
      for (std::size_t i = 0; i < explained.terms.size(); ++i)
        addTable(scene, i == 0 ? QString() : QStringLiteral("+"),
                 numberTable(QString::fromStdString(trace.layers[static_cast<std::size_t>(traced.sources[i])].name),
                             explained.terms[i].x));
      addTable(scene, QStringLiteral("="), numberTable(ArithmeticWords::tr("y"), explained.result));
      break;
    case ArithmeticKind::Activation:
    case ArithmeticKind::Same:
      if (inputOf(trace, traced).shape().rank() == 3) markOwn(scene, trace, traced, element);
      addTable(scene, {}, numberTable(ArithmeticWords::tr("x"), explained.terms.front().x));
      addTable(scene, QStringLiteral("→"), numberTable(ArithmeticWords::tr("y"), explained.result));
      break;
    case ArithmeticKind::Input:
    case ArithmeticKind::Unknown:
      addTable(scene, {}, numberTable(ArithmeticWords::tr("y"), explained.value));
      break;
  }
  scene.lines << resultLine(traced, explained);
  if (shownChannel) *shownChannel = channel;
  return scene;
}

ArithmeticScene backwardScene(const NetworkTrace& trace, int layer, const GradientExplanation& explained) {
  ArithmeticScene scene;
  const TracedLayer& traced = trace.layers[static_cast<std::size_t>(layer)];
  scene.kind = ArithmeticWords::tr(
      "How the loss changes with this number: over each path to the loss, the slope of the output times "
      "how strongly that output depends on the number.");
  scene.formula = QStringLiteral("∂loss/∂y = Σ ∂loss/∂z · ∂z/∂y");
  if (!explained.known) {
    scene.lines << ArithmeticWords::tr(
        "The loss does not depend on this number, or the network has no loss with classes.");
    return scene;
  }
  if (traced.output.shape().rank() == 3 && explained.at.size() == 3) {
    setPlane(scene, traced.output, explained.at[0]);
    scene.planeTitle = QString::fromStdString(traced.name);
    scene.window = QRectF(static_cast<double>(explained.at[2]), static_cast<double>(explained.at[1]), 1, 1);
  }
  const int columns = squareColumns(explained.terms.size());
  NumberTable slopes{ArithmeticWords::tr("∂loss/∂z"), columns, {}},
      derivatives{ArithmeticWords::tr("∂z/∂y"), columns, {}},
      products{ArithmeticWords::tr("products, then their sum"), columns, {}};
  for (const ChainTerm& term : explained.terms) {
    slopes.values.push_back(term.slope);
    derivatives.values.push_back(term.derivative);
    products.values.push_back(term.product);
  }
  if (!explained.terms.empty()) {
    const TracedLayer& reader = trace.layers[static_cast<std::size_t>(explained.terms.front().reader)];
    slopes.title = ArithmeticWords::tr("slopes of %1").arg(QString::fromStdString(reader.name));
    addTable(scene, {}, std::move(slopes));
    addTable(scene, QStringLiteral("×"), std::move(derivatives));
    addTable(scene, QStringLiteral("="), std::move(products));
  }
  scene.lines << ArithmeticWords::tr("Σ %1 paths = %2").arg(explained.terms.size()).arg(cellText(explained.sum));
  if (!explained.complete) scene.lines << ArithmeticWords::tr("the paths through some layers are not shown");
  scene.lines << ArithmeticWords::tr("∂loss/∂y%1 = %2   the network computed %3")
                     .arg(positionText(explained.at), cellText(explained.sum), cellText(explained.value));
  return scene;
}

}  // namespace fovea
