// Why: builds the scenes of layers that compute in stages, such as the gates of an LSTM or the scores of attention.
#include <algorithm>
#include <cmath>

#include "app/workspaces/inspect/arithmetic_scene_parts.h"

namespace fovea {
namespace {

constexpr std::size_t kFewTerms = 3;    // up to this many terms are shown as a formula of single numbers
constexpr std::size_t kMostNamed = 14;  // up to this many keys are shown in rows with names

struct StageWords {
  QString sentence, formula;
};

StageWords wordsOfRecurrence(StageKind kind, const std::string& type) {
  const bool gru = type == "gru";
  switch (kind) {
    case StageKind::InputGate:
      return {
          ArithmeticWords::tr("The input gate says how much of the candidate enters the cell: 0 is nothing, 1 all."),
          QStringLiteral("i = σ(W·x + b + U·h + e)")};
    case StageKind::ForgetGate:
      return {ArithmeticWords::tr("The forget gate says how much of what the cell held is kept: 0 is nothing, 1 all."),
              QStringLiteral("f = σ(W·x + b + U·h + e)")};
    case StageKind::OutputGate:
      return {ArithmeticWords::tr("The output gate says how much of the cell is shown: 0 is nothing, 1 all."),
              QStringLiteral("o = σ(W·x + b + U·h + e)")};
    case StageKind::Candidate:
      return {
          gru ? ArithmeticWords::tr("The candidate is a new state; the reset gate says how much of the state before "
                                    "goes into it.")
              : ArithmeticWords::tr("The candidate is what the unit would write, from the input and the state before."),
          gru ? QStringLiteral("n = tanh(W·x + b + r·(U·h + e))") : QStringLiteral("g = tanh(W·x + b + U·h + e)")};
    case StageKind::Cell:
      return {ArithmeticWords::tr("The cell keeps a part of what it held and takes in a part of the candidate."),
              QStringLiteral("c′ = f · c + i · g")};
    case StageKind::ResetGate:
      return {ArithmeticWords::tr("The reset gate says how much of the state before goes into the candidate."),
              QStringLiteral("r = σ(W·x + b + U·h + e)")};
    case StageKind::UpdateGate:
      return {ArithmeticWords::tr("The update gate says how much of the state before stays: 0 is nothing, 1 all."),
              QStringLiteral("z = σ(W·x + b + U·h + e)")};
    case StageKind::State:
      if (type == "lstm")
        return {
            ArithmeticWords::tr("The output of the step is the cell, bent between −1 and 1, times the output gate."),
            QStringLiteral("h′ = o · tanh(c′)")};
      if (gru)
        return {ArithmeticWords::tr("The output of the step mixes the candidate with the state before."),
                QStringLiteral("h′ = (1 − z) · n + z · h")};
      return {ArithmeticWords::tr("The output of the step is made of the input and of the state before."),
              QStringLiteral("h′ = f(W·x + b + U·h + e)")};
    default:
      return {};
  }
}

StageWords wordsOfAttention(StageKind kind) {
  switch (kind) {
    case StageKind::Query:
      return {ArithmeticWords::tr("The query says what this step looks for; this is its number that counts most."),
              QStringLiteral("q[t] = Wq · x[t] + bq")};
    case StageKind::Key:
      return {ArithmeticWords::tr("The key says what the other step is found by."),
              QStringLiteral("k[s] = Wk · x[s] + bk")};
    case StageKind::Score:
      return {ArithmeticWords::tr("The score says how well the key fits the query: large where their numbers agree."),
              QStringLiteral("score[t, s] = q[t] · k[s] / √d")};
    case StageKind::Weights:
      return {ArithmeticWords::tr("Softmax turns the scores of this head into weights that are 1 together; steps that "
                                  "come later are masked if attention is causal."),
              QStringLiteral("p[t, s] = exp(score[t, s]) / Σ exp(score[t])")};
    case StageKind::Value:
      return {ArithmeticWords::tr("The value is what the other step gives."), QStringLiteral("v[s] = Wv · x[s] + bv")};
    case StageKind::Head:
      return {ArithmeticWords::tr("The head takes the mean of the values of all steps, by their weights."),
              QStringLiteral("z[t] = Σ p[t, s] · v[s]")};
    case StageKind::Output:
      return {ArithmeticWords::tr("The numbers of all heads side by side go through one more weighted sum."),
              QStringLiteral("y[t] = Wo · z[t] + bo")};
    case StageKind::FirstNorm:
    case StageKind::SecondNorm:
      return {ArithmeticWords::tr(
                  "The numbers of the step are brought to mean 0 and deviation 1, then scaled and shifted."),
              QStringLiteral("y = γ · (x − μ) / √(σ² + ε) + β")};
    case StageKind::FirstSum:
      return {ArithmeticWords::tr("What attention says is added to what came in."),
              QStringLiteral("h = x + attention(norm(x))")};
    case StageKind::Expand:
      return {ArithmeticWords::tr("A hidden unit of the small network that each step goes through by itself."),
              QStringLiteral("u = gelu(W₁ · norm(h) + b₁)")};
    case StageKind::Contract:
      return {ArithmeticWords::tr("The hidden units are summed up again."), QStringLiteral("W₂ · u + b₂")};
    case StageKind::SecondSum:
      return {ArithmeticWords::tr("What the small network says is added: the output of the block."),
              QStringLiteral("y = h + W₂ · u + b₂")};
    default:
      return {};
  }
}

QString functionName(StageFunction function) {
  switch (function) {
    case StageFunction::Sigmoid:
      return QStringLiteral("σ");
    case StageFunction::Tanh:
      return QStringLiteral("tanh");
    case StageFunction::Relu:
      return QStringLiteral("max(0, ·)");
    case StageFunction::Gelu:
      return QStringLiteral("gelu");
    default:
      return {};
  }
}

// Returns the titles of the numbers and of the factors of a group of many terms.
std::pair<QString, QString> titlesOf(const ArithmeticStage& stage, const TermGroup& group) {
  const auto step = stage.at.empty() ? 0 : stage.at[0];
  const std::size_t count = group.terms.size();
  switch (stage.kind) {
    case StageKind::Score:
      return {ArithmeticWords::tr("query of step %1").arg(step),
              ArithmeticWords::tr("key of step %1").arg(stage.at[1])};
    case StageKind::Head:
      return {ArithmeticWords::tr("values of %1 steps").arg(count), ArithmeticWords::tr("weights")};
    case StageKind::Output:
      return {ArithmeticWords::tr("heads of step %1").arg(step), ArithmeticWords::tr("weights")};
    case StageKind::Contract:
      return {ArithmeticWords::tr("hidden units, %1").arg(count), ArithmeticWords::tr("weights")};
    default:
      break;
  }
  if (group.state) return {ArithmeticWords::tr("state before, %1").arg(count), ArithmeticWords::tr("weights U")};
  return {ArithmeticWords::tr("step %1, %2 numbers").arg(step).arg(count), ArithmeticWords::tr("weights")};
}

// Returns so few columns that three tables side by side have room for their numbers, if the rows allow it.
int stageColumns(std::size_t count) {
  constexpr std::size_t kMostColumns = 6, kMostRowsOfStage = 12;
  for (std::size_t columns = kMostColumns; columns >= 4; --columns)
    if (count % columns == 0 && count >= 2 * columns && count / columns <= kMostRowsOfStage)
      return static_cast<int>(columns);
  const int square = squareColumns(count);
  return count <= kMostColumns * kMostRowsOfStage ? std::min(square, static_cast<int>(kMostColumns)) : square;
}

// Adds the tables numbers × weights = products, in a new row if there are tables already.
void addGroup(ArithmeticScene& scene, const ArithmeticStage& stage, const TermGroup& group) {
  const int columns = stageColumns(group.terms.size());
  const auto [numbers, weights] = titlesOf(stage, group);
  NumberTable x = termTable(numbers, group.terms, &Summand::x, columns);
  x.newRow = !scene.tables.empty();
  NumberTable factors = termTable(weights, group.terms, &Summand::factor, columns);
  NumberTable products =
      termTable(ArithmeticWords::tr("products, then their sum"), group.terms, &Summand::product, columns);
  x.blank = factors.blank = products.blank = true;
  if (stage.chosen >= 0) x.marked = factors.marked = products.marked = static_cast<int>(stage.chosen);
  addTable(scene, {}, std::move(x));
  addTable(scene, QStringLiteral("×"), std::move(factors));
  addTable(scene, QStringLiteral("="), std::move(products));
}

// Returns the names of the numbers of a short formula: "cell before", "forget gate".
QStringList namesOf(const ArithmeticStage& stage, const std::string& type) {
  switch (stage.kind) {
    case StageKind::Cell:
      return {ArithmeticWords::tr("cell before"), stageName(StageKind::ForgetGate), stageName(StageKind::Candidate),
              stageName(StageKind::InputGate)};
    case StageKind::State:
      if (type == "gru")
        return {stageName(StageKind::Candidate), ArithmeticWords::tr("1 − update gate"),
                ArithmeticWords::tr("state before"), stageName(StageKind::UpdateGate)};
      return {ArithmeticWords::tr("tanh of the cell"), stageName(StageKind::OutputGate)};
    case StageKind::FirstSum:
      return {ArithmeticWords::tr("input"), {}, ArithmeticWords::tr("attention"), {}};
    case StageKind::SecondSum:
      return {stageName(StageKind::FirstSum), {}, ArithmeticWords::tr("small network"), {}};
    default:
      return {};
  }
}

// Adds a few products as a formula of single numbers.
void addFormula(ArithmeticScene& scene, const ArithmeticStage& stage, const std::string& type) {
  const QStringList names = namesOf(stage, type);
  const auto nameAt = [&](qsizetype i) { return i < names.size() ? names[i] : QString(); };
  const auto& terms = stage.groups.front().terms;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const auto place = static_cast<qsizetype>(2 * k);
    addTable(scene, k == 0 ? QString() : QStringLiteral("+"), numberTable(nameAt(place), terms[k].x));
    if (!nameAt(place + 1).isEmpty())
      addTable(scene, QStringLiteral("×"), numberTable(nameAt(place + 1), terms[k].factor));
  }
  addTable(scene, QStringLiteral("="), numberTable(stageName(stage.kind), stage.result));
}

// Adds the tables x − mean, × scale / deviation, + shift.
void addNorm(ArithmeticScene& scene, const ArithmeticStage& stage) {
  const TermGroup& group = stage.groups.front();
  addTable(scene, {}, numberTable(ArithmeticWords::tr("x"), group.terms[0].x));
  addTable(scene, QStringLiteral("−"), numberTable(ArithmeticWords::tr("mean"), group.terms[1].x));
  addTable(scene, QStringLiteral("×"), numberTable(ArithmeticWords::tr("scale / deviation"), group.terms[0].factor));
  addTable(scene, QStringLiteral("+"), numberTable(ArithmeticWords::tr("shift"), group.bias.value_or(0)));
  addTable(scene, QStringLiteral("="), numberTable(ArithmeticWords::tr("y"), stage.result));
}

// Adds the tables score → exp → share, with a cell for each key.
void addWeights(ArithmeticScene& scene, const ArithmeticStage& stage) {
  const auto& terms = stage.groups.front().terms;
  const int columns = terms.size() <= kMostNamed ? 1 : stageColumns(terms.size());
  NumberTable scores =
      termTable(ArithmeticWords::tr("scores of %1 steps").arg(terms.size()), terms, &Summand::x, columns);
  NumberTable powers = termTable(ArithmeticWords::tr("exp(x − largest)"), terms, &Summand::factor, columns);
  NumberTable shares = termTable(ArithmeticWords::tr("divided by Σ"), terms, &Summand::product, columns);
  if (columns == 1)
    for (std::size_t k = 0; k < terms.size(); ++k)
      scores.names << (terms[k].input < 0 ? ArithmeticWords::tr("%1, masked").arg(k)
                                          : ArithmeticWords::tr("step %1").arg(k));
  scores.blank = powers.blank = shares.blank = true;
  scores.marked = powers.marked = shares.marked = static_cast<int>(stage.chosen);
  addTable(scene, {}, std::move(scores));
  addTable(scene, QStringLiteral("→"), std::move(powers));
  addTable(scene, QStringLiteral("→"), std::move(shares));
  const auto masked = std::ranges::count(terms, std::int64_t{-1}, &Summand::input);
  if (masked > 0) scene.lines << ArithmeticWords::tr("%1 later steps are masked: they get no weight").arg(masked);
  scene.lines << ArithmeticWords::tr("Σ exp = %1").arg(cellText(stage.sum));
}

// Adds a line for a group: "Σ 16 products = 0.3 + bias 0.1 = 0.4".
void addGroupLine(ArithmeticScene& scene, const ArithmeticStage& stage, const TermGroup& group) {
  double sum = 0;
  for (const Summand& term : group.terms) sum += term.product;
  const bool several = stage.groups.size() > 1;
  QString line = several ? (group.state ? ArithmeticWords::tr("Σ %1 products with the state = %2")
                                        : ArithmeticWords::tr("Σ %1 products with the input = %2"))
                         : ArithmeticWords::tr("Σ %1 products = %2");
  line = line.arg(group.terms.size()).arg(cellText(sum));
  if (group.bias) line += QStringLiteral("  ") + ArithmeticWords::tr("+ bias %1").arg(cellText(*group.bias));
  if (stage.kind == StageKind::Score)
    line += QStringLiteral("  ") + ArithmeticWords::tr("/ √%1").arg(group.terms.size());
  else if (stage.kind == StageKind::Candidate && group.state && stage.groups.size() > 1 && group.factor != 1)
    line += QStringLiteral("  ") + ArithmeticWords::tr("× reset gate %1").arg(cellText(group.factor));
  scene.lines << line;
}

QString stageLine(const ArithmeticStage& stage) {
  const QString function = functionName(stage.function);
  QString line = QStringLiteral("= ") + stageName(stage.kind) + positionText(stage.at) + QStringLiteral(" = ");
  if (!function.isEmpty()) line += function + QStringLiteral("(%1) = ").arg(cellText(stage.sum));
  line += cellText(stage.result);
  if (stage.value) line += ArithmeticWords::tr("   the network computed %1").arg(cellText(*stage.value));
  return line;
}

}  // namespace

void addStageScene(ArithmeticScene& scene, const TracedLayer& layer, const LayerExplanation& explained,
                   std::size_t number) {
  const ArithmeticStage& stage = explained.stages[number];
  const bool recurrent = explained.kind == ArithmeticKind::Recurrent;
  const StageWords words = recurrent ? wordsOfRecurrence(stage.kind, layer.type) : wordsOfAttention(stage.kind);
  scene.kind += QLatin1Char('\n') + words.sentence;
  scene.formula = words.formula;
  const bool norm = stage.kind == StageKind::FirstNorm || stage.kind == StageKind::SecondNorm;
  const bool few = stage.groups.size() == 1 && !namesOf(stage, layer.type).isEmpty() &&
                   stage.groups.front().terms.size() <= kFewTerms;
  if (stage.function == StageFunction::Softmax) {
    addWeights(scene, stage);
  } else if (norm) {
    addNorm(scene, stage);
  } else if (few) {
    addFormula(scene, stage, layer.type);
  } else {
    for (const TermGroup& group : stage.groups) addGroup(scene, stage, group);
    for (const TermGroup& group : stage.groups) addGroupLine(scene, stage, group);
  }
  scene.lines << (number + 1 == explained.stages.size() && stage.function == StageFunction::None
                      ? resultLine(layer, explained)
                      : stageLine(stage));
}

}  // namespace fovea
