#include "core/inspect/recurrent_work.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/inspect/arithmetic_work.h"
#include "core/inspect/layer_geometry.h"
#include "core/ops/recurrent_cell.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostKept = 4;  // gates that stepUnit() keeps

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

RecurrentCell cellOf(const TracedLayer& layer) {
  if (layer.type == "lstm") return RecurrentCell::Lstm;
  if (layer.type == "gru") return RecurrentCell::Gru;
  const bool relu = layerField<std::string>(layer, "activation", "tanh") == "relu";
  return relu ? RecurrentCell::Relu : RecurrentCell::Tanh;
}

// The gates and cells of all steps, computed in double from the engine's states.
struct UnitCourse {
  std::vector<double> kept, cells;  // [T, 4H] and [T, H]
};

UnitCourse courseOf(RecurrentCell cell, const Recurrence& r) {
  UnitCourse course{std::vector<double>(static_cast<std::size_t>(r.steps * kMostKept * r.units)),
                    std::vector<double>(static_cast<std::size_t>(r.steps * r.units))};
  std::vector<double> fromInput(static_cast<std::size_t>(r.rows())), fromHidden(fromInput);
  for (std::int64_t order = 0; order < r.steps; ++order) {
    const std::int64_t time = r.timeOf(order), before = r.before(time);
    for (std::int64_t row = 0; row < r.rows(); ++row) {
      fromInput[static_cast<std::size_t>(row)] = r.inputSum(row, time);
      fromHidden[static_cast<std::size_t>(row)] = r.stateSum(row, time);
    }
    for (std::int64_t unit = 0; unit < r.units; ++unit) {
      double state = r.stateAt(before, unit);
      double& memory = course.cells[static_cast<std::size_t>(time * r.units + unit)];
      if (before >= 0) memory = course.cells[static_cast<std::size_t>(before * r.units + unit)];
      stepUnit(cell, &fromInput[static_cast<std::size_t>(unit)], &fromHidden[static_cast<std::size_t>(unit)], r.units,
               &course.kept[static_cast<std::size_t>(time * kMostKept * r.units + unit)], state, memory);
    }
  }
  return course;
}

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
  const RecurrentCell cell = cellOf(layer);
  const UnitCourse course = courseOf(cell, r);
  GateSlopes result{std::vector<double>(static_cast<std::size_t>(r.steps * r.rows())), {}};
  result.state = result.input;
  std::vector<double> states(static_cast<std::size_t>(r.units)), cells(states);  // gradients of a step's states
  for (std::int64_t order = r.steps; order-- > 0;) {
    const std::int64_t time = r.timeOf(order), before = r.before(time);
    double *const input = &result.input[static_cast<std::size_t>(time * r.rows())],
                  *const state = &result.state[static_cast<std::size_t>(time * r.rows())];
    for (std::int64_t unit = 0; unit < r.units; ++unit) {
      const auto u = static_cast<std::size_t>(unit), now = static_cast<std::size_t>(time * r.units + unit);
      const double cellBefore = before < 0 ? 0 : course.cells[static_cast<std::size_t>(before * r.units + unit)];
      states[u] += (*slopes)[now];
      stepUnitBack(cell, {r.stateAt(before, unit), r.stateAt(time, unit), cellBefore, course.cells[now]},
                   &course.kept[static_cast<std::size_t>(time * kMostKept * r.units + unit)], r.units, input + unit,
                   state + unit, states[u], cells[u]);
    }
    for (std::int64_t row = 0; row < r.rows(); ++row)
      for (std::int64_t k = 0; k < r.units; ++k)
        states[static_cast<std::size_t>(k)] += state[row] * static_cast<double>(r.weightHidden[row * r.units + k]);
  }
  return result;
}

std::int64_t outputOfUnit(const TracedLayer& layer, const RecurrentStack& stack, const Recurrence& r, std::int64_t time,
                          std::int64_t unit) {
  const std::int64_t width = r.units * static_cast<std::int64_t>(stack.directions);
  return (returnsLastStep(layer) ? 0 : time * width) + (r.reverse ? r.units : 0) + unit;
}

}  // namespace fovea
