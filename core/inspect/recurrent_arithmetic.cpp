// Why: explains one number of an LSTM, GRU or plain RNN: the gates, cell and output of one unit at one step, with the
// gate order and equations of core/ops/recurrent_reference.cpp.
#include <fmt/format.h>

#include "core/inspect/arithmetic_work.h"
#include "core/inspect/layer_geometry.h"

namespace fovea {
namespace {

// One recurrent layer of a stack, in one direction.
struct Recurrence {
  int number = 0;  // index in the stack
  bool reverse = false;
  std::int64_t steps = 0, inputs = 0, units = 0;
  int source = 0;                               // source of x: the layer's input, or kInnerSource
  const float *x = nullptr, *states = nullptr;  // [T, K] and [T, H], as computed by the engine
  const float *weightInput = nullptr, *weightHidden = nullptr, *biasInput = nullptr, *biasHidden = nullptr;

  // Returns the step that was computed before `time`; −1: none, the state is zero.
  std::int64_t before(std::int64_t time) const { return reverse ? (time + 1 < steps ? time + 1 : -1) : time - 1; }
  double stateAt(std::int64_t time, std::int64_t unit) const {
    return time < 0 ? 0 : static_cast<double>(states[time * units + unit]);
  }
};

std::optional<Recurrence> recurrenceOf(const OutputWork& work, int number, bool reverse, const Tensor& x,
                                       const Tensor& states) {
  const std::string suffix = fmt::format("_{}{}", number, reverse ? "_reverse" : "");
  const Tensor* const input = work.layer.weight("weight_input" + suffix);
  const Tensor* const hidden = work.layer.weight("weight_hidden" + suffix);
  const Tensor* const biasInput = work.layer.weight("bias_input" + suffix);
  const Tensor* const biasHidden = work.layer.weight("bias_hidden" + suffix);
  if (!input || !hidden || !biasInput || !biasHidden) return {};
  Recurrence made{.number = number, .reverse = reverse};
  made.inputs = input->shape()[1];
  made.units = hidden->shape()[1];
  made.steps = states.elementCount() / made.units;
  made.source = number == 0 ? 0 : kInnerSource;
  made.x = x.data<float>();
  made.states = states.data<float>();
  made.weightInput = input->data<float>();
  made.weightHidden = hidden->data<float>();
  made.biasInput = biasInput->data<float>();
  made.biasHidden = biasHidden->data<float>();
  return made;
}

// Return the products of a gate with the input of a step, and with the state of the previous step.
TermGroup inputProducts(const Recurrence& r, std::int64_t row, std::int64_t time) {
  TermGroup group =
      rowProducts(r.x + time * r.inputs, time * r.inputs, r.source, r.weightInput + row * r.inputs, r.inputs);
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

double inputSum(const Recurrence& r, std::int64_t row, std::int64_t time) {
  return dotOf(r.x + time * r.inputs, r.weightInput + row * r.inputs, r.inputs) + static_cast<double>(r.biasInput[row]);
}

double stateSum(const Recurrence& r, std::int64_t row, std::int64_t time) {
  const std::int64_t before = r.before(time);
  const double bias = static_cast<double>(r.biasHidden[row]);
  return before < 0 ? bias : bias + dotOf(r.states + before * r.units, r.weightHidden + row * r.units, r.units);
}

// Returns the cell of an LSTM unit after a step. The engine keeps no cells, so it is computed from the first step on.
double cellAfter(const Recurrence& r, std::int64_t unit, std::int64_t last) {
  double cell = 0;
  if (last < 0) return cell;
  const std::int64_t count = r.reverse ? r.steps - last : last + 1;
  for (std::int64_t step = 0; step < count; ++step) {
    const std::int64_t time = r.reverse ? r.steps - 1 - step : step;
    const auto gate = [&](std::int64_t number, StageFunction function) {
      const std::int64_t row = number * r.units + unit;
      return applied(function, inputSum(r, row, time) + stateSum(r, row, time));
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
  const bool both = layerField(layer, "bidirectional", false);
  const int count = static_cast<int>(layerField<std::int64_t>(layer, "layers", 1));
  const std::size_t directions = both ? 2 : 1;
  std::vector<Tensor> joined;  // the input of each layer of the stack
  joined.push_back(work.input());
  std::vector<std::array<std::optional<Recurrence>, 2>> stack;
  for (int number = 0; number < count; ++number) {
    auto& pair = stack.emplace_back();
    for (std::size_t way = 0; way < directions; ++way) {
      const Tensor* const states = layer.step(layer.type, static_cast<std::size_t>(number) * directions + way);
      if (!states || states->dtype() != DataType::Float32) return false;
      pair[way] = recurrenceOf(work, number, way == 1, joined.back(), *states);
      if (!pair[way]) return false;
    }
    const Recurrence& first = *pair[0];
    const std::int64_t width = first.units * static_cast<std::int64_t>(directions);
    Tensor next = Tensor::make({DataType::Float32, Shape{first.steps, width}});
    for (std::int64_t t = 0; t < first.steps; ++t)
      for (std::size_t way = 0; way < directions; ++way)
        std::copy_n(pair[way]->states + t * first.units, first.units,
                    next.data<float>() + t * width + static_cast<std::int64_t>(way) * first.units);
    joined.push_back(next);
  }
  const std::int64_t width = joined.back().shape()[1], units = stack.back()[0]->units;
  const bool last = layerField<std::string>(layer, "output", "sequence") == "last";
  struct Chosen {
    const Recurrence* recurrence;
    std::int64_t time, unit;
  };
  const std::int64_t place = work.element % width;
  const Recurrence* top = &*stack.back()[static_cast<std::size_t>(place / units)];
  std::vector<Chosen> chain{{top, last ? (top->reverse ? 0 : top->steps - 1) : work.element / width, place % units}};
  for (int number = count - 1; number > 0; --number) {
    const Chosen& above = chain.back();
    const std::int64_t below = strongestBelow(*above.recurrence, layer.type, above.time, above.unit);
    const auto& pair = stack[static_cast<std::size_t>(number - 1)];
    chain.push_back({&*pair[static_cast<std::size_t>(below / pair[0]->units)], above.time, below % pair[0]->units});
  }
  for (auto chosen = chain.rbegin(); chosen != chain.rend(); ++chosen)
    UnitStages(work, *chosen->recurrence, chosen->time, chosen->unit).addAll();
  return true;
}

}  // namespace fovea
