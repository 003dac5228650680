// Why: the interface between host and device code for the epilogues of a linear layer and its gradient; the rules of
// launchers.h apply. Bits have the layout of core/ops/linear_mask.h: `rowBytes` for each row.
#pragma once
#include "core/backends/cuda/module/runtime/launchers.h"

namespace fovea::cuda {

struct MaskedRows {
  std::int64_t rows = 0, columns = 0, rowBytes = 0;
};

// y = relu(x + bias[column]), and one bit per element that is set unless it is 0 or less; unused bits of a row's last
// byte are 0, and later bytes are unchanged. x may be y. Source is T, or the computing type of T (linear_ends.cu).
template <class T, class Source>
cudaError_t endLinear(const MaskedRows& shape, const T* bias, const Source* x, T* y, std::uint8_t* mask,
                      cudaStream_t stream);
// Zeroes x where its bit is unset, and sums[column] is the sum of the rest. `scratch` has channelSumScratch<T>() bytes
// of Channels{rows, columns, 1}.
template <class T>
cudaError_t maskAndSum(const MaskedRows& shape, const std::uint8_t* mask, T* x, T* sums, void* scratch,
                       cudaStream_t stream);

}  // namespace fovea::cuda
