// Why: the equations of one unit of an LSTM, GRU or plain RNN and their derivatives, in one place for the reference
// kernels and for explanations. Pure functions in double precision.
#pragma once
#include "core/ops/recurrent.h"

namespace fovea {

// Computes one unit of one sample in one step. `fromInput` and `fromHidden` are its sums, with gates `stride` apart;
// the gates are written to `kept` in the same way, see RecurrentGeometry. Replaces the states before the step by those
// after it.
void stepUnit(RecurrentCell cell, const double* fromInput, const double* fromHidden, std::int64_t stride, double* kept,
              double& hiddenState, double& cellState);

struct UnitStates {
  double hiddenBefore, hiddenAfter, cellBefore, cellAfter;
};

// Computes the gradients of the sums, and replaces the gradients of the states after the step by those before it (for
// the hidden state, without the part through the sums).
void stepUnitBack(RecurrentCell cell, const UnitStates& states, const double* kept, std::int64_t stride,
                  double* dFromInput, double* dFromHidden, double& dhidden, double& dcell);

}  // namespace fovea
