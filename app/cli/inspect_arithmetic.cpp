// The part of `inspect` that works out one number of a layer: window, weights, products, sum, and the chain rule.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/cli/inspect_arithmetic.h"
#include "app/cli/inspect_synthesis.h"
#include "app/cli/training_loop.h"
#include "core/inspect/layer_arithmetic.h"

namespace fovea::cli {
namespace {

constexpr std::int64_t kWidestPrinted = 9;  // columns of a window in the terminal
constexpr std::size_t kMostPrinted = 12;    // terms of other sums

std::vector<std::int64_t> strongest(const Tensor& output) {
  if (output.dtype() != DataType::Float32) return positionOf(output.shape(), 0);
  const auto values = output.values<float>();
  return positionOf(output.shape(), std::max_element(values.begin(), values.end()) - values.begin());
}

Json termJson(const NetworkTrace& trace, const TracedLayer& traced, const Summand& term) {
  Json json{{"x", numberJson(term.x)}, {"factor", numberJson(term.factor)}, {"product", numberJson(term.product)}};
  json["input"] = Json();
  if (term.source == kInnerSource || term.input < 0) return json;
  const Shape& shape =
      trace.layers[static_cast<std::size_t>(traced.sources[static_cast<std::size_t>(term.source)])].output.shape();
  json["input"] = positionOf(shape, term.input);
  return json;
}

Json stageJson(const NetworkTrace& trace, const TracedLayer& traced, const ArithmeticStage& stage) {
  Json json{{"stage", stageKindName(stage.kind)},
            {"at", stage.at},
            {"sum", numberJson(stage.sum)},
            {"result", numberJson(stage.result)},
            {"groups", Json::array()}};
  if (stage.value) json["value"] = numberJson(*stage.value);
  if (stage.recurrence > 0) json["recurrence"] = stage.recurrence;
  for (const TermGroup& group : stage.groups) {
    Json one{{"sum", numberJson(group.sum)}, {"factor", numberJson(group.factor)}, {"terms", Json::array()}};
    if (stage.groups.size() > 1) one["of"] = group.state ? "state" : "input";
    if (group.bias) one["bias"] = numberJson(*group.bias);
    for (const Summand& term : group.terms) one["terms"].push_back(termJson(trace, traced, term));
    json["groups"].push_back(std::move(one));
  }
  return json;
}

Json explanationJson(const NetworkTrace& trace, int layer, const LayerExplanation& explained) {
  const TracedLayer& traced = trace.layers[static_cast<std::size_t>(layer)];
  Json terms = Json::array();
  for (const Summand& term : explained.terms) {
    terms.push_back(termJson(trace, traced, term));
    if (traced.sources.size() > 1) terms.back()["source"] = term.source;
  }
  Json json{{"layer", traced.name},
            {"type", traced.type},
            {"kind", arithmeticKindName(explained.kind)},
            {"at", explained.at},
            {"value", numberJson(explained.value)},
            {"result", numberJson(explained.result)},
            {"sum", numberJson(explained.sum)},
            {"form", explained.form},
            {"terms", terms}};
  if (explained.bias) json["bias"] = numberJson(*explained.bias);
  for (const NamedNumber& number : explained.numbers) json["numbers"][number.name] = numberJson(number.value);
  for (const PartChoice& choice : explained.choices) json["parts"][choice.name] = choice.chosen;
  for (const ArithmeticStage& stage : explained.stages) json["stages"].push_back(stageJson(trace, traced, stage));
  if (explained.window) {
    const InputWindow& w = *explained.window;
    json["window"] = {{"top", w.top}, {"left", w.left}, {"height", w.height}, {"width", w.width}};
    if (explained.form.size() == 4) {
      json["window"]["front"] = w.front;
      json["window"]["depth"] = w.depth;
    }
  }
  return json;
}

Json gradientJson(const NetworkTrace& trace, const GradientExplanation& explained) {
  if (!explained.known) return {};
  Json terms = Json::array();
  for (const ChainTerm& term : explained.terms) {
    const TracedLayer& reader = trace.layers[static_cast<std::size_t>(term.reader)];
    terms.push_back({{"layer", reader.name},
                     {"output", positionOf(reader.output.shape(), term.output)},
                     {"slope", numberJson(term.slope)},
                     {"derivative", numberJson(term.derivative)},
                     {"product", numberJson(term.product)}});
  }
  return {{"value", numberJson(explained.value)},
          {"sum", numberJson(explained.sum)},
          {"complete", explained.complete},
          {"terms", terms}};
}

void printRow(const std::vector<Summand>& terms, std::int64_t first, std::int64_t width, double Summand::*part) {
  for (std::int64_t v = 0; v < width; ++v) fmt::print(" {:>7.3f}", terms[static_cast<std::size_t>(first + v)].*part);
}

// The strongest channel of a window: its numbers, the weights and the products side by side, slice by slice.
void printWindow(const LayerExplanation& explained) {
  const std::int64_t height = explained.form[explained.form.size() - 2], width = explained.form.back();
  const std::int64_t slices = explained.form.size() == 4 ? explained.form[1] : 1, part = slices * height * width;
  if (width > kWidestPrinted) return;
  std::int64_t channel = 0;
  double most = -1;
  for (std::int64_t c = 0; c < explained.form[0]; ++c) {
    double sum = 0;
    for (std::int64_t k = 0; k < part; ++k)
      sum += std::abs(explained.terms[static_cast<std::size_t>(c * part + k)].product);
    if (sum > most) channel = c, most = sum;
  }
  if (explained.form[0] > 1) fmt::print("  input channel {} of {}, which adds most\n", channel, explained.form[0]);
  for (std::int64_t u = 0; u < slices * height; ++u) {
    const std::int64_t first = channel * part + u * width;
    if (u > 0 && u % height == 0) fmt::print("\n");
    printRow(explained.terms, first, width, &Summand::x);
    if (explained.kind != ArithmeticKind::MaxPooling) {
      fmt::print("{}", u % height == height / 2 ? "   × " : "     ");
      printRow(explained.terms, first, width, &Summand::factor);
      fmt::print("{}", u % height == height / 2 ? "   = " : "     ");
      printRow(explained.terms, first, width, &Summand::product);
    }
    fmt::print("\n");
  }
}

void printList(const std::vector<Summand>& terms, std::size_t most) {
  for (std::size_t i = 0; i < std::min(terms.size(), most); ++i)
    fmt::print("  {:>10.4f} × {:>10.4f} = {:>10.4f}\n", terms[i].x, terms[i].factor, terms[i].product);
  if (terms.size() > most) fmt::print("  … {} more\n", terms.size() - most);
}

// "  input gate [5, 3]: Σ of 16 + bias 0.1 …", a line for each stage; the last one's terms are printed whole.
void printStages(const LayerExplanation& explained) {
  for (const PartChoice& choice : explained.choices)
    fmt::print("  {} {} of {}\n", choice.name, choice.chosen, choice.count);
  for (const ArithmeticStage& stage : explained.stages) {
    std::string name = stageKindName(stage.kind);
    std::ranges::replace(name, '_', ' ');
    std::string sums;
    for (const TermGroup& group : stage.groups) {
      if (!sums.empty()) sums += " + ";
      sums += group.factor == 1 ? fmt::format("Σ of {}", group.terms.size())
                                : fmt::format("{:.4f} · (Σ of {})", group.factor, group.terms.size());
      if (group.bias) sums += " + bias";
      if (stage.groups.size() > 1) sums += group.state ? " with the state" : " with the input";
    }
    fmt::print("  {:<12} ({}): {} = {:.6g}", name, fmt::join(stage.at, ", "), sums, stage.sum);
    if (stage.result != stage.sum) fmt::print(", then {:.6g}", stage.result);
    if (stage.value) fmt::print("; the engine computed {:.6g}", *stage.value);
    fmt::print("\n");
  }
}

void printTerms(const LayerExplanation& explained) {
  if (explained.form.size() >= 3) return printWindow(explained);
  printStages(explained);
  printList(explained.terms, kMostPrinted);
}

void print(const NetworkTrace& trace, int layer, const LayerExplanation& explained,
           const GradientExplanation& gradient) {
  const TracedLayer& traced = trace.layers[static_cast<std::size_t>(layer)];
  fmt::print("{} ({}) at ({})\n", traced.name, traced.title, fmt::join(explained.at, ", "));
  printTerms(explained);
  if (!explained.terms.empty()) fmt::print("  Σ of {} = {:.6g}\n", explained.terms.size(), explained.sum);
  if (explained.bias) fmt::print("  + bias {:.6g}\n", *explained.bias);
  for (const NamedNumber& number : explained.numbers) fmt::print("  {} {:.6g}\n", number.name, number.value);
  if (explained.kind == ArithmeticKind::Unknown) fmt::print("  how this layer computes it cannot be shown\n");
  fmt::print("  = {:.6g}; the engine computed {:.6g}\n", explained.result, explained.value);
  if (!gradient.known) return;
  const std::string label = trace.label >= 0 && static_cast<std::size_t>(trace.label) < trace.classes.size()
                                ? trace.classes[static_cast<std::size_t>(trace.label)]
                                : fmt::format("{}", trace.label);
  if (trace.label < 0)
    fmt::print("backward, for the loss {:.6g} against the truth of the sample\n", trace.loss);
  else
    fmt::print("backward, for the loss {:.6g} of \"{}\"\n", trace.loss, label);
  fmt::print("  Σ of {} slopes × derivatives = {:.6g}{}; the engine computed {:.6g}\n", gradient.terms.size(),
             gradient.sum, gradient.complete ? "" : " (without some layers)", gradient.value);
}

}  // namespace

Status explainNumber(const Context& context, const ArithmeticTask& task, const Checkpoint& checkpoint,
                     ModelInspector& inspector, const std::shared_ptr<Device>& device) {
  FOVEA_TRY(const Tensor input, inspector.networkInput(task.sample));
  FOVEA_TRY(const auto tracer, NetworkTracer::create(checkpoint, device));
  FOVEA_TRY(const NetworkTrace trace, tracer->trace(input, task.label, task.target));
  const int layer = trace.find(task.layer);
  if (layer < 0)
    return fail(ErrorCode::InvalidArgument, fmt::format("The network has no layer \"{}\".", task.layer),
                "See them with --method activations.");
  std::vector<std::int64_t> at = strongest(trace.layers[static_cast<std::size_t>(layer)].output);
  if (!task.at.empty()) {
    FOVEA_TRY(at, readPosition(task.at));
  }
  std::vector<std::int64_t> parts;
  if (!task.part.empty()) {
    FOVEA_TRY(parts, readPosition(task.part, -1));
  }
  FOVEA_TRY(const LayerExplanation explained, explainOutput(trace, layer, at, parts));
  FOVEA_TRY(const GradientExplanation gradient, explainGradient(trace, layer, at));
  if (!context.json) {
    print(trace, layer, explained, gradient);
    return {};
  }
  Json json = explanationJson(trace, layer, explained);
  json["gradient"] = gradientJson(trace, gradient);
  if (trace.label >= 0) json["label"] = trace.label;
  if (std::isfinite(trace.loss)) json["loss"] = numberJson(trace.loss);
  printJson(json);
  return {};
}

}  // namespace fovea::cli
