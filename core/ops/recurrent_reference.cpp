// Why: RNNs by their formulas, element by element, as the reference for all other kernels.
#include "core/ops/recurrent_cell.h"

namespace fovea {
namespace {

using Numbers = std::vector<double>;

Numbers read(const TensorView& view) {
  Numbers numbers(static_cast<std::size_t>(view.type.shape.elementCount()));
  dispatchReal(view.type.dtype, [&]<class T>() {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(view.as<T>()[i]);
  });
  return numbers;
}

void write(const TensorView& view, const Numbers& numbers) {
  dispatchReal(view.type.dtype, [&]<class T>() {
    for (std::int64_t i = 0; i < view.type.shape.elementCount(); ++i)
      view.as<T>()[i] = static_cast<T>(numbers[static_cast<std::size_t>(i)]);
  });
}

std::size_t size(std::int64_t extent) {
  return static_cast<std::size_t>(extent);
}

// sums[row] += sum over k of weight[row, k] * values[k]
void addProduct(const Numbers& weight, const double* values, std::int64_t rows, std::int64_t columns, double* sums) {
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t k = 0; k < columns; ++k) sums[row] += weight[size(row * columns + k)] * values[k];
}

// dvalues[k] += sum over rows of weight[row, k] * dsums[row]; dweight[row, k] += dsums[row] * values[k]
void addGradients(const Numbers& weight, const double* values, const double* dsums, std::int64_t rows,
                  std::int64_t columns, double* dvalues, Numbers& dweight) {
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t k = 0; k < columns; ++k) {
      dvalues[k] += weight[size(row * columns + k)] * dsums[row];
      dweight[size(row * columns + k)] += dsums[row] * values[k];
    }
}

}  // namespace

void recurrentReference(RecurrentCell cell, const ReferenceRequest& request) {
  const RecurrentGeometry g =
      readRecurrent(cell, request.attributes, request.inputs[0].type.shape, request.inputs[2].type.shape);
  const Numbers x = read(request.inputs[0]), weightInput = read(request.inputs[1]),
                weightHidden = read(request.inputs[2]);
  const Numbers biasInput = read(request.inputs[3]), biasHidden = read(request.inputs[4]);
  const auto state = [&](std::size_t input) {
    return request.inputs.size() > input ? read(request.inputs[input]) : Numbers(size(g.block()), 0.0);
  };
  Numbers hidden = state(5), cells = state(6), y(size(g.batch * g.steps * g.units));
  Numbers reserve(size(g.reserveBlocks() * g.block()));
  std::copy(hidden.begin(), hidden.end(), reserve.begin() + g.initialHidden());
  if (g.hasCell()) std::copy(cells.begin(), cells.end(), reserve.begin() + g.cellBefore(0));
  Numbers ignored(size(4 * g.units));
  for (std::int64_t step = 0; step < g.steps; ++step) {
    for (std::int64_t n = 0; n < g.batch; ++n) {
      const std::int64_t position = n * g.steps + g.time(step);
      Numbers fromInput = biasInput, fromHidden = biasHidden;
      addProduct(weightInput, x.data() + position * g.inputs, g.rows(), g.inputs, fromInput.data());
      addProduct(weightHidden, hidden.data() + n * g.units, g.rows(), g.units, fromHidden.data());
      double* kept =
          g.keptBlocks() > 0 ? reserve.data() + g.gatesAt(step) + n * g.keptBlocks() * g.units : ignored.data();
      for (std::int64_t j = 0; j < g.units; ++j) {
        const std::size_t unit = size(n * g.units + j);
        stepUnit(cell, fromInput.data() + j, fromHidden.data() + j, g.units, kept + j, hidden[unit], cells[unit]);
        y[size(position * g.units + j)] = hidden[unit];
      }
    }
    if (g.hasCell()) std::copy(cells.begin(), cells.end(), reserve.begin() + g.cellBefore(step + 1));
  }
  write(request.outputs[0], y);
  write(request.outputs[1], hidden);
  if (g.hasCell()) write(request.outputs[2], cells);
  write(request.outputs[g.hasCell() ? 3 : 2], reserve);
}

void recurrentBackwardReference(RecurrentCell cell, const ReferenceRequest& request) {
  const RecurrentGeometry g =
      readRecurrent(cell, request.attributes, request.inputs[1].type.shape, request.inputs[3].type.shape);
  const Numbers dy = read(request.inputs[0]), x = read(request.inputs[1]), weightInput = read(request.inputs[2]),
                weightHidden = read(request.inputs[3]), y = read(request.inputs[4]), reserve = read(request.inputs[5]);
  Numbers dx(x.size()), dWeightInput(weightInput.size()), dWeightHidden(weightHidden.size());
  Numbers dBiasInput(size(g.rows())), dBiasHidden(size(g.rows())), dhidden(size(g.block()));
  Numbers dcell = request.inputs.size() > 6 ? read(request.inputs[6]) : Numbers(size(g.block()));
  for (std::int64_t step = g.steps; step-- > 0;)
    for (std::int64_t n = 0; n < g.batch; ++n) {
      const std::int64_t position = n * g.steps + g.time(step);
      const double* before = step == 0 ? reserve.data() + g.initialHidden() + n * g.units
                                       : y.data() + (n * g.steps + g.time(step - 1)) * g.units;
      const double* kept = reserve.data() + g.gatesAt(step) + n * g.keptBlocks() * g.units;
      Numbers dFromInput(size(g.rows())), dFromHidden(size(g.rows()));
      for (std::int64_t j = 0; j < g.units; ++j) {
        const std::size_t unit = size(n * g.units + j);
        UnitStates states{before[j], y[size(position * g.units + j)], 0, 0};
        if (g.hasCell()) {
          states.cellBefore = reserve[size(g.cellBefore(step)) + unit];
          states.cellAfter = reserve[size(g.cellBefore(step + 1)) + unit];
        }
        dhidden[unit] += dy[size(position * g.units + j)];
        stepUnitBack(cell, states, kept + j, g.units, dFromInput.data() + j, dFromHidden.data() + j, dhidden[unit],
                     dcell[unit]);
      }
      addGradients(weightInput, x.data() + position * g.inputs, dFromInput.data(), g.rows(), g.inputs,
                   dx.data() + position * g.inputs, dWeightInput);
      addGradients(weightHidden, before, dFromHidden.data(), g.rows(), g.units, dhidden.data() + n * g.units,
                   dWeightHidden);
      for (std::size_t row = 0; row < size(g.rows()); ++row) {
        dBiasInput[row] += dFromInput[row];
        dBiasHidden[row] += dFromHidden[row];
      }
    }
  const Numbers* results[] = {&dx, &dWeightInput, &dWeightHidden, &dBiasInput, &dBiasHidden, &dhidden, &dcell};
  for (std::size_t i = 0; i < request.outputs.size(); ++i) write(request.outputs[i], *results[i]);
}

}  // namespace fovea
