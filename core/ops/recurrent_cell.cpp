#include "core/ops/recurrent_cell.h"

#include <cmath>

namespace fovea {
namespace {

double sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

double relu(double x) {
  return x <= 0 ? 0 : x;
}

}  // namespace

void stepUnit(RecurrentCell cell, const double* fromInput, const double* fromHidden, std::int64_t stride, double* kept,
              double& hiddenState, double& cellState) {
  const auto sum = [&](std::int64_t gate) { return fromInput[gate * stride] + fromHidden[gate * stride]; };
  if (cell == RecurrentCell::Lstm) {
    const double i = sigmoid(sum(0)), f = sigmoid(sum(1)), g = std::tanh(sum(2)), o = sigmoid(sum(3));
    kept[0] = i, kept[stride] = f, kept[2 * stride] = g, kept[3 * stride] = o;
    cellState = f * cellState + i * g;
    hiddenState = o * std::tanh(cellState);
  } else if (cell == RecurrentCell::Gru) {
    const double r = sigmoid(sum(0)), z = sigmoid(sum(1)), q = fromHidden[2 * stride];
    const double n = std::tanh(fromInput[2 * stride] + r * q);
    kept[0] = r, kept[stride] = z, kept[2 * stride] = q, kept[3 * stride] = n;
    hiddenState = (1 - z) * n + z * hiddenState;
  } else {
    hiddenState = cell == RecurrentCell::Relu ? relu(sum(0)) : std::tanh(sum(0));
  }
}

void stepUnitBack(RecurrentCell cell, const UnitStates& states, const double* kept, std::int64_t stride,
                  double* dFromInput, double* dFromHidden, double& dhidden, double& dcell) {
  const double dh = dhidden;
  dhidden = 0;
  if (cell == RecurrentCell::Lstm) {
    const double i = kept[0], f = kept[stride], g = kept[2 * stride], o = kept[3 * stride];
    const double squashed = std::tanh(states.cellAfter);
    const double dc = dcell + dh * o * (1 - squashed * squashed);
    const double sums[] = {dc * g * i * (1 - i), dc * states.cellBefore * f * (1 - f), dc * i * (1 - g * g),
                           dh * squashed * o * (1 - o)};
    for (std::int64_t gate = 0; gate < 4; ++gate) dFromInput[gate * stride] = dFromHidden[gate * stride] = sums[gate];
    dcell = dc * f;
  } else if (cell == RecurrentCell::Gru) {
    const double r = kept[0], z = kept[stride], q = kept[2 * stride], n = kept[3 * stride];
    const double dn = dh * (1 - z) * (1 - n * n);
    dFromInput[0] = dFromHidden[0] = dn * q * r * (1 - r);
    dFromInput[stride] = dFromHidden[stride] = dh * (states.hiddenBefore - n) * z * (1 - z);
    dFromInput[2 * stride] = dn;
    dFromHidden[2 * stride] = dn * r;
    dhidden = dh * z;
  } else {
    const double y = states.hiddenAfter;
    dFromInput[0] = dFromHidden[0] = cell == RecurrentCell::Tanh ? dh * (1 - y * y) : y <= 0 ? 0 : dh;
  }
}

}  // namespace fovea
