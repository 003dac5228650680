#include "app/workspaces/inspect/arithmetic_scene.h"

#include <algorithm>
#include <cmath>

#include "app/workspaces/inspect/arithmetic_scene_parts.h"
#include "widgets/theme/number_text.h"

namespace fovea {
namespace {

const Tensor& inputOf(const NetworkTrace& trace, const TracedLayer& layer, int source = 0) {
  return trace.layers[static_cast<std::size_t>(layer.sources[static_cast<std::size_t>(source)])].output;
}

constexpr int kMostSlices = 4;         // slices that are drawn of a volume
constexpr std::size_t kMostRows = 16;  // rows of a table of classes

// Returns a slice of a channel of [C, H, W] or [C, D, H, W]; undefined outside the input.
Tensor planeOf(const Tensor& input, std::int64_t channel, std::int64_t slice) {
  const Shape& shape = input.shape();
  const int rank = shape.rank();
  const std::int64_t depth = rank == 4 ? shape[1] : 1;
  if (input.dtype() != DataType::Float32 || rank < 3 || rank > 4 || slice < 0 || slice >= depth) return {};
  const std::int64_t size = shape.elementsFrom(rank - 2);
  Tensor plane = Tensor::make({DataType::Float32, Shape{shape[rank - 2], shape[rank - 1]}});
  std::copy_n(input.data<float>() + (channel * depth + slice) * size, size, plane.data<float>());
  return plane;
}

void setPlane(ArithmeticScene& scene, const Tensor& input, std::int64_t channel, std::int64_t slice = 0) {
  scene.plane = planeOf(input, channel, slice);
  if (!scene.plane.defined()) return;
  const Shape& shape = input.shape();
  scene.planeTitle =
      shape.rank() == 4
          ? ArithmeticWords::tr("channel %1, slice %2").arg(channel).arg(slice)
          : ArithmeticWords::tr("input %1×%2×%3, channel %4").arg(shape[0]).arg(shape[1]).arg(shape[2]).arg(channel);
}

// Adds the slices that a window covers; at most kMostSlices, from its middle.
void setSlices(ArithmeticScene& scene, const Tensor& input, const InputWindow& window, std::int64_t channel,
               std::int64_t step) {
  std::vector<std::int64_t> slices;
  for (std::int64_t slice = window.front; slice < window.front + window.depth; slice += step) slices.push_back(slice);
  if (slices.size() > kMostSlices) {
    const auto skipped = static_cast<std::ptrdiff_t>((slices.size() - kMostSlices) / 2);
    slices = {slices.begin() + skipped, slices.begin() + skipped + kMostSlices};
  }
  for (const std::int64_t slice : slices) {
    const Tensor plane = planeOf(input, channel, slice);
    if (!scene.plane.defined() && plane.defined()) {
      setPlane(scene, input, channel, slice);
      continue;
    }
    scene.slices.push_back(plane);
    scene.sliceTitles << (plane.defined() ? ArithmeticWords::tr("slice %1").arg(slice)
                                          : ArithmeticWords::tr("slice %1: padding").arg(slice));
  }
}

void addSum(ArithmeticScene& scene, const LayerExplanation& explained) {
  scene.lines << ArithmeticWords::tr("Σ %1 products = %2").arg(explained.terms.size()).arg(cellText(explained.sum));
  if (explained.bias) scene.lines << ArithmeticWords::tr("+ bias %1").arg(cellText(*explained.bias));
}

// Returns the title of the table of numbers that a window reads.
QString windowTitle(const LayerExplanation& explained, const QString& extents) {
  return explained.kind == ArithmeticKind::TransposedConvolution ? ArithmeticWords::tr("inputs, %1").arg(extents)
                                                                 : ArithmeticWords::tr("window, %1").arg(extents);
}

void windowScene(ArithmeticScene& scene, const NetworkTrace& trace, const TracedLayer& layer,
                 const LayerExplanation& explained, int channel) {
  const auto& form = explained.form;
  const bool volume = form.size() == 4;
  const int height = static_cast<int>(form[form.size() - 2]), width = static_cast<int>(form.back());
  const std::int64_t depth = volume ? form[1] : 1;
  const auto size =
      static_cast<std::size_t>(depth) * static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  const auto first = explained.terms.begin() + static_cast<std::ptrdiff_t>(size * static_cast<std::size_t>(channel));
  const std::vector<Summand> terms(first, first + static_cast<std::ptrdiff_t>(size));
  if (explained.window) {
    const InputWindow& window = *explained.window;
    const bool dense = explained.kind == ArithmeticKind::TransposedConvolution || depth < 2;
    setSlices(scene, inputOf(trace, layer), window, window.firstChannel + channel,
              dense ? 1 : std::max<std::int64_t>(1, (window.depth - 1) / (depth - 1)));
    scene.window = QRectF(static_cast<double>(window.left), static_cast<double>(window.top),
                          static_cast<double>(window.width), static_cast<double>(window.height));
  }
  const QString extents = volume ? QStringLiteral("%1×%2×%3").arg(depth).arg(height).arg(width)
                                 : QStringLiteral("%1×%2").arg(height).arg(width);
  const auto table = [&](const QString& title, double Summand::*part) {
    NumberTable made = termTable(title, terms, part, width);
    if (volume && depth > 1) made.block = height;
    made.blank = explained.kind == ArithmeticKind::TransposedConvolution;
    return made;
  };
  NumberTable values = table(windowTitle(explained, extents), &Summand::x);
  values.grey = true;
  if (explained.kind == ArithmeticKind::MaxPooling) {
    values.marked = static_cast<int>(explained.chosen);
    addTable(scene, {}, std::move(values));
    addTable(scene, QStringLiteral("→"), numberTable(ArithmeticWords::tr("largest"), explained.result));
    scene.lines << ArithmeticWords::tr("the largest of %1 numbers").arg(size);
    return;
  }
  addTable(scene, {}, std::move(values));
  if (explained.kind == ArithmeticKind::AveragePooling) {
    addTable(scene, QStringLiteral("→"), numberTable(ArithmeticWords::tr("mean"), explained.result));
    scene.lines << ArithmeticWords::tr("Σ = %1").arg(cellText(explained.sum * explained.numbers.front().value))
                << ArithmeticWords::tr("divided by %1").arg(numberText(explained.numbers.front().value));
    return;
  }
  addTable(scene, QStringLiteral("×"),
           table(ArithmeticWords::tr("filter %1, %2").arg(explained.at[0]).arg(extents), &Summand::factor));
  scene.tables.back().empty.clear();
  addTable(scene, QStringLiteral("="), table(ArithmeticWords::tr("products, then their sum"), &Summand::product));
  if (form[0] > 1) {
    double sum = 0;
    for (const Summand& term : terms) sum += term.product;
    scene.lines << ArithmeticWords::tr("Σ of channel %1 = %2").arg(channel).arg(cellText(sum));
  }
  addSum(scene, explained);
}

// Returns the classes to show: all, or the most likely ones and the chosen one.
std::vector<std::size_t> shownClasses(const LayerExplanation& explained) {
  std::vector<std::size_t> shown(explained.terms.size());
  for (std::size_t k = 0; k < shown.size(); ++k) shown[k] = k;
  if (shown.size() <= kMostRows) return shown;
  std::ranges::stable_sort(shown,
                           [&](std::size_t a, std::size_t b) { return explained.terms[a].x > explained.terms[b].x; });
  const auto chosen = static_cast<std::size_t>(explained.chosen);
  const bool among = std::ranges::find(shown.begin(), shown.begin() + kMostRows, chosen) != shown.begin() + kMostRows;
  shown.resize(kMostRows);
  if (!among) shown.back() = chosen;
  return shown;
}

void softmaxScene(ArithmeticScene& scene, const NetworkTrace& trace, const LayerExplanation& explained) {
  NumberTable scores{ArithmeticWords::tr("score x"), 1, {}}, powers{ArithmeticWords::tr("exp(x − largest)"), 1, {}},
      shares{ArithmeticWords::tr("divided by Σ"), 1, {}};
  const bool logarithm = explained.kind == ArithmeticKind::LogSoftmax;
  if (logarithm) shares.title = ArithmeticWords::tr("log of the share");
  const std::vector<std::size_t> shown = shownClasses(explained);
  for (const std::size_t k : shown) {
    const double share = explained.terms[k].product / explained.sum;
    if (static_cast<std::int64_t>(k) == explained.chosen)
      scores.marked = powers.marked = shares.marked = static_cast<int>(scores.values.size());
    scores.values.push_back(explained.terms[k].x);
    powers.values.push_back(explained.terms[k].product);
    shares.values.push_back(logarithm ? std::log(share) : share);
    scores.names << classText(trace, static_cast<std::int64_t>(k));
  }
  if (shown.size() < explained.terms.size())
    scene.lines << ArithmeticWords::tr("the %1 likeliest of %2 classes are shown")
                       .arg(shown.size())
                       .arg(explained.terms.size());
  addTable(scene, {}, std::move(scores));
  addTable(scene, QStringLiteral("→"), std::move(powers));
  addTable(scene, QStringLiteral("→"), std::move(shares));
  scene.lines << ArithmeticWords::tr("Σ exp = %1").arg(cellText(explained.sum));
  for (const NamedNumber& number : explained.numbers)
    if (std::string_view(number.name) == "loss")
      scene.lines << ArithmeticWords::tr("loss = −log p(%1) = %2")
                         .arg(classText(trace, static_cast<std::int64_t>(namedNumberOf(explained, "label"))),
                              cellText(number.value));
}

// Shows the input plane of an elementwise layer, with the number at `element` marked.
void markOwn(ArithmeticScene& scene, const NetworkTrace& trace, const TracedLayer& layer, std::int64_t element) {
  const Tensor& input = inputOf(trace, layer);
  if (input.dtype() != DataType::Float32) return;
  const auto at = positionOf(input.shape(), element);
  if (at.size() < 3 || at.size() > 4) return;
  setPlane(scene, input, at[0], at.size() == 4 ? at[1] : 0);
  scene.window = QRectF(static_cast<double>(at.back()), static_cast<double>(at[at.size() - 2]), 1, 1);
}

void sampleNormScene(ArithmeticScene& scene, const LayerExplanation& explained) {
  NumberTable numbers = termTable(ArithmeticWords::tr("the %1 numbers that share a mean").arg(explained.terms.size()),
                                  explained.terms, &Summand::x, squareColumns(explained.terms.size()));
  numbers.marked = static_cast<int>(explained.chosen);
  addTable(scene, {}, std::move(numbers));
  const std::size_t next = scene.tables.size();
  addNormTables(scene, explained);
  scene.tables[next].newRow = true;
  scene.lines << ArithmeticWords::tr("mean %1 and variance %2 are those of these numbers alone")
                     .arg(cellText(namedNumberOf(explained, "mean")), cellText(namedNumberOf(explained, "variance")));
}

void embeddingScene(ArithmeticScene& scene, const NetworkTrace& trace, const TracedLayer& layer,
                    const LayerExplanation& explained) {
  const Tensor* const table = layer.weight("weight");
  const bool named = table && std::ssize(trace.classes) == table->shape()[0] && explained.chosen >= 0;
  const QString symbol =
      named ? QStringLiteral("“%1”").arg(classText(trace, explained.chosen)) : QString::number(explained.chosen);
  addTable(scene, {}, numberTable(ArithmeticWords::tr("symbol %1").arg(symbol), namedNumberOf(explained, "symbol")));
  NumberTable row = termTable(ArithmeticWords::tr("row %1 of the table").arg(explained.chosen), explained.terms,
                              &Summand::product, squareColumns(explained.terms.size()));
  row.marked = static_cast<int>(explained.at.back());
  addTable(scene, QStringLiteral("→"), std::move(row));
  addTable(scene, QStringLiteral("→"), numberTable(ArithmeticWords::tr("y"), explained.result));
  scene.lines << ArithmeticWords::tr("number %1 of the row of this symbol").arg(explained.at.back());
}

// Shows the inputs side by side with the operator between them.
void pointwiseScene(ArithmeticScene& scene, const NetworkTrace& trace, const TracedLayer& layer,
                    const LayerExplanation& explained) {
  const QString sign = explained.kind == ArithmeticKind::Multiply   ? QStringLiteral("×")
                       : explained.kind == ArithmeticKind::Subtract ? QStringLiteral("−")
                       : explained.kind == ArithmeticKind::Maximum  ? QStringLiteral(",")
                                                                    : QStringLiteral("+");
  for (std::size_t i = 0; i < explained.terms.size(); ++i)
    addTable(scene, i == 0 ? QString() : sign,
             numberTable(QString::fromStdString(trace.layers[static_cast<std::size_t>(layer.sources[i])].name),
                         explained.terms[i].x));
  addTable(scene, explained.kind == ArithmeticKind::Maximum ? QStringLiteral("→") : QStringLiteral("="),
           numberTable(ArithmeticWords::tr("y"), explained.result));
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

int squareColumns(std::size_t count) {
  if (count < 4) return 1;
  const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count) * 1.2)));
  // Prefers a number of columns that fills the last row.
  for (const int each : {columns, columns - 1, columns + 1, columns + 2})
    if (count % static_cast<std::size_t>(each) == 0) return each;
  return columns;
}

QString classText(const NetworkTrace& trace, std::int64_t index) {
  const auto at = static_cast<std::size_t>(index);
  return at < trace.classes.size() ? QString::fromStdString(trace.classes[at]) : QString::number(index);
}

NumberTable termTable(const QString& title, const std::vector<Summand>& terms, double Summand::*part, int columns) {
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

void addTable(ArithmeticScene& scene, const QString& sign, NumberTable table) {
  scene.signs << sign;
  scene.tables.push_back(std::move(table));
}

QString resultLine(const TracedLayer& layer, const LayerExplanation& explained) {
  return QStringLiteral("= y%1 = %2").arg(positionText(explained.at), cellText(explained.result)) +
         ArithmeticWords::tr("   the network computed %1").arg(cellText(explained.value)) + QStringLiteral("   ") +
         QString::fromStdString(layer.name);
}

double namedNumberOf(const LayerExplanation& explained, std::string_view name) {
  for (const NamedNumber& number : explained.numbers)
    if (name == number.name) return number.value;
  return 0;
}

void addNormTables(ArithmeticScene& scene, const LayerExplanation& explained) {
  const double variance = namedNumberOf(explained, "variance") + namedNumberOf(explained, "epsilon");
  // For normalisation over a sample the terms are the whole group.
  const auto own = static_cast<std::size_t>(std::max<std::int64_t>(0, explained.chosen));
  addTable(scene, {}, numberTable(ArithmeticWords::tr("x"), explained.terms[own].x));
  addTable(scene, QStringLiteral("−"), numberTable(ArithmeticWords::tr("mean"), namedNumberOf(explained, "mean")));
  addTable(scene, QStringLiteral("/"), numberTable(ArithmeticWords::tr("deviation"), std::sqrt(variance)));
  addTable(scene, QStringLiteral("×"), numberTable(ArithmeticWords::tr("scale"), namedNumberOf(explained, "scale")));
  addTable(scene, QStringLiteral("+"), numberTable(ArithmeticWords::tr("shift"), namedNumberOf(explained, "shift")));
  addTable(scene, QStringLiteral("="), numberTable(ArithmeticWords::tr("y"), explained.result));
}

// A convolution or pooling at or before the layer, or right after the input, means a signal.
bool isSequence(const NetworkTrace& trace, int layer) {
  const auto overPlaces = [&](int of) {
    const ArithmeticKind kind = arithmeticKind(trace.layers[static_cast<std::size_t>(of)]);
    return kind == ArithmeticKind::Convolution || kind == ArithmeticKind::TransposedConvolution ||
           kind == ArithmeticKind::MaxPooling || kind == ArithmeticKind::AveragePooling;
  };
  for (int at = layer;;) {
    const TracedLayer& traced = trace.layers[static_cast<std::size_t>(at)];
    if (overPlaces(at)) return false;
    if (traced.sources.empty()) return std::ranges::none_of(traced.readers, overPlaces);
    at = traced.sources.front();
  }
}

int strongestChannel(const LayerExplanation& explained) {
  if (explained.form.size() < 3) return 0;
  const std::int64_t plane = std::ssize(explained.terms) / explained.form[0];
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
                             int stage) {
  ArithmeticScene scene;
  const TracedLayer& traced = trace.layers[static_cast<std::size_t>(layer)];
  describeLayer(scene, explained.kind, traced);
  const std::int64_t element = elementAt(traced.output.shape(), explained.at);
  if (!explained.stages.empty()) {
    const std::size_t last = explained.stages.size() - 1;
    addStageScene(scene, traced, explained, stage < 0 ? last : std::min(static_cast<std::size_t>(stage), last));
    return scene;
  }
  switch (explained.kind) {
    case ArithmeticKind::Convolution:
    case ArithmeticKind::TransposedConvolution:
    case ArithmeticKind::MaxPooling:
    case ArithmeticKind::AveragePooling:
      windowScene(scene, trace, traced, explained,
                  inputChannel >= 0 && inputChannel < explained.form[0] ? inputChannel : strongestChannel(explained));
      break;
    case ArithmeticKind::Linear: {
      const int columns = squareColumns(explained.terms.size());
      addTable(scene, {},
               termTable(ArithmeticWords::tr("inputs, %1").arg(explained.terms.size()), explained.terms, &Summand::x,
                         columns));
      addTable(scene, QStringLiteral("×"),
               termTable(ArithmeticWords::tr("weights of unit %1").arg(explained.at.back()), explained.terms,
                         &Summand::factor, columns));
      addTable(scene, QStringLiteral("="),
               termTable(ArithmeticWords::tr("products, then their sum"), explained.terms, &Summand::product, columns));
      addSum(scene, explained);
      break;
    }
    case ArithmeticKind::Softmax:
    case ArithmeticKind::LogSoftmax:
    case ArithmeticKind::CrossEntropy:
      softmaxScene(scene, trace, explained);
      break;
    case ArithmeticKind::Normalization:
      markOwn(scene, trace, traced, element);
      addNormTables(scene, explained);
      scene.lines << ArithmeticWords::tr("mean and deviation are those gathered in training");
      break;
    case ArithmeticKind::SampleNormalization:
      markOwn(scene, trace, traced, element);
      sampleNormScene(scene, explained);
      break;
    case ArithmeticKind::Embedding:
      embeddingScene(scene, trace, traced, explained);
      break;
    case ArithmeticKind::Position:
      addTable(scene, {}, numberTable(ArithmeticWords::tr("x"), explained.terms.front().x));
      addTable(scene, QStringLiteral("+"),
               numberTable(ArithmeticWords::tr("number of the place"), explained.bias.value_or(0)));
      addTable(scene, QStringLiteral("="), numberTable(ArithmeticWords::tr("y"), explained.result));
      break;
    case ArithmeticKind::Add:
    case ArithmeticKind::Multiply:
    case ArithmeticKind::Subtract:
    case ArithmeticKind::Maximum:
      markOwn(scene, trace, traced, element);
      pointwiseScene(scene, trace, traced, explained);
      break;
    case ArithmeticKind::Activation:
    case ArithmeticKind::Same:
      if (explained.terms.front().input >= 0 && explained.terms.front().source == 0)
        markOwn(scene, trace, traced, explained.terms.front().input);
      addTable(scene, {}, numberTable(ArithmeticWords::tr("x"), explained.terms.front().x));
      addTable(scene, QStringLiteral("→"), numberTable(ArithmeticWords::tr("y"), explained.result));
      break;
    case ArithmeticKind::Recurrent:
    case ArithmeticKind::Attention:
    case ArithmeticKind::TransformerBlock:
    case ArithmeticKind::Input:
    case ArithmeticKind::Unknown:
      addTable(scene, {}, numberTable(ArithmeticWords::tr("y"), explained.value));
      break;
  }
  scene.lines << resultLine(traced, explained);
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
  const auto& at = explained.at;
  if (at.size() == 3 || at.size() == 4) {
    setPlane(scene, traced.output, at[0], at.size() == 4 ? at[1] : 0);
    scene.planeTitle = QString::fromStdString(traced.name);
    if (at.size() == 4) scene.planeTitle += QStringLiteral(", ") + ArithmeticWords::tr("slice %1").arg(at[1]);
    scene.window = QRectF(static_cast<double>(at.back()), static_cast<double>(at[at.size() - 2]), 1, 1);
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
    if (arithmeticKind(reader) == ArithmeticKind::Attention)
      scene.lines << ArithmeticWords::tr("through query, key and value of this step");
    if (arithmeticKind(reader) == ArithmeticKind::Recurrent)
      scene.lines << ArithmeticWords::tr(
          "through the gates of this step, whose slopes come from the steps computed after it, too");
    if (arithmeticKind(reader) == ArithmeticKind::TransformerBlock)
      scene.lines << ArithmeticWords::tr("through the sum with the input, and through the first norm of this step");
  }
  scene.lines << ArithmeticWords::tr("Σ %1 paths = %2").arg(explained.terms.size()).arg(cellText(explained.sum));
  if (!explained.complete) scene.lines << ArithmeticWords::tr("the paths through some layers are not shown");
  scene.lines << ArithmeticWords::tr("∂loss/∂y%1 = %2   the network computed %3")
                     .arg(positionText(explained.at), cellText(explained.sum), cellText(explained.value));
  return scene;
}

}  // namespace fovea
