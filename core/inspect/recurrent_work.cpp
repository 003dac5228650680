#include "core/inspect/recurrent_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/inspect/arithmetic_work.h"
#include "core/inspect/layer_geometry.h"

namespace fovea {
namespace {

std::optional<Recurrence> recurrenceOf(const TracedLayer& layer, int number, bool reverse, const Tensor& x,
                                       const Tensor& states) {
  const std::string suffix = fmt::format("_{}{}", number, reverse ? "_reverse" : "");
  const Tensor* const input = layer.weight("weight_input" + suffix);
  const Tensor* const hidden = layer.weight("weight_hidden" + suffix);
  const Tensor* const biasInput = layer.weight("bias_input" + suffix);
  const Tensor* const biasHidden = layer.weight("bias_hidden" + suffix);
  if (!input || !hidden || !biasInput || !biasHidden) return {};
  Recurrence made{.number = number, .reverse = reverse};
  made.inputs = input->shape()[1];
  made.units = hidden->shape()[1];
  made.gates = hidden->shape()[0] / made.units;
  made.steps = states.elementCount() / made.units;
  made.x = x.data<float>();
  made.states = states.data<float>();
  made.weightInput = input->data<float>();
  made.weightHidden = hidden->data<float>();
  made.biasInput = biasInput->data<float>();
  made.biasHidden = biasHidden->data<float>();
  return made;
}

bool returnsLastStep(const TracedLayer& layer) {
  return layerField<std::string>(layer, "output", "sequence") == "last";
}

// Returns ∂loss/∂state from the readers of a recurrence's states, [T, H]; nullopt if the trace has no gradient.
std::optional<std::vector<double>> stateSlopes(const TracedLayer& layer, const RecurrentStack& stack,
                                               const Recurrence& r) {
  std::vector<double> slopes(static_cast<std::size_t>(r.steps * r.units));
  if (returnsLastStep(layer) && r.number + 1 == std::ssize(stack.layers)) {
    // Only the state of the last step is read.
    if (!layer.gradient.defined()) return {};
    const float* const own = layer.gradient.data<float>() + (r.reverse ? r.units : 0);
    std::copy_n(own, r.units, slopes.begin() + r.timeOf(r.steps - 1) * r.units);
    return slopes;
  }
  const std::size_t step = static_cast<std::size_t>(r.number) * stack.directions + (r.reverse ? 1 : 0);
  const Tensor* const read = layer.stepGradient(layer.type, step);
  if (!read || read->elementCount() != std::ssize(slopes)) return {};
  std::ranges::copy(read->values<float>(), slopes.begin());
  return slopes;
}

// Goes back through the steps of one recurrence. Values are computed in double from the engine's states.
class Backpropagation {
 public:
  Backpropagation(const Recurrence& r, const std::vector<double>& slopes)
      : r_(r), slopes_(slopes), later_(static_cast<std::size_t>(r.units)) {
    slopes_of_.input.resize(static_cast<std::size_t>(r.steps * r.rows()));
    slopes_of_.state = slopes_of_.input;
  }

  GateSlopes lstm() {
    std::vector<double> cells(static_cast<std::size_t>(r_.steps * r_.units));
    std::vector<double> gates(static_cast<std::size_t>(r_.steps * r_.rows()));
    for (std::int64_t order = 0; order < r_.steps; ++order) {
      const std::int64_t time = r_.timeOf(order), before = r_.before(time);
      for (std::int64_t unit = 0; unit < r_.units; ++unit) {
        double* const own = &gates[at(time, 0, unit)];
        for (std::int64_t gate = 0; gate < 4; ++gate)
          own[gate * r_.units] =
              applied(gate == 2 ? StageFunction::Tanh : StageFunction::Sigmoid, sum(gate, unit, time));
        const double cell = before < 0 ? 0 : cells[static_cast<std::size_t>(before * r_.units + unit)];
        cells[static_cast<std::size_t>(time * r_.units + unit)] = own[r_.units] * cell + own[0] * own[2 * r_.units];
      }
    }
    std::vector<double> laterCells(static_cast<std::size_t>(r_.units));  // ∂loss/∂cell, from the steps after
    for (std::int64_t order = r_.steps; order-- > 0;) {
      const std::int64_t time = r_.timeOf(order), before = r_.before(time);
      for (std::int64_t unit = 0; unit < r_.units; ++unit) {
        const auto u = static_cast<std::size_t>(unit);
        const double* const own = &gates[at(time, 0, unit)];
        const double input = own[0], forget = own[r_.units], candidate = own[2 * r_.units], output = own[3 * r_.units];
        const double cell = std::tanh(cells[static_cast<std::size_t>(time * r_.units + unit)]);
        const double cellBefore = before < 0 ? 0 : cells[static_cast<std::size_t>(before * r_.units + unit)];
        const double state = stateSlope(time, unit);
        const double inner = state * output * (1 - cell * cell) + laterCells[u];
        set(time, 0, unit, inner * candidate * input * (1 - input));
        set(time, 1, unit, inner * cellBefore * forget * (1 - forget));
        set(time, 2, unit, inner * input * (1 - candidate * candidate));
        set(time, 3, unit, state * cell * output * (1 - output));
        laterCells[u] = inner * forget;
      }
      std::ranges::fill(later_, 0.0);
      addStates(time);
    }
    return std::move(slopes_of_);
  }

  GateSlopes gru() {
    for (std::int64_t order = r_.steps; order-- > 0;) {
      const std::int64_t time = r_.timeOf(order);
      std::vector<double> direct(static_cast<std::size_t>(r_.units));  // through the part of the state that is kept
      for (std::int64_t unit = 0; unit < r_.units; ++unit) {
        const double reset = applied(StageFunction::Sigmoid, sum(0, unit, time));
        const double update = applied(StageFunction::Sigmoid, sum(1, unit, time));
        const double hidden = r_.stateSum(2 * r_.units + unit, time);
        const double candidate = std::tanh(r_.inputSum(2 * r_.units + unit, time) + reset * hidden);
        const double before = r_.stateAt(r_.before(time), unit), state = stateSlope(time, unit);
        const double inner = state * (1 - update) * (1 - candidate * candidate);
        set(time, 0, unit, inner * hidden * reset * (1 - reset));
        set(time, 1, unit, state * (before - candidate) * update * (1 - update));
        set(time, 2, unit, inner);
        slopes_of_.state[at(time, 2, unit)] = inner * reset;
        direct[static_cast<std::size_t>(unit)] = state * update;
      }
      later_ = std::move(direct);
      addStates(time);
    }
    return std::move(slopes_of_);
  }

  GateSlopes plain(bool relu) {
    for (std::int64_t order = r_.steps; order-- > 0;) {
      const std::int64_t time = r_.timeOf(order);
      for (std::int64_t unit = 0; unit < r_.units; ++unit) {
        const double state = r_.stateAt(time, unit), slope = relu ? (state > 0 ? 1 : 0) : 1 - state * state;
        set(time, 0, unit, stateSlope(time, unit) * slope);
      }
      std::ranges::fill(later_, 0.0);
      addStates(time);
    }
    return std::move(slopes_of_);
  }

 private:
  std::size_t at(std::int64_t time, std::int64_t gate, std::int64_t unit) const {
    return static_cast<std::size_t>(time * r_.rows() + gate * r_.units + unit);
  }
  double sum(std::int64_t gate, std::int64_t unit, std::int64_t time) const {
    const std::int64_t row = gate * r_.units + unit;
    return r_.inputSum(row, time) + r_.stateSum(row, time);
  }
  // Returns ∂loss/∂state: from the readers of the layer and from the step that is computed after this one.
  double stateSlope(std::int64_t time, std::int64_t unit) const {
    return slopes_[static_cast<std::size_t>(time * r_.units + unit)] + later_[static_cast<std::size_t>(unit)];
  }
  void set(std::int64_t time, std::int64_t gate, std::int64_t unit, double slope) {
    slopes_of_.input[at(time, gate, unit)] = slopes_of_.state[at(time, gate, unit)] = slope;
  }
  // Adds the paths from the state before to the gates of this step.
  void addStates(std::int64_t time) {
    for (std::int64_t row = 0; row < r_.rows(); ++row) {
      const double slope = slopes_of_.state[static_cast<std::size_t>(time * r_.rows() + row)];
      const float* const weights = r_.weightHidden + row * r_.units;
      for (std::int64_t k = 0; k < r_.units; ++k)
        later_[static_cast<std::size_t>(k)] += slope * static_cast<double>(weights[k]);
    }
  }

  const Recurrence& r_;
  const std::vector<double>& slopes_;  // ∂loss/∂state from the readers of the states, [T, H]
  std::vector<double> later_;          // ∂loss/∂state from the step that is computed after
  GateSlopes slopes_of_;
};

}  // namespace

double Recurrence::inputSum(std::int64_t row, std::int64_t time) const {
  return dotOf(x + time * inputs, weightInput + row * inputs, inputs) + static_cast<double>(biasInput[row]);
}

double Recurrence::stateSum(std::int64_t row, std::int64_t time) const {
  const std::int64_t last = before(time);
  const double bias = static_cast<double>(biasHidden[row]);
  return last < 0 ? bias : bias + dotOf(states + last * units, weightHidden + row * units, units);
}

std::optional<RecurrentStack> recurrentStack(const NetworkTrace& trace, const TracedLayer& layer) {
  RecurrentStack stack;
  stack.directions = layerField(layer, "bidirectional", false) ? 2 : 1;
  stack.joined.push_back(trace.layers[static_cast<std::size_t>(layer.sources.front())].output);
  const int count = static_cast<int>(layerField<std::int64_t>(layer, "layers", 1));
  for (int number = 0; number < count; ++number) {
    auto& pair = stack.layers.emplace_back();
    for (std::size_t way = 0; way < stack.directions; ++way) {
      const Tensor* const states = layer.step(layer.type, static_cast<std::size_t>(number) * stack.directions + way);
      if (!states || states->dtype() != DataType::Float32) return {};
      pair[way] = recurrenceOf(layer, number, way == 1, stack.joined.back(), *states);
      if (!pair[way]) return {};
    }
    const Recurrence& first = *pair[0];
    const std::int64_t width = first.units * static_cast<std::int64_t>(stack.directions);
    Tensor next = Tensor::make({DataType::Float32, Shape{first.steps, width}});
    for (std::int64_t t = 0; t < first.steps; ++t)
      for (std::size_t way = 0; way < stack.directions; ++way)
        std::copy_n(pair[way]->states + t * first.units, first.units,
                    next.data<float>() + t * width + static_cast<std::int64_t>(way) * first.units);
    stack.joined.push_back(next);
  }
  return stack;
}

std::optional<GateSlopes> gateSlopes(const TracedLayer& layer, const RecurrentStack& stack, const Recurrence& r) {
  const std::optional<std::vector<double>> slopes = stateSlopes(layer, stack, r);
  if (!slopes) return {};
  Backpropagation back(r, *slopes);
  if (layer.type == "lstm") return back.lstm();
  if (layer.type == "gru") return back.gru();
  return back.plain(layerField<std::string>(layer, "activation", "tanh") == "relu");
}

std::int64_t outputOfUnit(const TracedLayer& layer, const RecurrentStack& stack, const Recurrence& r, std::int64_t time,
                          std::int64_t unit) {
  const std::int64_t width = r.units * static_cast<std::int64_t>(stack.directions);
  return (returnsLastStep(layer) ? 0 : time * width) + (r.reverse ? r.units : 0) + unit;
}

}  // namespace fovea
