// Why: explains one number of an LSTM, GRU or plain RNN: the gates, cell and output of one unit at one step.
#include "core/inspect/arithmetic_work.h"
#include "core/inspect/layer_geometry.h"
#include "core/inspect/recurrent_work.h"

namespace fovea {
namespace {

// Returns the source of a recurrence's input: the layer's input, or another recurrence of the stack.
int sourceOf(const Recurrence& r) {
  return r.number == 0 ? 0 : kInnerSource;
}

// Return the products of a gate with the input of a step, and with the state of the previous step.
TermGroup inputProducts(const Recurrence& r, std::int64_t row, std::int64_t time) {
  TermGroup group =
      rowProducts(r.x + time * r.inputs, time * r.inputs, sourceOf(r), r.weightInput + row * r.inputs, r.inputs);
  group.bias = static_cast<double>(r.biasInput[row]);
  return group;
}

TermGroup stateProducts(const Recurrence& r, std::int64_t row, std::int64_t time) {
  const std::int64_t before = r.before(time);
  TermGroup group;
  if (before >= 0) {
    group = rowProducts(r.states + before * r.units, before * r.units, kInnerSource, r.weightHidden + row * r.units,
                        r.units);
  } else {
    for (std::int64_t k = 0; k < r.units; ++k)
      group.terms.push_back({kInnerSource, k, 0, static_cast<double>(r.weightHidden[row * r.units + k]), 0});
  }
  group.state = true;
  group.bias = static_cast<double>(r.biasHidden[row]);
  return group;
}

// Returns the cell of an LSTM unit after a step. The engine keeps no cells, so it is computed from the first step on.
double cellAfter(const Recurrence& r, std::int64_t unit, std::int64_t last) {
  double cell = 0;
  if (last < 0) return cell;
  const std::int64_t count = r.reverse ? r.steps - last : last + 1;
  for (std::int64_t step = 0; step < count; ++step) {
    const std::int64_t time = r.timeOf(step);
    const auto gate = [&](std::int64_t number, StageFunction function) {
      const std::int64_t row = number * r.units + unit;
      return applied(function, r.inputSum(row, time) + r.stateSum(row, time));
    };
    cell = gate(1, StageFunction::Sigmoid) * cell + gate(0, StageFunction::Sigmoid) * gate(2, StageFunction::Tanh);
  }
  return cell;
}

// Adds the stages that compute one unit at one step.
class UnitStages {
 public:
  UnitStages(OutputWork& work, const Recurrence& recurrence, std::int64_t time, std::int64_t unit)
      : work_(work), r_(recurrence), time_(time), unit_(unit) {}

  void addAll() {
    if (work_.layer.type == "lstm") return addLstm();
    if (work_.layer.type == "gru") return addGru();
    const bool relu = layerField<std::string>(work_.layer, "activation", "tanh") == "relu";
    addGate(StageKind::State, relu ? StageFunction::Relu : StageFunction::Tanh, 0);
    work_.result.stages.back().value = r_.stateAt(time_, unit_);
  }

 private:
  ArithmeticStage stage(StageKind kind, StageFunction function = StageFunction::None) const {
    ArithmeticStage made{.kind = kind, .function = function, .recurrence = r_.number};
    made.at = {time_, unit_};
    return made;
  }

  double addGate(StageKind kind, StageFunction function, std::int64_t number, double stateFactor = 1) {
    const std::int64_t row = number * r_.units + unit_;
    ArithmeticStage made = stage(kind, function);
    made.groups.push_back(inputProducts(r_, row, time_));
    made.groups.push_back(stateProducts(r_, row, time_));
    made.groups.back().factor = stateFactor;
    addStage(work_, std::move(made));
    return work_.result.stages.back().result;
  }

  // Adds a sum of a few products of inner numbers.
  double addMix(StageKind kind, const std::vector<std::pair<double, double>>& products) {
    ArithmeticStage made = stage(kind);
    TermGroup group;
    for (const auto& [x, factor] : products)
      group.terms.push_back({kInnerSource, std::ssize(group.terms), x, factor, x * factor});
    made.groups.push_back(std::move(group));
    if (kind == StageKind::State) made.value = r_.stateAt(time_, unit_);
    addStage(work_, std::move(made));
    return work_.result.stages.back().result;
  }

  void addLstm() {
    const double input = addGate(StageKind::InputGate, StageFunction::Sigmoid, 0);
    const double forget = addGate(StageKind::ForgetGate, StageFunction::Sigmoid, 1);
    const double candidate = addGate(StageKind::Candidate, StageFunction::Tanh, 2);
    const double output = addGate(StageKind::OutputGate, StageFunction::Sigmoid, 3);
    const double before = cellAfter(r_, unit_, r_.before(time_));
    const double cell = addMix(StageKind::Cell, {{before, forget}, {candidate, input}});
    addMix(StageKind::State, {{std::tanh(cell), output}});
  }

  void addGru() {
    const double reset = addGate(StageKind::ResetGate, StageFunction::Sigmoid, 0);
    const double update = addGate(StageKind::UpdateGate, StageFunction::Sigmoid, 1);
    const double candidate = addGate(StageKind::Candidate, StageFunction::Tanh, 2, reset);
    addMix(StageKind::State, {{candidate, 1 - update}, {r_.stateAt(r_.before(time_), unit_), update}});
  }

  OutputWork& work_;
  const Recurrence& r_;
  std::int64_t time_, unit_;
};

// Returns the unit of the layer below that contributes most to the candidate above; in a plain RNN, to the state.
std::int64_t strongestBelow(const Recurrence& above, const std::string& type, std::int64_t time, std::int64_t unit) {
  const std::int64_t gate = type == "rnn" ? 0 : 2;
  return strongestTerm(inputProducts(above, gate * above.units + unit, time).terms);
}

}  // namespace

// In a stack, the lower layers come first, each with the unit that contributes most to the unit above.
Result<bool> explainRecurrent(OutputWork& work) {
  const TracedLayer& layer = work.layer;
  const std::optional<RecurrentStack> stack = recurrentStack(work.trace, layer);
  if (!stack) return false;
  const std::int64_t width = stack->joined.back().shape()[1], units = stack->layers.back()[0]->units;
  const bool last = layerField<std::string>(layer, "output", "sequence") == "last";
  struct Chosen {
    const Recurrence* recurrence;
    std::int64_t time, unit;
  };
  const std::int64_t place = work.element % width;
  const Recurrence* top = &*stack->layers.back()[static_cast<std::size_t>(place / units)];
  std::vector<Chosen> chain{{top, last ? (top->reverse ? 0 : top->steps - 1) : work.element / width, place % units}};
  for (std::size_t number = stack->layers.size() - 1; number > 0; --number) {
    const Chosen& above = chain.back();
    const std::int64_t below = strongestBelow(*above.recurrence, layer.type, above.time, above.unit);
    const auto& pair = stack->layers[number - 1];
    chain.push_back({&*pair[static_cast<std::size_t>(below / pair[0]->units)], above.time, below % pair[0]->units});
  }
  for (auto chosen = chain.rbegin(); chosen != chain.rend(); ++chosen)
    UnitStages(work, *chosen->recurrence, chosen->time, chosen->unit).addAll();
  return true;
}

}  // namespace fovea
