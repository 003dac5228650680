// Why: explains one number of an attention layer or a transformer block stage by stage, with the equations of
// core/ops/library/attention.cpp and core/layers/library/transformer_block.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "core/inspect/arithmetic_work.h"
#include "core/inspect/layer_geometry.h"

namespace fovea {
namespace {

// Values of one attention computation: matrices with one row of `width` numbers per step.
struct AttentionNumbers {
  const float *x = nullptr, *query = nullptr, *key = nullptr, *value = nullptr, *mixed = nullptr, *output = nullptr;
  int source = 0;  // input of the layer that x comes from
  std::int64_t steps = 0, width = 0, heads = 1;
  bool causal = false;

  std::int64_t size() const { return width / heads; }
  std::int64_t visible(std::int64_t t) const { return causal ? t + 1 : steps; }
};

const float* floatsOf(const Tensor* tensor) {
  return tensor && tensor->dtype() == DataType::Float32 ? tensor->data<float>() : nullptr;
}

// Returns the values of the attention in a layer; nothing if the trace lacks some. `x` is the input of the attention.
std::optional<AttentionNumbers> attentionNumbers(const OutputWork& work, const Tensor& x, int source) {
  const TracedLayer& layer = work.layer;
  AttentionNumbers a;
  a.x = floatsOf(&x);
  a.source = source;
  a.query = floatsOf(layer.step("linear", 0));
  a.key = floatsOf(layer.step("linear", 1));
  a.value = floatsOf(layer.step("linear", 2));
  a.mixed = floatsOf(layer.step("attention"));
  a.output = floatsOf(layer.step("linear", 3));
  a.steps = layer.output.shape()[0];
  a.width = layer.output.shape()[1];
  a.heads = layerField<std::int64_t>(layer, "heads", 4);
  a.causal = layerField(layer, "causal", false);
  if (!a.x || !a.query || !a.key || !a.value || !a.mixed || !a.output) return {};
  for (const char* name : {"query", "key", "value", "output"})
    if (!layer.weight(name)) return {};
  return a;
}

// Returns the stage for output `unit` of a linear map at one step.
ArithmeticStage linearStage(const OutputWork& work, StageKind kind, const std::string& weight, const float* x,
                            int source, std::int64_t step, std::int64_t unit) {
  const Tensor& matrix = *work.layer.weight(weight);
  const std::int64_t inputs = matrix.shape()[1];
  ArithmeticStage stage{.kind = kind};
  stage.at = {step, unit};
  stage.groups.push_back(
      rowProducts(x + step * inputs, step * inputs, source, matrix.data<float>() + unit * inputs, inputs));
  if (const Tensor* const bias = work.layer.weight(weight + "_bias"))
    stage.groups.back().bias = static_cast<double>(bias->data<float>()[unit]);
  return stage;
}

// Returns the stage for one output of a layer norm over the numbers of a step.
ArithmeticStage normStage(const OutputWork& work, StageKind kind, const std::string& name, const float* x, int source,
                          std::int64_t step, std::int64_t unit, std::int64_t width) {
  const float* const row = x + step * width;
  double mean = 0, variance = 0;
  for (std::int64_t k = 0; k < width; ++k) mean += static_cast<double>(row[k]) / static_cast<double>(width);
  for (std::int64_t k = 0; k < width; ++k)
    variance += std::pow(static_cast<double>(row[k]) - mean, 2) / static_cast<double>(width);
  const Tensor *const scale = work.layer.weight(name + "_scale"), *const shift = work.layer.weight(name + "_bias");
  const double factor =
      (scale ? static_cast<double>(scale->data<float>()[unit]) : 1) / std::sqrt(variance + kBlockNormEpsilon);
  ArithmeticStage stage{.kind = kind};
  stage.at = {step, unit};
  const double own = static_cast<double>(row[unit]);
  stage.groups.push_back({.terms = {{source, step * width + unit, own, factor, own * factor},
                                    {kInnerSource, 0, mean, -factor, -mean * factor}}});
  if (shift) stage.groups.back().bias = static_cast<double>(shift->data<float>()[unit]);
  return stage;
}

ArithmeticStage sumStage(StageKind kind, const std::vector<std::int64_t>& at, double first, int source,
                         std::int64_t element, double second) {
  ArithmeticStage stage{.kind = kind};
  stage.at = at;
  stage.groups.push_back({.terms = {{source, element, first, 1, first}, {kInnerSource, element, second, 1, second}}});
  return stage;
}

void addWith(OutputWork& work, ArithmeticStage stage, std::optional<double> value, StageFunction function = {}) {
  stage.value = value;
  stage.function = function;
  addStage(work, std::move(stage));
}

double numberAtPlace(const float* rows, std::int64_t width, std::int64_t step, std::int64_t unit) {
  return static_cast<double>(rows[step * width + unit]);
}

Status needPart(const char* what, std::int64_t part, std::int64_t count) {
  if (part >= -1 && part < count) return {};
  return fail(ErrorCode::InvalidArgument, fmt::format("There is no {} {}: there are {}, from 0.", what, part, count));
}

// Returns the index of the product a[i] · b[i] that is farthest from zero.
std::int64_t strongestProduct(const float* a, const float* b, std::int64_t count) {
  std::int64_t best = 0;
  for (std::int64_t i = 1; i < count; ++i)
    if (std::abs(a[i] * b[i]) > std::abs(a[best] * b[best])) best = i;
  return best;
}

// Returns the softmax over the keys that query `t` attends to; the other keys are included as masked terms.
ArithmeticStage weightsStage(const AttentionNumbers& a, std::int64_t t, std::int64_t head) {
  const double scale = 1 / std::sqrt(static_cast<double>(a.size()));
  const std::int64_t first = head * a.size();
  ArithmeticStage stage{.kind = StageKind::Weights, .function = StageFunction::Softmax};
  TermGroup group;
  double largest = -1e300;
  for (std::int64_t s = 0; s < a.visible(t); ++s) {
    const double score = scale * dotOf(a.query + t * a.width + first, a.key + s * a.width + first, a.size());
    largest = std::max(largest, score);
    group.terms.push_back({kInnerSource, s, score, 0, 0});
  }
  for (Summand& term : group.terms) stage.sum += term.factor = std::exp(term.x - largest);
  for (Summand& term : group.terms) term.product = term.factor / stage.sum;
  for (std::int64_t s = a.visible(t); s < a.steps; ++s) group.terms.push_back({kInnerSource, -1, 0, 0, 0});
  stage.groups.push_back(std::move(group));
  return stage;
}

// Adds the stages from the query to output `unit` of the attention at step `t`. `beforeQuery` adds earlier stages; its
// argument is the index of the number of x that contributes most to the query.
template <class BeforeQuery>
Status addAttention(OutputWork& work, const AttentionNumbers& a, std::int64_t t, std::int64_t unit,
                    const BeforeQuery& beforeQuery) {
  ArithmeticStage output = linearStage(work, StageKind::Output, "output", a.mixed, kInnerSource, t, unit);
  // Chooses the requested head and number, or else those that contribute most to the output.
  const auto& products = output.groups.front().terms;
  const std::int64_t head = work.wanted();
  FOVEA_CHECK(needPart("head", head, a.heads));
  std::int64_t place = strongestTerm(products);
  if (head >= 0) {
    const auto first = products.begin() + head * a.size();
    place = head * a.size() + strongestTerm(std::vector<Summand>(first, first + a.size()));
  }
  work.offer("head", a.heads, place / a.size());
  const std::int64_t number = work.wanted();
  FOVEA_CHECK(needPart("number", number, a.size()));
  const std::int64_t chosenHead = place / a.size(), first = chosenHead * a.size();
  place = first + orElse(number, place % a.size());
  work.offer("number", a.size(), place - first);

  ArithmeticStage weights = weightsStage(a, t, chosenHead);
  const std::int64_t key = work.wanted();
  FOVEA_CHECK(needPart("key", key, a.visible(t)));
  weights.at = {t, orElse(key, strongestTerm(weights.groups.front().terms))};
  weights.chosen = weights.at[1];
  const std::int64_t s = weights.chosen;
  work.offer("key", a.visible(t), s);

  const float *const query = a.query + t * a.width + first, *const keys = a.key + s * a.width + first;
  const std::int64_t of = first + strongestProduct(query, keys, a.size());
  ArithmeticStage asked = linearStage(work, StageKind::Query, "query", a.x, a.source, t, of);
  beforeQuery(strongestTerm(asked.groups.front().terms));
  addWith(work, std::move(asked), numberAtPlace(a.query, a.width, t, of));
  addWith(work, linearStage(work, StageKind::Key, "key", a.x, a.source, s, of), numberAtPlace(a.key, a.width, s, of));
  ArithmeticStage score{.kind = StageKind::Score};
  score.at = {t, s};
  score.groups.push_back(rowProducts(query, t * a.width + first, kInnerSource, keys, a.size()));
  score.groups.back().factor = 1 / std::sqrt(static_cast<double>(a.size()));
  addStage(work, std::move(score));
  const std::vector<Summand> shares = weights.groups.front().terms;
  addStage(work, std::move(weights));
  addWith(work, linearStage(work, StageKind::Value, "value", a.x, a.source, s, place),
          numberAtPlace(a.value, a.width, s, place));
  ArithmeticStage mixed{.kind = StageKind::Head};
  mixed.at = {t, place};
  mixed.chosen = s;
  mixed.groups.emplace_back();
  for (std::int64_t k = 0; k < a.steps; ++k) {
    const double share = shares[static_cast<std::size_t>(k)].product, value = numberAtPlace(a.value, a.width, k, place);
    mixed.groups.back().terms.push_back(
        {kInnerSource, k < a.visible(t) ? k * a.width + place : -1, value, share, value * share});
  }
  addWith(work, std::move(mixed), numberAtPlace(a.mixed, a.width, t, place));
  output.chosen = place;
  addWith(work, std::move(output), numberAtPlace(a.output, a.width, t, unit));
  return {};
}

Result<bool> explainBlock(OutputWork& work) {
  const TracedLayer& layer = work.layer;
  const Tensor *const normed = layer.step("group_norm", 0), *const normedAgain = layer.step("group_norm", 1),
                      *const first = layer.step("add", 0), *const wide = layer.step("linear", 4),
                      *const bent = layer.step("gelu"), *const fed = layer.step("linear", 5);
  if (!normed || !normedAgain || !first || !wide || !bent || !fed) return false;
  const auto a = attentionNumbers(work, *normed, kInnerSource);
  if (!a || !layer.weight("expand") || !layer.weight("contract")) return false;
  const std::int64_t width = a->width, t = work.element / width, unit = work.element % width;
  const float* const x = work.input().data<float>();
  const auto at = [&](const Tensor* rows, std::int64_t place) {
    return numberAtPlace(rows->data<float>(), rows->elementCount() / a->steps, t, place);
  };
  FOVEA_CHECK(addAttention(work, *a, t, unit, [&](std::int64_t of) {
    addWith(work, normStage(work, StageKind::FirstNorm, "norm1", x, 0, t, of, width), at(normed, of));
  }));
  const std::vector<std::int64_t> place{t, unit};
  addWith(work,
          sumStage(StageKind::FirstSum, place, numberAtPlace(x, width, t, unit), 0, work.element,
                   numberAtPlace(a->output, width, t, unit)),
          at(first, unit));
  ArithmeticStage contract =
      linearStage(work, StageKind::Contract, "contract", bent->data<float>(), kInnerSource, t, unit);
  const std::int64_t wanted = work.wanted(), units = std::ssize(contract.groups.front().terms);
  FOVEA_CHECK(needPart("hidden unit", wanted, units));
  const std::int64_t hidden = orElse(wanted, strongestTerm(contract.groups.front().terms));
  work.offer("hidden unit", units, hidden);
  ArithmeticStage expand =
      linearStage(work, StageKind::Expand, "expand", normedAgain->data<float>(), kInnerSource, t, hidden);
  const std::int64_t of = strongestTerm(expand.groups.front().terms);
  addWith(work, normStage(work, StageKind::SecondNorm, "norm2", first->data<float>(), kInnerSource, t, of, width),
          at(normedAgain, of));
  addWith(work, std::move(expand), at(bent, hidden), StageFunction::Gelu);
  contract.chosen = hidden;
  addWith(work, std::move(contract), at(fed, unit));
  addWith(work, sumStage(StageKind::SecondSum, place, at(first, unit), kInnerSource, work.element, at(fed, unit)),
          work.result.value);
  return true;
}

}  // namespace

Result<bool> explainAttention(OutputWork& work) {
  if (work.layer.output.shape().rank() != 2) return false;
  if (work.layer.type == "transformer_block") return explainBlock(work);
  const auto a = attentionNumbers(work, work.input(), 0);
  if (!a) return false;
  FOVEA_CHECK(addAttention(work, *a, work.element / a->width, work.element % a->width, [](std::int64_t) {}));
  return true;
}

}  // namespace fovea
