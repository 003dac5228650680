// Why: describes each kind of layer, and each of its stages, by a sentence and a formula.
#include "app/workspaces/inspect/arithmetic_scene_parts.h"

namespace fovea {

namespace {

// Returns "x[c, i·s + u − p, j·s + v − p]" with as many axes as the layer has.
QString readText(const TracedLayer& layer) {
  return layer.output.shape().rank() == 4   ? QStringLiteral("x[c, k·s + t − p, i·s + u − p, j·s + v − p]")
         : layer.output.shape().rank() == 2 ? QStringLiteral("x[c, j·s + v − p]")
                                            : QStringLiteral("x[c, i·s + u − p, j·s + v − p]");
}

// Returns the indices "[m, i, j]" with as many axes as the layer has.
QString axesText(const TracedLayer& layer, const char* first, const char* volume, const char* image,
                 const char* signal) {
  const int rank = layer.output.shape().rank();
  return QStringLiteral("[%1, %2]")
      .arg(QLatin1String(first), QLatin1String(rank == 4   ? volume
                                               : rank == 2 ? signal
                                                           : image));
}

}  // namespace

void describeLayer(ArithmeticScene& scene, ArithmeticKind kind, const TracedLayer& layer) {
  switch (kind) {
    case ArithmeticKind::Input:
      scene.kind = ArithmeticWords::tr("The numbers that enter the network, after the transforms.");
      break;
    case ArithmeticKind::Convolution:
      scene.kind = ArithmeticWords::tr(
          "Slides learned filters over its input; each output says how strongly a filter's pattern is "
          "present at that position.");
      scene.formula = QStringLiteral("y%1 = b[m] + Σ w%2 · %3")
                          .arg(axesText(layer, "m", "k, i, j", "i, j", "j"),
                               axesText(layer, "m, c", "t, u, v", "u, v", "v"), readText(layer));
      break;
    case ArithmeticKind::Linear:
      scene.kind = ArithmeticWords::tr(
          "Each output is a weighted sum of all inputs: a row of weights times the column of inputs.");
      scene.formula = QStringLiteral("y[k] = b[k] + Σ w[k, i] · x[i]");
      break;
    case ArithmeticKind::MaxPooling:
      scene.kind = ArithmeticWords::tr("Keeps the largest number of each window, so that small shifts matter less.");
      scene.formula = QStringLiteral("y%1 = max %2").arg(axesText(layer, "c", "k, i, j", "i, j", "j"), readText(layer));
      break;
    case ArithmeticKind::AveragePooling:
      scene.kind = ArithmeticWords::tr("Takes the mean of each window.");
      scene.formula =
          QStringLiteral("y%1 = Σ %2 / n").arg(axesText(layer, "c", "k, i, j", "i, j", "j"), readText(layer));
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
    case ArithmeticKind::TransposedConvolution:
      scene.kind = ArithmeticWords::tr(
          "Makes its input larger: each number of the input writes a filter, multiplied by that number, onto the "
          "output. Empty cells are places of the filter that no input puts here.");
      scene.formula =
          QStringLiteral("y%1 += w%2 · x%3;  y[m] += b[m]")
              .arg(readText(layer).mid(1).replace(QLatin1String("[c,"), QLatin1String("[m,")),
                   axesText(layer, "c, m", "t, u, v", "u, v", "v"), axesText(layer, "c", "k, i, j", "i, j", "j"));
      break;
    case ArithmeticKind::SampleNormalization:
      scene.kind = ArithmeticWords::tr(
          "Brings a group of numbers of this sample to mean 0 and deviation 1, then scales and shifts them.");
      scene.formula = QStringLiteral("y = γ · (x − μ) / √(σ² + ε) + β");
      break;
    case ArithmeticKind::Embedding:
      scene.kind = ArithmeticWords::tr("Looks its symbol up in a learned table: each symbol has a row of numbers.");
      scene.formula = QStringLiteral("y[t, k] = w[x[t], k]");
      break;
    case ArithmeticKind::Position:
      scene.kind = ArithmeticWords::tr("Adds numbers that say where a step stands, which attention would not know.");
      scene.formula = layer.weight("weight")
                          ? QStringLiteral("y[t, k] = x[t, k] + p[t, k]")
                          : QStringLiteral("y[t, 2i] = x[t, 2i] + sin(t / 10000^(2i/K));  y[t, 2i+1]: cos");
      break;
    case ArithmeticKind::Multiply:
      scene.kind = ArithmeticWords::tr("Multiplies its inputs, number by number: one gates what another lets through.");
      scene.formula = QStringLiteral("y = x₁ · x₂");
      break;
    case ArithmeticKind::Subtract:
      scene.kind = ArithmeticWords::tr("Takes the second input from the first, number by number.");
      scene.formula = QStringLiteral("y = x₁ − x₂");
      break;
    case ArithmeticKind::Maximum:
      scene.kind = ArithmeticWords::tr("Keeps the largest of its inputs, number by number.");
      scene.formula = QStringLiteral("y = max(x₁, x₂)");
      break;
    case ArithmeticKind::LogSoftmax:
      scene.kind = ArithmeticWords::tr("Turns scores into logarithms of probabilities.");
      scene.formula = QStringLiteral("y[k] = x[k] − log Σ exp(x)");
      break;
    case ArithmeticKind::Recurrent:
      scene.kind = layer.type == "lstm" ? ArithmeticWords::tr(
                                              "Reads a sequence step by step and keeps a memory, the "
                                              "cell, that gates write, forget and show.")
                   : layer.type == "gru"
                       ? ArithmeticWords::tr("Reads a sequence step by step and mixes its state with the new input.")
                       : ArithmeticWords::tr(
                             "Reads a sequence step by step; each state is made of the input and the state before.");
      break;
    case ArithmeticKind::Attention:
      scene.kind = ArithmeticWords::tr(
          "Each step asks (query), is found (key) and gives (value); what it becomes is a mean of the values, weighted "
          "by how well the keys fit its query.");
      break;
    case ArithmeticKind::TransformerBlock:
      scene.kind = ArithmeticWords::tr(
          "Attention over the steps, then a small network for each step by itself; each is added to what came in.");
      break;
    case ArithmeticKind::Unknown:
      scene.kind = ArithmeticWords::tr("How this layer computes its numbers is not shown step by step.");
      break;
  }
}

QString stageName(StageKind kind) {
  switch (kind) {
    case StageKind::InputGate:
      return ArithmeticWords::tr("input gate");
    case StageKind::ForgetGate:
      return ArithmeticWords::tr("forget gate");
    case StageKind::Candidate:
      return ArithmeticWords::tr("candidate");
    case StageKind::OutputGate:
      return ArithmeticWords::tr("output gate");
    case StageKind::Cell:
      return ArithmeticWords::tr("new cell");
    case StageKind::State:
      return ArithmeticWords::tr("output of the step");
    case StageKind::ResetGate:
      return ArithmeticWords::tr("reset gate");
    case StageKind::UpdateGate:
      return ArithmeticWords::tr("update gate");
    case StageKind::Query:
      return ArithmeticWords::tr("query");
    case StageKind::Key:
      return ArithmeticWords::tr("key");
    case StageKind::Score:
      return ArithmeticWords::tr("score");
    case StageKind::Weights:
      return ArithmeticWords::tr("softmax weights");
    case StageKind::Value:
      return ArithmeticWords::tr("value");
    case StageKind::Head:
      return ArithmeticWords::tr("mean of the values");
    case StageKind::Output:
      return ArithmeticWords::tr("output of attention");
    case StageKind::FirstNorm:
      return ArithmeticWords::tr("first norm");
    case StageKind::FirstSum:
      return ArithmeticWords::tr("input + attention");
    case StageKind::SecondNorm:
      return ArithmeticWords::tr("second norm");
    case StageKind::Expand:
      return ArithmeticWords::tr("hidden unit");
    case StageKind::Contract:
      return ArithmeticWords::tr("small network");
    case StageKind::SecondSum:
      return ArithmeticWords::tr("sum, the output");
  }
  return {};
}

}  // namespace fovea
